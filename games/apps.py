"""The one Django app of the site."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Rooms, games, seats, bids and sealed sale choices."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
