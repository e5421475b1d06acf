"""What the compiler finds wrong with declared variables: types that are not there, unhashable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.blueprints.blueprint_asset import CompilerMessage
from unreal_sandbox.glue.class_paths import known_class_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["check_variables"]

_CLASS_CATEGORIES = frozenset({"object", "class", "softobject", "softclass"})
_UNHASHABLE = frozenset({"bool", "text"})
_COMPLETE = ("/Script/Engine.", "/Script/CoreUObject.")
"""Modules of which the catalogue has every class: what it lacks there does not exist."""


def check_variables(editor: EditorState, asset: BlueprintAsset) -> Iterator[CompilerMessage]:
    """Errors of the declarations; they belong to no node and stand in the log alone.

    That such variables can be added and do not compile is assumed, from how the engine builds
    properties: a type without its object, and keys that cannot be hashed.
    """
    for variable in asset.variables:
        kind = variable.type
        if kind.container in {"set", "map"} and kind.category in _UNHASHABLE:
            what = "key " if kind.container == "map" else ""
            yield CompilerMessage(
                "error",
                f"The variable {variable.name} has a {what}type of {kind.category}, which cannot be hashed "
                "and is therefore invalid.",
            )
        if _lacks_its_class(editor, kind):
            yield CompilerMessage(
                "error", f"The variable {variable.name} has a type that is not there any more."
            )


def _lacks_its_class(editor: EditorState, kind: PinType) -> bool:
    return kind.category in _CLASS_CATEGORIES and _is_missing(editor, kind.subcategory_object)


def _is_missing(editor: EditorState, reference: ObjectRef | None) -> bool:
    return (
        reference is not None
        and reference.path.startswith(_COMPLETE)
        and known_class_path(editor, reference.path) is None
    )
