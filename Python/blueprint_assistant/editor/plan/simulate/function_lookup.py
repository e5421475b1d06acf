"""The functions of a Blueprint while a plan is tried out, by name. Part of the simulation. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.errors import nearest
from blueprint_assistant.graph.catalog.declarations import function_of

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint
    from blueprint_assistant.graph.model.blueprint import Function, GraphKind

__all__ = ["REFUSED_TYPES", "function_in", "graph_named"]

REFUSED_TYPES = frozenset({"exec", "wildcard", "mcdelegate", ""})
"""Of these no parameter and no local variable can be."""


def graph_named(state: SimulatedBlueprint, name: str, kind: GraphKind) -> str:
    """The graph's own spelling of a name. Raises PlanError with those that there are."""
    known = [item for item, draft in state.drafts.items() if draft.outline().kind == kind]
    found = next((item for item in known if item.lower() == name.lower()), None)
    if found is None:
        what = "function" if kind == "function" else "event dispatcher"
        close = ", ".join(nearest(name, known) or known[:10])
        raise PlanError(
            f"{state.owner.name} has no {what} '{name}'.",
            f"It has: {close}." if close else "It has none of its own.",
        )
    return found


def function_in(state: SimulatedBlueprint, name: str) -> Function:
    """What the graph of that name declares. Raises PlanError when it has no entry."""
    graph = state.drafts[name].outline("K2Node_FunctionEntry", "K2Node_FunctionResult")
    found = function_of(graph, state.owner.path)
    if found is None:
        raise PlanError(f"The function '{name}' has no entry node.", "Look at it in the editor.")
    return found
