"""What is kept: rooms, players, games, seats and moves. Data and constraints only; services write, the engine rules.

A game is its opening plus its moves. `Game.state` is a snapshot of that, `PlayedMove.events` keep what happened,
so a review of an old game does not depend on today's rules.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CODE_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ"  # without look-alikes: no I, O, S
NAME_LENGTH = 20


class Room(models.Model):
    """One evening at one table: a code, a link, people, and one game after another."""

    code = models.CharField(_("code"), max_length=5, unique=True)
    version = models.PositiveBigIntegerField(default=1)
    """Grows with every change that others may see."""
    revision = models.PositiveBigIntegerField(default=1)
    """Grows with every change at all, so that a process knows when its copy is old; by one with a move and nothing
    else, so that it also knows when moves are all that it lacks."""
    kind = models.CharField(_("game"), max_length=40)
    edition = models.CharField(_("edition"), max_length=40)
    variants = models.JSONField(_("variants"), default=list, blank=True)
    options = models.JSONField(_("options"), default=dict, blank=True)
    """`open_information`, `clock` (seconds, 0 for none), `first` (a player's id, 0 for chance), `hints`."""
    host = models.ForeignKey("Player", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("host"))
    is_closed = models.BooleanField(_("closed"), default=False)
    created_at = models.DateTimeField(_("opened"), default=timezone.now)
    active_at = models.DateTimeField(_("last active"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return self.code


class Player(models.Model):
    """Somebody in a room: a visitor or a bot, with a name, a colour and a shape."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="players", verbose_name=_("room"))
    visitor = models.CharField(max_length=40, blank=True)
    """The browser that holds this place; empty for a bot and for one who has left."""
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    """Empty for a device that runs the table without a seat."""
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    look = models.PositiveSmallIntegerField(default=0)
    """Which of the six pairs of colour and shape."""
    order = models.PositiveSmallIntegerField(null=True, blank=True)
    """The place around the table, clockwise; none for one who does not play."""
    has_left = models.BooleanField(default=False)
    is_away = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    transfer_token = models.CharField(max_length=64, blank=True)
    """A one-time pass that moves this place to another device."""
    transfer_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["room", "visitor"], condition=~models.Q(visitor=""), name="one_place_per_visitor_and_room"
            ),
        ]

    def __str__(self) -> str:
        return self.name or "–"


class Claim(models.Model):
    """Somebody on a new device says that a place is theirs; the table decides."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")
    visitor = models.CharField(max_length=40)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "visitor"], name="one_claim_per_visitor")]

    def __str__(self) -> str:
        return f"{self.player}"


class Vote(models.Model):
    """A player's consent to a motion of the table: end the game, hand a seat to a bot, grant a claim."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="votes")
    motion = models.CharField(max_length=40)
    voter = models.ForeignKey(Player, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["room", "motion", "voter"], name="one_vote_per_motion_and_player")
        ]

    def __str__(self) -> str:
        return f"{self.motion}: {self.voter}"


class Game(models.Model):
    """One played game in a room."""

    class Status(models.TextChoices):
        """How far it is."""

        RUNNING = "running", _("running")
        OVER = "over", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    room = models.ForeignKey(Room, models.CASCADE, related_name="games", verbose_name=_("room"))
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("game"), max_length=40)
    edition = models.CharField(_("edition"), max_length=40)
    variants = models.JSONField(_("variants"), default=list, blank=True)
    options = models.JSONField(_("options"), default=dict, blank=True)
    players = models.PositiveSmallIntegerField(_("players"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.RUNNING)
    opening = models.JSONField()
    state = models.JSONField()
    length = models.PositiveIntegerField(_("moves"), default=0)
    """How many moves are stored; the next one has this number."""
    decision = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)
    """When the present question was put, the time a reveal takes to be shown included."""
    salt = models.CharField(max_length=64)
    commitment = models.CharField(_("commitment"), max_length=64)
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When somebody must look at this game even if no player moves: the earliest of its seats' times."""
    with_bots = models.BooleanField(_("with bots"), default=False)
    is_imported = models.BooleanField(_("imported"), default=False)

    # Written once when the game ends, so that reviewers can list, filter and sum a great many games.
    ended_on = models.DateField(_("day"), null=True, blank=True)
    first_seat = models.PositiveSmallIntegerField(_("first player"), null=True, blank=True)
    was_replaced = models.BooleanField(_("replaced seats"), default=False)
    is_unusual = models.BooleanField(_("unusual"), default=False)
    oddities = models.JSONField(_("unusual because"), default=list, blank=True)
    """Words for what makes it unusual (`games.services.figures`)."""
    trades = models.JSONField(default=list, blank=True)
    """What was bought and sold: rows of seat, item, paid, bought, earned, sold."""
    advice = models.JSONField(null=True, blank=True)
    """Where a strong bot would have differed; none until it was worked out."""

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "number"], name="one_number_per_room")]
        indexes: ClassVar = [
            models.Index(fields=["status", "-ended_at"], name="finished_games"),
            # Both answer from the index alone: the rows are large because they hold the states.
            models.Index(
                fields=[
                    *("-ended_at", "status", "kind", "edition", "variants"),
                    *("players", "with_bots", "was_replaced", "is_unusual"),
                ],
                name="reviewed_games",
            ),
            models.Index(fields=["ended_on", "kind", "status"], name="games_per_day"),
        ]

    def __str__(self) -> str:
        return f"{self.room.code} {self.number}"


class RunningGame(Game):
    """A game under way, of which reviewers see what an onlooker may know."""

    class Meta:
        proxy = True
        verbose_name = _("running game")
        verbose_name_plural = _("running games")


class Seat(models.Model):
    """A place in a game, held by a player or a bot."""

    class Then(models.TextChoices):
        """What a ceiling does when it is passed."""

        PASS = "pass", _("pass")
        ASK = "ask", _("ask me")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="seats", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=40)
    look = models.PositiveSmallIntegerField(default=0)
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    """The bot that plays this seat by right."""
    warmer = models.CharField(_("kept warm by"), max_length=40, blank=True)
    """The bot that keeps an absent player's chair warm."""
    was_replaced = models.BooleanField(_("replaced"), default=False)
    timeouts = models.PositiveSmallIntegerField(default=0)
    """How many clocks ran out in a row."""
    deadline = models.DateTimeField(null=True, blank=True)
    """When the clock of the present question runs out."""
    acts_at = models.DateTimeField(null=True, blank=True)
    """When a bot or a ceiling makes the move it owes."""
    ceiling_amount = models.PositiveIntegerField(default=0)
    ceiling_then = models.CharField(max_length=4, choices=Then.choices, default=Then.ASK)
    ceiling_round = models.PositiveIntegerField(default=0)
    score = models.IntegerField(_("score"), null=True, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_seat_per_number")]

    def __str__(self) -> str:
        return self.name


class PlayedMove(models.Model):
    """An accepted move with what followed. Append-only; a reveal fills in the cheque of the choices it opens, once."""

    # Without an index of its own: the first constraint's serves, and every move would have to keep one more.
    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", verbose_name=_("game"), db_index=False)
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    decision = models.PositiveIntegerField(_("decision"))
    key = models.CharField(max_length=64)
    move = models.CharField(_("move"), max_length=20)
    round = models.PositiveIntegerField(_("round"))
    amount = models.IntegerField(_("amount"), null=True, blank=True)
    house = models.IntegerField(_("house"), null=True, blank=True)
    cheque = models.IntegerField(_("cheque"), null=True, blank=True)
    space = models.CharField(_("space"), max_length=4, blank=True)
    fields = models.JSONField()
    """The move as JSON."""
    events = models.JSONField()
    by = models.CharField(_("made by"), max_length=40, blank=True)
    """A bot's slug where a bot made it; empty for the player's own."""
    thought_ms = models.PositiveIntegerField(_("thinking time (ms)"), default=0)
    made_at = models.DateTimeField(_("made at"), default=timezone.now)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_move_per_number"),
            models.UniqueConstraint(fields=["game", "seat", "key"], name="one_move_per_key"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.move}"


class BidManager(models.Manager["Bid"]):
    """Bids and passes: the moves of an auction."""

    def get_queryset(self) -> models.QuerySet[Bid]:
        """Moves that put or settle a bid."""
        return super().get_queryset().filter(move__in=("bid", "pass"))


class Bid(PlayedMove):
    """A bid, or the pass that settles it."""

    objects: ClassVar[BidManager] = BidManager()

    class Meta:
        proxy = True
        verbose_name = _("bid")
        verbose_name_plural = _("bids")


class SaleChoiceManager(models.Manager["SaleChoice"]):
    """Sealed choices of a sale."""

    def get_queryset(self) -> models.QuerySet[SaleChoice]:
        """Moves that seal a house."""
        return super().get_queryset().filter(move="seal")


class SaleChoice(PlayedMove):
    """A house sealed for sale; it has a cheque if it stood at the reveal."""

    objects: ClassVar[SaleChoiceManager] = SaleChoiceManager()

    class Meta:
        proxy = True
        verbose_name = _("sale choice")
        verbose_name_plural = _("sale choices")


class Incident(models.Model):
    """Something a reviewer should know: a time-out, a takeover, a refused move. Append-only and capped per game."""

    class What(models.TextChoices):
        """What happened."""

        TIMEOUT = "timeout", _("clock ran out")
        TAKEOVER = "takeover", _("handed to a bot")
        RETURN = "return", _("player came back")
        REFUSAL = "refusal", _("move refused")
        CLAIM = "claim", _("seat claimed")
        TRANSFER = "transfer", _("seat moved to another device")
        ENDED = "ended", _("ended early")
        HOST = "host", _("new host")

    room = models.ForeignKey(Room, models.CASCADE, related_name="incidents", verbose_name=_("room"))
    game = models.ForeignKey(Game, models.CASCADE, null=True, blank=True, related_name="incidents")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    what = models.CharField(_("what"), max_length=10, choices=What.choices)
    facts = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")

    def __str__(self) -> str:
        return self.get_what_display()


class ReviewNote(models.Model):
    """A reviewer's note on a game, and whether it is flagged."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes", verbose_name=_("game"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("author")
    )
    text = models.TextField(_("note"), blank=True)
    is_flagged = models.BooleanField(_("flagged"), default=False)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("review note")
        verbose_name_plural = _("review notes")

    def __str__(self) -> str:
        return self.text[:40]


class Figure(models.Model):
    """A running total over all finished games, for the dashboard: how often, how much, and the sum of squares."""

    class Topic(models.TextChoices):
        """What is summed, and what `key` then says."""

        GAMES = "games", _("finished games")
        DAY = "day", _("finished games by day")
        SEAT = "seat", _("victories by seat")
        TURN = "turn", _("victories by place after the first player")
        DRIVER = "driver", _("victories by who played")
        SCORE = "score", _("scores by who played")
        PAID = "paid", _("prices by item")
        EARNED = "earned", _("takings by item")

    topic = models.CharField(max_length=6, choices=Topic.choices)
    kind = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    variants = models.CharField(max_length=120, blank=True)
    """Slugs with `+` between them."""
    players = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=40)
    count = models.PositiveBigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    squares = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("figure")
        verbose_name_plural = _("figures")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["topic", "kind", "edition", "variants", "players", "key"], name="one_figure_per_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.kind} {self.key}"
