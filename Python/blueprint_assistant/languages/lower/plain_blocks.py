"""Blocks under a call that name no exec output: `DoOnce:` with statements below it. Part of `lowering`.

Certain where the node has one exec output. A macro may hold that back for good, so that nothing may stand
behind its block: the flow would go on there only when the block was done, unlike in other languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.languages.ast.blocks import entry_blocks, inner_blocks
from blueprint_assistant.languages.ast.syntax_tree import End, Loop, Sequence
from blueprint_assistant.languages.lower.pin_lookup import UnknownPinNameError, exec_names, named_exec

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.languages.ast.syntax_tree import Block, Do, Entry, Statement

__all__ = ["ways_of"]

_MACRO: Final = "K2Node_MacroInstance"


class HeldBackError(GraphError):
    """Statements behind a block would be done no more often than the block."""

    code = "unsupported_statement"

    def __init__(self, title: str) -> None:
        """Say how both are written."""
        word = title.replace(" ", "")
        super().__init__(
            f"What stands behind the block of {word} would be held back with it.",
            f"Write sequence: and under it then: with {word}: and its block, and then: with what stands "
            "behind it. If all of it is to be held back, indent that too.",
        )


def ways_of(node: Node, call: Do, entry: Entry | None) -> dict[str, Block]:
    """The block behind each exec output that a call of an entry names.

    Raises UnknownPinNameError and HeldBackError.
    """
    arms = call.arms
    if len(arms) != 1 or arms[0].pin:
        return {named_exec(node, arm.pin, "output"): arm.block for arm in arms}
    exits = exec_names(node, "output")
    title = node_title(node).title
    if len(exits) != 1:
        pins = [pin for pin in node.pins if pin.is_exec and pin.direction == "output"]
        error = UnknownPinNameError(f"{title} has {len(exits)} ways on, and its block names none.", "", pins)
        if exits:
            error.fix = f"Write {exits[0]}: under it and indent the block below that. {error.fix}"
        raise error
    if node.class_name == _MACRO and entry is not None:
        blocks = entry_blocks(entry)
        if any(_goes_on(block, call, is_followed=False) for block in blocks):
            raise HeldBackError(title)
    return {exits[0]: arms[0].block}


def _goes_on(block: Block, wanted: Statement, *, is_followed: bool) -> bool:
    """Whether the flow goes on to statements behind a call that stands somewhere in a block."""
    for number, statement in enumerate(block):
        goes_on = is_followed or any(not isinstance(item, End) for item in block[number + 1 :])
        if statement is wanted:
            return goes_on
        # What ends a way of a loop or a sequence goes on nowhere.
        inside = goes_on and not isinstance(statement, Loop | Sequence)
        if any(_goes_on(inner, wanted, is_followed=inside) for inner in inner_blocks(statement).values()):
            return True
    return False
