"""Unreal 5.6 and 5.7 have no calls for graphs: nodes are pasted, the rest is done by hand and checked."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from artist_requests.looks import faults_of
from blueprint_assistant.actions.base import ActionContext
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.plan_values import CodeRequest
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.cli.stand_in_artist import do_step
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, MoveNodesStep
from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import PinRef
from tiers import deep
from unreal_sandbox import SandboxEditor
from users_hands import UsersClipboard, UsersHands, graph_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionResult
    from blueprint_assistant.actions.manual_steps import ManualStep
    from blueprint_assistant.graph.model.blueprint import Graph
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget

DOOR = "/Game/BP_Door"
DRAG = "drag from the white arrow of Event BeginPlay to the white arrow of Branch"
GREETING: dict[str, Any] = {
    "nodes": [
        {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
        {"id": "which", "node_type": "Branch"},
        {"id": "hi", "node_type": "PrintString", "values": {"InString": "Hello"}},
    ],
    "links": ["start.then -> which.execute", "which.true -> hi.execute"],
}


@dataclass
class OldTools:
    """The tools on an engine without calls for graphs, and its user."""

    sandbox: SandboxEditor
    context: ActionContext
    hands: UsersHands

    def call(self, tool: str, **parameters: Any) -> ActionResult:
        return ActionRegistry().call(tool, parameters, self.context)

    def do(self, tool: str, **parameters: Any) -> str:
        result = self.call(tool, **parameters)
        assert result.ok, result.text
        return result.text

    @property
    def graph(self) -> Graph:
        found = self.context.editor.read_blueprint(DOOR).find_graph("EventGraph")
        assert found is not None
        return found

    def target(self) -> GraphTarget:
        return self.sandbox.find_object(f"{DOOR}.BP_Door:EventGraph")  # type: ignore[return-value]

    def node_of(self, class_name: str) -> str:
        return next(node.name for node in self.graph.nodes if node.class_name == class_name)

    def link(self, source: str, source_pin: str, target: str, target_pin: str) -> None:
        """Drag a link, as the user does."""
        draft = self.target().draft
        output, entry = draft.node(source).find_pin(source_pin), draft.node(target).find_pin(target_pin)
        assert output is not None
        assert entry is not None
        draft.connect(PinRef(source, output.id), PinRef(target, entry.id))


@pytest.fixture(params=["5.6", pytest.param("5.7", marks=deep)])
def tools(request: pytest.FixtureRequest) -> Iterator[OldTools]:
    """One Blueprint that its user made."""
    with SandboxEditor(engine_version=request.param) as sandbox:
        import unreal  # noqa: PLC0415 - only an installed sandbox provides it

        # Modules that a test before imported hold that test's `unreal`.
        for name in [
            name for name in sys.modules if name.startswith("blueprint_assistant.editor.unreal_editor")
        ]:
            del sys.modules[name]
        from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415 - likewise

        factory = unreal.BlueprintFactory()
        factory.set_editor_property("parent_class", unreal.Actor)
        asset = unreal.AssetToolsHelpers.get_asset_tools().create_asset(
            "BP_Door", "/Game", unreal.Blueprint, factory
        )
        unreal.EditorAssetLibrary.save_loaded_asset(asset, only_if_is_dirty=False)
        catalog = default_catalog()
        hands = UsersHands(sandbox)
        context = ActionContext(
            UnrealEditor(catalog), catalog, NodeTracker(), clipboard=UsersClipboard(), artist=hands
        )
        yield OldTools(sandbox, context, hands)
        assert sandbox.violations == []


def begin_play(tools: OldTools) -> str:
    named = ((node.name, node.find_property("EventReference") or "") for node in tools.graph.nodes)
    return next(name for name, reference in named if "ReceiveBeginPlay" in reference)


def test_a_graph_is_built_by_one_paste_and_one_link_by_hand(tools: OldTools) -> None:
    def do(step: ManualStep) -> None:
        if step.kind == "paste":
            do_step(tools.sandbox, step)
            return
        tools.link(begin_play(tools), "then", tools.node_of("K2Node_IfThenElse"), "execute")

    tools.hands.does = do
    text = tools.do("build_graph", blueprint="BP_Door", **GREETING)
    assert text.startswith("Built 2 nodes, 2 links, 1 value in EventGraph")
    assert [step.sentence for step in tools.hands.asked] == [
        "Click in EventGraph of BP_Door and press Ctrl+V (Cmd+V on a Mac).",
        f"In EventGraph of BP_Door: {DRAG}.",
    ]
    assert len(tools.graph.links) == 2
    (hi,) = [node for node in tools.graph.nodes if node.class_name == "K2Node_CallFunction"]
    pin = hi.find_pin("InString")
    assert pin is not None
    assert pin.default == "Hello"


def test_what_is_pasted_and_not_linked_is_told_and_found_again(tools: OldTools) -> None:
    result = tools.call("build_graph", blueprint="BP_Door", **GREETING)
    assert not result.ok
    assert result.has_changed
    assert result.text.startswith("unfinished: Pasted: N1 Branch, N2 Print String. The rest is open.")
    assert DRAG in result.text
    tools.link(begin_play(tools), "then", tools.node_of("K2Node_IfThenElse"), "execute")
    asked = len(tools.hands.asked)
    assert tools.do("build_graph", blueprint="BP_Door", **GREETING).startswith("All of it is in EventGraph")
    assert len(tools.hands.asked) == asked


def test_nothing_is_changed_when_nobody_pastes(tools: OldTools) -> None:
    before = tools.graph
    tools.hands.does = lambda _: None
    result = tools.call("build_graph", blueprint="BP_Door", **GREETING)
    assert not result.ok
    assert not result.has_changed
    assert result.text.startswith("not_pasted_yet: ")
    assert tools.graph == before
    assert tools.sandbox.dirty_packages == []
    assert tools.sandbox.transactions.done == []


def test_an_event_that_is_not_there_is_added_by_hand(tools: OldTools) -> None:
    tools.hands.does = lambda _: None
    result = tools.call("add_node", blueprint="BP_Door", node_type="Event", event_name="ActorEndOverlap")
    assert not result.ok
    assert "right-click and add Event ActorEndOverlap" in result.text
    assert "Unreal 5.8 has" in result.text
    assert "was there already" in tools.do(
        "add_node", blueprint="BP_Door", node_type="Event", event_name="Tick"
    )


def test_links_values_and_removals_are_done_by_hand_and_checked(tools: OldTools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString", x=0, y=0)
    tools.do("add_node", blueprint="BP_Door", node_type="Branch", x=400, y=0)
    first, second = tools.node_of("K2Node_CallFunction"), tools.node_of("K2Node_IfThenElse")

    tools.hands.does = lambda _: tools.link(first, "then", second, "execute")
    ends = {"source_node": "N1", "source_pin": "then", "target_node": "N2", "target_pin": "execute"}
    assert tools.do("connect_nodes", **ends) == "Linked N1.then -> N2.execute."
    assert tools.do("connect_nodes", **ends) == "N1.then -> N2.execute is linked already."

    def set_text(_: ManualStep) -> None:
        draft = tools.target().draft
        pin = draft.node(first).find_pin("InString")
        assert pin is not None
        draft.replace_pin(first, replace(pin, default_value="Bye"))

    tools.hands.does = set_text
    assert (
        tools.do("set_pin_value", node_id="N1", pin_name="InString", value="Bye")
        == "N1.InString (string) is Bye."
    )
    assert tools.hands.asked[-1].sentence == "In EventGraph of BP_Door: set InString of Print String to Bye."

    def unlink(_: ManualStep) -> None:
        draft = tools.target().draft
        pin = draft.node(first).find_pin("then")
        assert pin is not None
        draft.disconnect(PinRef(first, pin.id))

    tools.hands.does = unlink
    assert tools.do("disconnect_nodes", **ends).startswith("Broke N1.then -> N2.execute")
    tools.hands.does = lambda _: tools.target().draft.remove(second)
    assert tools.do("delete_node", node_id="N2") == "Deleted N2 Branch."
    assert second not in tools.graph.nodes_by_name


@pytest.mark.parametrize(
    ("tool", "given", "mentioned"),
    [
        (
            "connect_nodes",
            {"source_node": "N1", "source_pin": "then", "target_node": "N2", "target_pin": "execute"},
            "drag from the white arrow of Print String to the white arrow of Branch",
        ),
        (
            "set_pin_value",
            {"node_id": "N1", "pin_name": "InString", "value": "Bye"},
            "set InString of Print String",
        ),
        ("delete_node", {"node_id": "N2"}, "delete Branch"),
        ("set_node_comment", {"node_id": "N1", "comment": "x"}, "right-click Print String"),
    ],
)
def test_what_nobody_did_by_hand_is_not_done_and_told_so(
    tools: OldTools, tool: str, given: dict[str, Any], mentioned: str
) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString", x=0, y=0)
    tools.do("add_node", blueprint="BP_Door", node_type="Branch", x=400, y=0)
    before = tools.graph
    tools.hands.does, tools.hands.answer = (lambda _: None), "skipped"
    result = tools.call(tool, **given)
    assert not result.ok
    assert not result.has_changed
    assert result.text.startswith("not_done_yet: Not done yet: the user skipped it.")
    assert mentioned in result.text
    assert "Nothing was changed" in result.text
    assert tools.graph == before


def test_a_comment_box_is_pasted(tools: OldTools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString", x=0, y=0)
    text = tools.do(
        "add_comment_box", blueprint="BP_Door", comment="Says hello", node_ids=["N1"], color="red"
    )
    assert "comment box in EventGraph of /Game/BP_Door around N1" in text
    (box,) = [node for node in tools.graph.nodes if node.class_name == "EdGraphNode_Comment"]
    assert box.find_property("CommentColor") == "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"


def test_a_custom_event_and_a_conversion_come_with_one_paste(tools: OldTools) -> None:
    text = tools.do(
        "build_graph",
        blueprint="BP_Door",
        nodes=[
            {"id": "hit", "node_type": "CustomEvent", "event_name": "Hit", "inputs": "Damage: float"},
            {"id": "print", "node_type": "PrintString"},
        ],
        links=["hit.then -> print.execute", "hit.Damage -> print.InString"],
    )
    assert text.startswith("Built 2 nodes, 2 links in EventGraph")
    assert "Conversions inserted by links: " in text
    assert len(tools.graph.links) == 3
    assert len(tools.hands.asked) == 1
    assert graph_path(tools.hands.asked[0]) == f"{DOOR}.BP_Door:EventGraph"


def test_no_room_is_made_where_nothing_can_be_moved(tools: OldTools) -> None:
    def do(step: ManualStep) -> None:
        if step.kind == "paste":
            do_step(tools.sandbox, step)
            return
        tools.link(begin_play(tools), "then", tools.node_of("K2Node_IfThenElse"), "execute")

    tools.hands.does = do
    tools.do("build_graph", blueprint="BP_Door", **GREETING)
    owner = tools.context.editor.read_blueprint(DOOR)
    code = 'on BeginPlay():\n    PrintString("a")\n    if true:\n        PrintString("Hello")'
    (group,) = plan_code(tools.context, owner, CodeRequest(code)).graphs
    assert len([step for step in group.steps if isinstance(step, AddNodeStep)]) == 1
    moved = {name for step in group.steps if isinstance(step, MoveNodesStep) for name, _, _ in step.places}
    assert moved <= {begin_play(tools)}


def test_a_program_with_its_comment_boxes_comes_with_one_paste(tools: OldTools) -> None:
    code = (
        "event Greet():\n  Say()\n\n#[What it says]\nevent Say():\n"
        '  Delay(1.0)\n  PrintString("hello")\n\n#[Twice]\nevent Again():\n  Say()\n  Say()\n'
    )
    text = tools.do("write_graph", blueprint="BP_Door", code=code)
    assert "2 comment boxes new" in text
    assert text.endswith("It is not compiled: this engine has no call for that. The user compiles it.")
    boxes = [item for item in comments_of(tools.graph) if not item.is_bubble]
    assert {item.text for item in boxes} == {"What it says", "Twice"}
    assert list(faults_of(tools.graph)) == []
    assert [step.kind for step in tools.hands.asked] == ["paste"]
    told = tools.do("read_graph", blueprint="BP_Door")
    assert "#[What it says]\nevent Say()" in told
    assert "#[Twice]\nevent Again()" in told


def test_the_protocol_connects_and_deletes_by_hand(tools: OldTools) -> None:
    """BC-180, BC-190: the answer is what is there then; what nobody did is no change."""
    tools.hands.does = lambda step: do_step(tools.sandbox, step) if step.kind == "paste" else None
    tools.call("build_graph", blueprint="BP_Door", **GREETING)
    registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    begin, branch = begin_play(tools), tools.node_of("K2Node_IfThenElse")
    parameters: dict[str, Any] = {"target": "BP_Door", "connects": [f"{begin}:then -> Branch"]}
    refused = registry.call("bluecode_connect", parameters, tools.context)
    answer = json.loads(refused.text)
    assert (answer["error_code"], refused.has_changed) == ("not_done_yet", False)
    assert (answer["rolled_back"], answer["rollback_verified"]) == (True, True)
    assert DRAG in answer["error"]
    tools.hands.does = lambda _: tools.link(begin, "then", branch, "execute")
    done = registry.call("bluecode_connect", parameters, tools.context)
    assert done.has_changed
    assert [item["status"] for item in json.loads(done.text)["operations"]] == ["linked"]
    tools.hands.does = lambda _: tools.target().draft.remove(branch)
    parameters = {"target": "BP_Door", "targets": ["Branch"], "confirm_delete": True}
    answer = json.loads(registry.call("bluecode_delete", parameters, tools.context).text)
    assert (answer["deleted_count"], len(answer["affected_edges"])) == (1, 2)
    assert branch not in tools.graph.nodes_by_name
