"""Games begun on earlier versions go on after an update, and old games can still be reviewed.

`stored/` has a database of each released version of the tables, as SQL, with finished and running games of each kind;
the newest has games that wait for a bot, a clock or a ceiling too. Another is made before tables or codec change, with
the code as it was landed:  python -m tests.upgrades.make NAME
"""
