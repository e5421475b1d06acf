"""One entry of a graph, read and written as `main`."""

from __future__ import annotations

from dataclasses import replace

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import Blueprint
from blueprint_assistant.languages.ast.paths import walk
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.readout import readout_of
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.decompile.one_entry import only_entry
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext
from languages.flow_graphs import corpus_graphs
from languages.stepwise import Untouched
from real_texts import needs_corpus

_LEAST_ALONE = 0.9
"""Few entries of real graphs lead into others."""


@needs_corpus
def test_each_entry_of_every_real_graph_is_read_alone_and_plans_nothing() -> None:
    """BC-014, I1: `main` of a target, printed and parsed again, is all there."""
    catalog = default_catalog()
    alone = together = 0
    for name, graph, known in corpus_graphs():
        owner = known or Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (graph,))
        program = decompile(graph, owner, catalog)
        for entry in program.entries:
            node = entry.origin.nodes[0] if entry.origin.nodes else ""
            if only_entry(program, graph, node) is None:
                together += 1
                continue
            alone += 1
            found = readout_of(graph, owner, catalog, entry=node)
            (main,) = parse_program(found.code).entries
            assert entry.arms or main.kind == "main", name
            meant = replace(
                found.program, entries=(replace(main, kind=entry.kind, name=entry.name, owner=entry.owner),)
            )
            plan = plan_program(meant, GraphContext(graph, owner, catalog), Untouched(graph))
            assert plan.step_count == 0, (name, entry.name)
            assert {item.kind for item in plan.operations} <= {"noop"}, (name, entry.name)
    assert alone > _LEAST_ALONE * (alone + together)


@needs_corpus
def test_a_reading_of_one_entry_says_nothing_of_the_others() -> None:
    """BC-014: hints, pins and links are those of its own nodes; the revision is that of the graph."""
    catalog = default_catalog()
    seen = 0
    for _, graph, owner in corpus_graphs():
        program = decompile(graph, owner, catalog)
        if owner is None or len(program.entries) < 2:
            continue
        whole = readout_of(graph, owner, catalog, detail="debug")
        for entry in program.entries:
            found = readout_of(graph, owner, catalog, detail="debug", entry=entry.origin.nodes[0])
            if len(found.program.entries) > 1:
                continue
            seen += 1
            own = {name for _, part in walk(found.program) for name in part.origin.nodes}
            assert {item.hint.node for item in found.source_map.values()} <= own
            assert own <= found.pins.keys()
            assert found.connections is not None
            assert whole.connections is not None
            assert {*found.connections} <= {*whole.connections}
            assert found.base_revision == whole.base_revision
            assert found.coverage == whole.coverage
    assert seen
