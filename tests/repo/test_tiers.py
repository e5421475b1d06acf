"""The two tiers of the suite: what is left out of the first, and that the shards make up the whole."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tiers

TESTS = Path(__file__).resolve().parents[1]
CASES = """
import pytest

import tiers

def test_quick():
    pass

@tiers.deep
def test_slow():
    pass

@pytest.mark.model
def test_model():
    pass

@pytest.mark.parametrize("number", tiers.thinned(range(20), 3))
def test_matrix(number):
    pass

KINDS = [("a", 1), ("a", 2), ("b", 3)]

@pytest.mark.parametrize(("kind", "number"), tiers.first_of_each(KINDS, lambda case: case[0]))
def test_kinds(kind, number):
    pass
"""
QUICK = {
    "test_quick",
    "test_matrix[0]",
    "test_matrix[10]",
    "test_matrix[19]",
    "test_kinds[a-1]",
    "test_kinds[b-3]",
}
ALL = QUICK | {
    *("test_slow", "test_model", "test_kinds[a-2]"),
    *(f"test_matrix[{number}]" for number in range(20)),
}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A small suite under the conftest of the real one."""
    folder = tmp_path / "suite"
    folder.mkdir()
    for name in ("conftest.py", "tiers.py"):
        (folder / name).write_text((TESTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    marks = "markers =\n    deep\n    model\n"
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = .\naddopts = --strict-markers\n{marks}")
    (folder / "test_cases.py").write_text(CASES, encoding="utf-8")
    return folder


def run(suite: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments],
        cwd=suite,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def chosen(suite: Path, *arguments: str) -> set[str]:
    """The names of the tests that such a run would run."""
    done = run(suite, "--collect-only", "-q", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return set(re.findall(r"^test_cases\.py::(\S+)$", done.stdout, re.MULTILINE))


def test_the_first_tier_leaves_out_what_is_deep_and_the_deep_one_nothing(suite: Path) -> None:
    assert chosen(suite) == QUICK
    assert chosen(suite, "test_cases.py") == QUICK
    assert chosen(suite, "--deep") == ALL


def test_the_shards_are_disjoint_and_together_all(suite: Path) -> None:
    shards = [chosen(suite, "--shard", f"{part}/3") for part in (1, 2, 3)]
    assert all(shards)
    assert sum(map(len, shards)) == len(ALL)
    assert set.union(*shards) == ALL


def test_what_is_asked_for_by_name_or_mark_is_run(suite: Path) -> None:
    assert chosen(suite, "test_cases.py::test_slow") == {"test_slow"}
    assert chosen(suite, "-m", "model") == {"test_model"}


def test_a_shard_that_is_none_is_refused(suite: Path) -> None:
    done = run(suite, "--shard", "4/3")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--shard is K/N" in done.stderr
    for shard in ("", "3", "0/3", "a/b", "1/0", "-1/3", "1/2/3"):
        with pytest.raises(pytest.UsageError, match="K/N"):
            tiers.parts_of(shard)


def test_a_run_that_is_cut_short_says_how_far_it_came(suite: Path) -> None:
    (suite / "test_cases.py").write_text(f"{CASES}\ndef test_quick_no_more():\n    raise KeyboardInterrupt\n")
    done = run(suite)
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    assert f"{len(QUICK)} of {len(QUICK) + 1} tests were run." in done.stdout


def test_a_property_is_tried_less_often_in_the_first_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "_is_deep", False)
    assert [tiers.examples(), tiers.examples(200, 20), tiers.examples(5)] == [10, 20, 5]
    monkeypatch.setattr(tiers, "_is_deep", True)
    assert [tiers.examples(), tiers.examples(200, 20), tiers.examples(5)] == [100, 200, 5]
