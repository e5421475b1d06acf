"""Looking over the links of a graph by the rules of its Blueprint."""

from __future__ import annotations

from dataclasses import replace

from blueprint_assistant.graph.catalog.declarations import all_graphs
from blueprint_assistant.graph.catalog.engine_catalog import Catalog, default_catalog
from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    Graph,
    ImplementedInterface,
    Link,
    Node,
    ObjectRef,
    Pin,
    PinRef,
    PinType,
)
from blueprint_assistant.graph.rules.link_check import RefusedLink, refused_links, schema_for
from blueprint_assistant.graph.rules.schema import Schema

K2 = "/Script/BlueprintGraph.K2Node_"
OPENABLE = ObjectRef("/Game/BPI_Openable.BPI_Openable_C", "/Script/Engine.BlueprintGeneratedClass")


def self_into(pin_type: PinType, kind: str = f"{K2}Self") -> Graph:
    """A reference to self that is linked to a pin of a type."""
    source = Pin("A" * 32, "self", "output", PinType("object", "self"))
    target = Pin("B" * 32, "Target", "input", pin_type)
    nodes = (
        Node("Self_0", kind, "", pins=(source,)),
        Node("Call_0", kind.replace("Self", "CallFunction"), "", pins=(target,)),
    )
    return Graph("EventGraph", nodes, (Link(PinRef("Self_0", "A" * 32), PinRef("Call_0", "B" * 32)),))


def test_a_blueprint_fits_its_parents_and_the_interfaces_that_it_implements(catalog: Catalog) -> None:
    door = Blueprint("/Game/BP_Door", "/Script/Engine.Actor")
    opening = replace(door, interfaces=(ImplementedInterface(OPENABLE.path),))
    actor = self_into(PinType("object", "", ObjectRef("/Script/Engine.Actor")))
    interface = self_into(PinType("interface", "", OPENABLE))
    assert refused_links(actor, schema_for(door, catalog)) == ()
    assert refused_links(interface, schema_for(opening, catalog)) == ()
    widget = self_into(PinType("object", "", ObjectRef("/Script/UMG.UserWidget")))
    (refused,) = refused_links(widget, schema_for(door, catalog))
    assert (refused.source, refused.target) == ("Self_0.self", "Call_0.Target")
    assert "not compatible" in refused.reason


def test_who_self_is_in_copied_nodes_is_not_known_so_it_may_be_anything(catalog: Catalog) -> None:
    widget = self_into(PinType("object", "", ObjectRef("/Script/UMG.UserWidget")))
    assert refused_links(widget, schema_for(None, catalog)) == ()


def test_links_of_other_graphs_than_k2_ones_are_not_judged() -> None:
    kind = "/Script/UnrealEd.MaterialGraphSelf"
    assert refused_links(self_into(PinType("mask", "red"), kind), Schema(default_catalog())) == ()


def test_a_link_to_a_lost_pin_is_refused(catalog: Catalog) -> None:
    graph = self_into(PinType("object"))
    lost = replace(graph, links=(Link(graph.links[0].source, PinRef("Call_0", "C" * 32)),))
    assert refused_links(lost, Schema(catalog)) == (
        RefusedLink("Self_0.self", f"Call_0.{'C' * 32}", "A pin of the link is missing."),
    )


def test_graphs_in_collapsed_nodes_are_found() -> None:
    inner = Graph("Inside", (Node("N", f"{K2}Self", ""),))
    outer = Graph("EventGraph", (Node("C", f"{K2}Composite", "", graph=inner),))
    assert [graph.name for graph in all_graphs(outer)] == ["EventGraph", "Inside"]
