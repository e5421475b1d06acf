"""The laws of writing over real graphs (I1, I2, I6, I8, I9, I10, and 1.20): every UE K2 graph of the corpus.

Without REBUILD_ALL=1 every fifth graph is taken. Where a statement goes is drawn, the same in every run.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from blueprint_assistant.cli.copied_owner import owner_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.compare.semantics import (
    contracted_links,
    is_comment,
    is_reroute,
    working_properties,
)
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from blueprint_assistant.languages.ast.blocks import inner_blocks, parts_of, with_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Call,
    Do,
    Entry,
    Goto,
    Identifier,
    Let,
    Program,
    Region,
    Sequence,
    StringLiteral,
)
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.bluecode.readout import readout_of
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.merge.program_plan import (
    PlanMismatchError,
    PlanOptions,
    RevisionConflictError,
    plan_program,
)
from blueprint_assistant.languages.merge.statement_keys import ENDS, GraphContext
from graph.corpus_graphs import k2_graphs
from languages.stepwise import Stepwise
from real_texts import CORPUS, needs_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, PinRef
    from blueprint_assistant.languages.ast.syntax_tree import Block, Statement
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

ALL: Final = bool(os.environ.get("REBUILD_ALL"))
EVERY: Final = 1 if ALL else 5


@dataclass(frozen=True)
class Real:
    """A real graph in a Blueprint, and what it says."""

    name: str
    graph: Graph
    owner: Blueprint

    @property
    def ground(self) -> GraphContext:
        return GraphContext(self.graph, self.owner, default_catalog())

    @property
    def told(self) -> Program:
        """What it says, printed and parsed as a model would send it back."""
        return parse_program(print_program(decompile(self.graph, self.owner, default_catalog())))

    def with_graph(self, graph: Graph) -> Real:
        graphs = tuple(graph if one.name == graph.name else one for one in self.owner.graphs)
        return Real(self.name, graph, replace(self.owner, graphs=graphs))

    def planned(self, program: Program, options: PlanOptions = PlanOptions()) -> tuple[ProgramPlan, Stepwise]:  # noqa: B008 - frozen
        builder = Stepwise(self.owner, self.graph.name)
        return plan_program(program, self.ground, builder, options), builder

    def applied(self, program: Program, options: PlanOptions = PlanOptions()) -> tuple[ProgramPlan, Real]:  # noqa: B008 - frozen
        plan, builder = self.planned(program, options)
        return plan, self.with_graph(builder.draft.graph(self.graph.name))


@cache
def real_graphs() -> tuple[Real, ...]:
    found = []
    for item in k2_graphs(CORPUS):
        if not item.is_ue5 or not item.graph.nodes:
            continue
        owner = item.owner or owner_of(item.graph, "", default_catalog())
        graph = item.graph if item.owner is not None else owner.graphs[0]
        found.append(Real(f"{item.file}:{graph.name}", graph, owner))
    return tuple(found[::EVERY])


def _print(text: str) -> Statement:
    return Do(Call(Identifier("PrintString"), (Argument(StringLiteral(text)),)))


def _places(program: Program) -> list[tuple[object, ...]]:
    """Where a statement can stand: the entry's number, ways through its statements, and a number."""
    found: list[tuple[object, ...]] = []

    def block(statements: Block, way: tuple[object, ...]) -> None:
        last = statements[-1] if statements else None
        ends = isinstance(last, (*ENDS, Sequence))
        found.extend((*way, at) for at in range(len(statements) + (not ends)))
        for at, statement in enumerate(statements):
            for name, inner in inner_blocks(statement).items():
                block(inner, (*way, at, name))

    for number, entry in enumerate(program.entries):
        if entry.body:
            block(entry.body, (number,))
    # Blocks that no entry leads to change their order, and with it what of them is a jump.
    jumps = any(isinstance(part, Goto) for part in parts_of(program))
    for number, floating in enumerate(() if jumps else program.floating):
        if not all(isinstance(one, Let) or (isinstance(one, Do) and not one.arms) for one in floating):
            block(floating, (-1 - number,))
    return found


def _with(program: Program, place: tuple[object, ...], statement: Statement) -> Program:
    """The program with a statement more."""
    if place[0] < 0:  # type: ignore[operator]
        blocks = list(program.floating)
        at = -1 - place[0]  # type: ignore[operator]
        blocks[at] = _put(blocks[at], place[1:], statement)
        return replace(program, floating=tuple(blocks))
    entries = list(program.entries)
    entry = entries[place[0]]  # type: ignore[call-overload]
    entries[place[0]] = replace(entry, body=_put(entry.body, place[1:], statement))  # type: ignore[call-overload]
    return replace(program, entries=tuple(entries))


def _put(block: Block, place: tuple[object, ...], statement: Statement) -> Block:
    at = place[0]
    assert isinstance(at, int)
    if len(place) == 1:
        return (*block[:at], statement, *block[at:])
    outer = block[at]
    blocks = dict(inner_blocks(outer))
    blocks[place[1]] = _put(blocks[place[1]], place[2:], statement)  # type: ignore[index]
    changed = (
        replace(outer, block=blocks[""]) if isinstance(outer, Region) else with_blocks(outer, blocks, outer)
    )
    return (*block[:at], changed, *block[at + 1 :])


def _drawn(real: Real, many: int = 6 if ALL else 2) -> list[tuple[object, ...]]:
    places = _places(real.told)
    draw = random.Random(real.name)
    return draw.sample(places, min(many, len(places)))


def _cases() -> Iterator[tuple[Real, tuple[object, ...]]]:
    for real in real_graphs():
        if real.name not in DAMAGED:
            for place in _drawn(real):
                yield real, place


DAMAGED: Final = {"250-demo120.t3d:EventGraph": "an exec output has two links, which no editor allows"}
_LAW: Final = _print("law")


def _lines(program: Program) -> list[str]:
    return [line.strip() for line in print_program(program).splitlines()]


def _flowing(lines: list[str]) -> list[str]:
    """The lines without those that only name values: these stand before what takes them."""
    return [line for line in lines if not line.startswith("let ")]


@needs_corpus
def test_i1_what_was_read_with_its_source_map_plans_nothing() -> None:
    """I1: no step, no byte of the exported text, no other revision."""
    for real in real_graphs():
        found = readout_of(real.graph, real.owner, default_catalog(), detail="roundtrip")
        source_map = {path: item.hint.node_id for path, item in found.source_map.items()}
        options = PlanOptions(base_revision=found.base_revision, source_map=source_map)
        plan, after = real.applied(parse_program(found.code), options)
        assert (plan.step_count, {item.kind for item in plan.operations} - {"noop"}) == (0, set()), real.name
        assert format_t3d(after.graph) == format_t3d(real.graph), real.name
        assert str(revision(after.graph)) == found.base_revision, real.name


@needs_corpus
def test_i2_what_was_put_into_a_real_graph_is_read_back() -> None:
    """I2: the reading is the program; written again it plans nothing."""
    count = 0
    for real, place in _cases():
        program = _with(real.told, place, _LAW)
        plan, after = real.applied(program)
        assert plan.report["added_count"] == 1, (real.name, place)
        wanted, found = _lines(program), _lines(after.told)
        assert Counter(found) == Counter(wanted), (real.name, place)
        if place[0] in range(len(program.entries)):
            assert _flowing(found) == _flowing(wanted), (real.name, place)
        again, _ = after.planned(program)
        assert again.step_count == 0, (real.name, place)
        count += 1
    assert count >= (150 if ALL else 20)


@needs_corpus
def test_i6_a_dry_run_on_a_real_graph_is_what_an_apply_does() -> None:
    """I6: the same call is the same plan, and another one is refused."""
    for real, place in _cases():
        program = _with(real.told, place, _LAW)
        dry, tried = real.planned(program)
        done, builder = real.planned(program, PlanOptions(plan_hash=dry.plan_hash))
        assert (done, builder.draft.steps) == (dry, tried.draft.steps), (real.name, place)
        assert len(builder.draft.steps) == dry.step_count, (real.name, place)
        other = _with(real.told, place, _print("other"))
        with pytest.raises(PlanMismatchError):
            real.planned(other, PlanOptions(plan_hash=dry.plan_hash))


def _edits(graph: Graph) -> Iterator[Graph]:
    """The graph with any one thing changed that counts: a default, a link, a property, a node."""
    for number, node in enumerate(graph.nodes):
        if is_comment(node) or is_reroute(node):
            continue

        def with_node(changed: Node, at: int = number) -> Graph:
            return replace(graph, nodes=(*graph.nodes[:at], changed, *graph.nodes[at + 1 :]))

        for at, pin in enumerate(node.pins):
            if pin.direction == "input" and not pin.is_exec:
                other = replace(pin, default_value=f"{pin.default_value}1")
                yield with_node(replace(node, pins=(*node.pins[:at], other, *node.pins[at + 1 :])))
        for name, text in working_properties(node):
            properties = tuple((key, f"{text}1" if key == name else value) for key, value in node.properties)
            yield with_node(replace(node, properties=properties))
        yield replace(
            graph,
            nodes=(*graph.nodes[:number], *graph.nodes[number + 1 :]),
            links=tuple(
                link for link in graph.links if node.name not in (link.source.node, link.target.node)
            ),
        )
    reroutes = {node.name for node in graph.nodes if is_reroute(node)}
    for number, link in enumerate(graph.links):
        if not {link.source.node, link.target.node} & reroutes:
            yield replace(graph, links=(*graph.links[:number], *graph.links[number + 1 :]))


@needs_corpus
def test_i8_any_edit_of_a_real_graph_makes_its_revision_stale() -> None:
    """I8: over all pins, links and properties; of big graphs as many as are drawn."""
    program = Program((Entry("main", "", body=(_LAW,)),))
    for real in real_graphs():
        known = str(revision(real.graph))
        edits = list(_edits(real.graph))
        for graph in random.Random(real.name).sample(edits, min(len(edits), 400 if ALL else 40)):
            with pytest.raises(RevisionConflictError) as caught:
                real.with_graph(graph).planned(program, PlanOptions(base_revision=known))
            assert (caught.value.expected, caught.value.actual) == (known, str(revision(graph))), real.name


def _taken(graph: Graph) -> Counter[PinRef]:
    """How many links each end has that may have one: exec outputs and data inputs."""
    ends: Counter[PinRef] = Counter()
    for link in graph.links:
        pin = graph.pin(link.source)
        target = graph.pin(link.target)
        if pin is not None and target is not None and target.name != "self":
            ends[link.source if pin.is_exec else link.target] += 1
    return ends


@needs_corpus
def test_i9_and_i10_a_union_takes_nothing_out_of_a_real_graph_and_replaces_no_link() -> None:
    """I9, I10: all nodes and data links stay, the flow goes through what is new, and no end has two links."""
    for real, place in _cases():
        _, after = real.applied(_with(real.told, place, _LAW))
        new = {node.name for node in after.graph.nodes} - {node.name for node in real.graph.nodes}
        assert set(real.graph.nodes) <= set(after.graph.nodes), (real.name, place)
        assert len(new) == 1, (real.name, place)
        lost = set(real.graph.links) - set(after.graph.links)
        targets = {link.target for link in after.graph.links if link.source.node in new}
        assert {link.target for link in lost} <= targets, (real.name, place)
        assert len(contracted_links(after.graph)) > len(contracted_links(real.graph)), (real.name, place)
        assert max(_taken(after.graph).values()) == 1, (real.name, place)


@needs_corpus
def test_what_the_artist_did_in_a_real_graph_meanwhile_is_not_lost() -> None:
    """1.20: the artist puts a statement in and changes a value, the program puts in another one."""
    done = 0
    for real, place in _cases():
        draw = random.Random(f"{real.name}{place}")
        ours = real.applied(_with(real.told, draw.choice(_places(real.told)), _print("ours")))[1]
        free = [
            (node, pin)
            for node in ours.graph.nodes
            for pin in node.pins
            if pin.direction == "input" and pin.type.category == "string" and pin.default_value
            if not ours.graph.links_of(node.name, pin.id) and pin.default_value != "ours"
        ]
        changed = ours.graph
        if free:
            node, pin = draw.choice(free)
            pins = tuple(replace(one, default_value="artist") if one == pin else one for one in node.pins)
            nodes = (replace(one, pins=pins) if one == node else one for one in changed.nodes)
            changed = replace(changed, nodes=tuple(nodes))
        now = ours.with_graph(changed)
        known = PlanOptions(base_revision=str(revision(real.graph)), base=real.graph)
        plan, after = now.applied(_with(real.told, place, _print("theirs")), known)
        assert plan.conflicts == (), (real.name, place)
        assert plan.left_out == (), (real.name, place)
        assert set(changed.nodes) <= set(after.graph.nodes), (real.name, place)
        texts = print_program(after.told)
        assert [texts.count(f'PrintString("{word}")') for word in ("ours", "theirs")] == [1, 1], (
            real.name,
            place,
        )
        assert len(after.graph.nodes) == len(changed.nodes) + 1, (real.name, place)
        done += 1
    assert done >= (150 if ALL else 20)
