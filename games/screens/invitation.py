"""The way into a room: its link, its QR code, and what is shared."""

from __future__ import annotations

from dataclasses import dataclass

from games.screens import pieces
from games.screens.base import Look
from games.screens.markup import SafeString, format_html
from games.screens.qr import qr_code
from games.screens.speech import gettext as _


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to a room and its drawing."""

    link: str
    qr: SafeString

    @property
    def shown(self) -> str:
        """The link as people type it."""
        return self.link.split("://", 1)[-1].rstrip("/")


def invitation(look: Look) -> Invitation:
    """The way into the room that is looked at."""
    link = f"{look.origin}/r/{look.table.code}/"
    return Invitation(link, qr_code(link, _("QR code of the link to this room")))


def sharing(link: str, text: str) -> SafeString:
    """Buttons that share and copy a link; scripts show those the browser can do."""
    return format_html(
        '<div class="sharing"><button type="button" class="button is-outline is-small sharing__share" hidden '
        'data-share="{link}" data-share-text="{text}">{share_icon}{share}</button>'
        '<button type="button" class="button is-outline is-small sharing__copy" hidden data-copy="{link}" '
        'data-copied="{copied}">{copy_icon}<span class="sharing__label">{copy}</span></button></div>',
        link=link,
        text=text,
        share_icon=pieces.icon("share"),
        share=_("Share"),
        copied=_("Link copied"),
        copy_icon=pieces.icon("copy"),
        copy=_("Copy link"),
    )
