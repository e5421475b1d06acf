"""A variable as the model reads it. Outside uses described_variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.receipts.node_text import shortened
from blueprint_assistant.editor.plan.simulate.simulated_members import replication_of
from blueprint_assistant.graph.model.blueprint import PropertyFlag

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Variable

__all__ = ["described_variable"]


def described_variable(variable: Variable, *, with_category: bool = True) -> str:
    """`Health (double = 50, instance editable, exposed on spawn, rep_notify)`, as it was read."""
    words = [f"{variable.type}{f' = {shortened(variable.default)}' if variable.default else ''}"]
    words += ["instance editable"] if variable.is_instance_editable else []
    words += ["exposed on spawn"] if variable.is_exposed_on_spawn else []
    words += ["read-only"] if PropertyFlag.BLUEPRINT_READ_ONLY in variable.flags else []
    words += [replication_of(variable)] if replication_of(variable) != "none" else []
    has_category = with_category and variable.category not in ("", "Default")
    words += [f"category {variable.category}"] if has_category else []
    return f"{variable.name} ({', '.join(words)})"
