"""What the offline recipes say. Pure texts; nothing is claimed that a result did not confirm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.providers.recipes.intents import (
    Behaviour,
    Bob,
    Destroy,
    Move,
    Print,
    Rotate,
    Trigger,
)
from blueprint_assistant.providers.recipes.words import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.providers.recipes.intents import Request, UndonePart, WantedBlueprint
    from blueprint_assistant.providers.recipes.script import CallOutcome

__all__ = [
    "COMPILE",
    "HELP",
    "MEMBERS",
    "NODES",
    "TOO_LONG",
    "WIRES",
    "branching_event",
    "cannot_open",
    "does_not_exist",
    "done",
    "exists_already",
    "failed",
    "no_id",
    "refusal",
    "understood",
]

MEMBERS = "Now the components and variables."
NODES = "Now the nodes."
WIRES = "Now the values and links."
COMPILE = "Now compiling."

_ABILITIES = """\
- create a Blueprint: "Create a Blueprint called BP_Enemy that is an Actor"
- components: "with a StaticMesh, a point light called Glow and a box collision"
- variables: "a float variable Health with default 100", "a bool bIsOpen"
- motions on every tick: "moves forward at 300 units per second", "rotates 90 degrees per second around z", \
"bobs up and down by 20 units every 2 seconds"
- texts: 'prints "Hello" on begin play'
- an end: "destroys itself after 5 seconds"
- overlaps: 'when the player touches it, print "Got it" and destroy itself'
- additions: "Add a camera to BP_Enemy", "Make BP_Enemy rotate\""""

HELP = f"""\
I am the offline recipes: I build Blueprints from plain English without a key and without a network. I know:
{_ABILITIES}
Several of these can stand in one request. For anything else choose a model such as Claude in the settings."""

_REFUSAL = f"""\
I did not find anything in this that I can build, so I left everything as it is. \
I am the offline recipes, and I know:
{_ABILITIES}
For anything else choose a model such as Claude in the settings."""

TOO_LONG = """\
This request is too long for the offline recipes, so I left everything as it is. \
Say it in a few sentences, or choose a model such as Claude in the settings."""

_WHICH = """\
I understood what to add, but not to which Blueprint, so I left everything as it is. Name it, for example: \
"Add … to BP_Enemy", or "Create a Blueprint called BP_Enemy with …"."""


# --- before acting -------------------------------------------------------------------------------


def understood(request: Request) -> str:
    """What will be done, what was assumed, and what is left out."""
    target = request.target
    if target is None:
        return refusal(request)
    lines = [_opening(request, target)]
    lines += [f"- a {item.class_name} named {item.name}" for item in request.components]
    lines += [
        f"- {'an' if item.type[0] in 'aeiou' else 'a'} {item.type} variable {item.name}"
        f"{f' = {_plain(item.default)}' if item.default else ''}"
        for item in request.variables
    ]
    lines += [f"- {_behaviour_text(item)}" for item in request.behaviours]
    if request.assumed:
        lines.append(f"Assumed: {'; '.join(_plain(note) for note in request.assumed)}.")
    lines += _left_out_lines(request.left_out)
    return "\n".join(lines)


def _opening(request: Request, target: WantedBlueprint) -> str:
    what = f"{target.folder}/{target.name}" if target.folder else target.name
    ending = ":" if not request.is_empty else "."
    if target.mode == "existing":
        return f"I'll add to {what}{ending}"
    if target.mode == "either":
        return f"I look for {what} and create it when there is none{ending}"
    return f"I'll create the Blueprint {what} with the parent class {target.parent_class}{ending}"


def _left_out_lines(left_out: Sequence[UndonePart]) -> list[str]:
    if not left_out:
        return []
    items = [
        f'"{_plain(item.text)}"{f" ({_plain(item.reason)})" if item.reason else ""}' for item in left_out
    ]
    return [f"Left out, because I cannot build it: {'; '.join(items)}."]


def _behaviour_text(item: Behaviour) -> str:
    match item:
        case Move():
            return _move_text(item)
        case Rotate():
            pace = item.rate_variable or f"{number_text(abs(item.degrees_per_s))} degrees per second"
            way = ", counter-clockwise" if item.degrees_per_s < 0 and item.axis == "Yaw" else ""
            return f"every tick it rotates by {pace} ({item.axis}{way})"
        case Bob():
            axis = {"X": "back and forth", "Y": "from side to side", "Z": "up and down"}[item.axis]
            distance, period = number_text(item.travel), number_text(item.period_s)
            return f"every tick it bobs {axis}: {distance} units and back in {period} seconds"
        case Print():
            return f'{_when(item.trigger)}, it prints "{_plain(item.text)}"'
        case Destroy():
            what = "itself" if item.what == "self" else "the other actor"
            return f"{_when(item.trigger)}, it destroys {what}"
        case _:
            assert_never(item)


_DIRECTIONS = {
    ("X", 1): "forward",
    ("X", -1): "backward",
    ("Y", 1): "right",
    ("Y", -1): "left",
    ("Z", 1): "up",
    ("Z", -1): "down",
}


def _move_text(item: Move) -> str:
    pace = item.speed_variable or f"{number_text(item.speed)} units per second"
    where = _DIRECTIONS[item.axis, item.sign]
    if item.is_world:
        where = f"along the world's {'+' if item.sign > 0 else '-'}{item.axis} axis"
    return f"every tick it moves {where} at {pace}, scaled by DeltaSeconds"


def _when(trigger: Trigger) -> str:
    who = "the player" if trigger.is_player_only else "another actor"
    event = {
        "ReceiveBeginPlay": "on Begin Play",
        "ReceiveTick": "every tick",
        "ReceiveActorBeginOverlap": f"when {who} begins to overlap it",
        "ReceiveActorEndOverlap": f"when {who} stops overlapping it",
    }[trigger.event]
    if not trigger.delay_s:
        return event
    what = event.removeprefix("on ").removeprefix("when ")
    return f"{number_text(trigger.delay_s)} second{'' if trigger.delay_s == 1 else 's'} after {what}"


# --- refusing and stopping -----------------------------------------------------------------------


def refusal(request: Request) -> str:
    """A polite no, with what would be possible."""
    if not request.is_empty:
        return _WHICH
    return _REFUSAL


def does_not_exist(target: WantedBlueprint) -> str:
    """The Blueprint was looked for in vain and is created."""
    return f"There is no {target.name} yet: I'll create it with the parent class {target.parent_class}."


def cannot_open(target: WantedBlueprint, reason: str) -> str:
    """The Blueprint to add to is not there."""
    return (
        f"I cannot open {target.name}, so nothing was changed: {_reason(reason)}\n"
        f'To make a new one say "Create a Blueprint called {target.name} with …".'
    )


def exists_already(target: WantedBlueprint) -> str:
    """A new Blueprint was asked for under a taken name."""
    return (
        f"There is a Blueprint {target.name} already, so nothing was changed. "
        f'Say "Add … to {target.name}" to go on with it, or choose another name.'
    )


def failed(failures: Sequence[CallOutcome], changed: Sequence[CallOutcome]) -> str:
    """Calls failed: which, why, and what stays done."""
    lines = ["I stop here, because this did not work:"]
    lines += [f"- {item.name}: {_reason(item.first_line)}" for item in failures[:5]]
    if len(failures) > 5:  # noqa: PLR2004 - enough to see what is wrong
        lines.append(f"- and {len(failures) - 5} more")
    return "\n".join([*lines, _stays(changed)])


def no_id(outcome: CallOutcome, changed: Sequence[CallOutcome]) -> str:
    """A node was added but its id cannot be read."""
    said = _plain(outcome.first_line)
    return f"I stop here: I cannot read the id of the new node in '{said}'.\n{_stays(changed)}"


def branching_event(event: str, changed: Sequence[CallOutcome]) -> str:
    """An event runs something already that has no single end."""
    name = event.removeprefix("Receive")
    return (
        f"I stop here: Event {name} runs something already, and I cannot see one end of it where the new "
        f"nodes could go on.\n{_stays(changed)}"
    )


def _stays(changed: Sequence[CallOutcome]) -> str:
    if not changed:
        return "Nothing was changed."
    counts = [
        f"{number} {label}{'' if number == 1 else 's'}"
        for name, label in _LABELS.items()
        if (number := sum(item.name == name for item in changed))
    ]
    undo = "Undo in the editor takes back each step, except the creation of a Blueprint."
    return f"What was done before stays: {', '.join(counts)}. {undo}"


_LABELS = {
    "create_blueprint": "Blueprint",
    "add_component": "component",
    "add_variable": "variable",
    "add_node": "node",
    "connect_nodes": "link",
    "set_pin_value": "pin value",
}


# --- the end -------------------------------------------------------------------------------------


def done(
    request: Request, path: str, changed: Sequence[CallOutcome], compiled: CallOutcome, *, is_new: bool
) -> str:
    """What the results confirm, the compiler's word, and again what was left out."""
    verb = "Created" if is_new else "Changed"
    counts = [
        f"{number} {label}{'' if number == 1 else 's'}"
        for name, label in _LABELS.items()
        if name != "create_blueprint" and (number := sum(item.name == name for item in changed))
    ]
    added = f" with {', '.join(counts)}" if counts else ""
    lines = [f"{verb} {path}{added}."]
    if compiled.ok:
        lines.append(_plain(compiled.first_line))
    else:
        lines += ["It does not compile:", *(_plain(line) for line in compiled.text.splitlines()[:8])]
    lines += _left_out_lines(request.left_out)
    note = _collision_note(request)
    return "\n".join([*lines, *([note] if note else [])])


_COLLIDING = ("Box", "Sphere", "Capsule", "Mesh")


def _collision_note(request: Request) -> str:
    """Overlaps need something that collides."""
    overlaps = any(
        isinstance(item, Print | Destroy) and "Overlap" in item.trigger.event for item in request.behaviours
    )
    collides = any(word in item.class_name for item in request.components for word in _COLLIDING)
    if not overlaps or collides or (request.target is not None and request.target.mode != "new"):
        return ""
    return 'For the overlap it needs a component with collision; say "Add a box collision to it".'


def _reason(line: str) -> str:
    """A tool's error without its code, which is for models."""
    return _plain(re.sub(r"^[a-z_]+: ", "", line))


def _plain(text: str) -> str:
    """Foreign text in a reply: on one line, and never taken for a tool call."""
    table = {
        ord("<"): "\u2039",
        ord(">"): "\u203a",
        ord("{"): "(",
        ord("}"): ")",
        ord("`"): "'",
        ord("["): "(",
    }
    line = " ".join(text.split()).translate({**table, ord("]"): ")"})
    return line if len(line) <= 300 else f"{line[:300]}…"  # noqa: PLR2004 - long enough to recognise
