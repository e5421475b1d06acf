"""The 32 traps of the editor (tests/sandbox/traps), met by tool calls: the result is what is so.

Each trap is a habit of the editor that a kind stand-in would hide. Here a model's call walks into it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tool_scenarios import open_stage
from tool_scenarios.stage import DOOR, GATE
from tools_under_stress.on_a_worker import call_on_a_worker
from tools_under_stress.trials import Trials, differences, facts_of
from unreal_sandbox.desk.fault_injection import FaultInjection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.actions.base import ActionResult
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node
    from unreal_sandbox import SandboxEditor

TRAPS = Path(__file__).parents[1] / "sandbox/traps"


@dataclass
class Desk:
    """The tools on the stage, as a model calls them."""

    trials: Trials

    @property
    def sandbox(self) -> SandboxEditor:
        return self.trials.sandbox

    @property
    def ids(self) -> dict[str, str]:
        return self.trials.stage.ids

    def call(self, tool: str, **parameters: Any) -> ActionResult:
        result = self.trials.stage.registry.call(tool, parameters, self.trials.stage.context)
        assert not result.text.startswith("internal_error"), result.text
        return result

    def do(self, tool: str, **parameters: Any) -> str:
        result = self.call(tool, **parameters)
        assert result.ok, result.text
        return result.text

    def refused(self, tool: str, **parameters: Any) -> str:
        before = facts_of(self.sandbox)
        result = self.call(tool, **parameters)
        assert not result.ok, result.text
        assert differences(before, facts_of(self.sandbox)) == []
        return result.text

    def add(self, node_type: str, **parameters: Any) -> str:
        """The id of a new node."""
        return first_id(self.do("add_node", blueprint="BP_Door", node_type=node_type, **parameters))

    def link(self, source: str, target: str) -> ActionResult:
        (one, pin), (other, end) = source.split("."), target.split(".")
        return self.call("connect_nodes", source_node=one, source_pin=pin, target_node=other, target_pin=end)

    def door(self, path: str = DOOR) -> Blueprint:
        return self.trials.stage.project.blueprint(path)

    def node(self, node_id: str) -> Node:
        tracked = self.trials.stage.context.nodes.resolve(node_id)
        graph = self.door(tracked.blueprint).find_graph(tracked.graph)
        assert graph is not None
        return graph.node(tracked.node)

    def value(self, node_id: str, pin: str) -> str:
        return next(item.default for item in self.node(node_id).pins if item.name == pin)

    def compile(self) -> str:
        return self.call("compile_blueprint", blueprint="BP_Door").text


def first_id(text: str) -> str:
    found = re.search(r"\bN\d+\b", text)
    assert found is not None, text
    return found[0]


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    with open_stage() as stage:
        trials = Trials(stage)
        yield trials
        trials.reset()


@pytest.fixture
def desk(trials: Trials) -> Iterator[Desk]:
    trials.reset()
    yield Desk(trials)
    trials.sandbox.language = "en"


def a_bad_function_leaves_no_ghost(desk: Desk) -> None:
    text = desk.refused("add_node", blueprint="BP_Door", node_type="CallFunction", function_name="PrintSting")
    assert "PrintString" in text


def a_pin_that_is_not_there_is_told_with_those_that_are(desk: Desk) -> None:
    text = desk.refused("set_pin_value", node_id=desk.ids["print"], pin_name="Txt", value="x")
    assert "InString" in text


def a_hidden_pin_is_none(desk: Desk) -> None:
    desk.refused("set_pin_value", node_id=desk.ids["print"], pin_name="WorldContextObject", value="x")


def oddly_named_exec_pins_are_found(desk: Desk) -> None:
    for kind in ("FlipFlop", "Gate", "DoOnce", "ForEachLoop", "DoN"):
        source, target = desk.add("CustomEvent", event_name=f"Event{kind}"), desk.add(kind)
        result = desk.link(f"{source}.then", f"{target}.execute")
        assert result.ok or "Enter" in result.text or "Exec" in result.text, result.text


def garbage_for_a_bool_is_refused_and_the_same_value_is_no_change(desk: Desk) -> None:
    node = desk.ids["print"]
    desk.refused("set_pin_value", node_id=node, pin_name="bPrintToLog", value="non_un_bool")
    assert not desk.call("set_pin_value", node_id=node, pin_name="bPrintToLog", value=True).has_changed


def what_is_told_is_what_was_read_back(desk: Desk) -> None:
    text = desk.do("set_pin_value", node_id=desk.ids["print"], pin_name="Print to Log", value="FALSE")
    assert "false" in text
    assert desk.value(desk.ids["print"], "bPrintToLog").lower() == "false"


def a_literal_on_a_wildcard_is_kept_or_refused(desk: Desk) -> None:
    node = desk.add("Add")
    result = desk.call("set_pin_value", node_id=node, pin_name="B", value="5")
    assert not result.ok or float(desk.value(node, "B")) == 5


def a_replaced_exec_link_is_told(desk: Desk) -> None:
    result = desk.link(f"{desk.ids['shut']}.then", f"{desk.ids['both']}.execute")
    assert f"replaced the link {desk.ids['shut']}.then -> {desk.ids['spawn']}.execute" in result.text


def pins_of_a_chosen_class_can_be_used_at_once(desk: Desk) -> None:
    desk.do("set_variable_defaults", blueprint="BP_Switch", variable_name="IsOn", expose_on_spawn=True)
    node = desk.add("SpawnActor", target_class="BP_Switch")
    desk.do("set_pin_value", node_id=node, pin_name="IsOn", value="false")


def a_float_is_no_int(desk: Desk) -> None:
    desk.do("add_variable", blueprint="BP_Door", variable_name="Speed", variable_type="float")
    found = desk.door().find_variable("Speed")
    assert found is not None
    assert str(found.type) == "double"


def a_default_value_is_on_the_class(desk: Desk) -> None:
    desk.do(
        "add_variable",
        blueprint="BP_Door",
        variable_name="Speed",
        variable_type="float",
        default_value="2.5",
    )
    found = desk.door().find_variable("Speed")
    assert found is not None
    assert float(found.default) == 2.5
    desk.compile()
    assert desk.door().find_variable("Speed") == found


def a_new_member_can_be_used_at_once(desk: Desk) -> None:
    desk.do("add_variable", blueprint="BP_Door", variable_name="Speed", variable_type="float")
    desk.do("add_component", blueprint="BP_Door", component_type="Box", component_name="Gap")
    desk.add("GetVariable", variable_name="Speed")
    desk.add("ComponentEvent", component_name="Gap", event_name="OnComponentBeginOverlap")


def what_only_the_menu_makes_is_made(desk: Desk) -> None:
    desk.sandbox.language = "ko"
    assert desk.node(desk.add("Sequence")).class_name == "K2Node_ExecutionSequence"


def a_greyed_out_event_is_woken_and_not_doubled(desk: Desk) -> None:
    desk.add("Event", event_name="Tick")
    graph = desk.door().find_graph("EventGraph")
    assert graph is not None
    assert sum("ReceiveTick" in (node.find_property("EventReference") or "") for node in graph.nodes) == 1


def a_taken_name_is_refused_and_a_free_one_is_free(desk: Desk) -> None:
    desk.do("remove_member", blueprint="BP_Door", member_name="Shake")
    result = desk.call("add_function", blueprint="BP_Door", function_name="Shake")
    assert not result.ok or desk.door().find_graph("Shake") is not None
    assert desk.door().find_graph("Shake_0") is None
    text = desk.call("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Shut").text
    assert "Shut_0" not in text


def an_override_says_that_it_calls_its_parent(desk: Desk) -> None:
    assert "parent" in desk.do("override_function", blueprint="BP_Gate", function_name="Open")
    graph = desk.door(GATE).find_graph("Open")
    assert graph is not None
    assert graph.links


def calls_follow_a_changed_signature(desk: Desk) -> None:
    assert desk.call("change_function", blueprint="BP_Door", function_name="Open", inputs="More: bool").ok
    desk.refused("change_function", blueprint="BP_Door", function_name="Open", is_pure=True)


def a_compile_that_claims_success_is_not_believed(desk: Desk) -> None:
    desk.sandbox.switches.compile_claims_success = True
    spawn = desk.add("SpawnActor", target_class="BP_Switch")  # without a place to spawn it at
    assert desk.link(f"{desk.ids['print']}.then", f"{spawn}.execute").ok
    result = desk.call("compile_blueprint", blueprint="BP_Door")
    assert not result.ok
    assert result.text.startswith("compile_errors:")
    assert f"error at {spawn}" in result.text


def nothing_happens_inside_a_compile_of_others(desk: Desk) -> None:
    desk.sandbox.faults = FaultInjection(nested_ticks=5)
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    other = unreal.EditorAssetLibrary.load_asset(GATE)
    result = call_on_a_worker(
        desk.trials.stage.project,
        lambda: desk.call("add_variable", blueprint="BP_Door", variable_name="Speed", variable_type="float"),
        meanwhile=lambda: unreal.BlueprintEditorLibrary.compile_blueprint(other),
    )
    assert result.ok
    assert desk.sandbox.violations == []


def no_graph_is_empty_because_the_game_plays(desk: Desk) -> None:
    desk.sandbox.is_in_pie = True
    try:
        text = desk.refused("get_blueprint_info", blueprint="BP_Door", include_nodes=True)
    finally:
        desk.sandbox.is_in_pie = False
    assert "playing" in text


def comment_boxes_are_deleted_too(desk: Desk) -> None:
    box = desk.node(desk.ids["box"]).name
    desk.do("delete_node", node_id=f"{desk.ids['box']}, {desk.ids['idle']}")
    graph = desk.door().find_graph("EventGraph")
    assert graph is not None
    assert box not in graph.nodes_by_name


def the_component_tree_is_what_is_told(desk: Desk) -> None:
    desk.refused("rename_variable", blueprint="BP_Door", old_name="Zone", new_name="Spare")
    desk.do("remove_component", blueprint="BP_Door", component_name="Spare")
    names = {item.name: item.parent for item in desk.door().components}
    assert "Spare" not in names
    assert names["Zone"] == "Frame"


def a_bool_property_is_found_with_its_letter(desk: Desk) -> None:
    text = desk.do(
        "set_component_property",
        blueprint="BP_Door",
        component_name="Zone",
        property_name="bHiddenInGame",
        value="false",
    )
    assert "false" in text


def titles_do_not_follow_the_editors_language(desk: Desk) -> None:
    english = desk.do("get_blueprint_info", blueprint="BP_Door", include_nodes=True)
    desk.sandbox.language = "zh"
    assert desk.do("get_blueprint_info", blueprint="BP_Door", include_nodes=True) == english


def outputs_have_their_result_node(desk: Desk) -> None:
    text = desk.do("add_function", blueprint="BP_Door", function_name="Ask", outputs="Answer: bool")
    assert "K2Node_FunctionResult" in text


def what_functions_cannot_hold_is_refused(desk: Desk) -> None:
    desk.refused("add_node", blueprint="BP_Door", node_type="Delay", graph_name="Open")
    desk.refused("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="No", graph_name="Open")


def a_name_of_several_classes_is_asked_for(desk: Desk) -> None:
    node = desk.add("CallFunction", function_name="Open", target_class="BP_Door")
    assert f"{DOOR}.BP_Door_C" in repr(desk.node(node)) or "bSelfContext" in repr(desk.node(node))


def undo_takes_back_what_a_call_did(desk: Desk) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    before = desk.door().graphs
    desk.add("Branch")
    assert desk.door().graphs != before
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert desk.door().graphs == before


def a_slow_compile_is_waited_for(desk: Desk) -> None:
    desk.sandbox.faults = FaultInjection(compile_s=0.02)
    assert "up to date" in desk.compile()


def an_asset_that_is_there_is_not_made_again(desk: Desk) -> None:
    desk.refused("create_blueprint", name="SM_Door", path="/Game/Meshes")
    assert not desk.call("create_blueprint", name="BP_Door").has_changed


def the_newest_class_has_the_default(desk: Desk) -> None:
    for value in ("1", "2", "3"):
        desk.do("set_variable_defaults", blueprint="BP_Door", variable_name="Unused", default_value=value)
        desk.compile()
    found = desk.door().find_variable("Unused")
    assert found is not None
    assert found.default == "3"


def a_struct_is_set_and_not_its_copy(desk: Desk) -> None:
    values = {"blueprint": "BP_Door", "component_name": "Panel", "property_name": "RelativeLocation"}
    assert "1.0" in desk.do("set_component_property", **values, value="1,2,3")
    assert not desk.call("set_component_property", **values, value="1,2,3").has_changed


MET: dict[int, Callable[[Desk], None]] = dict(
    enumerate(
        (
            a_bad_function_leaves_no_ghost,
            a_pin_that_is_not_there_is_told_with_those_that_are,
            a_hidden_pin_is_none,
            oddly_named_exec_pins_are_found,
            garbage_for_a_bool_is_refused_and_the_same_value_is_no_change,
            what_is_told_is_what_was_read_back,
            a_literal_on_a_wildcard_is_kept_or_refused,
            a_replaced_exec_link_is_told,
            pins_of_a_chosen_class_can_be_used_at_once,
            a_float_is_no_int,
            a_default_value_is_on_the_class,
            a_new_member_can_be_used_at_once,
            what_only_the_menu_makes_is_made,
            a_greyed_out_event_is_woken_and_not_doubled,
            a_taken_name_is_refused_and_a_free_one_is_free,
            an_override_says_that_it_calls_its_parent,
            calls_follow_a_changed_signature,
            a_compile_that_claims_success_is_not_believed,
            nothing_happens_inside_a_compile_of_others,
            no_graph_is_empty_because_the_game_plays,
            comment_boxes_are_deleted_too,
            the_component_tree_is_what_is_told,
            a_bool_property_is_found_with_its_letter,
            titles_do_not_follow_the_editors_language,
            outputs_have_their_result_node,
            what_functions_cannot_hold_is_refused,
            a_name_of_several_classes_is_asked_for,
            undo_takes_back_what_a_call_did,
            a_slow_compile_is_waited_for,
            an_asset_that_is_there_is_not_made_again,
            the_newest_class_has_the_default,
            a_struct_is_set_and_not_its_copy,
        ),
        start=1,
    )
)


def test_every_trap_is_met() -> None:
    known = {int(file.name.split("_")[2]) for file in TRAPS.glob("test_trap_*.py")}
    assert set(MET) == known


@pytest.mark.parametrize("number", MET, ids=lambda number: f"{number:02} {MET[number].__name__}")
def test_a_tool_that_meets_the_trap_tells_the_truth(desk: Desk, number: int) -> None:
    MET[number](desk)
    assert desk.sandbox.violations == []
