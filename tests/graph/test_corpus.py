"""The real clipboard and export texts. Skipped where BLUEPRINT_CORPUS does not name their folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.t3d.graph_text import (
    decode_t3d,
    format_graph_export,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
    read_t3d,
)
from blueprint_assistant.graph.t3d.object_blocks import read_blocks
from tiers import deep

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Blueprint

pytestmark = deep  # all of the corpus


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
    path = next(read_blocks(text)).exported_path
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
