"""Function graphs: parameters, flags, names, removal, libraries, RepNotify."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError, SandboxEditor


@pytest.fixture
def script(door: Any) -> Any:
    return door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")


def _kind(door: Any, name: str) -> Any:
    return door.library.get_basic_type_by_name(name)


def _pins(pins: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in pins]


# --- parameters ------------------------------------------------------------------------------------


def test_a_call_has_the_inputs_and_outputs_of_the_function(door: Any, script: Any) -> None:
    script.add_graph_output_parameter("Done", _kind(door, "bool"))
    script.add_graph_input_parameter("Angle", _kind(door, "real"), "45.0")
    script.add_graph_input_parameter("Label", _kind(door, "string"))
    door.compile()
    call = door.call("Turn")
    assert _pins(call.list_input_pins()) == ["execute", "self", "Angle", "Label"]
    assert _pins(call.list_output_pins()) == ["then", "Done"]
    assert float(call.find_input_pin("Angle").get_pin_value()) == 45.0
    assert call.find_input_pin("Angle").get_pin_type() == _kind(door, "real")


def test_an_empty_type_is_bool(door: Any, script: Any) -> None:
    pin = script.add_graph_input_parameter("IsFast")
    assert pin.get_pin_type() == _kind(door, "bool")


def test_a_taken_parameter_name_is_numbered(door: Any, script: Any) -> None:
    script.add_graph_input_parameter("Angle", _kind(door, "int"))
    twin = script.add_graph_input_parameter("angle", _kind(door, "int"))
    assert twin.get_pin_name() == "angle2"


@pytest.mark.parametrize("category", ["exec", "wildcard"])
def test_types_that_no_parameter_can_have_are_refused(unreal: Any, script: Any, category: str) -> None:
    kind = unreal.EdGraphPinType()
    assert kind.import_text(f'(PinCategory="{category}")')
    assert not script.add_graph_input_parameter("Bad", kind).is_valid()
    assert script.add_graph_output_parameter("Bad", kind) is None
    assert len(script.list_all_nodes()) == 1


def test_a_default_that_does_not_fit_is_left_out_with_a_log_line(
    editor: SandboxEditor, door: Any, script: Any
) -> None:
    assert script.add_graph_input_parameter("Angle", _kind(door, "int"), "many").is_valid()
    door.compile()
    assert door.call("Turn").find_input_pin("Angle").get_pin_value() == "0"
    assert "'many' is no value of 'Angle'" in editor.log_text("LogBlueprint")


def test_a_removed_input_takes_its_links_along(door: Any, script: Any) -> None:
    pin = script.add_graph_input_parameter("Label", _kind(door, "string"))
    node = script.add_call_function_node(PRINT)
    assert pin.try_create_connection(node.find_input_pin("InString"))
    assert script.remove_graph_input_parameter("label") is True
    assert not pin.is_valid()
    assert not node.find_input_pin("InString").list_connected_pins()
    assert script.remove_graph_input_parameter("Label") is False


def test_the_construction_script_takes_no_parameters(unreal: Any, door: Any) -> None:
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    assert not script.add_graph_input_parameter("Angle", _kind(door, "int")).is_valid()
    assert script.add_graph_output_parameter("Angle", _kind(door, "int")) is None


def test_entry_nodes_cannot_be_removed_and_results_can(door: Any, script: Any) -> None:
    script.add_graph_output_parameter("Done", _kind(door, "bool"))
    script.remove_nodes(script.list_all_nodes())
    (left,) = script.list_all_nodes()
    assert left.get_class().get_name() == "K2Node_FunctionEntry"


# --- flags -----------------------------------------------------------------------------------------


def test_a_pure_function_has_no_exec_pins_on_its_calls(door: Any, script: Any) -> None:
    script.add_graph_output_parameter("Steps", _kind(door, "int"))
    script.set_is_pure_function()
    door.compile()
    assert _pins(door.call("Turn").list_all_pins()) == ["self", "Steps"]
    script.set_is_pure_function(False)
    door.compile()
    assert _pins(door.call("Turn").list_all_pins())[0] == "execute"


def test_a_private_function_is_closed_to_children(unreal: Any, door: Any, script: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    script.set_function_is_private()
    door.compile()
    child = library.create_blueprint_asset_with_parent("/Game/BP_Child", door.asset.generated_class())
    assert library.add_function_override(child, "Turn") is None
    script.set_function_is_protected()
    door.compile()
    assert library.add_function_override(child, "Turn") is not None


@pytest.mark.parametrize(
    "name",
    [
        "set_is_pure_function",
        "set_is_const_function",
        "set_is_exec_function",
        "set_is_call_in_editor_function",
        "set_is_thread_safe_function",
        "set_is_unsafe_during_actor_construction_function",
        "set_is_deprecated_function",
    ],
)
def test_a_flag_that_is_set_and_cleared_leaves_the_function_as_it_was(
    editor: SandboxEditor, door: Any, script: Any, name: str
) -> None:
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    before = asset.graphs["Turn"].freeze()
    door.compile()
    getattr(script, name)(True)
    assert asset.graphs["Turn"].freeze() != before
    assert door.asset.get_editor_property("status") == door.unreal.BlueprintStatus.BS_DIRTY
    getattr(script, name)(False)
    assert asset.graphs["Turn"].freeze() == before


def test_a_deprecation_message_is_a_text(door: Any, script: Any) -> None:
    script.set_deprecation_message_on_function(door.unreal.Text('Use "Spin", please'))
    assert door.compile() is True


def test_flags_of_an_event_graph_are_an_error_in_the_log(editor: SandboxEditor, door: Any) -> None:
    assert door.nodes.set_is_pure_function() is None
    assert "'EventGraph' is not a function" in editor.log_text("LogBlueprintEditorLib")


# --- names and removal -----------------------------------------------------------------------------


def test_a_rename_takes_calls_and_local_variables_along(door: Any, script: Any) -> None:
    script.add_local_variable("Steps", _kind(door, "int"))
    door.compile()
    call = door.call("Turn")
    getter = script.add_get_local_variable_node("Steps")
    event = door.nodes.find_event_node("ReceiveBeginPlay")
    assert event.find_then_pin().try_create_connection(call.find_execute_pin())
    door.library.rename_graph(script.get_graph(), "Spin")
    assert script.get_graph().get_name() == "Spin"
    assert door.compile() is True
    assert getter.find_output_pin("Steps").is_valid()
    assert door.library.find_graph(door.asset, "Turn") is None
    assert door.call("Spin").find_execute_pin().is_valid()


def test_a_rename_keeps_the_messages_of_the_last_compile(door: Any, script: Any) -> None:
    script.add_local_variable("Steps", _kind(door, "int"))
    door.compile()
    setter = script.add_set_local_variable_node("Steps")
    script.find_graph_entry_pin().try_create_connection(setter.find_execute_pin())
    script.remove_local_variable("Steps")
    assert door.compile() is False
    door.library.rename_graph(script.get_graph(), "Spin")
    assert list(script.list_nodes_with_errors()) == [setter]


def test_a_rename_onto_a_taken_name_ends_the_editor(door: Any, script: Any) -> None:
    door.library.add_function_graph(door.asset, "Spin")
    with pytest.raises(FatalEditorError, match="on top of an existing object"):
        door.library.rename_graph(script.get_graph(), "Spin")


def test_with_the_switch_such_a_rename_does_nothing(editor: SandboxEditor, door: Any, script: Any) -> None:
    editor.switches.rename_onto_taken_name_crashes = False
    door.library.add_function_graph(door.asset, "Spin")
    door.library.rename_graph(script.get_graph(), "Spin")
    assert script.get_graph().get_name() == "Turn"


def test_the_construction_script_keeps_its_name_and_place(door: Any) -> None:
    graph = door.library.find_graph(door.asset, "UserConstructionScript")
    door.library.rename_graph(graph, "Build")
    door.library.remove_graph(door.asset, graph)
    door.library.remove_function_graph(door.asset, "UserConstructionScript")
    assert door.library.find_graph(door.asset, "UserConstructionScript") == graph
    door.library.remove_graph(door.asset, door.graph)
    assert door.graph is not None


def test_removing_a_function_closes_the_window_of_the_asset(unreal: Any, door: Any, script: Any) -> None:
    editors = unreal.get_editor_subsystem(unreal.AssetEditorSubsystem)
    editors.open_editor_for_assets([door.asset])
    graph = script.get_graph()
    door.library.remove_graph(door.asset, graph)
    assert door.library.find_graph(door.asset, "Turn") is None


def test_an_undo_brings_a_function_back(unreal: Any, door: Any, script: Any, editor: SandboxEditor) -> None:
    script.add_graph_input_parameter("Angle", _kind(door, "int"))
    with unreal.ScopedEditorTransaction("remove"):
        door.library.remove_function_graph(door.asset, "Turn")
    assert door.library.find_graph(door.asset, "Turn") is None
    assert editor.transactions.undo()
    (entry,) = script.list_all_nodes()
    assert _pins(entry.list_output_pins()) == ["then", "Angle"]


def test_an_undo_takes_a_parameter_away(unreal: Any, door: Any, script: Any, editor: SandboxEditor) -> None:
    with unreal.ScopedEditorTransaction("parameter"):
        script.add_graph_input_parameter("Angle", _kind(door, "int"))
    assert editor.transactions.undo()
    (entry,) = script.list_all_nodes()
    assert _pins(entry.list_output_pins()) == ["then"]


# --- lists -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("script")
def test_functions_and_events_are_listed_apart(door: Any) -> None:
    door.nodes.add_custom_event_node("Open")
    functions = {str(row.name) for row in door.library.list_functions(door.asset)}
    events = {str(row.name): row.is_implemented for row in door.library.list_events(door.asset)}
    assert "Turn" in functions
    assert "Open" not in functions
    assert events["Open"] is True
    assert events["ReceiveTick"] is True
    assert events["ReceiveEndPlay"] is False
    assert "Turn" not in events


def test_members_of_a_parent_blueprint_can_be_overridden_and_called(
    unreal: Any, door: Any, script: Any
) -> None:
    library = unreal.BlueprintEditorLibrary
    script.add_graph_output_parameter("Steps", _kind(door, "int"))
    door.nodes.add_custom_event_node("Open")
    door.compile()
    child = library.create_blueprint_asset_with_parent("/Game/BP_Child", door.asset.generated_class())
    rows = {str(row.name): row.is_implemented for row in library.list_functions(child)}
    assert rows["Turn"] is False
    assert library.add_event_override(child, "Turn", unreal.IntPoint(0, 0)) is None
    event = library.add_event_override(child, "Open", unreal.IntPoint(0, 0))
    assert event.find_then_pin().is_valid()
    graph = library.add_function_override(child, "Turn")
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(graph).list_all_nodes()
    assert [str(node.get_class().get_name()) for node in nodes] == [
        "K2Node_FunctionEntry",
        "K2Node_CallParentFunction",
        "K2Node_FunctionResult",
    ]
    assert library.compile_blueprint(child) is True


# --- function libraries ----------------------------------------------------------------------------


def test_functions_of_a_library_are_static(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BFL_Maths", unreal.BlueprintFunctionLibrary)
    script = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Twice")
    script.add_graph_output_parameter("Result", _kind(door, "int"))
    script.add_graph_input_parameter("Value", _kind(door, "int"))
    library.compile_blueprint(asset)
    call = script.add_call_function_node("Twice")
    assert _pins(call.list_input_pins()) == ["execute", "Value"]  # no Target, no world context
    assert library.add_event_dispatcher(asset, "OnDone") is False


# --- RepNotify -------------------------------------------------------------------------------------


def test_rep_notify_makes_the_function_once(unreal: Any, door: Any) -> None:
    door.add_variable("Health")
    notify = unreal.BlueprintVariableReplication.REP_NOTIFY
    door.library.set_blueprint_variable_replication(door.asset, "Health", notify)
    assert door.library.get_blueprint_variable_replication(door.asset, "Health") == notify
    graph = door.library.find_graph(door.asset, "OnRep_Health")
    assert graph is not None
    none = unreal.BlueprintVariableReplication.NONE
    door.library.set_blueprint_variable_replication(door.asset, "Health", none)
    assert door.library.find_graph(door.asset, "OnRep_Health") == graph
    door.library.set_blueprint_variable_replication(door.asset, "Health", notify)
    names = [str(name) for name in door.library.list_graph_names(door.asset)]
    assert names.count("OnRep_Health") == 1
    assert door.compile() is True


# --- play ------------------------------------------------------------------------------------------


def test_nothing_changes_during_play(editor: SandboxEditor, door: Any, script: Any) -> None:
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    before = asset.content()
    editor.is_in_pie = True
    kind = _kind(door, "int")
    assert door.library.add_function_graph(door.asset, "Spin") is None
    assert script.add_graph_output_parameter("Done", kind) is None
    assert script.add_local_variable("Steps", kind) is False
    assert door.library.add_event_dispatcher(door.asset, "OnOpened") is False
    door.library.remove_function_graph(door.asset, "Turn")
    door.library.rename_graph(script.get_graph(), "Spin")
    script.set_is_pure_function()
    assert asset.content() == before


# --- engine versions -------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["5.6", "5.7"])
def test_older_engines_make_rename_and_remove_functions_and_no_more(version: str) -> None:
    with SandboxEditor(engine_version=version) as editor:
        unreal: Any = editor.install()
        library = unreal.BlueprintEditorLibrary
        asset = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
        graph = library.add_function_graph(asset)
        assert graph.get_name() == "NewFunction"
        library.rename_graph(graph, "Turn")
        assert library.find_graph(asset, "Turn") == graph
        library.remove_function_graph(asset, "turn")
        assert library.find_graph(asset, "Turn") is None
        for name in ("add_function_override", "add_event_dispatcher", "list_functions"):
            assert not hasattr(library, name)
        assert not hasattr(unreal, "BlueprintGraphEditor")
