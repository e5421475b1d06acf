"""Graphs are rebuilt call by call through the public API, exported, and compared with what they were.

The project's own graphs always; the UE 5 samples of the corpus where BLUEPRINT_CORPUS names it. A
replay is made like its sample, or differs by causes that the real editor has as well
(`replay_causes`), or is in the table of what is left, with why.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.semantics import working_nodes
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_t3d
from graph.corpus_graphs import k2_graphs
from graph.sample_graphs import sample_benches
from real_texts import CORPUS, needs_corpus
from sandbox.replay import CannotReplayError, replayed, within_reach
from sandbox.replay_causes import CAUSES, NO_MEMBER_GUID, changed, needed_causes, without_split_pins
from sandbox.replay_compare import explain, same
from tiers import thinned
from unreal_sandbox import NotModelledError, SandboxEditor

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph

OWN_TEXTS = Path(__file__).parents[1] / "data" / "t3d"

_OPEN = "what typed it was left out, as a type of another project"
_BROKEN = "typed by links that were broken since"
LEFT = {
    ("044-hexa-sphere-noise.t3d", ""): _OPEN,
    ("097-demo126.t3d", ""): "the event that a Create Event names has inputs, so it was left out",
    ("184-demo-state-tree-condition-is-character-groun.t3d", ""): "an override does not take the const flag",
    ("194-ultimate-iostoolkit-share.t3d", ""): _OPEN,
    ("250-demo120.t3d", ""): "the text is damaged: an exec output has two links",
    ("301-demo118.t3d", ""): _BROKEN,
    ("307-hexa-sphere-color.t3d", ""): _OPEN,
    ("314-demo117.t3d", ""): "the signature of another Blueprint's dispatcher has no GUID here",
    ("376-greater-equal-byte-byte.t3d", ""): "which function an untyped operator names is not known on 5.8",
    ("445-demo125.t3d", ""): "what would be its context pin was left out",
    (
        "004-events-mixed.copy",
        "EventGraph",
    ): "calls through an interface, and an array that a call gives is const",
    ("005-events-small.copy", "EventGraph"): _BROKEN,
}
"""Samples that are not rebuilt alike, by file and graph. Who makes one of them whole takes it out."""


@dataclass(frozen=True)
class Outcome:
    """What became of one sample. `left_out` says why some nodes were not even tried."""

    key: tuple[str, str]
    nodes: int
    left_out: tuple[str, ...]
    causes: tuple[str, ...] = ()
    fault: str = ""


def outcome_of(key: tuple[str, str], sample: Graph, folder: Path) -> Outcome:
    """Rebuild a sample in an editor of its own and compare."""
    part, left_out = within_reach(sample)
    nodes = len(working_nodes(part))
    if not nodes:
        return Outcome(key, 0, left_out)
    try:
        with SandboxEditor() as editor:
            built = replayed(editor, without_split_pins(part), folder)
    except (CannotReplayError, NotModelledError) as error:
        return Outcome(key, nodes, left_out, fault=str(error))
    if same(part, built):
        return Outcome(key, nodes, left_out)
    if not same(changed(part, CAUSES), changed(built, CAUSES)):
        lines = explain(changed(part, CAUSES), changed(built, CAUSES))
        return Outcome(key, nodes, left_out, fault="; ".join(lines[:3]))
    return Outcome(key, nodes, left_out, causes=needed_causes(part, built))


# --- the project's own graphs --------------------------------------------------------------------

OWN = {
    f"bench {number}": bench.draft.freeze() for number, bench in enumerate(sample_benches(default_catalog()))
}


@pytest.mark.parametrize("name", thinned(OWN, 3, is_one_value=True))
def test_an_own_graph_is_rebuilt_through_the_api(name: str, tmp_path: Path) -> None:
    """Movement, copies, loops, switches, objects, containers and delegates; members have no GUID there."""
    outcome = outcome_of(("own", name), OWN[name], tmp_path)
    assert outcome.fault == ""
    assert set(outcome.causes) <= {NO_MEMBER_GUID}
    assert len(outcome.left_out) <= 2  # timelines with tracks, switches with names of their own


def test_an_own_clipboard_text_is_rebuilt_through_the_api(tmp_path: Path) -> None:
    sample = parse_t3d(decode_t3d((OWN_TEXTS / "moving_actor.t3d").read_bytes()))
    assert outcome_of(("own", "moving_actor.t3d"), sample, tmp_path) == Outcome(
        ("own", "moving_actor.t3d"), 6, ()
    )


def test_a_pasted_copy_of_a_replay_is_made_alike(tmp_path: Path) -> None:
    """Copy and paste lead back to the same graph, in another Blueprint that has the members."""
    sample = parse_t3d(decode_t3d((OWN_TEXTS / "moving_actor.t3d").read_bytes()))
    with SandboxEditor() as editor:
        built = replayed(editor, sample, tmp_path)
        (asset,) = editor.blueprints.values()
        unreal = editor.install()
        blueprint = unreal.load_asset(asset.path)
        nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(blueprint, "EventGraph")
        text = editor.copy(nodes.list_all_nodes())
        nodes.remove_nodes(nodes.list_all_nodes())
        editor.switches.pasted_absent_events_arrive = True
        assert len(editor.paste(f"{asset.object_path}:EventGraph", text)) == len(built.nodes)
        pasted = asset.graphs["EventGraph"].freeze()
    assert same(built, pasted), explain(built, pasted)


# --- the corpus ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[Outcome]:
    folder = tmp_path_factory.mktemp("replay")
    samples = [item for item in k2_graphs(CORPUS) if item.engine != "4" and working_nodes(item.graph)]
    return [
        outcome_of((item.file, item.graph.name if item.engine == "export" else ""), item.graph, folder)
        for item in samples
    ]


@needs_corpus
def test_real_graphs_are_rebuilt_through_the_api(outcomes: list[Outcome]) -> None:
    tried = [item for item in outcomes if item.nodes]
    alike = [item for item in tried if not item.fault]
    whole = [item for item in alike if not item.left_out]
    _print(outcomes, tried, alike, whole)
    assert len(whole) >= 94
    assert len(alike) - len(whole) >= 25
    assert _nodes(alike) >= 530


@needs_corpus
def test_what_is_not_rebuilt_is_in_the_table(outcomes: list[Outcome]) -> None:
    faults = {item.key: item.fault for item in outcomes if item.fault and item.key not in LEFT}
    assert faults == {}


def _print(outcomes: list[Outcome], tried: list[Outcome], alike: list[Outcome], whole: list[Outcome]) -> None:
    """Show the figures, with `-s` or when the test fails."""
    exact = sum(not item.causes for item in alike)
    causes = Counter(cause for item in alike for cause in item.causes)
    reasons = Counter(reason for item in outcomes for reason in set(item.left_out))
    lines = [
        "",
        f"{len(outcomes)} UE 5 graphs; {len(outcomes) - len(tried)} have no node that a script can make",
        f"{len(tried)} tried: {len(alike)} alike ({exact} exactly), {len(whole)} of them whole",
        f"nodes in graphs alike: {_nodes(alike)} of {_nodes(tried)}",
        "differences that the editor makes too:",
        *(f"  {count:3} {cause}" for cause, count in causes.most_common()),
        "nodes out of reach, by graphs:",
        *(f"  {count:3} {reason}" for reason, count in reasons.most_common()),
        "not alike:",
        *(f"  {item.key}: {LEFT.get(item.key, '?')}: {item.fault[:160]}" for item in tried if item.fault),
    ]
    print("\n".join(lines))  # noqa: T201 - the figures of the run


def _nodes(outcomes: list[Outcome]) -> int:
    return sum(item.nodes for item in outcomes)
