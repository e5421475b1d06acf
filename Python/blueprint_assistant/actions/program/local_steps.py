"""The steps that make the local variables that a program's function declares. Outside uses local_steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.program.declared_members import BadDeclarationError, literal_value
from blueprint_assistant.editor.plan.member_steps import AddLocalVariableStep, ChangeLocalVariableStep
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.languages.bluecode.printer import print_expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["local_steps"]


def local_steps(context: ActionContext, owner: Blueprint, entry: Entry) -> Iterator[EditOperation]:
    """A step for each variable that is not there, or begins with something else.

    Raises BadDeclarationError with the line: no call of the editor gives one another type.
    """
    if not entry.local_variables:
        return
    function = next((item for item in functions_of(owner) if item.name.lower() == entry.name.lower()), None)
    there = {} if function is None else {item.name.lower(): item for item in function.local_variables}
    for item in entry.local_variables:
        kind = find_type(context, item.type)
        said = None if item.value is None else literal_value(print_expression(item.value))
        default = None if said is None else typed_text(context, kind, said)
        same = there.get(item.name.lower())
        if same is None:
            yield AddLocalVariableStep(entry.name, item.name, kind, default)
        elif same.type != kind:
            raise BadDeclarationError(
                f"Line {item.place.line}: {entry.name} has a variable {same.name} already: {same.type}.",
                "Use that one, or choose another name.",
            )
        elif default is not None and default != same.default:
            yield ChangeLocalVariableStep(entry.name, same.name, default)
