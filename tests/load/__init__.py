"""Load and fault tests over real sockets: server processes of their own, and scripted people who play whole games.

Everything here talks to 127.0.0.1 alone, is bounded in count and time, and stops what it started.
"""
