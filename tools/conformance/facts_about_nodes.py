"""The visible pins of nodes, by name and in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import DELAY, PRINT, Facts, names

if TYPE_CHECKING:
    from collections.abc import Callable

    from conformance_bench import Bench

FACTS = Facts("nodes")
believe = FACTS.believe

CALLS = {
    PRINT: "execute InString bPrintToScreen bPrintToLog TextColor Duration Key then",
    DELAY: "execute Duration then",
    "/Script/Engine.Actor:K2_DestroyActor": "execute self then",
    "/Script/Engine.Actor:K2_SetActorLocation": (
        "execute self NewLocation bSweep bTeleport then SweepHitResult ReturnValue"
    ),
    "/Script/Engine.KismetSystemLibrary:IsValid": "Object ReturnValue",
    "/Script/Engine.KismetMathLibrary:MakeVector": "X Y Z ReturnValue",
    "/Script/Engine.KismetMathLibrary:BreakVector": "InVec X Y Z",
    "/Script/Engine.KismetMathLibrary:MakeRotator": "Roll Pitch Yaw ReturnValue",
    "/Script/Engine.KismetMathLibrary:SelectFloat": "A B bPickA ReturnValue",
    "/Script/Engine.GameplayStatics:GetPlayerController": "PlayerIndex ReturnValue",
    "/Script/Engine.GameplayStatics:GetAllActorsOfClass": "execute ActorClass then OutActors",
    "/Script/Engine.KismetArrayLibrary:Array_Add": "execute TargetArray NewItem then ReturnValue",
    "/Script/Engine.KismetArrayLibrary:Array_Length": "TargetArray ReturnValue",
}
MACROS = {
    "ForLoop": ["execute", "FirstIndex", "LastIndex", "LoopBody", "Index", "Completed"],
    "ForLoopWithBreak": ["Execute", "FirstIndex", "LastIndex", "Break", "LoopBody", "Index", "Completed"],
    "ForEachLoop": ["Exec", "Array", "LoopBody", "Array Element", "Array Index", "Completed"],
    "ReverseForEachLoop": ["Exec", "Array", "LoopBody", "ArrayIndex", "ArrayElement", "Completed"],
    "WhileLoop": ["execute", "Condition", "LoopBody", "Completed"],
    "DoOnce": ["execute", "Reset", "Start Closed", "Completed"],
    "Do N": ["Enter", "n", "Reset", "Exit", "Counter"],
    "FlipFlop": ["", "A", "B", "IsA"],
    "Gate": ["Enter", "Open", "Close", "Toggle", "bStartClosed", "Exit"],
    "IsValid": ["exec", "InputObject", "Is Valid", "Is Not Valid"],
}
PALETTE = {
    "Utilities|FlowControl|Sequence": ["execute", "then_0", "then_1"],
    "Utilities|FlowControl|Branch": ["execute", "Condition", "then", "else"],
    "Utilities|FlowControl|MultiGate": [
        "execute", "Reset", "IsRandom", "Loop", "StartIndex", "Out 0", "Out 1",
    ],
    "Utilities|FlowControl|Switch|SwitchonInt": ["execute", "Selection", "Default"],
    "Variables|Getareferencetoself": ["self"],
    "Utilities|Array|MakeArray": ["[0]", "Array"],
    "Utilities|Select": ["Option 0", "Option 1", "Index", "ReturnValue"],
    "Game|SpawnActorfromClass": [
        "execute", "Class", "SpawnTransform", "CollisionHandlingOverride", "TransformScaleMethod", "Owner",
        "then", "ReturnValue",
    ],
    "Utilities|Operators|Add": ["A", "B", "ReturnValue"],
}  # fmt: skip


def _of_call(path: str, wanted: list[str]) -> Callable[[Bench], Any]:
    def check(bench: Bench) -> Any:
        found = names(bench.blueprint().call(path).list_all_pins())
        return found == wanted or found

    return check


def _of_macro(name: str, wanted: list[str]) -> Callable[[Bench], Any]:
    def check(bench: Bench) -> Any:
        found = names(bench.blueprint().macro(name).list_all_pins())
        return found == wanted or found

    return check


def _of_palette(name: str, wanted: list[str]) -> Callable[[Bench], Any]:
    def check(bench: Bench) -> Any:
        node = bench.blueprint().nodes.create_node_from_name(name, unreal.Vector2D(), [])
        if node is None:
            return "None"
        found = names(node.list_all_pins())
        return found == wanted or found

    return check


for _path, _pins in CALLS.items():
    _short = _path.rsplit(":", 1)[-1]
    believe(_short, f"{_short} shows {_pins.replace(' ', ', ')}", "field notes 1")(
        _of_call(_path, _pins.split())
    )
for _name, _wanted in MACROS.items():
    believe(f"macro-{_name.replace(' ', '')}", f"the macro {_name} shows {_wanted}", "field notes 1")(
        _of_macro(_name, _wanted)
    )
for _name, _wanted in PALETTE.items():
    _short = _name.rsplit("|", 1)[-1]
    believe(f"palette-{_short}", f"{_name} shows {_wanted}", "field notes 1, 2")(_of_palette(_name, _wanted))


@believe("spawn-exposed", "a chosen class gives a spawn node the pins that the class exposes", "assumed")
def _spawn_exposed(bench: Bench) -> Any:
    nodes = bench.blueprint().nodes
    node = nodes.create_node_from_name("Game|SpawnActorfromClass", unreal.Vector2D(), [])
    if node is None:
        return "None"
    node.find_input_pin("Class").set_pin_value("/Script/Engine.Pawn")
    found = names(node.list_input_pins())
    return "Instigator" in found or found


@believe("event-tick", "Event Tick shows a delegate, then and DeltaSeconds", "field notes 1")
def _event_tick(bench: Bench) -> Any:
    found = names(bench.blueprint().nodes.find_event_node("ReceiveTick").list_all_pins())
    return found == ["OutputDelegate", "then", "DeltaSeconds"] or found


@believe("branch-default", "the condition of a branch is true", "assumed")
def _branch_default(bench: Bench) -> Any:
    value = bench.blueprint().nodes.add_branch_node().find_condition_pin().get_pin_value()
    return value == "true" or value


@believe("add-pin", "a sequence gets another output", "api guide 6.1")
def _add_pin(bench: Bench) -> Any:
    nodes = bench.blueprint().nodes
    node = nodes.create_node_from_name("Utilities|FlowControl|Sequence", unreal.Vector2D(), [])
    if node is None:
        return "no sequence"
    nodes.add_node_pin(node)
    found = names(node.list_all_pins())
    return found == ["execute", "then_0", "then_1", "then_2"] or found


@believe("inputs-first", "inputs are listed before outputs", "field notes 0")
def _inputs_first(bench: Bench) -> Any:
    call = bench.blueprint().call()
    together = names([*call.list_input_pins(), *call.list_output_pins()])
    return names(call.list_all_pins()) == together or together


@believe("class-name", "the class of a node tells its kind in any language", "field notes 13")
def _class_name(bench: Bench) -> Any:
    return bench.blueprint().call().get_class().get_name() == "K2Node_CallFunction"


@believe("is-instance", "a branch is a K2Node_IfThenElse for Python", "field notes 13")
def _is_instance(bench: Bench) -> Any:
    return isinstance(bench.blueprint().nodes.add_branch_node(), unreal.K2Node_IfThenElse)


@believe("no-function-reference", "a call node does not tell its function", "field notes 12")
def _no_function_reference(bench: Bench) -> Any:
    try:
        bench.blueprint().call().get_editor_property("function_reference")
    except Exception:
        return True
    return "it was read"


@believe("cast", "a cast gives As and the spaced name", "field notes 1")
def _cast(bench: Bench) -> Any:
    node = bench.blueprint().nodes.create_node_from_name(
        "Utilities|Casting|CastToPlayerController", unreal.Vector2D(), []
    )
    if node is None:
        return "None"
    found = names(node.list_all_pins())
    return found == ["execute", "Object", "then", "CastFailed", "AsPlayer Controller"] or found
