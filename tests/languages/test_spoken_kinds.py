"""Every kind of node is told so that all that it is made from is said, and built from those words."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, get_args

import pytest

from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, make_node
from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
from blueprint_assistant.graph.model.blueprint import (
    EXEC,
    Blueprint,
    Component,
    Graph,
    Link,
    Node,
    ObjectRef,
    Pin,
    PinRef,
    PinType,
    Variable,
)
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.bluecode.readout import readout_of
from blueprint_assistant.languages.decompile.coverage import coverage_of
from blueprint_assistant.languages.decompile.decompiler import decompile
from languages.program_building import build, catalog_for

if TYPE_CHECKING:
    from collections.abc import Iterable

DOUBLE = PinType("real", "double")
ENGINE = "/Script/Engine."
MOVEMENT = f"{ENGINE}EMovementMode"
MATH = f"{ENGINE}KismetMathLibrary"
POINT = "/Script/CoreUObject.IntPoint"
ENUM = PinType("byte", subcategory_object=ObjectRef(MOVEMENT, "/Script/CoreUObject.Enum"))
SUBSYSTEM = "/Script/EnhancedInput.EnhancedInputLocalPlayerSubsystem"
OWNER = Blueprint(
    "/Game/BP_Owner",
    f"{ENGINE}Character",
    (Graph("EventGraph"),),
    variables=(Variable("Angle", DOUBLE),),
    components=(Component("Box", f"{ENGINE}BoxComponent"),),
)
CATALOG = catalog_for(OWNER)

SPECS: list[AnyNodeSpec] = [
    EventSpec("ReceiveTick"),
    CustomEventSpec("Opened"),
    BranchSpec(),
    SequenceSpec(3),
    CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:PrintString"),
    CallFunctionSpec(f"{MATH}:Add_DoubleDouble"),
    VariableGetSpec("Angle"),
    VariableSetSpec("Angle"),
    kinds.ComponentEventSpec("Box", "OnComponentHit"),
    kinds.InputKeySpec("SpaceBar"),
    kinds.InputKeySpec("Zero", is_debug=True),
    kinds.InputKeyAxisSpec("Mouse2D"),
    kinds.InputActionSpec("Jump"),
    kinds.InputAxisSpec("MoveForward"),
    kinds.EnhancedInputActionSpec("/Game/Input/IA_Jump.IA_Jump"),
    kinds.EnhancedInputActionSpec("/Game/Input/IA_Move.IA_Move", "axis2d"),
    kinds.EnhancedInputActionSpec("/Game/Input/IA_Zoom.IA_Zoom", "axis1d"),
    kinds.MacroSpec("/Engine/EditorBlueprintResources/StandardMacros.StandardMacros:FlipFlop"),
    kinds.MacroSpec("/Engine/EditorBlueprintResources/StandardMacros.StandardMacros:ForEachLoop"),
    kinds.SwitchIntSpec(3, 5),
    kinds.SwitchIntSpec(1, has_default=False),
    kinds.SwitchStringSpec(("red", "green")),
    kinds.SwitchStringSpec(("red", "green"), is_case_sensitive=True),
    kinds.SwitchNameSpec(("wall",)),
    kinds.SwitchEnumSpec(MOVEMENT),
    kinds.SelectSpec(),
    kinds.SelectSpec(4, PinType("int")),
    kinds.SelectSpec(2, PinType("bool")),
    kinds.SelectSpec(index=ENUM),
    kinds.MultiGateSpec(),
    kinds.MultiGateSpec(3),
    kinds.DoOnceMultiInputSpec(2),
    kinds.ForEachEnumSpec(MOVEMENT),
    kinds.CastSpec(f"{ENGINE}PlayerController"),
    kinds.CastSpec(f"{ENGINE}PlayerController", is_pure=True),
    kinds.ClassCastSpec(f"{ENGINE}Pawn"),
    kinds.ClassCastSpec(f"{ENGINE}Pawn", is_pure=True),
    kinds.TimelineSpec("Fade", (("Alpha", "float"), ("Place", "vector"), ("Flash", "event"))),
    kinds.SelfSpec(),
    kinds.MessageSpec(f"{ENGINE}NavMovementInterface:IsFalling"),
    kinds.ParentCallSpec("CanJumpInternal"),
    kinds.OperatorSpec("Add", f"{MATH}:Add_DoubleDouble"),
    kinds.AsyncActionSpec(f"{ENGINE}AsyncActionHandleSaveGame:AsyncSaveGameToSlot"),
    kinds.AsyncTaskSpec("PlayMontage"),
    kinds.FormatTextSpec(("Name", "Count")),
    kinds.InputKeyValueSpec("MouseY"),
    kinds.SpawnActorSpec(),
    kinds.SpawnActorSpec(f"{ENGINE}PointLight"),
    kinds.ConstructObjectSpec(),
    kinds.CreateWidgetSpec(),
    kinds.GetSubsystemSpec(SUBSYSTEM),
    kinds.GetSubsystemSpec(SUBSYSTEM, from_player_controller=True),
    kinds.MakeArraySpec(3),
    kinds.MakeSetSpec(),
    kinds.MakeMapSpec(2),
    kinds.GetArrayItemSpec(),
    kinds.GetArrayItemSpec(by_reference=True),
    kinds.MakeStructSpec(f"{ENGINE}TimerHandle"),
    kinds.BreakStructSpec(POINT),
    kinds.SetFieldsInStructSpec(POINT, ("X",)),
    kinds.EnumLiteralSpec(MOVEMENT),
    kinds.EnumEqualitySpec(MOVEMENT),
    kinds.EnumEqualitySpec(is_unequal=True),
    kinds.OtherVariableGetSpec(f"{ENGINE}MovementComponent", "Velocity"),
    kinds.OtherVariableSetSpec(f"{ENGINE}PlayerController", "bShowMouseCursor"),
    kinds.ValidatedGetSpec("Mesh"),
    kinds.DelegateSpec("add", "OnDestroyed", f"{ENGINE}Actor"),
    kinds.DelegateSpec("remove", "OnDestroyed", f"{ENGINE}Actor"),
    kinds.DelegateSpec("clear", "OnDestroyed", f"{ENGINE}Actor"),
    kinds.DelegateSpec("call", "OnDestroyed", f"{ENGINE}Actor"),
    kinds.CreateDelegateSpec("Open"),
]
_ELSEWHERE = {
    kinds.KnotSpec,  # part of links
    kinds.CommentSpec,  # drawn, not told
    kinds.MenuNodeSpec,  # has no pins until an editor has made it
    kinds.FunctionEntrySpec,  # is there with its graph
    kinds.FunctionResultSpec,  # likewise
    kinds.LocalVariableGetSpec,  # needs its function
    kinds.LocalVariableSetSpec,  # likewise
}


def _node(spec: AnyNodeSpec) -> Node:
    guids = (f"{number:032X}" for number in itertools.count(1))
    return make_node(spec, owner=OWNER, catalog=CATALOG, name="Told", new_guid=lambda: next(guids))


def test_every_kind_of_node_is_told_here_or_elsewhere() -> None:
    assert {type(spec) for spec in SPECS} | _ELSEWHERE == set(get_args(AnyNodeSpec))


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_node_is_told_in_words_that_make_it_again(spec: AnyNodeSpec) -> None:
    """BC-022, BC-023, BC-024, BC-025, BC-026."""
    graph = Graph("EventGraph", (_node(spec),))
    program = decompile(graph, OWNER, CATALOG)
    assert coverage_of(program, graph).is_whole
    built = build(parse_program(print_program(program)), OWNER, "EventGraph")
    assert [any_spec_of(node) for node in built.nodes] == [spec]


# --- types ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    [
        *("bool", "byte", "int", "int64", "float", "name", "string", "text", "Vector", "LinearColor"),
        *("Actor", "class:Actor", "softobject:Texture2D", "softclass:Actor", "EMovementMode"),
        *("array:int", "set:name", "map:name,Vector", "array:Actor", "map:int,EMovementMode"),
    ],
)
def test_the_word_for_a_type_is_read_back_as_the_type(word: str) -> None:
    kind = parse_type(word, CATALOG)
    assert TypeNames(CATALOG).of(kind) == word


def test_a_custom_event_tells_its_inputs_in_words_of_types() -> None:
    event = _node(CustomEventSpec("Opened"))
    pins = [Pin("A" * 32, "Who", "output", parse_type("array:Actor", CATALOG))]
    pins.append(Pin("B" * 32, "Where", "output", parse_type("map:name,Vector", CATALOG)))
    graph = Graph("EventGraph", (_with_pins(event, pins),))
    text = print_program(decompile(graph, OWNER, CATALOG))
    assert text.startswith("event Opened(Who: array:Actor, Where: map:name,Vector)")
    readout_of = parse_program(text).entries[0].parameters
    assert [(item.name, item.type) for item in readout_of] == [
        ("Who", "array:Actor"),
        ("Where", "map:name,Vector"),
    ]


def _with_pins(node: Node, pins: Iterable[Pin]) -> Node:
    return Node(node.name, node.class_path, node.guid, pins=(*node.pins, *pins), properties=node.properties)


# --- macros, collapsed graphs, rings -------------------------------------------------------------

TUNNEL = "/Script/BlueprintGraph.K2Node_Tunnel"


def _pin(name: str, direction: str, kind: PinType) -> Pin:
    return Pin(f"{direction}-{name}", name, direction, kind)  # type: ignore[arg-type]


def _link(source: str, out: str, target: str, enter: str) -> Link:
    return Link(PinRef(source, f"output-{out}"), PinRef(target, f"input-{enter}"))


def test_a_macro_without_flow_gives_back_what_it_is_given() -> None:
    given = Node("In", TUNNEL, "1" * 32, pins=(_pin("Amount", "output", DOUBLE),))
    taken = Node("Out", TUNNEL, "2" * 32, pins=(_pin("Result", "input", DOUBLE),))
    graph = Graph("Same", (taken, given), (_link("In", "Amount", "Out", "Result"),), kind="macro")
    program = decompile(graph, OWNER, CATALOG)
    assert print_program(program) == "macro Same(Amount: float) -> (Result: float)\n  return Amount\n"
    assert coverage_of(program, graph).is_whole


def test_a_macro_with_several_ways_in_and_out_tells_each() -> None:
    ways_in = (_pin("Open", "output", EXEC), _pin("Close", "output", EXEC))
    ways_out = (_pin("Opened", "input", EXEC), _pin("Closed", "input", EXEC))
    nodes = (Node("In", TUNNEL, "1" * 32, pins=ways_in), Node("Out", TUNNEL, "2" * 32, pins=ways_out))
    links = (_link("In", "Open", "Out", "Opened"), _link("In", "Close", "Out", "Closed"))
    graph = Graph("Door", nodes, links, kind="macro")
    reading = readout_of(graph, OWNER, CATALOG)
    assert reading.coverage.is_whole
    assert "Open:" in reading.code
    assert "exit() from Opened" in reading.code
    assert "goto" in reading.code, "the one node has two ways in"
    assert parse_program(reading.code) == reading.program


def test_a_collapsed_graph_is_called_by_its_name_and_read_with_the_graph_around_it() -> None:
    inner = Graph("Inside", (_node(kinds.SelfSpec()),), kind="collapsed")
    around = Node("Around", "/Script/BlueprintGraph.K2Node_Composite", "3" * 32, graph=inner)
    reading = readout_of(Graph("EventGraph", (around,)), OWNER, CATALOG)
    assert "Inside()" in reading.code
    assert [found.function for found in reading.inner] == ["Inside"]
    assert reading.inner[0].coverage.covered_nodes == 1


def test_values_that_only_take_each_other_are_told() -> None:
    """I12: no editor makes such a ring, but a text can."""
    pins = (_pin("A", "input", DOUBLE), _pin("B", "output", DOUBLE))
    one, other = (Node(name, "/Script/Some.K2Node_Thing", name * 32, pins=pins) for name in "12")
    graph = Graph("EventGraph", (one, other), (_link("1", "B", "2", "A"), _link("2", "B", "1", "A")))
    assert coverage_of(decompile(graph, OWNER, CATALOG), graph).is_whole
