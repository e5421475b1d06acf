"""What starts an action, and the actions that something starts: printing and destroying."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.providers.recipes.intents import Destroy, Print, Trigger
from blueprint_assistant.providers.recipes.motions import EVERY_TICK
from blueprint_assistant.providers.recipes.words import NUMBER, PLACE

if TYPE_CHECKING:
    from blueprint_assistant.providers.recipes.words import ClauseWords, Quotes

__all__ = ["BEGIN_PLAY", "TRIGGER_WORDS", "Moment", "take_destroy", "take_print", "take_trigger"]

BEGIN_PLAY = Trigger("ReceiveBeginPlay")

TRIGGER_WORDS = (
    r"when|whenever|if|unless|until|till|while|once|as soon as|upon|after|before|every time|each time|"
    r"only (?:if|when|while)|as long as|except|provided|in case"
)
"""Words that begin the telling of when something happens."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A trigger as it was told: an event, a delay, or both. `note` is what was assumed."""

    event: Trigger | None
    delay_s: float = 0.0
    note: str = ""


_SECONDS = r"(?:s|secs?|seconds?)"
_AFTER = (
    r"(?:after|in|once|waits?(?: for)?|delays?(?: (?:for|of|by))?|pauses?(?: for)?) "
    r"(?:about |a delay of |a lifetime of |waiting (?:for )?)?"
    rf"(?P<number>{NUMBER}|an?) ?(?P<unit>{_SECONDS}|mins?|minutes?)"
    r"(?: (?:have |has )?(?:passed|gone by|elapsed|delay|later))?"
)
_LATER = rf"(?P<number>{NUMBER}) ?(?P<unit>{_SECONDS}|mins?|minutes?) (?:later|afterwards|after)"

_WHEN = r"(?:when|whenever|once|as soon as|upon|on|at|after|every time|each time|if)"
_BEGIN = (
    rf"(?:{_WHEN} )?(?:the |its |event )*(?:begin ?play|start of (?:the )?(?:game|play|level)|game start|"
    r"start ?up|spawn(?:ing)?|creation|beginning|start)"
    rf"|{_WHEN} (?:the )?(?:game|play|level|map|match|simulation|it|actor|blueprint|object|scene) "
    r"(?:starts?|begins?|spawns?|loads?|(?:is|gets) (?:spawned|created|placed|loaded|started))"
    r"(?: (?:playing|up))?"
)
_ANYTHING = (
    r"(?:something|anything|someone|somebody|anyone|anybody|(?:an|any|another|the|some) ?(?:other )?"
    r"(?:actor|object|thing|body|pawn|character)s?|other actors?|actors?|objects?|things|others?|stuff)"
)
_PLAYER = r"(?:the |a |my )?player(?: (?:character|pawn))?s?"
_SELF = (
    r"(?:it|this|itself|they|both|(?:the|this|our) "
    r"(?:actor|blueprint|object|box|sphere|trigger|mesh|collision|\w*pickup|coin|door))"
)
_OVERLAP_VERB = (
    r"(?:overlap(?:s|ped|ping)?|begins? to overlap|touch(?:es|ed|ing)?|collid(?:e|es|ed|ing)(?: with)?|"
    r"enter(?:s|ed|ing)?|walk(?:s|ed)? (?:in(?:to)?|onto|over|on)|run(?:s)? (?:into|over)|hit(?:s|ting)?|"
    r"bump(?:s|ed)? ?(?:into)?|step(?:s|ped)? (?:on|onto|into)|mak(?:e|es) contact with|"
    r"com(?:e|es) (?:in(?:to)?|in contact with))"
)
_END_VERB = (
    r"(?:stops? (?:overlapping|touching)|leav(?:e|es|ing)|exit(?:s|ing)?|ends? overlap(?:ping)?|"
    r"walks? (?:away|out)(?: from)?)"
)
_BARE_OVERLAP = (
    r"(?:on|upon|at|when|whenever|if|once) (?:actor |component |event |an? |the |it is |it's |it gets )*"
    r"(?P<verb>(?:begin )?overlap(?:s|ped|ping)?|touch(?:ed)?|collision|contact|hit)"
    r"(?: event)?(?: (?:with|by|of) (?P<who>\w+(?: \w+){0,2}))?"
)
_BARE_END = r"(?:on|upon|at|when) (?:actor |event )*(?:end overlap|overlap end(?:s)?)"


def take_trigger(words: ClauseWords) -> Moment | None:
    """When something happens, taken out of a clause; None when the clause tells no such time."""
    for take in (_take_delay, _take_end, _take_overlap, _take_begin, _take_tick):
        moment = take(words)
        if moment is not None:
            return moment
    return None


def _take_delay(words: ClauseWords) -> Moment | None:
    match = words.take(_AFTER) or words.take(_LATER)
    if match is None:
        return None
    number = 1.0 if match["number"].startswith("a") else float(match["number"])
    minutes = match["unit"].startswith("min")
    event = _take_begin(words) or _take_overlap(words)
    return Moment(
        event.event if event else None, number * (60 if minutes else 1), event.note if event else ""
    )


def _take_begin(words: ClauseWords) -> Moment | None:
    return Moment(BEGIN_PLAY) if words.take(_BEGIN) else None


def _take_tick(words: ClauseWords) -> Moment | None:
    return Moment(Trigger("ReceiveTick")) if words.take(EVERY_TICK) else None


def _take_end(words: ClauseWords) -> Moment | None:
    if words.take(_BARE_END):
        return Moment(Trigger("ReceiveActorEndOverlap"))
    return _take_meeting(words, _END_VERB, "ReceiveActorEndOverlap")


def _take_overlap(words: ClauseWords) -> Moment | None:
    moment = _take_meeting(words, _OVERLAP_VERB, "ReceiveActorBeginOverlap")
    if moment is not None:
        return moment
    match = words.find(_BARE_OVERLAP)
    if match is None:
        return None
    who = match["who"] or ""
    is_player = re.search(r"\bplayer\b", who) is not None
    if who and not is_player and not re.fullmatch(_ANYTHING, who):
        return None
    words.take(_BARE_OVERLAP)
    return _meeting("ReceiveActorBeginOverlap", match["verb"], is_player=is_player)


def _take_meeting(
    words: ClauseWords, verb: str, event: Literal["ReceiveActorBeginOverlap", "ReceiveActorEndOverlap"]
) -> Moment | None:
    """`the player touches it`, `it overlaps something`, `it is touched by the player`."""
    met = rf"(?P<verb>{verb})"
    by_other = rf"{_WHEN} (?:(?P<player>{_PLAYER})|{_ANYTHING}) {met}(?: (?:with )?{_SELF})?"
    by_self = rf"{_WHEN} {_SELF} {met} (?:with )?(?:(?P<player>{_PLAYER})|{_ANYTHING})"
    passive = rf"{_WHEN} {_SELF} (?:is|gets|was) {met}(?: by (?:(?P<player>{_PLAYER})|{_ANYTHING}))?"
    alone = rf"{_WHEN} {_SELF} {met}(?P<player>(?!))?"
    for pattern in (by_other, by_self, passive, alone):
        match = words.take(pattern)
        if match is not None:
            return _meeting(event, match["verb"], is_player=match["player"] is not None)
    return None


def _meeting(
    event: Literal["ReceiveActorBeginOverlap", "ReceiveActorEndOverlap"], verb: str, *, is_player: bool
) -> Moment:
    is_hit = re.match(r"hit|collid|collision|bump", verb) is not None
    note = f"'{verb}' means an overlap here, not a blocking hit" if is_hit else ""
    return Moment(Trigger(event, is_player_only=is_player), note=note)


# --- actions -----------------------------------------------------------------------------------

_PRINT = r"(?:print(?:s|ing|ed)?(?: out)?(?: string)?|log(?:s|ging)?)"
_SAY = (
    r"(?:show(?:s|ing)?|display(?:s|ing)?|say(?:s|ing)?|outputs?|writ(?:e|es|ing)|"
    r"greets?(?: with)?)"
)
_TEXT_NOUN = r"(?:the |an? )?(?:(?:debug )?(?:text|string|message|words?|line|greeting|log))"
_PLACE_OF_TEXT = (
    r"(?:in)?(?:to|on|in|onto) (?:the )?(?:screen|log|console|viewport|output(?: log)?)"
    r"(?: and (?:the )?log)?"
)
_TICKING = r"(?:on )?(?:every|each) (?:single )?(?:tick|frame)|on (?:event )?tick"


def take_print(words: ClauseWords, quotes: Quotes, trigger: Trigger) -> tuple[Print, str] | None:
    """A text to show, and what was assumed about it; taken out of the clause."""
    trial = words.copy()
    trial.take(_PLACE_OF_TEXT)
    if trial.take(_TICKING):
        trigger = Trigger("ReceiveTick")
    text = _take_text(trial, quotes)
    if text is None:
        return None
    words.become(trial)
    return Print(text or "Hello", trigger), "" if text else "the text is 'Hello', as none was named"


def _take_text(words: ClauseWords, quotes: Quotes) -> str | None:
    """The text to print; empty for `a message` without saying which."""
    match = words.take(
        rf"(?:{_PRINT}|{_SAY}) (?:{_TEXT_NOUN} ?)?(?:(?:saying|that says|of|with) )?:? ?(?P<text>{PLACE})"
        rf"(?: {_TEXT_NOUN})?"
    )
    if match is not None:
        return quotes.text_of(words.original(match, "text"))
    if words.take(rf"(?:{_PRINT}|{_SAY}) {_TEXT_NOUN}(?= ?(?:$|\||,))"):
        return ""
    match = words.take(
        rf"{_PRINT} (?:{_TEXT_NOUN} )?(?!(?:its|the|an?|my|current|every|each)\b)(?P<text>[^|,;]+)"
    )
    return None if match is None else quotes.restore(words.original(match, "text").strip())


_DESTROY = (
    r"(?:destroy(?:s|ed|ing)?|destructs?|kill(?:s|ed)?|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|despawns?)"
)
_VANISH = (
    r"(?:disappear(?:s|ing)?|vanish(?:es|ing)?|dies?|expires?|despawns?|self[ -]?destruct(?:s|ing)?|"
    r"(?:is|gets|be) (?:destroyed|removed|deleted|killed)|go(?:es)? away)"
)
_ITSELF = (
    r"(?:itself|self|it|this(?: actor)?|(?:the|this) actor(?: itself)?|the (?:coin|pickup|blueprint|object))"
)
_THE_OTHER = (
    r"(?:that (?:actor|one|object|thing)|(?:the|that|any|an) ?other(?: (?:actor|one|object|thing))?|"
    r"(?:whatever|whoever|anything|everything|the (?:actor|thing|object|one)) (?:that |which |who )?"
    r"(?:touche[sd]|overlap(?:s|ped)|hits?|entered|enters|collide[sd])(?: (?:it|with it))?|"
    r"the (?:overlapping|touching) (?:actor|object)|them|other actors?)"
)
_LIFE = (
    r"(?:(?:lives?|exists?) (?:only )?(?:for )?|"
    r"(?:has |with )?(?:an? |the )?life ?(?:span|time) ?(?:of|=|is|:)? ?)"
    rf"(?P<number>{NUMBER}) ?(?P<unit>{_SECONDS}|mins?|minutes?)?"
)


def take_destroy(words: ClauseWords, trigger: Trigger | None) -> Destroy | str | None:
    """Destroying itself or the other actor, taken out of the clause; or why it cannot be done."""
    life = words.take(_LIFE)
    if life is not None:
        minutes = (life["unit"] or "").startswith("min")
        return Destroy("self", Trigger("ReceiveBeginPlay", float(life["number"]) * (60 if minutes else 1)))
    if words.take(rf"{_DESTROY} {_THE_OTHER}"):
        return _destroy_other(trigger)
    if words.take(rf"{_DESTROY} {_PLAYER}"):
        if trigger is None or not trigger.is_player_only:
            return "which player is not known here"
        return _destroy_other(trigger)
    if words.take(rf"{_DESTROY} {_ITSELF}") or words.take(_VANISH):
        if trigger is None or trigger.event == "ReceiveTick":
            return "it does not say when"
        return Destroy("self", trigger)
    return None


def _destroy_other(trigger: Trigger | None) -> Destroy | str:
    if trigger is None or trigger.event not in ("ReceiveActorBeginOverlap", "ReceiveActorEndOverlap"):
        return "there is another actor only in an overlap"
    return Destroy("other", trigger)
