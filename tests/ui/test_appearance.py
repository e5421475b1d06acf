from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CustomEventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.layout.compact_titles import compact_title
from blueprint_assistant.graph.model.blueprint import Graph, Node, ObjectRef, Pin, PinType, TerminalType
from blueprint_assistant.graph.t3d.graph_text import parse_t3d
from blueprint_assistant.ui.appearance import NodeAppearance, node_appearance
from blueprint_assistant.ui.colors import HEADERS, pin_color, value_color
from blueprint_assistant.ui.pin_appearance import ValueBox, pin_appearance
from drawn_graphs import ADD, BEGIN_PLAY, DELAY, MOVE, PRINT, TICK, moving_enemy
from real_texts import CORPUS, needs_corpus

if TYPE_CHECKING:
    from drawn_graphs import GraphBuilder


def shown(builder: GraphBuilder, key: str) -> NodeAppearance:
    return node_appearance(builder.nodes[key], builder.graph())


def labels(pins: tuple[object, ...]) -> list[str]:
    return [pin.label for pin in pins]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kind", "color"),
    [
        (PinType("exec"), "#ffffff"),
        (PinType("bool"), "#950000"),
        (PinType("byte"), "#006f65"),
        (PinType("int"), "#1fe3af"),
        (PinType("int64"), "#ace3af"),
        (PinType("real", "double"), "#38d500"),
        (PinType("name"), "#cd82ff"),
        (PinType("string"), "#ff00d4"),
        (PinType("text"), "#e77caa"),
        (PinType("object"), "#00aaf5"),
        (PinType("class"), "#5900bc"),
        (PinType("Delegate"), "#ff3838"),
        (PinType("wildcard"), "#817a7a"),
        (PinType("struct", "", ObjectRef("/Script/CoreUObject.Vector")), "#ffca23"),
        (PinType("struct", "", ObjectRef("/Script/CoreUObject.Rotator")), "#a0b4ff"),
        (PinType("struct", "", ObjectRef("/Script/CoreUObject.Transform")), "#ff7300"),
        (PinType("struct", "", ObjectRef("/Script/Engine.HitResult")), "#0059cb"),
    ],
    ids=str,
)
def test_pins_have_the_editors_colours(kind: PinType, color: str) -> None:
    assert pin_color(kind) == color


def test_a_map_shows_the_colours_of_key_and_value() -> None:
    kind = PinType("name", container="map", value=TerminalType("bool"))
    assert (pin_color(kind), value_color(kind)) == ("#cd82ff", "#950000")


def test_an_event_is_red_and_carries_its_delegate_in_the_header(builder: GraphBuilder) -> None:
    builder.add("tick", TICK)
    event = shown(builder, "tick")
    assert (event.title, event.color, event.glyph) == ("Event Tick", HEADERS["event"], "event")
    assert event.title_pin is not None
    assert event.title_pin.shape == "delegate"
    assert labels(event.outputs) == ["", "Delta Seconds"]


def test_a_call_is_blue_with_its_target_on_the_second_line(builder: GraphBuilder) -> None:
    builder.add("move", MOVE)
    call = shown(builder, "move")
    assert call.color == HEADERS["function"]
    assert call.subtitle == "Target is Actor"
    assert labels(call.inputs)[:3] == ["", "Target", "Delta Location"]


@pytest.mark.parametrize(
    ("spec", "kind", "glyph"),
    [
        (BranchSpec(), "flow", "branch"),
        (SequenceSpec(3), "flow", "sequence"),
        (CustomEventSpec("Explode"), "event", "event"),
    ],
)
def test_other_kinds_have_their_headers(builder: GraphBuilder, spec: object, kind: str, glyph: str) -> None:
    builder.add("node", spec)  # type: ignore[arg-type]
    node = shown(builder, "node")
    assert (node.color, node.glyph) == (HEADERS[kind], glyph)


def test_a_pure_call_is_green_and_an_operator_is_compact(builder: GraphBuilder) -> None:
    builder.add("sum", ADD)
    total = shown(builder, "sum")
    assert (total.style, total.title) == ("compact", "+")
    assert labels(total.inputs) == ["", ""]


@pytest.mark.parametrize(
    ("function", "sign"),
    [
        ("Multiply_VectorFloat", "×"),  # noqa: RUF001 - the editor's sign
        ("Conv_IntToString", "•"),
        ("BooleanAND", "AND"),
        ("EqualEqual_GuidGuid", "=="),
        ("Array_Length", "LENGTH"),
        ("Add_Score", ""),
        ("PrintString", ""),
    ],
)
def test_operators_are_known_by_their_function(function: str, sign: str) -> None:
    assert compact_title("K2Node_CallFunction", function) == sign


def test_variables_are_tinted_by_type(builder: GraphBuilder) -> None:
    builder.add("get", VariableGetSpec("Speed"))
    builder.add("set", VariableSetSpec("bIsOpen"))
    get, set_ = shown(builder, "get"), shown(builder, "set")
    assert (get.style, get.title, get.color) == ("variable", "", "#38d500")
    assert (set_.style, set_.title, set_.color) == ("variable", "SET", "#950000")
    assert labels(set_.outputs) == ["", ""]
    assert labels(set_.inputs) == ["", "Is Open"]


def test_a_linked_input_has_no_value_box(builder: GraphBuilder) -> None:
    builder.add("get", VariableGetSpec("Speed"))
    builder.add("delay", DELAY)
    assert shown(builder, "delay").inputs[1].value == ValueBox("text", ("0.2",))
    builder.link("get", "Speed", "delay", "Duration")
    assert shown(builder, "delay").inputs[1].value is None
    assert shown(builder, "delay").is_latent


VECTOR = PinType("struct", "", ObjectRef("/Script/CoreUObject.Vector"))
ROTATOR = PinType("struct", "", ObjectRef("/Script/CoreUObject.Rotator"))
COLOR = PinType("struct", "", ObjectRef("/Script/CoreUObject.LinearColor"))
RULE = PinType("byte", "", ObjectRef("/Script/Engine.EAttachmentRule"))


@pytest.mark.parametrize(
    ("kind", "default", "value"),
    [
        (PinType("bool"), "true", ValueBox("check", ("true",))),
        (PinType("int"), "", ValueBox("text", ("0",))),
        (PinType("real", "double"), "0.500000", ValueBox("text", ("0.5",))),
        (PinType("string"), "a\nb", ValueBox("text", ("a b",))),
        (VECTOR, "", ValueBox("axes", ("X", "0.0", "Y", "0.0", "Z", "0.0"))),
        (VECTOR, "1.000000,2.500000,-3.000000", ValueBox("axes", ("X", "1.0", "Y", "2.5", "Z", "-3.0"))),
        (VECTOR, "(X=1.0,Y=2.0,Z=3.0)", ValueBox("axes", ("X", "1.0", "Y", "2.0", "Z", "3.0"))),
        (ROTATOR, "10, 20, 30", ValueBox("axes", ("X", "30.0", "Y", "10.0", "Z", "20.0"))),
        (COLOR, "(R=1.0,G=0.0,B=0.0,A=1.0)", ValueBox("color", ("#ff0000",))),
        (RULE, "KeepWorld", ValueBox("choice", ("Keep World",))),
        (PinType("class"), "", ValueBox("asset", ("Select Class",))),
        (
            PinType("object", "", ObjectRef("/Script/Engine.StaticMesh")),
            "/Game/SM_Cube.SM_Cube",
            ValueBox("asset", ("SM_Cube",)),
        ),
        (PinType("object", "", ObjectRef("/Script/Engine.Actor")), "", None),
        (PinType("object", "", ObjectRef("/Script/Engine.SceneComponent")), "", None),
        (PinType("int", container="array"), "", None),
        (PinType("exec"), "", None),
    ],
    ids=str,
)
def test_open_inputs_show_their_default_in_the_editors_box(
    kind: PinType, default: str, value: ValueBox | None
) -> None:
    pin = Pin("1", "Value", "input", kind, default_value=default)
    assert pin_appearance(pin, is_linked=False).value == value


def test_very_long_defaults_are_cut() -> None:
    pin = Pin("1", "Value", "input", PinType("string"), default_value="x" * 5000)
    value = pin_appearance(pin, is_linked=False).value
    assert value is not None
    assert value.parts[0].endswith("…")
    assert len(value.parts[0]) < 60


def test_advanced_pins_are_folded_until_shown_or_linked(builder: GraphBuilder) -> None:
    builder.add("print", PRINT)
    builder.set_property("print", "AdvancedPinDisplay", "Hidden")
    folded = shown(builder, "print")
    builder.set_property("print", "AdvancedPinDisplay", "Shown")
    unfolded = shown(builder, "print")
    assert folded.chevron == "down"
    assert unfolded.chevron == "up"
    assert len(folded.inputs) < len(unfolded.inputs)


def test_a_waiting_event_is_faded_and_says_so(builder: GraphBuilder) -> None:
    builder.add("begin", BEGIN_PLAY)
    builder.set_property("begin", "EnabledState", "Disabled")
    ghost = shown(builder, "begin")
    assert ghost.is_faded
    assert "will not be called" in ghost.bubble
    assert not ghost.band


def test_a_node_that_the_user_disabled_has_a_band(builder: GraphBuilder) -> None:
    builder.add("print", PRINT)
    builder.set_property("print", "EnabledState", "Disabled")
    builder.set_property("print", "bUserSetEnabledState", "True")
    assert shown(builder, "print").band == "Disabled"
    assert not shown(builder, "print").bubble


@pytest.mark.parametrize(("number", "severity"), [("1", "error"), ("3", "warning"), ("4", "note")])
def test_compiler_messages_stand_under_their_node(builder: GraphBuilder, number: str, severity: str) -> None:
    builder.add("print", PRINT)
    builder.set_property("print", "ErrorType", number)
    builder.set_property("print", "ErrorMsg", '"Pin In String is not linked"')
    message = shown(builder, "print").message
    assert message is not None
    assert (message.severity, message.text) == (severity, "Pin In String is not linked")


def test_an_unknown_node_class_gets_a_plain_box() -> None:
    pins = (Pin("1", "In", "input", PinType("mystery")), Pin("2", "Out", "output", PinType("mystery")))
    node = Node("Thing_0", "/Script/Niagara.NiagaraNodeOp", "", pins=pins)
    plain = node_appearance(node, Graph("G", (node,)))
    assert plain.style == "node"
    assert [pin.color for pin in plain.inputs] == [pin.color for pin in plain.outputs]


def test_appearance_depends_only_on_values(builder: GraphBuilder) -> None:
    graph = moving_enemy(builder)
    again = replace(graph, nodes=tuple(replace(node) for node in graph.nodes))
    assert [node_appearance(node, graph) for node in graph.nodes] == [
        node_appearance(node, again) for node in again.nodes
    ]


@needs_corpus
def test_every_node_of_the_corpus_has_an_appearance() -> None:
    for path in sorted((CORPUS / "t3d").glob("*.t3d")):
        graph = parse_t3d(path.read_text(encoding="utf-8"))
        for node in graph.nodes:
            assert node_appearance(node, graph).name == node.name
