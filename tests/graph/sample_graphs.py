"""Small legal graphs of our own, wired link by link through the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.specs import (
    CastSpec,
    ComponentEventSpec,
    CreateDelegateSpec,
    DelegateSpec,
    EnhancedInputActionSpec,
    GetArrayItemSpec,
    InputKeySpec,
    KnotSpec,
    MacroSpec,
    MakeArraySpec,
    MakeMapSpec,
    MakeSetSpec,
    MultiGateSpec,
    OperatorSpec,
    SelectSpec,
    SelfSpec,
    SpawnActorSpec,
    SwitchEnumSpec,
    SwitchIntSpec,
    SwitchNameSpec,
    SwitchStringSpec,
    TimelineSpec,
)
from blueprint_assistant.graph.model.blueprint import PinType
from graph.bench import TYPES, Bench, variable_name

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = ["sample_benches"]

MATH, SYSTEM, ARRAY = (f"/Script/Engine.Kismet{name}Library" for name in ("Math", "System", "Array"))
MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"
ENGINE = "/Script/Engine."


def sample_benches(catalog: Catalog) -> list[Bench]:
    """All sample graphs, each wired."""
    benches = []
    for wire in (_movement, _copies, _loops, _switches, _objects, _containers, _delegates):
        bench = Bench(catalog)
        wire(bench)
        benches.append(bench)
    return benches


def _movement(bench: Bench) -> None:
    tick = bench.add(EventSpec("ReceiveTick"))
    forward = bench.add(CallFunctionSpec(f"{ENGINE}Actor:GetActorForwardVector"))
    scale = bench.add(CallFunctionSpec(f"{MATH}:Multiply_VectorVector"))
    speed = bench.add(OperatorSpec("Multiply"))
    get = bench.add(VariableGetSpec("My float"))
    move = bench.add(CallFunctionSpec(f"{ENGINE}Actor:K2_AddActorWorldOffset"))
    say = bench.add(CallFunctionSpec(f"{SYSTEM}:PrintString"))
    bench.link(tick, "then", move, "execute")
    bench.link(move, "then", say, "execute")
    bench.link(get, "My float", speed, "A")
    bench.link(tick, "DeltaSeconds", speed, "B")
    bench.link(forward, "ReturnValue", scale, "A")
    bench.link(speed, "ReturnValue", scale, "B")
    bench.link(scale, "ReturnValue", move, "DeltaLocation")


def _copies(bench: Bench) -> None:
    """Every usual type from a getter to a setter of its own."""
    before, output = bench.add(EventSpec("ReceiveBeginPlay")), "then"
    for word in TYPES:
        name = variable_name(word)
        get, write = bench.add(VariableGetSpec(name)), bench.add(VariableSetSpec(name))
        bench.link(get, name, write, name)
        bench.link(before, output, write, "execute")
        before = write


def _loops(bench: Bench) -> None:
    key = bench.add(InputKeySpec("SpaceBar"))
    find = bench.add(CallFunctionSpec(f"{ENGINE}GameplayStatics:GetAllActorsOfClass"))
    loop = bench.add(MacroSpec(f"{MACROS}:ForEachLoop"))
    cast = bench.add(CastSpec(f"{ENGINE}Pawn"))
    wait = bench.add(CallFunctionSpec(f"{SYSTEM}:Delay"))
    gate = bench.add(MultiGateSpec())
    steps = bench.add(SequenceSpec(3))
    timeline = bench.add(TimelineSpec("Fade", (("Alpha", "float"),)))
    knot = bench.add(KnotSpec())
    count = bench.add(MacroSpec(f"{MACROS}:ForLoop"))
    bench.set_class(find, "ActorClass", f"{ENGINE}Pawn")
    bench.link(key, "Pressed", find, "execute")
    bench.link(find, "then", loop, "Exec")
    bench.link(find, "OutActors", loop, "Array")
    bench.link(loop, "LoopBody", cast, "execute")
    bench.link(loop, "Array Element", cast, "Object")
    bench.link(cast, "then", steps, "execute")
    bench.link(steps, "then_0", wait, "execute")
    bench.link(steps, "then_1", gate, "execute")
    bench.link(steps, "then_2", knot, "InputPin")
    bench.link(knot, "OutputPin", timeline, "Play")
    bench.link(gate, "Out 0", count, "execute")
    bench.link(loop, "Array Index", count, "FirstIndex")


def _switches(bench: Bench) -> None:
    tick = bench.add(EventSpec("ReceiveTick"))
    by_int, by_name = bench.add(SwitchIntSpec(2)), bench.add(SwitchNameSpec(("a", "b")))
    by_string, by_enum = (
        bench.add(SwitchStringSpec(("a",))),
        bench.add(SwitchEnumSpec(f"{ENGINE}EMovementMode")),
    )
    branch = bench.add(BranchSpec())
    for word, node in (("int", by_int), ("name", by_name), ("string", by_string), ("EMovementMode", by_enum)):
        get = bench.add(VariableGetSpec(f"My {word}"))
        bench.link(get, f"My {word}", node, "Selection")
    bench.link(tick, "then", by_int, "execute")
    bench.link(by_int, "0", by_name, "execute")
    bench.link(by_int, "1", by_string, "execute")
    bench.link(by_name, "a", by_enum, "execute")
    bench.link(by_string, "a", branch, "execute")
    choose = bench.add(SelectSpec(2, PinType("bool")))
    flag = bench.add(VariableGetSpec("My bool"))
    bench.link(flag, "My bool", choose, "Option 0")
    bench.link(flag, "My bool", choose, "Index")
    bench.link(choose, "ReturnValue", branch, "Condition")


def _objects(bench: Bench) -> None:
    event = bench.add(EventSpec("ReceiveBeginPlay"))
    spawn = bench.add(SpawnActorSpec(f"{ENGINE}PointLight"))
    me = bench.add(SelfSpec())
    mesh, move = bench.add(VariableGetSpec("Mesh")), bench.add(VariableGetSpec("CharacterMovement"))
    attach = bench.add(CallFunctionSpec(f"{ENGINE}Actor:K2_AttachToComponent"))
    valid = bench.add(MacroSpec(f"{MACROS}:IsValid"))
    falling = bench.add(CallFunctionSpec("/Script/Engine.NavMovementInterface:IsFalling"))
    same = bench.add(OperatorSpec("EqualEqual"))
    branch = bench.add(BranchSpec())
    bench.link(event, "then", spawn, "execute")
    bench.link(spawn, "then", valid, "exec")
    bench.link(spawn, "ReturnValue", valid, "InputObject")
    bench.link(me, "self", spawn, "Owner")
    bench.link(valid, "Is Valid", attach, "execute")
    bench.link(spawn, "ReturnValue", attach, "self")
    bench.link(mesh, "Mesh", attach, "Parent")
    bench.link(move, "CharacterMovement", falling, "self")
    bench.link(me, "self", same, "A")
    bench.link(spawn, "ReturnValue", same, "B")
    bench.link(same, "ReturnValue", branch, "Condition")
    bench.link(attach, "then", branch, "execute")


def _containers(bench: Bench) -> None:
    event = bench.add(EventSpec("ReceiveBeginPlay"))
    number, name = bench.add(VariableGetSpec("My int")), bench.add(VariableGetSpec("My name"))
    array, names, scores = bench.add(MakeArraySpec(2)), bench.add(MakeSetSpec()), bench.add(MakeMapSpec())
    item = bench.add(GetArrayItemSpec())
    push = bench.add(CallFunctionSpec(f"{ARRAY}:Array_Add"))
    keep_set, keep_map = (
        bench.add(VariableSetSpec("My set name")),
        bench.add(VariableSetSpec("My map name int")),
    )
    bench.link(number, "My int", array, "[0]")
    bench.link(array, "Array", item, "Array")
    bench.link(array, "Array", push, "TargetArray")
    bench.link(item, "Output", push, "NewItem")
    bench.link(name, "My name", names, "[0]")
    bench.link(names, "Set", keep_set, "My set name")
    bench.link(name, "My name", scores, "Key 0")
    bench.link(number, "My int", scores, "Value 0")
    bench.link(scores, "Map", keep_map, "My map name int")
    bench.link(event, "then", push, "execute")
    bench.link(push, "then", keep_set, "execute")
    bench.link(keep_set, "then", keep_map, "execute")


def _delegates(bench: Bench) -> None:
    event = bench.add(EventSpec("ReceiveBeginPlay"))
    jump = bench.add(EnhancedInputActionSpec("/Game/IA_Jump.IA_Jump"))
    bind = bench.add(DelegateSpec("add", "OnDestroyed", f"{ENGINE}Actor"))
    made = bench.add(CreateDelegateSpec())
    touch = bench.add(ComponentEventSpec("Box", "OnComponentBeginOverlap"))
    timer = bench.add(CallFunctionSpec(f"{SYSTEM}:K2_SetTimerDelegate"))
    ring = bench.add(CustomEventSpec("Ring"))
    destroy = bench.add(CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"))
    bench.link(event, "then", bind, "execute")
    bench.link(made, "OutputDelegate", bind, "Delegate")
    bench.link(bind, "then", timer, "execute")
    bench.link(ring, "OutputDelegate", timer, "Delegate")
    bench.link(touch, "then", destroy, "execute")
    bench.link(touch, "OtherActor", destroy, "self")
    bench.link(jump, "Triggered", destroy, "execute")
