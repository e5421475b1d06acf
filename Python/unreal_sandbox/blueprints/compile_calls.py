"""What the compiler finds wrong with calls: missing functions and targets, changed signatures, latent ones.

Messages are in the engine's words where somebody reported them [FIELD_NOTES 3, 4, 6]; the others are
written from general knowledge of the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import spec_of
from unreal_sandbox.blueprints.compile_findings import title_of
from unreal_sandbox.blueprints.function_signatures import find_known_function
from unreal_sandbox.glue.class_paths import is_child_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.blueprints.compile_findings import Compiling, Finding
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["check_call", "check_target", "not_found"]

_CALLS = frozenset(
    [
        "K2Node_CallFunction",
        "K2Node_CallArrayFunction",
        "K2Node_CommutativeAssociativeBinaryOperator",
        "K2Node_PromotableOperator",
        "K2Node_CallParentFunction",
    ]
)


def check_call(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """The call of a function that is not there, has no target, or waits where nothing can wait."""
    if node.class_name not in _CALLS:
        return
    editor, asset = compiling.editor, compiling.asset
    spec = spec_of(node)
    if not isinstance(spec, CallFunctionSpec):
        if node.class_name != "K2Node_CallParentFunction":
            yield "error", f"Could not find a function named \"None\" in '{asset.name}'."
        return
    owner, _, name = spec.function.rpartition(":")
    info = editor.catalog.function(spec.function)
    if info is None:
        if not _has_own_function(compiling, owner, name):
            where = owner.rsplit(".", 1)[-1] or asset.name
            yield "error", not_found("function", name, where, compiling, node)
        return
    if info.is_latent and compiling.graph.kind != "event":
        title = title_of(compiling, node)
        yield "error", f"{title}is latent: it can only be placed in an event graph, not in a function."
    if not info.is_static:
        yield from check_target(compiling, node, info.class_path)


def not_found(kind: str, name: str, where: str, compiling: Compiling, node: Node) -> str:
    """The engine's words for a member that a class does not have."""
    return (
        f"Could not find a {kind} named \"{name}\" in '{where}'.\n"
        f"Make sure '{where}' has been compiled for {title_of(compiling, node)}"
    )


def _has_own_function(compiling: Compiling, owner: str, name: str) -> bool:
    """A function of the project, as its class was compiled; the one being compiled has the newest."""
    editor = compiling.editor
    holder = editor.find_blueprint(owner) if owner else compiling.asset
    if holder is None or find_known_function(editor, holder, name) is None:
        return _is_inherited(editor, compiling.asset.parent_class, name)
    return True


def _is_inherited(editor: EditorState, class_path: str, name: str) -> bool:
    return any(
        editor.catalog.function(f"{path}:{name}") is not None for path in editor.catalog.ancestors(class_path)
    )


def check_target(compiling: Compiling, node: Node, class_path: str) -> Iterator[Finding]:
    """An unlinked Target is self, if self is of the function's class."""
    target = node.find_pin("self", "input")
    if target is None or target.is_hidden or compiling.links_of(node, target) or target.default_object:
        return
    if is_child_of(compiling.editor, compiling.asset.class_path, class_path):
        return
    name = class_path.rsplit(".", 1)[-1]
    yield (
        "error",
        f"This blueprint (self) is not a {name}, therefore ' Target ' must have a connection.",
    )
