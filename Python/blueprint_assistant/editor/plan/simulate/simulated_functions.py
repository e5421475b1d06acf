"""Function and dispatcher steps tried out on values. Pure; any thread.

A new function has an entry, and a result node when it has outputs; calls do not follow a changed
signature (field notes 4), so a signature in use stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan.edit_plan import OperationResult, PlanError
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
from blueprint_assistant.editor.plan.simulate.function_drafts import (
    FunctionParts,
    new_function_graph,
    new_signature_graph,
    with_flags,
    with_inputs,
    with_outputs,
    without_parameters,
)
from blueprint_assistant.editor.plan.simulate.function_lookup import REFUSED_TYPES, function_in, graph_named
from blueprint_assistant.editor.plan.simulate.member_rules import require_unused
from blueprint_assistant.editor.plan.simulate.member_uses import (
    function_uses,
    notified_variable,
    renamed_function,
    text_uses,
    variable_uses,
)
from blueprint_assistant.editor.plan.simulate.simulated_locals import add_local, change_local, remove_local
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import FunctionEntrySpec
from blueprint_assistant.graph.model.blueprint import Graph, PinType, Variable
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from blueprint_assistant.graph.rules.member_names import parameter_problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.editor.plan.member_steps import FunctionOperation
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint
    from blueprint_assistant.graph.model.blueprint import Function, Parameter

__all__ = ["apply_function"]

_WITHOUT_DEFAULT = frozenset({"object", "class", "interface", "softobject", "softclass", "delegate"})
_CONSTRUCTION = "UserConstructionScript"


def apply_function(state: SimulatedBlueprint, operation: FunctionOperation) -> OperationResult:  # noqa: C901 - a table
    """Do one step. Raises PlanError with the reason when it is refused."""
    match operation:
        case AddFunctionStep():
            return _add(state, operation)
        case ChangeFunctionStep():
            return _change(state, operation)
        case RemoveParametersStep(function, names):
            return _remove_parameters(state, function, names)
        case RemoveFunctionStep(name):
            return _remove(state, name)
        case RenameFunctionStep(name, new_name):
            return _rename(state, name, new_name)
        case OverrideFunctionStep(name):
            return _override(state, name)
        case AddDispatcherStep():
            return _add_dispatcher(state, operation)
        case RemoveDispatcherStep(name):
            return _remove_dispatcher(state, name)
        case AddLocalVariableStep():
            return add_local(state, operation)
        case ChangeLocalVariableStep():
            return change_local(state, operation)
        case RemoveLocalVariableStep(function, name):
            return remove_local(state, function, name)
        case _:
            assert_never(operation)


# --- functions -----------------------------------------------------------------------------------


def _add(state: SimulatedBlueprint, operation: AddFunctionStep) -> OperationResult:
    known = next((item for item in state.drafts if item.lower() == operation.name.lower()), None)
    if known is not None and state.drafts[known].outline().kind == "function":
        return _use_existing(state, known, operation)
    state.require_new_name(operation.name, "function")
    _refuse_output_defaults(operation.outputs)
    _check_parameters(state, operation.inputs, operation.outputs)
    parts = FunctionParts(state.new_guid, state.catalog, state.schema)
    graph = new_function_graph(operation, parts)
    state.drafts[operation.name] = GraphDraft(graph)
    return OperationResult("done", f"function {operation.name}", graph.nodes[0].name)


def _use_existing(state: SimulatedBlueprint, name: str, operation: AddFunctionStep) -> OperationResult:
    found = function_in(state, name)
    wanted = ([(p.name.lower(), p.type) for p in ends] for ends in (operation.inputs, operation.outputs))
    present = ([(p.name.lower(), p.type) for p in ends] for ends in (found.inputs, found.outputs))
    is_same = list(wanted) == list(present) and (found.is_pure, found.is_const, found.access) == (
        operation.is_pure,
        operation.is_const,
        operation.access,
    )
    if not is_same:
        raise PlanError(
            f"{state.owner.name} already has a function '{name}' with another signature: "
            f"{_described(found)}.",
            "Use that one, or choose another name.",
        )
    entry = state.drafts[name].nodes_of_class("K2Node_FunctionEntry")[0]
    return OperationResult("unchanged", f"function {name} exists already", entry.name)


def _described(function: Function) -> str:
    ends = (
        f"{label} {', '.join(f'{item.name}: {item.type}' for item in items) or 'none'}"
        for label, items in (("inputs", function.inputs), ("outputs", function.outputs))
    )
    pure = ", pure" if function.is_pure else ""
    return f"{', '.join(ends)}{pure}, {function.access}"


def _check_parameters(
    state: SimulatedBlueprint,
    inputs: tuple[Parameter, ...],
    outputs: tuple[Parameter, ...] = (),
    taken: Iterable[str] = (),
) -> None:
    seen = {name.lower() for name in taken}
    for number, item in enumerate((*inputs, *outputs)):
        problem = parameter_problem(item.name, is_output=number >= len(inputs))
        if problem:
            raise PlanError(problem, "")
        if item.name.lower() in seen:
            raise PlanError(f"The parameter name '{item.name}' is taken.", "Give each its own name.")
        seen.add(item.name.lower())
        if item.type.category in REFUSED_TYPES:
            raise PlanError(f"A parameter cannot be of type {item.type}.", "Choose a data type.")
        if item.default:
            _check_default(state, item)


def _check_default(state: SimulatedBlueprint, item: Parameter) -> None:
    if item.type.container != "none" or item.type.category in _WITHOUT_DEFAULT:
        raise PlanError(f"An input of type {item.type} has no default.", "Leave its default out.")
    state.schema.validate_default(item.type, item.default)


def _refuse_output_defaults(outputs: tuple[Parameter, ...]) -> None:
    named = next((item.name for item in outputs if item.default), None)
    if named is not None:
        raise PlanError(
            f"The output '{named}' cannot have a default.", "Set that pin of the result node instead."
        )


def _change(state: SimulatedBlueprint, operation: ChangeFunctionStep) -> OperationResult:
    name = graph_named(state, operation.name, "function")
    found, draft = function_in(state, name), state.drafts[name]
    if found.declared_in and (operation.new_inputs or operation.new_outputs):
        raise PlanError(f"'{name}' overrides a function of the parent class.", "Its signature is fixed.")
    inputs = _new_ones(found.inputs, operation.new_inputs, name)
    outputs = _new_ones(found.outputs, operation.new_outputs, name)
    _refuse_output_defaults(outputs)
    taken = [item.name for item in (*found.inputs, *found.outputs)]
    _check_parameters(state, inputs, outputs, taken)
    is_pure = found.is_pure if operation.is_pure is None else operation.is_pure
    if inputs or outputs or is_pure != found.is_pure:
        # Calls keep the pins that they have, and the compile fails (field notes 4).
        require_unused("function", name, function_uses(state.owner, state.drafts, name))
    parts = FunctionParts(state.new_guid, state.catalog, state.schema)
    before = draft.freeze()
    with_inputs(draft, inputs, parts)
    with_outputs(draft, outputs, parts)
    with_flags(
        draft,
        is_pure=is_pure,
        is_const=found.is_const if operation.is_const is None else operation.is_const,
        access=operation.access or found.access,
    )
    entry = draft.nodes_of_class("K2Node_FunctionEntry")[0].name
    is_same = draft.freeze() == before
    return OperationResult("unchanged" if is_same else "done", f"function {name}", entry)


def _new_ones(
    present: tuple[Parameter, ...], wanted: tuple[Parameter, ...], function: str
) -> tuple[Parameter, ...]:
    """The parameters that are not there yet. Raises PlanError for one of another type."""
    known = {item.name.lower(): item for item in present}
    for item in wanted:
        other = known.get(item.name.lower())
        if other is not None and other.type != item.type:
            raise PlanError(
                f"'{function}' already has a parameter '{other.name}' of type {other.type}.",
                "Choose another name.",
            )
    return tuple(item for item in wanted if item.name.lower() not in known)


def _remove_parameters(state: SimulatedBlueprint, function: str, names: tuple[str, ...]) -> OperationResult:
    function = graph_named(state, function, "function")
    found = function_in(state, function)
    if found.declared_in:
        raise PlanError(f"'{function}' overrides a function of the parent class.", "Its signature is fixed.")
    known = {item.name.lower() for item in (*found.inputs, *found.outputs)}
    wanted = {name.lower() for name in names}
    if not wanted & known:
        return OperationResult("unchanged", "there are no such parameters")
    require_unused("function", function, function_uses(state.owner, state.drafts, function))
    without_parameters(state.drafts[function], wanted)
    return OperationResult("done", f"function {function}")


def _remove(state: SimulatedBlueprint, name: str) -> OperationResult:
    name = graph_named(state, name, "function")
    _refuse_construction_script(name)
    _refuse_notified(state, name, "removed")
    found = [*function_uses(state.owner, state.drafts, name)]
    found += text_uses((draft.freeze() for draft in state.drafts.values()), name)
    require_unused("function", name, ((graph, node) for graph, node in found if graph != name))
    del state.drafts[name]
    return OperationResult("done", f"function {name}")


def _refuse_notified(state: SimulatedBlueprint, name: str, what: str) -> None:
    """The variable calls the function by its name, which would be nothing then."""
    variable = notified_variable(state.owner, name)
    if variable:
        raise PlanError(
            f"'{name}' cannot be {what}: the variable {variable} is RepNotify and calls it.",
            f"Set replication of {variable} to replicated or none first, with set_variable_defaults.",
        )


def _refuse_construction_script(name: str) -> None:
    if name == _CONSTRUCTION:
        raise PlanError(f"The editor keeps the graph '{name}'.", "Delete the nodes in it instead.")


def _rename(state: SimulatedBlueprint, name: str, new_name: str) -> OperationResult:
    name = graph_named(state, name, "function")
    _refuse_construction_script(name)
    if new_name == name:
        return OperationResult("unchanged", f"it is called {name} already")
    if function_in(state, name).declared_in:
        raise PlanError(f"'{name}' overrides a function of the parent class.", "Its name is fixed.")
    if new_name.lower() == name.lower():
        raise PlanError(
            f"'{name}' cannot be renamed to '{new_name}': only the letter case differs.",
            "Rename it to another name first.",
        )
    _refuse_notified(state, name, "renamed")
    state.require_new_name(new_name, "function")
    drafts = {}
    for graph, draft in state.drafts.items():
        for node in draft:
            renamed = renamed_function(node, name, new_name)
            if renamed != node:
                draft.replace(renamed)
        called = new_name if graph == name else graph
        drafts[called] = GraphDraft(replace(draft.freeze(), name=new_name)) if graph == name else draft
    state.drafts = drafts
    return OperationResult("done", f"{name} is {new_name} now")


def _override(state: SimulatedBlueprint, name: str) -> OperationResult:
    known = next((item for item in state.drafts if item.lower() == name.lower()), None)
    if known is not None and state.drafts[known].outline().kind == "function":
        entry = state.drafts[known].nodes_of_class("K2Node_FunctionEntry")[0]
        return OperationResult("unchanged", f"function {known} is overridden already", entry.name)
    info = state.catalog.find_event(name, state.owner.parent_class)
    if not info.opens_function:
        raise PlanError(
            f"'{info.display}' has no outputs, so it is an event, not a function to override.",
            "Add its event node to the event graph.",
        )
    if known is not None:
        raise PlanError(f"{state.owner.name} already has a graph named '{known}'.", "Rename that one.")
    node = make_node(
        FunctionEntrySpec(info.name, info.class_path),
        owner=state.owner,
        catalog=state.catalog,
        name="K2Node_FunctionEntry_0",
        new_guid=state.new_guid,
    )
    state.drafts[info.name] = GraphDraft(Graph(info.name, (node,), kind="function"))
    return OperationResult("done", f"override of {info.name}", node.name)


# --- dispatchers ---------------------------------------------------------------------------------


def _add_dispatcher(state: SimulatedBlueprint, operation: AddDispatcherStep) -> OperationResult:
    existing = state.owner.find_variable(operation.name)
    if existing is not None and existing.type.category == "mcdelegate":
        graph = graph_named(state, existing.name, "delegate")
        present = [(item.name.lower(), item.type) for item in function_in(state, graph).inputs]
        if present != [(item.name.lower(), item.type) for item in operation.inputs]:
            raise PlanError(
                f"{state.owner.name} already has an event dispatcher '{existing.name}' with other inputs.",
                "Use that one, or choose another name.",
            )
        return OperationResult("unchanged", f"event dispatcher {existing.name} exists already")
    state.require_new_name(operation.name, "function")
    _check_parameters(state, operation.inputs)
    if any(item.default for item in operation.inputs):
        raise PlanError("The inputs of an event dispatcher have no defaults.", "Leave the defaults out.")
    variable = Variable(operation.name, PinType("mcdelegate"))
    state.blueprint = replace(state.owner, variables=(*state.owner.variables, variable))
    parts = FunctionParts(state.new_guid, state.catalog, state.schema)
    graph_value = new_signature_graph(operation.name, operation.inputs, parts)
    state.drafts[operation.name] = GraphDraft(graph_value)
    return OperationResult("done", f"event dispatcher {operation.name}")


def _remove_dispatcher(state: SimulatedBlueprint, name: str) -> OperationResult:
    name = graph_named(state, name, "delegate")
    require_unused("event dispatcher", name, variable_uses(state.owner, state.drafts, name))
    kept = tuple(item for item in state.owner.variables if item.name.lower() != name.lower())
    state.blueprint = replace(state.owner, variables=kept)
    del state.drafts[name]
    return OperationResult("done", f"event dispatcher {name}")
