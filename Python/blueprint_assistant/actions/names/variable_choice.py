"""Finds the variable that a model names. Pure; outside uses match_variable and NAME_KEYS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_blanks, without_b

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["NAME_KEYS", "UnknownVariableNameError", "match_variable"]

_MAX_LISTED = 20


class UnknownVariableNameError(ToolError):
    """There is no variable of that name, or several that it may mean."""

    code = "unknown_variable"


def match_variable(text: str, known: Sequence[str], owner: str = "The Blueprint") -> str:
    """The known name that a text means; `owner` names the Blueprint in errors.

    Exact, then without letter case, without blanks and underscores, without the b of a bool;
    each only where it fits one name. Raises UnknownVariableNameError with the names.
    """
    for key in NAME_KEYS:
        found = [name for name in known if key(name) == key(text.strip())]
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownVariableNameError(
                f"'{text}' fits several variables of {owner}.", f"Use one of: {', '.join(found)}."
            )
    near = nearest(text, known) or tuple(known[:_MAX_LISTED])
    fix = f"It has: {', '.join(near)}." if near else "It has none yet: use add_variable."
    raise UnknownVariableNameError(f"{owner} has no variable or component '{text}'.", fix)


def _without_b(name: str) -> str:
    return fold_blanks(without_b(name))


NAME_KEYS: tuple[Callable[[str], str], ...] = (str, str.casefold, fold_blanks, _without_b)
"""What names are compared by, the strictest first."""
