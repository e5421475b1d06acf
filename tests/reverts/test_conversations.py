"""Whole turns of a conversation, taken back and done again, whatever the artist did meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.conversation.events import ErrorRaised, ReversibleTurns, RevertFinished
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    AddVariableStep,
    ConnectPinsStep,
    EditPlan,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import ChangeVariableStep
from blueprint_assistant.editor.revert.turn_recorder import without_defaults
from blueprint_assistant.graph.kinds.common_specs import BranchSpec
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.providers.base import Stop, TextDelta
from reverts.talks import DOOR, GRAPH
from reverts.turns import artist_edit, exact_state, graph_texts, meaning
from scripted_provider import call_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from reverts.talks import Talk
    from sandbox_project import SandboxProject


def door(tool: str, /, **parameters: Any) -> str:
    return call_text(tool, blueprint="BP_Door", **parameters)


BUILD = [
    door("add_variable", variable_name="Speed", variable_type="float", default_value=5)
    + door("add_component", component_type="Box", component_name="Zone", parent_component="Mesh")
    + door("set_component_property", component_name="Mesh", property_name="RelativeLocation", value="0,0,50")
    + door("add_function", function_name="Open", inputs=[{"name": "Angle", "type": "float"}])
    + door("set_variable_defaults", variable_name="Health", default_value=80)
    + door("add_node", node_type="Event", event_name="Tick", y=600)
    + door("add_node", node_type="PrintString", x=300, y=600)
    + door("add_node", node_type="GetVariable", variable_name="Speed", y=750)
    + door("add_node", node_type="SetVariable", variable_name="Health", graph_name="Open", x=300),
    call_text("connect_nodes", source_node="N2", source_pin="then", target_node="N3", target_pin="execute")
    + call_text("set_pin_value", node_id="N3", pin_name="InString", value="tick")
    + door("add_comment_box", comment="Every frame", node_ids=["N2", "N3"], color="blue")
    + door("compile_blueprint"),
    "The door ticks.",
]
"""A turn of all kinds: members, a function, events, links, values, a comment box."""


def other_graph(project: SandboxProject) -> None:
    artist_edit(project, DOOR, "UserConstructionScript")


def test_a_whole_turn_goes_back_exactly_and_comes_back_exactly(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    before = exact_state(talk.project)
    talk.say("Let the door tick.")
    after = exact_state(talk.project)
    done = talk.revert()
    assert exact_state(talk.project) == before
    assert done.text == f"{DOOR} is as it was before."
    talk.revert("redo")
    assert exact_state(talk.project) == after
    talk.revert()
    assert exact_state(talk.project) == before


def test_what_will_be_done_is_told_before_and_nothing_is_touched(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    before = talk.project.state()
    plan = talk.plan()
    assert talk.project.state() == before
    assert plan.can_run
    lines = [line.strip() for line in plan.text.splitlines()]
    assert f"{DOOR}:" in lines
    assert "remove the variable Speed" in lines
    assert "remove the component Zone" in lines
    assert "remove the function Open" in lines
    assert "set Mesh.RelativeLocation back to '0.000000,0.000000,0.000000'" in lines
    assert any(line.startswith(f"{GRAPH}: remove Print String") for line in lines)


def test_a_turn_that_changed_something_is_offered_and_one_that_only_looked_is_not(
    start_talk: Callable[..., Talk],
) -> None:
    talk = start_talk([door("get_blueprint_info"), "I looked.", *BUILD])
    assert not any(isinstance(item, ReversibleTurns) for item in talk.say("What is in it?"))
    *_, offer, _ = talk.say("Let the door tick.")
    assert isinstance(offer, ReversibleTurns)
    assert offer.undo is not None
    assert offer.undo.text == "Let the door tick."
    assert offer.undo.blueprints == (DOOR,)
    assert offer.redo is None


@pytest.mark.parametrize("edit", [other_graph, lambda project: artist_edit(project, DOOR)])
def test_what_the_artist_did_apart_stays_and_the_rest_goes_back(
    start_talk: Callable[..., Talk], edit: Callable[[SandboxProject], Any]
) -> None:
    talk = start_talk(BUILD)
    project = talk.project
    edit(project)
    wanted = meaning(project)
    project.sandbox.transactions.undo()
    talk.say("Let the door tick.")
    edit(project)
    plan = talk.plan()
    assert "which was added since" in plan.text
    talk.revert()
    assert meaning(project) == wanted


def test_graphs_that_only_the_artist_touched_stay_as_they_are_to_the_letter(
    start_talk: Callable[..., Talk],
) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    other_graph(talk.project)
    texts = graph_texts(talk.project, DOOR)
    talk.revert()
    name = "UserConstructionScript"
    assert graph_texts(talk.project, DOOR)[name] == texts[name]


def test_nodes_of_the_artist_that_the_turn_deleted_are_made_anew_where_undo_cannot_reach(
    start_talk: Callable[..., Talk],
) -> None:
    talk = start_talk([])
    deleted = talk.graph().node(talk.node("K2Node_CallFunction"))
    node_id = talk.context.nodes.id_of(DOOR, GRAPH, deleted)
    talk.provider.add(call_text("delete_node", node_id=node_id), "Gone.")
    other_graph(talk.project)
    before = meaning(talk.project)
    talk.project.sandbox.transactions.undo()
    talk.say("Delete the print.")
    other_graph(talk.project)
    assert "made anew" in talk.plan().text
    done = talk.revert()
    assert f"Made anew, nodes under other names: Print String ({deleted.name})" in done.text
    assert meaning(talk.project) == before
    assert talk.graph().node(talk.node("K2Node_CallFunction")).guid != deleted.guid


@pytest.fixture
def linked_to_ours(start_talk: Callable[..., Talk]) -> Talk:
    """A turn after which the artist linked a node of their own to one of the turn's."""
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    ours = next(
        node.name for node in talk.graph().nodes if node.class_name == "K2Node_CallFunction" and node.y == 600
    )
    talk.project.editor.apply(
        EditPlan(
            DOOR,
            "Add branch",
            (
                AddNodeStep(GRAPH, "own", BranchSpec(), 700, 600),
                ConnectPinsStep(GRAPH, PinAt(ours, "then"), PinAt("own", "execute")),
            ),
        )
    )
    return talk


def test_an_edit_on_our_nodes_is_told_and_refused(linked_to_ours: Talk) -> None:
    before = exact_state(linked_to_ours.project)
    plan = linked_to_ours.plan()
    assert plan.has_conflicts
    assert not plan.can_run
    assert "was linked to Branch" in plan.text
    error, done, *_ = linked_to_ours.try_revert()
    assert isinstance(error, ErrorRaised)
    assert "was linked to Branch" in error.text
    assert isinstance(done, RevertFinished)
    assert not done.ok
    assert exact_state(linked_to_ours.project) == before


def test_an_edit_on_our_nodes_goes_with_them_when_that_is_asked_for(linked_to_ours: Talk) -> None:
    linked_to_ours.revert(despite_conflicts=True)
    door = linked_to_ours.door
    assert door.find_variable("Speed") is None
    assert [node.class_name for node in linked_to_ours.graph().nodes].count("K2Node_IfThenElse") == 1
    assert not any(link.target.node.startswith("K2Node_IfThenElse") for link in linked_to_ours.graph().links)


def test_values_that_the_artist_set_again_are_a_conflict(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk([door("set_variable_defaults", variable_name="Health", default_value=80), "Done."])
    talk.say("Less health.")
    talk.project.editor.apply(EditPlan(DOOR, "own", (ChangeVariableStep("Health", default="33"),)))
    assert "default of the variable Health was changed since" in talk.plan().text
    talk.try_revert()
    variable = talk.door.find_variable("Health")
    assert variable is not None
    assert float(variable.default) == 33


def test_what_the_artist_undid_already_is_not_undone_again(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    before = meaning(talk.project)
    talk.say("Let the door tick.")
    for _ in range(4):
        assert talk.project.sandbox.transactions.undo()
    talk.project.compile(DOOR)
    talk.revert()
    assert meaning(talk.project) == before


def test_a_turn_that_the_artist_undid_whole_leaves_nothing_to_do(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk([door("add_node", node_type="Branch"), "Done."])
    talk.say("A branch.")
    assert talk.project.sandbox.transactions.undo()
    plan = talk.plan()
    assert not plan.can_run
    assert "it is so already" in plan.text


def test_a_save_in_between_is_told_and_kept(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    before = exact_state(talk.project)
    talk.say("Let the door tick.")
    talk.project.editor.save(DOOR)
    assert "it was saved since: its file stays so until you save again" in talk.plan().text
    talk.revert()
    assert exact_state(talk.project) == before
    assert talk.project.sandbox.dirty_packages == [DOOR]


CREATE = [
    call_text("create_blueprint", name="BP_Key", parent_class="Actor")
    + call_text("add_variable", blueprint="BP_Key", variable_name="Code", variable_type="int")
    + call_text("add_node", blueprint="BP_Key", node_type="Event", event_name="BeginPlay")
    + call_text("add_node", blueprint="BP_Key", node_type="PrintString", x=300)
    + call_text("connect_nodes", source_node="N1", source_pin="then", target_node="N2", target_pin="execute")
    + door("add_variable", variable_name="Key", variable_type="object:BP_Key"),
    "There is a key.",
]
KEY = "/Game/BP_Key"


def test_a_created_blueprint_is_deleted_and_made_anew(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(CREATE)
    before = exact_state(talk.project)
    talk.say("Make a key.")
    after = meaning(talk.project)
    plan = talk.plan()
    assert f"delete the asset {KEY}" in plan.text
    assert "the editor's undo does not bring it back" in plan.text
    done = talk.revert()
    assert exact_state(talk.project) == before
    assert done.gone == (KEY,)
    assert f"{KEY} was deleted." in done.text
    assert f"create {KEY} anew" in talk.plan("redo").text
    talk.revert("redo")
    assert meaning(talk.project) == after


def test_a_created_blueprint_that_the_artist_changed_is_left(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(CREATE)
    talk.say("Make a key.")
    talk.project.editor.apply(EditPlan(KEY, "own", (AddVariableStep("Mine", PinType("bool")),)))
    assert "you have changed it since: it is left" in talk.plan().text
    done = talk.revert()
    assert talk.door.find_variable("Key") is None
    assert talk.project.blueprint(KEY).find_variable("Mine") is not None
    assert f"{KEY} is left as it was" in done.text


def test_a_created_blueprint_that_others_use_is_left(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(CREATE)
    talk.project.create("/Game/BP_Chest")
    talk.say("Make a key.")
    kind = talk.door.find_variable("Key")
    assert kind is not None
    talk.project.editor.apply(EditPlan("/Game/BP_Chest", "own", (AddVariableStep("Key", kind.type),)))
    assert "is used by /Game/BP_Chest: it is left" in talk.plan().text
    talk.revert()
    assert KEY in talk.project.editor.list_blueprints()
    assert talk.door.find_variable("Key") is None


def test_two_turns_go_back_one_after_the_other(start_talk: Callable[..., Talk]) -> None:
    second = [door("rename_variable", old_name="Health", new_name="Life"), "Renamed."]
    talk = start_talk([*BUILD, *second])
    first_state = exact_state(talk.project)
    talk.say("Let the door tick.")
    second_state = exact_state(talk.project)
    talk.say("Rename it.")
    third_state = exact_state(talk.project)
    talk.revert()
    assert exact_state(talk.project) == second_state
    talk.revert()
    assert exact_state(talk.project) == first_state
    talk.revert("redo")
    talk.revert("redo")
    assert exact_state(talk.project) == third_state


def test_a_third_revert_says_that_there_is_nothing_left(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    talk.revert()
    (error,) = talk.try_revert()
    assert isinstance(error, ErrorRaised)
    assert "no turn that can be taken back" in error.text


def test_the_model_learns_of_it_with_the_next_message(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk([*BUILD, "I see."])
    talk.say("Let the door tick.")
    talk.revert()
    talk.say("What now?")
    last = talk.provider.requests[-1].messages[-1]
    assert "had your turn 'Let the door tick.' undone" in last.text
    assert last.text.endswith("What now?")


def test_ctrl_z_takes_a_revert_by_steps_back_in_one(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    other_graph(talk.project)
    before = talk.door
    talk.revert()
    assert talk.door != before
    assert talk.project.undo_history()[-1] == "AI: undo 'Let the door tick.'"
    assert talk.project.sandbox.transactions.undo()
    talk.project.compile(DOOR)
    # The class default of a variable that was gone at a compile is the one thing that Ctrl+Z leaves out.
    assert without_defaults(talk.door) == without_defaults(before)


def test_a_revert_by_steps_is_done_again_exactly_by_the_editors_undo(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    other_graph(talk.project)
    before = exact_state(talk.project)
    talk.revert()
    talk.revert("redo")
    assert exact_state(talk.project) == before


def test_graph_edits_that_the_editors_undo_leaves_out_go_back_by_steps(
    start_talk: Callable[..., Talk],
) -> None:
    talk = start_talk(BUILD)
    talk.project.sandbox.switches.records_graph_edits = False
    before = meaning(talk.project)
    talk.say("Let the door tick.")
    after = meaning(talk.project)
    talk.revert()
    assert meaning(talk.project) == before
    talk.revert("redo")
    assert meaning(talk.project) == after


def test_somebody_elses_newer_step_in_the_history_survives(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    project = talk.project
    project.create("/Game/BP_Other")
    talk.say("Let the door tick.")
    artist_edit(project, "/Game/BP_Other")
    other = project.blueprint("/Game/BP_Other")
    talk.revert()
    assert project.blueprint("/Game/BP_Other") == other
    assert "Add reroute" in project.undo_history()
    assert talk.door.find_variable("Speed") is None


def test_open_windows_are_closed_for_the_editors_undo_and_opened_again(
    start_talk: Callable[..., Talk],
) -> None:
    talk = start_talk(BUILD)
    talk.project.sandbox.switches.undo_with_open_editor_crashes = True
    before = exact_state(talk.project)
    talk.say("Let the door tick.")
    talk.project.editor.open_blueprint(DOOR)
    talk.revert()
    assert exact_state(talk.project) == before
    assert talk.project.sandbox.open_editors == [DOOR]


def test_during_play_nothing_is_reverted(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    before = exact_state(talk.project)
    talk.project.sandbox.is_in_pie = True
    error, *_ = talk.try_revert()
    talk.project.sandbox.is_in_pie = False
    assert isinstance(error, ErrorRaised)
    assert "playing" in error.text
    assert exact_state(talk.project) == before


def test_an_edit_of_the_artist_between_two_calls_of_the_turn_stays(start_talk: Callable[..., Talk]) -> None:
    own: list[str] = []
    talk = start_talk([])
    project = talk.project

    def meanwhile() -> None:
        project.game_thread.run("edit", "mutate", lambda: own.append(_artist_edit_inside(project)))

    talk.provider.add(BUILD[0], [meanwhile, TextDelta(BUILD[1]), Stop("end")], BUILD[2])
    before = meaning(project)
    talk.say("Let the door tick.")
    talk.revert()
    assert own[0] in talk.graph().nodes_by_name
    project.editor.apply(EditPlan(DOOR, "own", (RemoveNodesStep(GRAPH, (own[0],)),)))
    assert meaning(project) == before


def _artist_edit_inside(project: SandboxProject) -> str:
    """The artist's edit inside a job of the game thread."""
    plan = EditPlan(DOOR, "Add branch", (AddNodeStep(GRAPH, "own", BranchSpec(), 5000, 5000),))
    return project.unreal_editor.apply(plan).node_of("own")


def test_a_value_on_our_own_node_that_the_artist_changed_is_told(start_talk: Callable[..., Talk]) -> None:
    talk = start_talk(BUILD)
    talk.say("Let the door tick.")
    ours = next(
        node.name for node in talk.graph().nodes if node.class_name == "K2Node_CallFunction" and node.y == 600
    )
    talk.project.editor.apply(
        EditPlan(DOOR, "own", (SetPinDefaultStep(GRAPH, PinAt(ours, "InString"), "mine"),))
    )
    assert "is to go, and was changed since" in talk.plan().text
