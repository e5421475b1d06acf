"""What a case fakes of the engine, brought about in the sandbox by what really leads to it.

Outside uses fake_engine. What the sandbox does by itself as the case has it needs nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.editor.editor_wrapper import EditorWrapper
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, ConnectPinsStep, PinAt
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from blueprint_assistant.graph.kinds.specs import CastSpec, SelfSpec
from blueprint_assistant.graph.model.blueprint import PinType
from cases.adapters.editor_state import bring_editor_to, is_editor_state
from cases.adapters.missing import NoProductPartError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin
    from cases.adapters.desk import Desk

__all__ = ["fake_engine"]

_GRAPH = "EventGraph"
_AS_IN_THE_SANDBOX = frozenset(
    {
        "connect_returns",
        "messages",
        "pin_value_after",
        "plain_property_set_raises",
    }
)
"""Answers that the sandbox gives by itself in the situations in which cases have them."""


def fake_engine(desk: Desk, state: Mapping[str, Any], path: str) -> None:
    """Let the editor do what a state says, and bring the Blueprint to where the engine answers as faked."""
    fake = state.get("fake") or {}
    for name, value in fake.items():
        if is_editor_state(name):
            continue
        if name == "status_after":
            _bring_to_status(desk, value, path)
        elif name == "pin_types_after":
            desk.context = replace(desk.context, editor=_UntypedEditor(desk.editor, value))
        elif name not in _AS_IN_THE_SANDBOX and not name.startswith("has_set_"):
            raise NoProductPartError(f"an engine with {name} {value}, in the sandbox")
    bring_editor_to(desk.project.sandbox, {**state, **fake})


def _bring_to_status(desk: Desk, status: str, path: str) -> None:
    match status.removeprefix("BS_"):
        case "Error":
            _break(desk, path)
        case "UpToDateWithWarnings":
            _make_it_warn(desk, path)
        case "UpToDate":
            pass
        case _:
            raise NoProductPartError(f"the compiler status {status}, in the sandbox")


def _break(desk: Desk, path: str) -> None:
    """Bring the compiler to an error: a call whose target is not there, in the flow of BeginPlay."""
    call = CallFunctionSpec("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    desk.apply(
        path,
        AddNodeStep(_GRAPH, "event", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(_GRAPH, "call", call),
        ConnectPinsStep(_GRAPH, PinAt("event", "then"), PinAt("call", "execute")),
    )


def _make_it_warn(desk: Desk, path: str) -> None:
    """Bring the compiler to a warning: a cast that always fails, in the flow of BeginPlay."""
    desk.apply(
        path,
        AddNodeStep(_GRAPH, "event", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(_GRAPH, "self", SelfSpec()),
        AddNodeStep(_GRAPH, "cast", CastSpec("/Script/Engine.Character")),
        ConnectPinsStep(_GRAPH, PinAt("event", "then"), PinAt("cast", "execute")),
        ConnectPinsStep(_GRAPH, PinAt("self", "self"), PinAt("cast", "Object")),
    )


class _UntypedEditor(EditorWrapper):
    """An editor that links pins and leaves their types as the case says, which the sandbox never does."""

    def __init__(self, editor: BlueprintEditor, types: Mapping[str, str]) -> None:
        super().__init__(editor)
        self._types = types

    def apply(self, plan: EditPlan) -> ApplyReport:
        report = super().apply(plan)
        return replace(report, after=self._untyped(report.after))

    def _untyped(self, blueprint: Blueprint) -> Blueprint:
        graphs = tuple(
            replace(
                graph,
                nodes=tuple(replace(node, pins=tuple(map(self._pin, node.pins))) for node in graph.nodes),
            )
            for graph in blueprint.graphs
        )
        return replace(blueprint, graphs=graphs)

    def _pin(self, pin: Pin) -> Pin:
        category = self._types.get(pin.name)
        return pin if category is None else replace(pin, type=PinType(category))
