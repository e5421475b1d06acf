"""Steps on nodes that are there: breaking links, removing, moving, commenting; and their undoing."""

from __future__ import annotations

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
    PlanError,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.compare.isomorphism import isomorphic
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CommentSpec, MacroSpec, OperatorSpec

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.editor.unreal_editor.graph_handles import GraphHandles
    from blueprint_assistant.graph.model.blueprint import Graph
    from unreal_sandbox import SandboxEditor

GRAPH = "EventGraph"
PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
LOOP = MacroSpec("/Engine/EditorBlueprintResources/StandardMacros.StandardMacros:ForEachLoop")
LENGTH = CallFunctionSpec("/Script/Engine.KismetArrayLibrary:Array_Length")
ALL_ACTORS = CallFunctionSpec("/Script/Engine.GameplayStatics:GetAllActorsOfClass")


def apply(editor: BlueprintEditor, path: str, *operations: EditOperation) -> ApplyReport:
    return editor.apply(EditPlan(path, "AI: test", operations))


def graph_of(editor: BlueprintEditor, path: str) -> Graph:
    graph = editor.read_blueprint(path).find_graph(GRAPH)
    assert graph is not None
    return graph


@pytest.fixture
def chain(editor: BlueprintEditor, door: str) -> dict[str, str]:
    return build_chain(editor, door)


def build_chain(editor: BlueprintEditor, door: str) -> dict[str, str]:
    """BeginPlay -> one -> two, and a Branch that also leads to two; real names by key."""
    report = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(GRAPH, "one", PRINT, 300, 0),
        AddNodeStep(GRAPH, "two", PRINT, 600, 0),
        AddNodeStep(GRAPH, "branch", BranchSpec(), 300, 300),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("one", "execute")),
        ConnectPinsStep(GRAPH, PinAt("one", "then"), PinAt("two", "execute")),
        ConnectPinsStep(GRAPH, PinAt("branch", "then"), PinAt("two", "execute")),
        SetPinDefaultStep(GRAPH, PinAt("one", "InString"), "one"),
        AddCommentStep(GRAPH, "box", "Says two things", 200, -100, 900, 300, (0.1, 0.2, 0.3, 1.0), 24),
    )
    return {key: report.node_of(key) for key in ("begin", "one", "two", "branch", "box")}


def test_one_of_several_links_of_a_pin_is_broken(
    editor: BlueprintEditor, door: str, chain: dict[str, str]
) -> None:
    step = DisconnectPinsStep(GRAPH, PinAt(chain["two"], "execute"), "input", PinAt(chain["branch"], "then"))
    assert apply(editor, door, step).has_changed
    assert len(graph_of(editor, door).links) == 2
    assert not apply(editor, door, step).has_changed


def test_all_links_of_a_pin_are_broken(editor: BlueprintEditor, door: str, chain: dict[str, str]) -> None:
    apply(editor, door, DisconnectPinsStep(GRAPH, PinAt(chain["two"], "execute"), "input"))
    assert len(graph_of(editor, door).links) == 1


def test_a_node_is_replaced_in_one_plan(editor: BlueprintEditor, door: str, chain: dict[str, str]) -> None:
    report = apply(
        editor,
        door,
        RemoveNodesStep(GRAPH, (chain["one"],)),
        AddNodeStep(GRAPH, "new", BranchSpec(), 300, 0),
        ConnectPinsStep(GRAPH, PinAt(chain["begin"], "then"), PinAt("new", "execute")),
        ConnectPinsStep(GRAPH, PinAt("new", "then"), PinAt(chain["two"], "execute")),
    )
    graph = graph_of(editor, door)
    assert chain["one"] not in graph.nodes_by_name
    assert len(graph.links) == 3
    assert any_spec_of(graph.node(report.node_of("new"))) == BranchSpec()


def test_nodes_that_a_plan_adds_can_be_removed_by_it(
    editor: BlueprintEditor, door: str, chain: dict[str, str]
) -> None:
    before = graph_of(editor, door)
    apply(editor, door, AddNodeStep(GRAPH, "new", BranchSpec()), RemoveNodesStep(GRAPH, ("new",)))
    assert graph_of(editor, door).nodes == before.nodes
    assert chain


def test_nodes_are_moved_and_boxes_are_not(editor: BlueprintEditor, door: str, chain: dict[str, str]) -> None:
    places = ((chain["one"], -40, 80), (chain["two"], 640, 96))
    assert apply(editor, door, MoveNodesStep(GRAPH, places)).has_changed
    graph = graph_of(editor, door)
    assert [(name, graph.node(name).x, graph.node(name).y) for name, _, _ in places] == list(places)
    assert not apply(editor, door, MoveNodesStep(GRAPH, places)).has_changed
    with pytest.raises(PlanError, match="comment box"):
        apply(editor, door, MoveNodesStep(GRAPH, ((chain["box"], 0, 0),)))


def test_a_comment_box_has_the_text_place_and_look_that_were_asked_for(
    editor: BlueprintEditor, door: str, chain: dict[str, str]
) -> None:
    box = graph_of(editor, door).node(chain["box"])
    assert any_spec_of(box) == CommentSpec("Says two things", 900, 300)
    assert (box.x, box.y, box.find_property("FontSize")) == (200, -100, "24")
    apply(editor, door, SetCommentTextStep(GRAPH, chain["box"], "Says more"))
    assert any_spec_of(graph_of(editor, door).node(chain["box"])) == CommentSpec("Says more", 900, 300)
    with pytest.raises(PlanError, match="no comment box"):
        apply(editor, door, SetCommentTextStep(GRAPH, chain["one"], "x"))
    apply(editor, door, RemoveNodesStep(GRAPH, (chain["box"],)))
    assert chain["box"] not in graph_of(editor, door).nodes_by_name


@pytest.mark.parametrize("is_undone_by_editor", [True, False])
def test_what_was_removed_is_there_again_when_a_later_step_fails(
    editor: BlueprintEditor,
    sandbox: SandboxEditor,
    door: str,
    is_undone_by_editor: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from blueprint_assistant.editor.unreal_editor import node_writing  # noqa: PLC0415 - needs `unreal`

    sandbox.switches.records_graph_edits = is_undone_by_editor
    chain = build_chain(editor, door)
    before = graph_of(editor, door)
    move = node_writing.move_node

    def fail(hands: GraphHandles, name: str, x: int, y: int) -> None:
        move(hands, name, x, y)
        if y == 999:
            raise RuntimeError("a move failed")

    monkeypatch.setattr(node_writing, "move_node", fail)
    steps = (
        RemoveNodesStep(GRAPH, (chain["one"], chain["box"])),
        DisconnectPinsStep(GRAPH, PinAt(chain["two"], "execute"), "input"),
        SetPinDefaultStep(GRAPH, PinAt(chain["two"], "InString"), "two"),
        AddCommentStep(GRAPH, "other", "Not to stay", 0, 0, 100, 100),
        MoveNodesStep(GRAPH, ((chain["two"], 0, 999),)),
    )
    with pytest.raises(EditorError, match="Nothing was kept"):
        apply(editor, door, *steps)
    after = graph_of(editor, door)
    if is_undone_by_editor:
        assert after == before
    assert isomorphic(after, before) is not None
    assert sorted((node.x, node.y) for node in after.nodes) == sorted((n.x, n.y) for n in before.nodes)
    looks = [{n.find_property("CommentColor") for n in graph.nodes} for graph in (before, after)]
    assert looks[0] == looks[1]


def test_links_to_an_open_loop_are_broken_as_the_editor_breaks_them(
    editor: BlueprintEditor, door: str
) -> None:
    report = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "all", ALL_ACTORS),
        AddNodeStep(GRAPH, "loop", LOOP),
        AddNodeStep(GRAPH, "length", LENGTH),
        AddNodeStep(GRAPH, "sum", OperatorSpec("Add")),
        ConnectPinsStep(GRAPH, PinAt("all", "OutActors"), PinAt("loop", "Array")),
        ConnectPinsStep(GRAPH, PinAt("all", "OutActors"), PinAt("length", "TargetArray")),
        ConnectPinsStep(GRAPH, PinAt("length", "ReturnValue"), PinAt("sum", "A")),
        ConnectPinsStep(GRAPH, PinAt("loop", "Array Index"), PinAt("sum", "B")),
    )
    for key, pin in (("loop", "Array"), ("sum", "A"), ("sum", "B")):
        step = DisconnectPinsStep(GRAPH, PinAt(report.node_of(key), pin), "input")
        assert apply(editor, door, step).has_changed
    assert apply(editor, door, RemoveNodesStep(GRAPH, (report.node_of("all"),))).has_changed
    assert graph_of(editor, door).links == ()
