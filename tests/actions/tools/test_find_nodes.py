from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.nodes.node_types import (
    FUNCTION_TYPES,
    NODE_TYPES,
    PASTED_TYPES,
    SELDOM_TYPES,
)
from blueprint_assistant.actions.nodes.offer_search import _ABOUT, OFFER_KINDS
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.node_search import search_classes, search_events, search_functions
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

ACTOR = "/Script/Engine.Actor"

WANTED = [
    ("set actor location", "K2_SetActorLocation"),
    ("SetActorLocation", "K2_SetActorLocation"),
    ("K2_DestroyActor", "K2_DestroyActor"),
    ("set_actor_location", "K2_SetActorLocation"),
    ("destroy", "K2_DestroyActor"),
    ("kill actor", "K2_DestroyActor"),
    ("print", "PrintString"),
    ("play sound", "PlaySoundAtLocation"),
    ("play sound at location", "PlaySoundAtLocation"),
    ("line trace", "LineTraceSingle"),
    ("linetrace", "LineTraceSingle"),
    ("random number float", "RandomFloat"),
    ("random float in range", "RandomFloatInRange"),
    ("wait", "Delay"),
    ("teleport actor", "K2_SetActorLocation"),
    ("spawn emitter", "SpawnEmitterAtLocation"),
    ("open level", "OpenLevel"),
    ("load map", "OpenLevel"),
    ("quit game", "QuitGame"),
    ("launch character", "LaunchCharacter"),
    ("get player pawn", "GetPlayerPawn"),
    ("set timer by event", "K2_SetTimerDelegate"),
    ("timers", "K2_SetTimer"),
    ("append string", "Concat_StrStr"),
    ("dynamic material instance", "CreateDynamicMaterialInstance"),
    ("apply damage", "ApplyDamage"),
    ("distance between actors", "GetDistanceTo"),
    ("attach actor to component", "K2_AttachToComponent"),
    ("lerp", "Lerp"),
    ("forward vector", "GetActorForwardVector"),
    ("look at rotation", "FindLookAtRotation"),
    ("get all actors of class", "GetAllActorsOfClass"),
    ("add to viewport", "AddToViewport"),
    ("rotate actor", "K2_AddActorLocalRotation"),
    ("velocity", "GetVelocity"),
    ("save game to slot", "SaveGameToSlot"),
]


@pytest.mark.parametrize(("query", "name"), thinned(WANTED, 11))
def test_a_function_is_among_the_first_ten_for_the_words_of_an_artist(query: str, name: str) -> None:
    found = [info.name for _, info in search_functions(query, default_catalog(), [ACTOR])]
    assert name in found[:10]


def test_every_function_is_the_first_for_its_own_name() -> None:
    catalog = default_catalog()
    library = "/Script/Engine.KismetMathLibrary"
    for info in catalog.functions_of(library)[::25]:
        if not (info.is_deprecated or info.is_internal):
            best = search_functions(f"KismetMathLibrary.{info.name}", catalog)[0][1]
            assert best.path == info.path


@pytest.mark.parametrize(
    ("query", "name"),
    [("overlap", "ReceiveActorBeginOverlap"), ("every frame", "ReceiveTick"), ("start", "ReceiveBeginPlay")],
)
def test_events_of_the_class_are_found(query: str, name: str) -> None:
    assert name in [event.name for _, event in search_events(query, default_catalog(), ACTOR)]


def test_classes_are_found_by_the_short_names_of_components() -> None:
    assert search_classes("box", default_catalog())[0][1].name == "BoxComponent"
    assert search_classes("player controller", default_catalog())[0][1].name == "PlayerController"


@pytest.mark.parametrize(
    ("query", "node_type"),
    thinned(
        [
            ("if", "Branch"),
            ("condition", "Branch"),
            ("loop over array", "ForEachLoop"),
            ("+", "Add"),
            ("for each", "ForEachLoop"),
            ("while", "WhileLoop"),
            ("only once", "DoOnce"),
            ("cast", "Cast"),
            ("spawn actor", "SpawnActor"),
            ("break struct", "BreakStruct"),
            ("K2Node_ExecutionSequence", "Sequence"),
            ("print", "PrintString"),
        ],
        5,
    ),
)
def test_a_node_type_comes_first_and_is_written_as_add_node_takes_it(
    tools: Tools, query: str, node_type: str
) -> None:
    assert tools.do("find_nodes", query=query).startswith(f"node_type={node_type}")


def test_every_node_type_that_is_no_function_says_what_it_is_for() -> None:
    assert set(_ABOUT) <= {*NODE_TYPES, *SELDOM_TYPES, *PASTED_TYPES}
    assert {*SELDOM_TYPES, *PASTED_TYPES} <= set(_ABOUT)
    assert set(NODE_TYPES) - set(_ABOUT) <= set(FUNCTION_TYPES)


def test_members_and_component_events_of_the_blueprint_come_first(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", component_type="Box", component_name="Zone")
    tools.do("add_variable", blueprint="BP_Door", variable_name="OpenSpeed", variable_type="float")
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="OpenDoor")
    assert tools.do("find_nodes", query="open speed", blueprint="BP_Door").startswith(
        "node_type=GetVariable variable_name=OpenSpeed - double, also SetVariable"
    )
    assert "function_name=OpenDoor - OpenDoor(), of this Blueprint" in tools.do(
        "find_nodes", query="open door", blueprint="BP_Door"
    )
    assert tools.do("find_nodes", query="overlap", blueprint="BP_Door").startswith(
        "node_type=ComponentEvent component_name=Zone event_name=OnComponentBeginOverlap"
    )
    assert "variable_name=Zone - component BoxComponent" in tools.do(
        "find_nodes", query="zone", blueprint="BP_Door"
    )


@pytest.mark.parametrize("language", ["en", "it", "zh", "ko"])
def test_the_editors_language_changes_nothing_and_nothing_is_changed(tools: Tools, language: Any) -> None:
    expected = tools.do("find_nodes", query="overlap", blueprint="BP_Door")
    before = tools.project.state()
    tools.project.sandbox.language = language
    assert tools.do("find_nodes", query="overlap", blueprint="BP_Door") == expected
    assert tools.project.state() == before


def test_blueprints_of_the_project_are_classes_too(tools: Tools) -> None:
    tools.project.create("/Game/Doors/BP_SlidingGate", "/Game/BP_Door.BP_Door_C")
    assert tools.do("find_nodes", query="sliding gate").startswith("class /Game/Doors/BP_SlidingGate - ")


def test_without_a_blueprint_any_state_of_the_editor_will_do(tools: Tools) -> None:
    tools.project.sandbox.is_in_pie = True
    tools.project.sandbox.is_loading_assets = True
    assert "K2_SetActorLocation" in tools.do("find_nodes", query="set actor location")


@pytest.mark.parametrize("kind", thinned(OFFER_KINDS, 3, is_one_value=True))
def test_a_kind_keeps_only_that_kind(tools: Tools, kind: str) -> None:
    tools.do("add_variable", blueprint="BP_Door", variable_name="LoopActor", variable_type="float")
    text = tools.do(
        "find_nodes", query="loop actor begin", kind=f"{kind}s".replace("sss", "sses"), blueprint="BP_Door"
    )
    starts = {
        "function": "node_type=CallFunction",
        "event": "node_type=",
        "macro": "node_type=",
        "class": "class ",
        "node": "node_type=",
        "member": "node_type=",
    }
    assert all(line.startswith((starts[kind], "…", "Nothing")) for line in text.splitlines())


def test_what_fits_only_in_part_is_offered_word_by_word(tools: Tools) -> None:
    text = tools.do("find_nodes", query="move the platform sideways every frame", blueprint="BP_Door")
    assert text.startswith("Nothing fits") or "node_type=" in text
    assert "node_type=" in text


def test_a_result_is_short(tools: Tools) -> None:
    for query in ("set", "get actor", "trace", "spawn", "string"):
        assert len(tools.do("find_nodes", query=query)) < 2400


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"query": "门"}, "English"),
        ({"query": "…"}, "English"),
        ({"query": "a", "kind": "colour"}, "function, event"),
        ({"query": "tick", "blueprint": "BP_Dor"}, "/Game/BP_Door"),
        ({}, "query"),
    ],
)
def test_a_search_that_can_find_nothing_is_refused_with_the_reason(
    tools: Tools, given: dict[str, Any], mentioned: str
) -> None:
    assert mentioned in tools.refused("find_nodes", **given)


def test_nonsense_finds_nothing_and_says_so(tools: Tools) -> None:
    assert tools.do("find_nodes", query="qwxzv").startswith("Nothing fits")
