"""A program that says what is there with another name in the place of a member's: a new name is meant.

Outside uses renamed_member. It is tried: with the member's own name the program changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.repairs.name_repairs import replaced_word, wrong_name
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.node_uses import names_in, nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import CodeRequest
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["renamed_member"]

_MOST: Final = 8
"""Members that are tried: each costs a plan."""


def renamed_member(
    context: ActionContext, owner: Blueprint, order: CodeRequest, faults: Sequence[CodeFault]
) -> tuple[str, str]:
    """The name of a member and the one that a program gives it; empty names where none is meant."""
    names = {wrong_name(fault) for fault in faults if fault.code == "unknown_name"}
    if len(names) != 1 or len({fault.code for fault in faults}) != 1 or order.only_adds:
        return "", ""
    (new,) = names
    for old in [*_members(owner, order.code)][:_MOST] if new else ():
        if _says_what_is_there(context, owner, replace(order, code=replaced_word(order.code, new, old))):
            return old, new
    return "", ""


def _members(owner: Blueprint, code: str) -> Iterator[str]:
    """The members that a program does not speak of, and the graphs do."""
    used = {one.name for graph in owner.graphs for node in nodes_in(graph) for one in names_in(node)}
    for name in (*(item.name for item in owner.variables), *(item.name for item in owner.components)):
        if name in used and replaced_word(code, name, "") == code:
            yield name


def _says_what_is_there(context: ActionContext, owner: Blueprint, order: CodeRequest) -> bool:
    try:
        plan = plan_code(context, owner, order)
    except AssistantError:
        return False
    return not plan.members and not any(group.steps for group in plan.graphs)
