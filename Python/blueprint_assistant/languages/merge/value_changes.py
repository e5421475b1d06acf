"""Which values of one statement two sides have changed, pin by pin. Part of `program_rebase`.

Names of pins are compared as they are folded; values without a name are those of the node's pins in order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import fold_key
from blueprint_assistant.languages.ast.syntax_tree import Argument, Do

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement

__all__ = ["merged_values"]


def merged_values(
    base: Statement, ours: Statement, theirs: Statement, node: Node, *, is_whole: bool = False
) -> Statement | None:
    """`theirs` with nothing but the values that it changes; None when `ours` has changed one of these, too.

    `is_whole`: with all values that both together say, without those that `theirs` has left out. Both may
    have changed one to the same. Only calls have values that can be left out.
    """
    if not (isinstance(base, Do) and isinstance(ours, Do) and isinstance(theirs, Do)):
        return None
    if not _without_values(base) == _without_values(ours) == _without_values(theirs):
        return None
    was, now, wanted = (_values(one, node) for one in (base, ours, theirs))
    named = {**now, **wanted, **was} if is_whole else wanted
    changed = {pin: wanted.get(pin) for pin in named if was.get(pin) != wanted.get(pin)}
    if any(now.get(pin) not in (was.get(pin), value) for pin, value in changed.items()):
        return None
    names = {fold_key(pin.name): pin.name for pin in node.pins if pin.direction == "input"}
    said = {**now, **changed} if is_whole else changed
    values = tuple(Argument(value, names.get(pin, pin)) for pin, value in said.items() if value is not None)
    return replace(theirs, call=replace(theirs.call, arguments=values))


def _without_values(statement: Do) -> Do:
    """What a call is apart from its values, names and blocks."""
    return replace(statement, name="", names=(), arms=(), call=replace(statement.call, arguments=()))


def _values(statement: Do, node: Node) -> Mapping[str, Expression]:
    shown = [
        pin
        for pin in node.pins
        if pin.direction == "input" and not pin.is_exec and not pin.is_hidden and pin.name != "self"
    ]
    found: dict[str, Expression] = {}
    for number, argument in enumerate(statement.call.arguments):
        place = shown[number].name if number < len(shown) else str(number)
        found[fold_key(argument.pin or place)] = argument.value
    return found
