"""What every kind tells of its games. A new kind is one import and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.screens.story import KindStory
from games.screens.story_for_sale import FOR_SALE_STORY
from games.screens.story_square_on_sale import SQUARE_ON_SALE_STORY

STORIES: Mapping[str, KindStory] = {story.slug: story for story in (FOR_SALE_STORY, SQUARE_ON_SALE_STORY)}
