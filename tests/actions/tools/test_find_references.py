from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned
from unreal_sandbox import FaultInjection

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.actions.base import ActionResult


@pytest.fixture
def town(tools: Tools) -> Tools:
    """A door that others open: by a call, a timer, a dispatcher, a type and a parent class."""
    tools.do("add_variable", blueprint="BP_Door", variable_name="bIsOpen", variable_type="bool")
    tools.do("add_function", blueprint="BP_Door", function_name="Open")
    tools.do("add_dispatcher", blueprint="BP_Door", dispatcher_name="OnOpened")
    tools.do(
        "build_graph",
        blueprint="BP_Door",
        nodes=[
            {"id": "begin", "node_type": "Event", "event_name": "BeginPlay"},
            {"id": "later", "node_type": "SetTimer", "values": {"FunctionName": "Open"}},
            {"id": "set", "node_type": "SetVariable", "variable_name": "bIsOpen"},
            {"id": "tell", "node_type": "CallDispatcher", "event_name": "OnOpened"},
        ],
        links=["begin.then -> later.execute", "later.then -> set.execute", "set.then -> tell.execute"],
    )
    tools.do("compile_blueprint", blueprint="BP_Door")
    tools.project.create("/Game/Town/BP_Gate", "/Game/BP_Door.BP_Door_C")
    tools.project.create("/Game/Town/BP_Guard", "/Script/Engine.Character")
    tools.do("add_variable", blueprint="BP_Guard", variable_name="Door", variable_type="object:BP_Door")
    tools.do("add_variable", blueprint="BP_Guard", variable_name="bIsOpen", variable_type="bool")
    tools.do("compile_blueprint", blueprint="BP_Guard")
    tools.do(
        "build_graph",
        blueprint="BP_Guard",
        nodes=[
            {"id": "tick", "node_type": "Event", "event_name": "Tick"},
            {"id": "door", "node_type": "GetVariable", "variable_name": "Door"},
            {
                "id": "open",
                "node_type": "CallFunction",
                "function_name": "Open",
                "target_class": "BP_Door",
            },
            {"id": "own", "node_type": "SetVariable", "variable_name": "bIsOpen"},
        ],
        links=["tick.then -> open.execute", "door.Door -> open.Target", "open.then -> own.execute"],
    )
    return tools


def found(town: Tools, **parameters: str) -> list[str]:
    """The lines of the answer without the first one, and without ids."""
    before = town.project.state()
    text = town.do("find_references", **parameters)
    assert town.project.state() == before
    ids = {item.id for item in town.context.nodes.nodes}
    return [" ".join(word for word in line.split() if word not in ids) for line in text.splitlines()[1:]]


@pytest.mark.parametrize(
    ("name", "places"),
    thinned([
        (
            "Open",
            [
                "/Game/BP_Door EventGraph: Set Timer by Function Name",
                "/Game/BP_Door Open: Open",
                "/Game/Town/BP_Guard EventGraph: Open",
            ],
        ),
        (
            "bIsOpen",
            [
                "/Game/BP_Door EventGraph: Set Is Open",
                "/Game/Town/BP_Guard EventGraph: Set Is Open",
            ],
        ),
        ("BP_Door.bIsOpen", ["/Game/BP_Door EventGraph: Set Is Open"]),
        ("BP_Guard.bIsOpen", ["/Game/Town/BP_Guard EventGraph: Set Is Open"]),
        ("BP_Door.Open", [
            "/Game/BP_Door EventGraph: Set Timer by Function Name",
            "/Game/BP_Door Open: Open",
            "/Game/Town/BP_Guard EventGraph: Open",
        ]),
        ("on opened", ["/Game/BP_Door EventGraph: Call On Opened"]),
        ("Tick", ["/Game/Town/BP_Guard EventGraph: Event Tick"]),
        ("Event Tick", ["/Game/Town/BP_Guard EventGraph: Event Tick"]),
        ("/Game/BP_Door", [
            "/Game/Town/BP_Gate: its parent class",
            "/Game/Town/BP_Guard: type of variable Door",
        ]),
    ], 4),
)  # fmt: skip
def test_uses_are_found_by_name_in_all_blueprints(town: Tools, name: str, places: list[str]) -> None:
    assert found(town, name=name) == places


def test_found_nodes_have_ids_that_other_tools_take(town: Tools) -> None:
    text = town.do("find_references", name="BP_Guard.bIsOpen")
    node_id = text.split(": ")[-1].split()[0]
    assert "bIsOpen" in town.do("set_pin_value", node_id=node_id, pin_name="bIsOpen", value=True)


def test_a_folder_narrows_the_search(town: Tools) -> None:
    assert found(town, name="Open", path="/Game/Town") == ["/Game/Town/BP_Guard EventGraph: Open"]
    assert "There is no content folder" in town.refused("find_references", name="Open", path="/Game/Nowhere")


def test_what_nothing_uses_is_told_with_names_that_are_used(town: Tools) -> None:
    text = town.do("find_references", name="OnOpend")
    assert text == "Nothing uses 'OnOpend' in 3 Blueprints. Names that are used: OnOpened, Open, bIsOpen."


def test_an_event_that_is_greyed_out_is_no_use(tools: Tools) -> None:
    assert tools.do("find_references", name="Tick").startswith("Nothing uses 'Tick' in 1 Blueprints.")


def test_a_long_list_is_cut_and_says_so(tools: Tools) -> None:
    nodes = [{"id": f"p{n}", "node_type": "PrintString"} for n in range(70)]
    tools.do("build_graph", blueprint="BP_Door", nodes=nodes)
    text = tools.do("find_references", name="PrintString")
    assert " and 10 more" in text
    assert text.endswith("70 uses in all: narrow it with a folder, or Blueprint.member")


def faulty_search(town: Tools, name: str, number: int) -> ActionResult:
    """A search in which one of the editor's exports fails: each Blueprint takes several."""
    export = "Exporter.run_asset_export_task"
    town.project.sandbox.faults = FaultInjection(
        fault="raises", fault_in=export, faulty_calls=range(number, number + 1)
    )
    try:
        return town.call("find_references", name=name)
    finally:
        town.project.sandbox.faults = FaultInjection()


def test_a_blueprint_that_cannot_be_read_makes_the_answer_incomplete_and_not_ok(town: Tools) -> None:
    result = faulty_search(town, "Open", 0)
    assert not result.ok
    assert result.text.startswith("search_incomplete: there may be more uses than these")
    assert "/Game/BP_Door" in result.text.splitlines()[1]
    assert "'Open' is used in 1 of 2 searched Blueprints (of 3):" in result.text
    assert "/Game/Town/BP_Guard EventGraph" in result.text


@pytest.mark.parametrize("name", thinned(["Open", "Tick", "OnOpened", "Nowhere"], 2, is_one_value=True))
def test_whichever_export_fails_no_answer_that_is_ok_leaves_out_a_use(town: Tools, name: str) -> None:
    complete = town.do("find_references", name=name)
    results = [faulty_search(town, name, number) for number in range(15)]
    for result in results:
        assert result.text == complete if result.ok else result.text.startswith("search_incomplete: ")
        assert result.ok or "Nothing uses" not in result.text
    assert any(not result.ok for result in results)
    assert town.do("find_references", name=name) == complete


def test_a_search_of_which_nothing_can_be_read_is_refused(town: Tools) -> None:
    town.project.sandbox.is_in_pie = True
    result = town.call("find_references", name="Open")
    town.project.sandbox.is_in_pie = False
    assert not result.ok
    assert "the game is playing in the editor. Stop playing" in result.text
    assert "Nothing uses" not in result.text


def test_a_search_that_stops_at_a_number_of_blueprints_says_how_many_it_left_out(tools: Tools) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    tools.project.create("/Game/Many/BP_000")
    for number in range(1, 301):
        unreal.EditorAssetLibrary.duplicate_asset("/Game/Many/BP_000", f"/Game/Many/BP_{number:03}")
    text = tools.do("find_references", name="Nowhere", path="/Game/Many")
    assert text.startswith("Nothing uses 'Nowhere' in 300 searched Blueprints (of 301) under /Game/Many.")
    assert text.endswith("Not searched: 1, there are too many. Give a folder.")


def test_a_search_in_no_blueprint_is_no_answer(town: Tools) -> None:
    town.project.sandbox.other_assets["/Game/Meshes/SM_Door"] = "/Script/Engine.StaticMesh"
    text = town.refused("find_references", name="Open", path="/Game/Meshes")
    assert text.startswith("nothing_to_search: The editor lists no Blueprints under /Game/Meshes")
