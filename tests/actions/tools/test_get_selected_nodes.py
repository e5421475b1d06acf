from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR = "/Game/BP_Door"
EXPORT_PATH = re.compile(r' ExportPath="[^"]*"')


@dataclass
class TextOnClipboard:
    """A clipboard with a text."""

    text: str = ""

    def read_text(self) -> str:
        return self.text

    def write_text(self, text: str) -> None:
        self.text = text


@pytest.fixture
def clipboard(tools: Tools) -> TextOnClipboard:
    found = TextOnClipboard()
    tools.context = replace(tools.context, clipboard=found)
    return found


def copy(tools: Tools, *ids: str) -> str:
    """Ctrl+C on nodes of the event graph."""
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    names = {tools.context.nodes.resolve(item).node for item in ids}
    tracked = tools.context.nodes.resolve(ids[0])
    asset = unreal.EditorAssetLibrary.load_asset(tracked.blueprint)
    hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, tracked.graph)
    return tools.project.sandbox.copy([n for n in hands.list_all_nodes() if str(n.get_name()) in names])


@pytest.fixture
def chain(tools: Tools, clipboard: TextOnClipboard) -> Tools:
    """Begin Play, a branch and a print, linked; the branch and the print are copied."""
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="BeginPlay")
    tools.do("add_node", blueprint="BP_Door", node_type="Branch")
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    tools.do("connect_nodes", source_node="N1", source_pin="then", target_node="N2", target_pin="execute")
    tools.do("connect_nodes", source_node="N2", source_pin="true", target_node="N3", target_pin="execute")
    tools.do("set_pin_value", node_id="N3", pin_name="InString", value="Open")
    clipboard.text = copy(tools, "N2", "N3")
    return tools


def test_copied_nodes_are_shown_with_ids_pins_values_and_links(chain: Tools) -> None:
    text = chain.do("get_selected_nodes")
    assert text.startswith("copied from EventGraph of /Game/BP_Door, as they are now:\nN2: Branch")
    assert "links: N1.then -> N2.execute, N2.then -> N3.execute" in text
    assert "N3: Print String (K2Node_CallFunction) at " in text
    assert "InString (string)=Open" in text
    assert "N1:" not in text


def test_the_nodes_are_shown_as_they_are_now_and_can_be_used(chain: Tools) -> None:
    chain.do("set_pin_value", node_id="N3", pin_name="InString", value="Closed")
    chain.context.nodes.clear()
    text = chain.do("get_selected_nodes")
    assert "InString (string)=Closed" in text
    chain.do("set_pin_value", node_id="N1", pin_name="Condition", value="true")


def test_looking_changes_nothing_in_any_language(chain: Tools) -> None:
    before, expected = chain.project.state(), chain.do("get_selected_nodes")
    chain.project.sandbox.language = "zh"
    assert chain.do("get_selected_nodes") == expected
    assert chain.project.state() == before


def test_a_node_that_is_gone_is_shown_without_an_id(chain: Tools) -> None:
    chain.project.delete_node(DOOR, "EventGraph", chain.context.nodes.resolve("N3").node)
    text = chain.do("get_selected_nodes")
    assert "N2: Branch" in text
    assert "These nodes are no longer in /Game/BP_Door: shown as they were copied, without ids:" in text
    assert "- Print String (K2Node_CallFunction)" in text
    assert "N3: Print" not in text


def test_a_later_node_of_the_same_name_is_another_node(chain: Tools, clipboard: TextOnClipboard) -> None:
    guid = chain.node("N3").guid
    clipboard.text = clipboard.text.replace(guid, "0123456789ABCDEF0123456789ABCDEF")
    assert "no longer in" in chain.do("get_selected_nodes")


def test_a_text_without_paths_is_matched_by_names_and_guids(chain: Tools, clipboard: TextOnClipboard) -> None:
    expected = chain.do("get_selected_nodes")
    clipboard.text = EXPORT_PATH.sub("", clipboard.text)
    assert chain.do("get_selected_nodes") == expected
    clipboard.text = re.sub(r"NodeGuid=\w+", "NodeGuid=0123456789ABCDEF0123456789ABCDEF", clipboard.text)
    assert "none of the Blueprints" in chain.do("get_selected_nodes")


def test_nodes_of_another_project_are_shown_as_text(chain: Tools, clipboard: TextOnClipboard) -> None:
    clipboard.text = clipboard.text.replace("BP_Door", "BP_Elsewhere")
    text = chain.do("get_selected_nodes")
    assert "of /Game/BP_Elsewhere, which is no Blueprint of this project" in text
    assert "- Branch (K2Node_IfThenElse)" in text
    assert re.search(r"^N\d", text, re.MULTILINE) is None


def test_nodes_inside_a_collapsed_node_get_no_ids(chain: Tools, clipboard: TextOnClipboard) -> None:
    clipboard.text = clipboard.text.replace(":EventGraph.", ":EventGraph.K2Node_Composite_0.Inner.")
    assert "inside a collapsed node of /Game/BP_Door" in chain.do("get_selected_nodes")


def test_many_nodes_are_shown_in_part(tools: Tools, clipboard: TextOnClipboard) -> None:
    ids = []
    for number in range(1, 23):
        tools.do("add_node", blueprint="BP_Door", node_type="Branch")
        ids.append(f"N{number}")
    clipboard.text = copy(tools, *ids)
    assert tools.do("get_selected_nodes").splitlines()[-1] == "… and 2 more copied nodes"


@pytest.mark.parametrize("text", ["", "my secret letter", "sk-ant-abcdefghijkl1234", "Begin\nObject"])
def test_other_text_on_the_clipboard_is_never_shown(
    tools: Tools, clipboard: TextOnClipboard, text: str
) -> None:
    clipboard.text = text
    for tool in ("get_selected_nodes", "get_open_blueprint"):
        result = tools.call(tool)
        assert not text or text not in result.text
    assert "press Ctrl+C" in tools.refused("get_selected_nodes")


@pytest.mark.parametrize("cut", [40, 300, 900])
def test_a_broken_text_is_refused_with_its_place(chain: Tools, clipboard: TextOnClipboard, cut: int) -> None:
    clipboard.text = clipboard.text[:cut]
    text = chain.refused("get_selected_nodes")
    assert text.startswith("bad_t3d:")
    assert "line" in text


def test_an_exported_asset_is_no_selection(tools: Tools, clipboard: TextOnClipboard) -> None:
    clipboard.text = 'Begin Object Class=/Script/Engine.EdGraph Name="EventGraph"\nEnd Object\n'
    assert "no copied nodes" in tools.refused("get_selected_nodes")


def test_a_text_that_is_far_too_large_is_refused(tools: Tools, clipboard: TextOnClipboard) -> None:
    clipboard.text = "Begin Object " + "x" * 8_000_000
    assert "Too many nodes" in tools.refused("get_selected_nodes")


def test_without_a_clipboard_the_tool_says_what_to_do_instead(tools: Tools) -> None:
    assert "get_blueprint_info" in tools.refused("get_selected_nodes")


def test_while_the_game_plays_nothing_is_read(chain: Tools) -> None:
    chain.project.sandbox.is_in_pie = True
    result = chain.call("get_selected_nodes")
    chain.project.sandbox.is_in_pie = False
    assert not result.ok
    assert "playing" in result.text


def test_the_blueprint_of_copied_nodes_is_one_that_the_user_works_on(chain: Tools) -> None:
    chain.project.editor.save(DOOR)
    assert "/Game/BP_Door (parent Actor): nodes copied" in chain.do("get_open_blueprint")
