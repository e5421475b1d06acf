"""Writes docs/TOOLS.md from the tools themselves.

    python tools/build_tools_page.py

What stands there is what the code says: names, parameters and descriptions as a model reads them,
and what each tool needs. A test compares the page with what this writes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Python"))

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.actions.base import Action

PAGE: Final = ROOT / "docs" / "TOOLS.md"

PLANNED: Final = (
    *("create_blueprint", "add_node", "connect_nodes", "disconnect_nodes", "add_variable", "rename_variable"),
    *("set_variable_defaults", "add_function", "compile_blueprint", "get_blueprint_info", "delete_node"),
    *("set_pin_value", "list_assets", "get_project_structure", "open_blueprint", "add_component"),
    *("set_component_property", "remove_component", "get_class_functions", "save_memory", "remove_memory"),
    *("get_open_blueprint", "get_selected_nodes", "set_node_comment", "add_comment_box"),
    *("find_nodes", "build_graph"),
)
"""The tools that the assistant is to have."""

_LATEST: Final = "5.8"
_NEEDS: Final = {
    "read": "no game running in the editor",
    "mutate": "the editor at rest: no game running, assets discovered",
}
_HEAD: Final = """\
# Tools

What a model can call. This page is written by `python tools/build_tools_page.py`; do not edit it.

Names of Blueprints, classes, functions and pins may be given as name, path or class path. A name that fits
several things is refused with all of them, one that fits nothing with the nearest. A call that changes a
Blueprint is one step of the editor's undo history (creating an asset leaves none, as in the editor); it is
checked before anything is touched, read back afterwards, and taken back whole when something else came of it.
No asset is saved but by `bluecode_compile`.

Where an engine version lacks what a tool needs, the tool says so and changes nothing.

| the editor | the tools |
|---|---|
| plays the game | refuse, apart from searches in packaged facts, lists of assets and memories |
| still discovers assets | refuse, apart from searches in packaged facts and memories |
| compiles, saves, shows a dialog | wait for it, and say so when it takes too long; nothing is changed then |
| speaks another language | work; titles and names stay English |
| has the Blueprint open | work; its window is closed and opened again where a failed change is undone |
| has a read-only file | work, and say once that saving needs it writable or checked out |
| fails in the middle of a change | take it back and say why; `not_undone` says that something has stayed |

A change that failed and was taken back leaves the undo history as before; what could be redone before cannot
any more.
"""

_PROTOCOL: Final = """\
# Tools of the BlueCode protocol

The setting `bluecode_tools` shows a model these tools instead of those that work node by node (these can
still be called). `read_graph` and `write_graph` stay: they do the same in fewer words.

Each answer is one JSON object. A refusal has `"ok": false`, `error_code`, `error`, `suggested_fix`, and
where there are any `line`, `column` and `candidates`; nothing is changed then.

`target` is `Asset:Graph`, `Asset:Function`, `Asset:Event` or `Asset:Component.Event`, with the asset as name
or path. What it leaves out comes from `bluecode_set_function`: the active asset, component and function. The
entry of a target is `main()` in code that is read and written."""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page_text(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(PAGE.read_text(encoding='utf-8').splitlines())} lines")


def page_text() -> str:
    """The whole page."""
    from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS  # noqa: PLC0415 - see the path above
    from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry  # noqa: PLC0415 - likewise

    registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    schemas = {tool.name: tool.parameters for tool in registry.schemas()}
    table = _table(ALL_ACTIONS, schemas)
    sections = [_section(action, schemas[action.tool_name]) for action in ALL_ACTIONS]
    protocol = [_PROTOCOL, "\n".join(_table(BLUECODE_ACTIONS, schemas))]
    protocol += [_section(action, schemas[action.tool_name]) for action in BLUECODE_ACTIONS]
    missing = [name for name in PLANNED if name not in schemas]
    closing = f"Not there yet: {', '.join(f'`{name}`' for name in missing)}." if missing else ""
    parts = [_HEAD, "\n".join(table), "Required parameters are in **bold**.", *sections, closing, *protocol]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _table(actions: Iterable[type[Action]], schemas: Mapping[str, Mapping[str, Any]]) -> list[str]:
    rows = [_row(action, schemas[action.tool_name]) for action in actions]
    return ["| tool | parameters | changes | needs | Unreal |", "|---|---|---|---|---|", *rows]


def _row(action: type[Action], schema: Mapping[str, Any]) -> str:
    names = [f"**{name}**" if name in schema["required"] else name for name in schema["properties"]]
    changes = "no" if action.effect == "read" else "yes"
    link = f"[`{action.tool_name}`](#{action.tool_name})"
    cells = (link, ", ".join(names) or "none", changes, _needs(action), _versions(action))
    return f"| {' | '.join(_cell(text) for text in cells)} |"


def _needs(action: type[Action]) -> str:
    return action.needs or _NEEDS[action.effect]


def _versions(action: type[Action]) -> str:
    versions = _LATEST if action.since == _LATEST else f"{action.since} to {_LATEST}"
    return f"{versions}; by hand from {action.by_hand_since}" if action.by_hand_since else versions


def _section(action: type[Action], schema: Mapping[str, Any]) -> str:
    about = " ".join((action.__doc__ or "").split())
    lines = [f"## {action.tool_name}", "", about]
    if schema["properties"]:
        lines += ["", "| parameter | type | |", "|---|---|---|"]
        lines += [
            f"| {f'**{name}**' if name in schema['required'] else name} | {_type(item)} | {_about(item)} |"
            for name, item in schema["properties"].items()
        ]
    if action.limits:
        lines += ["", f"Limits: {action.limits}"]
    return "\n".join(lines)


def _type(item: Mapping[str, Any]) -> str:
    if item.get("type") == "array":
        return f"list of {item.get('items', {}).get('type', 'value')}"
    return str(item.get("type", "value"))


def _about(item: Mapping[str, Any]) -> str:
    text = str(item.get("description", ""))
    if item.get("default") not in (None, "", False):
        text += f" (default: {item['default']})"
    if "enum" in item:
        text += f": {', '.join(str(value) for value in item['enum'])}"
    return _cell(text)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    main()
