"""Makes and changes functions, dispatchers and local variables through the Python API.

The editor numbers a taken name without a word, so every name is read back (field notes 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AddLocalVariableStep,
    ChangeFunctionStep,
    ChangeLocalVariableStep,
    OverrideFunctionStep,
    RemoveDispatcherStep,
    RemoveFunctionStep,
    RemoveLocalVariableStep,
    RemoveParametersStep,
    RenameFunctionStep,
)
from blueprint_assistant.editor.unreal_editor.variable_calls import engine_type

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.member_steps import Access, FunctionOperation
    from blueprint_assistant.graph.model.blueprint import Parameter

__all__ = ["change_functions", "remove_dispatcher", "remove_function"]


def change_functions(asset: Any, operation: FunctionOperation) -> None:  # noqa: C901, PLR0912 - a table
    """Do one step."""
    match operation:
        case AddFunctionStep():
            _add(asset, operation)
        case ChangeFunctionStep():
            _change(asset, operation)
        case RemoveParametersStep(function, names):
            _remove_parameters(_editor(asset, function), names)
        case RemoveFunctionStep(name):
            remove_function(asset, name)
        case RenameFunctionStep(name, new_name):
            _rename(asset, name, new_name)
        case OverrideFunctionStep(name):
            _override(asset, name)
        case AddDispatcherStep():
            _add_dispatcher(asset, operation)
        case RemoveDispatcherStep(name):
            remove_dispatcher(asset, name)
        case AddLocalVariableStep():
            _add_local(asset, operation)
        case ChangeLocalVariableStep(function, name, default):
            if not _editor(asset, function).set_local_variable_default_value(name, default):
                raise PlanError(f"The editor did not set the default of '{name}' to '{default}'.")
        case RemoveLocalVariableStep(function, name):
            if not _editor(asset, function).remove_local_variable(name):
                raise PlanError(f"The editor did not remove the local variable '{name}'.")
        case _:
            assert_never(operation)


def _editor(asset: Any, graph: str) -> Any:
    editor = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, graph)
    if editor is None or editor.get_graph() is None:
        raise PlanError(f"The editor has no graph '{graph}' in '{asset.get_path_name()}'.")
    return editor


def _add(asset: Any, operation: AddFunctionStep) -> None:
    editor = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, operation.name)
    graph = None if editor is None else editor.get_graph()
    if graph is None:
        raise PlanError(f"The editor did not add the function '{operation.name}'.", "Choose another name.")
    if str(graph.get_name()) != operation.name:
        raise PlanError(
            f"The editor named the function '{graph.get_name()}': '{operation.name}' is taken.",
            "Choose another name.",
        )
    # Outputs first: a body that returns before its output is declared returns nothing (field notes 3).
    _add_outputs(editor, operation.outputs)
    _add_inputs(editor, operation.inputs)
    if operation.is_pure:
        editor.set_is_pure_function(is_pure=True)
    if operation.is_const:
        editor.set_is_const_function(is_const=True)
    _set_access(editor, operation.access)


def _change(asset: Any, operation: ChangeFunctionStep) -> None:
    editor = _editor(asset, operation.name)
    known = _pin_names(editor)
    _add_outputs(editor, _missing(operation.new_outputs, known))
    _add_inputs(editor, _missing(operation.new_inputs, known))
    if operation.is_pure is not None:
        editor.set_is_pure_function(is_pure=operation.is_pure)
    if operation.is_const is not None:
        editor.set_is_const_function(is_const=operation.is_const)
    if operation.access is not None:
        _set_access(editor, operation.access)


def _remove_parameters(editor: Any, names: tuple[str, ...]) -> None:
    for name in names:
        is_gone = editor.remove_graph_input_parameter(name)
        is_gone = editor.remove_graph_output_parameter(name) or is_gone
        if not is_gone:
            raise PlanError(f"The editor did not take the parameter '{name}' away.")


def _missing(parameters: tuple[Parameter, ...], known: set[str]) -> tuple[Parameter, ...]:
    return tuple(item for item in parameters if item.name.lower() not in known)


def _nodes_of(editor: Any, class_name: str) -> list[Any]:
    return [node for node in editor.list_all_nodes() if str(node.get_class().get_name()) == class_name]


def _pin_names(editor: Any) -> set[str]:
    ends = [*_nodes_of(editor, "K2Node_FunctionEntry"), *_nodes_of(editor, "K2Node_FunctionResult")]
    return {str(pin.get_pin_name()).lower() for node in ends for pin in node.list_all_pins()}


def _add_inputs(editor: Any, inputs: tuple[Parameter, ...]) -> None:
    for item in inputs:
        pin = editor.add_graph_input_parameter(item.name, engine_type(item.type), item.default)
        if not pin.is_valid():
            raise PlanError(f"The editor did not add the input '{item.name}'.", "Choose another type.")


def _add_outputs(editor: Any, outputs: tuple[Parameter, ...]) -> None:
    for item in outputs:
        if editor.add_graph_output_parameter(item.name, engine_type(item.type)) is None:
            raise PlanError(f"The editor did not add the output '{item.name}'.", "Choose another type.")
    if outputs:
        _link_result(editor)


def _link_result(editor: Any) -> None:
    """Link an idle entry to the result node; reports disagree whether the editor does so itself."""
    entries, results = (_nodes_of(editor, f"K2Node_Function{end}") for end in ("Entry", "Result"))
    if not entries or len(results) != 1:
        return
    then, execute = entries[0].find_then_pin(), results[0].find_execute_pin()
    if then.is_valid() and execute.is_valid() and not then.list_connected_pins():
        then.try_create_connection(execute)


def _set_access(editor: Any, access: Access) -> None:
    match access:
        case "public":
            editor.set_function_is_public()
        case "protected":
            editor.set_function_is_protected()
        case "private":
            editor.set_function_is_private()
        case _:
            assert_never(access)


def remove_function(asset: Any, name: str) -> None:
    """Remove a function graph; the caller reads back whether it is gone."""
    unreal.BlueprintEditorLibrary.remove_function_graph(asset, name)


def _rename(asset: Any, name: str, new_name: str) -> None:
    graph = unreal.BlueprintEditorLibrary.find_graph(asset, name)
    if graph is None:
        raise PlanError(f"The editor has no graph '{name}'.", "Read the Blueprint again.")
    unreal.BlueprintEditorLibrary.rename_graph(graph, new_name)


def _override(asset: Any, name: str) -> None:
    if unreal.BlueprintEditorLibrary.add_function_override(asset, name) is None:
        raise PlanError(
            f"The editor did not override '{name}'.", "Is it an event of the event graph already?"
        )


def _add_dispatcher(asset: Any, operation: AddDispatcherStep) -> None:
    library = unreal.BlueprintEditorLibrary
    if not library.add_event_dispatcher(asset, operation.name):
        raise PlanError(f"The editor did not add the event dispatcher '{operation.name}'.")
    for item in operation.inputs:
        if not library.add_event_dispatcher_parameter(
            asset, operation.name, item.name, engine_type(item.type)
        ):
            raise PlanError(f"The editor did not add the input '{item.name}' to '{operation.name}'.")


def remove_dispatcher(asset: Any, name: str) -> None:
    """Remove an event dispatcher."""
    if not unreal.BlueprintEditorLibrary.remove_event_dispatcher(asset, name):
        raise PlanError(f"The editor did not remove the event dispatcher '{name}'.")


def _add_local(asset: Any, operation: AddLocalVariableStep) -> None:
    editor = _editor(asset, operation.function)
    if not editor.add_local_variable(operation.name, engine_type(operation.type), operation.default or ""):
        raise PlanError(f"The editor did not add the local variable '{operation.name}'.")
