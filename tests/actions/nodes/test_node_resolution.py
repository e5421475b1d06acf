from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.arguments import read_arguments
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.nodes.node_fields import NodeFields
from blueprint_assistant.actions.nodes.node_resolution import choose_node
from blueprint_assistant.actions.nodes.node_scope import NodeScope
from blueprint_assistant.actions.nodes.node_types import NODE_TYPES, node_type_of
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_classes import DELEGATE_CLASSES, FIXED_CLASSES
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

SYSTEM = "/Script/Engine.KismetSystemLibrary"
MATH = "/Script/Engine.KismetMathLibrary"
MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"


class Wanted(NodeFields):
    """The fields of a node alone, as build_graph has them."""

    tool_name = "node"
    effect = "mutate"


@pytest.fixture
def scope(tools: Tools) -> NodeScope:
    """BP_Door with components and variables, beside BP_Enemy with a variable of its own."""
    tools.project.create("/Game/BP_Enemy", "/Script/Engine.Character")
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    tools.do("add_component", blueprint="BP_Door", type="Box", name="Trigger")
    tools.do("add_variable", blueprint="BP_Door", name="bIsOpen", type="bool")
    tools.do("add_variable", blueprint="BP_Door", name="Enemy", type="object:BP_Enemy")
    tools.do("add_variable", blueprint="BP_Enemy", name="Health", type="float")
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="OpenDoor")
    owner = tools.door
    return NodeScope(owner, tools.event_graph, catalog_of(tools.context, owner), tools.context)


def chosen(scope: NodeScope, **parameters: Any) -> kinds.AnyNodeSpec:
    return choose_node(read_arguments(Wanted, parameters), scope)


ENEMY = "/Game/BP_Enemy.BP_Enemy_C"


@pytest.mark.parametrize(
    ("given", "spec"),
    thinned(
        thinned(
            [
                ({"node_type": "ForLoop"}, kinds.MacroSpec(f"{MACROS}:ForLoop")),
                ({"node_type": "for each"}, kinds.MacroSpec(f"{MACROS}:ForEachLoop")),
                ({"node_type": "Do N"}, kinds.MacroSpec(f"{MACROS}:Do N")),
                ({"node_type": "Macro", "name": "flip flop"}, kinds.MacroSpec(f"{MACROS}:FlipFlop")),
                (
                    {"node_type": "Macro", "macro": "ForEachLoopWithBreak"},
                    kinds.MacroSpec(f"{MACROS}:ForEachLoopWithBreak"),
                ),
                ({"node_type": "IsValid"}, common_specs.CallFunctionSpec(f"{SYSTEM}:IsValid")),
                ({"node_type": "SetTimer"}, common_specs.CallFunctionSpec(f"{SYSTEM}:K2_SetTimer")),
                ({"node_type": "MakeTransform"}, common_specs.CallFunctionSpec(f"{MATH}:MakeTransform")),
                ({"node_type": "Sequence", "outputs": "3"}, common_specs.SequenceSpec(3)),
                ({"node_type": "MultiGate"}, kinds.MultiGateSpec(2)),
                ({"node_type": "MakeArray", "count": 3}, kinds.MakeArraySpec(3)),
                ({"node_type": "SwitchOnInt", "cases": [2, 1, 3]}, kinds.SwitchIntSpec(3, 1)),
                ({"node_type": "SwitchString", "cases": "A, B"}, kinds.SwitchStringSpec(("A", "B"))),
                ({"node_type": "K2Node_SwitchName", "names": '["A", "B"]'}, kinds.SwitchNameSpec(("A", "B"))),
                (
                    {"node_type": "SwitchEnum", "enum": "MovementMode"},
                    kinds.SwitchEnumSpec("/Script/Engine.EMovementMode"),
                ),
                ({"node_type": "Select", "type_name": "bool"}, kinds.SelectSpec(2, parse_type("bool", None))),  # type: ignore[arg-type]
                (
                    {"node_type": "FormatText", "arguments": ["{Name}", "Score"]},
                    kinds.FormatTextSpec(),
                ),
                (
                    {"node_type": "BreakStruct", "struct": "HitResult"},
                    common_specs.CallFunctionSpec("/Script/Engine.GameplayStatics:BreakHitResult"),
                ),
                (
                    {"node_type": "MakeStruct", "name": "FTimerHandle"},
                    kinds.MakeStructSpec("/Script/Engine.TimerHandle"),
                ),
                ({"node_type": "Cast", "target_class": "BP_Enemy"}, kinds.CastSpec(ENEMY)),
                ({"node_type": "Cast To", "class": "ACharacter"}, kinds.CastSpec("/Script/Engine.Character")),
                ({"node_type": "SpawnActor", "actor_class": "/Game/BP_Enemy"}, kinds.SpawnActorSpec(ENEMY)),
                ({"node_type": "SpawnActorFromClass"}, kinds.SpawnActorSpec()),
                ({"node_type": "+"}, kinds.OperatorSpec("Add")),
                ({"node_type": "Operator", "function_name": "<="}, kinds.OperatorSpec("LessEqual")),
                (
                    {"node_type": "Operator", "operator": "And"},
                    common_specs.CallFunctionSpec(f"{MATH}:BooleanAND"),
                ),
                (
                    {"node_type": "CallFunction", "function_name": "open door"},
                    common_specs.CallFunctionSpec("/Game/BP_Door.BP_Door_C:OpenDoor"),
                ),
                ({"node_type": "Event", "event_name": "OpenDoor"}, common_specs.CustomEventSpec("OpenDoor")),
                (
                    {"node_type": "ComponentEvent", "component": "trigger", "event": "BeginOverlap"},
                    kinds.ComponentEventSpec("Trigger", "OnComponentBeginOverlap"),
                ),
                (
                    {"node_type": "Event", "component_name": "Mesh", "event_name": "On Component Hit"},
                    kinds.ComponentEventSpec("Mesh", "OnComponentHit"),
                ),
                ({"node_type": "InputKey", "key": "Space Bar"}, kinds.InputKeySpec("SpaceBar")),
                ({"node_type": "InputKey", "key": "e"}, kinds.InputKeySpec("E")),
                ({"node_type": "InputKey", "key": "1"}, kinds.InputKeySpec("One")),
                ({"node_type": "InputKey", "key": "MouseX"}, kinds.InputKeyAxisSpec("MouseX")),
                (
                    {"node_type": "GetVariable", "variable_name": "IsOpen"},
                    common_specs.VariableGetSpec("bIsOpen"),
                ),
                (
                    {"node_type": "GetVariable", "variable_name": "Health", "target_class": "BP_Enemy"},
                    kinds.OtherVariableGetSpec(ENEMY, "Health"),
                ),
                (
                    {"node_type": "SetVariable", "variable_name": "health", "target_class": ENEMY},
                    kinds.OtherVariableSetSpec(ENEMY, "Health"),
                ),
                ({"node_type": "ValidatedGet", "name": "enemy"}, kinds.ValidatedGetSpec("Enemy")),
                (
                    {"node_type": "CreateEvent", "function_name": "OpenDoor"},
                    kinds.CreateDelegateSpec("OpenDoor"),
                ),
                (
                    {"node_type": "Timeline", "name": "Opening", "tracks": ["Alpha", "Tint:color"]},
                    kinds.TimelineSpec("Opening", (("Alpha", "float"), ("Tint", "color"))),
                ),
                (
                    {"node_type": "BindDispatcher", "event_name": "OnDestroyed"},
                    kinds.DelegateSpec("add", "OnDestroyed", "/Script/Engine.Actor"),
                ),
                (
                    {
                        "node_type": "Bind Event",
                        "event_name": "OnFinished",
                        "target_class": "LevelSequencePlayer",
                    },
                    kinds.DelegateSpec("add", "OnFinished", "/Script/MovieScene.MovieSceneSequencePlayer"),
                ),
                ({"node_type": "AI MoveTo"}, kinds.AsyncTaskSpec("AIMoveTo")),
                (
                    {"node_type": "CallFunction", "function_name": "Play Montage"},
                    kinds.AsyncTaskSpec("PlayMontage"),
                ),
                (
                    {
                        "node_type": "CallFunction",
                        "function_name": "CreateMoveToProxyObject",
                        "target_class": "AIBlueprintHelperLibrary",
                    },
                    kinds.AsyncTaskSpec("AIMoveTo"),
                ),
                (
                    {"node_type": "GetSubsystem", "target_class": "EnhancedInputLocalPlayerSubsystem"},
                    kinds.GetSubsystemSpec(
                        "/Script/EnhancedInput.EnhancedInputLocalPlayerSubsystem", from_player_controller=True
                    ),
                ),
            ],
            18,
        ),
        6,
    ),
)
def test_a_node_is_chosen_from_the_words_that_models_use(
    scope: NodeScope, given: dict[str, Any], spec: kinds.AnyNodeSpec
) -> None:
    assert chosen(scope, **given) == spec


@pytest.mark.parametrize(
    ("given", "mentioned"),
    thinned(
        thinned(
            [
                (
                    {"node_type": "ComponentEvent", "event_name": "OnComponentHit"},
                    ["component_name", "Mesh", "Trigger"],
                ),
                (
                    {"node_type": "Event", "event_name": "OnComponentHit"},
                    ["several components", "Mesh", "Trigger"],
                ),
                (
                    {"node_type": "ComponentEvent", "component": "Mesh", "event": "Explode"},
                    ["Mesh", "Explode", "OnComponentHit"],
                ),
                (
                    {
                        "node_type": "CustomEvent",
                        "event_name": "Hurt",
                        "inputs": [{"name": "Damage"}],
                    },
                    ["inputs", "no type"],
                ),
                ({"node_type": "InputKey", "key": "Spacebr"}, ["Spacebr", "SpaceBar"]),
                ({"node_type": "InputAction", "event_name": "IA_Jump"}, ["IA_Jump", "project"]),
                ({"node_type": "SwitchInt", "cases": ["1", "5"]}, ["1, 5", "without gaps"]),
                ({"node_type": "SwitchEnum", "enum": "EDoor"}, ["EDoor"]),
                ({"node_type": "SwitchEnum"}, ["type_name"]),
                ({"node_type": "BreakStruct", "struct": "FDoor"}, ["FDoor"]),
                ({"node_type": "Cast"}, ["target_class"]),
                ({"node_type": "Cast", "target_class": "BP_Enmy"}, ["BP_Enmy", "BP_Enemy"]),
                ({"node_type": "SpawnActor", "target_class": "StaticMeshComponent"}, ["Actor"]),
                (
                    {"node_type": "GetVariable", "variable_name": "Mana", "target_class": "BP_Enemy"},
                    ["Mana", "BP_Enemy", "Health"],
                ),
                ({"node_type": "Operator", "function_name": "modulate"}, ["Add", "Not"]),
                ({"node_type": "Macro", "name": "ForLop"}, ["ForLoop"]),
                ({"node_type": "CallDispatcher", "event_name": "OnOpened"}, ["OnOpened", "dispatcher"]),
                ({"node_type": "CreateEvent", "function_name": "Close"}, ["Close", "OpenDoor"]),
                ({"node_type": "Return"}, ["EventGraph", "function"]),
                ({"node_type": "Timeline", "tracks": ["A:mesh"]}, ["mesh", "float"]),
                ({"node_type": "Select", "type_name": "string"}, ["string", "bool"]),
                ({"node_type": "MakeArray", "count": 1000}, ["count", "256"]),
            ],
            12,
        ),
        4,
    ),
)
def test_what_is_missing_unknown_or_ambiguous_is_refused_with_what_would_do(
    scope: NodeScope, given: dict[str, Any], mentioned: list[str]
) -> None:
    with pytest.raises(AssistantError) as refusal:
        chosen(scope, **given)
    assert [word for word in mentioned if word not in refusal.value.for_model()] == []


def test_every_node_type_is_found_under_its_own_name() -> None:
    assert [node_type_of(name) for name in NODE_TYPES] == list(NODE_TYPES)


def test_a_name_of_one_node_class_means_a_type() -> None:
    classes = {path.rsplit(".", 1)[-1] for path in (*FIXED_CLASSES.values(), *DELEGATE_CLASSES.values())}
    left_out = {
        "EdGraphNode_Comment",  # add_comment_box
        "K2Node_FunctionEntry",  # add_function
        "K2Node_CallParentFunction",  # override_function
        "K2Node",  # stands for what an entry of the menu makes: MenuEntry
    }
    assert {name for name in classes if node_type_of(name) is None} == left_out
