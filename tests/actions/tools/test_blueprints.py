from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


def test_a_new_blueprint_gets_its_parent_and_the_result_its_path(tools: Tools) -> None:
    text = tools.do("create_blueprint", name="BP_Hero", path="/Game/People", parent_class="ACharacter")
    assert text == "Created /Game/People/BP_Hero (parent Character)."
    assert tools.project.blueprint("/Game/People/BP_Hero").parent_class == "/Script/Engine.Character"


@pytest.mark.parametrize(
    ("flag", "reason"), [("is_in_pie", "playing"), ("is_loading_assets", "still discovering assets")]
)
def test_a_busy_editor_creates_nothing_and_the_refusal_names_the_step_and_the_reason(
    tools: Tools, flag: str, reason: str
) -> None:
    before = tools.project.state()
    setattr(tools.project.sandbox, flag, True)
    result = tools.call("create_blueprint", name="BP_Hero")
    setattr(tools.project.sandbox, flag, False)
    assert not result.ok
    assert "'AI: create BP_Hero'" in result.text
    assert reason in result.text
    assert tools.project.state() == before


def test_a_blueprint_can_be_the_parent(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Base")
    text = tools.do("create_blueprint", name="BP_Child", parent_class="BP_Base")
    assert text == "Created /Game/BP_Child (parent BP_Base)."
    assert tools.project.blueprint("/Game/BP_Child").parent_class == "/Game/BP_Base.BP_Base_C"


@pytest.mark.parametrize("given", [{}, {"path": "/Game"}, {"parent_class": "/Script/Engine.Actor"}])
def test_creating_what_exists_with_that_parent_is_success_without_a_change(
    tools: Tools, given: dict[str, Any]
) -> None:
    assert "exists already" in tools.done_before("create_blueprint", name="bp_door", **given)


def test_without_a_folder_a_blueprint_of_that_name_elsewhere_is_meant(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Gate", path="/Game/Doors")
    assert "/Game/Doors/BP_Gate exists already" in tools.do("create_blueprint", name="BP_Gate")
    assert "Created /Game/BP_Gate" in tools.do("create_blueprint", name="BP_Gate", path="/Game")
    assert "/Game/Doors/BP_Gate" in tools.refused("create_blueprint", name="BP_Gate")


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"name": "BP_Door", "parent_class": "Pawn"}, "parent Actor"),
        ({"name": "BP_New", "parent_class": "Actr"}, "Actor"),
        ({"name": "BP New"}, "BP New"),
        ({"name": "BP_New", "path": "/Nope"}, "/Nope"),
        ({"name": ""}, "name"),
        ({}, "name"),
    ],
)
def test_a_blueprint_that_cannot_be_made_is_refused_and_nothing_changes(
    tools: Tools, given: dict[str, Any], mentioned: str
) -> None:
    assert mentioned in tools.refused("create_blueprint", **given)


@pytest.mark.parametrize("kind", ["WidgetBlueprint", "Widget Blueprint", "UserWidget"])
def test_a_widget_blueprint_is_one_by_its_kind_or_its_parent(tools: Tools, kind: str) -> None:
    tools.do("create_blueprint", name="WBP_Menu", parent_class=kind)
    assert tools.project.blueprint("/Game/WBP_Menu").parent_class == "/Script/UMG.UserWidget"


def test_an_interface_is_made_and_declares_functions_only(tools: Tools) -> None:
    text = tools.do("create_blueprint", name="BPI_Use", parent_class="BlueprintInterface")
    assert "Implemented Interfaces" in text
    tools.done_before("create_blueprint", name="BPI_Use", parent_class="Interface")
    result = {"name": "Done", "type": "bool"}
    tools.do("add_function", blueprint="BPI_Use", function_name="CanUse", outputs=[result])
    code = "func Use(Who: Actor, Times: int) -> (Left: int)\n"
    tools.do("write_graph", blueprint="BPI_Use", code=code)
    tools.done_before("write_graph", blueprint="BPI_Use", code=code)
    made = tools.project.blueprint("/Game/BPI_Use")
    assert [graph.name for graph in made.graphs] == ["CanUse", "Use"]
    refusals = (
        ("write_graph", {"code": "func Use(Who: Actor) -> (Left: int):\n  return Who.GetNumBytes()\n"}),
        ("add_variable", {"variable_name": "Count", "variable_type": "int"}),
        ("add_node", {"graph_name": "Use", "node_type": "Branch"}),
    )
    for tool, given in refusals:
        tools.refused(tool, blueprint="BPI_Use", **given)


def test_info_shows_members_and_with_nodes_gives_ids_pins_and_links(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", component_type="StaticMesh", component_name="Mesh")
    tools.do("add_variable", blueprint="BP_Door", name="Speed", type="float", default=2)
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="Tick")
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    tools.do("connect_nodes", source_node="N1", source_pin="then", target_node="N2", target_pin="execute")
    short = tools.do("get_blueprint_info", blueprint="BP_Door")
    assert "Mesh (StaticMeshComponent)" in short
    assert "Speed (double = 2" in short
    # The event and the node, and two greyed-out events that every new Actor Blueprint has.
    assert "EventGraph (event, 4 nodes)" in short
    assert "N1" not in short
    whole = tools.do("get_blueprint_info", blueprint="BP_Door", include_nodes="true")
    assert "N1: Event Tick (K2Node_Event) at " in whole
    assert "links: N1.then -> N2.execute" in whole
    assert "InString (string)=Hello" in whole
    assert "Event BeginPlay (K2Node_Event, not in use yet)" in whole


def test_info_gives_ids_to_nodes_that_had_none(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Branch")
    branch = tools.node("N1")
    tools.context.nodes.clear()
    text = tools.do("get_blueprint_info", blueprint="BP_Door", include_nodes=True)
    found = re.search(r"^(N\d+): Branch", text, re.MULTILINE)
    assert found is not None
    assert tools.node(found[1]) == branch


def test_a_long_graph_is_shown_in_part(tools: Tools) -> None:
    for _ in range(22 - len(tools.event_graph.nodes)):
        tools.do("add_node", blueprint="BP_Door", node_type="Branch")
    shown = tools.do("get_blueprint_info", blueprint="BP_Door", include_nodes=True)
    assert "… and 2 more nodes: graph_name EventGraph, first_node 21" in shown
    whole = tools.do("get_blueprint_info", blueprint="BP_Door", graph_name="event graph")
    assert whole.count("(K2Node_") == 22
    assert "nodes of UserConstructionScript" not in whole


def test_what_a_list_leaves_out_can_be_asked_for(tools: Tools) -> None:
    tools.do(
        "build_graph",
        blueprint="BP_Door",
        nodes=[{"id": f"p{n}", "node_type": "PrintString"} for n in range(90)],
    )
    listed: list[str] = []
    first = 1
    for _ in range(10):
        text = tools.do("get_blueprint_info", blueprint="BP_Door", graph_name="EventGraph", first_node=first)
        assert len(text) < 12_000
        listed += re.findall(r"^(N\d+): ", text, re.MULTILINE)
        more = re.search(r"more nodes: graph_name EventGraph, first_node (\d+)", text)
        if more is None:
            break
        first = int(more[1])
    assert len(listed) == len(set(listed)) == len(tools.event_graph.nodes)
    assert "there are 93 such nodes" in tools.refused(
        "get_blueprint_info", blueprint="BP_Door", graph_name="EventGraph", first_node=94
    )


def test_nodes_can_be_looked_for_by_their_titles(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Branch")
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    text = tools.do("get_blueprint_info", blueprint="BP_Door", node_filter="print")
    assert "Print String (K2Node_CallFunction)" in text
    assert "K2Node_IfThenElse" not in text
    assert "nodes of UserConstructionScript with 'print' in the title: none" in text


def test_a_graph_that_is_not_there_is_not_shown(tools: Tools) -> None:
    text = tools.refused("get_blueprint_info", blueprint="BP_Door", graph_name="OpenDoor")
    assert "EventGraph, UserConstructionScript" in text


@pytest.mark.parametrize("tool", ["get_blueprint_info", "compile_blueprint"])
def test_an_unknown_blueprint_is_refused_with_the_nearest(tools: Tools, tool: str) -> None:
    assert "/Game/BP_Door" in tools.refused(tool, blueprint="BP_Dor")


def test_an_asset_of_another_kind_at_the_path_is_left_alone(tools: Tools) -> None:
    tools.project.sandbox.other_assets["/Game/T_Door"] = "/Script/Engine.Texture2D"
    # Taking a failed creation back deletes what was created, never what was there.
    text = tools.refused("create_blueprint", name="T_Door", parent_class="Actor")
    assert text.startswith("plan_refused")
    assert "already" in text
