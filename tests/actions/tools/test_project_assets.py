from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.names.folders import find_folder, root_of
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

FOLDERS = ("/Game/Doors", "/Game/Doors/Old", "/Game/People", "/Game/People/Old")
LOOKS = ("list_assets", "get_project_structure", "get_open_blueprint")


@pytest.fixture
def town(tools: Tools) -> Tools:
    """BP_Door, a gate that derives from it, and a widget, in folders."""
    tools.project.create("/Game/Doors/Old/BP_Gate", "/Game/BP_Door.BP_Door_C")
    tools.project.create("/Game/People/BP_Hero", "/Script/Engine.Character")
    tools.project.create("/Game/People/WBP_Life", "/Script/UMG.UserWidget")
    return tools


def test_assets_are_listed_with_path_type_and_parent(town: Tools) -> None:
    assert town.do("list_assets").splitlines() == [
        "4 assets under /Game:",
        "/Game/BP_Door (Blueprint, parent Actor)",
        "/Game/Doors/Old/BP_Gate (Blueprint, parent BP_Door)",
        "/Game/People/BP_Hero (Blueprint, parent Character)",
        "/Game/People/WBP_Life (WidgetBlueprint, parent UserWidget)",
    ]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"path": "/Game/Doors"}, ["BP_Gate"]),
        ({"path": "people/"}, ["BP_Hero", "WBP_Life"]),
        ({"folder": "Content/People"}, ["BP_Hero", "WBP_Life"]),
        ({"path": "/All/Game/Doors/Old"}, ["BP_Gate"]),
        ({"type": "WidgetBlueprint"}, ["WBP_Life"]),
        ({"type": "Widget Blueprint"}, ["WBP_Life"]),
        ({"asset_type": "widget"}, ["WBP_Life"]),
        ({"type": "/Script/Engine.Blueprint", "path": "People"}, ["BP_Hero", "WBP_Life"]),
        ({"type": "Blueprints", "name_filter": "bp_g"}, ["BP_Gate"]),
    ],
)
def test_a_filter_keeps_what_it_names(town: Tools, given: dict[str, Any], found: list[str]) -> None:
    lines = town.do("list_assets", **given).splitlines()[1:]
    assert [line.split(" ")[0].rsplit("/", 1)[-1] for line in lines] == found


def test_a_filter_that_keeps_nothing_says_what_there_is(town: Tools) -> None:
    text = town.do("list_assets", type="StaticMesh")
    assert text == "No assets of type StaticMesh under /Game. There: Blueprint 3, WidgetBlueprint 1."


def test_a_long_list_shows_fifty_and_says_how_many_more(tools: Tools) -> None:
    for number in range(51):
        tools.project.create(f"/Game/Many/BP_{number:02}")
    lines = tools.do("list_assets", path="Many").splitlines()
    assert lines[0] == "51 assets under /Game/Many:"
    assert len(lines) == 52
    assert lines[-1].startswith("… and 1 more")


@pytest.mark.parametrize("tool", ["list_assets", "get_project_structure"])
def test_an_unknown_folder_is_refused_with_the_nearest_and_an_ambiguous_one_with_all(
    town: Tools, tool: str
) -> None:
    assert "Nearest: /Game/Doors." in town.refused(tool, path="/Game/Dors")
    assert "/Game/Doors/Old, /Game/People/Old" not in town.refused(tool, path="/Game/Nowhere")
    town.project.create("/Game/People/Old/BP_Ghost")
    assert "/Game/Doors/Old, /Game/People/Old" in town.refused(tool, path="Old")


@pytest.mark.parametrize(
    ("text", "root", "folder"),
    [
        ("/Game", "/Game", "/Game"),
        ("", "/Game", "/Game"),
        ("/game/doors/", "/Game", "/Game/Doors"),
        ("Game\\People", "/Game", "/Game/People"),
        ("'/Game/People/Old'", "/Game", "/Game/People/Old"),
        ("Doors/Old", "/Game", "/Game/Doors/Old"),
        ("/Engine", "/Engine", "/Engine"),
        ("/Content", "/Game", "/Game"),
    ],
)
def test_a_folder_is_found_however_it_is_written(text: str, root: str, folder: str) -> None:
    assert root_of(text) == root
    assert find_folder(text, FOLDERS if root == "/Game" else ()) == folder


def test_the_structure_counts_the_types_in_each_folder(town: Tools) -> None:
    assert town.do("get_project_structure").splitlines() == [
        "/Game: 4 assets (Blueprint 3, WidgetBlueprint 1)",
        "  Doors/",
        "    Old/ Blueprint 1",
        "  People/ Blueprint 1, WidgetBlueprint 1",
    ]


def test_a_large_tree_is_shown_as_deep_as_it_fits(tools: Tools) -> None:
    for number in range(30):
        tools.project.create(f"/Game/F{number:02}/Deep/BP_{number:02}")
    lines = tools.do("get_project_structure").splitlines()
    assert len(lines) == 32
    assert lines[1] == "  F00/ Blueprint 1"
    assert "30 deeper folders" in lines[-1]
    assert tools.do("get_project_structure", path="F07").splitlines()[1] == "  Deep/ Blueprint 1"


@pytest.mark.parametrize("name", ["BP_Gate", "/Game/Doors/Old/BP_Gate", "/Game/Doors/Old/BP_Gate.BP_Gate_C"])
def test_a_blueprint_is_opened_and_nothing_in_it_changes(town: Tools, name: str) -> None:
    before = town.project.state()
    result = town.call("open_blueprint", blueprint=name)
    assert result.text == "Opened /Game/Doors/Old/BP_Gate in the Blueprint editor."
    assert not result.has_changed
    assert town.project.sandbox.open_editors == ["/Game/Doors/Old/BP_Gate"]
    assert town.project.state() == before


def test_an_unknown_blueprint_is_not_opened(town: Tools) -> None:
    assert "Nearest: /Game/Doors/Old/BP_Gate" in town.refused("open_blueprint", blueprint="BP_Gat")
    assert town.project.sandbox.open_editors == []


def test_what_the_user_works_on_is_told_with_the_reason(town: Tools) -> None:
    assert "Nothing hints at one" in town.do("get_open_blueprint")
    town.do("open_blueprint", blueprint="BP_Gate")
    town.project.sandbox.selected_assets = ["/Game/People/BP_Hero"]
    town.do("add_variable", blueprint="BP_Door", variable_name="Speed", variable_type="float")
    assert town.do("get_open_blueprint").splitlines() == [
        "Unreal does not tell which editors are open. Known of these Blueprints:",
        "/Game/Doors/Old/BP_Gate (parent BP_Door): opened by open_blueprint",
        "/Game/People/BP_Hero (parent Character): selected in the Content Browser",
        "/Game/BP_Door (parent Actor): unsaved changes",
    ]


@pytest.mark.parametrize("tool", [*LOOKS, "open_blueprint"])
def test_while_the_editor_discovers_assets_nothing_is_told_instead_of_too_little(
    town: Tools, tool: str
) -> None:
    town.project.sandbox.is_loading_assets = True
    given = {"blueprint": "BP_Door"} if tool == "open_blueprint" else {}
    result = town.call(tool, **given)
    town.project.sandbox.is_loading_assets = False
    assert not result.ok
    assert "still discovering assets" in result.text


@pytest.mark.parametrize("tool", thinned(thinned(LOOKS, 3, is_one_value=True), 3, is_one_value=True))
@pytest.mark.parametrize("language", ["en", "zh", "ko"])
def test_looking_around_works_in_any_language_and_while_playing_and_changes_nothing(
    town: Tools, tool: str, language: Any
) -> None:
    expected = town.do(tool)
    before = town.project.state()
    town.project.sandbox.language = language
    town.project.sandbox.is_in_pie = True
    assert town.do(tool) == expected
    town.project.sandbox.is_in_pie = False
    assert town.project.state() == before


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("get_blueprint_info", {}),
        ("compile_blueprint", {}),
        ("find_nodes", {"query": "tick"}),
        ("add_node", {"node_type": "Branch"}),
    ],
)
def test_a_blueprint_that_is_not_discovered_yet_is_not_said_to_be_missing(
    tools: Tools, tool: str, given: dict[str, Any]
) -> None:
    tools.project.sandbox.is_loading_assets = True
    result = tools.call(tool, blueprint="BP_Door", **given)
    tools.project.sandbox.is_loading_assets = False
    assert not result.ok
    assert "still discovering assets" in result.text
    assert "create_blueprint" not in result.text
