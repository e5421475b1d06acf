"""What targets mean, and what the tools work on when a call names none."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.protocol.entry_points import entry_points_of
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS, protocol_registry
from blueprint_assistant.actions.protocol.target_resolution import resolve_target
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import ComponentEventSpec, InputKeySpec
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, format_t3d, parse_blueprint_t3d
from protocol_tools import asked
from real_texts import CORPUS, needs_corpus
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

DOOR = "/Game/BP_Door"
CODE = """
component Near: BoxComponent
component Far: BoxComponent
func Open(Speed: float) -> (IsDone: bool):
  PrintString("opening")
  return Speed > 1.0
on BeginPlay():
  PrintString("begin")
on Near.OnComponentBeginOverlap():
  PrintString("near")
on Far.OnComponentBeginOverlap():
  PrintString("far")
event Blink():
  PrintString("blink")
"""


@pytest.fixture
def protocol(tools: Tools) -> Tools:
    """The protocol's tools on a door with a function, events of three kinds and two components."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    tools.do("write_graph", blueprint=DOOR, code=CODE)
    return tools


def paste(tools: Tools, path: str, *wanted: AnyNodeSpec) -> None:
    """Bring nodes into an event graph as the user does."""
    owner, numbers = tools.project.blueprint(path), (f"{number:032X}" for number in count(1))
    nodes = (
        make_node(spec, owner=owner, catalog=default_catalog(), name=f"New_{n}", new_guid=numbers.__next__)
        for n, spec in enumerate(wanted)
    )
    text = format_t3d(Graph("EventGraph", tuple(nodes)))
    tools.project.sandbox.paste(f"{path}.{owner.name}:EventGraph", text)


def refused(tools: Tools, tool: str, **parameters: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(tools.refused(tool, **parameters))
    assert answer["ok"] is False
    return answer


@pytest.mark.parametrize(
    ("target", "means"),
    thinned(
        thinned(
            [
                ("/Game/BP_Door:EventGraph", "EventGraph"),
                ("/Game/BP_Door", "EventGraph"),
                ("/Game/BP_Door.BP_Door:Open", "Open"),
                ("BP_Door:open", "Open"),
                ("BP_Door:func Open(Speed)", "Open"),
                ("BP_Door:ConstructionScript", "UserConstructionScript"),
                ("BP_Door:BeginPlay", "BeginPlay"),
                ("BP_Door:Event Begin Play", "BeginPlay"),
                ("BP_Door:EventGraph.Blink", "Blink"),
                ("/Game/BP_Door:Near.OnComponentBeginOverlap", "Near.OnComponentBeginOverlap"),
                ("/Game/BP_Door:Far:OnComponentBeginOverlap", "Far.OnComponentBeginOverlap"),
            ],
            4,
        ),
        3,
    ),
)
def test_every_spelling_of_a_target_is_understood(protocol: Tools, target: str, means: str) -> None:
    """BC-011."""
    before = protocol.project.state()
    found = resolve_target(protocol.context, target)
    assert found.text == f"{DOOR}:{means}"
    assert resolve_target(protocol.context, found.text).text == found.text
    assert protocol.project.state() == before


@pytest.mark.parametrize(
    "given",
    thinned(
        [
            {"asset": DOOR, "function": "Open"},
            {"blueprint": "BP_Door", "graph_name": "Open"},
            {"target": "BP_Door", "function_name": "Open"},
            {"asset_path": DOOR, "function": f"{DOOR}:Open"},
            {"function": f"{DOOR}:Open"},
        ],
        2,
        is_one_value=True,
    ),
)
def test_an_asset_and_a_function_may_stand_apart(protocol: Tools, given: dict[str, str]) -> None:
    """BC-011."""
    assert asked(protocol, "bluecode_read_function", **given)["target"] == f"{DOOR}:Open"
    code = "main()\n  end\n"
    dry = asked(protocol, "bluecode_apply", code=code, dry_run=True, **given)
    assert dry["ok"], dry


def test_what_a_call_leaves_out_comes_from_the_scope(protocol: Tools) -> None:
    """BC-010, BC-012: asset, then component, then function; the events of an active component win."""
    assert refused(protocol, "bluecode_read_function")["error_code"] == "no_target"
    assert asked(protocol, "bluecode_set_function", target=DOOR)["active"]["asset"] == DOOR
    assert asked(protocol, "bluecode_read_function")["function"] == "EventGraph"
    assert asked(protocol, "bluecode_read_function", target="Open")["target"] == f"{DOOR}:Open"
    event = "OnComponentBeginOverlap"
    assert refused(protocol, "bluecode_read_function", target=event)["error_code"] == "ambiguous_target"
    chosen = asked(protocol, "bluecode_set_function", target="Far")["active"]
    assert chosen == {"asset": DOOR, "component": "Far", "function": ""}
    assert '"far"' in asked(protocol, "bluecode_read_function", target=event)["code"]
    inherited = asked(protocol, "bluecode_set_function", target="Open")["active"]
    assert inherited == {"asset": DOOR, "component": "Far", "function": "Open"}
    assert asked(protocol, "bluecode_read_function")["function"] == "Open"
    assert asked(protocol, "bluecode_read_function", target="BP_Door:Blink")["function"] == "Blink"
    assert asked(protocol, "bluecode_read_function")["function"] == "Open"


def test_another_asset_ends_the_narrower_scopes(protocol: Tools) -> None:
    """BC-010."""
    protocol.project.create("/Game/BP_Lamp")
    asked(protocol, "bluecode_set_function", target=f"{DOOR}:Far")
    answer = asked(protocol, "bluecode_set_function", target="/Game/BP_Lamp")
    assert answer["active"] == {"asset": "/Game/BP_Lamp", "component": "", "function": "EventGraph"}


def test_several_fitting_things_are_refused_with_all_and_none_is_chosen(protocol: Tools) -> None:
    """BC-013."""
    asked(protocol, "bluecode_set_function", target=f"{DOOR}:Open")
    answer = refused(protocol, "bluecode_set_function", target="OnComponentBeginOverlap")
    assert answer["error_code"] == "ambiguous_target"
    assert answer["candidates"] == [
        f"{DOOR}:Near.OnComponentBeginOverlap",
        f"{DOOR}:Far.OnComponentBeginOverlap",
    ]
    for item in answer["candidates"]:
        assert resolve_target(protocol.context, item).text == item
    assert protocol.context.scope.function == "Open"


def test_assets_of_one_name_are_refused_with_all(protocol: Tools) -> None:
    """BC-013."""
    protocol.project.create("/Game/A/BP_Twin")
    protocol.project.create("/Game/B/BP_Twin")
    answer = refused(protocol, "bluecode_read_function", target="BP_Twin:EventGraph")
    assert answer["candidates"] == ["/Game/A/BP_Twin:EventGraph", "/Game/B/BP_Twin:EventGraph"]


def test_a_name_that_fits_nothing_is_refused_with_the_nearest(protocol: Tools) -> None:
    """BC-013."""
    answer = refused(protocol, "bluecode_read_function", target="BP_Door:Opne")
    assert answer["error_code"] == "unknown_target"
    assert answer["candidates"] == [f"{DOOR}:Open"]


@pytest.mark.parametrize(
    "target",
    thinned(["Open", "Blink", "ReceiveBeginPlay", "Near.OnComponentBeginOverlap"], 2, is_one_value=True),
)
def test_the_entry_of_a_target_is_main_in_both_directions(protocol: Tools, target: str) -> None:
    """BC-014: what was read of one entry is put back as it is, and plans nothing."""
    full = f"{DOOR}:{target}"
    read = asked(protocol, "bluecode_read_function", target=full)
    assert read["code"].startswith("main(")
    assert read["code"].count("PrintString") == 1
    before = protocol.project.state()
    dry = asked(protocol, "bluecode_apply", target=full, code=read["code"], dry_run=True)
    assert {item["op"] for item in dry["operations"]} == {"noop"}
    assert protocol.project.state() == before


def test_what_is_written_to_main_stands_in_the_entry_of_the_target(protocol: Tools) -> None:
    """BC-014."""
    target = f"{DOOR}:Far.OnComponentBeginOverlap"
    code = 'main()\n  PrintString("far")\n  PrintString("behind")\n'
    assert asked(protocol, "bluecode_apply", target=target, code=code)["ok"]
    for name, statements in (("Far", 2), ("Near", 1)):
        read = asked(protocol, "bluecode_read_function", target=f"{DOOR}:{name}.OnComponentBeginOverlap")
        assert read["statement_count"] == statements


def test_local_variables_are_told_beside_the_code_of_a_function(protocol: Tools) -> None:
    """BC-014: `main` uses them; what was read can be applied as it is."""
    local = {"name": "Count", "type": "int", "default": 3, "function": "Open"}
    asked(protocol, "bluecode_apply_variables", target=DOOR, variables=[local])
    target = f"{DOOR}:Open"
    code = 'main()\n  Count = Count + 1\n  PrintString("opening")\n'
    assert asked(protocol, "bluecode_apply", target=target, code=code)["ok"]
    read = asked(protocol, "bluecode_read_function", target=target)
    assert read["local_variables"] == [{"name": "Count", "type": "int", "default": "3"}]
    assert "Count = Count + 1" in read["code"]
    dry = asked(protocol, "bluecode_apply", target=target, code=read["code"], dry_run=True)
    assert {item["op"] for item in dry["operations"]} == {"noop"}


def test_an_end_behind_main_cuts_nothing(protocol: Tools) -> None:
    """BC-014, BC-021, BC-081: what stands behind stays."""
    target = f"{DOOR}:Open"
    code = 'main()\n  PrintString("first")\n  PrintString("opening")\n  end\n'
    assert asked(protocol, "bluecode_apply", target=target, code=code)["ok"]
    read = asked(protocol, "bluecode_read_function", target=target)["code"].splitlines()
    assert [line.strip().partition("(")[2][:-1] for line in read[1:3]] == ['"first"', '"opening"']
    assert read[3].strip().startswith("return ")


def test_a_return_leaves_the_function_of_the_target(protocol: Tools) -> None:
    """BC-014."""
    read = asked(protocol, "bluecode_read_function", target=f"{DOOR}:Open")
    assert read["code"].splitlines()[0] == "main(Speed: float) -> (IsDone: bool)"
    assert read["code"].splitlines()[-1].strip().startswith("return ")


def test_an_entry_that_leads_into_another_is_read_with_it(protocol: Tools) -> None:
    """BC-014: code that would not stand alone is not shown alone."""
    code = 'on Tick():\n  @Here:\n  PrintString("begin")\nevent Again():\n  goto Here\n'
    protocol.do("write_graph", blueprint=DOOR, code=code)
    alone = asked(protocol, "bluecode_read_function", target=f"{DOOR}:Again")["code"]
    assert alone.startswith("main()")
    assert "goto" not in alone
    read = asked(protocol, "bluecode_read_function", target=f"{DOOR}:Tick")
    assert "goto" in read["code"]
    assert "event Again()" in read["code"]
    assert "on Tick(" in read["code"]
    dry = asked(protocol, "bluecode_apply", target=f"{DOOR}:Tick", code=read["code"], dry_run=True)
    assert {item["op"] for item in dry["operations"]} == {"noop"}


@pytest.mark.parametrize(
    "target", ["BP_Door:Open", "BP_Door:Near.OnComponentBeginOverlap", "BP_Door:Nothing"]
)
def test_choosing_a_target_changes_nothing(protocol: Tools, target: str) -> None:
    """BC-015."""
    before = protocol.project.state()
    protocol.call("bluecode_set_function", target=target)
    assert protocol.project.state() == before


@pytest.mark.parametrize(
    ("target", "text"),
    thinned(
        [
            ("BP_Door:Close", f"{DOOR}:Close"),
            ("BP_Door:Fade(Time: float) -> (IsOver: bool)", f"{DOOR}:Fade"),
            ("BP_Door:event Ring()", f"{DOOR}:Ring"),
            ("BP_Door:ActorBeginOverlap", f"{DOOR}:ActorBeginOverlap"),
            ("BP_Door:Near.OnComponentHit", f"{DOOR}:Near.OnComponentHit"),
        ],
        2,
    ),
)
def test_a_missing_function_or_event_is_made_when_that_is_asked_for(
    protocol: Tools, target: str, text: str
) -> None:
    """BC-015."""
    answer = asked(protocol, "bluecode_set_function", target=target, create=True)
    assert answer["ok"], answer
    assert answer["target"] == text
    assert resolve_target(protocol.context).text == text
    again = asked(protocol, "bluecode_set_function", target=text, create=True)
    assert again["created"] is False


def test_a_made_function_has_the_inputs_and_outputs_of_the_target(protocol: Tools) -> None:
    """BC-015."""
    target = "BP_Door:Fade(Time: float) -> (IsOver: bool)"
    assert asked(protocol, "bluecode_set_function", target=target, create=True)["created"]
    code = asked(protocol, "bluecode_read_function")["code"]
    assert code.startswith("main(Time: float) -> (IsOver: bool)")


@pytest.mark.parametrize("name", ["Bad name!", "X():\n  pass\non Tick", "a.b.c"])
def test_a_target_that_is_no_name_is_not_made(protocol: Tools, name: str) -> None:
    """BC-015: text from outside is no code."""
    assert refused(protocol, "bluecode_set_function", target=f"BP_Door:{name}", create=True)["error"]


def test_a_new_conversation_has_no_scope(protocol: Tools) -> None:
    """BC-010."""
    asked(protocol, "bluecode_set_function", target=f"{DOOR}:Open")
    protocol.context.scope.clear()
    assert refused(protocol, "bluecode_read_function")["error_code"] == "no_target"


def test_a_long_reading_names_the_entries_that_can_be_read_alone(protocol: Tools) -> None:
    """BC-040: in front, so that it is seen where a conversation cuts the rest."""
    body = "".join(f'  PrintString("{"x" * 100} {n}")\n' for n in range(60))
    protocol.do("write_graph", blueprint=DOOR, code=f"event One():\n{body}event Two():\n{body}")
    text = protocol.do("bluecode_read_function", target=DOOR)
    assert text.index("One, ") < text.index('"code"')
    assert "note" not in asked(protocol, "bluecode_read_function", target=f"{DOOR}:Open")


# --- widgets -------------------------------------------------------------------------------------

MENU = "/Game/W_Menu"
BUTTON = "/Script/UMG.Button"
CLICKED = "/Script/UMG.Button:OnButtonClickedEvent__DelegateSignature"


@pytest.fixture
def menu(protocol: Tools) -> Tools:
    """A widget Blueprint with two buttons whose clicks are bound, as the designer does it."""
    sandbox = protocol.project.sandbox
    protocol.project.create(MENU, "/Script/UMG.UserWidget")
    for name in ("PlayButton", "QuitButton"):
        sandbox.add_widget(MENU, BUTTON, name)
    paste(protocol, MENU, *(ComponentEventSpec(name, "OnClicked") for name in ("PlayButton", "QuitButton")))
    return protocol


def test_events_of_widgets_are_targets_and_those_of_the_active_widget_win(menu: Tools) -> None:
    """BC-011, BC-012, BC-013."""
    full = f"{MENU}:QuitButton.OnClicked"
    assert resolve_target(menu.context, full).text == full
    asked(menu, "bluecode_set_function", target=MENU)
    both = refused(menu, "bluecode_read_function", target="OnClicked")
    assert both["candidates"] == [f"{MENU}:PlayButton.OnClicked", full]
    asked(menu, "bluecode_set_function", target="QuitButton")
    assert asked(menu, "bluecode_read_function", target="OnClicked")["target"] == full
    assert asked(menu, "bluecode_read_function", target="PlayButton.OnClicked")["function"] == (
        "PlayButton.OnClicked"
    )


def test_asset_and_widget_are_chosen_one_by_one(menu: Tools) -> None:
    """BC-010, BC-012, BC-015: the narrower scope ends with the wider one; a wrong name changes nothing."""
    menu.registry = protocol_registry()
    before = menu.project.state()
    asked(menu, "set_target_umg_asset", asset_path="W_Menu")
    chosen = asked(menu, "set_target_widget", widget_name="QuitButton")
    assert chosen["active"] == {"asset": MENU, "component": "QuitButton", "function": ""}
    read = asked(menu, "bluecode_read_function", target="OnClicked")
    assert read["target"] == f"{MENU}:QuitButton.OnClicked"
    wrong = json.loads(menu.refused("set_target_widget", widget="QuitButon"))
    assert (wrong["error_code"], wrong["candidates"][0]) == ("unknown_target", f"{MENU}:QuitButton")
    assert menu.context.scope.component == "QuitButton"
    assert asked(menu, "set_target_widget")["active"]["component"] == ""
    assert asked(menu, "set_target_widget", target=f"{MENU}:PlayButton")["target"] == f"{MENU}:PlayButton"
    assert asked(menu, "set_target_umg_asset", target=DOOR)["active"]["component"] == ""
    assert menu.project.state() == before


def test_code_of_a_widgets_event_is_written_to_its_main(menu: Tools) -> None:
    """BC-014."""
    code = 'main()\n  PrintString("quit")\n'
    assert asked(menu, "bluecode_apply", target=f"{MENU}:QuitButton.OnClicked", code=code)["ok"]
    assert '"quit"' in asked(menu, "bluecode_read_function", target=f"{MENU}:QuitButton.OnClicked")["code"]
    assert (
        '"quit"' not in asked(menu, "bluecode_read_function", target=f"{MENU}:PlayButton.OnClicked")["code"]
    )


def test_a_function_that_a_widgets_property_calls_is_its_target() -> None:
    """BC-012: `Widget.Property` is the function that the binding names, and wins with that widget."""
    function = Graph("GetText_0", kind="function")
    binding = '(ObjectName="Title",PropertyName="Text",FunctionName="GetText_0",Kind=Function)'
    owner = Blueprint(MENU, "/Script/UMG.UserWidget", (function,), properties=(("Bindings(0)", binding),))
    (place,) = entry_points_of(owner, default_catalog())
    assert all(map(place.is_called, ("GetText_0", "Title.Text", "title:text", "Title.GetText_0")))
    assert not place.is_called("Text")
    assert place.belongs_to("Title")
    assert not place.belongs_to("Other")


def test_equal_entries_are_told_apart_by_their_nodes(protocol: Tools) -> None:
    """BC-013: a key that two nodes listen to; an event and a graph of one name."""
    paste(protocol, DOOR, InputKeySpec("E"), InputKeySpec("E"))
    answer = refused(protocol, "bluecode_read_function", target=f"{DOOR}:E")
    assert len(answer["candidates"]) == 2
    found = [resolve_target(protocol.context, item) for item in answer["candidates"]]
    assert len({item.entry_node for item in found}) == 2
    assert [item.text for item in found] == answer["candidates"]


@needs_corpus
def test_every_place_of_every_real_blueprint_has_a_target_of_its_own() -> None:
    """BC-011, BC-013: by its full name, or by its GUID where two entries of a graph are the same."""
    catalog = default_catalog()
    seen = 0
    for path in sorted((CORPUS / "exports").glob("*.copy")):
        owner = parse_blueprint_t3d(decode_t3d(path.read_bytes()))
        places = entry_points_of(owner, catalog)
        assert {place.graph for place in places} == {graph.name for graph in owner.graphs}
        for place in places:
            seen += 1
            named = [item for item in places if item.is_called(place.full_name)]
            assert place in named, (path.name, place.full_name)
            if len(named) > 1:
                assert [item for item in places if item.is_called(place.guid)] == [place]
            assert place in [item for item in places if item.is_called(place.name)]
    assert seen > 30


def test_hints_of_one_entry_are_taken_back_for_it(protocol: Tools) -> None:
    """BC-014, BC-072, BC-073: the node of the statement is changed, and no other entry."""
    target = f"{DOOR}:Far.OnComponentBeginOverlap"
    read = asked(protocol, "bluecode_read_function", target=target, detail="roundtrip")
    assert list(read["source_map"])
    node = read["source_map"]["/body/0"]["node_id"]
    maps = ("source_map", "action_hints", "expression_hints", "action_hints_by_line")
    hints = {name: read[name] for name in maps}
    code = read["code"].replace('"far"', '"very far"')
    answer = asked(
        protocol, "bluecode_apply", target=target, code=code, base_revision=read["base_revision"], **hints
    )
    assert answer["ok"], answer
    (operation,) = answer["operations"]
    assert (operation["op"], operation["target_node_id"]) == ("update", node)
    after = asked(protocol, "bluecode_read_function", target=target)
    assert '"very far"' in after["code"]
    assert after["statement_count"] == 1
