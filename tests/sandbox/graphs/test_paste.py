"""Ctrl+V in a graph: what arrives, under which name, where, and how it is linked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.model.graph_draft import GraphDraft
from sandbox.clipboard_texts import BRANCH, PRINT_NODE, block, call, chain, event, pin, pin_id
from unreal_sandbox import FatalEditorError

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node
    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor

pytestmark = pytest.mark.usefixtures("door")

GRAPH = "/Game/BP_Door.BP_Door:EventGraph"


def graph_of(editor: SandboxEditor, name: str = "EventGraph") -> Graph:
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    draft = asset.graphs[name]
    assert isinstance(draft, GraphDraft)
    return draft.freeze()


def paste(editor: SandboxEditor, text: str, **more: Any) -> list[Node]:
    """The pasted nodes, as they stand in the event graph."""
    names = editor.paste(GRAPH, text, **more)
    return [graph_of(editor).node(name) for name in names]


def linked(editor: SandboxEditor) -> set[tuple[str, str, str, str]]:
    """The links of the event graph as node and pin names."""
    graph = graph_of(editor)
    found = set()
    for link in graph.links:
        source, target = graph.pin(link.source), graph.pin(link.target)
        assert source is not None
        assert target is not None
        found.add((link.source.node, source.name, link.target.node, target.name))
    return found


# --- acceptance ----------------------------------------------------------------------------------


def test_a_block_that_cannot_be_read_does_not_stop_the_others(editor: SandboxEditor) -> None:
    broken = block("IfThenElse", "K2Node_IfThenElse_9", "   CustomProperties Pin (PinId=")
    assert [node.class_name for node in paste(editor, broken + PRINT_NODE)] == ["K2Node_CallFunction"]


def test_a_call_of_an_unknown_function_vanishes_without_a_message(editor: SandboxEditor) -> None:
    lines = len(editor.log)
    assert paste(editor, call("LineTraceByChannel", pin(1, "execute"))) == []
    assert len(editor.log) == lines
    assert not editor.dirty_packages or "K2Node_CallFunction_0" not in graph_of(editor).nodes_by_name


def test_a_call_of_an_unknown_function_can_also_come_without_pins(editor: SandboxEditor) -> None:
    editor.switches.pasted_unknown_functions_vanish = False
    (node,) = paste(editor, call("LineTraceByChannel", pin(1, "execute")))
    assert node.pins == ()


def test_a_call_without_a_pin_line_vanishes_unless_the_switch_says_otherwise(editor: SandboxEditor) -> None:
    assert paste(editor, call("PrintString")) == []
    editor.switches.pasted_calls_need_a_pin = False
    (node,) = paste(editor, call("PrintString"))
    assert node.find_pin("InString") is not None


def test_a_library_function_without_its_class_is_looked_for_in_the_blueprint(
    editor: SandboxEditor, door: Blueprint
) -> None:
    """It arrives, since it might be an event of the same text, and the next compile misses it."""
    (node,) = paste(editor, call("PrintString", pin(1, "execute"), owner=""))
    assert node.find_pin("InString") is None
    door.nodes.find_event_node("ReceiveBeginPlay").find_then_pin().try_create_connection(
        door.unreal.load_object(None, f"{GRAPH}.{node.name}").find_execute_pin()
    )
    assert not door.compile()


def test_a_node_class_that_does_not_exist_comes_as_an_empty_dummy(editor: SandboxEditor) -> None:
    (node,) = paste(editor, block("ForLoop", "K2Node_ForLoop_0", pin(1, "execute")))
    assert node.pins == ()
    assert not node.class_name.startswith("K2Node")


@pytest.mark.parametrize("text", ["", "hello", '{"nodes": []}', "Begin Object Class=/Script/Nothing"])
def test_text_that_is_no_node_text_gives_nothing_and_no_error(editor: SandboxEditor, text: str) -> None:
    before, lines = graph_of(editor), len(editor.log)
    assert editor.paste(GRAPH, text) == ()
    assert graph_of(editor) == before
    assert len(editor.log) == lines


def test_nodes_of_another_kind_of_graph_are_refused(editor: SandboxEditor) -> None:
    material = block("/Script/UnrealEd.MaterialGraphNode", "MaterialGraphNode_0", pin(1, "Output"))
    assert paste(editor, material) == []
    assert "cannot be pasted in this graph" in editor.log[-1].text


def test_an_exported_graph_is_no_clipboard_text(editor: SandboxEditor) -> None:
    exported = 'Begin Object Class=/Script/Engine.EdGraph Name="EventGraph"\nEnd Object\n'
    assert paste(editor, exported) == []


@pytest.mark.parametrize(
    "text",
    [
        event("ReceiveTick", "K2Node_Event_9", pin(1, "then", output=True)),
        block(
            "CustomEvent", "K2Node_CustomEvent_0", 'CustomFunctionName="Open"', pin(1, "then", output=True)
        ),
        block("Timeline", "K2Node_Timeline_0", 'TimelineName="Swing"', pin(1, "Play")),
        block("InputKey", "K2Node_InputKey_0", "InputKey=SpaceBar", pin(1, "Pressed", output=True)),
        call("Delay", pin(1, "execute")),
    ],
    ids=["event", "custom event", "timeline", "input", "latent call"],
)
def test_what_belongs_to_event_graphs_is_left_out_of_functions(editor: SandboxEditor, text: str) -> None:
    function = "/Game/BP_Door.BP_Door:UserConstructionScript"
    assert editor.paste(function, text + PRINT_NODE.replace("_0", "_7")) == ("K2Node_CallFunction_7",)


def test_entry_nodes_do_not_arrive(editor: SandboxEditor) -> None:
    entry = block("FunctionEntry", "K2Node_FunctionEntry_0", pin(1, "then", output=True))
    assert paste(editor, entry) == []


def test_a_promotable_operator_of_boolean_and_kills_the_editor(editor: SandboxEditor) -> None:
    owner = "\"/Script/CoreUObject.Class'/Script/Engine.KismetMathLibrary'\""
    text = call("BooleanAND", pin(1, "A", "bool"), owner=owner, kind="PromotableOperator")
    with pytest.raises(FatalEditorError):
        editor.paste(GRAPH, text)
    assert editor.has_crashed


def test_an_unquoted_class_degrades_an_operator_to_wildcards(editor: SandboxEditor) -> None:
    pins = (pin(1, "A", "real"), pin(2, "B", "real"), pin(3, "ReturnValue", "real", output=True))
    for owner, is_whole in (
        ("\"/Script/CoreUObject.Class'/Script/Engine.KismetMathLibrary'\"", True),
        ("Class'\"/Script/Engine.KismetMathLibrary\"'", False),
    ):
        text = call("Add_DoubleDouble", *pins, owner=owner, kind="PromotableOperator", name="K2Node_X_0")
        (node,) = paste(
            editor, text.replace("   FunctionReference", '   OperationName="Add"\n   FunctionReference')
        )
        assert ("KismetMathLibrary" in (node.find_property("FunctionReference") or "")) is is_whole
        assert (node.pins[0].type.category == "real") is is_whole


def test_nothing_can_be_pasted_during_play(editor: SandboxEditor) -> None:
    editor.is_in_pie = True
    assert editor.paste(GRAPH, PRINT_NODE) == ()


def test_a_graph_that_is_not_there_is_an_error_of_the_caller(editor: SandboxEditor) -> None:
    with pytest.raises(KeyError, match="no graph"):
        editor.paste("/Game/BP_Door.BP_Door:Nowhere", PRINT_NODE)


# --- identity ------------------------------------------------------------------------------------


def test_node_guids_are_new_and_pin_ids_stay(editor: SandboxEditor) -> None:
    (node,) = paste(editor, PRINT_NODE)
    assert node.guid != pin_id(0xABC)
    ids = {item.name: item.id for item in node.pins}
    assert (ids["execute"], ids["then"], ids["InString"]) == (pin_id(1), pin_id(2), pin_id(3))


def test_a_name_is_kept_when_it_is_free_and_else_made_new(editor: SandboxEditor) -> None:
    assert editor.paste(GRAPH, PRINT_NODE) == ("K2Node_CallFunction_0",)
    (second,) = editor.paste(GRAPH, PRINT_NODE)
    assert second.startswith("K2Node_CallFunction_")
    assert second != "K2Node_CallFunction_0"


@pytest.mark.parametrize("bad", ["A" * 31, "A" * 33, "Z" * 32])
def test_a_pin_id_of_another_length_is_none(editor: SandboxEditor, bad: str) -> None:
    text = chain().replace(pin_id(2), bad)
    paste(editor, text)
    assert linked(editor) == set()


def test_the_group_stands_with_its_middle_at_the_cursor(editor: SandboxEditor) -> None:
    branch, printing = paste(editor, chain(), at=(1000, 500))
    assert (branch.x + printing.x, branch.y + printing.y) == (2000, 1000)
    assert (printing.x - branch.x, printing.y - branch.y) == (400, 40)


def test_nodes_without_a_position_stack(editor: SandboxEditor) -> None:
    text = "\n".join(line for line in chain().splitlines() if "NodePos" not in line)
    one, other = paste(editor, text, at=(64, 32))
    assert (one.x, one.y) == (other.x, other.y) == (64, 32)


def test_a_paste_is_one_undo_step(editor: SandboxEditor) -> None:
    before = graph_of(editor)
    paste(editor, chain())
    assert editor.transactions.undo()
    assert graph_of(editor) == before
    assert editor.transactions.redo()
    assert len(linked(editor)) == 1


def test_a_paste_dirties_the_package(editor: SandboxEditor, door: Blueprint) -> None:
    door.unreal.EditorAssetLibrary.save_loaded_asset(door.asset, False)
    paste(editor, PRINT_NODE)
    assert editor.dirty_packages == ["/Game/BP_Door"]


def test_a_script_finds_the_pasted_nodes(editor: SandboxEditor, door: Blueprint) -> None:
    paste(editor, chain())
    names = [str(node.get_name()) for node in door.nodes.list_all_nodes()]
    assert {"K2Node_IfThenElse_0", "K2Node_CallFunction_0"} <= set(names)


# --- links ---------------------------------------------------------------------------------------


def test_a_link_that_both_pins_record_is_made(editor: SandboxEditor) -> None:
    paste(editor, chain())
    assert linked(editor) == {("K2Node_IfThenElse_0", "then", "K2Node_CallFunction_0", "execute")}


@pytest.mark.parametrize("records", ["output", "input"])
def test_a_one_sided_link_is_lost_unless_the_switch_keeps_it(editor: SandboxEditor, records: str) -> None:
    paste(editor, chain(records=records))
    assert linked(editor) == set()
    editor.switches.pasted_one_sided_links_stay = True
    paste(editor, chain(records=records))
    assert len(linked(editor)) == 1


def test_links_follow_the_nodes_to_their_new_names(editor: SandboxEditor) -> None:
    paste(editor, chain())
    paste(editor, chain())
    assert len(linked(editor)) == 2
    assert len({link[0] for link in linked(editor)}) == 2


def test_a_link_to_a_node_that_is_not_in_the_text_is_dropped(editor: SandboxEditor) -> None:
    """Also when the graph has a node of that name already."""
    paste(editor, BRANCH)
    only_print = chain()[chain().index("Begin Object", 1) :]
    paste(editor, only_print)
    assert linked(editor) == set()


def test_what_the_schema_never_links_is_not_linked(editor: SandboxEditor) -> None:
    """Two outputs, exec with data, a node with itself."""
    name, other = "K2Node_IfThenElse_0", "K2Node_IfThenElse_1"
    one = block(
        "IfThenElse",
        name,
        pin(1, "execute", links=((name, 2),)),
        pin(2, "then", output=True, links=((name, 1), (other, 2))),
        pin(3, "Condition", "bool", links=((other, 4),)),
    )
    two = block(
        "IfThenElse",
        other,
        pin(2, "then", output=True, links=((name, 2),)),
        pin(4, "else", output=True, links=((name, 3),)),
    )
    paste(editor, one + two)
    assert linked(editor) == set()


def test_an_exec_output_keeps_its_first_link_only(editor: SandboxEditor) -> None:
    second = call(
        "PrintString", pin(1, "execute", links=(("K2Node_IfThenElse_0", 2),)), name="K2Node_CallFunction_5"
    )
    both = f"K2Node_CallFunction_0 {pin_id(1)},K2Node_CallFunction_5 {pin_id(1)},"
    text = chain().replace(f"K2Node_CallFunction_0 {pin_id(1)},", both, 1) + second
    paste(editor, text)
    assert linked(editor) == {("K2Node_IfThenElse_0", "then", "K2Node_CallFunction_0", "execute")}


def test_a_ring_of_reroutes_does_not_close(editor: SandboxEditor) -> None:
    def knot(number: int, other: int) -> str:
        name = f"K2Node_Knot_{other}"
        return block(
            "Knot",
            f"K2Node_Knot_{number}",
            pin(1, "InputPin", "wildcard", links=((name, 2),)),
            pin(2, "OutputPin", "wildcard", output=True, links=((name, 1),)),
        )

    paste(editor, knot(0, 1) + knot(1, 0))
    assert len(linked(editor)) == 1


def test_a_double_may_feed_a_float(editor: SandboxEditor) -> None:
    math = "\"/Script/CoreUObject.Class'/Script/Engine.KismetMathLibrary'\""
    source = call(
        "RandomFloat",
        pin(1, "ReturnValue", "real", output=True, links=(("K2Node_CallFunction_1", 1),)),
        owner=math,
    )
    target = call(
        "Delay",
        pin(1, "Duration", "real", links=(("K2Node_CallFunction_0", 1),)),
        name="K2Node_CallFunction_1",
    )
    paste(editor, source + target)
    assert linked(editor) == {("K2Node_CallFunction_0", "ReturnValue", "K2Node_CallFunction_1", "Duration")}
