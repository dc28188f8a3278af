"""The site's settings with a database that may hardly grow: MAX_PAGES pages of SQLite."""

import os

from forsale_site.settings import *  # noqa: F403
from forsale_site.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] += f";PRAGMA max_page_count={int(os.environ['MAX_PAGES'])}"
