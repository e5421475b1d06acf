"""Lines of BlueCode that a request may need, for models that know few of Unreal's functions.

Outside uses fitting_lines. Small models write calls that nothing has (`Bulb.TurnOff()`), and a short prompt
cannot teach all of Unreal: they get what fits the words of the request, with the members that it names.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.everyday_lines import EVERYDAY, OF_PARTS
from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.program.request_values import key_in, texts_in, with_values
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.name_lookup import without_b, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.everyday_lines import EverydayLine
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType

__all__ = ["fitting_lines"]

_MOST: Final = 6
_NAMED: Final = 1.5
"""What it is worth that a member is named: more than a second word."""
_ALONE: Final = frozenset({"LightComponent", "LocalLightComponent", "AudioComponent", "TextRenderComponent"})
"""Of these a request may mean one that it does not name, if it is the only one."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_BETWEEN: Final = r"(?:\W+\w+){0,2}?\W+"
_KNOWN: Final = {"{key}": r"(?-i:\b[B-HJ-W]\b)", "{verb}": r"\b\w+s\b"}
"""A letter that is neither a word nor an axis, and what it does."""
_SAID: Final = re.compile(r"  # .*")
_HEADS: Final = ("on ", "event ", "func ")
_SLOT: Final = re.compile(r"\{(\w+)\}")
_KINDS: Final[Mapping[str, Callable[[PinType], bool]]] = {
    "value": lambda kind: kind.container == "none",
    "number": lambda kind: kind.container == "none" and kind.category in ("int", "real"),
    "flag": lambda kind: kind.container == "none" and kind.category == "bool",
    "array": lambda kind: kind.container == "array",
}
"""Which variables stand for what in a line."""


def fitting_lines(
    context: ActionContext, owners: Iterable[Blueprint], request: str, code: str
) -> tuple[str, ...]:
    """Lines with what each is for, in an order to write them in; none where no word of the request is known.

    `owners` are the Blueprints in question; names of a Blueprint count for nothing. What stands in `code`,
    which the model is shown, is not said again, and no event is named beside those that are there: small
    models write the change into it.
    """
    owners = [*owners]
    for owner in owners:
        request = request.replace(owner.name, " ")
    found = sorted({item for owner in owners for item in _found(context, owner, request, code)})
    # Of one function only how it fits best: whether this actor or the other one is destroyed.
    fits = dict[str, float]()
    for fit, _, text in found:
        fits.setdefault(_function(text), fit)
    best = [item for item in found if item[0] == fits[_function(item[2])] and not _is_of_part(item[2], fits)]
    told = [text for _, _, text in sorted(best[:_MOST], key=lambda item: item[1])]
    return tuple(
        text for text in told if not any(text != other and _code(text) in _code(other) for other in told)
    )


def _found(
    context: ActionContext, owner: Blueprint, request: str, code: str
) -> list[tuple[float, tuple[int, int], str]]:
    """The lines that fit, each with what ranks it and its place in the table."""
    found: list[tuple[float, tuple[int, int], str]] = []
    try:
        catalog = catalog_for_code(context, owner)
    except AssistantError:
        return found  # read_graph says why
    for place, line in enumerate(EVERYDAY):
        fit = _fit(line.words, request)
        if code and line.line.startswith("on "):
            continue
        if not fit or not _is_for(owner.parent_class, line.owner, catalog):
            continue
        found += [
            (-fit - extra, (place, number), _told(with_values(text, request), line.does))
            for number, (text, extra) in enumerate(_filled(line, owner, request, catalog))
            if not _stands_in(text, code)
        ]
    return found


def _fit(ways: str, request: str) -> int:
    """How many words the longest way to ask has that a request takes; 0 for none."""
    return max((count for way, count in _patterns(ways) if way.search(request)), default=0)


@cache
def _patterns(ways: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Ways to ask, each with how many words it has, which follow each other with few others between."""
    told = [way.split() for way in ways.split("|")]
    return tuple(
        (re.compile(_BETWEEN.join(map(_pattern, words)), re.IGNORECASE), len(words)) for words in told
    )


def _pattern(word: str) -> str:
    if word in _KNOWN:
        return _KNOWN[word]
    return rf"\b{word[:-1]}\w*" if word.endswith("*") else rf"\b{word}\b"


def _is_for(parent: str, wanted: str, catalog: Catalog) -> bool:
    """Whether what is of a class can do what one of the engine's classes can."""
    return not wanted or catalog.is_child_of(parent, f"/Script/Engine.{wanted}")


def _is_part(kind: str, wanted: str, catalog: Catalog) -> bool:
    """Whether a line for one class of components is one for another; zones are never to be seen."""
    is_zone = _is_for(kind, "ShapeComponent", catalog)
    return _is_for(kind, wanted, catalog) and not (is_zone and wanted == "SceneComponent")


def _filled(
    line: EverydayLine, owner: Blueprint, request: str, catalog: Catalog
) -> Iterator[tuple[str, float]]:
    """The line for each member that is meant, with what that adds to its fit; none where one is missing."""
    slot = _SLOT.search(line.line)
    if slot is None:
        yield line.line, 0.0
        return
    if slot[1] == "text":
        names = {item.name.lower() for item in owner.variables}
        names |= {item.name.lower() for item in owner.components}
        texts = (text for text in texts_in(request) if text.lower() not in names)
        yield from ((line.line.replace(slot[0], text), 0.0) for text in texts)
        return
    if slot[1] == "key":
        yield line.line.replace(slot[0], key_in(request)), 0.0
        return
    if line.part:
        able = [item.name for item in owner.components if _is_part(item.class_path, line.part, catalog)]
    else:
        able = [item.name for item in owner.variables if _KINDS[slot[1]](item.type)]
    said = frozenset(word.lower() for word in _WORD.findall(request))
    named = [name for name in able if _is_named(name, said)]
    is_alone = len(able) == 1 and (line.part in _ALONE or slot[1] == "array")
    for name in named or (able if is_alone else []):
        yield line.line.replace(slot[0], name), _NAMED if named else 0.0


def _is_named(name: str, said: frozenset[str]) -> bool:
    words = [word.lower() for word in words_of(without_b(name))]
    return bool(words) and all(word in said for word in words)


def _stands_in(line: str, code: str) -> bool:
    """Whether code has the event of a line, or its call."""
    head = line if '("' in line else f"{line.partition('(')[0]}("
    return "(" in line and head in code


def _is_of_part(text: str, fits: Mapping[str, float]) -> bool:
    """Whether a request fits a component better than the whole actor; fits are negative."""
    function = _function(text)
    other = OF_PARTS.get(function, "")
    return other in fits and fits[other] < fits[function]


def _code(text: str) -> str:
    return _SAID.sub("", text).strip().rstrip(":")


def _function(text: str) -> str:
    """What a line calls; of several lines the last one, of an event the event."""
    code = _code(text)
    if '("' in code and "\n" not in code:
        return code  # each text is its own
    last = code if code.startswith(_HEADS) else code.splitlines()[-1]
    return last.partition("(")[0].rpartition(".")[2].strip()


def _told(line: str, does: str) -> str:
    """A line with what it is for, and as far in as it would stand."""
    first, *rest = line.split("\n")
    indent = "" if first.startswith(_HEADS) else "  "
    return "\n".join(indent + part for part in (f"{first}  # {does}", *rest))
