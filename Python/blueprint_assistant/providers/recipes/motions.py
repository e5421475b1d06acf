"""Motions in a clause: moving, rotating and bobbing every tick, with their speeds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.providers.recipes.intents import Bob, Move, Rotate
from blueprint_assistant.providers.recipes.words import NUMBER, number_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.providers.recipes.words import ClauseWords

__all__ = ["EVERY_TICK", "Motion", "take_direction", "take_motion", "take_pace"]

_DEFAULT_SPEED = 300.0
_DEFAULT_DEGREES_PER_S = 90.0
_DEFAULT_TRAVEL = 50.0
_DEFAULT_PERIOD_S = 2.0
_FRAMES_PER_S = 60.0
"""What an amount per frame is counted with; a motion never depends on the frame rate."""

EVERY_TICK = (
    r"(?:on |at |in )?(?:every|each|per) (?:single )?(?:game )?(?:tick|frame|update)s?"
    r"|(?:on |with )?(?:the )?(?:event )?tick|over time|all the time|non-?stop|as time passes"
    r"|(?:on )?(?:every|each) (?:event )?tick"
)
"""How often a motion goes on, in words."""

Axis = Literal["X", "Y", "Z"]


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion and what was assumed about it."""

    behaviour: Move | Rotate | Bob
    assumed: tuple[str, ...] = ()


def take_motion(words: ClauseWords, *, is_each_tick: bool = False) -> Motion | None:
    """The motion of a clause, taken out of it with its direction, speed and rhythm.

    `is_each_tick` is whether the sentence began with `every tick`; an amount is one per tick then.
    """
    is_each_tick = is_each_tick or words.find(EVERY_TICK) is not None
    for take in (_take_bob, _take_rotation, lambda clause: _take_move(clause, is_each_tick=is_each_tick)):
        motion = take(words)
        if motion is not None:
            words.take(EVERY_TICK)
            words.take(
                r"(?:(?:scaled|multiplied) by|using|with|by) (?:the )?(?:world )?delta ?(?:seconds|time)"
            )
            words.take(r"(?:independent(?:ly)? of (?:the )?frame ?rate|frame-? ?rate independent(?:ly)?)")
            return motion
    return None


def take_pace(words: ClauseWords, motion: Move | Rotate | Bob) -> Move | Rotate | Bob | None:
    """The motion with the pace that a clause of its own names; None when it names none."""
    words.take(EVERY_TICK)
    before = words.low
    if isinstance(motion, Move):
        pace = _take_speed(words)
        changed = replace(motion, speed=pace.value, is_speed_assumed=False)
        return changed if words.low != before else None
    if isinstance(motion, Rotate):
        rate = _take_rate(words)
        return replace(motion, degrees_per_s=rate.value, is_rate_assumed=False) if rate is not None else None
    period, _ = _take_period(words)
    return replace(motion, period_s=period) if words.low != before else None


@dataclass(frozen=True, slots=True)
class _Pace:
    """A speed or rate per second, what was said about it, and whether it was not named at all."""

    value: float
    notes: tuple[str, ...] = ()
    is_assumed: bool = False


# --- moving ------------------------------------------------------------------------------------

_DIRECTIONS: Mapping[str, tuple[Axis, Literal[1, -1]]] = {
    r"forwards?|ahead|straight(?: (?:ahead|forwards?))?|onwards?": ("X", 1),
    r"backwards?|back|in reverse|rearwards?": ("X", -1),
    r"(?:to the |to its )?left(?:wards?)?": ("Y", -1),
    r"(?:to the |to its )?right(?:wards?)?": ("Y", 1),
    r"up(?:wards?)?|skywards?|into the (?:air|sky)": ("Z", 1),
    r"down(?:wards?)?": ("Z", -1),
}
_WORLD = r"(?:in |along |the )*world(?: (?:space|coordinates|direction))?(?: along)?(?: the)?"
_VECTORS: Mapping[str, Axis] = {"forward": "X", "right": "Y", "up": "Z"}

_MOVE_SURE = r"move(?:s|d|ment)?|moving|translat(?:e|es|ing)"
_MOVE_MAYBE = (
    r"go(?:es|ing)?|travel(?:s|l?ing)?|fl(?:y|ies|ying)|slid(?:e|es|ing)|drift(?:s|ing)?|driv(?:e|es|ing)|"
    r"walk(?:s|ing)?|run(?:s|ning)?|glid(?:e|es|ing)|advanc(?:e|es|ing)|float(?:s|ing)?|head(?:s|ing)?|"
    r"proceed(?:s|ing)?|roll(?:s|ing)?|crawl(?:s|ing)?|climb(?:s|ing)?|push(?:es|ed)?"
)
_FALLS: Mapping[str, Literal[1, -1]] = {
    r"ris(?:e|es|ing)|ascend(?:s|ing)?|climb(?:s|ing)?": 1,
    r"fall(?:s|ing)?|sink(?:s|ing)?|descend(?:s|ing)?|drop(?:s|ping)?": -1,
}


def _take_move(words: ClauseWords, *, is_each_tick: bool) -> Motion | None:
    fall = next((sign for verb, sign in _FALLS.items() if words.find(verb)), None)
    is_sure = words.find(_MOVE_SURE) is not None
    if not is_sure and fall is None and words.find(_MOVE_MAYBE) is None:
        return None
    direction = take_direction(words) or (("Z", fall, False) if fall is not None else None)
    if direction is None and not is_sure:
        return None
    for verb in (_MOVE_SURE, *_FALLS, _MOVE_MAYBE):
        if words.take(verb):
            break
    assumed = () if direction else ("it moves forward, as no direction was named",)
    axis, sign, is_world = direction or ("X", 1, False)
    pace = _take_speed(words, is_each_tick=is_each_tick)
    move = Move(axis, sign, pace.value, is_world, is_speed_assumed=pace.is_assumed)
    return Motion(move, (*assumed, *pace.notes))


def take_direction(words: ClauseWords) -> tuple[Axis, Literal[1, -1], bool] | None:
    """Axis, sign, and whether the world's axis is meant; taken out of the clause."""
    named = words.take(
        r"(?:along|in|on) (?:the |its |its own )?(?P<world>world(?:'s)? |local )?"
        r"(?:(?P<word>positive|negative) |(?P<sign>[-+]) ?)?(?P<axis>[xyz])(?:[ -]?(?:axis|direction))?"
    ) or words.take(r"(?P<world>\b)(?P<word>\b)(?P<sign>[-+])(?P<axis>[xyz])(?:[ -]?(?:axis|direction))?")
    if named is not None:
        axis = _axis(named["axis"])
        is_world = (named["world"] or "").startswith("world") or words.take(_WORLD) is not None
        return axis, -1 if named["word"] == "negative" or named["sign"] == "-" else 1, is_world
    vector = words.take(
        r"(?:along|in the direction of) (?:its|the) (forward|right|up) (?:vector|axis|direction)"
    )
    if vector is not None:
        return _VECTORS[vector[1]], 1, False
    for pattern, (axis, sign) in _DIRECTIONS.items():
        if words.take(pattern):
            return axis, sign, words.take(_WORLD) is not None
    return None


def _axis(letter: str) -> Axis:
    return "X" if letter == "x" else "Y" if letter == "y" else "Z"


_PER_UNIT: Mapping[str, float] = {
    r"units?|uu|unreal units?|cms?|centimet(?:re|er)s?": 1.0,
    r"ms?|met(?:re|er)s?": 100.0,
    r"kms?|kilomet(?:re|er)s?": 100_000.0,
    r"mms?|millimet(?:re|er)s?": 0.1,
    r"ft|feet|foot": 30.48,
    r"inch(?:es)?": 2.54,
    r"miles?": 160_934.4,
}
_LENGTH = "|".join(_PER_UNIT)
_SECONDS_IN: Mapping[str, float] = {
    r"s|secs?|seconds?": 1.0,
    r"mins?|minutes?": 60.0,
    r"h|hours?": 3600.0,
    r"ticks?|frames?|updates?": 1 / _FRAMES_PER_S,
}
_TIME = "|".join(_SECONDS_IN)
_LEAD = r"(?:(?:at|with|of|by|using|a|an|the|its|constant|steady|fixed|speed|rate|velocity|=|:|is) ?)*"
_SPEED_PATTERN = (
    rf"{_LEAD}(?P<number>{NUMBER}) ?(?P<unit>{_LENGTH})? ?"
    rf"(?:/|per|an?|every|each|in a) ?(?:single )?(?P<time>{_TIME})"
)
_SHORT_UNITS = {r"mph|miles per hour": 44.704, r"kph|kmh|km per hour": 27.7778}
_PLAIN_SPEED = (
    r"(?:(?:at|with|by|of|using|a|an|the|its) )*(?:speed|rate|velocity) ?(?:of|=|:|is)? ?"
    rf"(?P<number>{NUMBER})(?: ?(?P<unit>{_LENGTH}))?"
)
_BY = rf"(?:at|by) (?P<number>{NUMBER})(?: ?(?P<unit>{_LENGTH}))?"
_ADVERBS: Mapping[str, float] = {
    r"very slow(?:ly)?": 0.15,
    r"(?:quite |rather )?slow(?:ly)?": 1 / 3,
    r"very (?:fast|quick(?:ly)?|rapid(?:ly)?)": 5.0,
    r"(?:quite |rather )?(?:fast|quick(?:ly)?|rapid(?:ly)?|speedily)": 3.0,
}


def _take_speed(words: ClauseWords, *, is_each_tick: bool = False) -> _Pace:
    """Units per second, taken out of the clause, and what was assumed about them."""
    match = words.take(_SPEED_PATTERN)
    if match is not None:
        seconds = _factor(_SECONDS_IN, match["time"], 1.0)
        speed = _length(match) / seconds
        return _Pace(speed, () if seconds >= 1 else (_per_second_note(speed),))
    for unit, factor in _SHORT_UNITS.items():
        match = words.take(rf"{_LEAD}(?P<number>{NUMBER}) ?(?:{unit})")
        if match is not None:
            return _Pace(float(match["number"]) * factor)
    match = words.take(_BY) if is_each_tick else None
    if match is not None:
        speed = _length(match) * _FRAMES_PER_S
        return _Pace(speed, (_per_second_note(speed),))
    match = words.take(_PLAIN_SPEED) or words.take(_BY)
    if match is not None:
        return _Pace(_length(match), () if match["unit"] is None else ("the speed is per second",))
    factor, word = _take_adverb(words)
    if word:
        return _Pace(
            _DEFAULT_SPEED * factor, (f"{word} is {number_text(_DEFAULT_SPEED * factor)} units per second",)
        )
    note = f"the speed is {number_text(_DEFAULT_SPEED)} units per second, as none was named"
    return _Pace(_DEFAULT_SPEED, (note,), is_assumed=True)


def _length(match: re.Match[str]) -> float:
    return float(match["number"]) * _factor(_PER_UNIT, match["unit"], 1.0)


def _per_second_note(pace: float, unit: str = "units") -> str:
    total = f"{number_text(pace)} {unit} per second"
    return f"an amount per frame would depend on the frame rate, so it is {total}"


def _take_adverb(words: ClauseWords) -> tuple[float, str]:
    for pattern, factor in _ADVERBS.items():
        match = words.take(pattern)
        if match is not None:
            return factor, match[0]
    return 1.0, ""


def _factor(table: Mapping[str, float], text: str | None, otherwise: float) -> float:
    if text is None:
        return otherwise
    return next(factor for pattern, factor in table.items() if re.fullmatch(pattern, text))


# --- rotating ----------------------------------------------------------------------------------

_ROTATE_SURE = r"rotat(?:e|es|ed|ing|ion)|spin(?:s|ning)?|revolv(?:e|es|ing)|twirl(?:s|ing)?|whirl(?:s|ing)?"
_ROTATE_MAYBE = r"turn(?:s|ing)?|roll(?:s|ing)?|yaw(?:s|ing)?|pitch(?:es|ing)?"
_AXES: Mapping[str, Literal["Roll", "Pitch", "Yaw"]] = {
    r"z|yaw|vertical|up|upright": "Yaw",
    r"x|roll|forward|long(?:itudinal)?": "Roll",
    r"y|pitch|right|side|lateral": "Pitch",
}
_AXIS_WORDS = "|".join(_AXES)
_AROUND = (
    rf"(?:around|about|on|along|over|in) (?:the |its |it's )?(?:own |local |world )?"
    rf"(?P<axis>{_AXIS_WORDS})(?:[ -]?(?:axis|direction))?"
)
_BARE_AXIS = r"(?P<axis>yaw|pitch|roll)(?: axis)?|(?P<letter>[xyz])[ -]axis"
_IN_PLACE = r"(?:around|about) (?:itself|its (?:own )?cent(?:er|re))|in place|on the spot"
_COUNTER = r"(?:counter|anti)[ -]?clockwise|to (?:the|its) left"
_CLOCKWISE = r"clockwise|to (?:the|its) right"
_DEGREES = r"(?:degrees?|degs?|\u00b0|\u00ba)"
_TURNS = r"(?:turns?|revolutions?|rotations?|spins?|times|laps?|circles?)"
_TURNS_PER_TIME = (
    rf"(?:(?P<once>once|one full)|(?P<twice>twice)|{_LEAD}(?P<number>{NUMBER})(?: full)?) ?(?:{_TURNS} ?)?"
    rf"(?:/|per|an?|every|each|in) ?(?P<count>{NUMBER})? ?(?P<time>s|secs?|seconds?|mins?|minutes?)"
)


def _take_rotation(words: ClauseWords) -> Motion | None:
    trial = words.copy()
    is_sure = trial.find(_ROTATE_SURE) is not None
    verb = trial.find(_ROTATE_SURE if is_sure else _ROTATE_MAYBE)
    if verb is None:
        return None
    rate = _take_rate(trial, may_be_plain=is_sure)
    sign = -1 if trial.take(_COUNTER) else 1 if trial.take(_CLOCKWISE) else 0
    around = trial.take(_AROUND)
    in_place = trial.take(_IN_PLACE)
    if not (is_sure or rate or around or sign or in_place):
        return None
    trial.blank(*verb.span())
    bare = None if around else trial.take(_BARE_AXIS)
    trial.take("horizontally")
    pace = rate or _default_rate(trial)
    words.become(trial)
    axis = _axis_of(verb[0], around, bare)
    return Motion(Rotate(axis, pace.value * (sign or 1), is_rate_assumed=pace.is_assumed), pace.notes)


def _axis_of(
    verb: str, around: re.Match[str] | None, bare: re.Match[str] | None
) -> Literal["Roll", "Pitch", "Yaw"]:
    """The axis that is named, or that the verb itself names; upright otherwise."""
    if around is not None:
        return _rotation_axis(around["axis"])
    if bare is not None:
        return _rotation_axis(bare["axis"] or bare["letter"])
    return "Pitch" if verb.startswith("pitch") else "Roll" if verb.startswith("roll") else "Yaw"


def _rotation_axis(word: str) -> Literal["Roll", "Pitch", "Yaw"]:
    return next(axis for pattern, axis in _AXES.items() if re.fullmatch(pattern, word))


def _take_rate(words: ClauseWords, *, may_be_plain: bool = True) -> _Pace | None:
    """Degrees per second, taken out of the clause; None when it names no rate."""
    match = words.take(
        rf"{_LEAD}(?P<number>{NUMBER}) ?{_DEGREES} ?(?:/|per|an?|every|each|in) ?"
        rf"(?P<count>{NUMBER})? ?(?P<time>{_TIME})"
    )
    if match is not None:
        seconds = _factor(_SECONDS_IN, match["time"], 1.0)
        rate = float(match["number"]) / (seconds * float(match["count"] or 1))
        return _Pace(rate, (_per_second_note(rate, "degrees"),) if seconds < 1 else ())
    match = words.take(_TURNS_PER_TIME)
    if match is not None:
        turns = 1.0 if match["once"] else 2.0 if match["twice"] else float(match["number"])
        seconds = _factor(_SECONDS_IN, match["time"], 1.0) * float(match["count"] or 1)
        return _Pace(360 * turns / seconds)
    match = words.take(rf"{_LEAD}(?P<number>{NUMBER}) ?rpm")
    if match is not None:
        return _Pace(6 * float(match["number"]))
    match = words.take(rf"{_LEAD}(?P<number>{NUMBER}) ?{_DEGREES}")
    if match is None and may_be_plain:
        match = words.take(_PLAIN_SPEED)
    return None if match is None else _Pace(float(match["number"]), ("the rate is in degrees per second",))


def _default_rate(words: ClauseWords) -> _Pace:
    factor, word = _take_adverb(words)
    rate = _DEFAULT_DEGREES_PER_S * factor
    if word:
        return _Pace(rate, (f"{word} is {number_text(rate)} degrees per second",))
    note = f"it rotates by {number_text(rate)} degrees per second, as no rate was named"
    return _Pace(rate, (note,), is_assumed=True)


# --- bobbing -----------------------------------------------------------------------------------

_BOB_VERB = (
    r"bob(?:s|bing)?|oscillat(?:e|es|ing)|hover(?:s|ing)?|levitat(?:e|es|ing)|sway(?:s|ing)?|"
    r"wobbl(?:e|es|ing)"
)
_TO_AND_FRO: Mapping[str, Axis] = {
    r"up-and-down|vertically": "Z",
    r"back-and-forth|forward-and-back|to-and-fro": "X",
    r"side-to-side|left-and-right|sideways": "Y",
}


def _take_bob(words: ClauseWords) -> Motion | None:
    path = next(((pattern, axis) for pattern, axis in _TO_AND_FRO.items() if words.find(pattern)), None)
    has_verb = words.find(_BOB_VERB) is not None
    if not has_verb and (path is None or not words.find(f"{_MOVE_SURE}|{_MOVE_MAYBE}")):
        return None
    if path is not None:
        words.take(path[0])
    axis: Axis = path[1] if path else "Y" if words.find(r"sway(?:s|ing)?") else "Z"
    named = words.take(r"(?:along|on|in) (?:the |its )?([xyz])(?:[ -]?axis)?")
    words.take(_BOB_VERB) or words.take(f"{_MOVE_SURE}|{_MOVE_MAYBE}")
    words.take(
        r"(?:like|in|with|along|using|following|as) (?:an? )?(?:sine?|sinus)? ?(?:wave|curve|sine|motion)s?"
    )
    period, period_notes = _take_period(words)
    travel, travel_notes = _take_travel(words)
    return Motion(Bob(_axis(named[1]) if named else axis, travel, period), (*travel_notes, *period_notes))


def _take_period(words: ClauseWords) -> tuple[float, tuple[str, ...]]:
    match = words.take(
        rf"(?:(?:once|with a period|a cycle|one cycle|a full cycle|cycle) )?"
        rf"(?:every|each|in|of|per|takes?) (?P<count>{NUMBER} ?|an? )?(?P<time>s|secs?|seconds?)"
    ) or words.take(rf"(?P<count>{NUMBER})[ -]*(?P<time>s|secs?|seconds?)(?: (?:period|cycle|long))?")
    if match is not None:
        count = re.search(NUMBER, match["count"] or "")
        return (float(count[0]) if count and float(count[0]) > 0 else 1.0), ()
    match = words.take(
        rf"{_LEAD}(?P<number>{NUMBER}) ?(?:hz|hertz|times (?:per|a|every|each) (?:s|sec|second))"
    )
    if match is not None and float(match["number"]) > 0:
        return 1 / float(match["number"]), ()
    factor, word = _take_adverb(words)
    period = _DEFAULT_PERIOD_S / factor
    if word:
        return period, (f"{word} is once in {number_text(period)} seconds",)
    return period, (f"one cycle takes {number_text(period)} seconds, as no time was named",)


def _take_travel(words: ClauseWords) -> tuple[float, tuple[str, ...]]:
    match = words.take(
        rf"(?:by|with|of|an?|the|amplitude|height|distance|range|travel|over|=| )* ?"
        rf"(?P<number>{NUMBER}) ?(?P<unit>{_LENGTH})?(?: (?:high|tall|amplitude|height|distance|range))?"
    )
    if match is not None and float(match["number"]) != 0:
        return abs(float(match["number"])) * _factor(_PER_UNIT, match["unit"], 1.0), ()
    return _DEFAULT_TRAVEL, (f"it travels {number_text(_DEFAULT_TRAVEL)} units, as no distance was named",)
