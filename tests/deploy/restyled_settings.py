"""The site's settings with files of another version: those in RESTYLED go before the site's own."""

import os

from forsale_site.settings import *  # noqa: F403
from forsale_site.settings import STATICFILES_DIRS

STATICFILES_DIRS.insert(0, os.environ["RESTYLED"])
