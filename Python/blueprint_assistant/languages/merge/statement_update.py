"""Changes a node that is there to say what a statement of a program says (BC-120). Outside: `union_merge`.

Only what the statement says otherwise is touched. What its call or variable means is not asked again:
the node is known, be it of a class that nothing else is known of.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold_key
from blueprint_assistant.languages.ast.blocks import bare, nodes_of
from blueprint_assistant.languages.ast.syntax_tree import Argument, Assign, Do
from blueprint_assistant.languages.lower.pin_lookup import shown_inputs
from blueprint_assistant.languages.merge.reusing_emitter import NotThatNodeError
from blueprint_assistant.languages.merge.statement_matching import MatchingLowering

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Statement

__all__ = ["UpdatingLowering"]


class UpdatingLowering(MatchingLowering):
    """Changes nodes that are there."""

    def _change(self, statement: Statement, new: Statement) -> bool:
        """Give the node of a statement what a new one says of it; whether that changed anything."""
        node = statement.origin.nodes[0]
        reusing, tails, results = self._reusing, self._tails, self._results
        before = reusing.step_count
        reusing.change(nodes_of(statement), statement, new)
        reusing.taken = set()
        self._tails, self._results = [], 0
        flowing, self._is_flowing = self._is_flowing, False
        self._at(new, partial(self._say_again, node, statement, new))
        self._is_flowing = flowing
        if node not in reusing.taken:
            self._at(new, partial(_not_that_node, node, has_properties=id(new) in reusing.properties))
        reusing.pool = ()
        self._tails, self._results = tails, results
        return reusing.step_count > before

    def _say_again(self, node: str, statement: Statement, new: Statement) -> None:
        reusing = self._reusing
        if id(new) not in reusing.properties:
            if isinstance(new, Do) and isinstance(statement, Do) and self._is_same_call(statement, new):
                self._change_values(node, statement, new)
                return
            if isinstance(new, Assign) and isinstance(statement, Assign) and new.target == statement.target:
                self._change_value(node, new)
                return
        head = bare(new)
        if id(new) in reusing.properties:
            reusing.properties[id(head)] = reusing.properties[id(new)]
        self._build(head)

    def _is_same_call(self, statement: Do, new: Do) -> bool:
        mine, theirs = self._values.get(id(statement)), self._values.get(id(new))
        return mine is not None and theirs is not None and mine.what == theirs.what

    def _change_values(self, node: str, statement: Do, new: Do) -> None:
        """Feed what a call gives another value."""
        self._reusing.taken.add(node)
        there, said = self._values[id(statement)].said, self._values[id(new)]
        pins = self._inputs.get(new.call.callee.name.lower(), ())
        changed = []
        for number, argument in enumerate(new.call.arguments):
            name = argument.pin or (pins[number].name if number < len(pins) else str(number))
            pin = fold_key(name)
            is_same = there[pin] == said.said.get(pin) if pin in there else pin in said.defaults
            if is_same:
                continue
            changed.append(Argument(argument.value, argument.pin or (name if pins else "")))
        self._feeder.arguments(node, changed, of=new.call.callee.name)

    def _change_value(self, node: str, new: Assign) -> None:
        """Feed the value of a variable that is set."""
        self._reusing.taken.add(node)
        inputs = [pin.name for pin in shown_inputs(self._builder.node(node)) if pin.name != "self"]
        if new.value is not None and inputs:
            self._feeder.feed(node, inputs[0], new.value)

    # --- which block ---------------------------------------------------------------------------

    def _known_block(self, block: Block, among: list[Block]) -> Block | None:
        """The block that holds a node which hints say a statement of `block` is."""
        said = {**self._identities.hinted, **self._identities.named}
        paths = [self._paths.get(id(statement), "") for statement in block]
        nodes = {said[path] for path in paths if path in said}
        return next(
            (known for known in among if any(nodes & set(one.origin.nodes[:1]) for one in known)), None
        )


def _not_that_node(node: str, *, has_properties: bool) -> None:
    if has_properties:
        raise GraphError(
            f"The properties of node {node}, which is there, cannot be changed.",
            "Delete it and write the statement anew, or leave the properties out.",
        )
    raise NotThatNodeError(node)
