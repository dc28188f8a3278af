"""The rules of the games: standard library only, no clock, no database, no text for people.

This is the door: other layers import from here.
"""
