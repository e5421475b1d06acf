"""Nodes that no call of the editor makes: pasted by the user, checked, and gone on from."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.editor.editor_wrapper import EditorWrapper
from blueprint_assistant.graph.catalog.declarations import custom_event_of
from blueprint_assistant.graph.model.blueprint import FunctionFlag, Pin, PinType
from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d
from users_hands import UsersClipboard, UsersHands, graph_path

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.actions.manual_steps import ManualStep
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan

SENTENCE = "Click in EventGraph of BP_Door and press Ctrl+V (Cmd+V on a Mac)."
HIT = {
    "node_type": "CustomEvent",
    "event_name": "Hit",
    "inputs": [{"name": "Damage", "type": "float"}, {"name": "By", "type": "object:Actor"}],
}
SWING: dict[str, Any] = {
    "nodes": [
        {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
        {"id": "swing", "node_type": "Timeline", "event_name": "Swing"},
        {
            "id": "turn",
            "node_type": "CallFunction",
            "function_name": "SetRelativeRotation",
            "target_class": "SceneComponent",
        },
        {"id": "root", "node_type": "GetVariable", "variable_name": "DefaultSceneRoot"},
    ],
    "links": [
        "start.then -> swing.Play",
        "swing.Update -> turn.execute",
        "root.DefaultSceneRoot -> turn.self",
    ],
    "values": {"turn.NewRotation": "0,90,0"},
}
SWITCH = {"node_type": "SwitchString", "names": ["open", "shut"]}


@pytest.fixture
def hands(tools: Tools) -> UsersHands:
    """A user with a clipboard, who does what the tools ask for."""
    found = UsersHands(tools.project.sandbox)
    tools.context = replace(tools.context, artist=found, clipboard=UsersClipboard())
    return found


def clipboard(tools: Tools) -> UsersClipboard:
    assert isinstance(tools.context.clipboard, UsersClipboard)
    return tools.context.clipboard


def paste_later(tools: Tools, step: ManualStep) -> None:
    tools.project.sandbox.paste(graph_path(step), step.clipboard)


def build(tools: Tools, **what: Any) -> str:
    return tools.do("build_graph", blueprint="BP_Door", **what)


# --- what is pasted ------------------------------------------------------------------------------


def test_a_custom_event_with_inputs_is_pasted_and_another_node_calls_it(
    tools: Tools, hands: UsersHands
) -> None:
    text = tools.do("add_node", blueprint="BP_Door", **HIT)
    assert "N1: Hit (K2Node_CustomEvent)" in text
    assert "Damage (double), By (object Actor)" in text
    assert [step.sentence for step in hands.asked] == [SENTENCE]
    event = custom_event_of(tools.node("N1"))
    assert event is not None
    assert [(item.name, str(item.type)) for item in event.inputs] == [
        ("Damage", "double"),
        ("By", "object Actor"),
    ]
    build(
        tools,
        nodes=[
            {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
            {"id": "call", "node_type": "CallFunction", "function_name": "Hit", "values": {"Damage": 5}},
        ],
        links=["start.then -> call.execute"],
    )
    assert "0 errors" in tools.do("compile_blueprint", blueprint="BP_Door")
    assert len(hands.asked) == 1


def test_event_and_call_of_one_build_are_pasted_and_linked_together(tools: Tools, hands: UsersHands) -> None:
    text = build(
        tools,
        nodes=[
            {"id": "hit", **HIT},
            {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
            {"id": "call", "node_type": "CallFunction", "function_name": "Hit", "comment": "hurts"},
            {"id": "print", "node_type": "PrintString"},
        ],
        links=["start.then -> call.execute", "hit.then -> print.execute", "hit.Damage -> print.InString"],
        values={"call.Damage": 7},
    )
    # The conversion of the number is the editor's own.
    assert text.startswith("Built 4 nodes, 3 links, 1 value in EventGraph")
    (step,) = hands.asked
    assert sorted(node.class_name for node in parse_t3d(step.clipboard).nodes) == [
        "K2Node_CallFunction",
        "K2Node_CustomEvent",
    ]
    assert "0 errors" in tools.do("compile_blueprint", blueprint="BP_Door")
    (call,) = [node for node in tools.event_graph.nodes if node.find_property("NodeComment") == '"hurts"']
    damage = call.find_pin("Damage")
    assert damage is not None
    assert float(damage.default) == 7


@pytest.mark.parametrize(
    ("given", "flag"),
    [
        ({"replicates": "multicast"}, FunctionFlag.NET_MULTICAST),
        ({"rpc": "Run on Server", "reliable": True}, FunctionFlag.NET_SERVER | FunctionFlag.NET_RELIABLE),
        ({"replication": "owning client"}, FunctionFlag.NET_CLIENT),
    ],
)
def test_an_event_that_runs_on_other_machines_is_pasted(
    tools: Tools, hands: UsersHands, given: dict[str, Any], flag: FunctionFlag
) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Boom", **given)
    event = custom_event_of(tools.node("N1"))
    assert event is not None
    nets = (
        FunctionFlag.NET_MULTICAST
        | FunctionFlag.NET_SERVER
        | FunctionFlag.NET_CLIENT
        | FunctionFlag.NET_RELIABLE
    )
    assert event.flags & nets == flag
    assert event.flags & FunctionFlag.NET
    assert len(hands.asked) == 1


def test_a_timeline_turns_a_component_with_the_rest_linked_by_calls(tools: Tools, hands: UsersHands) -> None:
    text = build(tools, **SWING)
    assert text.startswith("Built 4 nodes, 3 links, 1 value")
    (step,) = hands.asked
    assert [node.class_name for node in parse_t3d(step.clipboard).nodes] == ["K2Node_Timeline"]
    assert "0 errors" in tools.do("compile_blueprint", blueprint="BP_Door")
    classes = {node.name: node.class_name for node in tools.event_graph.nodes}
    linked = {(classes[link.source.node], classes[link.target.node]) for link in tools.event_graph.links}
    assert ("K2Node_Event", "K2Node_Timeline") in linked
    assert ("K2Node_Timeline", "K2Node_CallFunction") in linked
    assert tools.project.undo_history()[-2:] == ["Paste", "AI: build 4 nodes in EventGraph"]


@pytest.mark.parametrize(
    ("given", "pins"),
    [
        (SWITCH, ["Default", "open", "shut"]),
        ({"node_type": "SwitchName", "cases": "red, green"}, ["Default", "red", "green"]),
        ({"node_type": "SwitchInt", "names": ["5", "6"]}, ["Default", "5", "6"]),
        ({"node_type": "Timeline", "name": "Swing"}, ["Update", "Finished", "Direction"]),
        ({"node_type": "PureCast", "target_class": "Pawn"}, ["AsPawn", "bSuccess"]),
        ({"node_type": "Select", "type_name": "bool"}, ["ReturnValue"]),
        ({"node_type": "ValidatedGet", "name": "DefaultSceneRoot"}, ["then", "else", "DefaultSceneRoot"]),
        ({"node_type": "ForLoop", "comment": "counts"}, ["LoopBody", "Index", "Completed"]),
        ({"node_type": "FormatText", "names": ["Name"], "comment": "greets"}, ["Result"]),
        ({"node_type": "Delay", "comment": "waits"}, ["then"]),
        ({"node_type": "Self", "comment": "me"}, ["self"]),
    ],
    ids=lambda value: str(value.get("node_type")) if isinstance(value, dict) else "",
)
def test_each_kind_that_only_a_paste_brings_arrives_as_it_should(
    tools: Tools, hands: UsersHands, given: dict[str, Any], pins: list[str]
) -> None:
    text = tools.do("add_node", blueprint="BP_Door", **given)
    assert "N1: " in text
    node = tools.node("N1")
    outputs = [
        pin.name for pin in node.visible_pins if pin.direction == "output" and pin.name != "OutputDelegate"
    ]
    assert outputs == pins
    assert not any(pin.is_orphaned for pin in node.pins)
    assert unquote(node.find_property("NodeComment") or "") == given.get("comment", "")
    assert len(hands.asked) == 1
    assert tools.project.undo_history() == ["Paste"] or given["node_type"] == "FormatText"


def test_pasted_nodes_come_with_the_links_and_values_between_them(tools: Tools, hands: UsersHands) -> None:
    text = build(
        tools,
        nodes=[
            {"id": "which", **SWITCH, "values": {"Selection": "open"}},
            {"id": "hi", "node_type": "PrintString", "comment": "line one\nline two"},
        ],
        links=["which.open -> hi.execute"],
        values={"hi.InString": 'say "hi" \\ 门'},
    )
    assert text.startswith("Built 2 nodes, 1 link, 2 values in EventGraph")
    assert tools.project.undo_history() == ["Paste"]
    (hi,) = [node for node in tools.event_graph.nodes if node.class_name == "K2Node_CallFunction"]
    pin = hi.find_pin("InString")
    assert pin is not None
    assert pin.default == 'say "hi" \\ 门'
    assert unquote(hi.find_property("NodeComment") or "") == "line one\nline two"
    assert len(hands.asked) == 1


def test_pasted_nodes_are_brought_to_their_places_beside_those_of_calls(
    tools: Tools, hands: UsersHands
) -> None:
    hands.does = lambda step: tools.project.sandbox.paste(graph_path(step), step.clipboard, (9000, 9000))
    build(tools, **SWING)
    assert all(node.x < 4000 for node in tools.event_graph.nodes)


def test_a_comment_of_a_node_that_is_there_is_typed_and_the_node_stays(
    tools: Tools, hands: UsersHands
) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    before = tools.node("N1")
    assert (
        tools.do("set_node_comment", node_id="N1", comment="Says hello")
        == "N1 Print String has that comment now."
    )
    assert "right-click Print String in EventGraph" in hands.asked[0].sentence
    assert hands.asked[0].clipboard == "Says hello"
    assert tools.node("N1").guid == before.guid
    assert tools.node("N1").find_property("NodeComment") == '"Says hello"'
    assert "already" in tools.done_before("set_node_comment", node_id="N1", comment="Says hello")
    assert tools.do("set_node_comment", node_id="N1", comment="")
    assert tools.node("N1").find_property("NodeComment") is None


def test_a_comment_that_nobody_typed_is_not_there_and_is_told_so(tools: Tools, hands: UsersHands) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    hands.does, hands.answer = (lambda _: None), "skipped"
    text = tools.refused("set_node_comment", node_id="N1", comment="Says hello")
    assert text.startswith("not_done_yet: Not done yet: the user skipped it.")
    assert "Nothing was changed" in text


# --- what is not pasted, or pasted otherwise ---------------------------------------------------------


@pytest.mark.parametrize("answer", ["timed_out", "skipped", "stopped"])
def test_what_is_not_pasted_changes_nothing_and_is_found_when_it_is_pasted_later(
    tools: Tools, hands: UsersHands, answer: Any
) -> None:
    hands.does, hands.answer = (lambda _: None), answer
    text = tools.refused("build_graph", blueprint="BP_Door", **SWING)
    assert text.startswith("not_pasted_yet: Not pasted yet")
    assert "Nothing was changed." in text
    assert "Click in EventGraph of BP_Door and press Ctrl+V" in text
    assert clipboard(tools).text == hands.asked[0].clipboard
    paste_later(tools, hands.asked[0])
    assert build(tools, **SWING).startswith("Built 3 nodes, 3 links, 1 value")
    assert len(hands.asked) == 1
    assert sum(node.class_name == "K2Node_Timeline" for node in tools.event_graph.nodes) == 1


def test_a_node_that_was_pasted_later_is_found_by_the_same_call_and_not_asked_for_again(
    tools: Tools, hands: UsersHands
) -> None:
    hands.does = lambda _: None
    tools.refused("add_node", blueprint="BP_Door", **SWITCH)
    paste_later(tools, hands.asked[0])
    assert "(was there already)" in tools.done_before("add_node", blueprint="BP_Door", **SWITCH)
    other = {"type": "switch on string", "cases": "open, shut"}
    assert "not_pasted_yet" in tools.refused("add_node", blueprint="BP_Door", **other)
    hands.does = None
    assert "was there" not in tools.do("add_node", blueprint="BP_Door", **SWITCH)
    assert sum(node.class_name == "K2Node_SwitchString" for node in tools.event_graph.nodes) == 2


def test_what_was_pasted_later_is_found_by_a_call_in_other_words(tools: Tools, hands: UsersHands) -> None:
    hands.does = lambda _: None
    tools.refused("build_graph", blueprint="BP_Door", **SWING)
    paste_later(tools, hands.asked[0])
    other = {**SWING, "nodes": [{**item, "id": f"my_{item['id']}"} for item in SWING["nodes"]]}
    other["links"] = ["my_start.then -> my_swing.Play", "my_swing.Update -> my_turn.execute"]
    other["values"] = {}
    assert build(tools, **other).startswith("Built 3 nodes, 2 links")
    assert len(hands.asked) == 1

    tools.refused("add_node", blueprint="BP_Door", **SWITCH)
    paste_later(tools, hands.asked[1])
    text = tools.do("add_node", blueprint="/Game/BP_Door", type="switch on string", cases="open, shut")
    assert "(was there already)" in text
    # It has been told of: who asks once more wants another one.
    hands.does = None
    assert "was there" not in tools.do(
        "add_node", blueprint="BP_Door", node_type="SwitchString", cases="open,shut"
    )
    assert len(hands.asked) == 3


def test_without_anybody_to_wait_for_the_text_is_on_the_clipboard_and_the_sentence_is_told(
    tools: Tools,
) -> None:
    tools.context = replace(tools.context, clipboard=UsersClipboard("older"))
    text = tools.refused("add_node", blueprint="BP_Door", **HIT)
    assert text.startswith("not_pasted_yet: Not pasted yet. Hit can only be pasted.")
    tools.project.sandbox.paste("/Game/BP_Door.BP_Door:EventGraph", clipboard(tools).text)
    assert "(was there already)" in tools.done_before("add_node", blueprint="BP_Door", **HIT)


def test_without_hands_and_clipboard_it_is_refused_with_what_calls_can_do(tools: Tools) -> None:
    assert "Use the cast with exec pins" in tools.refused(
        "add_node", blueprint="BP_Door", node_type="PureCast", target_class="Pawn"
    )
    assert "set_node_comment" in tools.refused(
        "add_node", blueprint="BP_Door", node_type="Delay", comment="waits"
    )


def test_what_the_user_had_copied_is_back_after_the_paste(tools: Tools, hands: UsersHands) -> None:
    clipboard(tools).text = "a letter"
    tools.do("add_node", blueprint="BP_Door", **SWITCH)
    assert len(hands.asked) == 1
    assert clipboard(tools).text == "a letter"


def test_a_clipboard_that_takes_no_text_is_an_error_before_anybody_is_asked(
    tools: Tools, hands: UsersHands
) -> None:
    clipboard(tools).is_held = True
    text = tools.refused("add_node", blueprint="BP_Door", **SWITCH)
    assert text.startswith("clipboard_not_written: ")
    assert hands.asked == []


def test_while_the_game_plays_nobody_is_asked(tools: Tools, hands: UsersHands) -> None:
    door = "/Game/BP_Door"
    tools.project.sandbox.is_in_pie = True
    result = tools.call("add_node", blueprint=door, **SWITCH)
    tools.project.sandbox.is_in_pie = False
    assert not result.ok
    assert "playing" in result.text
    assert hands.asked == []
    assert clipboard(tools).text == ""


def test_something_else_that_is_pasted_is_no_answer(tools: Tools, hands: UsersHands) -> None:
    other = 'Begin Object Class=/Script/BlueprintGraph.K2Node_IfThenElse Name="B"\nEnd Object\n'
    hands.does = lambda step: tools.project.sandbox.paste(graph_path(step), other)
    text = tools.call("add_node", blueprint="BP_Door", **SWITCH).text
    assert text.startswith("not_pasted_yet")
    assert [node.class_name for node in tools.event_graph.nodes][-1] == "K2Node_IfThenElse"
    assert not any(node.class_name == "K2Node_SwitchString" for node in tools.event_graph.nodes)


def test_nodes_that_are_pasted_twice_are_told_of_and_one_is_used(tools: Tools, hands: UsersHands) -> None:
    def twice(step: ManualStep) -> None:
        paste_later(tools, step)
        paste_later(tools, step)

    hands.does = twice
    text = build(
        tools,
        nodes=[{"id": "a", **SWITCH}, {"id": "b", "node_type": "PrintString"}],
        links=["a.open -> b.execute"],
    )
    assert re.search(r"Note: it was pasted more than once: (N\d+) Switch on String are copies", text)
    assert len(tools.event_graph.links) == 1
    assert sum(node.class_name == "K2Node_SwitchString" for node in tools.event_graph.nodes) == 2


def test_a_paste_into_another_graph_is_noticed_while_waiting_and_afterwards(
    tools: Tools, hands: UsersHands
) -> None:
    tools.do("add_function", blueprint="BP_Door", function_name="Open")
    hands.does = lambda step: tools.project.sandbox.paste(graph_path(step, "Open"), step.clipboard)
    text = tools.call("add_node", blueprint="BP_Door", **SWITCH).text
    assert hands.words == [
        f"That was Open: press Ctrl+Z there. Then c{SENTENCE[1:]}",
    ]
    assert text.startswith("not_pasted_yet")
    assert "They went into Open instead" in text
    assert "Nothing was changed" not in text


def test_a_copy_that_stays_in_another_graph_is_told_of(tools: Tools, hands: UsersHands) -> None:
    def both(step: ManualStep) -> None:
        tools.project.sandbox.paste(graph_path(step, "Open"), step.clipboard)
        paste_later(tools, step)

    tools.do("add_function", blueprint="BP_Door", function_name="Open")
    hands.does = both
    text = tools.do("add_node", blueprint="BP_Door", **SWITCH)
    assert re.search(r"Note: it was pasted into Open too: N\d+ Switch on String are copies", text)


def test_a_paste_that_the_user_undid_at_once_is_no_change(tools: Tools, hands: UsersHands) -> None:
    """The look has seen it, and before the plan is applied it is gone."""

    class Undoing(EditorWrapper):
        def apply(self, plan: EditPlan) -> ApplyReport:
            tools.project.sandbox.transactions.undo()
            return super().apply(plan)

    before = tools.event_graph
    tools.context = replace(tools.context, editor=Undoing(tools.context.editor))
    result = tools.call("build_graph", blueprint="BP_Door", **SWING)
    assert not result.ok
    assert not result.has_changed
    assert "Nothing was changed" in result.text
    assert len(hands.asked) == 1
    assert tools.event_graph == before


def test_a_paste_into_another_blueprint_is_told(tools: Tools, hands: UsersHands) -> None:
    tools.project.create("/Game/BP_Gate")
    hands.does = lambda step: tools.project.sandbox.paste("/Game/BP_Gate.BP_Gate:EventGraph", step.clipboard)
    text = tools.call("add_node", blueprint="BP_Door", **SWITCH).text
    assert "They went into EventGraph of /Game/BP_Gate instead" in text
    assert "Nothing was changed" not in text


def test_a_paste_from_which_a_node_vanished_is_taken_back_whole(tools: Tools, hands: UsersHands) -> None:
    def part(step: ManualStep) -> None:
        graph = parse_t3d(step.clipboard)
        kept = [node for node in graph.nodes if node.class_name != "K2Node_DynamicCast"]
        tools.project.sandbox.paste(graph_path(step), format_t3d(replace(graph, nodes=tuple(kept), links=())))

    hands.does = part
    before = tools.event_graph
    nodes = [{"id": "a", **SWITCH}, {"id": "b", "node_type": "PureCast", "target_class": "Pawn"}]
    result = tools.call("build_graph", blueprint="BP_Door", nodes=nodes)
    assert not result.ok
    assert "Cast To Pawn did not arrive" in result.text
    assert "nothing is changed" in result.text
    assert tools.event_graph == before


def test_a_paste_that_lost_a_link_is_mended_by_calls(tools: Tools, hands: UsersHands) -> None:
    def without_links(step: ManualStep) -> None:
        graph = parse_t3d(step.clipboard)
        tools.project.sandbox.paste(graph_path(step), format_t3d(replace(graph, links=())))

    hands.does = without_links
    nodes = [{"id": "a", **SWITCH}, {"id": "b", "node_type": "PrintString", "comment": "x"}]
    assert build(tools, nodes=nodes, links=["a.open -> b.execute"]).startswith("Built 2 nodes, 1 link")
    assert len(tools.event_graph.links) == 1


def test_stop_after_the_paste_ends_it_there_and_the_same_call_goes_on(
    tools: Tools, hands: UsersHands
) -> None:
    hands.answer = "stopped"
    result = tools.call("build_graph", blueprint="BP_Door", **SWING)
    assert not result.ok
    assert result.has_changed
    assert result.text.startswith("unfinished: Stopped by the user. Pasted: Swing; nothing else was done.")
    assert tools.event_graph.links == ()
    hands.answer = "timed_out"
    assert build(tools, **SWING).startswith("Built 3 nodes, 3 links, 1 value")
    assert len(hands.asked) == 1


def test_a_plan_that_the_editor_does_not_carry_out_after_the_paste_is_taken_back(
    tools: Tools, hands: UsersHands
) -> None:
    def without_root(step: ManualStep) -> None:
        paste_later(tools, step)
        tools.do("remove_component", blueprint="BP_Door", component_name="Zone")

    tools.do("add_component", blueprint="BP_Door", component_type="Box", component_name="Zone")
    nodes = [{"id": "a", **SWITCH}, {"id": "b", "node_type": "GetVariable", "variable_name": "Zone"}]
    hands.does = without_root
    before = tools.event_graph
    result = tools.call("build_graph", blueprint="BP_Door", nodes=nodes)
    assert not result.ok
    assert "taken out again" in result.text
    assert tools.event_graph == before


def test_a_timeline_whose_tracks_were_added_later_is_done(tools: Tools, hands: UsersHands) -> None:
    wanted = {"node_type": "Timeline", "name": "Swing", "tracks": ["Alpha"]}
    assert not tools.call("add_node", blueprint="BP_Door", **wanted).ok

    def add_track(step: ManualStep) -> None:
        draft = tools.project.sandbox.find_object(graph_path(step)).draft  # type: ignore[union-attr]
        node = next(node for node in draft if node.class_name == "K2Node_Timeline")
        alpha = Pin("A" * 32, "Alpha", "output", PinType("real", "float"))
        draft.replace(replace(node, pins=(*node.pins, alpha)))

    hands.does = add_track
    assert "Alpha (float)" in tools.do("add_node", blueprint="BP_Door", **wanted)
    assert [step.kind for step in hands.asked] == ["paste", "other", "other"]
    assert "(was there already)" in tools.done_before("add_node", blueprint="BP_Door", **wanted)
    assert sum(node.class_name == "K2Node_Timeline" for node in tools.event_graph.nodes) == 1


def test_stop_after_the_tracks_were_added_ends_it_there(tools: Tools, hands: UsersHands) -> None:
    wanted: dict[str, Any] = {
        "nodes": [
            {"id": "swing", "node_type": "Timeline", "event_name": "Swing", "tracks": ["Alpha"]},
            {"id": "hi", "node_type": "PrintString"},
        ],
        "links": ["swing.Update -> hi.execute"],
    }

    def do(step: ManualStep) -> None:
        if step.kind == "paste":
            paste_later(tools, step)
            return
        draft = tools.project.sandbox.find_object(graph_path(step)).draft  # type: ignore[union-attr]
        node = next(node for node in draft if node.class_name == "K2Node_Timeline")
        alpha = Pin("A" * 32, "Alpha", "output", PinType("real", "float"))
        draft.replace(replace(node, pins=(*node.pins, alpha)))
        hands.answer = "stopped"

    hands.does = do
    result = tools.call("build_graph", blueprint="BP_Door", **wanted)
    assert result.text.startswith("unfinished: Pasted: N1 Swing. The rest is open. Stopped by the user.")
    assert not any(node.class_name == "K2Node_CallFunction" for node in tools.event_graph.nodes)


def test_timelines_without_a_name_are_two(tools: Tools, hands: UsersHands) -> None:
    assert "Timeline 0" in tools.do("add_node", blueprint="BP_Door", node_type="Timeline").replace("_", " ")
    assert "Timeline 1" in tools.do("add_node", blueprint="BP_Door", node_type="Timeline").replace("_", " ")
    assert len(hands.asked) == 2


def test_a_comment_for_a_node_that_is_there_is_not_passed_over(tools: Tools, hands: UsersHands) -> None:
    tools.do("add_node", blueprint="BP_Door", **HIT)
    given = {**HIT, "comment": "hurts"}
    assert "set_node_comment" in tools.refused("add_node", blueprint="BP_Door", **given)
    assert "set_node_comment" in tools.refused(
        "build_graph", blueprint="BP_Door", nodes=[{"id": "a", **given}]
    )
    assert len(hands.asked) == 1


def test_messages_to_interfaces_and_members_of_structs_are_pasted(tools: Tools, hands: UsersHands) -> None:
    text = tools.do(
        "add_node",
        blueprint="BP_Door",
        node_type="SetStructFields",
        struct="HitResult",
        fields=["Distance"],
    )
    assert "Distance" in text
    message = tools.do(
        "add_node",
        blueprint="BP_Door",
        node_type="InterfaceMessage",
        function_name="GetOwnedGameplayTags",
        target_class="GameplayTagAssetInterface",
    )
    assert "K2Node_Message" in message
    assert len(hands.asked) == 2


# --- what stays refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"node_type": "Timeline", "graph_name": "Open"}, "event graph"),
        ({**HIT, "graph_name": "Open"}, "event graph"),
        ({"node_type": "Event", "event_name": "Tick", "comment": "each frame"}, "set_node_comment"),
        ({"node_type": "CustomEvent", "event_name": "Hit", "replicates": "everyone"}, "multicast"),
        ({"node_type": "CustomEvent", "event_name": "Hit", "inputs": "Damage"}, "Amount: float"),
        ({"node_type": "CustomEvent", "event_name": "Hit", "inputs": "A: float, a: int"}, "two pins"),
    ],
)
def test_what_cannot_be_pasted_is_refused_before_anybody_is_asked(
    tools: Tools, hands: UsersHands, given: dict[str, Any], mentioned: str
) -> None:
    tools.do("add_function", blueprint="BP_Door", function_name="Open")
    assert mentioned in tools.refused("add_node", blueprint="BP_Door", **given)
    assert hands.asked == []
    assert clipboard(tools).text == ""


def test_an_event_of_another_signature_is_not_taken_for_the_one_that_is_asked(
    tools: Tools, hands: UsersHands
) -> None:
    tools.do("add_node", blueprint="BP_Door", **HIT)
    assert "(was there already)" in tools.done_before("add_node", blueprint="BP_Door", **HIT)
    other = {**HIT, "inputs": "Damage: int"}
    assert "Damage: double" in tools.refused("add_node", blueprint="BP_Door", **other)
    assert len(hands.asked) == 1


def test_tracks_of_a_timeline_are_asked_for_after_the_paste(tools: Tools, hands: UsersHands) -> None:
    result = tools.call("add_node", blueprint="BP_Door", node_type="Timeline", name="Swing", tracks=["Alpha"])
    assert [step.kind for step in hands.asked] == ["paste", "other"]
    assert "add a float track Alpha to Swing" in hands.asked[1].sentence
    assert not result.ok
    assert result.has_changed
    assert result.text.startswith("unfinished: Pasted: N1 Swing. The rest is open.")
