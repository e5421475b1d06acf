"""What can be made in a graph, and the handles that mean it."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.nodes.menu_actions import engine_actions
from blueprint_assistant.actions.nodes.menu_handles import (
    StaleHandleError,
    handle_of,
    node_menu,
    signature_of,
)
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, EditPlan
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.name_lookup import fold_blanks
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import make_node, node_class
from blueprint_assistant.languages.ast.node_texts import spec_from_text
from tiers import deep

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR = "/Game/BP_Door"
LANGUAGES = ("en", "zh", "ko", "it")
PRINT = "bpact:deb06984c59d14cf6fd13f52"
QUERIES = (
    "print string",
    "branch",
    "delay",
    "for each loop",
    "cast to pawn",
    "select",
    "begin play",
    "speed",
)


@pytest.fixture
def protocol(tools: Tools) -> Tools:
    """The protocol's tools on a door with a variable, a dispatcher, a function and a component."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    code = "var Speed: float = 5.0\ncomponent Box: BoxComponent\nfunc Open():\n  PrintString('x')\n"
    tools.do("write_graph", blueprint=DOOR, code=code)
    tools.do("add_dispatcher", blueprint=DOOR, dispatcher_name="OnOpened")
    return tools


def search(tools: Tools, target: str = DOOR, **parameters: Any) -> dict[str, Any]:
    text = tools.call("bluecode_search_nodes", target=target, **parameters).text
    answer: dict[str, Any] = json.loads(text)
    return answer


def names(answer: dict[str, Any]) -> list[str]:
    return [item["display_name"] for item in answer["nodes"]]


def test_all_that_the_editors_menu_offers_is_found(protocol: Tools) -> None:
    """BC-106."""
    menu = node_menu(protocol.context, protocol.door)
    known = {fold_blanks(item.title) for item in menu.actions}
    entries = protocol.context.editor.menu_entries(DOOR, "EventGraph")
    assert len(entries) > 10_000
    assert [name for name in entries if fold_blanks(name.rpartition("|")[2]) not in known] == []


def test_an_item_says_what_it_makes_and_its_pins_only_when_asked(protocol: Tools) -> None:
    """BC-106."""
    item = search(protocol, query="print string")["nodes"][0]
    assert item["handle"] == item["action_handle"] == PRINT
    assert (item["display_name"], item["category"]) == ("Print String", "Development")
    assert item["node_class"] == "K2Node_CallFunction"
    assert item["node_class_path"] == "/Script/BlueprintGraph.K2Node_CallFunction"
    assert item["signature"] == "CallFunction|/Script/Engine.KismetSystemLibrary:PrintString"
    assert item["is_exec"] is True
    assert item["pin_counts"] == {"exec_inputs": 1, "exec_outputs": 1, "data_inputs": 6, "data_outputs": 0}
    assert "inputs" not in item
    (again, *_) = search(protocol, query="print string", include_pins=True)["nodes"]
    assert {pin["name"] for pin in again["inputs"]} >= {"execute", "InString", "Duration"}
    assert [pin["name"] for pin in again["outputs"]] == ["then"]


@pytest.mark.parametrize("query", QUERIES)
def test_what_is_found_is_what_the_editor_makes(protocol: Tools, query: str) -> None:
    """BC-106: class and pins of an item are those of the node that the editor builds."""
    item = search(protocol, query=query, max_count=1, include_pins=True)["nodes"][0]
    spec = node_menu(protocol.context, protocol.door).spec(item["handle"])
    report = protocol.context.editor.apply(EditPlan(DOOR, "test", (AddNodeStep("EventGraph", "new", spec),)))
    graph = report.after.find_graph("EventGraph")
    assert graph is not None
    node = graph.node(report.node_of("new"))
    assert node.class_path == item["node_class_path"]
    made = {pin.name for pin in node.visible_pins}
    assert {pin["name"] for pin in item["inputs"] + item["outputs"]} == made


def test_results_are_filtered_by_category_class_and_whole_name(protocol: Tools) -> None:
    """BC-106."""
    arrays = search(protocol, category="Utilities|Array")
    assert {item["category"] for item in arrays["nodes"]} == {"Utilities|Array"}
    macros = search(protocol, node_class="MacroInstance")
    assert macros["total"] >= len(default_catalog().macros)
    assert {item["node_class"] for item in macros["nodes"]} == {"K2Node_MacroInstance"}
    path = "/Script/BlueprintGraph.K2Node_IfThenElse"
    assert names(search(protocol, node_class_path=path)) == ["Branch"]
    assert names(search(protocol, query="Branch", exact=True)) == ["Branch"]
    assert search(protocol, query="Branc", exact=True)["nodes"] == []


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (3, 3), (999, 200), ("7", 7)])
def test_no_more_than_200_are_listed(protocol: Tools, asked: Any, given: int) -> None:
    """BC-106."""
    answer = search(protocol, category="Math", max_count=asked)
    assert answer["count"] == len(answer["nodes"]) == given
    assert answer["total"] > 200


def test_an_answer_stays_short_unless_a_number_is_asked_for(protocol: Tools) -> None:
    """BC-106: 50 nodes with all their pins are cut by a conversation; half of a JSON object is none."""
    text = protocol.do("bluecode_search_nodes", target=DOOR, category="Math", include_pins=True)
    assert len(text) < 12_000
    short = json.loads(text)
    assert 3 <= short["count"] < 50
    assert "max_count" in short["notes"][0]
    assert search(protocol, category="Math", include_pins=True, max_count=50)["count"] == 50
    assert "notes" not in search(protocol, query="branch", max_count=5)


@deep
def test_only_what_fits_the_graph_is_listed_unless_all_is_wanted(protocol: Tools) -> None:
    """BC-106: events and latent nodes stand in no function; calls need an object that is at hand."""
    function = f"{DOOR}:Open"
    for query, title in (("delay", "Delay"), ("begin play", "Event BeginPlay")):
        assert title in names(search(protocol, query=query))
        assert title not in names(search(protocol, function, query=query))
        assert title in names(search(protocol, function, query=query, context_sensitive=False))
    assert "Set Box Extent" in names(search(protocol, query="set box extent"))
    assert "Set Sphere Radius" not in names(search(protocol, query="set sphere radius"))
    assert "Set Sphere Radius" in names(search(protocol, query="set sphere radius", context_sensitive=False))


def test_locals_and_returns_are_those_of_the_functions_own_graph(protocol: Tools) -> None:
    """BC-106."""
    local = {"name": "Count", "type": "int", "function": "Open"}
    protocol.do("bluecode_apply_variables", target=DOOR, variables=[local])
    assert "Get Count" in names(search(protocol, f"{DOOR}:Open", query="count"))
    assert "Get Count" not in names(search(protocol, query="count"))
    assert "Add Return Node..." in names(search(protocol, f"{DOOR}:Open", query="return node"))
    assert "Add Return Node..." not in names(search(protocol, query="return node"))


def test_members_of_the_blueprint_are_found(protocol: Tools) -> None:
    """BC-106."""
    assert {"Get Speed", "Set Speed"} <= {*names(search(protocol, query="speed"))}
    assert {"Call On Opened", "Bind Event to On Opened"} <= {*names(search(protocol, query="on opened"))}
    assert "Open" in names(search(protocol, query="open", exact=True))
    assert "On Component Hit (Box)" in names(search(protocol, query="component hit"))


def test_inherited_members_are_found(protocol: Tools) -> None:
    """BC-106: variables and dispatchers of the parent classes, and what a parent Blueprint declares."""
    protocol.project.create("/Game/BP_Hero", "/Script/Engine.Character")
    assert "Get Character Movement" in names(search(protocol, "/Game/BP_Hero", query="character movement"))
    dispatchers = {"Bind Event to On Destroyed", "Unbind Event from On Destroyed"}
    assert dispatchers <= {*names(search(protocol, "/Game/BP_Hero", query="on destroyed"))}
    protocol.project.create("/Game/BP_SlidingDoor", f"{DOOR}.BP_Door_C")
    assert "Open" in names(search(protocol, "/Game/BP_SlidingDoor", query="open", exact=True))


def test_everything_that_is_listed_can_be_made(protocol: Tools) -> None:
    """BC-106: of the engine's nodes every twentieth is tried, of the Blueprint's own each."""
    protocol.project.create("/Game/BP_Hero", "/Script/Engine.Character")
    owner = protocol.project.blueprint("/Game/BP_Hero")
    menu = node_menu(protocol.context, owner)
    numbers = (f"{number:032X}" for number in count())
    for action in (*menu.own, *engine_actions()[::20]):
        node = make_node(
            action.spec, owner=owner, catalog=menu.catalog, name="New", new_guid=numbers.__next__
        )
        assert node.class_path == node_class(action.spec, menu.catalog)


def test_a_node_that_only_the_editors_menu_knows_is_found_by_its_title(protocol: Tools) -> None:
    """BC-106: in the editor's language; its handle holds in that language alone, and says so."""
    protocol.project.sandbox.language = "zh"
    (item,) = search(protocol, query="分支")["nodes"]
    assert item["is_language_bound"] is True
    assert item["signature"].startswith("MenuNode|")


@pytest.mark.parametrize(
    "language", [item if item == "zh" else pytest.param(item, marks=deep) for item in LANGUAGES]
)
def test_handles_and_results_are_the_same_in_every_language(protocol: Tools, language: Any) -> None:
    """BC-107, I13: and each still makes the node that it meant."""
    there = [search(protocol, query=query, max_count=1)["nodes"][0] for query in QUERIES]
    protocol.project.sandbox.language = language
    here = [search(protocol, query=query, max_count=1)["nodes"][0] for query in QUERIES]
    assert here == there
    menu = node_menu(protocol.project.new_context(), protocol.door)
    steps = [AddNodeStep("EventGraph", f"n{n}", menu.spec(item["handle"])) for n, item in enumerate(there)]
    report = protocol.context.editor.apply(EditPlan(DOOR, "test", tuple(steps)))
    graph = report.after.find_graph("EventGraph")
    assert graph is not None
    made = [graph.node(report.node_of(step.key)).class_path for step in steps]
    assert made == [item["node_class_path"] for item in there]


def test_a_handle_is_the_same_for_ever() -> None:
    """BC-107: it may stand in texts that outlive this version."""
    catalog = default_catalog()
    assert handle_of(CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString"), catalog) == PRINT


def test_no_two_nodes_share_a_handle_and_every_signature_makes_its_node() -> None:
    """BC-107."""
    catalog = default_catalog()
    actions = engine_actions()
    handles = {handle_of(item.spec, catalog) for item in actions}
    assert len(handles) == len(actions)
    assert all(spec_from_text(signature_of(item.spec), catalog) == item.spec for item in actions)


def test_a_dead_handle_is_only_replaced_by_class_path_and_signature(protocol: Tools) -> None:
    """BC-104, BC-107."""
    (item,) = [row for row in search(protocol, query="speed")["nodes"] if row["display_name"] == "Get Speed"]
    tools = protocol.context
    assert node_menu(tools, protocol.door).find(item["handle"]) is not None
    protocol.do("remove_member", blueprint=DOOR, name="Speed")
    menu = node_menu(tools, protocol.door)
    assert menu.find(item["handle"]) is None
    with pytest.raises(StaleHandleError):
        menu.spec(item["handle"])
    with pytest.raises(StaleHandleError):
        menu.spec(item["handle"], "/Script/BlueprintGraph.K2Node_VariableSet", item["signature"])
    with pytest.raises(StaleHandleError):
        menu.spec(item["handle"], item["node_class_path"], "Get Speed")
    exact = menu.spec("bpact:0", "/Script/BlueprintGraph.K2Node_CallFunction", signature_of(PRINT_SPEC))
    assert exact == PRINT_SPEC


PRINT_SPEC = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")


def test_functions_of_libraries_and_classes_are_found(protocol: Tools) -> None:
    """BC-004: search_function_library."""

    def functions(**parameters: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(protocol.call("search_function_library", **parameters).text)[
            "functions"
        ]
        return found

    (first, *_) = functions(query="line trace by channel")
    assert (first["class"], first["name"]) == ("KismetSystemLibrary", "LineTraceSingle")
    assert first["parameters"].startswith("(Start: Vector, End: Vector")
    assert node_menu(protocol.context, protocol.door).spec(first["handle"]) is not None
    lerps = functions(class_name="KismetMathLibrary", query="lerp")
    assert {item["class"] for item in lerps} == {"KismetMathLibrary"}
    assert "Lerp" in [item["name"] for item in lerps]
    assert not [item for item in functions(query="set box extent") if item["class"] == "BoxComponent"]
    own = functions(query="set box extent", target=DOOR)
    assert own[0]["class"] == "BoxComponent"
    text = protocol.refused("search_function_library")
    assert json.loads(text)["suggested_fix"] == "Give query or class_name."


def test_functions_of_other_blueprints_are_found_by_their_class(protocol: Tools) -> None:
    """BC-004: search_function_library; the handle means them in any Blueprint."""
    protocol.project.create("/Game/BP_Lamp")
    text = protocol.call("search_function_library", class_name="BP_Door", query="open", target="BP_Lamp").text
    (found, *_) = json.loads(text)["functions"]
    assert (found["name"], found["class"]) == ("Open", "BP_Door_C")
    lamp = protocol.project.blueprint("/Game/BP_Lamp")
    menu = node_menu(protocol.context, lamp)
    spec = menu.spec(found["handle"], found["node_class_path"], found["signature"])
    assert spec == CallFunctionSpec(f"{DOOR}.BP_Door_C:Open")
