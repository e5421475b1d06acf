from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools


@pytest.fixture
def nodes(tools: Tools) -> Tools:
    """N1 Event Tick, N2 Print String, N3 Branch, N4 vector * float, N5 Add Actor World Offset."""
    door = {"blueprint": "BP_Door"}
    tools.do("add_node", **door, node_type="Event", event_name="Tick")
    tools.do("add_node", **door, node_type="PrintString")
    tools.do("add_node", **door, node_type="Branch")
    tools.do("add_node", **door, node_type="CallFunction", function_name="Multiply_VectorFloat")
    tools.do("add_node", **door, node_type="CallFunction", function_name="AddActorWorldOffset")
    return tools


def link(source: str, target: str) -> dict[str, str]:
    source_node, _, source_pin = source.partition(".")
    target_node, _, target_pin = target.partition(".")
    return {
        "source_node": source_node,
        "source_pin": source_pin,
        "target_node": target_node,
        "target_pin": target_pin,
    }


@pytest.mark.parametrize(
    ("source", "target", "made"),
    thinned(
        [
            ("N1.then", "N2.execute", "N1.then -> N2.execute"),
            ("n1.exec", "N2.Exec", "N1.then -> N2.execute"),
            ("N1.Event Tick", "N2.execute", "N1.then -> N2.execute"),
            ("N3.False", "N2.execute", "N3.else -> N2.execute"),
            ("N1.Delta Time", "N4.B", "N1.DeltaSeconds -> N4.B"),
            ("N4.Result", "N5.Delta Location", "N4.ReturnValue -> N5.DeltaLocation"),
            ("N2.execute", "N1.then", "N1.then -> N2.execute"),
        ],
        3,
    ),
)
def test_pins_are_linked_under_the_names_that_models_use(
    nodes: Tools, source: str, target: str, made: str
) -> None:
    assert nodes.do("connect_nodes", **link(source, target)) == f"Linked {made}."
    assert nodes.links() == {made}


def test_a_replaced_exec_link_is_told(nodes: Tools) -> None:
    nodes.do("connect_nodes", **link("N1.then", "N2.execute"))
    text = nodes.do("connect_nodes", **link("N1.then", "N3.execute"))
    assert "This replaced the link N1.then -> N2.execute." in text
    assert nodes.links() == {"N1.then -> N3.execute"}


def test_a_conversion_node_gets_an_id_and_is_told(nodes: Tools) -> None:
    text = nodes.do("connect_nodes", **link("N1.DeltaSeconds", "N2.InString"))
    assert "Through a new N6: To String (Float)" in text
    assert "N6.ReturnValue -> N2.InString" in nodes.links()


def test_linking_again_is_success_without_a_change(nodes: Tools) -> None:
    nodes.do("connect_nodes", **link("N1.then", "N2.execute"))
    assert "already" in nodes.done_before("connect_nodes", **link("N1.then", "N2.exec"))


@pytest.mark.parametrize(
    ("source", "target", "mentioned"),
    thinned(
        [
            ("N1.thn", "N2.execute", "then"),
            ("N2.Foo", "N5.DeltaLocation", "then"),
            ("N4.then", "N5.execute", "pure"),
            ("N4.ReturnValue", "N5.DeltaLocation.X", "Make or Break"),
            ("N4.ReturnValue", "N3.Condition", "N4.ReturnValue cannot be linked to N3.Condition"),
            ("N9.then", "N2.execute", "N1 Event Tick"),
            ("N1.then", "Print String.execute", "N2"),
        ],
        3,
    ),
)
def test_a_link_that_cannot_be_made_is_refused_with_what_there_is(
    nodes: Tools, source: str, target: str, mentioned: str
) -> None:
    if source == "N1.thn":
        source = "N3.thn"
    assert mentioned in nodes.refused("connect_nodes", **link(source, target))


def test_nodes_of_two_blueprints_are_never_linked(nodes: Tools) -> None:
    nodes.do("create_blueprint", name="BP_Gun")
    nodes.do("add_node", blueprint="BP_Gun", node_type="PrintString")
    text = nodes.refused("connect_nodes", **link("N1.then", "N6.execute"))
    assert "N6 Print String" in text
    assert "/Game/BP_Gun" in text


def test_a_node_that_was_deleted_meanwhile_is_said_to_be_gone(nodes: Tools) -> None:
    nodes.project.delete_node(nodes.door.path, "EventGraph", nodes.node("N2").name)
    text = nodes.refused("connect_nodes", **link("N1.then", "N2.execute"))
    assert "no longer in EventGraph" in text
    assert "N1 Event Tick, N3 Branch" in text


@pytest.mark.parametrize(
    ("node", "pin", "value", "expected"),
    thinned(
        [
            ("N2", "InString", "Hello, World", "InString=Hello, World"),
            ("N2", "text", "", "InString="),
            ("N2", "Print to Log", False, "bPrintToLog=false"),
            ("N2", "Duration", 5, "Duration=5"),
            ("N3", "Condition", "False", "Condition=false"),
            ("N5", "DeltaLocation", [0, 0, 100], "DeltaLocation=100"),
            ("N5", "DeltaLocation", {"X": 0, "Y": 0, "Z": 100}, "DeltaLocation=100"),
        ],
        3,
    ),
)
def test_a_value_is_set_in_the_forms_that_models_send_and_read_back(
    nodes: Tools, node: str, pin: str, value: Any, expected: str
) -> None:
    pin_name, _, held = expected.partition("=")
    text = nodes.do("set_pin_value", node_id=node, pin_name=pin, value=value)
    assert held in text or "empty" in text
    assert f"{node}.{pin_name} (" in text
    assert held in nodes.node(node).find_pin(pin_name).default  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("node", "pin", "value", "mentioned"),
    thinned(
        [
            ("N3", "Condition", "maybe", "maybe"),
            ("N5", "DeltaLocation", "north", "north"),
            ("N2", "InStrng", "x", "InString"),
            ("N1", "DeltaSeconds", 1, "output pin"),
            ("N2", "execute", 1, "exec"),
            ("N9", "x", 1, "N1 Event Tick"),
        ],
        3,
    ),
)
def test_a_value_that_cannot_be_set_is_refused_and_nothing_changes(
    nodes: Tools, node: str, pin: str, value: Any, mentioned: str
) -> None:
    assert mentioned in nodes.refused("set_pin_value", node_id=node, pin_name=pin, value=value)


def test_a_linked_pin_takes_no_value_and_the_link_is_named(nodes: Tools) -> None:
    nodes.do("connect_nodes", **link("N4.ReturnValue", "N5.DeltaLocation"))
    text = nodes.refused("set_pin_value", node_id="N5", pin_name="DeltaLocation", value="1,2,3")
    assert "N4.ReturnValue -> N5.DeltaLocation" in text


def test_a_class_pin_takes_a_class_by_name(nodes: Tools) -> None:
    call = {"node_type": "CallFunction", "function_name": "GetActorOfClass"}
    nodes.do("add_node", blueprint="BP_Door", **call)
    text = nodes.do("set_pin_value", node_id="N6", pin_name="ActorClass", value="Pawn")
    assert "/Script/Engine.Pawn" in text
    assert "Actor" in nodes.refused("set_pin_value", node_id="N6", pin_name="ActorClass", value="StaticMesh")
