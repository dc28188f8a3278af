"""What all tests share: nothing that one test left in this process's memory reaches the next."""

from random import Random

import pytest

from games.services.limits import BUCKETS, OUTCASTS
from games.services.tables import TABLES


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Row ids are used again in the next test, so snapshots and screens of the last one must go."""
    TABLES.clear()
    BUCKETS.clear()
    OUTCASTS.clear()


@pytest.fixture
def rng(request):
    """Chance that is the same in every run of a test."""
    return Random(request.node.nodeid)
