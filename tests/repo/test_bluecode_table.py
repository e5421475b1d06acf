"""docs/bluecode-requirements.md says what the tests say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

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
