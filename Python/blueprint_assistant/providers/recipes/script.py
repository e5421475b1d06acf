"""The steps of a request as replies with tool calls, each after the results of the one before.

Outside uses `perform`, `Reply` and `CallOutcome`. A generator: it is sent the outcomes of the calls
that it yielded last, and says nothing in the end that they do not confirm.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from blueprint_assistant.providers.recipes import speech
from blueprint_assistant.providers.recipes.drawing import draw
from blueprint_assistant.providers.recipes.existing import chain_end, event_in_use
from blueprint_assistant.providers.recipes.placement import placed

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from blueprint_assistant.providers.recipes.drawing import Drawing
    from blueprint_assistant.providers.recipes.intents import Request, WantedBlueprint, WantedVariable
    from blueprint_assistant.providers.recipes.sketch import SketchedNode

__all__ = ["CallOutcome", "CallStep", "Reply", "perform"]

_NODE_ID = re.compile(r"\b(N\d+)\s*:")
_ASSET_PATH = re.compile(r"/(?!Script\b|Engine\b)\w+(?:/\w+)+")


@dataclass(frozen=True, slots=True)
class CallStep:
    """A tool call to write."""

    name: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """What came of a call. `text` is what the tool said."""

    name: str
    ok: bool
    text: str

    @property
    def was_there(self) -> bool:
        """Whether the call changed nothing, because what it asks for was there already."""
        return any(words in self.text for words in ("was there already", "exists already", "linked already"))

    @property
    def first_line(self) -> str:
        """The line that says what happened."""
        return self.text.strip().splitlines()[0] if self.text.strip() else ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What to say and which tools to call; without calls the turn ends for the given reason."""

    text: str
    calls: tuple[CallStep, ...] = ()
    reason: Literal["end", "refusal"] = "end"


@dataclass
class _Work:
    """What is known while a request is carried out."""

    request: Request
    target: WantedBlueprint
    path: str
    info: str = ""
    is_new: bool = True
    changed: list[CallOutcome] = field(default_factory=list)

    @property
    def taken_names(self) -> set[str]:
        """Every word that may be the name of a member already, in small letters."""
        own = [item.name for item in self.request.variables] + [item.name for item in self.request.components]
        return {name.lower() for name in (*own, *re.findall(r"\w+", self.info))}


def perform(request: Request) -> Generator[Reply, list[CallOutcome], None]:
    """Carry out a request that was understood."""
    target = request.target
    if target is None:
        yield Reply(speech.refusal(request), reason="refusal")
        return
    folder = target.folder or "/Game"
    work = _Work(request, target, f"{folder}/{target.name}")
    try:
        yield from _open(work)
        drawing = draw(request.behaviours, work.taken_names)
        ends = _ends(work, drawing.sketch.nodes)
        yield from _add_members(work, drawing)
        yield from _draw_graph(work, drawing, ends)
        yield from _compile(work)
    except _StoppedError as stop:
        yield Reply(stop.text, reason="refusal")


class _StoppedError(Exception):
    """The work cannot go on; `text` is what to tell."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


# --- the Blueprint -------------------------------------------------------------------------------


def _open(work: _Work) -> Generator[Reply, list[CallOutcome], None]:
    """Create the Blueprint, or look at the one that exists."""
    if work.target.mode == "new":
        yield from _create(work, speech.understood(work.request))
        return
    name = f"{work.target.folder}/{work.target.name}" if work.target.folder else work.target.name
    look = CallStep("get_blueprint_info", {"blueprint": name, "include_nodes": True})
    outcomes = yield Reply(speech.understood(work.request), (look,))
    found = _first(outcomes, look)
    if found.ok:
        work.info, work.is_new = found.text, False
        path = _ASSET_PATH.search(found.first_line)
        work.path = path[0] if path else name
    elif work.target.mode == "either":
        yield from _create(work, speech.does_not_exist(work.target))
    else:
        raise _StoppedError(speech.cannot_open(work.target, found.first_line))


def _create(work: _Work, text: str) -> Generator[Reply, list[CallOutcome], None]:
    parameters = {"name": work.target.name, "parent_class": work.target.parent_class}
    if work.target.folder:
        parameters["path"] = work.target.folder
    create = CallStep("create_blueprint", parameters)
    outcomes = yield Reply(text, (create,))
    made = _first(outcomes, create)
    if not made.ok:
        raise _StoppedError(speech.failed([made], work.changed))
    if made.was_there:
        raise _StoppedError(speech.exists_already(work.target))
    path = _ASSET_PATH.search(made.first_line)
    work.path = path[0] if path else work.path
    work.changed.append(made)


# --- what goes into it ---------------------------------------------------------------------------


def _add_members(work: _Work, drawing: Drawing) -> Generator[Reply, list[CallOutcome], None]:
    calls = [
        CallStep(
            "add_component",
            {"blueprint": work.path, "component_type": item.class_name, "component_name": item.name},
        )
        for item in work.request.components
    ]
    calls += [_variable_call(work.path, item) for item in (*work.request.variables, *drawing.variables)]
    yield from _run(work, speech.MEMBERS, calls)


def _variable_call(path: str, variable: WantedVariable) -> CallStep:
    parameters = {"blueprint": path, "variable_name": variable.name, "variable_type": variable.type}
    if variable.default:
        parameters["default_value"] = variable.default
    return CallStep("add_variable", parameters)


def _draw_graph(
    work: _Work, drawing: Drawing, ends: Mapping[str, tuple[str, str]]
) -> Generator[Reply, list[CallOutcome], None]:
    nodes = placed(drawing.sketch.nodes, work.info, ends)
    if not nodes:
        return
    # In a graph that is in use its events come first: one of them may turn out to run something.
    batches = (
        [nodes] if work.is_new else [[n for n in nodes if n.is_event], [n for n in nodes if not n.is_event]]
    )
    ids: dict[str, str] = {}
    for batch in batches:
        calls = [
            CallStep("add_node", {"blueprint": work.path, **node.kind, "x": node.x, "y": node.y})
            for node in batch
        ]
        outcomes = yield from _run(work, speech.NODES if batch is batches[0] else "", calls)
        for node, outcome in zip(batch, outcomes, strict=True):
            ids[node.key] = _node_id(work, node, outcome, ends)
    yield from _run(work, speech.WIRES, _wires(drawing, ids, ends))


def _node_id(
    work: _Work, node: SketchedNode, outcome: CallOutcome, ends: Mapping[str, tuple[str, str]]
) -> str:
    if outcome.was_there and node.key not in ends:
        raise _StoppedError(speech.branching_event(node.event, work.changed))
    found = _NODE_ID.search(outcome.first_line)
    if found is None:
        raise _StoppedError(speech.no_id(outcome, work.changed))
    return found[1]


def _wires(drawing: Drawing, ids: Mapping[str, str], ends: Mapping[str, tuple[str, str]]) -> list[CallStep]:
    calls = [
        CallStep("set_pin_value", {"node_id": ids[item.node], "pin_name": item.pin, "value": item.value})
        for item in drawing.sketch.values
    ]
    for link in drawing.sketch.links:
        source, pin = ids[link.source], link.source_pin
        if link.source in ends and pin == "then":
            source, pin = ends[link.source]
        target = {"target_node": ids[link.target], "target_pin": link.target_pin}
        calls.append(CallStep("connect_nodes", {"source_node": source, "source_pin": pin, **target}))
    return calls


def _ends(work: _Work, nodes: list[SketchedNode]) -> dict[str, tuple[str, str]]:
    """For each event that runs something already: the node and pin after which the new nodes go."""
    ends: dict[str, tuple[str, str]] = {}
    for node in nodes:
        in_use = event_in_use(work.info, node.event) if node.is_event else ""
        end = chain_end(work.info, in_use) if in_use else None
        if in_use and end is None:
            raise _StoppedError(speech.branching_event(node.event, work.changed))
        if end is not None:
            ends[node.key] = end
    return ends


# --- the end -------------------------------------------------------------------------------------


def _compile(work: _Work) -> Generator[Reply, list[CallOutcome], None]:
    check = CallStep("compile_blueprint", {"blueprint": work.path})
    outcomes = yield Reply(speech.COMPILE, (check,))
    compiled = _first(outcomes, check)
    yield Reply(speech.done(work.request, work.path, work.changed, compiled, is_new=work.is_new))


def _run(
    work: _Work, text: str, calls: list[CallStep]
) -> Generator[Reply, list[CallOutcome], list[CallOutcome]]:
    """Make calls; their outcomes. Stops with an honest text when one failed."""
    if not calls:
        return []
    outcomes = (yield Reply(text, tuple(calls)))[: len(calls)]
    missing = [
        CallOutcome(call.name, ok=False, text="no result came back") for call in calls[len(outcomes) :]
    ]
    work.changed += [outcome for outcome in outcomes if outcome.ok and not outcome.was_there]
    failed = [outcome for outcome in (*outcomes, *missing) if not outcome.ok]
    if failed:
        raise _StoppedError(speech.failed(failed, work.changed))
    return outcomes


def _first(outcomes: list[CallOutcome], call: CallStep) -> CallOutcome:
    return outcomes[0] if outcomes else CallOutcome(call.name, ok=False, text="no result came back")
