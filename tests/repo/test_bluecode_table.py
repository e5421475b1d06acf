"""docs/bluecode-requirements.md says what the tests say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

if TYPE_CHECKING:
    from types import ModuleType

TOOL = Path(__file__).parents[2] / "tools" / "build_bluecode_table.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_bluecode_table", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_is_up_to_date(tool: ModuleType) -> None:
    written = tool.PAGE.read_text(encoding="utf-8")
    assert written == tool.page_text(tool.marked_tests()), "Run: python tools/build_bluecode_table.py"


def test_every_number_that_a_test_names_is_a_requirement(tool: ModuleType) -> None:
    named = {number for numbers in tool.marked_tests().values() for number in numbers}
    assert sorted(named - {*tool.REQUIREMENTS, *tool.LAWS}) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("BC-020: lines", {"BC-020"}),
        ("BC-080, BC-081 and I9", {"BC-080", "BC-081", "I9"}),
        ("BC-020 to BC-029", {"BC-020", "BC-029"}),
        ("test_bc_047_moving", {"BC-047"}),
        ("test_i3_a_graph", {"I3"}),
        ("I14 and I15, BC-1234, IA_Sprint, bc-20", {"I14"}),
    ],
)
def test_what_a_docstring_names(text: str, named: set[str], tool: ModuleType) -> None:
    assert tool.named_in(text) == named


_REPORT = """
<testsuites><testsuite>
  <testcase file="tests/a.py" name="test_one[x]"/>
  <testcase file="tests/a.py" name="test_one[y]"><failure/></testcase>
  <testcase file="tests/a.py" name="test_two"><skipped/></testcase>
  <testcase file="tests/a.py" name="test_three[x]"><skipped/></testcase>
  <testcase file="tests/a.py" name="test_three[y]"/>
</testsuite></testsuites>
"""


def test_a_run_says_of_each_requirement_whether_its_tests_pass(tool: ModuleType) -> None:
    """A test passes when some of its cases do and none fails; one that is skipped shows nothing."""
    outcome = tool.read_outcomes(ET.fromstring(_REPORT))  # noqa: S314 - ours
    assert outcome == {
        "tests/a.py::test_one": "failed",
        "tests/a.py::test_two": "skipped",
        "tests/a.py::test_three": "passed",
    }
    tests = {
        "tests/a.py::test_one": {"BC-010"},
        "tests/a.py::test_two": {"BC-011", "BC-012"},
        "tests/a.py::test_three": {"BC-010", "BC-012"},
    }
    said = [tool.told(number, tests, outcome) for number in ("BC-010", "BC-011", "BC-012", "BC-013")]
    assert said == [
        "BC-010 NOT SHOWN 1 passed, 1 failed",
        "BC-011 NOT SHOWN 1 skipped",
        "BC-012 shown     1 passed, 1 skipped",
        "BC-013 open",
    ]
