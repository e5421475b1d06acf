"""The script for a real editor, run on the stand-in as a user runs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tools/conformance/editor_conformance.py"
GOLDEN = ROOT / "tests/data/conformance/sandbox.txt"
"""What the stand-in says: the script's output without its last line."""
LINE = re.compile(r"(holds|DIFFERS|answer|untold) +([\w.-]+): (.+?) \[([^\[\]]+)\](?: \(seen: .*\))?")


def run(script: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "Python"), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "unreal_sandbox", "run", str(script)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False
    )


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The lines of the facts and the line with their count."""
    ended = run(SCRIPT)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()[:-1]


def test_every_fact_has_a_line_with_its_source(lines: list[str]) -> None:
    facts = [LINE.fullmatch(line) for line in lines[:-1]]
    assert all(facts), [line for line, found in zip(lines, facts, strict=False) if found is None]
    names = [found[2] for found in facts if found]
    assert len(set(names)) == len(names)
    assert sum(found[4] != "assumed" for found in facts if found) >= 150


def test_behaviour_is_asked_for_and_not_names_alone(lines: list[str]) -> None:
    assert sum(not line.split()[1].startswith("surface.") for line in lines[:-1]) >= 150


def test_the_stand_in_differs_in_nothing_and_says_what_is_on_record(lines: list[str]) -> None:
    assert [line for line in lines if line.startswith(("DIFFERS", "untold"))] == []
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_a_script_that_is_not_there_is_named() -> None:
    ended = run(Path("nowhere.py"))
    assert ended.returncode == 2
    assert "nowhere.py" in ended.stderr
