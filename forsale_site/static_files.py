"""Static files with hashed names, imports between script modules included; stylesheets that import others hold them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

FOLDER = "css/"
IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
ADDRESS = re.compile(r"url\(([^)\"':]+)\)")


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Scripts import each other by their hashed names; a file nobody references is no error."""

    support_js_module_import_aggregation = True
    manifest_strict = False

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Our own stylesheets first take in what they import: one request instead of one for each."""
        ours = [name for name in paths if name.startswith(FOLDER) and name.endswith(".css")]
        for name in ours if not dry_run else ():
            if IMPORT.search(source(paths, name)):
                self.delete(name)
                self.save(name, ContentFile(gathered(paths, name)))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def source(paths: dict[str, Any], name: str) -> str:
    """A file as it was written, not as an earlier run has left it."""
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())


def gathered(paths: dict[str, Any], name: str) -> str:
    """A stylesheet with what it imports in the place of each import."""
    return IMPORT.sub(lambda found: taken_in(paths, name, found[1]), source(paths, name))


def taken_in(paths: dict[str, Any], into: str, address: str) -> str:
    """An imported stylesheet, its own addresses as they are seen from the other."""
    name = posixpath.normpath(posixpath.join(posixpath.dirname(into), address))
    folder = posixpath.relpath(posixpath.dirname(name), posixpath.dirname(into))
    return ADDRESS.sub(
        lambda found: f"url({posixpath.normpath(posixpath.join(folder, found[1]))})", source(paths, name)
    )
