"""The real clipboard and export texts. Skipped where BLUEPRINT_CORPUS does not name their folder."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.model import Blueprint, Node, Pin, Variable
from blueprint_assistant.graph.nodes import make_node, member_reference, spec_of
from blueprint_assistant.graph.references import split_fields, unquote
from blueprint_assistant.graph.specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    NodeSpec,
    SequenceSpec,
)
from blueprint_assistant.graph.t3d import (
    decode_t3d,
    format_graph_export,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
    read_t3d,
)
from blueprint_assistant.graph.t3d_blocks import read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from blueprint_assistant.graph.catalog import Catalog


@pytest.fixture(scope="module")
def texts(corpus: Path) -> dict[str, str]:
    return {path.name: decode_t3d(path.read_bytes()) for path in sorted((corpus / "t3d").glob("*.t3d"))}


@pytest.fixture(scope="module")
def index(corpus: Path) -> dict[str, dict[str, object]]:
    entries = json.loads((corpus / "t3d/index.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in entries}


@pytest.fixture(scope="module")
def exports(corpus: Path) -> list[Blueprint]:
    return [
        parse_blueprint_t3d(decode_t3d(path.read_bytes()))
        for path in sorted((corpus / "exports").glob("*.copy"))
    ]


SAME_NAMES = "004-event-receive-begin-play.t3d"
"""Two pastes of one name: its second link is counted as dangling in the index."""


def test_every_text_has_the_nodes_and_links_that_were_counted(
    texts: dict[str, str], index: dict[str, dict[str, object]]
) -> None:
    assert len(texts) == len(index)
    for name, text in texts.items():
        graph = parse_t3d(text)
        assert len(graph.nodes) == index[name]["nodes"], name
        if name != SAME_NAMES:
            assert len(graph.links) == index[name]["links"], name


def test_every_text_prints_back_byte_for_byte(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        graph, source = read_t3d(text)
        assert format_t3d(graph, source=source) == text, name


def test_every_printed_graph_parses_to_the_same_graph(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        graph = parse_t3d(text)
        assert parse_t3d(format_t3d(graph)) == graph, name
        assert parse_t3d(format_t3d(graph, "/Game/BP_Any")) == graph, name


def test_texts_of_ue_5_2_print_as_the_engine_printed_them(
    texts: dict[str, str], index: dict[str, dict[str, object]]
) -> None:
    newest = [name for name, entry in index.items() if str(entry["ue_detail"]).startswith("5.2+")]
    same = [name for name in newest if _lines(_printed(texts[name])) == _lines(texts[name])]
    assert len(newest) > 60
    # A link written on one side and a mark of another package are all that differs.
    assert len(newest) - len(same) <= 2


def _printed(text: str) -> str:
    """The graph of a text printed from its values alone, under the owner that the text names."""
    path = read_blocks(text)[0][0].exported_path
    return format_t3d(parse_t3d(text), path.rpartition(".")[0])


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


def test_exported_graphs_survive_both_printed_forms(exports: list[Blueprint]) -> None:
    assert len(exports) >= 8
    for blueprint in exports:
        assert blueprint.parent_class == "/Script/Engine.Character"
        assert len(blueprint.variables) == 43
        for graph in blueprint.graphs:
            back = parse_t3d(format_graph_export(graph, blueprint.path))
            assert (back.nodes, back.links, back.guid) == (graph.nodes, graph.links, graph.guid)


def _made_like(node: Node, catalog: Catalog) -> tuple[NodeSpec, Node] | None:
    """The spec of a real node and what we make of it; None when it names what no catalogue has."""
    spec = spec_of(node)
    if spec is None:
        return None
    owner = _owner(spec, node, catalog)
    if owner is None:
        return None
    numbers = itertools.count()
    return spec, make_node(
        spec, owner=owner, catalog=catalog, name=node.name, new_guid=lambda: f"{next(numbers):032X}"
    )


def _owner(spec: NodeSpec, node: Node, catalog: Catalog) -> Blueprint | None:
    """A Blueprint that has what the node refers to."""
    if isinstance(spec, BranchSpec | SequenceSpec):
        return Blueprint("/Game/X", "/Script/Engine.Actor")
    if isinstance(spec, CallFunctionSpec):
        info = catalog.function(spec.function)
        if info is None:
            return None
        is_self = member_reference(node.find_property("FunctionReference") or "").is_self
        return Blueprint("/Game/X", info.class_path if is_self else "/Script/CoreUObject.Object")
    if isinstance(spec, EventSpec):
        parent = member_reference(node.find_property("EventReference") or "").parent_path
        return Blueprint("/Game/X", parent) if catalog.class_info(parent) else None
    if isinstance(spec, CustomEventSpec):
        return Blueprint("/Game/X", "/Script/Engine.Actor")
    reference = member_reference(node.find_property("VariableReference") or "")
    value, target = node.find_pin(reference.name), node.find_pin("self")
    ref = target.type.subcategory_object if target else None
    if value is None or ref is None or reference.scope or not ref.path.endswith("_C"):
        return None
    path = ref.path.rpartition(".")[0]
    return Blueprint(path, "", variables=(Variable(reference.name, value.type, guid=reference.guid),))


def _differences(real: Node, made: Node) -> Iterator[str]:
    """How the pins differ in name, order, direction, type, hiding and the engine's own default."""
    user = {
        unquote(dict(split_fields(text)).get("PinName", ""))
        for name, text in real.properties
        if "UserDefined" in name
    }
    pins = [pin for pin in real.pins if not pin.parent_pin and not pin.is_orphaned and pin.name not in user]
    if [pin.name for pin in pins] != [pin.name for pin in made.pins]:
        yield "names"
        return
    for pin, ours in zip(pins, made.pins, strict=True):
        if pin.direction != ours.direction:
            yield f"direction of {pin.name}"
        # Splitting a struct pin hides it.
        if pin.is_hidden != ours.is_hidden and not pin.sub_pins:
            yield f"hiding of {pin.name}"
        if pin.autogenerated_default != ours.autogenerated_default:
            yield f"default of {pin.name}"
        if not _is_same_type(pin, ours):
            yield f"type of {pin.name}"


def _is_same_type(pin: Pin, ours: Pin) -> bool:
    """Equal types; the owner inside a delegate's signature is not compared."""
    if pin.type.category == "delegate":
        return ours.type.category == "delegate"
    return pin.type == ours.type


def test_made_nodes_are_those_of_the_editor(
    texts: dict[str, str], index: dict[str, dict[str, object]], exports: list[Blueprint], catalog: Catalog
) -> None:
    graphs = [parse_t3d(text) for name, text in texts.items() if index[name]["ue"] == "5.1+"]
    graphs += [graph for blueprint in exports for graph in blueprint.graphs]
    pairs = [
        (spec, node, made)
        for graph in graphs
        for node in graph.nodes
        for spec, made in [_made_like(node, catalog) or (None, None)]
        if spec is not None and made is not None
    ]
    found = {(str(spec), problem) for spec, node, made in pairs for problem in _differences(node, made)}
    differing = [spec for spec, node, made in pairs if list(_differences(node, made))]
    assert len(pairs) > 500
    # What remains: wildcards and class outputs that links have typed since, operators with added
    # inputs or from before UE 5.
    assert len(differing) <= 0.07 * len(pairs), sorted(found)
    assert all(isinstance(spec, CallFunctionSpec | CustomEventSpec) for spec in differing)
