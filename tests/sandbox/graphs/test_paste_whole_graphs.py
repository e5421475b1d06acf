"""Whole graphs through the clipboard: the assistant's own texts, and real ones of the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.node_factory import member_reference
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d, pasteable
from graph.corpus_graphs import k2_graphs
from graph.sample_graphs import sample_benches
from real_texts import CORPUS, needs_corpus
from sandbox.replay_causes import NO_MEMBER_GUID, changed
from sandbox.replay_compare import explain, same
from sandbox.replay_project import prepared
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Graph, Node

GRAPHS = {
    f"bench {number}": bench.draft.freeze() for number, bench in enumerate(sample_benches(default_catalog()))
}


def pasted(editor: SandboxEditor, sample: Graph, text: str) -> Graph:
    """The graph after the text was pasted into it, in a Blueprint that has the sample's members."""
    path = str(prepared(editor, sample).graph.get_path_name())
    editor.paste(path, text)
    asset = editor.find_blueprint(path)
    assert asset is not None
    return asset.graphs[path.rpartition(":")[2]].freeze()


@pytest.mark.parametrize("name", GRAPHS)
def test_what_the_assistant_puts_on_the_clipboard_arrives_whole(name: str) -> None:
    sample = pasteable(GRAPHS[name], "/Game/Replay/BP_Replay.BP_Replay_C").graph
    with SandboxEditor() as editor:
        built = pasted(editor, sample, format_t3d(sample))
    before, after = changed(sample, [NO_MEMBER_GUID]), changed(built, [NO_MEMBER_GUID])
    assert same(before, after), explain(before, after)


_LOST = frozenset({"K2Node_FunctionEntry", "K2Node_FunctionResult", "K2Node_Tunnel"})


@needs_corpus
def test_a_real_text_arrives_node_by_node() -> None:
    """What the engine takes keeps its pin ids and class; only unknown functions and entries stay away."""
    samples = [item for item in k2_graphs(CORPUS) if item.engine == "5.1+" and item.file != _WIDGETS]
    arrived = 0
    for item in samples:
        with SandboxEditor() as editor:
            editor.switches.pasted_absent_events_arrive = True
            text = (CORPUS / "t3d" / item.file).read_text(encoding="utf-8")
            built = pasted(editor, item.graph, text)
            arrived += _check_arrival(editor, item.file, parse_t3d(text), built)
    assert arrived >= 780


@needs_corpus
def test_what_is_pasted_is_kept_in_the_projects_files(tmp_path: Path) -> None:
    """Texts of every engine, whatever is left of them in UE 5."""
    held: dict[str, Graph] = {}
    with SandboxEditor(tmp_path / "project") as editor:
        unreal = editor.install()
        for number, file in enumerate(sorted((CORPUS / "t3d").glob("*.t3d"))):
            path = f"/Game/BP_{number}"
            unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, unreal.Actor)
            editor.paste(f"{path}.BP_{number}:EventGraph", file.read_text(encoding="utf-8"))
            held[path] = editor.blueprints[path.lower()].graphs["EventGraph"].freeze()
        assert editor.save_all()
    with SandboxEditor(tmp_path / "project") as editor:
        for path, graph in held.items():
            assert editor.blueprints[path.lower()].graphs["EventGraph"].freeze() == graph, path


_WIDGETS = "382-example-ui.t3d"
"""A copied widget tree: no nodes of a graph."""


def _check_arrival(editor: SandboxEditor, file: str, sample: Graph, built: Graph) -> int:
    arrived = 0
    ids = {pin.id for node in built.nodes for pin in node.pins}
    for node in sample.nodes:
        if node.class_name in _LOST or node.class_name == "K2Node_Event" or _is_unknown_call(editor, node):
            continue
        other = next((item for item in built.nodes if _is_same(node, item)), None)
        assert other is not None, (file, node.name)
        lost = [pin.name for pin in node.pins if pin.id not in ids]
        assert lost == [], (file, node.name, lost)
        arrived += 1
    return arrived


def _is_same(node: Node, other: Node) -> bool:
    return node.class_path == other.class_path and {pin.id for pin in node.pins} <= {
        pin.id for pin in other.pins
    }


def _is_unknown_call(editor: SandboxEditor, node: Node) -> bool:
    reference = member_reference(node.find_property("FunctionReference") or "")
    is_native = reference.parent_path.startswith("/Script/")
    known = editor.catalog.function(f"{reference.parent_path}:{reference.name}")
    return node.class_name == "K2Node_CallFunction" and is_native and known is None
