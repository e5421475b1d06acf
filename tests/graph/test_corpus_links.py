"""Every link of every real K2 graph, judged by the rules. Skipped without BLUEPRINT_CORPUS."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import spec_of
from blueprint_assistant.graph.rules.conversions import CONVERSIONS
from blueprint_assistant.graph.rules.schema import Allowed, Conversion, Refused, Schema
from graph.corpus_graphs import CorpusGraph, k2_graphs
from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Link, Node, PinRef

pytestmark = deep  # all of the corpus

REFUSED: dict[tuple[str, str, str], str] = {}
"""Links that the rules refuse though an engine wrote them: (file, source, target) and why. There are none."""

_TWO_PASTES = "UE 5.2+: two pastes in one text; the second event's block is damaged, its pins on a comment"
MORE_LINKS_THAN_A_PIN_TAKES = {
    (
        "004-event-receive-begin-play.t3d",
        "K2Node_Select_0.Option 0",
    ): "UE 4: two pastes of one name in a text",
    ("250-demo120.t3d", "K2Node_ComponentBoundEvent_0.then"): _TWO_PASTES,
    ("250-demo120.t3d", "K2Node_DynamicCast_0.Object"): _TWO_PASTES,
}


@pytest.fixture(scope="module")
def graphs(corpus: Path) -> list[CorpusGraph]:
    return k2_graphs(corpus)


def _named(item: CorpusGraph, ref: PinRef) -> str:
    pin = item.graph.pin(ref)
    return f"{ref.node}.{ref.pin if pin is None else pin.name}"


def _links(graphs: list[CorpusGraph]) -> Iterator[tuple[CorpusGraph, Link]]:
    return ((item, link) for item in graphs for link in item.graph.links)


def test_every_link_that_an_engine_wrote_is_accepted(graphs: list[CorpusGraph], catalog: Catalog) -> None:
    schema = Schema(catalog)
    verdicts: Counter[str] = Counter()
    refused: dict[tuple[str, str, str], str] = {}
    for item, link in _links(graphs):
        result = schema.can_link(item.graph, link.source, link.target)
        verdicts[f"{type(result).__name__}, UE {item.engine}"] += 1
        if isinstance(result, Refused):
            refused[item.file, _named(item, link.source), _named(item, link.target)] = result.reason
    print(dict(verdicts))  # noqa: T201 - the table of this proof
    assert sum(verdicts.values()) > 1_700
    assert refused == REFUSED


def test_few_links_are_accepted_on_trust_and_only_for_classes_of_a_project(
    graphs: list[CorpusGraph], catalog: Catalog
) -> None:
    schema = Schema(catalog)
    results = [schema.can_link(item.graph, link.source, link.target) for item, link in _links(graphs)]
    trusted = [result.unproven for result in results if isinstance(result, Allowed) and result.unproven]
    print(f"{len(trusted)} of {len(results)} on trust")  # noqa: T201 - the table of this proof
    assert len(trusted) <= 32
    assert all(catalog.class_info(path) is None for path in trusted)


def test_a_pin_has_more_links_than_the_rules_allow_only_where_a_text_is_odd(
    graphs: list[CorpusGraph], catalog: Catalog
) -> None:
    schema = Schema(catalog)
    crowded = {
        (item.file, _named(item, ref))
        for item, link in _links(graphs)
        for ref in _crowded(schema, item, link)
    }
    assert crowded == set(MORE_LINKS_THAN_A_PIN_TAKES)


def _crowded(schema: Schema, item: CorpusGraph, link: Link) -> Iterator[PinRef]:
    """The end that should have had one link only and has several."""
    result = schema.can_link(item.graph, link.source, link.target)
    if not isinstance(result, Allowed) or result.breaks == "nothing":
        return
    ref = link.source if result.breaks == "source" else link.target
    if len(item.graph.linked_pins[ref]) > 1:
        yield ref


def test_each_conversion_node_of_the_corpus_is_the_one_that_its_ends_ask_for(
    graphs: list[CorpusGraph], catalog: Catalog
) -> None:
    schema = Schema(catalog)
    tried = [
        (function, schema.can_link(item.graph, source, target))
        for item in graphs
        for node in item.graph.nodes
        for function in [_conversion_of(node, catalog)]
        if function
        for source, target in _around(item, node)
    ]
    assert len(tried) >= 20
    assert [result for _, result in tried] == [Conversion(function) for function, _ in tried]


def _conversion_of(node: Node, catalog: Catalog) -> str:
    spec = spec_of(node)
    info = catalog.function(spec.function) if isinstance(spec, CallFunctionSpec) else None
    return info.path if info is not None and info.path in CONVERSIONS.values() else ""


def _around(item: CorpusGraph, node: Node) -> Iterator[tuple[PinRef, PinRef]]:
    """What flows through a conversion node: each pin before it with each behind it.

    Operators take other numbers as they are, so a conversion before one was made for another link.
    """
    data = [pin for pin in node.visible_pins if not pin.is_exec]
    entry = next(pin for pin in data if pin.direction == "input")
    result = next(pin for pin in data if pin.direction == "output")
    for source in item.graph.links_of(node.name, entry.id):
        for target in item.graph.links_of(node.name, result.id):
            if item.graph.node(target.node).class_name != "K2Node_PromotableOperator":
                yield source, target
