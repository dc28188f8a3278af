"""Logged-in reviewers, without the price of hashing a password."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def admin_client(db) -> Client:
    """A superuser's browser."""
    client = Client()
    client.force_login(User.objects.create(username="admin", is_staff=True, is_superuser=True))
    return client
