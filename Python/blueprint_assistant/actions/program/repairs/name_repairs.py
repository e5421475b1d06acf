"""What a program with a name that means nothing may have been meant as: the name that is near, everywhere.

Outside uses name_repairs. Only candidates: whoever asks plans the program with each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import near_names, nearest_slips, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from blueprint_assistant.actions.program.statement_faults import CodeFault

__all__ = ["listed_names", "name_repairs", "replaced_word", "wrong_name"]

_MOST: Final = 4
_LISTED: Final = re.compile(
    r"(?:Nearest|It has|Its pins|Use one of|one of these names|such as): ?(.*)", re.DOTALL
)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_CODE_PART: Final = re.compile(r"\bf\"[^\"]*\"|\bf'[^']*'|\"[^\"]*\"|'[^']*'|#.*")
_SHORT: Final = ("Component", "Actor")


def wrong_name(fault: CodeFault) -> str:
    """The name that a fault is about, as it was written; empty when it names none."""
    named = re.search(r"'([^'\n]+)'", fault.what)
    return named[1] if named is not None and _NAME.fullmatch(named[1]) else ""


def listed_names(fault: CodeFault) -> tuple[str, ...]:
    """The names and calls that a fault lists as what could be meant, most likely first."""
    found = _LISTED.search(fault.fix)
    parts = re.split(r", (?![^()]*\))", found[1].partition(". ")[0].rstrip(".")) if found else []
    names = (re.sub(r" \([^()]*\)$", "", part) for part in (*fault.candidates, *parts))
    return tuple(dict.fromkeys(name for name in names if name))


def name_repairs(fault: CodeFault, code: str) -> Iterator[str]:
    """The program with each name that is near in the place of the wrong one, the nearest first."""
    wrong = wrong_name(fault)
    if not wrong:
        return
    heads = [name.partition("(")[0] for name in listed_names(fault) if not name.startswith("if ")]
    by_name: dict[str, str] = {}
    for head in heads:
        bare = head.rpartition(".")[2]
        for spelled in (bare, *(bare.removesuffix(ending) for ending in _SHORT)):
            by_name.setdefault(spelled, head)
    slips = nearest_slips(wrong, by_name)
    exact = [head for head in heads if head.rpartition(".")[2].lower() == wrong.lower() != head.lower()]
    if len(exact) > 1:
        return  # which of several objects is meant nobody knows
    within = [head for head in heads if fault.code == "unknown_name" and _is_within(head, wrong)]
    only = _plainest(heads) if " has no variable or component " in fault.what else ()
    near = (
        *exact,
        *slips,
        *(within if len(within) == 1 else ()),
        *only,
        *(near_names(wrong, by_name) if fault.code == "unknown_pin" else ()),
    )
    for name in dict.fromkeys(near[:_MOST]):
        head = by_name.get(name, name)
        target = head if head.endswith(name) else name
        is_pin = fault.code == "unknown_pin"
        yield replaced_word(code, wrong, target, line=fault.line if is_pin else 0, is_pin=is_pin)
    if fault.code == "unknown_name":
        # `ActorLocation` of who knows engines where it is a property.
        yield replaced_word(code, wrong, f"Get{wrong[:1].upper()}{wrong[1:]}()")


def _is_within(name: str, wrong: str) -> bool:
    """Whether a name has only words of another one: Other is what `OtherActor` says."""
    words = {word.lower() for word in words_of(name.partition("(")[0])}
    return bool(words) and words < {word.lower() for word in words_of(wrong)}


def _plainest(names: Sequence[str]) -> tuple[str, ...]:
    """The one of several names with the fewest words: MaxWalkSpeed, not MaxWalkSpeedCrouched."""
    counts = [len(words_of(name)) for name in names]
    fewest = [name for name, count in zip(names, counts, strict=True) if count == min(counts)]
    return tuple(fewest) if len(fewest) == 1 else ()


def replaced_word(code: str, wrong: str, right: str, *, line: int = 0, is_pin: bool = False) -> str:
    """The program with one word for another outside of texts and comments, in one line or (0) in all.

    A target in front (`Glow.SetIntensity`) goes only before a call that has none.
    """
    owner, dot, bare = right.rpartition(".")
    behind = r"(?=\s*=(?!=))" if is_pin else r"(?!\w)"
    pattern = re.compile(rf"(\.\s*)?(?<!\w){re.escape(wrong)}{behind}")

    def put(found: re.Match[str]) -> str:
        return f"{found[1]}{bare}" if found[1] else f"{owner}{dot}{bare}"

    lines = code.split("\n")
    for number, text in enumerate(lines, 1):
        if line in (0, number):
            lines[number - 1] = _outside_texts(text, lambda part: pattern.sub(put, part))
    return "\n".join(lines)


def _outside_texts(line: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    for found in _CODE_PART.finditer(line):
        parts.append(change(line[at : found.start()]))
        is_format = found[0].startswith("f")
        parts.append(
            re.sub(r"\{[^{}]*\}", lambda inner: change(inner[0]), found[0]) if is_format else found[0]
        )
        at = found.end()
    return "".join([*parts, change(line[at:])])
