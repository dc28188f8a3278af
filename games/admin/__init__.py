"""Review in Django's admin, for a person who runs the site and was not at the table.

Everything about played games is read-only. Of a running game nobody, a superuser included, learns more here than an
onlooker may know: its rows are read without their secret columns, its moves and refusals are in no list, and no
address can filter by what is not shown.
"""

from games.admin import games, incidents, moves, notes, rooms

__all__ = ["games", "incidents", "moves", "notes", "rooms"]
