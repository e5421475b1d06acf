"""`Scenario`: one call of one tool on the catalogue's project, and what comes of it on a calm day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Outcome", "Scenario"]

Outcome = Literal["changed", "unchanged", "refused", "read", "not yet"]
"""`read` is for the tools that only look; `unchanged` for those that find that it is so already;
`not yet` for what the user has to paste first."""

_NODE = re.compile(r"@(\w+)")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One call. `@print` in the parameters is the id of the node that the stage calls `print`."""

    tool: str
    name: str
    outcome: Outcome
    parameters: Mapping[str, Any]

    def __str__(self) -> str:
        """`add_variable: with everything`, as test ids and tables show it."""
        return f"{self.tool}: {self.name}"

    def arguments(self, ids: Mapping[str, str]) -> dict[str, Any]:
        """The parameters with node ids in them."""
        return {name: _with_ids(value, ids) for name, value in self.parameters.items()}


def _with_ids(value: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _NODE.sub(lambda match: ids[match[1]], value)
    if isinstance(value, Mapping):
        return {_with_ids(key, ids): _with_ids(item, ids) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_ids(item, ids) for item in value]
    return value
