"""What can be called of a Blueprint, and by which node."""

from __future__ import annotations

from dataclasses import replace

import pytest

from blueprint_assistant.graph.catalog.callables import (
    callables_of,
    custom_event_names,
    declared_callables,
    find_callable,
    has_custom_event,
)
from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo, default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, NodeSpec
from blueprint_assistant.graph.kinds.function_calls import call_spec, is_message
from blueprint_assistant.graph.kinds.specs import AsyncActionSpec, AsyncTaskSpec
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
from blueprint_assistant.graph.model.object_references import quote

ACTOR = "/Script/Engine.Actor"


def node(kind: str, name: str, *properties: tuple[str, str]) -> Node:
    return Node(name, f"/Script/BlueprintGraph.{kind}", "", properties=properties)


def custom_event(name: str) -> Node:
    given = (("CustomFunctionName", quote(name)),) if name else ()
    return node("K2Node_CustomEvent", f"Event{name}", *given)


def door() -> Blueprint:
    entry, back = node("K2Node_FunctionEntry", "Entry"), node("K2Node_FunctionResult", "Result")
    override = node("K2Node_FunctionEntry", "Entry", ("FunctionReference", f'(MemberParent="{ACTOR}")'))
    events = (custom_event("Open"), custom_event(""), node("K2Node_Event", "Begin"), custom_event('Say "Hi"'))
    return Blueprint(
        "/Game/BP_Door",
        ACTOR,
        graphs=(
            Graph("EventGraph", nodes=events),
            Graph("UserConstructionScript", kind="function", nodes=(entry,)),
            Graph("Lock", kind="function", nodes=(entry, back)),
            Graph("CanBeSeen", kind="function", nodes=(override,)),
            Graph("Blink", kind="macro"),
            Graph("Lost", kind="function"),
        ),
    )


def test_functions_come_first_then_events_that_have_a_name() -> None:
    functions = ["UserConstructionScript", "Lock", "CanBeSeen"]
    events = ["Open", 'Say "Hi"']
    assert [item.name for item in callables_of(door())] == [*functions, "Lost", *events]
    with_macros = [item.name for item in callables_of(door(), with_macros=True)]
    assert with_macros == [*functions, "Blink", "Lost", *events]
    assert custom_event_names(door()) == events


def test_the_construction_script_and_a_graph_without_an_entry_are_not_declared_for_calls() -> None:
    found = {item.name: item.declared_in for item in declared_callables(door())}
    assert found == {"Lock": "", "CanBeSeen": ACTOR, "Open": "", 'Say "Hi"': ""}


@pytest.mark.parametrize(
    ("name", "kind", "entry", "result"),
    [
        ("lock", "function", "Entry", "Result"),
        ("OPEN", "event", "EventOpen", None),
        ("Lost", "function", None, None),
    ],
)
def test_a_callable_is_found_whatever_its_letter_case(
    name: str, kind: str, entry: str | None, result: str | None
) -> None:
    found = find_callable(door(), name)
    assert found is not None
    assert found.kind == kind
    assert (found.entry and found.entry.name) == entry
    assert (found.result and found.result.name) == result


def test_a_macro_is_found_only_where_macros_are_asked_for() -> None:
    assert find_callable(door(), "Blink") is None
    assert find_callable(door(), "Blink", with_macros=True) is not None


def test_only_a_custom_event_of_that_name_counts_as_one() -> None:
    assert has_custom_event(door(), "open")
    assert not has_custom_event(door(), "Lock")
    assert not has_custom_event(door(), "None")
    assert not has_custom_event(door(), "")


def info(path: str) -> FunctionInfo:
    found = default_catalog().function(path)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("path", "plain", "with_tasks"),
    [
        ("/Script/Engine.Actor:K2_DestroyActor", CallFunctionSpec, CallFunctionSpec),
        (
            "/Script/AIModule.AIBlueprintHelperLibrary:CreateMoveToProxyObject",
            CallFunctionSpec,
            AsyncTaskSpec,
        ),
        (
            "/Script/Engine.AsyncActionLoadPrimaryAsset:AsyncLoadPrimaryAsset",
            AsyncActionSpec,
            AsyncActionSpec,
        ),
    ],
)
def test_the_kind_of_function_says_which_node_calls_it(
    path: str, plain: type[NodeSpec], with_tasks: type[NodeSpec]
) -> None:
    assert isinstance(call_spec(info(path)), plain)
    assert isinstance(call_spec(info(path), with_tasks=True), with_tasks)


def test_a_call_through_an_interface_that_the_class_has_not_is_a_message() -> None:
    catalog = default_catalog()
    tags = "/Script/GameplayTags.GameplayTagAssetInterface"
    function = next(iter(catalog.functions_of(tags)))
    assert is_message(function, ACTOR, catalog, of_engine=True)
    assert not is_message(function, ACTOR, catalog, of_engine=False)
    assert not is_message(function, tags, catalog, of_engine=True)
    owner = catalog.class_info(tags)
    assert owner is not None
    own = "/Game/BPI_Door.BPI_Door_C"
    project = catalog.extended([replace(owner, path=own, name="BPI_Door_C")])
    assert is_message(replace(function, class_path=own), ACTOR, project, of_engine=False)


def test_a_function_of_a_class_is_never_a_message() -> None:
    function = info("/Script/Engine.Actor:K2_DestroyActor")
    assert not is_message(function, "/Script/Engine.ActorComponent", default_catalog(), of_engine=True)
