"""Small changes to values: a name, more of the graph, an empty operand. Part of `expression_decompiler`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.syntax_tree import NO_ORIGIN, Call, Do, Identifier, Let, Origin
from blueprint_assistant.languages.decompile.literals import zero_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement

__all__ = ["named", "nothing", "with_origin"]


def named(name: str, value: Expression, origin: Origin) -> Statement:
    """A value with a name. What is called stands as a call: whether it has exec pins is not told."""
    value = replace(value, origin=NO_ORIGIN)
    return Do(value, name, origin=origin) if isinstance(value, Call) else Let(name, value, origin=origin)


def with_origin(said: Expression, more: Origin) -> Expression:
    """The same words, which stand for more of the graph."""
    there = said.origin
    return replace(said, origin=Origin((*there.nodes, *more.nodes), (*there.links, *more.links)))


def nothing(pin: Pin) -> Expression:
    """What an empty operand is told as: its zero; one without stays empty when it is written."""
    return zero_of(pin) or Identifier("None")
