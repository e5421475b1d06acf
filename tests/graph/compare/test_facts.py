"""Comparing what two graphs say."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.compare.facts import describe_difference, differing_facts, graph_facts
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Node, Pin, PinRef, PinType
from blueprint_assistant.graph.model.graph_draft import GraphDraft

COUNT = 5
IN, OUT, VALUE = "1" * 32, "2" * 32, "3" * 32


def node(number: int) -> Node:
    pins = (
        Pin(IN, "execute", "input", EXEC),
        Pin(OUT, "then", "output", EXEC),
        Pin(VALUE, "Condition", "input", PinType("bool"), "true"),
    )
    return Node(f"N{number}", "/Script/BlueprintGraph.K2Node_IfThenElse", f"{number:032X}", pins=pins)


GRAPH = Graph("EventGraph", tuple(node(number) for number in range(COUNT)))

numbers = st.integers(0, COUNT - 1)
steps = st.one_of(
    st.tuples(st.just("link"), numbers, numbers),
    st.tuples(st.just("unlink"), numbers, numbers),
    st.tuples(st.just("value"), numbers, st.sampled_from(["true", "false", ""])),
    st.tuples(st.just("remove"), numbers, st.just(0)),
    st.tuples(st.just("copy"), numbers, st.just(0)),
)


def edited(edits: list[tuple[str, int, int | str]]) -> Graph:
    draft = GraphDraft(GRAPH)
    for what, number, detail in edits:
        name = f"N{number}"
        if name not in draft or (what in ("link", "unlink") and f"N{detail}" not in draft):
            continue
        if what == "link":
            draft.connect(PinRef(name, OUT), PinRef(f"N{detail}", IN))
        elif what == "unlink":
            draft.disconnect(PinRef(name, OUT), PinRef(f"N{detail}", IN))
        elif what == "value":
            pin = draft.node(name).pins[2]
            draft.replace_pin(name, replace(pin, default_value=str(detail)))
        elif what == "remove":
            draft.remove(name)
        else:
            draft.replace(replace(draft.node(name)))  # the same, as another value
    return draft.freeze()


@given(st.lists(steps, max_size=8), st.lists(steps, max_size=8), st.booleans())
def test_what_two_graphs_share_does_not_count(
    one: list[tuple[str, int, int | str]], other: list[tuple[str, int, int | str]], rename: bool
) -> None:
    expected, found = edited(one), edited(other)
    names = {"N0": "N1", "N1": "N0"} if rename else {}
    whole = graph_facts(expected, names=names), graph_facts(found)
    apart = differing_facts(expected, found, names=names)
    assert apart[0] - apart[1] == whole[0] - whole[1]
    assert apart[1] - apart[0] == whole[1] - whole[0]
    assert describe_difference(*apart) == describe_difference(*whole)


def test_a_graph_has_no_difference_to_itself_that_would_be_looked_for() -> None:
    assert differing_facts(GRAPH, GRAPH) == (frozenset(), frozenset())
