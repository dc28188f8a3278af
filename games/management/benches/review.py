"""The admin with a great many finished games: queries per page, and how long the pages take.

The games are made by `seed_games` in a database of their own, unless the present one holds enough.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.db.utils import DatabaseError
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game

GAMES = 100_000
QUICK_GAMES = 2_000
MOST_QUERIES = 10
DASHBOARD_SECONDS = 1.0
DASHBOARD = "/admin/games/game/dashboard/"
REVIEWER = "bench-reviewer"


def run(say: Callable[[str], object]) -> bool:
    """With a hundred thousand games."""
    return _measured(say, GAMES)


def run_quick(say: Callable[[str], object]) -> bool:
    """With two thousand."""
    return _measured(say, QUICK_GAMES)


def _measured(say: Callable[[str], object], games: int) -> bool:
    if _stored() >= games:
        return measure(say)
    with tempfile.TemporaryDirectory(prefix="forsale-bench-") as folder:
        environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": "", "ANALYSIS": "0", "RATE_LIMITS": "0"}
        for arguments in (["migrate", "-v0"], ["seed_games", "--games", str(games)]):
            subprocess.run(_manage(*arguments), check=True, env=environment, stdout=subprocess.DEVNULL)
        script = "from games.management.benches import review; raise SystemExit(not review.measure(print))"
        shell = subprocess.run(
            _manage("shell", "-v0", "-c", script), env=environment, check=False, capture_output=True, text=True
        )
    say(shell.stdout.rstrip())
    if shell.returncode:
        say(shell.stderr[-2000:].rstrip())
    return shell.returncode == 0


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]


def _stored() -> int:
    try:
        return Game.objects.filter(status=Game.Status.OVER).count()
    except DatabaseError:  # a database that nobody has made yet
        return 0


def measure(say: Callable[[str], object]) -> bool:
    """Every page of the admin, as a superuser sees it."""
    user, _ = User.objects.get_or_create(username=REVIEWER, is_staff=True, is_superuser=True)
    client = Client(HTTP_HOST="localhost")
    client.force_login(user)
    say(f"admin with {_stored():,} finished games ({connection.vendor})")
    say(f"{'page':72}{'queries':>8}{'median':>10}{'size':>10}")
    met = [_one(client, page, say) for page in pages()]
    user.delete()
    return all(met)


def pages() -> list[str]:
    """Lists, filters, searches, a game in the middle, and the dashboard."""
    count = Game.objects.count()
    game = Game.objects.exclude(status=Game.Status.RUNNING).select_related("room").order_by("pk")[count // 2]
    return [
        "/admin/",
        DASHBOARD,
        "/admin/games/game/",
        f"/admin/games/game/?p={max(1, count // 200)}",
        "/admin/games/game/?kind=for_sale&edition=for_sale.1997&variant=not_enough",
        "/admin/games/game/?with_bots=yes&players=4&was_replaced=no&is_unusual=yes",
        "/admin/games/game/?abandoned=yes",
        f"/admin/games/game/?when={game.ended_at:%Y-%m}",
        f"/admin/games/game/?q={game.room.code}",
        "/admin/games/game/?q=mari",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/replay/?step=20&view=all",
        f"/admin/games/game/{game.pk}/export/records/",
        "/admin/games/runninggame/",
        "/admin/games/bid/",
        f"/admin/games/bid/?game__id__exact={game.pk}",
        "/admin/games/salechoice/",
        "/admin/games/incident/",
        "/admin/games/room/",
        "/admin/games/room/?q=mari",
        "/admin/games/player/",
        f"/r/{game.room.code}/games/",
        f"/r/{game.room.code}/games/{game.number}/",
        f"/r/{game.room.code}/games/{game.number}/replay/?step=20",
    ]


def _one(client: Client, page: str, say: Callable[[str], object]) -> bool:
    _fetch(client, page)
    with CaptureQueriesContext(connection) as queries:
        size = _fetch(client, page)
    asked = len(queries)  # now: the next request forgets them
    times = []
    for _ in range(5):
        began = time.perf_counter()
        _fetch(client, page)
        times.append(time.perf_counter() - began)
    seconds = statistics.median(times)
    is_met = asked <= MOST_QUERIES and (page != DASHBOARD or seconds < DASHBOARD_SECONDS)
    say(f"{page:72}{asked:>8}{seconds * 1000:>7.0f} ms{size:>8,} B{'' if is_met else '  MISSED'}")
    return is_met


def _fetch(client: Client, page: str) -> int:
    response = client.get(page)
    if response.status_code != 200:
        raise RuntimeError(f"{page} answered {response.status_code}")
    return sum(len(piece) for piece in response)
