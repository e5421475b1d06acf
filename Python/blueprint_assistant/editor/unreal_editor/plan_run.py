"""`PlanRun`: carries out the steps of one plan, one after the other. Game thread only.

Who uses it opens the transaction, reads back what came of it, and takes it back when it failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    CompileReport,
    CreateBlueprintStep,
    EditOperation,
    NodeOperation,
    OperationResult,
    PlanError,
)
from blueprint_assistant.editor.plan.member_steps import MemberOperation
from blueprint_assistant.editor.unreal_editor import blueprint_writer
from blueprint_assistant.editor.unreal_editor.blueprint_reader import does_exist, load_blueprint
from blueprint_assistant.editor.unreal_editor.member_run import MemberRun
from blueprint_assistant.editor.unreal_editor.node_run import NodeRun
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec
from blueprint_assistant.graph.kinds.specs import CreateDelegateSpec
from blueprint_assistant.graph.rules.schema import Schema

if TYPE_CHECKING:
    from blueprint_assistant.editor.prepared_plan import PreparedPlan

__all__ = ["PlanRun"]


class PlanRun:
    """One application of a plan: real node names by key, warnings, the compile report."""

    def __init__(self, prepared: PreparedPlan, *, was_dirty: bool = True) -> None:
        """`was_dirty` is whether the package had unsaved changes before."""
        self.plan = prepared.plan
        self.before = before = prepared.before
        self.expected = expected = prepared.expected
        self.was_dirty = was_dirty
        self.catalog = catalog = prepared.catalog
        self._node_steps = NodeRun(self._asset, expected.after, catalog)
        self.nodes = self._node_steps.names
        self.node_warnings = self._node_steps.warnings
        self._members = MemberRun(before, expected.after, Schema(catalog), self._compile)
        self.warnings = self._members.warnings
        self.compile_report: CompileReport | None = None
        self._are_events_known = before is not None and before.status.startswith("up_to_date")
        self.may_have_created = False

    def carry_out(self) -> None:
        """Do all steps, and make what they made usable. Raises PlanError, and what the engine raises."""
        steps = zip(self.plan.operations, self.expected.results, strict=True)
        for number, (operation, result) in enumerate(steps, start=1):
            try:
                self._step(operation, result)
            except PlanError as error:
                raise PlanError(
                    f"Step {number} of {len(self.plan.operations)}: {error.what}", error.fix
                ) from error
        self._members.settle()

    def _step(self, operation: EditOperation, result: OperationResult) -> None:
        if isinstance(operation, NodeOperation):
            if isinstance(operation, AddNodeStep):
                self._members.settle()
                self._make_events_known(operation, result)
            self._node_steps.carry_out(operation, result)
            return
        if result.status == "unchanged":
            return
        if isinstance(operation, MemberOperation):
            self._node_steps.forget_objects()
            self._members.carry_out(operation, result)
            return
        match operation:
            case CreateBlueprintStep():
                # An asset that was there before is somebody else's: it must survive a failure.
                self.may_have_created = not does_exist(self.plan.blueprint)
                blueprint_writer.create_blueprint(self.plan.blueprint, operation)
            case AddVariableStep():
                self._members.add_variable(operation)
            case AddComponentStep():
                self._members.add_component(operation)
            case CompileBlueprintStep():
                self._members.settle()
                self.compile_report = self._compile()
            case _:
                assert_never(operation)

    def _make_events_known(self, operation: AddNodeStep, result: OperationResult) -> None:
        """Compile before a call of an own event or function: until then nobody knows a new one (trap 12)."""
        spec = operation.spec
        if isinstance(spec, CustomEventSpec) and result.status == "done":
            self._are_events_known = False
        if not isinstance(spec, CallFunctionSpec | CreateDelegateSpec) or self._are_events_known:
            return
        owner, _, name = spec.function.rpartition(":")
        if name and owner in ("", self.expected.after.generated_class):
            self._compile()

    def _compile(self) -> CompileReport:
        self._are_events_known = True
        self._node_steps.forget_objects()
        return blueprint_writer.compile_blueprint(self.plan.blueprint)

    def _asset(self) -> Any:
        return load_blueprint(self.plan.blueprint)
