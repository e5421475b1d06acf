"""rename_variable and remove_member on every kind of member, by exact names; what other Blueprints use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import deep, thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

GATE = """
var bOpen: bool
var Energy: float
dispatcher OnOpened()
on BeginPlay():
  Open()
  bind OnOpened += event Open
  SetTimer("Blink", 1.0, true)
  SetTimer("Shut", 2.0)
  broadcast OnOpened()

event Open():
  bOpen = true
  PrintString("open")

event Shut():
  bOpen = false

func Blink():
  PrintString("blink")
"""


@pytest.fixture
def gate(tools: Tools) -> Tools:
    """BP_Door with members of many kinds, some of which look alike."""
    tools.do("write_graph", blueprint="BP_Door", code=GATE)
    return tools


def code(tools: Tools) -> str:
    return tools.do("read_graph", blueprint="BP_Door")


# --- which member a name means ---------------------------------------------------------------------


def test_an_exact_name_wins_over_one_that_looks_like_it(gate: Tools) -> None:
    text = gate.do("rename_member", blueprint="BP_Door", old_name="open", new_name="OpenDoor")
    assert "Renamed custom event of /Game/BP_Door: Open is OpenDoor now, in 2 nodes" in text
    told = code(gate)
    assert "on BeginPlay()\n  OpenDoor()\n  bind OnOpened += event OpenDoor\n" in told
    assert 'event OpenDoor()\n  bOpen = true\n  PrintString("open")' in told
    assert "0 errors" in gate.do("compile_blueprint", blueprint="BP_Door")


@pytest.mark.parametrize(
    ("tool", "given", "meant"),
    thinned(
        [
            ("rename_variable", {"old_name": "b_open", "new_name": "A"}, "variable bOpen"),
            ("remove_member", {"member_name": "On Opened"}, "event dispatcher OnOpened"),
            ("set_variable_defaults", {"variable_name": "is Energy", "default_value": 1}, "Energy"),
            (
                "set_variable_defaults",
                {"variable_name": "Open", "default_value": True},
                "that is a custom event",
            ),
            ("change_function", {"function_name": "b link", "is_const": True}, "function Blink"),
        ],
        1,
    ),
)
def test_a_name_that_only_looks_like_one_changes_nothing(
    gate: Tools, tool: str, given: dict[str, Any], meant: str
) -> None:
    assert meant in gate.refused(tool, blueprint="BP_Door", **given)


# --- renaming and removing -------------------------------------------------------------------------


@deep
def test_the_nodes_of_a_renamed_event_keep_their_ids(gate: Tools) -> None:
    told = gate.do("get_blueprint_info", blueprint="BP_Door", include_nodes=True)
    call = next(
        line.split(":")[0].strip() for line in told.splitlines() if ": Open (K2Node_CallFunction)" in line
    )
    gate.do("rename_variable", blueprint="BP_Door", old_name="Open", new_name="OpenDoor")
    assert gate.node(call).class_name == "K2Node_CallFunction"


def test_a_dispatcher_is_renamed_with_its_nodes(gate: Tools) -> None:
    text = gate.do("rename_dispatcher", blueprint="BP_Door", old_name="OnOpened", new_name="OnMoved")
    assert "OnOpened is OnMoved now, in 2 nodes" in text
    told = code(gate)
    assert "bind OnMoved += event Open" in told
    assert "broadcast OnMoved()" in told
    assert "0 errors" in gate.do("compile_blueprint", blueprint="BP_Door")


def test_texts_that_name_a_function_follow_it(gate: Tools) -> None:
    text = gate.do("rename_function", blueprint="BP_Door", old_name="Blink", new_name="Flash")
    assert "in 1 text that names it" in text
    gate.do("rename_variable", blueprint="BP_Door", old_name="Shut", new_name="Close")
    told = code(gate)
    assert '"Flash"' in told
    assert '"Close"' in told
    assert '"Blink"' not in told


def test_a_custom_event_is_removed_with_what_only_it_leads_to(gate: Tools) -> None:
    text = gate.refused("remove_member", blueprint="BP_Door", member_name="Open")
    assert "in use" in text
    assert "Open in EventGraph" in text
    text = gate.refused("remove_member", blueprint="BP_Door", member_name="Shut")
    assert "Set Timer by Function Name" in text
    gate.do("write_graph", blueprint="BP_Door", code="event Extra():\n  PrintString(bOpen)\n")
    text = gate.do("remove_member", blueprint="BP_Door", member_name="Extra")
    assert "Removed custom event Extra with 3 nodes that only it led to" in text
    assert "Extra" not in code(gate)


def test_a_function_that_a_text_or_a_variable_calls_stays(gate: Tools) -> None:
    assert "Set Timer by Function Name" in gate.refused(
        "remove_member", blueprint="BP_Door", member_name="Blink"
    )
    gate.do("set_variable_defaults", blueprint="BP_Door", name="Energy", replication="rep_notify")
    for tool, given in (
        ("remove_member", {"name": "OnRep_Energy"}),
        ("rename_variable", {"old": "OnRep_Energy", "new": "Told"}),
    ):
        assert "variable Energy is RepNotify" in gate.refused(tool, blueprint="BP_Door", **given)


@deep
def test_a_local_variable_is_found_by_its_name_alone(gate: Tools) -> None:
    gate.do("add_variable", blueprint="BP_Door", name="Step", type="int", function_name="Blink")
    assert "Step is Pace now" in gate.do("rename_variable", blueprint="BP_Door", old="Step", new="Pace")
    assert "local variable Pace of Blink" in gate.do("remove_member", blueprint="BP_Door", name="Pace")


# --- what other Blueprints use ---------------------------------------------------------------------

LAMP = """
var Door: BP_Door
on BeginPlay():
  Door.Energy = 3
  Door.Blink()
  bind Door.OnOpened += event Heard

event Heard():
  PrintString(Door.Energy)
"""


@pytest.fixture
def lamp(gate: Tools) -> Tools:
    """BP_Lamp, which uses members of BP_Door and was never saved."""
    gate.do("create_blueprint", name="BP_Lamp")
    gate.do("write_graph", blueprint="BP_Lamp", code=LAMP)
    return gate


@pytest.mark.parametrize(
    ("tool", "given"),
    thinned(
        [
            ("remove_member", {"member_name": "Energy"}),
            ("set_variable_defaults", {"variable_name": "Energy", "variable_type": "int"}),
            ("change_function", {"function_name": "Blink", "access_specifier": "private"}),
        ],
        1,
    ),
)
def test_what_another_blueprint_uses_is_refused_and_named_until_it_is_meant(
    lamp: Tools, tool: str, given: dict[str, Any]
) -> None:
    text = lamp.refused(tool, blueprint="BP_Door", **given)
    assert "used_elsewhere" in text
    assert "in BP_Lamp (" in text
    assert "even_if_used: true" in text
    text = lamp.do(tool, blueprint="BP_Door", even_if_used=True, **given)
    assert "Note: " in text
    assert "BP_Lamp" in text


def test_nodes_of_other_blueprints_are_brought_along(lamp: Tools) -> None:
    lamp.do("create_blueprint", name="BP_Child", parent_class="BP_Door")
    code = "on BeginPlay():\n  Energy = Energy + 1\n  Blink()\n  Open()\n  broadcast OnOpened()\n"
    lamp.do("write_graph", blueprint="BP_Child", code=code)
    for old, new in (("Energy", "Power"), ("Blink", "Flash"), ("OnOpened", "OnMoved"), ("Open", "Swing")):
        text = lamp.do("rename_variable", blueprint="BP_Door", old=old, new=new)
        assert f"of BP_Child made anew for {new}." in text
    given = {"function_name": "Flash", "inputs": "Speed: float"}
    assert "1 node of BP_Lamp made anew for Flash" in lamp.do("change_function", blueprint="BP_Door", **given)
    told = lamp.do("read_graph", blueprint="BP_Child")
    assert "Power = Power + 1.0\n  Flash()\n  Swing()\n  broadcast OnMoved()" in told
    assert "bind Door.OnMoved += event Heard" in lamp.do("read_graph", blueprint="BP_Lamp")
    for name in ("BP_Door", "BP_Lamp", "BP_Child"):
        assert "0 errors" in lamp.do("compile_blueprint", blueprint=name)
    found = lamp.do("find_references", name="BP_Door.Flash")
    assert "BP_Child EventGraph" in found  # a call on itself, of what it inherits


@deep
def test_what_no_call_makes_anew_elsewhere_is_refused_and_named(gate: Tools) -> None:
    gate.do("add_function", blueprint="BP_Door", name="Heat", outputs="Left: float")
    gate.do("create_blueprint", name="BP_Child", parent_class="BP_Door")
    gate.do("override_function", blueprint="BP_Child", function_name="Heat")
    given = {"blueprint": "BP_Door", "old_name": "Heat", "new_name": "Warm"}
    text = gate.refused("rename_variable", **given)
    assert "in BP_Child (Heat, Parent: Heat, Return Node) use Heat and would not follow" in text
    assert "mend Heat, Parent: Heat, Return Node in BP_Child" in gate.do(
        "rename_variable", even_if_used=True, **given
    )


@deep
def test_a_member_of_a_parent_is_said_to_be_there(gate: Tools) -> None:
    gate.do("create_blueprint", name="BP_Child", parent_class="BP_Door")
    for tool, given in (
        ("rename_variable", {"old_name": "energy", "new_name": "Power"}),
        ("remove_member", {"member_name": "Blink"}),
    ):
        text = gate.refused(tool, blueprint="BP_Child", **given)
        assert "which inherits it from /Game/BP_Door" in text
        assert "Send it for BP_Door." in text


@deep
def test_a_child_that_uses_what_it_inherits_is_named(gate: Tools) -> None:
    gate.do("create_blueprint", name="BP_Child", parent_class="BP_Door")
    gate.do("create_blueprint", name="BP_Grandchild", parent_class="BP_Child")
    gate.do("write_graph", blueprint="BP_Grandchild", code="on BeginPlay():\n  Energy = 3\n  Blink()\n")
    text = gate.refused("remove_member", blueprint="BP_Door", member_name="Energy")
    assert "1 node in BP_Grandchild (Set Energy) uses Energy" in text
    # What derives from it may use what is protected.
    gate.do("change_function", blueprint="BP_Door", function_name="Blink", access_specifier="protected")


@pytest.mark.parametrize(
    ("tool", "given"),
    thinned(
        [
            ("add_variable", {"name": "Mana", "type": "float"}),
            ("add_function", {"name": "mana"}),
            ("add_dispatcher", {"name": "Mana"}),
            ("add_component", {"name": "Mana", "type": "Box"}),
            ("add_node", {"node_type": "CustomEvent", "event_name": "Mana"}),
            ("write_graph", {"code": "var Mana: int\n"}),
            ("write_graph", {"code": "func Mana():\n  pass\n"}),
            ("write_graph", {"code": "event Mana():\n  pass\n"}),
            ("rename_variable", {"old_name": "Energy", "new_name": "Mana"}),
        ],
        1,
    ),
)
def test_a_name_that_a_child_has_is_refused(gate: Tools, tool: str, given: dict[str, Any]) -> None:
    gate.do("create_blueprint", name="BP_Child", parent_class="BP_Door")
    gate.do("add_variable", blueprint="BP_Child", name="Mana", type="float")
    text = gate.refused(tool, blueprint="BP_Door", **given)
    assert "/Game/BP_Child, which derives from /Game/BP_Door, has a variable Mana already" in text


# --- one room for all names, and what is told of members --------------------------------------------


@pytest.mark.parametrize(
    ("tool", "given"),
    thinned(
        [
            ("add_function", {"name": "open"}),
            ("add_variable", {"name": "OPEN", "type": "int"}),
            ("add_component", {"name": "blink", "type": "Box"}),
            ("add_node", {"node_type": "CustomEvent", "event_name": "energy"}),
            ("add_variable", {"name": "STEP", "type": "int"}),
            ("rename_variable", {"old_name": "Shut", "new_name": "energy"}),
            ("write_graph", {"code": "dispatcher shut()\n"}),
            ("write_graph", {"code": "func Open(Angle: float):\n  PrintString(Angle)\n"}),
        ],
        1,
    ),
)
def test_members_of_all_kinds_share_their_names(gate: Tools, tool: str, given: dict[str, Any]) -> None:
    gate.do("add_variable", blueprint="BP_Door", name="Step", type="int", function_name="Blink")
    text = gate.refused(tool, blueprint="BP_Door", **given)
    assert "already has a" in text or "Open is a custom event without an input Angle" in text


def test_the_flags_of_variables_are_shown(gate: Tools) -> None:
    gate.do("set_variable_defaults", blueprint="BP_Door", name="Energy", replication="rep_notify")
    gate.do("set_variable_defaults", blueprint="BP_Door", name="bOpen", expose_on_spawn=True)
    text = gate.do("get_blueprint_info", blueprint="BP_Door")
    assert "Energy (double = 0.0, instance editable, rep_notify)" in text.replace("0.000000", "0.0")
    assert "bOpen (bool = false, instance editable, exposed on spawn)" in text
    text = gate.refused("write_graph", blueprint="BP_Door", code="var Energy: int = 3\n")
    assert "set_variable_defaults with variable_name Energy and variable_type int" in text
