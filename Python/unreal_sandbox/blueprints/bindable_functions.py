"""Which functions and events can be bound to a delegate: those with its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import member_reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.blueprints.function_signatures import Signature
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["fits_delegate", "wanted_types"]


def wanted_types(editor: EditorState, ends: Iterable[PinType]) -> list[PinType] | None:
    """The parameter types that the delegate pins at the other ends ask for; None when none is known."""
    for kind in ends:
        reference = member_reference(kind.member_reference)
        found = editor.catalog.signature(f"{reference.parent_path}.{reference.name}")
        if found is not None:
            return [item.type for item in found]
    return None


def fits_delegate(signature: Signature, wanted: Sequence[PinType]) -> bool:
    """Whether a function can be bound: the same parameters in order, no outputs, not pure."""
    function = signature.function
    if signature.kind == "dispatcher" or function.outputs or function.is_pure:
        return False
    return [_key(item.type) for item in function.inputs] == [_key(kind) for kind in wanted]


def _key(kind: PinType) -> tuple[str, str, str, str]:
    reference = kind.subcategory_object
    path = "" if reference is None else reference.path.lower()
    return kind.category, kind.subcategory, path, kind.container
