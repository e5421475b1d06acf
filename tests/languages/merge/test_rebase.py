"""A program written for a graph that the artist has changed meanwhile (1.20): nothing of theirs is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.ast.syntax_tree import Entry, Program, Statement
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError
from blueprint_assistant.languages.merge.statement_keys import exec_links
from languages.stepwise import Stepwise, Written, written
from tiers import examples

if TYPE_CHECKING:
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

_BEGIN = "on BeginPlay()\n"
_TYPES = {"bReady": "bool", "N": "int"}


def _lines(*texts: str) -> str:
    return _BEGIN + "".join(f"  {text}\n" for text in texts)


def _prints(*texts: str) -> str:
    return _lines(*(f'PrintString("{text}")' for text in texts))


def _said(made: Written) -> list[str]:
    return re.findall(r'PrintString\("(\w+)"', made.text)


def _node_saying(made: Written, text: str) -> str:
    return next(node.name for node in made.graph.nodes if any(pin.default_value == text for pin in node.pins))


def _relink(made: Written, order: list[str]) -> None:
    """Lead the flow of the only event through the nodes that print these, as the artist's hands do."""
    builder = Stepwise(made.owner)
    for source, target in exec_links(made.graph).items():
        builder.disconnect(source, target)
    event = next(node.name for node in made.graph.nodes if node.class_name == "K2Node_Event")
    names = [event, *(_node_saying(made, text) for text in order)]
    for one, other in pairwise(names):
        builder.connect(Output(one, "then"), (other, "execute"))
    made.use(builder.draft.graph("EventGraph"))


class _Stale:
    """A graph, and what the model knew of it before the artist came."""

    def __init__(self, text: str) -> None:
        self.made = written(text, **_TYPES)
        self.base = self.made.graph

    def write(self, text: str, mode: str = "union", on_conflict: str = "fail") -> ProgramPlan:
        known = str(revision(self.base))
        return self.made.apply(text, mode=mode, base_revision=known, base=self.base, on_conflict=on_conflict)

    def conflicts(self, text: str, mode: str = "union") -> list[tuple[str, str]]:
        before = self.made.graph
        with pytest.raises(MergeConflictError) as caught:
            self.write(text, mode)
        assert self.made.graph == before
        return [(item.kind, item.path) for item in caught.value.conflicts]


def test_at_one_place_the_artists_statement_comes_first() -> None:
    stale = _Stale(_prints("a", "b"))
    stale.made.apply(_prints("a", "ours", "b"), mode="replace")
    stale.write(_prints("a", "theirs", "b"))
    assert _said(stale.made) == ["a", "ours", "theirs", "b"]


def test_what_both_put_in_is_there_once() -> None:
    stale = _Stale(_prints("a", "b"))
    stale.made.apply(_prints("a", "x", "b"), mode="replace")
    plan = stale.write(_prints("a", "x", "b", "y"))
    assert _said(stale.made) == ["a", "x", "b", "y"]
    assert [item.kind for item in plan.operations] == ["noop", "noop", "noop", "append"]


def test_a_statement_that_was_moved_is_not_written_twice() -> None:
    stale = _Stale(_prints("a", "b", "c"))
    _relink(stale.made, ["c", "a", "b"])
    stale.write(_prints("a", "x", "b", "c"))
    assert _said(stale.made) == ["c", "a", "x", "b"]


def test_a_place_between_what_was_turned_round_is_a_conflict() -> None:
    """1.20: order conflicts are reported, with the statement that has no place."""
    stale = _Stale(_prints("a", "b", "c"))
    _relink(stale.made, ["c", "a", "b"])
    assert stale.conflicts(_prints("a", "b", "x", "c")) == [("moved", "/body/2")]
    plan = stale.write(_prints("a", "b", "x", "c", "y"), on_conflict="report")
    assert _said(stale.made) == ["c", "a", "b", "y"]
    assert [item.line for item in plan.conflicts] == [4]


def _wrap(made: Written, inside: list[str], after: list[str]) -> None:
    """Put statements into a branch, as the artist's hands do: the others follow its other way."""
    branch = ("if bReady:", "  pass", *(f'PrintString("{text}")' for text in (*inside, *after)))
    made.apply(_lines('PrintString("a")', *branch))
    fork = next(node.name for node in made.graph.nodes if node.class_name == "K2Node_IfThenElse")
    hands = Stepwise(made.owner)
    for source, target in exec_links(made.graph).items():
        if source.node == fork or source.node == _node_saying(made, inside[-1]):
            hands.disconnect(source, target)
    hands.connect(Output(fork, "then"), (_node_saying(made, inside[0]), "execute"))
    hands.connect(Output(fork, "else"), (_node_saying(made, after[0]), "execute"))
    made.use(hands.draft.graph("EventGraph"))


def test_statements_that_were_put_into_a_branch_stay_there() -> None:
    """What stood before one of them is executed as it was, whatever the condition says."""
    stale = _Stale(_prints("a", "b", "c"))
    _wrap(stale.made, ["b"], ["c"])
    stale.write(_prints("a", "x", "b", "c", "y"))
    assert stale.made.text.splitlines()[1:] == [
        '  PrintString("a")',
        '  PrintString("x")',
        "  if bReady:",
        '    PrintString("b")',
        "  else:",
        '    PrintString("c")',
        '  PrintString("y")',
    ]


def test_what_stands_between_two_that_were_put_into_a_branch_goes_with_them() -> None:
    stale = _Stale(_prints("a", "b", "c", "d"))
    _wrap(stale.made, ["b", "c"], ["d"])
    stale.write(_prints("a", "b", "x", "c", "d"))
    assert stale.made.text.splitlines()[2:6] == [
        "  if bReady:",
        '    PrintString("b")',
        '    PrintString("x")',
        '    PrintString("c")',
    ]


def test_what_is_new_in_a_branch_that_is_gone_is_a_conflict() -> None:
    branch = ("if bReady:", '  PrintString("b")')
    stale = _Stale(_lines('PrintString("a")', *branch))
    stale.made.apply(_prints("a"), mode="replace")
    more = (*branch, '  PrintString("x")')
    assert stale.conflicts(_lines('PrintString("a")', *more)) == [("deleted", "/body/1/then/1")]
    plan = stale.write(_lines('PrintString("a")', *more, 'PrintString("y")'), on_conflict="report")
    assert _said(stale.made) == ["a", "y"]
    assert [item.kind for item in plan.conflicts] == ["deleted"]


def test_an_event_that_was_deleted_is_not_made_again_unless_it_says_more() -> None:
    other = '\nevent Boom()\n  PrintString("boom")\n'
    stale = _Stale(_prints("a") + other)
    gone = {_node_saying(stale.made, "boom")} | {
        node.name for node in stale.made.graph.nodes if node.class_name == "K2Node_CustomEvent"
    }
    hands = Stepwise(stale.made.owner)
    hands.remove(tuple(sorted(gone)))
    stale.made.use(hands.draft.graph("EventGraph"))
    more = '  PrintString("more")\n'
    assert stale.conflicts(_prints("a") + other + more) == [("deleted", "/entries/custom_event:Boom/body/1")]
    plan = stale.write(_prints("a", "b") + other)
    assert _said(stale.made) == ["a", "b"]
    assert len(plan.left_out) == 1


def test_what_uses_a_value_that_is_gone_is_a_conflict() -> None:
    timer = 'let timer = K2_SetTimer(FunctionName="Boom", Time=1.0)'
    stale = _Stale(_lines(timer, 'PrintString("a")'))
    stale.made.apply(_prints("a"), mode="replace")
    told = written(_lines(timer, 'PrintString("a")', "K2_ClearTimerHandle(timer)")).text
    more = told + '  PrintString("b")\n'
    assert stale.conflicts(more) == [("deleted", "/body/2")]
    stale.write(more, on_conflict="report")
    assert _said(stale.made) == ["a", "b"]


def test_a_node_that_came_by_the_name_of_another_is_not_that_one() -> None:
    stale = _Stale(_prints("a", "b"))
    old = _node_saying(stale.made, "a")
    stale.made.apply(_prints("b"), mode="replace")
    stale.made.apply(_prints("new", "b"))
    new = _node_saying(stale.made, "new")
    renamed = [replace(node, name=old) if node.name == new else node for node in stale.made.graph.nodes]
    links = [
        replace(
            link,
            source=replace(link.source, node=old if link.source.node == new else link.source.node),
            target=replace(link.target, node=old if link.target.node == new else link.target.node),
        )
        for link in stale.made.graph.links
    ]
    stale.made.use(replace(stale.made.graph, nodes=tuple(renamed), links=tuple(links)))
    stale.write(_prints("a", "b", "c"))
    assert _said(stale.made) == ["new", "b", "c"]


@pytest.mark.parametrize(
    ("ours", "kinds"),
    [
        (_prints("a", "x", "b"), {"added"}),
        (_prints("a"), {"deleted"}),
        (_lines('PrintString("a", Duration=5)', 'PrintString("b")'), {"changed"}),
    ],
)
def test_an_event_that_was_changed_is_not_written_anew(ours: str, kinds: set[str]) -> None:
    """Mode replace takes out what the code does not say; nobody has seen what came meanwhile."""
    stale = _Stale(_prints("a", "b"))
    stale.made.apply(ours, mode="replace")
    assert {kind for kind, _ in stale.conflicts(_prints("c"), "replace")} == kinds


def test_an_event_is_written_anew_when_only_others_were_changed() -> None:
    other = '\nevent Boom()\n  PrintString("boom")\n'
    stale = _Stale(_prints("a", "b") + other)
    stale.made.apply('event Boom()\n  PrintString("bang")\n', mode="replace")
    stale.write(_prints("c"), "replace")
    assert sorted(_said(stale.made)) == ["bang", "c"]


def test_an_order_that_was_changed_is_not_written_over() -> None:
    stale = _Stale(_prints("a", "b"))
    _relink(stale.made, ["b", "a"])
    assert [kind for kind, _ in stale.conflicts(_prints("c"), "replace")] == ["moved"]


def test_other_values_of_one_call_are_both_taken() -> None:
    """1.20: a conflict is one pin with two values."""
    stale = _Stale(_prints("a", "b"))
    node = _node_saying(stale.made, "a")
    stale.made.apply(_lines('PrintString("a", Duration=5)', 'PrintString("b")'), mode="replace")
    known = str(revision(stale.base))
    plan = stale.made.apply(
        _prints("mine", "b"), base_revision=known, base=stale.base, identities={"/body/0": node}
    )
    assert plan.conflicts == ()
    assert stale.made.text.splitlines()[1:] == ['  PrintString("mine", Duration=5.0)', '  PrintString("b")']
    assert plan.step_count == 1


_BASE = [f"b{number}" for number in range(5)]


@st.composite
def _with_more(draw: st.DrawFn, texts: list[str], prefix: str) -> list[str]:
    """The texts with up to three others between them."""
    made = list(texts)
    for number in range(draw(st.integers(0, 3))):
        made.insert(draw(st.integers(0, len(made))), f"{prefix}{number}")
    return made


@given(st.data())
@settings(max_examples=examples(60), deadline=None)
def test_whatever_the_artist_does_nothing_of_it_is_lost(data: st.DataObject) -> None:
    """I9, 1.20: all that the artist left is there, in the artist's order, and each new statement once."""
    stale = _Stale(_prints(*_BASE))
    kept = data.draw(st.lists(st.sampled_from(_BASE), unique=True))
    ours = data.draw(_with_more(kept, "o"))
    new = [text for text in ours if text not in _BASE]
    stale.made.apply(_prints(*_BASE, *new))
    _relink(stale.made, ours)
    gone = [_node_saying(stale.made, text) for text in _BASE if text not in kept]
    if gone:
        hands = Stepwise(stale.made.owner)
        hands.remove(tuple(gone))
        stale.made.use(hands.draft.graph("EventGraph"))
    assert _said(stale.made) == ours
    theirs = data.draw(_with_more(_BASE, "t"))
    before = stale.made.graph
    plan = stale.write(_prints(*theirs), on_conflict="report")
    said = _said(stale.made)
    assert [text for text in said if not text.startswith("t")] == ours
    placeless = {line.line for line in plan.conflicts}
    wanted = [text for at, text in enumerate(theirs) if text.startswith("t") and at + 2 not in placeless]
    assert sorted(text for text in said if text.startswith("t")) == sorted(wanted)
    assert {node.name for node in before.nodes} <= {node.name for node in stale.made.graph.nodes}
    if kept == sorted(kept):
        assert not plan.conflicts
    for text in wanted:
        after = next((one for one in theirs[theirs.index(text) :] if one in kept), None)
        assert after is None or said.index(text) < said.index(after)


def _text(part: Statement | None) -> str:
    return "" if part is None else print_program(Program((Entry("main", "", body=(part,)),)))


def test_a_conflict_says_what_it_was_what_it_is_and_what_it_would_be() -> None:
    """1.20: path, base, ours, theirs."""
    stale = _Stale(_prints("a", "b"))
    node = _node_saying(stale.made, "a")
    stale.made.apply(_prints("A", "b"), mode="replace")
    known = str(revision(stale.base))
    with pytest.raises(MergeConflictError) as caught:
        stale.made.plan(
            _prints("mine", "b"), base_revision=known, base=stale.base, identities={"/body/0": node}
        )
    (conflict,) = caught.value.conflicts
    texts = [_text(part) for part in (conflict.base, conflict.ours, conflict.theirs)]
    assert (conflict.path, conflict.kind, conflict.line) == ("/body/0", "changed", 2)
    assert [re.findall(r'"(\w+)"', text) for text in texts] == [["a"], ["A"], ["mine"]]


def test_what_no_event_leads_to_is_merged_as_well() -> None:
    loose = 'floating:\n  - PrintString("a")\n    PrintString("b")\n'
    stale = _Stale(loose)
    stale.made.apply(loose.replace('PrintString("b")', 'PrintString("ours")\n    PrintString("b")'))
    assert _said(stale.made) == ["a", "ours", "b"]
    stale.write(loose.replace('- PrintString("a")', '- PrintString("theirs")\n    PrintString("a")'))
    assert _said(stale.made) == ["theirs", "a", "ours", "b"]
