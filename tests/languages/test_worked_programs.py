"""The worked programs of the language: each makes exactly the nodes, links and values that it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep
from blueprint_assistant.editor.plan.member_steps import AddDispatcherStep, AddFunctionStep
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import Parameter
from languages.program_building import blueprint_with, built_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

_PATH: Final = Path(__file__).parents[1] / "data" / "language_examples.json"
EXAMPLES: Final[list[dict[str, Any]]] = json.loads(_PATH.read_text("utf-8"))
_INHERITED: Final = "Tags"
"""Every actor has it, as an array of names: no Blueprint can declare another."""
_MADE_TEXT: Final = "ex21"
"""Select takes no text before it knows its type, and a Format Text argument has none: the editor refuses
the value, so that the builder makes it with a node of its own."""


def _steps(example: dict[str, Any]) -> Iterator[Any]:
    """What the Blueprint of an example has: what its nodes name."""
    catalog = default_catalog()
    types = {node["member"]: node["var_type"] for node in example["nodes"] if node.get("var_type")}
    for name, words in types.items():
        if name != _INHERITED:
            yield AddVariableStep(name, parse_type(words, catalog))
    for name in {node["component"]: None for node in example["nodes"] if node.get("component")}:
        yield AddComponentStep(name, "/Script/Engine.BoxComponent")
    for name in {node["member"]: None for node in example["nodes"] if node["class"] == "K2Node_AddDelegate"}:
        yield AddDispatcherStep(name)
    if example["bluecode"].startswith("func ClampLow"):
        whole = parse_type("int", catalog)
        inputs = Parameter("Value", whole), Parameter("Low", whole)
        yield AddFunctionStep("ClampLow", inputs, (Parameter("Result", whole),))


def owner_of(example: dict[str, Any]) -> Blueprint:
    return blueprint_with("/Game/BP_Test", "/Script/Engine.Actor", _steps(example))


def _member(node: Node) -> str:
    """What a node is about: the name in its reference."""
    spec = any_spec_of(node)
    for field in ("function", "macro", "delegate", "action", "class_path", "name"):
        value = getattr(spec, field, "")
        if value:
            return str(value).rpartition(":")[2].rpartition(".")[2] or str(value)
    return ""


def _fits(node: Node, wanted: dict[str, Any]) -> bool:
    classes = wanted.get("class_any") or [wanted["class"]]
    return node.class_name in classes and (_member(node) == wanted["member"] or not wanted["member"])


def _links(graph: Graph) -> set[tuple[str, str, str, str]]:
    found = set()
    for link in graph.links:
        source, target = graph.pin(link.source), graph.pin(link.target)
        assert source is not None
        assert target is not None
        found.add((link.source.node, source.name.lower(), link.target.node, target.name.lower()))
    return found


def _pairings(graph: Graph, wanted: list[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """Every way in which the nodes of the example can be nodes of the graph."""
    if not wanted:
        yield {}
        return
    first, *rest = wanted
    for pairing in _pairings(graph, rest):
        for node in graph.nodes:
            if node.name not in pairing.values() and _fits(node, first):
                yield {**pairing, first["id"]: node.name}


def _is_the_example(graph: Graph, example: dict[str, Any]) -> bool:
    wanted = [node for node in example["nodes"] if node["class"] != "EdGraphNode_Comment"]
    real = _links(graph)
    for names in _pairings(graph, wanted):
        ends = [(*a.split(".", 1), *b.split(".", 1)) for a, b in example["links"]]
        links = {(names[a], p.lower(), names[b], q.lower()) for a, p, b, q in ends}
        if links == real and all(_holds(graph, names, *pair) for pair in example["defaults"]):
            return True
    return False


def _holds(graph: Graph, names: dict[str, str], place: str, value: str) -> bool:
    node, _, pin_name = place.partition(".")
    pin = graph.node(names[node]).find_pin(pin_name, "input")
    if pin is None:
        return False
    if pin.type.category == "real":
        return float(pin.default_value) == float(value)
    return value in (pin.default_value, pin.default_text.rpartition('"')[0].rpartition('"')[2])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['id']} {example['title']}")
def test_a_worked_program_builds_what_it_shows(example: dict[str, Any]) -> None:
    is_function = example["bluecode"].startswith("func")
    main = example["nodes"][0]["member"]
    graph = built_text(
        example["bluecode"], owner_of(example), "ClampLow" if is_function else "EventGraph", main=main
    )
    count = sum(node["class"] != "EdGraphNode_Comment" for node in example["nodes"])
    if example["id"] == _MADE_TEXT:
        assert len(graph.nodes) == count + 1
        assert len(graph.links) == len(example["links"]) + 1
        return
    made = [node for node in graph.nodes if node.class_name != "EdGraphNode_Comment"]
    assert len(made) == count, [node.name for node in made]
    assert _is_the_example(graph, example), sorted(_links(graph))
