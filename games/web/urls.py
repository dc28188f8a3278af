"""The site's addresses; they are a contract with outside scripts (docs/addresses.md)."""

from __future__ import annotations

from django.urls import path, re_path

from games.web import installable, review, views

CODE = r"^r/(?P<code>[A-Za-z]{5})"
GAME = CODE + r"/games/(?P<number>[0-9]{1,6})"

urlpatterns = [
    path("", views.home, name="home"),
    path("r/", views.new_room, name="new_room"),
    path("join", views.join_by_code, name="join"),
    path("solo", views.solo, name="solo"),
    path("language", views.language, name="language"),
    path("rules/<str:kind>/", views.rules, name="rules"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("sw.js", installable.worker, name="worker"),
    path("offline/", installable.offline, name="offline"),
    path("healthz", views.healthz, name="healthz"),
    path("metrics", views.show_metrics, name="metrics"),
    re_path(CODE + r"/$", views.room, name="room"),
    re_path(CODE + r"/table/$", views.table_screen, name="table"),
    re_path(CODE + r"/join$", views.room_join, name="room_join"),
    re_path(CODE + r"/leave$", views.room_leave, name="room_leave"),
    re_path(CODE + r"/start$", views.room_start, name="room_start"),
    re_path(CODE + r"/again$", views.room_again, name="room_again"),
    re_path(CODE + r"/end$", views.room_end, name="room_end"),
    re_path(CODE + r"/seats$", views.room_seats, name="room_seats"),
    re_path(CODE + r"/bots$", views.room_bots, name="room_bots"),
    re_path(CODE + r"/options$", views.room_options, name="room_options"),
    re_path(CODE + r"/host$", views.room_host, name="room_host"),
    re_path(CODE + r"/remove$", views.room_remove, name="room_remove"),
    re_path(CODE + r"/move$", views.room_move, name="room_move"),
    re_path(CODE + r"/hints$", views.room_hints, name="room_hints"),
    re_path(CODE + r"/hint$", views.room_hint, name="room_hint"),
    re_path(CODE + r"/ceiling$", views.room_ceiling, name="room_ceiling"),
    re_path(CODE + r"/absent$", views.room_absent, name="room_absent"),
    re_path(CODE + r"/return$", views.room_return, name="room_return"),
    re_path(CODE + r"/transfer$", views.room_transfer, name="room_transfer"),
    re_path(CODE + r"/transfer/$", views.transfer_offer, name="transfer_offer"),
    re_path(CODE + r"/transfer/(?P<token>[A-Za-z0-9_-]{10,64})/$", views.transfer_page, name="transfer_page"),
    re_path(CODE + r"/claim$", views.room_claim, name="room_claim"),
    re_path(CODE + r"/games/$", review.room_games, name="room_games"),
    re_path(GAME + r"/$", review.game_page, name="game_page"),
    re_path(GAME + r"/replay/$", review.game_replay, name="game_replay"),
    re_path(GAME + r"/record\.json$", views.game_record, name="game_record"),
    re_path(GAME + r"/bids\.csv$", review.game_bids, name="game_bids"),
    re_path(GAME + r"/sales\.csv$", review.game_sales, name="game_sales"),
    re_path(GAME + r"/game\.txt$", review.game_text, name="game_text"),
    re_path(GAME + r"/card\.png$", review.game_card, name="game_card"),
]
