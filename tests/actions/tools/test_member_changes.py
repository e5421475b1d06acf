"""remove_member, change_function, override_function, add_dispatcher, change_component, local variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.model.blueprint import FunctionFlag
from tiers import deep, thinned

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Function


def function(tools: Tools, name: str, path: str = "/Game/BP_Door") -> Function:
    graph = tools.project.blueprint(path).find_graph(name)
    assert graph is not None
    found = function_of(graph)
    assert found is not None
    return found


@pytest.fixture(params=["en", pytest.param("zh", marks=deep)])
def door(tools: Tools, request: pytest.FixtureRequest) -> Tools:
    """BP_Door in an editor of two languages: Health, used once; Spare; Open, called once; OnOpened; Mesh."""
    tools.project.sandbox.language = request.param
    tools.do("add_variable", blueprint="BP_Door", name="Health", type="float", default_value=100)
    tools.do("add_variable", blueprint="BP_Door", name="Spare", type="int", default_value=3)
    tools.do("add_function", blueprint="BP_Door", name="Open", inputs="Angle: float")
    tools.do("add_function", blueprint="BP_Door", name="Idle")
    tools.do("add_dispatcher", blueprint="BP_Door", name="OnOpened", inputs="Angle: float, Who: Actor")
    tools.do("add_component", blueprint="BP_Door", type="Box", name="Base")
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    tools.do("add_node", blueprint="BP_Door", node_type="SetVariable", variable_name="Health")
    tools.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name="Open")
    return tools


# --- remove_member -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    thinned(
        [
            ({"member_name": "Spare"}, "Removed variable Spare (int = 3) from /Game/BP_Door."),
            ({"variable_name": "spare"}, "variable Spare"),
            ({"function_name": "Idle"}, "function Idle"),
            ({"name": "onopened"}, "event dispatcher OnOpened"),
            ({"member": "Mesh"}, "component Mesh"),
        ],
        2,
    ),
)
def test_a_member_that_nothing_uses_is_removed(door: Tools, given: dict[str, Any], said: str) -> None:
    assert said in door.do("remove_member", blueprint="BP_Door", **given)
    # A second time there is none of that name.
    assert "unknown_member" in door.refused("remove_member", blueprint="BP_Door", **given)
    assert "0 errors" in door.do("compile_blueprint", blueprint="BP_Door")


def test_a_member_in_use_stays_and_its_nodes_are_named_by_id(door: Tools) -> None:
    text = door.refused("remove_member", blueprint="BP_Door", name="Health")
    assert "in use: N3 Set Health in EventGraph" in text
    text = door.refused("remove_member", blueprint="BP_Door", name="Open")
    assert "in use: N4 Open in EventGraph" in text
    door.do("add_node", blueprint="BP_Door", node_type="CallDispatcher", event_name="OnOpened")
    assert "N5" in door.refused("remove_member", blueprint="BP_Door", name="OnOpened")


@pytest.mark.parametrize(
    ("given", "said"),
    thinned(
        [
            ({"name": "Helth"}, "Health"),
            ({"name": "On Opened"}, "If the event dispatcher OnOpened is meant"),
            ({"name": "UserConstructionScript"}, "keeps the graph"),
            ({"name": "DefaultSceneRoot"}, "has no member"),
            ({"name": "Pace"}, "Give function_name: one of Open, Idle"),
            ({"name": "Angle", "function_name": "Open"}, "its inputs: Angle"),
            ({"name": "Step", "function_name": "Opn"}, "Open"),
            ({}, "member_name"),
        ],
        3,
    ),
)
def test_what_cannot_be_removed_is_refused_with_what_there_is(
    door: Tools, given: dict[str, Any], said: str
) -> None:
    for function_name in ("Open", "Idle"):
        door.do("add_variable", blueprint="BP_Door", name="Pace", type="int", function_name=function_name)
    door.do("add_variable", blueprint="BP_Door", name="Step", type="int", function_name="Open")
    assert said in door.refused("remove_member", blueprint="BP_Door", **given)


@pytest.mark.parametrize(
    "name", ["remove_variable", "delete_function", "RemoveEventDispatcher", "remove-member"]
)
def test_other_names_of_the_tool_are_taken(tools: Tools, name: str) -> None:
    assert tools.registry.resolve(name).tool_name == "remove_member"


# --- change_function -----------------------------------------------------------------------------


def test_a_function_gets_inputs_outputs_and_flags_in_one_step(door: Tools) -> None:
    text = door.do(
        "change_function",
        blueprint="BP_Door",
        function="idle",
        inputs=[{"name": "Speed", "type": "float", "default": 5}],
        outputs="Done: bool",
        const=True,
        access="private",
    )
    assert text.startswith("Changed function Idle of /Game/BP_Door.")
    assert "Speed (double)" in text
    found = function(door, "Idle")
    assert [item.name for item in found.inputs] == ["Speed"]
    assert [item.name for item in found.outputs] == ["Done"]
    assert (found.is_const, found.access) == (True, "private")
    assert door.project.undo_history()[-1] == "AI: change function Idle"
    door.done_before(
        "change_function", blueprint="BP_Door", function="Idle", outputs="Done: bool", const=True
    )


def test_calls_follow_new_inputs_and_outputs_with_their_links_and_ids(door: Tools) -> None:
    door.do("set_pin_value", node_id="N4", pin_name="Angle", value=90)
    door.do("connect_nodes", source_node="N3", source_pin="then", target_node="N4", target_pin="execute")
    text = door.do(
        "change_function", blueprint="BP_Door", function="Open", inputs="Fast: bool", outputs="Ok: bool"
    )
    assert "1 call of it made anew" in text
    assert {"Angle", "Fast", "Ok"} <= {pin.name for pin in door.node("N4").visible_pins}
    pin = door.node("N4").find_pin("Angle", "input")
    assert pin is not None
    assert float(pin.default) == 90
    assert "N3.then -> N4.execute" in door.do("get_blueprint_info", blueprint="BP_Door", include_nodes=True)
    assert "0 errors" in door.do("compile_blueprint", blueprint="BP_Door")


def test_pure_is_changed_both_ways(door: Tools) -> None:
    door.do("change_function", blueprint="BP_Door", function="Idle", outputs="A: int", is_pure=True)
    assert FunctionFlag.BLUEPRINT_PURE in function(door, "Idle").flags
    door.do("change_function", blueprint="BP_Door", function="Idle", is_pure=False)
    assert FunctionFlag.BLUEPRINT_PURE not in function(door, "Idle").flags


@pytest.mark.parametrize(
    ("given", "said"),
    thinned(
        [
            ({"function": "Open", "is_pure": True}, "in use"),
            ({"function": "Idle", "access": "secret"}, "Public, Protected or Private"),
            ({"function": "Idle"}, "nothing to change"),
            ({"function": "Idel", "access": "private"}, "Idle"),
            ({"function": "Open", "inputs": "Angle: int"}, "already has a parameter"),
            ({"function": "Idle", "inputs": "A: nothing"}, "no type"),
        ],
        3,
    ),
)
def test_a_change_that_cannot_be_is_refused(door: Tools, given: dict[str, Any], said: str) -> None:
    assert said in door.refused("change_function", blueprint="BP_Door", **given)


def test_access_of_a_called_function_can_be_changed(door: Tools) -> None:
    door.do("change_function", blueprint="BP_Door", function="Open", access="protected")
    assert function(door, "Open").access == "protected"


# --- override_function ---------------------------------------------------------------------------


def test_a_function_of_the_parent_is_overridden_and_calls_it(door: Tools) -> None:
    door.do("create_blueprint", name="BP_Mode", parent_class="GameModeBase")
    text = door.do("override_function", blueprint="BP_Mode", function_name="Choose Player Start")
    assert text.startswith("Overrode ChoosePlayerStart in /Game/BP_Mode")
    assert "Parent: Choose Player Start" in text
    found = function(door, "ChoosePlayerStart", "/Game/BP_Mode")
    assert found.declared_in == "/Script/Engine.GameModeBase"
    assert "0 errors" in door.do("compile_blueprint", blueprint="BP_Mode")
    assert "already" in door.done_before(
        "override_function", blueprint="BP_Mode", function_name="ChoosePlayerStart"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("BeginPlay", "add_node with node_type Event and event_name ReceiveBeginPlay"),
        ("ChoosePlayerStrt", "ChoosePlayerStart"),
        ("Nothing", "to override"),
    ],
)
def test_what_is_an_event_or_no_function_is_refused(door: Tools, name: str, said: str) -> None:
    door.do("create_blueprint", name="BP_Mode", parent_class="GameModeBase")
    assert said in door.refused("override_function", blueprint="BP_Mode", function_name=name)


def test_a_function_of_a_blueprint_parent_is_overridden(door: Tools) -> None:
    door.do("change_function", blueprint="BP_Door", function="Idle", outputs="Done: bool")
    door.do("create_blueprint", name="BP_Gate", parent_class="BP_Door")
    text = door.do("override_function", blueprint="BP_Gate", function_name="Idle")
    assert "Parent: Idle" in text
    assert function(door, "Idle", "/Game/BP_Gate").declared_in == "/Game/BP_Door.BP_Door_C"
    assert "0 errors" in door.do("compile_blueprint", blueprint="BP_Gate")
    assert "event_name Open" in door.refused("override_function", blueprint="BP_Gate", function_name="Open")
    # What is overridden has the name and the inputs of its parent.
    for tool, given in (
        ("rename_variable", {"old": "Idle", "new": "Rest"}),
        ("change_function", {"function": "Idle", "inputs": "A: int"}),
    ):
        assert "parent class" in door.refused(tool, blueprint="BP_Gate", **given)


# --- add_dispatcher ------------------------------------------------------------------------------


def test_a_dispatcher_is_added_once_with_its_parameters(door: Tools) -> None:
    found = function(door, "OnOpened")
    assert [(item.name, str(item.type)) for item in found.inputs] == [
        ("Angle", "double"),
        ("Who", "object Actor"),
    ]
    given = {
        "blueprint": "BP_Door",
        "event_name": "OnOpened",
        "parameters": {"Angle": "float", "Who": "Actor"},
    }
    assert "exists already" in door.done_before("add_event_dispatcher", **given)
    text = door.do("add_node", blueprint="BP_Door", node_type="CallDispatcher", event_name="OnOpened")
    assert "Who (object Actor)" in text


@pytest.mark.parametrize(
    ("given", "said"),
    thinned(
        [
            ({"name": "OnOpened"}, "other inputs"),
            ({"name": "Health"}, "already has a variable"),
            ({"name": "On.Shut"}, "cannot be in the name"),
            ({"name": "OnShut", "inputs": "A: float = 5"}, "no defaults"),
            ({"name": "OnShut", "inputs": "A: float, a: int"}, "taken"),
        ],
        2,
    ),
)
def test_a_dispatcher_that_cannot_be_is_refused(door: Tools, given: dict[str, Any], said: str) -> None:
    assert said in door.refused("add_dispatcher", blueprint="BP_Door", **given)


# --- change_component ----------------------------------------------------------------------------


def tree(tools: Tools) -> dict[str, str]:
    return {item.name: item.parent for item in tools.door.components}


def test_a_component_becomes_the_root_and_is_attached_again(door: Tools) -> None:
    assert tree(door) == {"Base": "", "Mesh": "Base"}
    text = door.do("change_component", blueprint="BP_Door", component="mesh", root=True)
    assert "Components: Mesh, Base under Mesh" in text
    assert tree(door) == {"Mesh": "", "Base": "Mesh"}
    door.done_before("change_component", blueprint="BP_Door", component="Mesh", is_root="true")
    door.do("add_component", blueprint="BP_Door", type="Arrow", name="Tip", parent="Base")
    door.do("attach_component", blueprint="BP_Door", component="Tip", attach_to="Mesh")
    assert tree(door)["Tip"] == "Mesh"
    door.done_before("change_component", blueprint="BP_Door", component="Tip", parent="root")


@pytest.mark.parametrize(
    ("given", "said"),
    thinned(
        [
            ({"component": "Base", "parent": "Mesh"}, "cannot hang under"),
            ({"component": "Mesh"}, "No place is given"),
            ({"component": "Mesh", "parent": "Base", "is_root": True}, "root and have a parent"),
            ({"component": "Mesh", "parent": "Bse"}, "Its components: Base"),
            ({"component": "Msh", "is_root": True}, "Its components"),
            ({"component": "Spin", "is_root": True}, "no place in the tree"),
        ],
        3,
    ),
)
def test_a_place_that_cannot_be_is_refused(door: Tools, given: dict[str, Any], said: str) -> None:
    door.do("add_component", blueprint="BP_Door", type="RotatingMovement", name="Spin")
    assert said in door.refused("change_component", blueprint="BP_Door", **given)


# --- local variables -----------------------------------------------------------------------------


@pytest.fixture
def step(door: Tools) -> Tools:
    """Open sets its local variable Step, and reads it."""
    given = {"blueprint": "BP_Door", "name": "Step", "type": "int", "default": 3, "function": "open"}
    assert "local variable Step (int, default 3) to Open" in door.do("add_local_variable", **given)
    door.done_before("add_variable", **given)
    ids = [
        door.do("add_node", blueprint="BP_Door", node_type=kind, graph_name="Open", variable_name="Step")
        for kind in ("SetVariable", "GetVariable")
    ]
    ids.append(door.do("add_node", blueprint="BP_Door", node_type="PrintString", graph_name="Open"))
    assert [text.split(":")[0] for text in ids] == ["N5", "N6", "N7"]
    door.do("connect_nodes", source_node="N1", source_pin="then", target_node="N5", target_pin="execute")
    door.do("connect_nodes", source_node="N5", source_pin="then", target_node="N7", target_pin="execute")
    door.do("connect_nodes", source_node="N6", source_pin="Step", target_node="N7", target_pin="InString")
    door.do("set_pin_value", node_id="N5", pin_name="Step", value=9)
    return door


def test_the_default_of_a_local_variable_is_set(step: Tools) -> None:
    given = {"blueprint": "BP_Door", "variable_name": "step", "function_name": "Open", "default_value": "5"}
    assert step.do("set_variable_defaults", **given) == "Open of /Game/BP_Door: Step (int = 5)."
    assert [item.default for item in function(step, "Open").local_variables] == ["5"]
    step.done_before("set_variable_defaults", **given)


def test_a_local_variable_is_renamed_with_its_nodes_which_keep_their_ids(step: Tools) -> None:
    before = step.project.blueprint("/Game/BP_Door").find_graph("Open")
    assert before is not None
    text = step.do("rename_variable", blueprint="BP_Door", old="Step", new="Pace", function="Open")
    assert text == "Renamed local variable of /Game/BP_Door: Step is Pace now, in 2 nodes."
    assert [(item.name, item.default) for item in function(step, "Open").local_variables] == [("Pace", "3")]
    after = step.project.blueprint("/Game/BP_Door").find_graph("Open")
    assert after is not None
    assert len(after.links) == len(before.links)
    pin = step.node("N5").find_pin("Pace", "input")
    assert pin is not None
    assert pin.default == "9"
    assert "0 errors" in step.do("compile_blueprint", blueprint="BP_Door")
    assert step.project.undo_history()[-1] == "AI: rename Step to Pace"
    step.do("set_pin_value", node_id="N5", pin_name="Pace", value=8)
    step.do("disconnect_nodes", source_node="N6", source_pin="Pace")


def test_local_variables_are_shown_with_their_function(step: Tools) -> None:
    text = step.do("get_blueprint_info", blueprint="BP_Door")
    assert "Open (function, 5 nodes, local Step: int)" in text
    assert text.count("local ") == 1


def test_a_local_variable_is_removed_when_nothing_uses_it(step: Tools) -> None:
    given = {"blueprint": "BP_Door", "name": "Step", "function_name": "Open"}
    assert "N5 Set Step in Open" in step.refused("remove_member", **given)
    step.do("delete_node", node_id="N5, N6")
    assert "local variable Step of Open" in step.do("remove_member", **given)
    assert function(step, "Open").local_variables == ()


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    thinned(
        thinned(
            [
                ("add_variable", {"name": "Step", "type": "float"}, "already has a local variable"),
                ("add_variable", {"name": "Angle", "type": "float"}, "has a parameter"),
                ("add_variable", {"name": "Health", "type": "float"}, "already has a variable"),
                ("add_variable", {"name": "Keys", "type": "array:int", "default": "1,2"}, "array of int"),
                ("set_variable_defaults", {"name": "Step", "default": "x"}, "whole number"),
                (
                    "set_variable_defaults",
                    {"name": "Step", "default": 1, "category": "A"},
                    "only its default",
                ),
                ("set_variable_defaults", {"name": "Step"}, "only its default"),
                ("rename_variable", {"old": "Step", "new": "Angle"}, "parameter named"),
                ("rename_variable", {"old": "Step", "new": "Health"}, "already has a variable"),
                ("rename_variable", {"old": "Stp", "new": "Pace"}, "Step"),
            ],
            4,
        ),
        3,
    ),
)
def test_what_a_local_variable_cannot_be_is_refused(
    step: Tools, tool: str, given: dict[str, Any], said: str
) -> None:
    assert said in step.refused(tool, blueprint="BP_Door", function_name="Open", **given)


def test_a_renamed_function_keeps_the_ids_of_its_nodes(step: Tools) -> None:
    text = step.do("rename_function", blueprint="BP_Door", function_name="Open", new_name="Swing")
    assert "Open is Swing now" in text
    assert step.node("N7").class_name == "K2Node_CallFunction"
    step.do("set_pin_value", node_id="N5", pin_name="Step", value=1)
    assert "0 errors" in step.do("compile_blueprint", blueprint="BP_Door")


def test_the_type_of_an_unused_variable_is_changed(door: Tools) -> None:
    text = door.do("set_variable_defaults", blueprint="BP_Door", name="Spare", type="vector", default="1,2,3")
    assert "Spare (struct Vector = 1.000000,2.000000,3.000000" in text
    assert "N3" in door.refused("set_variable_defaults", blueprint="BP_Door", name="Health", type="int")


@pytest.mark.parametrize(("given", "held"), [(True, "replicated"), ("false", "none"), ("Rep_Notify", "")])
def test_replication_is_taken_as_a_yes_or_no(door: Tools, given: Any, held: str) -> None:
    call = {"blueprint": "BP_Door", "name": "Spare", "replicated": given}
    if not held:
        assert "rep_notify" in door.refused("set_variable_defaults", **call)
        return
    text = door.do("set_variable_defaults", **call)
    assert ("replicated" in text) == (held == "replicated")


# --- undo ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "given"),
    thinned(
        thinned(
            [
                ("remove_member", {"name": "Plain"}),
                ("remove_member", {"name": "Idle"}),
                ("remove_member", {"name": "OnOpened"}),
                (
                    "change_function",
                    {"function": "Idle", "inputs": "A: int", "outputs": "B: int", "access": "private"},
                ),
                ("add_dispatcher", {"name": "OnShut", "inputs": "A: int"}),
                ("change_component", {"component": "Mesh", "is_root": True}),
                ("add_variable", {"name": "Step", "type": "int", "function_name": "Idle"}),
                ("rename_variable", {"old": "Idle", "new": "Rest"}),
                ("set_variable_defaults", {"name": "Plain", "type": "array:int"}),
                ("arrange_graph", {}),
            ],
            5,
        ),
        3,
    ),
)
def test_the_artist_takes_a_call_back_with_one_undo(door: Tools, tool: str, given: dict[str, Any]) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    # Class defaults are no part of the editor's undo (they live on the compiled class): none is set here.
    door.do("add_variable", blueprint="BP_Door", name="Plain", type="bool")
    door.do("add_comment_box", blueprint="BP_Door", comment="Opens", node_ids="N3, N4")
    door.do("compile_blueprint", blueprint="BP_Door")
    before = door.door
    steps = len(door.project.undo_history())
    door.do(tool, blueprint="BP_Door", **given)
    assert len(door.project.undo_history()) == steps + 1
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    door.do("compile_blueprint", blueprint="BP_Door")
    assert door.door == before
