"""The environment every test run has, set before Django reads its settings: its own folder, a quick pace, no limits."""

import atexit
import os
import shutil
import tempfile

if "DATA_DIR" not in os.environ:
    folder = tempfile.mkdtemp(prefix="forsale-tests-")
    os.environ["DATA_DIR"] = folder
    os.mkdir(os.path.join(folder, "static"))  # where a real installation keeps its collected files
    owner = os.getpid()
    atexit.register(lambda: os.getpid() == owner and shutil.rmtree(folder, ignore_errors=True))
os.environ.setdefault("PACE", "0.02")
os.environ.setdefault("ANALYSIS", "0")
os.environ.setdefault("RATE_LIMITS", "0")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # Playwright's sync API beside the ORM
