"""The Input Action assets of the project, by the names that a model writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError, object_path

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.kinds.specs import InputValue

__all__ = ["InputAction", "UnknownInputActionError", "find_input_action"]

_CLASS: Final = "/Script/EnhancedInput.InputAction"
_MOST_SHOWN: Final = 12
_VALUES: Final[dict[str, InputValue]] = {
    "boolean": "bool",
    "axis1d": "axis1d",
    "axis2d": "axis2d",
    "axis3d": "axis3d",
}


@dataclass(frozen=True, slots=True)
class InputAction:
    """An asset by its object path, and what its value is; None where the registry does not say."""

    path: str
    value: InputValue | None


class UnknownInputActionError(ToolError):
    """The project has no Input Action of that name; the message has those that it has."""

    code = "unknown_asset"


def find_input_action(context: ActionContext, text: str) -> InputAction:
    """The asset that a name (`IA_Jump`, `Jump`) or path means.

    Raises UnknownInputActionError, or AmbiguousNameError with all that fit.
    """
    wanted = object_path(text.strip()).partition(".")[0].strip("/").lower()
    assets = [item for item in context.editor.list_assets("/Game") if item.class_path == _CLASS]
    for names in ((wanted,), (wanted.rsplit("/", 1)[-1], f"ia_{wanted}")):
        found = [
            item for item in assets if item.path.strip("/").lower() in names or item.name.lower() in names
        ]
        if len(found) == 1:
            value = _VALUES.get(found[0].value_type.rpartition("::")[2].lower())
            return InputAction(f"{found[0].path}.{found[0].name}", value)
        if found:
            raise AmbiguousNameError(text, [item.path for item in found])
    known = [item.name for item in assets]
    shown = ", ".join(nearest(text, known) or known[:_MOST_SHOWN])
    raise UnknownInputActionError(
        f"There is no Input Action '{text}' in the project.",
        f"It has: {shown}." if shown else "It has none: the user has to make one in the Content Browser.",
    )
