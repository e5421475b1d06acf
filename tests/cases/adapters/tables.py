"""Inputs with a table: the same state for every row, and one outcome for each. Outside uses for_each_row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Adapter = Callable[[Mapping[str, Any]], Mapping[str, Any]]

__all__ = ["for_each_row"]


def for_each_row(adapter: Adapter, main: str, whole: tuple[str, ...]) -> Adapter:
    """The adapter, also for a case with a table.

    A row with a member of `whole` adds to the case itself; any other is the member `main`, or adds to it
    where that is an object.
    """

    def adapt(case: Mapping[str, Any]) -> Mapping[str, Any]:
        if "table" not in case:
            return adapter(case)
        common = {name: value for name, value in case.items() if name != "table"}
        return {"table": [adapter(_with_row(common, row)) for row in case["table"]]}

    def _with_row(case: Mapping[str, Any], row: Any) -> Mapping[str, Any]:
        if isinstance(row, dict) and row.keys() & set(whole):
            return {**case, **row}
        if isinstance(row, dict) and isinstance(case.get(main, {}), dict):
            return {**case, main: {**case.get(main, {}), **row}}
        return {**case, main: row}

    return adapt
