"""Mounts the site's pages and the admin."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.web.urls")),
]

handler400 = "games.web.errors.bad_request"
handler403 = "games.web.errors.forbidden"
handler404 = "games.web.errors.not_found"
handler500 = "games.web.errors.server_error"
