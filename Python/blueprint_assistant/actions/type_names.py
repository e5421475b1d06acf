"""The pin type that a model's words mean, Blueprints of the project included. Outside uses find_type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blueprint_assistant.actions.asset_paths import generated_class_path
from blueprint_assistant.actions.project import catalog_with
from blueprint_assistant.graph.types import parse_type

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.model import PinType

__all__ = ["find_type"]


def find_type(context: ActionContext, text: str) -> PinType:
    """The type, with the classes of the project's Blueprints that its text names. Raises BadTypeError."""
    words = {word.lower() for word in re.findall(r"[^\s:,<>*&]+", text)}
    named = [
        generated_class_path(path)
        for path in context.editor.list_blueprints()
        for name in (path.rsplit("/", 1)[-1].lower(),)
        if words & {name, f"{name}_c", path.lower()}
    ]
    return parse_type(text, catalog_with(context, *named))
