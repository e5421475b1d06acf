"""`Hide(Bulb)`, `Bulb.Show()`: the functions that do so for components and actors. Part of `call_lowering`.

Nothing in Blueprints is called so; people and models say it of whatever can be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import Argument, BooleanLiteral, Call, Identifier

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = ["showing_call"]

_ACTOR: Final = "/Script/Engine.Actor"
_COMPONENT: Final = "/Script/Engine.SceneComponent"


def showing_call(call: Call, name: str, class_path: str, catalog: Catalog) -> Call | None:
    """The call that shows or hides an object of a class; None for all else.

    Its callee is the bare function, to be called on that object.
    """
    word = name.lower()
    if word not in ("hide", "show"):
        return None
    if catalog.is_child_of(class_path, _ACTOR):
        function, value = "SetActorHiddenInGame", word == "hide"
    elif catalog.is_child_of(class_path, _COMPONENT):
        function, value = "SetVisibility", word == "show"
    else:
        return None
    said = Argument(BooleanLiteral(value, place=call.place), place=call.place)
    return Call(Identifier(function, place=call.callee.place), (said,), place=call.place)
