"""Random moves on a Blueprint for law tests: each makes steps from what is there, or none when it cannot.

The artist's moves add things of their own far away, and touch nothing that a turn may touch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    EditOperation,
    MoveNodesStep,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AddLocalVariableStep,
    ChangeFunctionStep,
    ChangeVariableStep,
    RemoveComponentStep,
    RemoveFunctionStep,
    RemoveVariableStep,
    RenameComponentStep,
    RenameFunctionStep,
    RenameVariableStep,
    SetComponentPropertyStep,
)
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
from blueprint_assistant.graph.model.blueprint import Blueprint, Parameter, PinType
from reverts.talks import GRAPH

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

__all__ = ["Move", "artist_moves", "turn_moves"]

Move = Callable[[Blueprint], tuple[EditOperation, ...]]

LIBRARY = "/Script/Engine.KismetSystemLibrary"
MATH = "/Script/Engine.KismetMathLibrary"
TYPES = (PinType("bool"), PinType("int"), PinType("real", "double"), PinType("string"))
SPECS: tuple[AnyNodeSpec, ...] = (
    BranchSpec(),
    SequenceSpec(3),
    EventSpec("ReceiveTick"),
    EventSpec("ReceiveBeginPlay"),
    CustomEventSpec("Ring"),
    CallFunctionSpec(f"{LIBRARY}:PrintString"),
    CallFunctionSpec(f"{LIBRARY}:Delay"),
    CallFunctionSpec(f"{MATH}:Add_IntInt"),
    CallFunctionSpec(f"{MATH}:MakeVector"),
    CallFunctionSpec("/Script/Engine.Actor:K2_DestroyActor"),
    kinds.SelfSpec(),
    kinds.KnotSpec(),
    kinds.MakeArraySpec(2),
    kinds.SwitchIntSpec(2),
    kinds.CastSpec("/Script/Engine.Pawn"),
)
VALUES = ("0", "7", "true", "2.5", "some words")


def turn_moves() -> st.SearchStrategy[Move]:
    """One thing that a tool call may do."""
    number = st.integers(0, 1000)
    return st.builds(lambda make, one, two: make(one, two), st.sampled_from(_MAKERS), number, number)


def artist_moves() -> st.SearchStrategy[Move]:
    """Something of the artist's own, apart from all that a turn does."""
    number = st.integers(0, 1000)
    return st.builds(lambda make, one: make(one), st.sampled_from(_OWN), number)


def _nodes(blueprint: Blueprint) -> list[Node]:
    graph = blueprint.find_graph(GRAPH)
    return [] if graph is None else list(graph.nodes)


def _graph(blueprint: Blueprint) -> Graph:
    graph = blueprint.find_graph(GRAPH)
    assert graph is not None
    return graph


def _pins(blueprint: Blueprint, direction: str) -> list[tuple[Node, Pin]]:
    return [
        (node, pin) for node in _nodes(blueprint) for pin in node.visible_pins if pin.direction == direction
    ]


def _add_node(one: int, two: int) -> Move:
    spec = SPECS[one % len(SPECS)]
    return lambda _: (AddNodeStep(GRAPH, "new", spec, two, 16 * one),)


def _add_variable_node(one: int, two: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        names = [item.name for item in blueprint.variables if item.type.category != "mcdelegate"]
        if not names:
            return ()
        kind = VariableGetSpec if two % 2 else VariableSetSpec
        return (AddNodeStep(GRAPH, "new", kind(names[one % len(names)]), two, one),)

    return move


def _remove_node(one: int, two: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        names = [node.name for node in _nodes(blueprint)]
        return (RemoveNodesStep(GRAPH, (names[(one + two) % len(names)],)),) if names else ()

    return move


def _connect(one: int, two: int) -> Move:
    """Any pins, a few times: most do not fit, so the first that does is taken."""

    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        sources, targets = _pins(blueprint, "output"), _pins(blueprint, "input")
        fitting = [
            (source, target)
            for source in sources
            for target in targets
            if source[0] is not target[0] and source[1].type.category == target[1].type.category
        ]
        if not fitting:
            return ()
        (node, pin), (other, end) = fitting[(one * 31 + two) % len(fitting)]
        return (ConnectPinsStep(GRAPH, PinAt(node.name, pin.name), PinAt(other.name, end.name)),)

    return move


def _disconnect(one: int, _: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        graph = _graph(blueprint)
        if not graph.links:
            return ()
        link = graph.links[one % len(graph.links)]
        source, target = graph.pin(link.source), graph.pin(link.target)
        assert source is not None
        assert target is not None
        ends = PinAt(link.source.node, source.name), PinAt(link.target.node, target.name)
        return (DisconnectPinsStep(GRAPH, ends[0], "output", ends[1]),)

    return move


def _set_value(one: int, two: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        pins = [(node, pin) for node, pin in _pins(blueprint, "input") if not pin.is_exec]
        if not pins:
            return ()
        node, pin = pins[one % len(pins)]
        return (SetPinDefaultStep(GRAPH, PinAt(node.name, pin.name), VALUES[two % len(VALUES)]),)

    return move


def _move_node(one: int, two: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        names = [node.name for node in _nodes(blueprint) if node.class_name != "EdGraphNode_Comment"]
        return (MoveNodesStep(GRAPH, ((names[one % len(names)], two, one),)),) if names else ()

    return move


def _comment(one: int, two: int) -> Move:
    return lambda _: (AddCommentStep(GRAPH, "box", f"Note {one}", one, two, 200 + one, 100 + two),)


def _variable(one: int, two: int) -> Move:
    kind = TYPES[one % len(TYPES)]
    return lambda _: (AddVariableStep(f"V{two % 5}", kind, category="Stats" if one % 2 else ""),)


def _change_variable(one: int, two: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        known = [item for item in blueprint.variables if item.type.category != "mcdelegate"]
        if not known:
            return ()
        name = known[one % len(known)].name
        changes: tuple[EditOperation, ...] = (
            ChangeVariableStep(name, default=VALUES[two % len(VALUES)]),
            ChangeVariableStep(name, category="Other", is_exposed_on_spawn=True),
            RenameVariableStep(name, f"W{two % 4}"),
            RemoveVariableStep(name),
        )
        return (changes[two % len(changes)],)

    return move


def _component(one: int, two: int) -> Move:
    classes = ("StaticMeshComponent", "BoxComponent", "PointLightComponent", "SceneComponent")

    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        names = [item.name for item in blueprint.components if item.name != "DefaultSceneRoot"]
        parent = names[two % len(names)] if names and one % 2 else ""
        add = AddComponentStep(f"C{one % 4}", f"/Script/Engine.{classes[two % len(classes)]}", parent)
        if not names:
            return (add,)
        name = names[one % len(names)]
        steps: tuple[EditOperation, ...] = (
            add,
            SetComponentPropertyStep(name, "RelativeLocation", f"{one},{two},0"),
            RenameComponentStep(name, f"D{two % 3}"),
            RemoveComponentStep(name),
        )
        return (steps[two % len(steps)],)

    return move


def _function(one: int, two: int) -> Move:
    def move(blueprint: Blueprint) -> tuple[EditOperation, ...]:
        known = [
            graph.name
            for graph in blueprint.graphs
            if graph.kind == "function" and graph.name != "UserConstructionScript"
        ]
        kind = TYPES[one % len(TYPES)]
        add = AddFunctionStep(f"F{one % 3}", (Parameter("A", kind),), (Parameter("R", kind),))
        if not known:
            return (add,)
        name = known[two % len(known)]
        steps: tuple[EditOperation, ...] = (
            add,
            AddLocalVariableStep(name, f"L{one % 2}", kind),
            ChangeFunctionStep(name, (Parameter(f"B{one % 2}", kind),), access="private"),
            RenameFunctionStep(name, f"G{one % 3}"),
            RemoveFunctionStep(name),
            AddDispatcherStep(f"On{one % 3}", (Parameter("A", kind),)),
        )
        return (steps[two % len(steps)],)

    return move


def _compile(_: int, __: int) -> Move:
    return lambda _: (CompileBlueprintStep(),)


_MAKERS = (
    *(_add_node, _add_node, _add_variable_node, _remove_node, _connect, _connect, _disconnect, _set_value),
    *(_move_node, _comment, _variable, _change_variable, _component, _function, _compile),
)


def _own_node(one: int) -> Move:
    spec = (kinds.KnotSpec(), BranchSpec(), SequenceSpec(2))[one % 3]
    return lambda _: (AddNodeStep(GRAPH, "own", spec, 9000 + one, 9000),)


def _own_construction(one: int) -> Move:
    return lambda _: (AddNodeStep("UserConstructionScript", "own", SequenceSpec(2), 9000 + one, 9000),)


def _own_variable(one: int) -> Move:
    return lambda _: (AddVariableStep(f"Own{one % 3}", TYPES[one % len(TYPES)]),)


_OWN = (_own_node, _own_construction, _own_variable)
