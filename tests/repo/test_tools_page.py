"""docs/TOOLS.md says what the code says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS

if TYPE_CHECKING:
    from types import ModuleType

TOOL = Path(__file__).parents[2] / "tools" / "build_tools_page.py"


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_tools_page", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_tools_say() -> None:
    module = tool()
    assert module.PAGE.read_text(encoding="utf-8") == module.page_text(), (
        "Run: python tools/build_tools_page.py"
    )


def test_every_tool_has_a_row_and_a_section_and_every_missing_one_is_named() -> None:
    module = tool()
    text = module.page_text()
    names = [action.tool_name for action in ALL_ACTIONS]
    for name in [*names, *(action.tool_name for action in BLUECODE_ACTIONS)]:
        assert f"| [`{name}`](#{name}) |" in text
        assert f"\n## {name}\n" in text
    missing = [name for name in module.PLANNED if name not in names]
    assert (f"Not there yet: {', '.join(f'`{name}`' for name in missing)}." in text) == bool(missing)
