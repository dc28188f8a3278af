"""The games, in layers; imports go downward only.

games.web | games.live | games.admin      HTTP, websockets, review
games.screens                             observation -> HTML, words in three languages
games.services                            the only writers
games.models | games.announce | games.bots
games.engine                              the rules: standard library only
"""
