"""What a Blueprint does, as a value: the same for what does the same, another for every change of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from authoring.running.behaviour import STANDARD, Stimuli, Trace, Unknown, behaviour_of, differences
from authoring.setups import CRATE
from authoring_trials import built
from blueprint_assistant.cli.copied_owner import owner_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from graph.corpus_graphs import k2_graphs
from real_texts import CORPUS, needs_corpus
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.model.blueprint import Blueprint

CODE = """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Pulse", Time=1.0, bLooping=true)
  if bOpen:
    PrintString("open", Duration=3.0)
  Health = 80.0
on ActorBeginOverlap(OtherActor):
  if OtherActor is Pawn as visitor:
    visitor.SetLifeSpan(Health)
  else:
    Score = Score + 1
event Retry():
  Delay(2.0)
  Score = 0
"""


def behaviour(code: str, stimuli: Stimuli = STANDARD) -> Trace:
    _, after, _ = built(CRATE, code)
    trace = behaviour_of(after, default_catalog(), stimuli)
    assert isinstance(trace, Trace)
    return trace


CHANGES = {
    "a value": ("80.0", "90.0", "ReceiveBeginPlay"),
    "a value that only a screen shows": ("Duration=3.0", "Duration=4.0", "ReceiveBeginPlay"),
    "a condition": ("if bOpen", "if not bOpen", "ReceiveBeginPlay"),
    "a time": ("Delay(2.0)", "Delay(2.5)", "Retry"),
    "an input of a function that is not known": ("Span(Health)", "Span(50.0)", "ReceiveActorBeginOverlap"),
    "what that function is called on": ("visitor.Set", "self.Set", "ReceiveActorBeginOverlap"),
    "a class": ("is Pawn", "is Character", "ReceiveActorBeginOverlap"),
    "the order": (
        '  if bOpen:\n    PrintString("open", Duration=3.0)\n  Health = 80.0\n',
        '  Health = 80.0\n  if bOpen:\n    PrintString("open", Duration=3.0)\n',
        "ReceiveBeginPlay",
    ),
    "a statement": ("  Delay(2.0)\n", "", "Retry"),
    "one more": ("  Score = 0\n", '  Score = 0\n  PrintString("again")\n', "Retry"),
}


@pytest.mark.parametrize(("old", "new", "entry"), thinned(CHANGES.values(), 2), ids=CHANGES)
def test_a_change_is_seen_in_the_entry_that_it_is_in(old: str, new: str, entry: str) -> None:
    assert old in CODE
    found = differences(behaviour(CODE), behaviour(CODE.replace(old, new)))

    assert {line.partition(":")[0] for line in found} - {"a life"} == {entry}


def test_another_way_to_say_the_same_is_no_difference() -> None:
    first, event, rest = CODE.partition("event")
    other = f"{event}{rest}{first}".replace("Delay(2.0)", "Delay(1.0 + 1.0)").replace("visitor", "who")

    assert differences(behaviour(CODE), behaviour(other)) == []


def test_what_nobody_knows_is_named() -> None:
    assert behaviour(CODE).not_known == ("the function SetLifeSpan",)


def test_a_run_without_end_is_cut_where_it_is_the_same_for_both() -> None:
    endless = 'on BeginPlay():\n  while Score < 5:\n    PrintString("on")\n    Score = Score * 1\n'
    soon = Stimuli(most_steps=30)
    once = behaviour(endless, soon)

    assert any(run.end == "a loop without end" for run in once.runs)
    assert once == behaviour(endless, soon)
    assert once != behaviour(endless.replace('"on"', '"off"'), soon)


def test_entries_can_be_chosen() -> None:
    _, after, _ = built(CRATE, CODE)
    trace = behaviour_of(after, default_catalog(), STANDARD, ["Retry"])

    assert isinstance(trace, Trace)
    assert set(trace.by_entry) == {"Retry"}


# --- real graphs -----------------------------------------------------------------------------------

EVERY = 4


def real_blueprints() -> list[Blueprint]:
    """Blueprints around every fourth of the real graphs, with their members as far as the nodes tell."""
    items = [
        item for item in k2_graphs(CORPUS) if any("K2Node" in node.class_name for node in item.graph.nodes)
    ]
    return [item.owner or owner_of(item.graph, "", default_catalog()) for item in items[::EVERY]]


@needs_corpus
def test_all_real_graphs_can_be_run(record_property: Callable[[str, object], None]) -> None:
    traces = [behaviour_of(item, default_catalog()) for item in real_blueprints()]
    known = [trace for trace in traces if isinstance(trace, Trace)]
    seen = sum(any(run.effects or run.values for run in trace.runs) for trace in known)
    whole = sum(not trace.not_known for trace in known)
    told = f"{len(known)} of {len(traces)} can be run, {whole} wholly known, {seen} do something that shows"
    record_property("measured", told)

    assert [trace.reason for trace in traces if isinstance(trace, Unknown)] == []
    assert seen >= len(traces) / 2
