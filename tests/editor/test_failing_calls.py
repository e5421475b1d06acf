"""Whichever call of the editor fails while nodes are changed, the graph is what it was before."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    EditPlan,
    MoveNodesStep,
    PinAt,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.isomorphism import isomorphic
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, SequenceSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from tiers import thinned

from .test_node_steps import GRAPH, build_chain, graph_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Graph
    from unreal_sandbox import SandboxEditor


@dataclass
class Calls:
    """How many calls of the editor there were, and which one fails before it does anything."""

    count: int = 0
    failing: int = -1


@contextmanager
def failing_calls(sandbox: SandboxEditor) -> Iterator[Calls]:
    calls = Calls()
    enter = sandbox.enter_call

    def entered(where: str) -> None:
        calls.count += 1
        if calls.count == calls.failing:
            raise RuntimeError(f"{where} failed")
        enter(where)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "enter_call", entered)
        yield calls


def steps_of(kind: str, chain: dict[str, str]) -> tuple[EditOperation, ...]:
    """The steps of one tool, or of several in one plan."""
    match kind:
        case "remove":
            return (RemoveNodesStep(GRAPH, (chain["one"], chain["box"])),)
        case "disconnect":
            return (DisconnectPinsStep(GRAPH, PinAt(chain["two"], "execute"), "input"),)
        case "comment":
            return (
                AddCommentStep(GRAPH, "more", "More", 0, 0, 200, 100, (1.0, 0.0, 0.0, 1.0), 30),
                SetCommentTextStep(GRAPH, chain["box"], "Other"),
            )
        case "move":
            return (MoveNodesStep(GRAPH, ((chain["one"], 16, 32), (chain["branch"], 48, 64))),)
        case "menu":
            return (
                AddNodeStep(GRAPH, "sequence", SequenceSpec(3)),
                AddNodeStep(GRAPH, "equal", kinds.EnumEqualitySpec("/Script/Engine.ECollisionChannel")),
                ConnectPinsStep(GRAPH, PinAt(chain["branch"], "else"), PinAt("sequence", "execute")),
            )
        case _:
            return (
                RemoveNodesStep(GRAPH, (chain["one"],)),
                AddNodeStep(GRAPH, "new", BranchSpec(), 300, 0),
                ConnectPinsStep(GRAPH, PinAt(chain["begin"], "then"), PinAt("new", "execute")),
                SetPinDefaultStep(GRAPH, PinAt(chain["two"], "InString"), "two"),
            )


@pytest.mark.parametrize("is_undone_by_editor", [True, False])
@pytest.mark.parametrize(
    "kind", thinned(["remove", "disconnect", "comment", "move", "menu", "replace"], 3, is_one_value=True)
)
def test_a_failure_of_any_call_leaves_the_graph_as_it_was(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, kind: str, is_undone_by_editor: bool
) -> None:
    sandbox.language = "zh"
    sandbox.switches.records_graph_edits = is_undone_by_editor
    chain = build_chain(editor, door)
    before = graph_of(editor, door)
    graph = before
    with failing_calls(sandbox) as calls:
        for number in range(1, _MOST_CALLS):
            calls.count, calls.failing = 0, number
            if succeeds(editor, door, steps_of(kind, chain)):
                break
            calls.failing = -1
            now = graph_of(editor, door)
            if is_undone_by_editor:
                assert now == before, number
            else:
                chain = renamed(graph, now, chain)
                graph = now
    assert _FEWEST_CALLS < number < _MOST_CALLS - 1


_FEWEST_CALLS = 10
_MOST_CALLS = 10_000


def succeeds(editor: BlueprintEditor, path: str, steps: tuple[EditOperation, ...]) -> bool:
    """Whether the plan is done; a failure must say that something failed."""
    try:
        editor.apply(EditPlan(path, "AI: test", steps))
    except (AssistantError, RuntimeError) as error:
        text = str(error)
    else:
        return True
    assert "failed" in text
    return False


def renamed(graph: Graph, now: Graph, chain: dict[str, str]) -> dict[str, str]:
    """The names of the nodes after a failure: what was made anew may be called otherwise."""
    names = isomorphic(graph, now)
    assert names is not None
    boxes = [node for node in now.nodes if node.class_name == "EdGraphNode_Comment"]
    assert [any_spec_of(box) for box in boxes] == [kinds.CommentSpec("Says two things", 900, 300)]
    return {key: names.get(name, boxes[0].name) for key, name in chain.items()}
