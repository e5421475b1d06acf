"""The checks say yes to what is there, and no to what is nearly there."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from artist_requests.features import Feature
from artist_requests.node_words import words_of
from artist_requests.plans import Plan
from artist_requests.runner import run_plan

if TYPE_CHECKING:
    from artist_requests.runner import Outcome

LAMP, SWITCH = "BP_Lamp", "BP_Switch"


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments}


def node(local: str, node_type: str, **rest: Any) -> dict[str, Any]:
    return {"id": local, "node_type": node_type, **rest}


CALLS = [
    call("create_blueprint", name=SWITCH, parent_class="Actor"),
    call("add_component", blueprint=SWITCH, component_type="Box", component_name="Area"),
    call(
        "set_component_property",
        blueprint=SWITCH,
        component_name="Area",
        property_name="BoxExtent",
        value="50,50,50",
    ),
    call("add_variable", blueprint=SWITCH, variable_name="Uses", variable_type="int", default_value="3"),
    call("add_dispatcher", blueprint=SWITCH, dispatcher_name="OnUsed", inputs={"Left": "int"}),
    call(
        "build_graph",
        blueprint=SWITCH,
        nodes=[
            node("enter", "ComponentEvent", component_name="Area", event_name="BeginOverlap"),
            node("some", "Branch"),
            node("more", "Greater", values={"B": 0}),
            node("uses", "GetVariable", variable_name="Uses"),
            node("count", "SetVariable", variable_name="Uses"),
            node("minus", "Subtract", values={"B": 1}),
            node("tell", "CallDispatcher", event_name="OnUsed"),
        ],
        links=[
            "enter.then -> some.execute",
            "uses.Uses -> more.A",
            "more.ReturnValue -> some.Condition",
            "some.true -> count.execute",
            "uses.Uses -> minus.A",
            "minus.ReturnValue -> count.Uses",
            "count.then -> tell.execute",
            "count.Output_Get -> tell.Left",
        ],
    ),
    call(
        "add_comment_box",
        blueprint=SWITCH,
        comment="A use less",
        node_ids=["N1", "N2", "N3", "N4", "N5", "N6", "N7"],
    ),
    call("compile_blueprint", blueprint=SWITCH),
    call("create_blueprint", name=LAMP, parent_class="Actor"),
    call("add_variable", blueprint=LAMP, variable_name="Switch", variable_type=f"object:{SWITCH}"),
    call("add_function", blueprint=LAMP, function_name="Show", inputs={"Left": "int"}),
    call(
        "build_graph",
        blueprint=LAMP,
        graph_name="Show",
        nodes=[node("print", "PrintString"), node("text", "CallFunction", function_name="Conv_IntToString")],
        links=["N9.then -> print.execute", "N9.Left -> text.InInt", "text.ReturnValue -> print.InString"],
    ),
    call(
        "build_graph",
        blueprint=LAMP,
        nodes=[
            node("start", "Event", event_name="BeginPlay"),
            node("bind", "BindDispatcher", event_name="OnUsed", target_class=SWITCH),
            node("switch", "GetVariable", variable_name="Switch"),
            node("show", "CreateEvent", function_name="Show"),
            node("timer", "SetTimerByEvent", values={"Time": 2, "bLooping": True}),
            node("tick", "CustomEvent", event_name="Flash"),
            node("hello", "PrintString"),
            node("lonely", "PrintString"),
        ],
        links=[
            "start.then -> bind.execute",
            "switch.Switch -> bind.self",
            "show.OutputDelegate -> bind.Delegate",
            "bind.then -> timer.execute",
            "tick.OutputDelegate -> timer.Delegate",
            "tick.then -> hello.execute",
        ],
    ),
]
PLAN = {
    "id": "A00",
    "title": "A switch and a lamp",
    "calls": CALLS,
    "expected": [
        {
            "need": "a switch",
            "check": "component",
            "blueprint": SWITCH,
            "type": "BoxComponent",
            "properties": {"BoxExtent": "50.000000,50.000000,50.000000"},
        }
    ],
}
ENTER = "component event Area.OnComponentBeginOverlap"


@cache
def done() -> Outcome:
    outcome = run_plan(Plan.model_validate(PLAN))
    assert outcome.refused == []
    return outcome


def holds(check: str, blueprint: str = SWITCH, **rest: Any) -> bool:
    made = {"need": "it", "check": check, "blueprint": blueprint, **rest}
    feature: Any = TypeAdapter(Feature).validate_python(made)
    return bool(feature.holds(done().built))


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        ("blueprint", {"parent": "Actor"}, {"parent": "Pawn"}),
        ("component", {"type": "ShapeComponent"}, {"type": "SphereComponent"}),
        ("component", {"type": "BoxComponent", "name": "Area"}, {"type": "BoxComponent", "name": "Box"}),
        ("variable", {"name": "Uses", "type": "int"}, {"name": "Uses", "type": "bool"}),
        (
            "variable",
            {"name": "Uses", "type": "int", "default": "3"},
            {"name": "Uses", "type": "int", "default": "4"},
        ),
        ("dispatcher", {"name": "OnUsed", "inputs": ["Left"]}, {"name": "OnUsed"}),
        ("node", {"node": "branch"}, {"node": "branch", "at_least": 2}),
        ("no_node", {"node": "event ReceiveTick"}, {"node": ENTER}),
        (
            "path",
            {"steps": [ENTER, "branch [True]", "call dispatcher OnUsed"]},
            {"steps": [ENTER, "branch [False]", "call dispatcher OnUsed"]},
        ),
        (
            "path",
            {"steps": [ENTER, "branch", "set Uses"], "directly": True},
            {"steps": [ENTER, "set Uses"], "directly": True},
        ),
        (
            "path",
            {"steps": [ENTER, "function Show", "call *.PrintString"]},
            {"steps": [ENTER, "custom event Flash"]},
        ),
        (
            "guarded",
            {"source": ENTER, "target": "set Uses", "by": "branch [True]"},
            {"source": ENTER, "target": "set Uses", "by": "branch [False]"},
        ),
        (
            "guarded",
            {"source": ENTER, "target": "set Uses", "by": "branch"},
            {"source": ENTER, "target": "event ReceiveTick", "by": "branch"},
        ),
        (
            "data",
            {"source": "get Uses", "target": "branch", "pin": "Condition"},
            {"source": "set Uses", "target": "branch", "pin": "execute"},
        ),
        ("comment", {"text": "a use less"}, {"text": "a use more"}),
    ],
)  # fmt: skip
def test_a_check_tells_what_is_there_from_what_is_not(
    check: str, right: dict[str, Any], wrong: dict[str, Any]
) -> None:
    assert holds(check, **right)
    assert not holds(check, **wrong)


def test_a_value_and_a_property_are_compared_by_what_they_mean() -> None:
    assert holds("value", LAMP, node="call *.K2_SetTimerDelegate", pin="time", value="2")
    assert not holds("value", LAMP, node="call *.K2_SetTimerDelegate", pin="time", value="3")
    extent = {"type": "BoxComponent", "name": "Area"}
    assert holds("component", properties={"BoxExtent": "50.000000,50.000000,50.000000"}, **extent)
    assert not holds("component", properties={"BoxExtent": "60.000000,50.000000,50.000000"}, **extent)


def test_execution_goes_on_in_timers_and_in_what_is_bound_in_another_blueprint() -> None:
    assert holds("path", LAMP, steps=["event ReceiveBeginPlay", "custom event Flash", "call *.PrintString"])
    assert not holds("path", LAMP, steps=["event ReceiveBeginPlay", "function Show"])
    assert holds("path", SWITCH, steps=["call dispatcher OnUsed", "function Show"])


def test_a_function_has_its_inputs_and_hands_their_values_on() -> None:
    assert holds("function", LAMP, name="Show", inputs=["Left"])
    assert not holds("function", LAMP, name="Show")
    assert holds("data", LAMP, source="set Uses", target="call *.PrintString", pin="InString")
    assert not holds("data", LAMP, source="get Switch", target="call *.PrintString")


def test_what_never_runs_is_told() -> None:
    faults = done().faults_of_looks
    assert [fault for fault in faults if "does nothing" in fault] == [
        "/Game/BP_Lamp:EventGraph: K2Node_CallFunction_2 does nothing"
    ]
    assert any("8 nodes and no comment" in fault or "10 nodes and no comment" in fault for fault in faults)


def test_nodes_are_called_by_what_they_are() -> None:
    graph = done().blueprints[f"/Game/{SWITCH}"].find_graph("EventGraph")
    assert graph is not None
    words = {words_of(item) for item in graph.nodes}
    assert {ENTER, "branch", "get Uses", "set Uses", "call dispatcher OnUsed", "comment"} <= words
    assert "call KismetMathLibrary.Greater_IntInt" in words


@pytest.mark.parametrize(
    "wrong",
    [
        {"check": "colour", "blueprint": LAMP},
        {"check": "path", "blueprint": LAMP, "steps": ["branch"]},
        {"check": "node", "blueprint": LAMP, "nodes": "branch"},
    ],
)
def test_a_check_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Feature).validate_python({"need": "it", **wrong})
