"""Union of a program with what a graph says already: right anchors, blocks, nothing taken out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.semantics import contracted_links
from blueprint_assistant.graph.kinds.specs import KnotSpec
from blueprint_assistant.graph.model.blueprint import Blueprint
from blueprint_assistant.languages.ast.alignment import align
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.lowering import ProgramError
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext
from languages.flow_graphs import corpus_graphs
from languages.stepwise import Stepwise, Untouched, written
from real_texts import needs_corpus

if TYPE_CHECKING:
    from languages.stepwise import Written

_BEGIN = "on BeginPlay()\n"


def _lines(*texts: str) -> str:
    return _BEGIN + "".join(f"  {text}\n" for text in texts)


def _prints(*texts: str) -> str:
    return _lines(*(f'PrintString("{text}")' for text in texts))


def _kinds(made: Written, text: str) -> list[str]:
    return [operation.kind for operation in made.apply(text).operations]


@pytest.mark.parametrize(
    ("there", "said", "then", "kinds"),
    [
        # BC-084: the two examples that must hold.
        (("one", "three"), ("two",), ("one", "three", "two"), ["append"]),
        (("one", "three"), ("two", "three"), ("one", "two", "three"), ["insert_before", "noop"]),
        # BC-083: the nearest following match is the anchor, whatever stands before it.
        (
            ("one", "two", "three"),
            ("zero", "one"),
            ("zero", "one", "two", "three"),
            ["insert_before", "noop"],
        ),
        (
            ("one", "two"),
            ("one", "x", "y", "two"),
            ("one", "x", "y", "two"),
            ["noop"] + ["insert_before"] * 2 + ["noop"],
        ),
        # BC-082, BC-085: what is equal is left alone; letter case and blanks of texts count.
        (("one", "two"), ("one", "two"), ("one", "two"), ["noop", "noop"]),
        (("One",), ("one",), ("One", "one"), ["append"]),
        (("a b",), ("ab",), ("a b", "ab"), ["append"]),
        # BC-081: what is left out stays.
        (("one", "two", "three"), ("three",), ("one", "two", "three"), ["noop"]),
        # Duplicates are statements of their own.
        (("a",), ("a", "a"), ("a", "a"), ["noop", "append"]),
        (("a", "a"), ("a",), ("a", "a"), ["noop"]),
        (("a", "b", "a"), ("b", "a", "a"), ("a", "b", "a", "a"), ["noop", "noop", "append"]),
    ],
)
def test_bc_084_a_new_statement_stands_before_the_next_that_both_have(
    there: tuple[str, ...], said: tuple[str, ...], then: tuple[str, ...], kinds: list[str]
) -> None:
    made = written(_prints(*there))
    assert _kinds(made, _prints(*said)) == kinds
    assert made.text == written(_prints(*then)).text


def test_bc_086_of_equal_ways_the_existing_side_is_skipped_first() -> None:
    steps = [(step.kind, step.existing, step.new) for step in align(["a", "b"], ["b", "a"])]
    assert steps == [("existing", 0, -1), ("both", 1, 0), ("new", -1, 1)]


def test_bc_086_of_duplicates_the_first_is_reused() -> None:
    matched = [step.existing for step in align(["x", "a", "a"], ["a"]) if step.kind == "both"]
    assert matched == [1]


@pytest.mark.parametrize(
    ("there", "said", "then"),
    [
        # Arms are blocks of their own (BC-089), open ends go on where they went.
        (
            ("if bReady:", '  PrintString("a")', "else:", '  PrintString("b")', 'PrintString("end")'),
            (
                "if bReady:",
                '  PrintString("a")',
                '  PrintString("a2")',
                "else:",
                '  PrintString("b0")',
                '  PrintString("b")',
            ),
            (
                "if bReady:",
                '  PrintString("a")',
                '  PrintString("a2")',
                "else:",
                '  PrintString("b0")',
                '  PrintString("b")',
                'PrintString("end")',
            ),
        ),
        # An arm that was not there.
        (
            ("if bReady:", '  PrintString("a")', 'PrintString("end")'),
            ("if bReady:", "  pass", "else:", '  PrintString("b")'),
            ("if bReady:", '  PrintString("a")', "else:", '  PrintString("b")', 'PrintString("end")'),
        ),
        # An arm that ends: the new statement stands before its end.
        (
            ("if bReady:", '  PrintString("a")', "  end", 'PrintString("end")'),
            ("if bReady:", '  PrintString("b")'),
            ("if bReady:", '  PrintString("a")', '  PrintString("b")', "  end", 'PrintString("end")'),
        ),
        # A guard in front of all.
        (
            ('PrintString("work")',),
            ("if bReady:", "  end", 'PrintString("work")'),
            ("if bReady:", "  end", 'PrintString("work")'),
        ),
        # Bodies of loops, whatever the loop variable is called.
        (
            ("for i in 0..9:", '  PrintString("x")', 'PrintString("done")'),
            ("for k in 0..9:", '  PrintString("w")', '  PrintString("x")'),
            ("for i in 0..9:", '  PrintString("w")', '  PrintString("x")', 'PrintString("done")'),
        ),
        # Another header is another statement.
        (
            ("for i in 0..9:", '  PrintString("x")'),
            ("for i in 0..8:", '  PrintString("x")'),
            ("for i in 0..9:", '  PrintString("x")', "for i in 0..8:", '  PrintString("x")'),
        ),
        # The blocks of a sequence.
        (
            ("sequence:", "  then 0:", '    PrintString("a")', "  then 1:", '    PrintString("b")'),
            (
                "sequence:",
                "  then 0:",
                '    PrintString("a")',
                '    PrintString("c")',
                "  then 1:",
                "    pass",
            ),
            (
                "sequence:",
                "  then 0:",
                '    PrintString("a")',
                '    PrintString("c")',
                "  then 1:",
                '    PrintString("b")',
            ),
        ),
        # The cases of a switch, and its default.
        (
            (
                "switch N:",
                "  case 0:",
                '    PrintString("a")',
                "  case 1:",
                '    PrintString("b")',
                "  default:",
                '    PrintString("d")',
            ),
            (
                "switch N:",
                "  case 1:",
                '    PrintString("b0")',
                '    PrintString("b")',
                "  default:",
                '    PrintString("d")',
                '    PrintString("d2")',
            ),
            (
                "switch N:",
                "  case 0:",
                '    PrintString("a")',
                "  case 1:",
                '    PrintString("b0")',
                '    PrintString("b")',
                "  default:",
                '    PrintString("d")',
                '    PrintString("d2")',
            ),
        ),
    ],
)
def test_bc_089_blocks_are_merged_one_by_one(
    there: tuple[str, ...], said: tuple[str, ...], then: tuple[str, ...]
) -> None:
    made = written(_lines(*there), bReady="bool", N="int")
    before = made.graph
    made.apply(_lines(*said))
    assert made.text == written(_lines(*then), bReady="bool", N="int").text
    assert {node.name for node in before.nodes} <= {node.name for node in made.graph.nodes}
    assert len(made.graph.links) >= len(before.links)
    assert made.apply(_lines(*said)).step_count == 0


def test_bc_085_numbers_are_compared_as_numbers() -> None:
    made = written(_lines("Delay(1.0)"))
    assert _kinds(made, _lines("Delay(1)")) == ["noop"]


def test_a_second_entry_is_added_beside_the_first() -> None:
    made = written(_prints("one"))
    made.apply('event Boom()\n  PrintString("boom")\n')
    assert made.text == written(_prints("one") + '\nevent Boom()\n  PrintString("boom")\n').text


def test_bc_087_main_of_several_entries_is_ambiguous() -> None:
    made = written(_prints("one") + '\nevent Boom()\n  PrintString("boom")\n')
    with pytest.raises(ProgramError, match="BeginPlay") as caught:
        made.apply('main()\n  PrintString("two")\n')
    assert caught.value.error.code == "ambiguous_append_point"


def test_bc_087_main_is_the_only_entry() -> None:
    made = written(_prints("one"))
    made.apply('main()\n  PrintString("two")\n')
    assert made.text == written(_prints("one", "two")).text


def test_bc_087_nothing_follows_a_sequence() -> None:
    made = written(_lines("sequence:", "  then 0:", '    PrintString("a")', "  then 1:", "    pass"))
    with pytest.raises(ProgramError) as caught:
        made.apply(_prints("after"))
    assert caught.value.error.code == "ambiguous_append_point"
    assert caught.value.line == 2


def test_i9_an_end_that_would_cut_a_link_is_refused() -> None:
    made = written(_lines("if bReady:", '  PrintString("a")', 'PrintString("b")'), bReady="bool")
    with pytest.raises(ProgramError) as caught:
        made.apply(_lines("if bReady:", '  PrintString("a")', "  end", 'PrintString("b")'))
    assert caught.value.error.code == "would_replace_link"


@needs_corpus
def test_i1_what_a_real_graph_says_plans_nothing() -> None:
    """I1 over all real graphs: the text as printed and parsed again is all there."""
    catalog = default_catalog()
    for name, graph, known in corpus_graphs():
        owner = known or Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (graph,))
        program = parse_program(print_program(decompile(graph, owner, catalog)))
        plan = plan_program(program, GraphContext(graph, owner, catalog), Untouched(graph))
        assert plan.step_count == 0, name
        assert [operation.kind for operation in plan.operations] == ["noop"] * len(plan.operations), name
        assert len(plan.operations) == len(statement_paths(program)), name


def test_i9_a_union_keeps_links_through_reroutes() -> None:
    made = written(_prints("one", "two"))
    first, second = (node.name for node in made.graph.nodes if node.class_name == "K2Node_CallFunction")
    builder = Stepwise(made.owner)
    reroute = builder.add(KnotSpec())
    builder.disconnect(Output(first, "then"), (second, "execute"))
    builder.connect(Output(first, "then"), (reroute, "InputPin"))
    builder.connect(Output(reroute, "OutputPin"), (second, "execute"))
    graph = builder.draft.graph("EventGraph")
    made.use(graph)
    made.apply(_prints("one", "x", "two"))
    assert made.text == written(_prints("one", "x", "two")).text
    assert len(contracted_links(made.graph)) == 3
    assert {node.name for node in graph.nodes} <= {node.name for node in made.graph.nodes}


@needs_corpus
def test_i9_a_statement_more_takes_nothing_out_of_a_real_graph() -> None:
    """I9: every event of every real Blueprint gets one statement in front."""
    catalog = default_catalog()
    more = parse_program(_prints("more")).entries[0].body
    graphs = 0
    for name, graph, owner in corpus_graphs():
        if owner is None or graph.name != "EventGraph":
            continue
        entries = [
            replace(entry, body=(*more, *entry.body))
            for entry in decompile(graph, owner, catalog).entries
            if entry.kind in ("event", "custom_event") and not entry.arms
        ]
        builder = Stepwise(owner)
        plan = plan_program(Program(tuple(entries)), GraphContext(graph, owner, catalog), builder)
        assert plan.report["added_count"] == len(entries), name
        after = builder.draft.graph("EventGraph")
        assert {node.name for node in graph.nodes} <= {node.name for node in after.nodes}, name
        assert len(contracted_links(after)) >= len(contracted_links(graph)) + len(entries), name
        graphs += bool(entries)
    assert graphs


def test_the_place_of_a_value_is_no_difference() -> None:
    """BC-082: a name for a value may stand anywhere before its use; the statements are not put in again."""
    use = ("Score = a + b", "Other = b + a")
    text = _lines("let a = Score * 2", 'PrintString("x")', "let b = Other * 2", *use)
    made = written(text, Score="int", Other="int")
    moved = _lines('PrintString("x")', "let b = Other * 2", "let a = Score * 2", *use)
    for same in (text, moved, made.text):
        assert made.plan(same)[0].step_count == 0, same
