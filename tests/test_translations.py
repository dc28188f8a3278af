"""Every text of the site is in every language: collected, translated, compiled, and with the same placeholders."""

import ast
import gettext as gnu
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

ROOT = Path(__file__).parent.parent
TRANSLATED = [code for code, _name in settings.LANGUAGES if code != "en"]
SOURCES = ("games", "templates", "forsale_site")
TRANSLATORS = {"gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
IN_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}")
CONTEXT = "\x04"
"""What stands between a context and its text in a compiled catalogue."""

Entries = dict[str | tuple[str, int], str]
"""A catalogue as Python reads it: a text, or a text and the number of its plural form, to its translation."""


def written(language: str) -> Path:
    """The catalogue that translators edit."""
    return ROOT / "games/locale" / language / "LC_MESSAGES/django.po"


def compiled(content: bytes) -> Entries:
    """The entries of a compiled catalogue, its header left out."""
    entries = dict(gnu.GNUTranslations(io.BytesIO(content))._catalog)
    entries.pop("", None)
    return entries


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False)


def read(path: Path) -> Entries:
    """What a written catalogue compiles to; the compiler checks its formats and plural forms."""
    result = run("msgfmt", "--check", "--output-file=-", str(path))
    assert result.returncode == 0, result.stderr.decode()
    return compiled(result.stdout)


def selected(path: Path, *which: str) -> str:
    """The entries of a written catalogue of one sort."""
    result = run("msgattrib", "--no-wrap", *which, str(path))
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode()


def texts(entries: Entries) -> set[str]:
    """What is translated, whatever the plural form."""
    return {key if isinstance(key, str) else key[0] for key in entries}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("sort", ["untranslated", "only-fuzzy", "only-obsolete"])
def test_a_catalogue_has_no_unfinished_entries(language, sort):
    assert selected(written(language), f"--{sort}") == ""


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_placeholders_of_its_text(language):
    plurals = plural_texts(language)

    wrong = {
        key: translation
        for key, translation in read(written(language)).items()
        if sorted(PLACEHOLDER.findall(translation)) not in allowed_placeholders(key, plurals)
    }

    assert wrong == {}


def plural_texts(language: str) -> dict[str, str]:
    """Texts with a form for many, as the written catalogue pairs them."""
    pairs = re.findall(r'^msgid (".*")\nmsgid_plural (".*")$', selected(written(language)), re.MULTILINE)
    return {ast.literal_eval(one): ast.literal_eval(many) for one, many in pairs}


def allowed_placeholders(key: str | tuple[str, int], plurals: dict[str, str]) -> list[list[str]]:
    """Those of the text; a plural form may have those of the English singular or plural."""
    text = (key if isinstance(key, str) else key[0]).rpartition(CONTEXT)[2]
    sources = [text] if isinstance(key, str) else [text, plurals[text]]
    return [sorted(PLACEHOLDER.findall(source)) for source in sources]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_says_what_the_written_one_says(language):
    path = written(language)

    assert compiled(path.with_suffix(".mo").read_bytes()) == read(path)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_exactly_the_texts_that_are_collected(language, collected):
    assert texts(read(written(language))) == collected


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> set[str]:
    """The texts that `makemessages` finds in a copy of the sources."""
    copy = tmp_path_factory.mktemp("collected")
    for name in SOURCES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("locale", "__pycache__"))
    (copy / "games/locale").mkdir()
    shutil.copy(ROOT / "manage.py", copy)
    result = run(sys.executable, "manage.py", "makemessages", "--locale=en", cwd=copy)
    assert result.returncode == 0, result.stderr.decode()
    return texts_to_translate(copy / "games/locale/en/LC_MESSAGES/django.po")


def texts_to_translate(path: Path) -> set[str]:
    """All texts of a catalogue without translations: each is given itself, because empty ones are not compiled."""
    filled = run("msgen", f"--output-file={path}", str(path))
    assert filled.returncode == 0, filled.stderr.decode()
    return texts(read(path))


def calls(tree: ast.Module):
    """Calls of translators with their own names, whatever a module calls them."""
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield names[node.func.id], node


def test_the_collector_sees_every_text_of_the_code(collected):
    """It does not look inside f-strings, and does not know a translator that was renamed."""
    missed = [
        f"{path.relative_to(ROOT)}:{call.lineno} {text}"
        for path in sorted([*(ROOT / "games").rglob("*.py"), *(ROOT / "forsale_site").rglob("*.py")])
        for name, call in calls(ast.parse(path.read_text()))
        if (text := text_of(name, call)) is not None and text not in collected
    ]

    assert missed == []


def text_of(name: str, call: ast.Call) -> str | None:
    """The text as a catalogue has it; None for other functions of the module."""
    if name not in TRANSLATORS | IN_CONTEXT:
        return None
    parts = [ast.literal_eval(argument) for argument in call.args[: 2 if name in IN_CONTEXT else 1]]
    return CONTEXT.join(parts)


@pytest.mark.parametrize("language", TRANSLATED)
def test_people_read_their_language(language):
    with override(language):
        words = gettext("Your turn")

    assert words != "Your turn"
