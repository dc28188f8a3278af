"""What makes the site installable: its manifest, the worker that keeps static files, and a page for having no network.

The worker never keeps a page of a room: what it shows offline is one page that says so.
"""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

OFFLINE = "/offline/"
KEPT_AT_ONCE = (
    "fonts/bricolage-latin.1.woff2",
    "css/site.css",
    "art/sprite.svg",
    "art/favicon.svg",
    "art/houses/4.svg",
)
"""Files the offline page is made of."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, colours and icons of the installed site."""
    icons = [
        {"src": static("art/icon-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any"},
        {"src": static("art/icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": static("art/icon-maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": static("art/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    ]
    facts = {
        "id": "/",
        "name": _("For Sale: the auction game on your phones"),
        "short_name": "For Sale",
        "description": _(
            "Play the auction games For Sale and Square on Sale with friends, everyone on their own phone. "
            "No account, no app."
        ),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbdfc6",
        "theme_color": "#fbdfc6",
        "icons": icons,
    }
    response = JsonResponse(facts, content_type="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: at the root, because it answers for the whole site."""
    kept = [OFFLINE, *map(static, KEPT_AT_ONCE)]
    version = sha256("\n".join([*kept, get_language() or ""]).encode()).hexdigest()[:12]
    text = render_to_string("games/sw.js", {"version": version, "offline": OFFLINE, "kept": kept})
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Shown by the worker where there is no network."""
    response = render(request, "games/offline.html")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
