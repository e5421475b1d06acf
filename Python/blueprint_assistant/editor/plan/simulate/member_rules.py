"""The checks that the steps on members share while a plan is tried out. Pure; any thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.graph.rules.container_values import inner_types

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import Node, PinType

__all__ = ["in_nodes", "require_settable", "require_unused"]

_SHOWN = 5
_SETTABLE = frozenset(
    {
        *("bool", "byte", "int", "int64", "real", "string", "name", "text", "object", "class", "struct"),
        *("softobject", "softclass", "interface"),
    }
)
_ENGINE = "/Script/"


def in_nodes(count: int) -> str:
    """`, in 3 nodes` for a sentence about a rename; nothing for no node."""
    if not count:
        return ""
    return f", in {count} nodes" if count > 1 else ", in 1 node"


def require_unused(what: str, name: str, uses: Iterable[tuple[str, Node]]) -> None:
    """Raise PlanError when nodes use a member: they would stay and break the compile."""
    places = [f"{node.name} in {graph}" for graph, node in uses]
    if places:
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        raise PlanError(
            f"The {what} '{name}' is in use: {', '.join(places[:_SHOWN])}{more}.",
            "Delete or change these nodes first.",
        )


def require_settable(kind: PinType, what: str) -> None:
    """Raise PlanError for the types whose values cannot be set through the editor's Python calls.

    Of the project's own structs and enums no call tells members or entries (API notes 14), and a
    struct has no hash in Python, so it is no key of a map there.
    """
    key, value = inner_types(kind)
    inner = [key] if value is None else [key, value]
    is_struct_key = kind.container == "map" and key.category == "struct"
    if is_struct_key or any(item.category not in _SETTABLE or _is_of_project(item) for item in inner):
        raise PlanError(
            f"The value of {what} cannot be set from Python: it is of type {kind}.",
            "Set it in the Details panel.",
        )


def _is_of_project(kind: PinType) -> bool:
    """Whether it is a struct or enum that the project made."""
    ref = kind.subcategory_object
    return kind.category in ("struct", "byte") and ref is not None and not ref.path.startswith(_ENGINE)
