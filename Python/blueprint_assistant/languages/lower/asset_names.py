"""Bare names that are assets of the project: `PlaySound2D(S_Open)`. Part of `expression_lowering`.

A name that the program or the Blueprint knows is never one, and an asset is one only on an input for objects
of its class: elsewhere its name would be a text that nobody wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.languages.lower.pin_lookup import shown_inputs

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin
    from blueprint_assistant.languages.lower.emitter import Emitter
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["AssetNames"]

_OBJECTS: Final = ("object", "softobject")


class AssetNames:
    """Looks bare names up in the project of an emitter."""

    def __init__(self, scope: Scope, builder: Emitter) -> None:
        """Names of the scope come first."""
        self._scope = scope
        self._builder = builder

    def text(self, name: str, key: str, pin: Pin) -> str | None:
        """The path of the asset that a name is on an input of a node; None for other names.

        Raises AssistantError for several, and for one of another class, with the input that takes it.
        """
        if not _takes_one(pin) or name == "None" or self._scope.means_value(name):
            return None
        try:
            return self._builder.asset(pin.type, name) or None
        except AssistantError as error:
            others = [item for item in shown_inputs(self._builder.node(key)) if item.name != pin.name]
            fitting = next((item.name for item in others if self._fits(name, item)), "")
            if fitting:
                error.fix = f"Write {fitting}={name}."
            raise

    def unknown(self, name: str, kind: str = "") -> AssistantError:
        """The error for a name that means nothing where it stands, with the asset that is called so.

        `kind` is the type that is wanted there.
        """
        error = self._scope.unknown(name, kind)
        try:
            path = "" if error.candidates else self._builder.asset(PinType("object"), name)
        except AssistantError:
            return error
        if path:
            error.fix = (
                f'{name} is the asset {path}: write it where an input takes one, or "{name}" for its name.'
            )
        return error

    def _fits(self, name: str, pin: Pin) -> bool:
        try:
            return _takes_one(pin) and bool(self._builder.asset(pin.type, name))
        except AssistantError:
            return False


def _takes_one(pin: Pin) -> bool:
    return pin.type.category in _OBJECTS and pin.type.container == "none"
