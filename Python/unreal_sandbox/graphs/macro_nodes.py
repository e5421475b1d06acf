"""`BlueprintGraphEditor`: macro instances, by the path of the macro's graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.specs import MacroSpec
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.graph_editor import add_node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import Graph
    from unreal_sandbox.blueprints.blueprint_objects import NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.graphs.graph_editor import GraphEditorTarget

__all__: list[str] = []

graph_editor = UnrealClass("BlueprintGraphEditor")

_LOG = "LogBlueprintEditorLib"


@graph_editor.method()
def add_macro_node(editor: EditorState, subject: GraphEditorTarget, macro_path: str) -> NodeTarget | None:
    """Add an instance of a macro, by the path of its graph; None for a path without one."""
    macro = editor.catalog.macro(macro_path) if ":" in macro_path else None
    if macro is not None and macro.path.lower() == _plain(macro_path):
        return add_node(subject.graph, MacroSpec(macro.path))
    library = editor.find_blueprint(macro_path)
    if library is not None and _has_macro(library.shapes.values(), macro_path):
        raise NotModelledError(f"Macros of the project ('{macro_path}') are not modelled in the sandbox.")
    editor.write_log(_LOG, "Warning", f"There is no macro '{macro_path}'.")
    return None


def _plain(path: str) -> str:
    """The path without the class in front: `EdGraph'/Engine/….StandardMacros:ForLoop'`."""
    return (path.rsplit("'", 2)[-2] if path.count("'") > 1 else path).lower()


def _has_macro(shapes: Iterable[Graph], path: str) -> bool:
    name = path.rpartition(":")[2].lower()
    return any(item.kind == "macro" and item.name.lower() == name for item in shapes)
