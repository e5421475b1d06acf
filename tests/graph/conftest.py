"""What the graph tests share: ids that count up, a small Blueprint, and the corpus when it is there."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import Catalog, default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    EventSpec,
    NodeSpec,
    VariableGetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Graph, Node, PinRef, Variable
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from real_texts import CORPUS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return default_catalog()


@pytest.fixture
def new_guid() -> Callable[[], str]:
    numbers = itertools.count(1)
    return lambda: f"{next(numbers):032X}"


@pytest.fixture
def mover(catalog: Catalog) -> Blueprint:
    """An Actor with a mesh and a speed."""
    return Blueprint(
        "/Game/BP_Mover",
        "/Script/Engine.Actor",
        variables=(Variable("Speed", parse_type("float", catalog), guid="A" * 32),),
        components=(Component("Mesh", "/Script/Engine.StaticMeshComponent"),),
    )


@pytest.fixture
def build(mover: Blueprint, catalog: Catalog, new_guid: Callable[[], str]) -> Callable[[NodeSpec], Node]:
    """Makes a node of the mover, named X."""
    return lambda spec: make_node(spec, owner=mover, catalog=catalog, name="X", new_guid=new_guid)


@pytest.fixture
def moving_graph(mover: Blueprint, catalog: Catalog, new_guid: Callable[[], str]) -> Graph:
    """Event Tick that adds Speed times its delta to the forward direction of the actor."""
    draft = GraphDraft(Graph("EventGraph", guid="B" * 32))

    def add(spec: NodeSpec, x: int, y: int) -> Node:
        node = make_node(spec, owner=mover, catalog=catalog, name="", new_guid=new_guid, x=x, y=y)
        node = replace(node, name=draft.unique_name(node.class_name))
        draft.add(node)
        return node

    def link(source: Node, output: str, target: Node, wanted: str) -> None:
        start, end = source.find_pin(output, "output"), target.find_pin(wanted, "input")
        assert start is not None
        assert end is not None
        draft.connect(PinRef(source.name, start.id), PinRef(target.name, end.id))

    tick = add(EventSpec("ReceiveTick"), 0, 0)
    speed = add(VariableGetSpec("Speed"), 0, 208)
    step = add(CallFunctionSpec("/Script/Engine.KismetMathLibrary:Multiply_DoubleDouble"), 208, 176)
    forward = add(CallFunctionSpec("/Script/Engine.Actor:GetActorForwardVector"), 208, 304)
    offset = add(CallFunctionSpec("/Script/Engine.KismetMathLibrary:Multiply_VectorFloat"), 512, 208)
    move = add(CallFunctionSpec("/Script/Engine.Actor:K2_AddActorWorldOffset"), 800, 0)
    link(tick, "then", move, "execute")
    link(speed, "Speed", step, "A")
    link(tick, "DeltaSeconds", step, "B")
    link(forward, "ReturnValue", offset, "A")
    link(step, "ReturnValue", offset, "B")
    link(offset, "ReturnValue", move, "DeltaLocation")
    return draft.freeze()


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real texts; tests of it are skipped without."""
    if not (CORPUS / "t3d").is_dir():
        pytest.skip("BLUEPRINT_CORPUS names no folder of real Blueprint texts")
    return CORPUS
