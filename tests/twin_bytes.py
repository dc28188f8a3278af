"""For twin tests over bytes: what may differ between two games that a viewer cannot tell apart."""

import re

TOKENS = re.compile(r'(name="csrfmiddlewaretoken" value=|data-csrf=)"[^"]*"')
SERVER_TIME = re.compile(r'data-now="[0-9]+"')
FINGERPRINTS = re.compile(r"\b[0-9a-f]{64}\b")


def normal(text: str, code: str = "") -> str:
    """Without this browser's token, the server's time, the fingerprint of the deal, and the room's code."""
    text = SERVER_TIME.sub("", text)
    text = FINGERPRINTS.sub("FINGERPRINT", TOKENS.sub(r'\1"TOKEN"', text))
    return text.replace(code, "CODE") if code else text
