"""What Blueprints of the project declare is found beside what the engine has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import Catalog, UnknownFunctionError, default_catalog
from blueprint_assistant.graph.catalog.project_catalog import with_blueprints
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import CastSpec
from blueprint_assistant.graph.model.blueprint import EXEC, Blueprint, Graph, Node, Pin, PinType, Variable

ACTOR = "/Script/Engine.Actor"
GUN = "/Game/BP_Gun.BP_Gun_C"
RIFLE = "/Game/BP_Rifle.BP_Rifle_C"
INT = PinType("int")


def gun() -> Blueprint:
    """A Blueprint with a variable, a custom event with an input, and a dispatcher without inputs."""
    event = Node(
        "K2Node_CustomEvent_0",
        "/Script/BlueprintGraph.K2Node_CustomEvent",
        "",
        pins=(Pin("1", "then", "output", EXEC), Pin("2", "Count", "output", INT)),
        properties=(("CustomFunctionName", '"Reload"'),),
    )
    variables = (Variable("Ammo", INT), Variable("OnFired", PinType("mcdelegate")))
    return Blueprint(
        "/Game/BP_Gun", ACTOR, variables=variables, graphs=(Graph("EventGraph", nodes=(event,)),)
    )


@pytest.fixture
def catalog() -> Catalog:
    engine = default_catalog()
    actor = engine.class_info(ACTOR)
    assert actor is not None
    known = [
        replace(actor, path=GUN, name="BP_Gun_C", parent=ACTOR),
        replace(actor, path=RIFLE, name="BP_Rifle_C", parent=GUN),
    ]
    rifle = Blueprint("/Game/BP_Rifle", GUN, graphs=(Graph("EventGraph"),))
    return with_blueprints(engine.extended(known), [gun(), rifle])


def test_functions_events_and_dispatchers_of_a_blueprint_are_found(catalog: Catalog) -> None:
    for path in (GUN, RIFLE):
        found = catalog.find_function("reload", path)
        assert found.path == f"{GUN}:Reload"
        assert [(item.name, item.type) for item in found.parameters] == [("Count", INT)]
        assert next(item.name for item in catalog.delegates_of(path)) == "OnFired"
        assert "Ammo" in [item.name for item in catalog.properties_of(path)]
    assert [item.name for item in catalog.own_properties(GUN)] == ["Ammo"]


def test_what_a_parent_blueprint_declares_can_be_overridden(catalog: Catalog) -> None:
    found = catalog.find_event("Reload", RIFLE)
    assert (found.class_path, found.name, found.opens_function) == (GUN, "Reload", False)
    assert [item.name for item in found.parameters] == ["Count"]
    names = [item.name for item in catalog.events_of(RIFLE)]
    assert names[0] == "Reload"
    assert names.count("ReceiveBeginPlay") == 1


def test_a_delegate_is_found_by_the_name_that_is_shown_for_it(catalog: Catalog) -> None:
    box = "/Script/Engine.BoxComponent"
    for path, name in ((box, "OnComponentHit"), (box, "On Component Hit"), (RIFLE, "On Fired")):
        found = catalog.delegate(path, name)
        assert found is not None
        assert found.name == name.replace(" ", "")


def test_what_the_engine_has_is_found_as_before(catalog: Catalog) -> None:
    assert catalog.find_function("DestroyActor", RIFLE).path == f"{ACTOR}:K2_DestroyActor"
    assert catalog.find_function("PrintString").name == "PrintString"
    with pytest.raises(UnknownFunctionError):
        catalog.find_function("NoSuchThingAtAll", RIFLE)


def test_blueprints_stay_known_when_more_classes_are_added(catalog: Catalog) -> None:
    actor = catalog.class_info(ACTOR)
    assert actor is not None
    more = catalog.extended([replace(actor, path="/Game/BP_X.BP_X_C", name="BP_X_C", parent=ACTOR)])
    assert more.function(f"{GUN}:Reload") is not None
    assert more.class_info("/Game/BP_X.BP_X_C") is not None


def test_nodes_of_another_blueprint_are_built_by_it(catalog: Catalog) -> None:
    owner = Blueprint("/Game/BP_Door", ACTOR)
    numbers = (f"{number:032X}" for number in range(100))
    for spec in (CallFunctionSpec(f"{GUN}:Reload"), CastSpec(GUN)):
        node = make_node(spec, owner=owner, catalog=catalog, name="N", new_guid=lambda: next(numbers))
        assert GUN in repr(node.pins)
