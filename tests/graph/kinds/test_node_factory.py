from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import Catalog, UnknownEventError, UnknownFunctionError
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    NodeSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import (
    BadSpecError,
    UnknownVariableError,
    is_ghost,
    make_node,
    member_reference,
    node_class,
    node_title,
    spec_of,
)
from blueprint_assistant.graph.kinds.specs import (
    DoOnceMultiInputSpec,
    FormatTextSpec,
    LocalVariableGetSpec,
    OtherVariableGetSpec,
    SwitchNameSpec,
    SwitchStringSpec,
    TimelineSpec,
)
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin, PinType, set_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.errors import GraphError
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

    Build = Callable[[AnyNodeSpec], Node]

ENGINE = "/Script/Engine."
SPECS: list[NodeSpec] = [
    EventSpec("ReceiveTick"),
    CustomEventSpec('Say "hi", twice'),
    CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"),
    CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:PrintString"),
    CallFunctionSpec(f"{ENGINE}KismetMathLibrary:Add_DoubleDouble"),
    CallFunctionSpec(f"{ENGINE}KismetMathLibrary:BooleanAND"),
    CallFunctionSpec(f"{ENGINE}KismetArrayLibrary:Array_Add"),
    CallFunctionSpec(f"{ENGINE}SceneComponent:K2_SetRelativeLocation"),
    BranchSpec(),
    SequenceSpec(),
    SequenceSpec(5),
    VariableGetSpec("Speed"),
    VariableGetSpec("Mesh"),
    VariableSetSpec("Speed"),
]


def shape(node: Node) -> list[str]:
    """Pins as `name`, outputs with `>` in front, hidden ones in brackets."""
    names = [f">{pin.name}" if pin.direction == "output" else pin.name for pin in node.pins]
    return [f"[{name}]" if pin.is_hidden else name for name, pin in zip(names, node.pins, strict=True)]


def pin_of(node: Node, name: str) -> Pin:
    pin = node.find_pin(name)
    assert pin is not None
    return pin


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_the_spec_of_a_made_node_is_the_spec_that_made_it(
    build: Build, catalog: Catalog, spec: NodeSpec
) -> None:
    node = build(spec)
    assert spec_of(node) == spec
    assert node.class_path == node_class(spec, catalog)
    assert len({pin.id for pin in node.pins} | {node.guid}) == len(node.pins) + 1


@pytest.mark.parametrize(
    ("spec", "pins"),
    [
        (EventSpec("ReceiveTick"), [">OutputDelegate", ">then", ">DeltaSeconds"]),
        (CustomEventSpec("Go"), [">OutputDelegate", ">then"]),
        (BranchSpec(), ["execute", "Condition", ">then", ">else"]),
        (SequenceSpec(3), ["execute", ">then_0", ">then_1", ">then_2"]),
        (VariableGetSpec("Speed"), [">Speed", "[self]"]),
        (VariableSetSpec("Speed"), ["execute", ">then", "Speed", ">Output_Get", "[self]"]),
        (CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"), ["execute", ">then", "self"]),
        (
            CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:Delay"),
            ["execute", ">then", "[self]", "[WorldContextObject]", "Duration", "[LatentInfo]"],
        ),
        (
            CallFunctionSpec(f"{ENGINE}KismetMathLibrary:MakeVector"),
            ["[self]", "X", "Y", "Z", ">ReturnValue"],
        ),
        (
            CallFunctionSpec(f"{ENGINE}KismetMathLibrary:Less_DoubleDouble"),
            ["A", "B", ">ReturnValue", "[ErrorTolerance]"],
        ),
    ],
    ids=str,
)
def test_a_node_has_the_pins_of_the_editor_in_its_order(
    build: Build, spec: NodeSpec, pins: list[str]
) -> None:
    assert shape(build(spec)) == pins


def test_a_latent_call_names_its_exec_output_completed(build: Build) -> None:
    node = build(CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:Delay"))
    assert pin_of(node, "then").friendly_name == '"Completed"'
    assert pin_of(node, "Duration").default_value == "0.2"


def test_a_library_call_has_the_default_object_behind_its_hidden_target(build: Build) -> None:
    target = pin_of(build(CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:PrintString")), "self")
    assert target.default_object == "/Script/Engine.Default__KismetSystemLibrary"


def test_a_reference_of_ue_4_13_names_its_class_in_a_field_of_its_own() -> None:
    text = "(MemberParentClass=Class'/Script/Engine.KismetMathLibrary',MemberName=\"GetForwardVector\")"
    reference = member_reference(text)
    assert (reference.parent_path, reference.name) == (f"{ENGINE}KismetMathLibrary", "GetForwardVector")


def test_an_inherited_function_is_called_on_self_and_another_on_its_class(build: Build) -> None:
    own = build(CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"))
    other = build(CallFunctionSpec(f"{ENGINE}SceneComponent:K2_SetRelativeLocation"))
    assert own.find_property("FunctionReference") == '(MemberName="K2_DestroyActor",bSelfContext=True)'
    reference = member_reference(other.find_property("FunctionReference") or "")
    assert (reference.parent_path, reference.is_self) == (f"{ENGINE}SceneComponent", False)


def test_a_component_is_read_as_a_reference_to_its_class(build: Build) -> None:
    node = build(VariableGetSpec("mesh"))
    ref = pin_of(node, "Mesh").type.subcategory_object
    assert ref is not None
    assert ref.path == f"{ENGINE}StaticMeshComponent"
    assert node.find_property("VariableReference") == '(MemberName="Mesh",bSelfContext=True)'


def test_a_variable_is_named_with_its_guid(build: Build) -> None:
    reference = member_reference(build(VariableSetSpec("Speed")).find_property("VariableReference") or "")
    assert (reference.name, reference.guid, reference.is_self) == ("Speed", "A" * 32, True)


def test_an_enum_that_expands_to_exec_gives_one_exec_pin_per_value(build: Build) -> None:
    node = build(CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:MoveComponentTo"))
    entries = [pin.name for pin in node.visible_pins if pin.is_exec and pin.direction == "input"]
    assert entries == ["Move", "Stop", "Return"]
    assert node.find_property("bWantsEnumToExecExpansion") == "True"


def test_an_own_event_is_called_with_its_parameters(mover: Blueprint, build: Build, catalog: Catalog) -> None:
    event = build(CustomEventSpec("Open"))
    parameter = Pin("P", "Angle", "output", pin_of(build(VariableGetSpec("Speed")), "Speed").type)
    event = replace(event, name="K2Node_CustomEvent_0", pins=(*event.pins, parameter))
    owner = replace(mover, graphs=(Graph("EventGraph", (event,)),))
    call = make_node(
        CallFunctionSpec(f"{owner.generated_class}:Open"),
        owner=owner,
        catalog=catalog,
        name="X",
        new_guid=_numbers(),
    )
    assert shape(call) == ["execute", ">then", "self", "Angle"]
    assert member_reference(call.find_property("FunctionReference") or "").guid == event.guid


def _numbers() -> Callable[[], str]:
    ids = iter(range(1000, 2000))
    return lambda: f"{next(ids):032X}"


@pytest.mark.parametrize(
    ("spec", "error", "near"),
    [
        (CallFunctionSpec(f"{ENGINE}Actor:DestroyActr"), UnknownFunctionError, "Actor.K2_DestroyActor"),
        (CallFunctionSpec(""), UnknownFunctionError, ""),
        (EventSpec("ReceiveTock"), UnknownEventError, "Tick"),
        (EventSpec("Tick"), UnknownEventError, "ReceiveTick"),
        (VariableGetSpec("Sped"), UnknownVariableError, "Speed"),
        (VariableSetSpec(""), UnknownVariableError, ""),
        (SequenceSpec(1), BadSpecError, "2"),
        (SequenceSpec(10**9), BadSpecError, "2"),
        (CustomEventSpec(" "), BadSpecError, ""),
    ],
    ids=str,
)
def test_a_spec_of_something_that_is_not_there_is_refused_with_what_is_near(
    build: Build, spec: NodeSpec, error: type[GraphError], near: str
) -> None:
    with pytest.raises(error) as caught:
        build(spec)
    assert near in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (SwitchStringSpec(("A", "a")), "two pins 'a'"),
        (SwitchNameSpec(("Default",)), "two pins 'Default'"),
        (FormatTextSpec(("Who", "Who")), "two pins 'Who'"),
        (FormatTextSpec(("format",)), "two pins 'format'"),
        (TimelineSpec("Fade", (("Update", "float"),)), "two pins 'Update'"),
        (SwitchNameSpec(tuple(map(str, range(300)))), "256"),
        (DoOnceMultiInputSpec(27), "1 to 26"),
        (LocalVariableGetSpec("", "X", PinType("int")), "Give both"),
        (OtherVariableGetSpec(f"{ENGINE}Actor", " ", PinType("int")), "has no name"),
    ],
    ids=str,
)
def test_a_node_whose_pins_could_not_be_told_apart_is_refused(
    build: Build, spec: AnyNodeSpec, told: str
) -> None:
    with pytest.raises(BadSpecError, match=told):
        build(spec)


def test_a_disabled_event_is_a_ghost(build: Build) -> None:
    node = build(EventSpec("ReceiveBeginPlay"))
    ghost = replace(node, properties=set_property(node.properties, "EnabledState", "Disabled"))
    assert is_ghost(ghost)
    assert not is_ghost(node)
    assert spec_of(ghost) == EventSpec("ReceiveBeginPlay")


def test_a_node_of_another_kind_has_no_spec() -> None:
    assert spec_of(Node("K2Node_Knot_0", "/Script/BlueprintGraph.K2Node_Knot", "")) is None
    assert spec_of(Node("K2Node_Event_0", "/Script/BlueprintGraph.K2Node_Event", "")) is None


@pytest.mark.parametrize(
    ("spec", "title", "subtitle"),
    [
        (EventSpec("ReceiveBeginPlay"), "Event BeginPlay", ""),
        (CustomEventSpec("Open Door"), "Open Door", "Custom Event"),
        (CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"), "Destroy Actor", "Target is Actor"),
        (CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:PrintString"), "Print String", ""),
        (BranchSpec(), "Branch", ""),
        (SequenceSpec(), "Sequence", ""),
        (VariableGetSpec("Speed"), "Get Speed", ""),
        (VariableSetSpec("Speed"), "Set Speed", ""),
    ],
    ids=str,
)
def test_a_node_has_the_title_of_the_editor(build: Build, spec: NodeSpec, title: str, subtitle: str) -> None:
    found = node_title(build(spec))
    assert (found.title, found.subtitle) == (title, subtitle)


@pytest.mark.parametrize(
    ("parent", "subtitle"),
    [
        ("BPI_Damageable_C", "From BPI_Damageable"),
        ("BP_Door_C", ""),
        ("TouchInterface_C", "From TouchInterface"),
    ],
)
def test_an_event_of_an_interface_says_where_it_is_from(parent: str, subtitle: str) -> None:
    path = f"/Game/{parent.removesuffix('_C')}.{parent}"
    reference = f'(MemberParent="/Script/Engine.BlueprintGeneratedClass\'{path}\'",MemberName="Apply Damage")'
    node = Node("N", "/Script/BlueprintGraph.K2Node_Event", "", properties=(("EventReference", reference),))
    found = node_title(node)
    assert (found.title, found.subtitle) == ("Event Apply Damage", subtitle)


def test_a_node_without_any_property_still_has_a_title() -> None:
    for name in ("K2Node_Event", "K2Node_CallFunction", "K2Node_MacroInstance", "K2Node_Odd", "Other"):
        assert isinstance(node_title(Node("N", f"/Script/M.{name}", "")).title, str)
