"""Who may import whom (the contracts of pyproject.toml); engine and bots know neither clock nor global chance."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PURE = sorted([*(ROOT / "games/engine").rglob("*.py"), *(ROOT / "games/bots").rglob("*.py")])
CLOCKS = {"now", "utcnow", "today", "time", "monotonic", "localtime", "gmtime", "fromtimestamp"}
OWN_CHANCE = {"Random", "SystemRandom"}


def test_imports_go_downward_only():
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]

    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stdout + result.stderr


def test_there_is_an_engine_to_look_at():
    assert len(PURE) > 30


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_engine_and_bots_know_no_clock_no_global_chance_and_no_surroundings(path):
    faults = list(impurities(ast.parse(path.read_text())))

    assert faults == []


def impurities(tree: ast.Module):
    """What a pure module must not do, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for name in names:
                    if name.name.split(".")[0] in {"datetime", "os", "socket", "threading", "asyncio", "django"}:
                        yield node.lineno, f"import {name.name}"
            case ast.ImportFrom(module="random", names=names):
                for name in names:
                    if name.name not in OWN_CHANCE:
                        yield node.lineno, f"from random import {name.name}"
            case ast.ImportFrom(module="datetime" | "os" | "django") as found:
                yield node.lineno, f"from {found.module}"
            case ast.Attribute(value=ast.Name(id="random"), attr=attribute) if attribute not in OWN_CHANCE:
                yield node.lineno, f"random.{attribute}"
            case ast.Attribute(value=ast.Name(id="datetime" | "date" | "time"), attr=attribute) if attribute in CLOCKS:
                yield node.lineno, f"a clock: {attribute}"
            case ast.Call(func=ast.Name(id="print" | "open" | "input") as called):
                yield node.lineno, f"{called.id}()"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import random\nrandom.shuffle([])", 1),
        ("from random import choice", 1),
        ("from random import Random\nRandom(7).choice([1])", 0),
        ("from datetime import datetime", 1),
        ("import time\ntime.monotonic()", 1),
        ("rng.random()", 0),
        ("print(1)", 1),
    ],
)
def test_the_look_for_impurities_finds_them(code, found):
    assert len(list(impurities(ast.parse(code)))) == found


def test_no_layer_asks_which_game_it_is():
    """Adding a game means adding files and a line in a dictionary, never an `if` on a game's name."""
    slugs = {"for_sale", "square_on_sale"}
    faults = []
    for path in sorted((ROOT / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Compare):
                constants = [side for side in [node.left, *node.comparators] if isinstance(side, ast.Constant)]
                faults += [f"{path.name}:{node.lineno}" for side in constants if side.value in slugs]

    assert faults == []


NEVER_ENDING = {"games/announce.py:hear_other_processes", "games/services/troubles.py:attempt"}
"""Loops that nobody begins again go on whatever they meet, and write its traceback; nothing else catches everything."""


def functions_that_catch_everything(tree):
    """Each by its name, with its handler; a handler outside of functions has none."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    owners = {child: function.name for function in functions for child in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(each is None or getattr(each, "id", "") in {"Exception", "BaseException"} for each in caught):
                yield owners.get(node, ""), node


def test_nothing_but_the_loops_that_never_end_catches_every_exception():
    faults, found = [], set()
    for path in sorted([*(ROOT / "games").rglob("*.py"), *(ROOT / "forsale_site").rglob("*.py")]):
        for name, handler in functions_that_catch_everything(ast.parse(path.read_text())):
            place = f"{path.relative_to(ROOT)}:{name}"
            found.add(place)
            if place not in NEVER_ENDING or "logger.exception(" not in ast.unparse(handler):
                faults.append(f"{place}:{handler.lineno}")

    assert faults == []
    assert found == NEVER_ENDING


@pytest.mark.parametrize(
    "caught", ["", " Exception", " BaseException", " (ValueError, Exception)", " Exception as fault"]
)
def test_the_look_for_such_places_finds_them(caught):
    tree = ast.parse(f"def work():\n    try:\n        pass\n    except{caught}:\n        pass\n")

    assert [name for name, _ in functions_that_catch_everything(tree)] == ["work"]
