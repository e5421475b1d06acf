"""How names that people and models write are matched with the catalogue's names.

Outside uses the errors; `graph.catalog.engine_catalog` uses the rest. Nothing here guesses: a name that fits
several things is an AmbiguousNameError with all of them, one that fits none an error with the
nearest.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "FUNCTION_HABITS",
    "REPLACED_FUNCTIONS",
    "AmbiguousNameError",
    "UnknownClassError",
    "UnknownEventError",
    "UnknownFunctionError",
    "WordIndex",
    "display_name",
    "fold",
    "fold_all",
    "fold_bare",
    "fold_blanks",
    "fold_key",
    "fold_letters",
    "fold_native",
    "fold_pin",
    "fold_spaces",
    "fold_text",
    "fold_tool",
    "fold_underscores",
    "is_slip",
    "likeness",
    "near_names",
    "nearest_slips",
    "shown_name",
    "spaced",
    "squeeze",
    "strip_prefix",
    "without_b",
    "words_of",
]

_SHOWN = 12
"""How many candidates a message lists; the error carries all of them."""
_LONGEST_NAME = 200


class UnknownFunctionError(GraphError):
    """No Blueprint-callable function has that name. `candidates` are the nearest names."""

    code = "unknown_function"

    def __init__(self, text: str, candidates: Sequence[str] = (), *, scope: str = "") -> None:
        """Say where it was looked for and what is near."""
        where = f" that {scope} can call" if scope else ""
        super().__init__(
            f"There is no Blueprint function '{shown_name(text)}'{where}.", _did_you_mean(candidates)
        )
        self.candidates = tuple(candidates)


class UnknownClassError(GraphError):
    """No class has that name. `candidates` are the nearest names."""

    code = "unknown_class"

    def __init__(self, text: str, candidates: Sequence[str] = (), *, what: str = "") -> None:
        """`what` replaces the sentence when more is known than that the class is missing."""
        super().__init__(what or f"There is no class '{shown_name(text)}'.", _did_you_mean(candidates))
        self.candidates = tuple(candidates)


class UnknownEventError(GraphError):
    """The class has no event of that name. `candidates` are its events, nearest first.

    `near` are those that could be meant. `has_remedy`: the fix says more than what events there are.
    """

    code = "unknown_event"

    def __init__(
        self,
        text: str,
        class_name: str,
        candidates: Sequence[str] = (),
        *,
        fix: str = "",
        near: Sequence[str] = (),
    ) -> None:
        """Say which class was looked at; `fix` when more is known than what is near."""
        known = _did_you_mean(near) if near else f"It has {_some(candidates)}." if candidates else ""
        super().__init__(
            f"{class_name} has no event '{shown_name(text)}'.", fix or known or _did_you_mean(())
        )
        self.class_name = class_name
        self.candidates = tuple(candidates)
        self.near = tuple(near)
        self.has_remedy = bool(fix or near)


class AmbiguousNameError(GraphError):
    """A name fits several things. `candidates` are all of them, each unambiguous."""

    code = "ambiguous_name"

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        """List what the name may mean."""
        super().__init__(f"'{shown_name(text)}' fits {len(candidates)} names.", _use_one_of(candidates))
        self.candidates = tuple(candidates)


def shown_name(text: str) -> str:
    """A name in a message: as it is, unless it is no name but a whole text."""
    return text if len(text) <= _LONGEST_NAME else f"{text[:60]}…"


def _use_one_of(candidates: Sequence[str]) -> str:
    return f"Use one of: {_some(candidates)}."


def _some(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{', '.join(names[:_SHOWN])}{more}"


def _did_you_mean(candidates: Sequence[str]) -> str:
    return f"Nearest: {', '.join(candidates[:_SHOWN])}." if candidates else "Check the spelling."


_DROPPED = {ord(char): None for char in " \t_.,:;()[]{}'\"`?#@$~\\"}


def fold(name: str) -> str:
    """A name without letter case, blanks and punctuation; operator signs stay."""
    return name.lower().translate(_DROPPED)


def fold_all(names: Sequence[str]) -> list[str]:
    """`fold` of many names in one pass. None of them holds a line break."""
    return fold("\n".join(names)).split("\n")


# --- other foldings, each for what else its names may be written with ------------------------------


def squeeze(text: str) -> str:
    """A text without blanks and underscores, as names of menu entries spell titles; letter case stays."""
    return "".join(text.split()).replace("_", "")


@lru_cache(maxsize=50_000)  # the names of one node menu, which are looked through for each search
def fold_blanks(name: str) -> str:
    """A name without letter case, blanks and underscores; punctuation stays."""
    return squeeze(name).casefold()


def fold_spaces(name: str) -> str:
    """A name without letter case and spaces, as of graphs; underscores stay."""
    return name.replace(" ", "").lower()


def fold_underscores(name: str) -> str:
    """A name without letter case and underscores: Python's `QUERY_ONLY` is C++'s `QueryOnly`."""
    return name.replace("_", "").lower()


def fold_key(name: str) -> str:
    """A name without letter case, spaces and underscores, to tell the pins of a node apart.

    Other than with `fold_blanks`, names that only a casefold makes equal (`Maß`, `Mass`) stay two.
    """
    return fold_underscores(fold_spaces(name))


def fold_letters(name: str) -> str:
    """Only the letters and digits of a name, without letter case."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


_PIN_SIGNS = re.compile(r"[\s_.\[\]-]")


def fold_pin(name: str) -> str:
    """A name without letter case, blanks and separators, as of pins: `Array Element`, `[0]`."""
    return _PIN_SIGNS.sub("", name.casefold())


_TOOL_SIGNS = re.compile(r"[\s_.-]")


def fold_tool(name: str) -> str:
    """A tool's name without letter case, blanks and separators; brackets stay."""
    return _TOOL_SIGNS.sub("", name).lower()


def fold_text(text: str) -> str:
    """A text of several words without letter case, with single blanks."""
    return " ".join(text.split()).lower()


def fold_bare(name: str) -> str:
    """`fold` of a C++ name without the prefix that the editor hides."""
    return fold(strip_prefix(name))


def fold_native(name: str) -> str:
    """`fold_bare` of what may be an asset's name as well: their `BP_` stays."""
    return fold(name) if name.startswith("BP_") else fold_bare(name)


def without_b(name: str) -> str:
    """A name without the `b` of a Boolean: `bIsOpen` is IsOpen, `base` stays."""
    return name[1:] if name[:1] == "b" and name[1:2].isupper() else name


_PREFIXES = ("K2_", "BP_", "Receive")


def strip_prefix(name: str) -> str:
    """A C++ name without the prefix that the editor and Python hide (`K2_DestroyActor`)."""
    for prefix in _PREFIXES:
        if name.startswith(prefix) and len(name) > len(prefix):
            return name[len(prefix) :]
    return name


_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words_of(name: str) -> list[str]:
    """The words of a name, lower case: `K2_SetActorLocation` is k, 2, set, actor, location."""
    return list(_words(name))


@lru_cache(maxsize=50_000)  # all functions of a class, for each wrong name
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


_BREAK = re.compile(
    r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\d)(?=[A-Z][a-z])|(?<=[a-zA-Z])(?=\d)|_+"
)


def display_name(name: str, *, is_bool: bool = False) -> str:
    """A name as the editor spells it for people: `bIsOpen` is Is Open, `MaxHP2` is Max HP 2."""
    if is_bool and re.match(r"b[A-Z]", name):
        name = name[1:]
    return spaced(name)


def spaced(name: str) -> str:
    """A name as the editor spells it for people: `MaxSpeed2` is Max Speed 2."""
    words = [word for word in _BREAK.sub(" ", name).split(" ") if word]
    return " ".join(word[0].upper() + word[1:] for word in words)


_FEW = 300
"""So many names are all compared by spelling."""


class WordIndex:
    """Finds the names nearest to one that does not exist, by shared words and by spelling."""

    def __init__(self, names: Iterable[str]) -> None:
        """Index the names; the order breaks ties."""
        self._names = list(dict.fromkeys(names))
        self._by_word: dict[str, list[int]] = {}
        for number, name in enumerate(self._names):
            for word in set(words_of(name.rsplit(".", 1)[-1])):
                self._by_word.setdefault(word, []).append(number)

    def nearest(self, text: str, limit: int = 8) -> tuple[str, ...]:
        """The nearest names, best first; empty when nothing is near."""
        wanted = words_of(text)
        scores: dict[int, float] = {}
        for word in dict.fromkeys(wanted):
            for number in self._by_word.get(word, ()):
                # A word that many names share says less than a rare one.
                scores[number] = scores.get(number, 0.0) + 1.0 / (1 + len(self._by_word[word]) / 50)
        best = sorted(scores, key=lambda number: -scores[number])[:_FEW]
        if len(self._names) <= _FEW:
            best = list(range(len(self._names)))
        elif len(best) < limit:
            best += [n for n in self._similar_start(text) if n not in scores]
        rated = sorted(best, key=lambda number: -likeness(text, self._names[number]))
        return tuple(self._names[n] for n in rated[:limit] if likeness(text, self._names[n]) >= 0.5)  # noqa: PLR2004 - half alike

    def _similar_start(self, text: str) -> list[int]:
        start = fold(text)[:3]
        return [number for number, name in enumerate(self._folded) if name.startswith(start)]

    @cached_property
    def _folded(self) -> list[str]:
        """The names without their owners, folded once for all that is asked."""
        return fold_all([name.rsplit(".", 1)[-1] for name in self._names])


@lru_cache(maxsize=50_000)  # a wrong name is compared anew with each try to plan a program
def likeness(text: str, name: str) -> float:
    """How much a name, without owner and prefix, is spelled like a text: 0 to 1.

    A text that is far too long for a name is like none: comparing takes time with its length.
    """
    if len(text) > _LONGEST_NAME:
        return 0.0
    plain = strip_prefix(name.rsplit(".", 1)[-1])
    return SequenceMatcher(None, fold(text), fold(plain), autojunk=False).ratio()


_LONGEST_SLIP = 60
_SHORTEST_SLIP = 3
_LETTERS_PER_SLIP = 7


def is_slip(written: str, name: str) -> bool:
    """Whether a name is another one with a slip of the pen: letters left out, put in, wrong or swapped.

    One slip in a short name, more in a long one. Letter case, underscores and the `b` of a Boolean
    are no slips.
    """
    return _slips(written, name) <= _allowed(written)


def nearest_slips(written: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that a wrong one is with the fewest slips of the pen; empty when it is none of them.

    `PlaySound` is no slip of `PlaySound2D`: what has further words begins so.
    """
    slips = {name: _slips(written, name) for name in dict.fromkeys(names) if not _goes_on(written, name)}
    fewest = min(slips.values(), default=0)
    return tuple(name for name in slips if slips[name] == fewest) if fewest <= _allowed(written) else ()


def near_names(written: str, names: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """The names that a wrong one may stand for, best first: with slips of the pen, or with all its words.

    None that only looks a little like it: what is far leads to another mistake.
    """
    known = list(dict.fromkeys(names))
    slips = {name: _slips(written, name) for name in known}
    close = sorted((name for name in known if slips[name] <= _allowed(written)), key=slips.__getitem__)
    wanted = [word for word in words_of(without_b(written)) if len(word) > 1]
    longer = [name for name in known if name not in close and wanted and _has_words(name, wanted)]
    return tuple([*close, *longer][:limit])


def _goes_on(written: str, name: str) -> bool:
    own, wanted = words_of(name), words_of(written)
    return len(own) > len(wanted) and own[: len(wanted)] == wanted


def _has_words(name: str, wanted: Sequence[str]) -> bool:
    """Whether a name has all of these words, or is of such words alone."""
    own = [word for word in words_of(without_b(name)) if len(word) > 1]
    return set(wanted) <= set(own) or bool(own and set(own) <= set(wanted))


def _allowed(written: str) -> int:
    return 0 if len(written) < _SHORTEST_SLIP else 1 + min(2, (len(written) - 1) // _LETTERS_PER_SLIP)


@lru_cache(maxsize=50_000)  # likewise
def _slips(written: str, name: str) -> int:
    """How many letters were left out, put in, wrong or swapped; more than allowed for far longer names."""
    one, other = (fold_underscores(without_b(item)) for item in (written, name))
    far = max(len(one), len(other), 1)
    if abs(len(one) - len(other)) > _allowed(written) or far > _LONGEST_SLIP:
        return far
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        following = [at]
        for to, wanted in enumerate(other, 1):
            best = min(row[to] + 1, following[to - 1] + 1, row[to - 1] + (letter != wanted))
            is_swapped = at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted
            following.append(min(best, before[to - 2] + 1) if is_swapped else best)
        before, row = row, following
    return row[-1]


FUNCTION_HABITS: Mapping[str, str] = {
    "print": "/Script/Engine.KismetSystemLibrary:PrintString",
    "printtext": "/Script/Engine.KismetSystemLibrary:PrintText",
    "linetrace": "/Script/Engine.KismetSystemLibrary:LineTraceSingle",
    "linetracebychannel": "/Script/Engine.KismetSystemLibrary:LineTraceSingle",
    "spheretrace": "/Script/Engine.KismetSystemLibrary:SphereTraceSingle",
    "spheretracebychannel": "/Script/Engine.KismetSystemLibrary:SphereTraceSingle",
    "settimer": "/Script/Engine.KismetSystemLibrary:K2_SetTimer",
    "settimerbyfunctionname": "/Script/Engine.KismetSystemLibrary:K2_SetTimer",
    "settimerbyevent": "/Script/Engine.KismetSystemLibrary:K2_SetTimerDelegate",
    "getmappedrangevalueclamped": "/Script/Engine.KismetMathLibrary:MapRangeClamped",
    "getmappedrangevalueunclamped": "/Script/Engine.KismetMathLibrary:MapRangeUnclamped",
    "maxintint": "/Script/Engine.KismetMathLibrary:Max",
    "minintint": "/Script/Engine.KismetMathLibrary:Min",
    "sign": "/Script/Engine.KismetMathLibrary:SignOfFloat",
    "and": "/Script/Engine.KismetMathLibrary:BooleanAND",
    "or": "/Script/Engine.KismetMathLibrary:BooleanOR",
    "xor": "/Script/Engine.KismetMathLibrary:BooleanXOR",
    "not": "/Script/Engine.KismetMathLibrary:Not_PreBool",
    "destroy": "/Script/Engine.Actor:K2_DestroyActor",
    "destroyself": "/Script/Engine.Actor:K2_DestroyActor",
    "makerot": "/Script/Engine.KismetMathLibrary:MakeRotator",
    "breakrot": "/Script/Engine.KismetMathLibrary:BreakRotator",
    "linetracesinglebychannel": "/Script/Engine.KismetSystemLibrary:LineTraceSingle",
    "spheretracesinglebychannel": "/Script/Engine.KismetSystemLibrary:SphereTraceSingle",
    "concat": "/Script/Engine.KismetStringLibrary:Concat_StrStr",
    "getdeltaseconds": "/Script/Engine.GameplayStatics:GetWorldDeltaSeconds",
    "getdeltatime": "/Script/Engine.GameplayStatics:GetWorldDeltaSeconds",
}
"""Names that models write by habit, folded, and the function that they mean (field notes 3)."""

REPLACED_FUNCTIONS: Mapping[str, str] = {
    "k2cleartimerhandle": "/Script/Engine.KismetSystemLibrary:K2_ClearAndInvalidateTimerHandle",
    "cleartimerhandle": "/Script/Engine.KismetSystemLibrary:K2_ClearAndInvalidateTimerHandle",
    "cleartimerbyhandle": "/Script/Engine.KismetSystemLibrary:K2_ClearAndInvalidateTimerHandle",
}
"""Functions that exist but that the 5.8 editor no longer makes nodes of, and their successors."""
