"""Games begun on earlier versions go on after an update, and old games can still be reviewed.

`stored/` has one database per released schema, as SQL, with a finished and a running game of each kind in it. A new
one is made before the schema or the codec changes:  python -m tests.upgrades.make NAME
"""
