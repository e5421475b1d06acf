"""One entry of the node palette, and the name under which scripts ask for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unreal_sandbox.desk.editor_language import localised, localised_category

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from unreal_sandbox.desk.editor_language import Language

__all__ = ["PaletteEntry", "entry_name"]

_DROPPED = re.compile(r"[\s_]+")


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A node that the right-click menu offers. Category and title are English, with their spaces.

    `owner` is the path of the declaring class, empty for nodes that belong to none. What is listed
    and what can be created are two things [FIELD_NOTES 2].
    """

    category: str
    title: str
    spec: AnyNodeSpec
    owner: str = ""
    needs_event_graph: bool = False
    is_listed: bool = True
    is_creatable: bool = True
    keeps_underscores: bool = False
    """Input actions are called after their asset (`IA_Jump`) [FIELD_NOTES 2]."""


def entry_name(entry: PaletteEntry, language: Language) -> str:
    """Category path and title in the editor's language, without spaces and underscores."""
    category = localised_category(language, entry.category)
    title = localised(language, entry.title)
    if entry.keeps_underscores:
        return f"{_DROPPED.sub('', category)}|{title.replace(' ', '')}"
    text = f"{category}|{title}" if category else title
    return _DROPPED.sub("", text)
