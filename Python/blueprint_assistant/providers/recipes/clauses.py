"""Splits a request into sentences and clauses, and tells which of them say when something happens."""

from __future__ import annotations

import re
from dataclasses import dataclass

from blueprint_assistant.providers.recipes.reactions import TRIGGER_WORDS, take_trigger
from blueprint_assistant.providers.recipes.words import NUMBER, PLACE, ClauseWords

__all__ = ["Clause", "Unit", "sentences", "units"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence. `lead` is what joined it to the one before: `,` `and` `with`, or nothing."""

    lead: str
    text: str

    @property
    def tells_time(self) -> bool:
        """Whether it begins as a telling of when something happens."""
        return re.match(rf"(?:{_TIME_START})", self.text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class Unit:
    """An action clause with the time clauses that follow and belong to it, or a leading time clause alone."""

    clause: Clause
    times: tuple[Clause, ...] = ()

    @property
    def text(self) -> str:
        """Both as written."""
        return " ".join([self.clause.text, *(time.text for time in self.times)])


_EVENT_WORD = (
    r"(?:begin ?play|start(?: ?up)?|spawn(?:ing)?|creation|(?:begin |end |actor )*overlap(?:s|ping)?|"
    r"touch|collision|contact|hit|tick|game start)"
)
_TIME_START = (
    rf"(?:{TRIGGER_WORDS})\b(?<!once)|once\b(?! (?:per|every|a|in|each)\b)"
    rf"|(?:on|at|upon) (?:the |its |event |every |each |actor )*{_EVENT_WORD}\b"
    rf"|in {NUMBER} ?(?:s|secs?|seconds?|minutes?)\b|(?:event ){_EVENT_WORD}\b"
    rf"|(?:every|each) (?:single )?(?:tick|frame)\b|(?:waits?|delays?|pauses?) (?:for )?{NUMBER}"
    rf"|{NUMBER} ?(?:s|secs?|seconds?) later\b"
)
_VALUE_AFTER_WITH = (
    r"(?:an? |the |its |constant )*(?:default|initial|starting|start value|value|speed|rate|velocity|"
    rf"amplitude|height|period|text|message|delta|name)\b|{NUMBER} ?(?:units?|uu|cm|m|degrees?|\u00b0)\b"
)
_NOT_AFTER_THAT = (
    r"(?:(?:actor|object|one|thing)\b|touch|overlap|hits?\b|enter|collid|says\b|starts? at|defaults?\b|"
    rf"is (?:true|false|{NUMBER}|{PLACE}|set\b|called|named))"
)
_JOIN = r"(?:and|but|then|plus|also|or else)"
_BOUNDARY = re.compile(
    rf" ?[,;] ?(?:(?:{_JOIN}|so) )*"
    rf"| ?: "
    rf"| - "
    rf"| (?:and|but|plus|&|as well as|along with|together with) (?:(?:then|also) )*"
    rf"| then "
    rf"| (?:so that|such that|so it|that|which|who) (?!{_NOT_AFTER_THAT})"
    r"|(?<!collides)(?<!collide)(?<!collided)(?<!contact)(?<!overlap)(?<!overlaps) with "
    rf"(?!{_VALUE_AFTER_WITH})"
    rf"| (?:having|containing|including|featuring) "
    rf"| (?=(?:without|instead of|rather than) )"
    rf"| (?={_TIME_START})(?!(?:every|each) )(?!(?:on )?(?:event |every |each )*tick)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?;]) | ?\n+ ?|[.!?]+$")
_BULLET = re.compile(r"^ ?(?:[-*\u2022]|\d+[.)]) ")

_TYPE = r"bool|boolean|int|integer|float|double|string|text|name|vector|rotator|byte"
_START = r"(?:the )?(?:begin ?play|game starts?|it (?:starts|spawns|is spawned)|spawning|start)"
# Fixed phrases that must not be split at their `and`, and other forms of what is known already.
_PAIRS = (
    (r"\bup and (?:then )?down\b|\bdown and up\b|\bup ?[/&] ?down\b", "up-and-down"),
    (r"\bback(?:wards?)? and for(?:th|wards?)\b", "back-and-forth"),
    (r"\bforwards? and (?:then )?back(?:wards?)?\b", "forward-and-back"),
    (r"\bto and fro\b", "to-and-fro"),
    (r"\b(?:from )?side to side\b", "side-to-side"),
    (r"\bleft and (?:then )?right\b|\bright and left\b", "left-and-right"),
    (rf"({NUMBER}) (seconds?|secs?|s) after {_START}\b", r"after \1 \2"),
    (r"\bbegin-?play\b", "beginplay"),
    (r"\bw/ ?", "with "),
    (r" ?\(parent(?: class)?:? ?(\w+)\)", r" with parent class \1"),
    (
        rf"\b(\w+) ?\(({_TYPE}),? ?(?:default(?: value)?:? ?)?({NUMBER}|{PLACE}|true|false)\)",
        r"\2 variable \1 = \3",
    ),
    (rf"\b(\w+) ?\(({_TYPE})\)", r"\2 variable \1"),
)


def sentences(text: str) -> list[list[Clause]]:
    """The clauses of each sentence. Quoted texts must be protected before."""
    for pattern, joined in _PAIRS:
        text = re.sub(pattern, joined, text, flags=re.IGNORECASE)
    parts = (_BULLET.sub("", part).strip(" .!?") for part in _SENTENCE_END.split(text) if part)
    return [clauses for part in parts if part and (clauses := _clauses(part))]


def _clauses(sentence: str) -> list[Clause]:
    found: list[Clause] = []
    start, lead = 0, "."
    for match in _BOUNDARY.finditer(sentence):
        text = sentence[start : match.start()].strip(" ,;:")
        if text:
            found.append(Clause(lead, text))
            lead = ""
        lead = _joined(lead, match[0])
        start = match.end()
    text = sentence[start:].strip(" ,;:")
    return [*found, Clause(lead, text)] if text else found


def _joined(lead: str, boundary: str) -> str:
    return " ".join(f"{lead} {boundary}".lower().split())


def units(clauses: list[Clause]) -> list[Unit]:
    """Actions with the time clauses behind them; a time clause in front of its actions stands alone."""
    found: list[Unit] = []
    for number, clause in enumerate(clauses):
        is_last = number == len(clauses) - 1
        follows = bool(found) and not found[-1].clause.tells_time
        ends_it = clause.lead == "," and is_last and not _asks_for_new(found[-1].clause if found else clause)
        if clause.tells_time and follows and (clause.lead == "" or (ends_it and not _has_action(clause))):
            found[-1] = Unit(found[-1].clause, (*found[-1].times, clause))
        else:
            found.append(Unit(clause))
    return found


def _asks_for_new(clause: Clause) -> bool:
    """Whether the clause creates the Blueprint, which no time behind a comma is meant for."""
    return re.match(r"(?:please )?(?:creat|mak|build|generat)\w*", clause.text, re.IGNORECASE) is not None


def _has_action(clause: Clause) -> bool:
    """Whether a time clause goes on, without a comma, to say what happens then."""
    words = ClauseWords(clause.text)
    return take_trigger(words) is not None and bool(words.rest())
