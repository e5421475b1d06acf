"""Node types that are written as the editor's node menu calls the node. Part of `node_resolution`.

`Cast To Pawn`, `Debug Key F1`, `Equal (Enum)`, `Utilities|Array|Get (a ref)`: the English title of an
entry, with or without its category. A title is read as every kind of node that it may be; what is
there of these decides, and several are refused with all of them. What is none of them is looked up
on the editor's own menu. Outside uses the names in `__all__`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import fold_blanks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["entries_like", "entries_named", "entries_with", "titles_of"]

TitleWords = dict[str, str]
"""Fields of add_node."""

_PATTERNS: Final[tuple[tuple[str, Mapping[str, str]], ...]] = (
    (r"cast to (?P<target_class>.+) class", {"node_type": "ClassCast"}),
    (r"cast to (?P<target_class>.+)", {"node_type": "Cast"}),
    (r"switch on (?P<type_name>.+)", {"node_type": "SwitchEnum"}),
    (r"literal enum (?P<type_name>.+)", {"node_type": "EnumLiteral"}),
    (r"for ?each (?P<type_name>.+)", {"node_type": "ForEachEnum"}),
    (r"make (?P<type_name>.+)", {"node_type": "MakeStruct"}),
    (r"break (?P<type_name>.+)", {"node_type": "BreakStruct"}),
    (r"set members in (?P<type_name>.+)", {"node_type": "SetStructFields"}),
    (r"debug ?key (?P<event_name>.+)", {"node_type": "DebugKey"}),
    (r"get (?P<event_name>.+)", {"node_type": "InputKeyValue"}),
    (r"get (?P<target_class>.+)", {"node_type": "GetSubsystem"}),
    (r"get (?P<variable_name>.+)", {"node_type": "GetVariable"}),
    (r"set (?P<variable_name>.+)", {"node_type": "SetVariable"}),
    (r"bind event to (?P<event_name>.+)", {"node_type": "BindDispatcher"}),
    (r"unbind event from (?P<event_name>.+)", {"node_type": "UnbindDispatcher"}),
    (r"unbind all events from (?P<event_name>.+)", {"node_type": "ClearDispatcher"}),
    (r"assign (?P<event_name>.+)", {"node_type": "AssignDispatcher"}),
    (r"call (?P<event_name>.+)", {"node_type": "CallDispatcher"}),
    (r"call (?P<function_name>.+)", {"node_type": "CallFunction"}),
    (r"event (?P<event_name>.+)", {"node_type": "Event"}),
    (r"(?P<event_name>.+) \((?P<component_name>\w+)\)", {"node_type": "ComponentEvent"}),
    (r"input ?action (?P<event_name>.+)", {"node_type": "InputActionMapping"}),
    (r"input ?axis (?P<event_name>.+)", {"node_type": "InputAxisMapping"}),
    (r"enhanced ?input ?action (?P<event_name>.+)", {"node_type": "InputAction"}),
    (r"(?P<function_name>.+)", {"node_type": "CallFunction"}),
    (r"(?P<event_name>.+)", {"node_type": "Event"}),
    (r"(?P<event_name>.+)", {"node_type": "InputKey"}),
    (r"(?P<event_name>.+)", {"node_type": "InputAction"}),
    (r"(?P<function_name>.+)", {"node_type": "Macro"}),
)
_FEW_LETTERS: Final = 4
_SPLIT: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def titles_of(text: str) -> Iterator[TitleWords]:
    """What a title may be, as fields of add_node. A title without blanks is read as its words, too."""
    title = text.rpartition("|")[2].strip()
    spellings = dict.fromkeys((title, _SPLIT.sub(" ", title)))
    seen: list[TitleWords] = []
    for spelling in spellings:
        for pattern, fixed in _PATTERNS:
            found = re.fullmatch(pattern, spelling, re.IGNORECASE)
            words = {} if found is None else {**fixed, **found.groupdict()}
            if words and words not in seen:
                seen.append(words)
                yield words


def entries_named(text: str, names: Iterable[str]) -> list[str]:
    """The entries of the menu that a text means: by their whole name, else by their title alone.

    Names hold no blanks and underscores (field notes 2), whatever the text has of them.
    """
    wanted = fold_blanks(text)
    by_name = [name for name in names if fold_blanks(name) == wanted]
    by_title = [name for name in names if fold_blanks(name.rpartition("|")[2]) == wanted]
    return list(dict.fromkeys(by_name or by_title))


def entries_with(text: str, names: Iterable[str]) -> list[str]:
    """The entries whose title holds a text, the shortest first; nothing for a text of a few letters."""
    wanted = fold_blanks(text)
    if len(wanted) < _FEW_LETTERS:
        return []
    return sorted((name for name in names if wanted in fold_blanks(name.rpartition("|")[2])), key=len)


def entries_like(text: str, names: Iterable[str]) -> list[str]:
    """The entries whose name holds all words of a text: first where the title does, then by length."""
    words = [fold_blanks(word) for word in re.split(r"[\s|]+", text) if fold_blanks(word)]

    def has_all(name: str) -> bool:
        return all(word in name for word in words)

    found = [(name, fold_blanks(name)) for name in names]
    fitting = [(name, plain) for name, plain in found if has_all(plain)] if words else []
    fitting.sort(key=lambda item: (not has_all(item[1].rpartition("|")[2]), len(item[0])))
    return [name for name, _ in fitting]
