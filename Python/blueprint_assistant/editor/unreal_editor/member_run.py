"""Carries out the member steps of one plan, and compiles when later steps need it.

New members are known to graphs, and defaults to be set, only after a compile; what compiles is given
by the caller, so that it learns that engine objects may be gone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep, PlanError
from blueprint_assistant.editor.plan.member_steps import (
    AddLocalVariableStep,
    ChangeLocalVariableStep,
    ChangeVariableStep,
    ComponentOperation,
    FunctionOperation,
    MemberOperation,
    RemoveVariableStep,
    RenameVariableStep,
)
from blueprint_assistant.editor.plan.simulate.simulated_members import lost_flags
from blueprint_assistant.editor.unreal_editor import (
    blueprint_writer,
    component_tree,
    function_changes,
    variable_calls,
)
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint
from blueprint_assistant.editor.unreal_editor.property_values import property_text, value_of
from blueprint_assistant.graph.rules.container_values import inner_types

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.plan.edit_plan import OperationResult
    from blueprint_assistant.graph.model.blueprint import Blueprint, Variable
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = ["MemberRun"]

_REPLACED = frozenset({"object", "class", "softobject", "softclass", "interface"})


class MemberRun:
    """The member steps of a plan. `settle` before anything needs what they made, and at the end."""

    def __init__(
        self,
        before: Blueprint | None,
        expected: Blueprint,
        schema: Schema,
        compile_now: Callable[[], object],
    ) -> None:
        """`before` and `expected` are the Blueprint before and after the plan, as values."""
        self._path = expected.path
        self._before = before
        self._expected = expected
        self._schema = schema
        self._compile = compile_now
        self._is_stale = False
        self._defaults: dict[str, Callable[[], Any]] = {}
        self.warnings: list[str] = []

    def add_variable(self, operation: AddVariableStep) -> None:
        """Add a variable; its default comes with the next compile."""
        if operation.default is not None:
            text = self._schema.validate_value(operation.type, operation.default)
            if text:
                value_of(operation.type, text)  # before anything is touched, for a value may be refused
                self._defaults[operation.name] = partial(value_of, operation.type, text)
        blueprint_writer.add_variable(self._asset(), operation)
        self._is_stale = True
        if operation.tooltip:
            self.warnings.append(f"The tooltip of {operation.name} cannot be set from Python.")

    def add_component(self, operation: AddComponentStep) -> None:
        """Add a component."""
        blueprint_writer.add_component(self._asset(), operation)
        self._is_stale = True

    def carry_out(self, operation: MemberOperation, result: OperationResult) -> None:
        """Do one step whose simulation gave `result`."""
        if isinstance(operation, RemoveVariableStep):
            variable_calls.remove(self._asset(), operation.name)
            self._defaults.pop(operation.name, None)
        elif isinstance(operation, RenameVariableStep):
            self._rename(operation)
        elif isinstance(operation, ChangeVariableStep):
            self._change(operation)
        elif isinstance(operation, ComponentOperation):
            component_tree.change_component(self._asset(), operation, result.detail)
        else:
            self._change_functions(operation)
        self._is_stale = True

    def settle(self) -> None:
        """Make what was changed usable: compile, set defaults, compile again (field notes 4 and 5)."""
        if not self._is_stale:
            return
        self._is_stale = False
        self._compile()
        self._defaults, defaults = {}, self._defaults
        for name, make in defaults.items():
            # Made only now: a class that a value names may be one that the compile replaced.
            variable_calls.set_default(self._asset(), name, make())
        if defaults:
            self._compile()

    def _asset(self) -> Any:
        return load_blueprint(self._path)

    def _variable(self, name: str) -> Variable:
        for blueprint in (self._expected, self._before):
            found = None if blueprint is None else blueprint.find_variable(name)
            if found is not None:
                return found
        raise PlanError(f"The variable '{name}' is changed and gone again in one plan.", "Use two plans.")

    def _rename(self, operation: RenameVariableStep) -> None:
        old, new = operation.name, operation.new_name
        value = self._default_of(old)
        variable_calls.copy_declaration(self._asset(), self._variable(new))
        variable_calls.replace_references(self._asset(), old, new)
        variable_calls.remove(self._asset(), old)
        before = None if self._before is None else self._before.find_variable(old)
        lost = [] if before is None else list(lost_flags(before))
        if value is variable_calls.UNREADABLE:
            lost.append("default value")
        else:
            self._defaults[new] = self._kept(new, value)
        if lost:
            self.warnings.append(f"Set again in the Details panel of {new}: {', '.join(lost)}.")

    def _default_of(self, name: str) -> Any:
        """The default of a variable, before a compile where it is known then.

        After an undo the class is that of a variable with another id: the next compile makes it anew, and
        the value is gone with the old one.
        """
        is_pending = name in self._defaults
        value = variable_calls.UNREADABLE if is_pending else variable_calls.read_default(self._asset(), name)
        self.settle()
        if value is variable_calls.UNREADABLE:
            value = variable_calls.read_default(self._asset(), name)
        return value

    def _kept(self, name: str, value: Any) -> Callable[[], Any]:
        """The value of a variable that is made anew; classes and objects by path: a compile replaces them."""
        kind = self._variable(name).type
        if not any(item.category in _REPLACED for item in inner_types(kind) if item is not None):
            return lambda: value
        return partial(value_of, kind, self._schema.validate_value(kind, property_text(kind, value)))

    def _change(self, operation: ChangeVariableStep) -> None:
        if operation.default is not None:
            kind = operation.type or self._variable(operation.name).type
            text = self._schema.validate_value(kind, operation.default)
            is_kept = operation.type is None
            present = variable_calls.read_default(self._asset(), operation.name) if is_kept else None
            value_of(kind, text, present)  # refuses before anything is touched
            self._defaults[operation.name] = partial(value_of, kind, text, present)
        variable_calls.change(self._asset(), operation)

    def _change_functions(self, operation: FunctionOperation) -> None:
        if isinstance(operation, AddLocalVariableStep | ChangeLocalVariableStep):
            # A default is taken only for what the last compile knows.
            self.settle()
        function_changes.change_functions(self._asset(), operation)
