"""Every kind of node beside those of plans: built as the editor builds it, and read back."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.graph.catalog.engine_catalog import Catalog, UnknownFunctionError, default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, NodeSpec
from blueprint_assistant.graph.kinds.node_factory import (
    BadSpecError,
    UnknownVariableError,
    any_spec_of,
    make_node,
    node_class,
    node_title,
    spec_of,
)
from blueprint_assistant.graph.kinds.specs import (
    AnyNodeSpec,
    AsyncActionSpec,
    AsyncTaskSpec,
    BreakStructSpec,
    CastSpec,
    ClassCastSpec,
    CommentSpec,
    ComponentEventSpec,
    ConstructObjectSpec,
    CreateDelegateSpec,
    CreateWidgetSpec,
    DelegateSpec,
    DoOnceMultiInputSpec,
    EnhancedInputActionSpec,
    EnumEqualitySpec,
    EnumLiteralSpec,
    ForEachEnumSpec,
    FormatTextSpec,
    FunctionEntrySpec,
    FunctionResultSpec,
    GetArrayItemSpec,
    GetSubsystemSpec,
    InputActionSpec,
    InputAxisSpec,
    InputKeyAxisSpec,
    InputKeySpec,
    InputKeyValueSpec,
    KnotSpec,
    LocalVariableGetSpec,
    LocalVariableSetSpec,
    MacroSpec,
    MakeArraySpec,
    MakeMapSpec,
    MakeSetSpec,
    MakeStructSpec,
    MenuNodeSpec,
    MessageSpec,
    MultiGateSpec,
    OperatorSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
    ParentCallSpec,
    SelectSpec,
    SelfSpec,
    SetFieldsInStructSpec,
    SpawnActorSpec,
    SwitchEnumSpec,
    SwitchIntSpec,
    SwitchNameSpec,
    SwitchStringSpec,
    TimelineSpec,
    ValidatedGetSpec,
    certainty_of,
)
from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    Graph,
    Node,
    ObjectRef,
    Pin,
    PinType,
    Variable,
)
from blueprint_assistant.graph.rules.inference import link_ends, settle
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d
from graph.graphs import graphs
from tiers import examples

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.errors import GraphError

    Build = Callable[[AnyNodeSpec], Node]

CATALOG = default_catalog()
ENGINE = "/Script/Engine."
MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"
MOVEMENT = f"{ENGINE}EMovementMode"
ENUM = PinType("byte", subcategory_object=ObjectRef(MOVEMENT, "/Script/CoreUObject.Enum"))
DOUBLE = PinType("real", "double")

SPECS: list[AnyNodeSpec] = [
    ComponentEventSpec("Mesh", "OnComponentHit"),
    InputKeySpec("SpaceBar"),
    InputKeySpec("Zero", is_debug=True),
    InputKeyAxisSpec("MouseX"),
    InputKeyAxisSpec("Mouse2D"),
    InputActionSpec("Jump"),
    InputAxisSpec("MoveForward"),
    EnhancedInputActionSpec("/Game/Input/IA_Jump.IA_Jump"),
    EnhancedInputActionSpec("/Game/Input/IA_Move.IA_Move", "axis2d"),
    FunctionEntrySpec("Open"),
    FunctionEntrySpec("UserConstructionScript", f"{ENGINE}Actor"),
    FunctionResultSpec("Open"),
    MacroSpec(f"{MACROS}:ForEachLoop"),
    MacroSpec(f"{MACROS}:FlipFlop"),
    SwitchIntSpec(3, 5),
    SwitchIntSpec(1, has_default=False),
    SwitchStringSpec(("red", "green"), is_case_sensitive=True),
    SwitchNameSpec(("wall",)),
    SwitchEnumSpec(MOVEMENT),
    SelectSpec(),
    SelectSpec(4, PinType("int")),
    SelectSpec(2, PinType("bool")),
    SelectSpec(index=ENUM),
    MultiGateSpec(3),
    DoOnceMultiInputSpec(2),
    ForEachEnumSpec(MOVEMENT),
    CastSpec(f"{ENGINE}PlayerController"),
    CastSpec("/Game/BP_Door.BP_Door_C", is_pure=True),
    ClassCastSpec(f"{ENGINE}Pawn"),
    TimelineSpec("Fade", (("Alpha", "float"), ("Place", "vector"), ("Tint", "color"), ("Flash", "event"))),
    KnotSpec(),
    MenuNodeSpec("Game|Load Asset"),
    SelfSpec(),
    CommentSpec('Says "hi"', 640, 112),
    MessageSpec("/Script/Engine.NavMovementInterface:IsFalling"),
    ParentCallSpec("ReceiveTick"),
    OperatorSpec("Add", f"{ENGINE}KismetMathLibrary:Add_DoubleDouble"),
    AsyncActionSpec(f"{ENGINE}AsyncActionHandleSaveGame:AsyncSaveGameToSlot"),
    AsyncTaskSpec("AIMoveTo"),
    AsyncTaskSpec("PlayMontage"),
    FormatTextSpec(("Name", "Count")),
    InputKeyValueSpec("MouseY"),
    SpawnActorSpec(),
    SpawnActorSpec(f"{ENGINE}PointLight"),
    ConstructObjectSpec(),
    CreateWidgetSpec("/Game/WBP_Menu.WBP_Menu_C"),
    GetSubsystemSpec("/Script/EnhancedInput.EnhancedInputLocalPlayerSubsystem"),
    GetSubsystemSpec("/Script/EnhancedInput.EnhancedInputLocalPlayerSubsystem", from_player_controller=True),
    MakeArraySpec(3),
    MakeSetSpec(),
    MakeMapSpec(2),
    GetArrayItemSpec(),
    GetArrayItemSpec(by_reference=True),
    MakeStructSpec(f"{ENGINE}TimerHandle"),
    BreakStructSpec("/Script/CoreUObject.IntPoint"),
    SetFieldsInStructSpec("/Script/CoreUObject.IntPoint", ("X",)),
    EnumLiteralSpec(MOVEMENT),
    EnumEqualitySpec(MOVEMENT),
    EnumEqualitySpec(is_unequal=True),
    OtherVariableGetSpec(f"{ENGINE}MovementComponent", "Velocity"),
    OtherVariableSetSpec(f"{ENGINE}PlayerController", "bShowMouseCursor"),
    OtherVariableGetSpec("/Game/BP_Ball.BP_Ball_C", "Speed", DOUBLE),
    ValidatedGetSpec("Mesh"),
    ValidatedGetSpec("Mesh", f"{ENGINE}Character"),
    LocalVariableGetSpec("Open", "Angle", DOUBLE),
    LocalVariableSetSpec("Open", "Angle", DOUBLE),
    DelegateSpec("add", "OnDestroyed", f"{ENGINE}Actor"),
    DelegateSpec("assign", "OnClicked", "/Script/UMG.Button"),
    DelegateSpec("remove", "OnDestroyed", f"{ENGINE}Actor"),
    DelegateSpec("clear", "OnDestroyed", f"{ENGINE}Actor"),
    DelegateSpec("call", "OnDestroyed", f"{ENGINE}Actor"),
    CreateDelegateSpec("Open"),
]


def shape(node: Node) -> list[str]:
    """Pins as `name`, outputs with `>` in front, hidden ones in brackets."""
    names = [f">{pin.name}" if pin.direction == "output" else pin.name for pin in node.pins]
    return [f"[{name}]" if pin.is_hidden else name for name, pin in zip(names, node.pins, strict=True)]


def pin_of(node: Node, name: str) -> Pin:
    pin = node.find_pin(name)
    assert pin is not None, (name, shape(node))
    return pin


def test_every_kind_of_spec_is_tried_here() -> None:
    tried = {type(spec) for spec in SPECS}
    assert set(get_args(AnyNodeSpec)) - set(get_args(NodeSpec)) == tried


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_made_node_tells_the_spec_that_made_it(build: Build, catalog: Catalog, spec: AnyNodeSpec) -> None:
    node = build(spec)
    assert any_spec_of(node) == spec
    assert node.class_path == node_class(spec, catalog)
    assert len({pin.id for pin in node.pins} | {node.guid}) == len(node.pins) + 1
    assert certainty_of(spec) in ("seen", "described", "assumed")


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_made_node_survives_the_clipboard(build: Build, spec: AnyNodeSpec) -> None:
    graph = Graph("EventGraph", (build(spec),), kind="fragment")
    (back,) = parse_t3d(format_t3d(graph)).nodes
    assert back.pins == graph.nodes[0].pins
    assert any_spec_of(back) == spec


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_node_that_no_plan_can_add_has_no_plan_spec(build: Build, spec: AnyNodeSpec) -> None:
    found = spec_of(build(spec))
    assert found is None or isinstance(spec, OperatorSpec)


@pytest.mark.parametrize(
    ("spec", "pins"),
    [
        (InputKeySpec("SpaceBar"), [">Pressed", ">Released", ">Key"]),
        (InputKeyAxisSpec("MouseX"), [">OutputDelegate", ">then", ">AxisValue"]),
        (
            EnhancedInputActionSpec("/Game/IA_Jump.IA_Jump"),
            [
                *(">Triggered", ">Started", ">Ongoing", ">Canceled", ">Completed"),
                *(">ActionValue", ">ElapsedSeconds", ">TriggeredSeconds", ">InputAction"),
            ],
        ),
        (FunctionEntrySpec("Open"), [">then"]),
        (FunctionResultSpec("Open"), ["execute"]),
        (
            MacroSpec(f"{MACROS}:ForLoop"),
            ["execute", "FirstIndex", "LastIndex", ">LoopBody", ">Index", ">Completed"],
        ),
        (MacroSpec(f"{MACROS}:CompareInt"), ["Exec", "Input", "CompareWith", ">>", ">==", "><"]),
        (
            SwitchIntSpec(2),
            [">Default", "execute", "Selection", "[NotEqual_IntInt]", ">0", ">1"],
        ),
        (SwitchNameSpec(("a",), has_default=False), ["execute", "Selection", "[NotEqual_NameName]", ">a"]),
        (SelectSpec(), ["Option 0", "Option 1", "Index", ">ReturnValue"]),
        (
            MultiGateSpec(),
            ["execute", ">Out 0", ">Out 1", "Reset", "IsRandom", "Loop", "StartIndex"],
        ),
        (
            CastSpec(f"{ENGINE}PlayerController"),
            ["execute", ">then", ">CastFailed", "Object", ">AsPlayer Controller", "[>bSuccess]"],
        ),
        (CastSpec(f"{ENGINE}Pawn", is_pure=True), ["Object", ">AsPawn", ">bSuccess"]),
        (
            TimelineSpec("T", (("Alpha", "float"),)),
            [
                *("Play", "PlayFromStart", "Stop", "Reverse", "ReverseFromEnd", ">Update", ">Finished"),
                *("SetNewTime", "NewTime", ">Direction", ">Alpha"),
            ],
        ),
        (KnotSpec(), ["InputPin", ">OutputPin"]),
        (SelfSpec(), [">self"]),
        (OperatorSpec("Less"), ["A", "B", ">ReturnValue", "[ErrorTolerance]"]),
        (
            SpawnActorSpec(f"{ENGINE}PointLight"),
            [
                *("execute", ">then", "Class", ">ReturnValue", "SpawnTransform"),
                *("CollisionHandlingOverride", "TransformScaleMethod", "Owner", "Instigator"),
            ],
        ),
        (CreateWidgetSpec(), ["execute", ">then", "Class", ">ReturnValue", "OwningPlayer"]),
        (MakeArraySpec(2), [">Array", "[0]", "[1]"]),
        (MakeMapSpec(), [">Map", "Key 0", "Value 0"]),
        (GetArrayItemSpec(), ["Array", "Dimension 1", ">Output"]),
        (BreakStructSpec("/Script/CoreUObject.IntPoint"), ["IntPoint", ">X", ">Y"]),
        (OtherVariableGetSpec(f"{ENGINE}MovementComponent", "Velocity"), [">Velocity", "self"]),
        (ValidatedGetSpec("Mesh"), ["execute", ">then", ">else", ">Mesh", "[self]"]),
        (LocalVariableSetSpec("F", "Angle", DOUBLE), ["execute", ">then", "Angle", ">Output_Get"]),
        (
            DelegateSpec("add", "OnDestroyed", f"{ENGINE}Actor"),
            ["execute", ">then", "self", "Delegate"],
        ),
        (DelegateSpec("clear", "OnDestroyed", f"{ENGINE}Actor"), ["execute", ">then", "self"]),
        (
            DelegateSpec("call", "OnDestroyed", f"{ENGINE}Actor"),
            ["execute", ">then", "self", "DestroyedActor"],
        ),
        (CreateDelegateSpec(), ["self", ">OutputDelegate"]),
    ],
    ids=str,
)
def test_a_node_has_the_pins_of_the_editor_in_its_order(
    build: Build, spec: AnyNodeSpec, pins: list[str]
) -> None:
    assert shape(build(spec)) == pins


def test_a_chosen_class_types_what_a_spawned_actor_is(build: Build) -> None:
    node = build(SpawnActorSpec(f"{ENGINE}PointLight"))
    ref = pin_of(node, "ReturnValue").type.subcategory_object
    assert pin_of(node, "Class").default_object == f"{ENGINE}PointLight"
    assert ref is not None
    assert ref.path == f"{ENGINE}PointLight"


def test_an_enum_switch_has_one_labelled_case_per_enumerator_and_folds_many(build: Build) -> None:
    node = build(SwitchEnumSpec(MOVEMENT))
    cases = [pin for pin in node.pins if pin.direction == "output"]
    assert [pin.name for pin in cases[:3]] == ["MOVE_None", "MOVE_Walking", "MOVE_NavWalking"]
    assert [pin.is_advanced for pin in cases] == [False] * 3 + [True] * (len(cases) - 3)
    assert cases[1].friendly_name == (
        'NSLOCTEXT("UObjectDisplayNames", "EMovementMode.MOVE_Walking", "Walking")'
    )
    assert node.find_property("EnumEntries(1)") == '"MOVE_Walking"'


def test_a_select_labels_its_options_by_a_boolean_index(build: Build) -> None:
    node = build(SelectSpec(2, PinType("bool")))
    assert pin_of(node, "Option 1").friendly_name == 'NSLOCTEXT("Core", "True", "True")'
    assert node.find_property("IndexPinType") == '(PinCategory="bool")'


def test_a_component_event_is_named_after_component_node_and_signature(build: Build) -> None:
    node = build(ComponentEventSpec("Mesh", "OnComponentHit"))
    name = "BndEvt__BP_Mover_Mesh_X_ComponentHitSignature__DelegateSignature"
    assert node.find_property("CustomFunctionName") == f'"{name}"'
    assert node.find_property("DelegateOwnerClass") == (
        "\"/Script/CoreUObject.Class'/Script/Engine.PrimitiveComponent'\""
    )
    hit = pin_of(node, "Hit").type
    assert (hit.is_reference, hit.is_const) == (True, True)


def test_an_inherited_property_is_read_from_the_class_that_declares_it(
    catalog: Catalog, new_guid: Callable[[], str]
) -> None:
    owner = Blueprint("/Game/BP_Hero", f"{ENGINE}Character")
    spec = ValidatedGetSpec("CharacterMovement")
    node = make_node(spec, owner=owner, catalog=catalog, name="X", new_guid=new_guid)
    ref = pin_of(node, "self").type.subcategory_object
    assert ref is not None
    assert ref.path == f"{ENGINE}Character"
    assert pin_of(node, "CharacterMovement").type.is_uobject_wrapper


def test_an_own_dispatcher_is_called_with_the_parameters_of_its_graph(
    catalog: Catalog, new_guid: Callable[[], str]
) -> None:
    entry = Node(
        "Entry",
        "/Script/BlueprintGraph.K2Node_FunctionEntry",
        "",
        pins=(Pin("1", "then", "output", PinType("exec")), Pin("2", "Score", "output", PinType("int"))),
    )
    owner = Blueprint(
        "/Game/BP_Game",
        f"{ENGINE}Actor",
        graphs=(Graph("OnScored", (entry,), kind="delegate"),),
        variables=(Variable("OnScored", PinType("mcdelegate"), guid="A" * 32),),
    )
    call, bind = (
        make_node(spec, owner=owner, catalog=catalog, name="X", new_guid=new_guid)
        for spec in (DelegateSpec("call", "OnScored"), DelegateSpec("add", "OnScored"))
    )
    assert shape(call) == ["execute", ">then", "self", "Score"]
    assert "OnScored__DelegateSignature" in pin_of(bind, "Delegate").type.member_reference
    assert any_spec_of(bind) == DelegateSpec("add", "OnScored")


def test_a_macro_of_the_blueprint_shows_the_pins_of_its_tunnels(
    catalog: Catalog, new_guid: Callable[[], str]
) -> None:
    tunnels = (
        Node(
            "In",
            "/Script/BlueprintGraph.K2Node_Tunnel",
            "",
            pins=(Pin("1", "Go", "output", PinType("exec")),),
        ),
        Node(
            "Out",
            "/Script/BlueprintGraph.K2Node_Tunnel",
            "",
            pins=(Pin("2", "Done", "input", PinType("exec")),),
        ),
    )
    owner = Blueprint(
        "/Game/BP_Game", f"{ENGINE}Actor", graphs=(Graph("Twice", tunnels, kind="macro", guid="B" * 32),)
    )
    spec = MacroSpec("Twice")
    node = make_node(spec, owner=owner, catalog=catalog, name="X", new_guid=new_guid)
    assert shape(node) == ["Go", ">Done"]
    assert any_spec_of(node) == MacroSpec("/Game/BP_Game.BP_Game:Twice")


def test_a_constant_reference_to_an_item_keeps_its_value_box(build: Build) -> None:
    item = pin_of(build(CallFunctionSpec(f"{ENGINE}KismetArrayLibrary:Array_Set")), "Item")
    assert (item.type.is_reference, item.type.is_const, item.default_is_ignored) == (True, True, False)


@pytest.mark.parametrize(
    ("spec", "error", "near"),
    [
        (ComponentEventSpec("Mash", "OnComponentHit"), BadSpecError, "Mesh"),
        (ComponentEventSpec("Mesh", "OnComponentHitt"), BadSpecError, "OnComponentHit"),
        (InputKeySpec("Spacebarr"), BadSpecError, "SpaceBar"),
        (InputKeyValueSpec("Mouse"), BadSpecError, "MouseX"),
        (EnhancedInputActionSpec("IA_Jump"), BadSpecError, "/Game/Input/IA_Jump.IA_Jump"),
        (FunctionEntrySpec(" "), BadSpecError, ""),
        (FunctionEntrySpec("Nothing", f"{ENGINE}Actor"), BadSpecError, "Leave the class out"),
        (MacroSpec("ForEachLop"), BadSpecError, "ForEachLoop"),
        (SwitchEnumSpec("/Script/Engine.ENothing"), BadSpecError, ""),
        (SwitchIntSpec(1000), BadSpecError, "256"),
        (SelectSpec(1), BadSpecError, "2 to 256"),
        (MultiGateSpec(1), BadSpecError, "2"),
        (CastSpec(""), BadSpecError, "path"),
        (TimelineSpec(""), BadSpecError, "name"),
        (MessageSpec(f"{ENGINE}Actor:K2_DestroyActor"), BadSpecError, "no interface"),
        (MessageSpec(f"{ENGINE}Actor:Nothing"), UnknownFunctionError, ""),
        (OperatorSpec("Ad"), BadSpecError, "Add"),
        (AsyncActionSpec(f"{ENGINE}Actor:K2_DestroyActor"), BadSpecError, "function"),
        (AsyncActionSpec("/Script/AIModule.AITask_MoveTo:AIMoveTo"), BadSpecError, "task"),
        (SpawnActorSpec(f"{ENGINE}StaticMesh"), BadSpecError, "Actor"),
        (CreateWidgetSpec(f"{ENGINE}Actor"), BadSpecError, "UserWidget"),
        (MakeStructSpec("/Script/CoreUObject.Vector"), BadSpecError, "MakeVector"),
        (BreakStructSpec("/Game/S_Thing.S_Thing"), BadSpecError, "not known"),
        (SetFieldsInStructSpec("/Script/CoreUObject.IntPoint", ("Z",)), BadSpecError, "X"),
        (OtherVariableGetSpec(f"{ENGINE}MovementComponent", "Velocty"), UnknownVariableError, "Velocity"),
        (OtherVariableGetSpec("/Game/BP_Ball.BP_Ball_C", "Speed"), UnknownVariableError, "Speed"),
        (ValidatedGetSpec("Speed"), BadSpecError, "no reference"),
        (LocalVariableGetSpec("F", "X"), BadSpecError, "type"),
        (DelegateSpec("add", "OnDestroyd", f"{ENGINE}Actor"), BadSpecError, "OnDestroyed"),
        (DelegateSpec("call", "OnScored"), BadSpecError, "none"),
    ],
    ids=str,
)
def test_what_is_not_there_is_refused_with_what_is_near(
    build: Build, spec: AnyNodeSpec, error: type[GraphError], near: str
) -> None:
    with pytest.raises(error) as caught:
        build(spec)
    assert near in str(caught.value)


def test_a_node_without_any_property_can_be_read_whatever_its_class(catalog: Catalog) -> None:
    classes = {node_class(spec, catalog) for spec in SPECS}
    for path in classes:
        bare = Node("N", path, "")
        found = any_spec_of(bare)
        assert found is None or fields(found) is not None
        odd = replace(bare, properties=(("StartIndex", "x"), ("NodeWidth", "-"), ("Enum", "(")))
        any_spec_of(odd)


@given(graphs(), st.sampled_from(sorted({node_class(spec, CATALOG) for spec in SPECS})))
@settings(max_examples=examples(200), deadline=None)
def test_any_node_of_any_class_is_read_settled_and_titled_without_a_failure(
    graph: Graph, class_path: str
) -> None:
    for node in graph.nodes:
        odd = replace(node, class_path=class_path)
        any_spec_of(odd)
        settle(odd, link_ends(graph, odd), CATALOG)
        assert isinstance(node_title(odd).title, str)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_every_kind_of_node_has_a_title_of_its_own(build: Build, spec: AnyNodeSpec) -> None:
    node = build(spec)
    title = node_title(node).title
    assert title
    assert "K2" not in title
