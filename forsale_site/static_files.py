"""Static files with hashed names, imports between script modules included."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Scripts import each other by their hashed names; a file nobody references is no error."""

    support_js_module_import_aggregation = True
    manifest_strict = False
