"""The tool that adds and updates variables, and never removes any (BC-200)."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, WithJsonSchema

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.names.uses_elsewhere import use_notes
from blueprint_assistant.actions.protocol.answers import TARGET_ALIASES, ProtocolAction, answered
from blueprint_assistant.actions.protocol.call_results import failed
from blueprint_assistant.actions.protocol.compiler_diagnostics import diagnosed
from blueprint_assistant.actions.protocol.target_resolution import resolve_asset
from blueprint_assistant.editor.plan.edit_plan import AddVariableStep, CompileBlueprintStep, EditPlan
from blueprint_assistant.editor.plan.member_steps import (
    AddLocalVariableStep,
    ChangeLocalVariableStep,
    ChangeVariableStep,
)
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.languages.ast.type_names import TypeNames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType, Variable

__all__ = ["BadVariableError", "BluecodeApplyVariables"]

VariableRowsField = Annotated[Any, WithJsonSchema({"type": "array", "items": {"type": "object"}})]

_TITLE_CHARS: Final = 120
_FORM: Final = '[{"name": "Speed", "type": "float", "default": 5}]'


class BadVariableError(ToolError):
    """A variable of a call cannot be read, made or changed; nothing was changed."""

    code = "bad_variable"


class _Row(BaseModel):
    """One variable of a call. What is None stays as it is."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    name: str = Field(min_length=1)
    type: str = ""
    default: Any = None
    category: str | None = None
    function: str = ""
    instance_editable: bool | None = None
    expose_on_spawn: bool | None = None
    replication: Literal["none", "replicated", "rep_notify"] | None = None


class BluecodeApplyVariables(ProtocolAction):
    """Add variables, or update those that are there; none is removed. All of them or none."""

    tool_name: ClassVar[str] = "bluecode_apply_variables"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {**TARGET_ALIASES, "vars": "variables"}

    target: str = Field(default="", description="Asset; empty: active one")
    variables: VariableRowsField = Field(
        description="name, type, default; also category, function (local), instance_editable, "
        "expose_on_spawn, replication"
    )

    def answer(self, context: ActionContext) -> ActionResult:
        """Make and change them in one step, and compile; what is so already is no step."""
        owner = resolve_asset(context, self.target)
        rows = _rows(self.variables)
        catalog = catalog_of(context, owner)
        steps = _steps_of(context, owner, rows, catalog)
        after, status, has_changed = owner, owner.status, False
        warnings: tuple[str, ...] = ()
        said: dict[str, Any] = {}
        if steps:
            title = f"AI: variables {', '.join(row.name for row in rows)}"[:_TITLE_CHARS]
            plan = EditPlan(owner.path, title, (*steps, CompileBlueprintStep()))
            try:
                report = context.editor.apply(plan)
            except AssistantError as error:
                return _taken_back(context, owner, error)
            after, warnings, has_changed = report.after, report.warnings, report.has_changed
            status = after.status if report.compile is None else report.compile.status
            said = diagnosed(after, catalog, report.compile)
        ok = status != "error"
        changed = {_place(step) for step in steps}
        types = TypeNames(catalog)
        answer: dict[str, Any] = {
            "ok": ok,
            "target": owner.path,
            "operations": [_told(row, owner, after, changed, types) for row in rows],
            "status": status,
            **said,
        }
        retyped = [step.name for step in steps if isinstance(step, ChangeVariableStep) and step.type]
        warnings = (*warnings, *use_notes(context, owner, retyped))
        if warnings:
            answer["warnings"] = list(warnings)
        return replace(answered(answer, after, ok=ok), has_changed=has_changed)


# --- what is asked -------------------------------------------------------------------------------


def _rows(given: Any) -> list[_Row]:
    """The variables of a call: a list of objects, one object, or types by name. Raises BadVariableError."""
    if isinstance(given, dict):
        is_row = "name" in given and not isinstance(given["name"], dict)
        given = [given] if is_row else [_row_of(name, value) for name, value in given.items()]
    if not isinstance(given, list) or not given:
        raise BadVariableError("There are no variables in the call.", f"Send {_FORM}.")
    rows: list[_Row] = []
    for number, item in enumerate(given):
        try:
            rows.append(_Row.model_validate(item))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "it"
            raise BadVariableError(
                f"Variable {number + 1}: {place}: {first['msg']}.", f"Send {_FORM}."
            ) from error
    places = [(row.function.lower(), row.name.lower()) for row in rows]
    twice = next((row.name for row, place in zip(rows, places, strict=True) if places.count(place) > 1), "")
    if twice:
        raise BadVariableError(f"{twice} stands here twice.", "Say it once.")
    return rows


def _row_of(name: str, value: Any) -> dict[str, Any]:
    return {"name": name, **value} if isinstance(value, dict) else {"name": name, "type": value}


def _steps_of(
    context: ActionContext, owner: Blueprint, rows: list[_Row], catalog: Catalog
) -> list[EditOperation]:
    """The steps that make all variables so, without those that change nothing. Raises BadVariableError."""
    found: list[EditOperation] = []
    now = owner
    for row in rows:
        make = _local_steps if row.function else _member_steps
        try:
            steps = tuple(make(context, owner, row))
            if not steps:
                continue
            tried = simulate(now, EditPlan(owner.path, "", steps), catalog)
        except BadVariableError:
            raise
        except AssistantError as error:
            raise BadVariableError(f"{row.name}: {error.what}", error.fix) from error
        now = tried.after
        found += [step for step, result in zip(steps, tried.results, strict=True) if result.status == "done"]
    return found


def _member_steps(context: ActionContext, owner: Blueprint, row: _Row) -> Iterator[EditOperation]:
    there = owner.find_variable(row.name)
    kind = _type(context, row, there)
    default = None if row.default is None else typed_text(context, kind, row.default)
    change = ChangeVariableStep(
        row.name if there is None else there.name,
        type=None if there is None or there.type == kind else kind,
        default=None if there is None else default,
        category=None if there is None else row.category,
        is_instance_editable=row.instance_editable,
        is_exposed_on_spawn=row.expose_on_spawn,
        replication=row.replication,
    )
    if there is None:
        yield AddVariableStep(row.name, kind, default, category=row.category or "")
    if change != ChangeVariableStep(change.name):
        yield change


def _local_steps(context: ActionContext, owner: Blueprint, row: _Row) -> Iterator[EditOperation]:
    other = (row.category, row.instance_editable, row.expose_on_spawn, row.replication)
    if any(item is not None for item in other):
        raise BadVariableError(
            f"{row.name} is a local variable of {row.function}.", "Give its name, type and default alone."
        )
    function, there = _local(owner, row)
    kind = _type(context, row, there)
    default = None if row.default is None else typed_text(context, kind, row.default)
    if there is None:
        yield AddLocalVariableStep(function, row.name, kind, default)
    elif there.type != kind:
        raise BadVariableError(
            f"{row.name}: no call of the editor changes the type of a local variable.",
            "Choose another name, or remove it first.",
        )
    elif default is not None:
        yield ChangeLocalVariableStep(function, there.name, default)


def _local(owner: Blueprint, row: _Row) -> tuple[str, Variable | None]:
    """The function of a row, and its local variable of that name. Raises BadVariableError."""
    functions = functions_of(owner)
    found = next((item for item in functions if item.name.lower() == row.function.lower()), None)
    if found is None:
        known = ", ".join(item.name for item in functions) or "none"
        raise BadVariableError(
            f"{row.name}: {owner.path} has no function '{row.function}'.", f"Its functions: {known}."
        )
    own = (item for item in found.local_variables if item.name.lower() == row.name.lower())
    return found.name, next(own, None)


def _type(context: ActionContext, row: _Row, there: Variable | None) -> PinType:
    """The type that a row names; of one that is there and names none, the one that it has."""
    if row.type:
        return find_type(context, row.type)
    if there is None:
        raise BadVariableError(f"{row.name} is not there yet and has no type.", f"Send {_FORM}.")
    return there.type


def _taken_back(context: ActionContext, owner: Blueprint, error: AssistantError) -> ActionResult:
    """The refusal of a change that failed, with what there is now (BC-162)."""
    if not owner.graphs:
        raise error
    return answered(failed(context, owner, owner.graphs[0].name, error), owner, ok=False)


# --- what was done -------------------------------------------------------------------------------


def _place(step: EditOperation) -> tuple[str, str]:
    """The function, for a local one, and the variable that a step is about."""
    return getattr(step, "function", "").lower(), getattr(step, "name", "").lower()


def _told(
    row: _Row, before: Blueprint, after: Blueprint, changed: set[tuple[str, str]], types: TypeNames
) -> dict[str, Any]:
    """What became of a row, as it was read back."""
    was = _local(before, row)[1] if row.function else before.find_variable(row.name)
    now = _local(after, row)[1] if row.function else after.find_variable(row.name)
    is_changed = (row.function.lower(), row.name.lower()) in changed
    told: dict[str, Any] = {
        "name": row.name if now is None else now.name,
        "op": "noop" if not is_changed else "add" if was is None else "update",
    }
    if row.function:
        told["function"] = row.function
    if now is None:
        return told | {"error": "It is not there after the change."}
    return told | {"type": types.of(now.type), "default": now.default}
