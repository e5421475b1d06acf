"""Switches that no call of the editor makes, in other statements. Outside uses with_plain_switches.

Names of cases, a start other than 0, and whether there is a default stand in the Details panel of a Switch
only. Such a one becomes ifs that compare, or gets a default that does nothing. One that the Blueprint has
already, with the same cases, stays what it is.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.statement_faults import CodeFault, not_written
from blueprint_assistant.languages.ast.blocks import (
    entry_blocks,
    map_blocks,
    map_entry,
    walk_blocks,
)
from blueprint_assistant.languages.ast.syntax_tree import (
    Break,
    Case,
    Identifier,
    If,
    Loop,
    Member,
    NumberLiteral,
    Operation,
    StringLiteral,
    Switch,
)
from blueprint_assistant.languages.decompile.decompiler import decompile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Expression, Statement

    _Asked = tuple[Expression, frozenset[str]]

__all__ = ["with_plain_switches"]

_TEXTS: Final = ("string", "name", "text")


def with_plain_switches(
    entries: Iterable[Entry], owner: Blueprint, catalog: Catalog, code: str
) -> list[Entry]:
    """The entries of a program without such switches. Raises NotWrittenError where that is not the same."""
    found = list(entries)
    if not any(isinstance(part, Switch) for entry in found for part in walk_blocks(entry_blocks(entry))):
        return found
    rewriting = _Rewriting(owner, _there(owner, catalog), code)
    return [map_entry(entry, partial(rewriting.block, is_in_loop=False)) for entry in found]


def _there(owner: Blueprint, catalog: Catalog) -> list[_Asked]:
    """What the switches of the Blueprint ask."""
    graphs = [
        graph
        for graph in owner.graphs
        if any(node.class_name.startswith("K2Node_Switch") for node in graph.nodes)
    ]
    programs = [decompile(graph, owner, catalog) for graph in graphs]
    blocks = [block for program in programs for entry in program.entries for block in entry_blocks(entry)]
    return [_asked(part) for part in walk_blocks(blocks) if isinstance(part, Switch)]


def _asked(switch: Switch) -> _Asked:
    """What a switch asks, and for which cases: another one may ask the same for others."""
    cases = {_case_word(case.value) for case in switch.cases if case.value is not None}
    return switch.value, frozenset(cases)


def _case_word(value: Expression) -> str:
    match value:
        case NumberLiteral(text):
            return str(int(float(text)))
        case StringLiteral(text):
            return text
        case Identifier(name) | Member(_, name):
            return name
        case _:
            return repr(value)


class _Rewriting:
    def __init__(self, owner: Blueprint, there: list[_Asked], code: str) -> None:
        self._kinds = {item.name.lower(): item.type.category for item in owner.variables}
        self._there = there
        self._code = code

    def block(self, block: Block, *, is_in_loop: bool) -> Block:
        made: list[Statement] = []
        for statement in block:
            inside = is_in_loop or isinstance(statement, Loop)
            inner = map_blocks(statement, partial(self.block, is_in_loop=inside))
            if isinstance(inner, Switch) and _asked(inner) not in self._there:
                inner = self._plain(inner, is_in_loop=is_in_loop)
            made.append(inner)
        return tuple(made)

    def _plain(self, switch: Switch, *, is_in_loop: bool) -> Statement:
        asked = [case.value for case in switch.cases if case.value is not None]
        has_default = len(asked) < len(switch.cases)
        if not asked:
            return switch
        if all(isinstance(value, NumberLiteral) for value in asked):
            numbers = sorted({int(float(value.text)) for value in asked if isinstance(value, NumberLiteral)})
            if numbers == list(range(len(asked))):
                return switch if has_default else replace(switch, cases=(*switch.cases, Case(None, ())))
        elif not has_default and not self._are_texts(switch.value, asked):
            return switch
        return self._ifs(switch, is_in_loop=is_in_loop)

    def _are_texts(self, value: Expression, asked: list[Expression]) -> bool:
        """Whether a switch compares texts or names; else its cases are the enumerators of an enum."""
        if any(isinstance(case, StringLiteral) for case in asked):
            return True
        kind = self._kinds.get(value.name.lower(), "") if isinstance(value, Identifier) else ""
        return kind in _TEXTS

    def _ifs(self, switch: Switch, *, is_in_loop: bool) -> Statement:
        """One if for each case, in their order. Raises NotWrittenError where each would ask anew."""
        if not _is_mention(switch.value):
            what = "Such a switch can only be made as ifs, and each would work out its value anew."
            fix = "Set a variable to the value in the line before, and write switch with that variable."
            place = switch.place
            fault = CodeFault("unsupported_statement", what, fix, place.line, place.column)
            raise not_written([fault], self._code)
        asked = [case for case in switch.cases if case.value is not None]
        are_texts = self._are_texts(switch.value, [case.value for case in asked if case.value is not None])
        rest = [case.block for case in switch.cases if case.value is None]
        otherwise = _without_break(rest[0], is_in_loop=is_in_loop) if rest else ()
        for case in reversed(asked):
            wanted = _operand(case.value, are_texts=are_texts)
            place = switch.place if case is asked[0] else wanted.place
            condition = Operation("==", (switch.value, wanted), place=wanted.place)
            block = _without_break(case.block, is_in_loop=is_in_loop)
            otherwise = (If(condition, block, otherwise, place=place, label=switch.label),)
        return otherwise[0]


def _is_mention(value: Expression) -> bool:
    """Whether a value is a variable or a part of one."""
    while isinstance(value, Member):
        value = value.of
    return isinstance(value, Identifier)


def _operand(value: Expression | None, *, are_texts: bool) -> Expression:
    """What a case compares: an enumerator by its bare name, a text in quotes."""
    match value:
        case Identifier(name) | Member(_, name) if are_texts:
            return StringLiteral(name, place=value.place)
        case Member(_, name):
            return Identifier(name, place=value.place)
        case None:
            raise ValueError(value)
        case _:
            return value


def _without_break(block: Block, *, is_in_loop: bool) -> Block:
    """The block of a case without the break that other languages end it with; a loop is left by one."""
    return block[:-1] if block and isinstance(block[-1], Break) and not is_in_loop else block
