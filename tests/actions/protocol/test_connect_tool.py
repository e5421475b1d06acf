"""Links one by one: ends in any spelling, pins that are left out, and none that takes another's place."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from actions.conftest import DOOR
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, ConnectPinsStep, EditPlan, PinAt
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.kinds.specs import KnotSpec
from blueprint_assistant.languages.decompile.source_map import link_ends
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

TARGET = f"{DOOR}:EventGraph"


@pytest.fixture
def door(tools: Tools) -> Tools:
    """A Blueprint with a loose Print String, Branch and Actor nodes beside what BeginPlay does."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    code = (
        "var Score: int = 1\nvar Label: string\nvar IsOpen: bool\n"
        'on BeginPlay():\n  let first = PrintString("one")\n'
        'on Tick(DeltaSeconds):\n  if IsOpen:\n    PrintString("two")\n'
    )
    tools.do("write_graph", blueprint=DOOR, code=code)
    return tools


def asked(tools: Tools, *connects: Any, **more: Any) -> dict[str, Any]:
    more.setdefault("target", TARGET)
    answer: dict[str, Any] = json.loads(tools.call("bluecode_connect", connects=list(connects), **more).text)
    return answer


def refused(tools: Tools, *connects: Any, **more: Any) -> dict[str, Any]:
    """A call that must be refused and change nothing."""
    answer: dict[str, Any] = json.loads(
        tools.refused("bluecode_connect", connects=list(connects), target=TARGET, **more)
    )
    assert answer["operations"] == []
    return answer


def added(tools: Tools, **parameters: Any) -> str:
    """Adds a node; its N id."""
    return tools.do("add_node", blueprint=DOOR, **parameters).split(":")[0].split()[-1]


def guid(tools: Tools, node_id: str) -> str:
    return tools.node(node_id).guid


def links(tools: Tools) -> set[str]:
    """The links of the event graph, with the titles of their nodes left as ids."""
    return {" -> ".join(ends) for _, ends in link_ends(tools.event_graph)}


def ends_of(tools: Tools, text: str) -> str:
    """A link in GUIDs, of one that is written with N ids."""
    for node in tools.context.nodes.nodes:
        text = text.replace(f"{node.id}:", f"{node.guid}:")
    return text


SPELLINGS = [
    "{a}:then -> {b}:execute",
    "{a}: then->{b} : execute",
    "{ga}:then → {gb}:execute",
    "{na}:then -> {nb}:execute",
    "{a}.then -> {b}.execute",
    {"source": "{a}:then", "target": "{b}:execute"},
    {"source": "{a}", "source_pin": "then", "target": "{b}", "target_pin": "execute"},
    {"source": {"node": "{ga}", "pin": "then"}, "target": {"node_id": "{gb}", "pin": "Execute"}},
    {"from": "{a}:then", "to": "{b}:execute"},
    {"connect": "{ga}:then -> {gb}:execute"},
    "First:then -> Second:execute",
    "{b}:execute -> {a}:then",
]


@pytest.mark.parametrize(
    "spelling", thinned(thinned(SPELLINGS, 4, is_one_value=True), 3, is_one_value=True), ids=str
)
def test_a_link_is_made_in_every_spelling_of_its_ends(door: Tools, spelling: Any) -> None:
    """BC-180: objects and arrows; ids, names and aliases; N ids."""
    a = added(door, node_type="Delay")
    b = added(door, node_type="PrintString", y=400)
    names = {"a": a, "b": b, "ga": guid(door, a), "gb": guid(door, b)}
    names |= {"na": door.node(a).name, "nb": door.node(b).name}
    item = json.loads(
        json.dumps(spelling)
        .replace("{a}", names["a"])
        .replace("{b}", names["b"])
        .replace("{ga}", names["ga"])
        .replace("{gb}", names["gb"])
        .replace("{na}", names["na"])
        .replace("{nb}", names["nb"])
    )
    answer = asked(door, item, aliases={"First": names["ga"], "second": names["gb"]})
    assert answer["ok"], answer
    (operation,) = answer["operations"]
    assert operation["status"] == "linked"
    assert operation["kind"] == "exec"
    link = f"{names['ga']}:then -> {names['gb']}:execute"
    assert f"{operation['source']} -> {operation['target']}" == link
    assert link in links(door)
    assert answer["new_revision"] == str(revision(door.event_graph)) != answer["base_revision"]


@pytest.mark.parametrize(
    "pin", thinned(["InString", "in string", "INSTRING", "In_String", "In String"], 2, is_one_value=True)
)
def test_a_pin_is_found_by_name_and_by_what_the_editor_shows(door: Tools, pin: str) -> None:
    """BC-180: internal, display and friendly names; blanks and letter case do not count."""
    a = added(door, node_type="VariableGet", variable_name="Label")
    b = added(door, node_type="PrintString")
    assert asked(door, f"{a}:Label -> {b}:{pin}")["ok"]
    assert ends_of(door, f"{a}:Label -> {b}:InString") in links(door)


def test_a_number_is_the_pin_with_that_number(door: Tools) -> None:
    """BC-130, BC-180: `[0]` and `0` are one pin."""
    a = added(door, node_type="VariableGet", variable_name="Score")
    b = added(door, node_type="MakeArray")
    door_pins = [pin.name for pin in door.node(b).pins if pin.direction == "input"]
    assert door_pins[0] == "[0]"
    assert asked(door, f"{a}:Score -> {b}:0")["ok"]
    assert ends_of(door, f"{a}:Score -> {b}:[0]") in links(door)


def test_a_node_is_found_by_the_name_that_the_code_gives_it(door: Tools) -> None:
    """BC-180: names are those that a reading of the graph shows."""
    code = (
        "event Look()\n  let hero = GetPlayerPawn(0)\n"
        "  PrintString(GetObjectName(hero))\n  PrintString(GetDisplayName(hero))\n"
    )
    door.do("write_graph", blueprint=DOOR, code=code)
    said = re.search(r"let (\w+) = GetPlayerPawn", door.do("read_graph", blueprint=DOOR))
    assert said is not None
    destroy = added(door, node_type="CallFunction", function_name="Actor.K2_DestroyActor")
    answer = asked(door, f"{said[1]} -> {destroy}:Target", f"Look -> {destroy}")
    assert not answer["ok"], "Look leads to the first Print String"
    assert answer["failures"][0]["error_code"] == "exec_output_in_use"
    assert asked(door, f"{said[1]} -> {destroy}:Target")["ok"]
    pawn = next(node for node in door.event_graph.nodes if "GetPlayerPawn" in str(node.properties))
    assert f"{pawn.guid}:ReturnValue -> {guid(door, destroy)}:self" in links(door)


def test_a_node_is_found_by_its_title_when_it_is_one(door: Tools) -> None:
    """BC-180: of several the candidates are told."""
    delay = added(door, node_type="Delay")
    assert asked(door, "branch:else -> Delay:execute")["ok"]
    assert any(link.endswith(f":else -> {guid(door, delay)}:execute") for link in links(door))
    answer = refused(door, "Delay:then -> Print String:execute")
    assert answer["error_code"] == "ambiguous_target"
    found = answer["failures"][0]["candidates"]
    assert {item["title"] for item in found} == {"Print String"}
    assert len(found) == 2
    assert asked(door, f"Delay:then -> {found[0]['id']}:execute")["ok"]


@pytest.mark.parametrize(
    ("written", "wanted"),
    thinned(
        [
            ("{get} -> {print}", "{get}:Label -> {print}:InString"),
            ("{get} -> {print}:InString", "{get}:Label -> {print}:InString"),
            ("{get}:Label -> {print}", "{get}:Label -> {print}:InString"),
            ("{get}:result -> {print}:value", "{get}:Label -> {print}:InString"),
            ("{get}:output -> {print}:input", "{get}:Label -> {print}:InString"),
            ("{delay} -> {print}:execute", "{delay}:then -> {print}:execute"),
            ("{delay}:then -> {print}", "{delay}:then -> {print}:execute"),
            ("{float} -> {delay}", "{float}:DeltaSeconds -> {delay}:Duration"),
        ],
        3,
    ),
)
def test_a_pin_that_is_left_out_is_the_only_one_that_fits(door: Tools, written: str, wanted: str) -> None:
    """BC-181."""
    names = {
        "get": added(door, node_type="VariableGet", variable_name="Label"),
        "print": added(door, node_type="PrintString"),
        "delay": added(door, node_type="Delay", y=300),
    }
    names["float"] = next(
        door.context.nodes.id_of(DOOR, "EventGraph", node)
        for node in door.event_graph.nodes
        if node.find_pin("DeltaSeconds")
    )
    if "float" in written:
        written = "{float}:DeltaSeconds -> {delay}"
    assert asked(door, written.format(**names))["ok"]
    assert ends_of(door, wanted.format(**names)) in links(door)


def test_pins_that_are_left_out_are_not_guessed(door: Tools) -> None:
    """BC-181: of several the candidates are told, each a link that can be sent."""
    a, b = added(door, node_type="Delay"), added(door, node_type="MultiGate")
    answer = refused(door, f"{a} -> {b}")
    assert answer["error_code"] == "ambiguous_pin"
    (failure,) = answer["failures"]
    assert len(failure["candidates"]) == 2
    assert ends_of(door, f"{a}:then -> {b}:execute") in failure["candidates"]
    assert asked(door, failure["candidates"][0])["ok"]
    assert failure["candidates"][0] in links(door)


def test_pins_that_do_not_fit_at_all_are_told(door: Tools) -> None:
    """BC-181: the pins of both nodes."""
    a, b = added(door, node_type="VariableGet", variable_name="Label"), added(door, node_type="Branch")
    answer = refused(door, f"{a} -> {b}:Condition")
    assert answer["error_code"] == "pin_type_mismatch"
    answer = refused(door, f"{b}:Foo -> {a}")
    assert answer["error_code"] == "unknown_pin"
    assert answer["failures"][0]["candidates"] == ["then", "else"]


def test_a_wrong_pin_name_never_means_the_only_pin(door: Tools) -> None:
    """BC-181: only words that say nothing but a direction do."""
    a, b = added(door, node_type="VariableGet", variable_name="Label"), added(door, node_type="PrintString")
    answer = refused(door, f"{a}:Text -> {b}:InString")
    assert (answer["error_code"], answer["failures"][0]["candidates"]) == ("unknown_pin", ["Label"])


def test_a_link_that_is_there_is_success_and_changes_nothing(door: Tools) -> None:
    """BC-182."""
    a, b = added(door, node_type="Delay"), added(door, node_type="PrintString")
    asked(door, f"{a}:then -> {b}:execute")
    door.done_before("bluecode_connect", target=TARGET, connects=[f"{a}:then -> {b}:execute"])
    (operation,) = asked(door, f"{a} -> {b}")["operations"]
    assert operation["status"] == "already_linked"


def test_a_link_through_a_conversion_is_there_the_second_time(door: Tools) -> None:
    """BC-182: the node between is told."""
    a, b = added(door, node_type="VariableGet", variable_name="Score"), added(door, node_type="PrintString")
    (operation,) = asked(door, f"{a}:Score -> {b}:InString")["operations"]
    (between,) = operation["through"]
    assert any(node.guid == between["node_id"] for node in door.event_graph.nodes)
    assert f"{guid(door, a)}:Score -> {between['node_id']}:InInt" in links(door)
    door.done_before("bluecode_connect", target=TARGET, connects=[f"{a}:Score -> {b}:InString"])


def test_a_link_that_would_replace_another_is_refused_with_it(door: Tools) -> None:
    """BC-182: data inputs and exec outputs; what is in the way can be sent to bluecode_delete."""
    a, b = added(door, node_type="VariableGet", variable_name="Label"), added(door, node_type="PrintString")
    c, d = added(door, node_type="VariableGet", variable_name="Score"), added(door, node_type="Delay")
    asked(door, f"{a}:Label -> {b}:InString", f"{d}:then -> {b}:execute")
    answer = refused(door, f"{c}:Score -> {b}:InString")
    assert answer["error_code"] == "would_replace_link"
    (in_the_way,) = answer["failures"][0]["candidates"]
    assert in_the_way["delete_target"]["source"] == f"{guid(door, a)}:Label"
    answer = refused(door, f"{d}:then -> Branch:execute")
    assert answer["error_code"] == "exec_output_in_use"


def test_an_exec_input_and_a_target_take_many(door: Tools) -> None:
    """BC-182: only what breaks a link is refused."""
    b = added(door, node_type="PrintString")
    one, other = added(door, node_type="Delay"), added(door, node_type="Delay")
    assert asked(door, f"{one}:then -> {b}:execute", f"{other}:then -> {b}:execute")["ok"]


def test_of_several_links_all_are_made_or_none_and_every_mistake_is_told(door: Tools) -> None:
    """BC-180, BC-182: later items are tried on what the earlier ones made."""
    a, b = added(door, node_type="Delay"), added(door, node_type="PrintString")
    c = added(door, node_type="PrintString")
    answer = refused(
        door,
        f"{a}:then -> {b}:execute",
        f"{a}:then -> {c}:execute",
        f"{b}:then -> Nobody:execute",
        {"source": a},
        f"{b}:then -> {b}:execute",
    )
    assert [(item["index"], item["error_code"]) for item in answer["failures"]] == [
        (1, "exec_output_in_use"),
        (2, "unknown_node"),
        (3, "parse_error"),
        (4, "link_refused"),
    ]
    assert answer["error_code"] == "exec_output_in_use"
    answer = asked(door, f"{a}:then -> {b}:execute", f"{b}:then -> {c}:execute")
    assert [item["status"] for item in answer["operations"]] == ["linked", "linked"]


def test_a_wildcard_takes_its_type_from_an_earlier_item(door: Tools) -> None:
    """BC-182: the second item is tried on a node whose pins have types by then."""
    a = added(door, node_type="VariableGet", variable_name="Score")
    array, b = (
        added(door, node_type="MakeArray"),
        added(door, node_type="VariableGet", variable_name="IsOpen"),
    )
    answer = refused(door, f"{a}:Score -> {array}:[0]", f"{b}:IsOpen -> {array}:Array")
    assert answer["failures"][0]["index"] == 1
    loop = added(door, node_type="ForEachLoop")
    done = asked(door, f"{a}:Score -> {array}:[0]", f"{array} -> {loop}:Array")
    assert done["ok"]
    assert door.node(loop).find_pin("Array Element").type.category == "int"  # type: ignore[union-attr]


def test_a_stale_revision_is_refused(door: Tools) -> None:
    """BC-180, I8."""
    a, b = added(door, node_type="Delay"), added(door, node_type="PrintString")
    answer = json.loads(
        door.refused(
            "bluecode_connect", target=TARGET, connects=[f"{a} -> {b}:execute"], base_revision="bcrev:1-0"
        )
    )
    assert answer["error_code"] == "graph_revision_conflict"
    assert answer["actual_revision"] == str(revision(door.event_graph))
    assert asked(door, f"{a} -> {b}:execute", base_revision=answer["actual_revision"])["ok"]


def test_a_node_of_another_graph_is_told_where_it_is(door: Tools) -> None:
    """BC-180."""
    door.do("write_graph", blueprint=DOOR, code="func Sum(A: int) -> (B: int)\n  return A + 1\n")
    inner = next(graph for graph in door.door.graphs if graph.name == "Sum").nodes[0]
    answer = refused(door, f"{inner.guid}:then -> Branch:execute")
    assert "is in Sum" in answer["error"]
    assert asked(door, "Nobody:x -> Branch:execute", target=f"{DOOR}:Sum")["error_code"] == "unknown_node"


def test_a_link_through_a_reroute_is_there(door: Tools) -> None:
    """BC-182: as the code says it, which does not know reroutes."""
    a, b = added(door, node_type="Delay"), added(door, node_type="PrintString")
    names = door.node(a).name, door.node(b).name
    steps = (
        AddNodeStep("EventGraph", "knot", KnotSpec(), 100, 100),
        ConnectPinsStep("EventGraph", PinAt(names[0], "then"), PinAt("knot", "InputPin")),
        ConnectPinsStep("EventGraph", PinAt("knot", "OutputPin"), PinAt(names[1], "execute")),
    )
    door.project.editor.apply(EditPlan(DOOR, "reroute", steps))
    door.done_before("bluecode_connect", target=TARGET, connects=[f"{a}:then -> {b}:execute"])


def test_what_is_sent_is_not_echoed_whole(door: Tools) -> None:
    """A refusal stays short, whatever was sent."""
    text = json.dumps(refused(door, f"{'x' * 100_000}:y -> {'z' * 100_000}"))
    assert len(text) < 2000


def test_main_is_the_entry_of_the_target(door: Tools) -> None:
    """BC-014, BC-180: in a function or event that is the target."""
    door.do("write_graph", blueprint=DOOR, code="event Boom()\n  end\n")
    delay = added(door, node_type="Delay")
    answer = asked(door, f"main -> {delay}:execute", target=f"{DOOR}:Boom")
    assert answer["ok"], answer
    boom = next(node for node in door.event_graph.nodes if node.class_name == "K2Node_CustomEvent")
    assert f"{boom.guid}:then -> {guid(door, delay)}:execute" in links(door)
