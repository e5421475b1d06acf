"""Events of interfaces that a Blueprint implements: found, made and told like those of its parent class."""

from __future__ import annotations

from dataclasses import replace

import pytest

from blueprint_assistant.editor.plan.member_steps import AddFunctionStep
from blueprint_assistant.graph.catalog.engine_catalog import Catalog, ClassInfo, default_catalog
from blueprint_assistant.graph.catalog.own_events import events_for, find_event_for
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.catalog.project_catalog import with_blueprints
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, ImplementedInterface, Parameter
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.program_building import blueprint_with, build

OPENABLE = "/Game/BPI_Openable"
CODE = "on `Open For`(Who, Wide)\n  Who.K2_DestroyActor()\n"


def _interface() -> tuple[Blueprint, Catalog]:
    catalog = default_catalog()
    inputs = (Parameter("Who", parse_type("Actor", catalog)), Parameter("Wide", parse_type("bool", catalog)))
    made = blueprint_with(OPENABLE, "/Script/Engine.Actor", [AddFunctionStep("Open For", inputs)])
    info = ClassInfo(
        made.generated_class, "BPI_Openable_C", "/Script/CoreUObject.Interface", is_interface=True
    )
    return made, with_blueprints(catalog.extended([info]), [made])


def _door(*, is_openable: bool) -> Blueprint:
    door = Blueprint("/Game/BP_Door", "/Script/Engine.Actor", (Graph("EventGraph"),))
    interfaces = (ImplementedInterface(f"{OPENABLE}.BPI_Openable_C"),) if is_openable else ()
    return replace(door, interfaces=interfaces)


def test_an_event_of_an_interface_is_made_and_told_with_all_that_it_gives() -> None:
    """What an interface of the project gives is known from nowhere else, so all of it is told."""
    _, catalog = _interface()
    door = _door(is_openable=True)
    graph = build(parse_program(CODE), door, "EventGraph", base=catalog)
    (event,) = (node for node in graph.nodes if node.class_name == "K2Node_Event")
    reference = event.find_property("EventReference") or ""
    assert f"BlueprintGeneratedClass'{OPENABLE}.BPI_Openable_C'" in reference
    assert 'MemberName="Open For"' in reference
    assert print_program(decompile(graph, door, catalog)) == CODE.replace("K2_", "")


def test_without_the_interface_there_is_no_such_event() -> None:
    _, catalog = _interface()
    with pytest.raises(ProgramError, match="Actor has no event 'Open For'"):
        build(parse_program(CODE), _door(is_openable=False), "EventGraph", base=catalog)


def test_events_of_the_parent_come_first_and_are_found_in_any_spelling() -> None:
    _, catalog = _interface()
    door = _door(is_openable=True)
    names = [event.name for event in events_for(door, catalog)]
    assert names[-1] == "Open For"
    assert names.index("ReceiveBeginPlay") < len(names) - 1
    assert find_event_for("BeginPlay", door, catalog).name == "ReceiveBeginPlay"
    assert find_event_for("openfor", door, catalog).name == "Open For"
