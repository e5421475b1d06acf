"""Says of a wrong program how its own lines would be right. Outside uses plan_or_mend.

What a line may have been meant as is tried: the program is planned again with it, and only what takes the
fault away, and brings no other, is told. So a remedy never holds a name that is not there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import islice
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.project_lookup import catalog_with
from blueprint_assistant.actions.offered_programs import Offer
from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.declared_members import BadDeclarationError
from blueprint_assistant.actions.program.entry_kinds import AMBIGUOUS_PLACE
from blueprint_assistant.actions.program.repairs.call_repairs import (
    call_repairs,
    called_by_name,
    calls_with_room,
    drops_values,
    other_calls,
)
from blueprint_assistant.actions.program.repairs.call_texts import find_call
from blueprint_assistant.actions.program.repairs.code_lines import put
from blueprint_assistant.actions.program.repairs.fragments import indented_statements, whole_entries
from blueprint_assistant.actions.program.repairs.head_repairs import (
    either_class,
    given_inputs,
    head_repairs,
    widened_heads,
)
from blueprint_assistant.actions.program.repairs.line_repairs import keyword_repairs, line_repairs
from blueprint_assistant.actions.program.repairs.name_repairs import name_repairs, wrong_name
from blueprint_assistant.actions.program.repairs.own_declarations import declared_calls, with_local
from blueprint_assistant.actions.program.repairs.renamed_members import renamed_member
from blueprint_assistant.actions.program.shown_code import entry_texts
from blueprint_assistant.actions.program.statement_faults import (
    NotWrittenError,
    faults_of,
    not_written,
)
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.lower.tool_words import said_of_tool_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import CodePlan, CodeRequest
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["plan_or_mend"]

_MOST_FAULTS: Final = 5
_MOST_TRIES: Final = 16
"""How often a program is planned again for its faults: each costs some hundredths of a second."""
_MOST_LISTED: Final = 6
_MOST_OTHERS: Final = 3
_LONGEST: Final = 20_000
_LONGEST_LINE: Final = 300
_UNREAD: Final = (BlueCodeError.code, BadDeclarationError.code)


def plan_or_mend(context: ActionContext, owner: Blueprint, order: CodeRequest) -> CodePlan:
    """The plan of a program. Raises NotWrittenError whose faults say how the lines would be right."""
    try:
        return plan_code(context, owner, order)
    except (NotWrittenError, BadDeclarationError) as error:
        faults = faults_of(error)
        if not faults or len(order.code) > _LONGEST:
            raise
        renamed = renamed_member(context, owner, order, faults)
        if all(renamed):
            raise _only_renames(owner, order.code, renamed) from error
        mending = _Mending(context, owner, order, faults)
        told = mending.mended()
        if isinstance(error, BadDeclarationError) and told == faults:
            raise
        offer = Offer(order.code, mending.corrected) if mending.corrected else None
        raise not_written(told, order.code, offer) from error


def _only_renames(owner: Blueprint, code: str, renamed: tuple[str, str]) -> NotWrittenError:
    """The error for a program whose only change is that a member has another name."""
    old, new = renamed
    call = f"rename_variable(blueprint={owner.name}, old_name={old}, new_name={new})"
    what = f"Nothing was written: {new} stands where {old} is now, and nothing else is changed."
    fix = f"To rename it: {call}, or send this code once more. To have both, declare {new} above the events."
    return NotWrittenError(what, fix, offer=Offer(code, renamed=renamed))


class _Mending:
    """The faults of one program, and the program as it becomes right line by line."""

    def __init__(
        self, context: ActionContext, owner: Blueprint, order: CodeRequest, faults: Sequence[CodeFault]
    ) -> None:
        self._told = faults
        self._known = tuple(faults)
        """What is wrong with the program as it is now."""
        self._context = context
        self._owner = owner
        self._order = order
        self._code = order.code.replace("\r\n", "\n").replace("\r", "\n")
        self._after = self._known
        """What was wrong with the program that was tried last."""
        self._left = _MOST_TRIES
        self._size = 0
        """How many nodes the right program that was tried last adds."""
        self.corrected = ""
        """The program with all that `mended` tells, once nothing is wrong with it any more."""

    def mended(self) -> tuple[CodeFault, ...]:
        """The faults, each with the lines that would be right where that is certain."""
        found: list[CodeFault] = []
        for number, fault in enumerate(self._told):
            known = self._mended(fault) if number < _MOST_FAULTS and fault.line else None
            found.append(known or fault)
        # Of a line with several faults all of them tell it as it is in the end.
        last = {fault.line: fault.mended for fault in found if fault.mended}
        return tuple(replace(fault, mended=last[fault.line]) if fault.mended else fault for fault in found)

    def _mended(self, fault: CodeFault) -> CodeFault | None:
        for code in self._repairs(fault):
            if code != self._code and self._is_right(fault, code):
                lines = _changed(self._code, code, fault.line)
                self.corrected = "" if self._after or self._drops_values(fault, code) else code
                if code.count("\n") == self._code.count("\n"):
                    # What comes after is tried on the program as it will be.
                    self._code, self._known = code, self._after
                return replace(fault, mended=lines)
        others = self._others(fault)
        if others:
            is_sure = len(others) == len(fault.candidates) == 1
            if len(others) == 1:
                code = put(self._code.split("\n"), fault.line, others[0])
                self.corrected = "" if self._faults(code) else code
            return replace(fault, mended=others if is_sure else (), others=() if is_sure else others)
        head = self._declared(fault)
        return (
            replace(fault, fix=_with_declaration(fault.fix, head))
            if head
            else self._called_and_declared(fault)
        )

    def _drops_values(self, fault: CodeFault, code: str) -> bool:
        old, new = (text.split("\n")[fault.line - 1] for text in (self._order.code, code))
        return drops_values(fault, old, new)

    def _repairs(self, fault: CodeFault) -> Iterator[str]:
        lines = self._code.split("\n")
        if not 0 < fault.line <= len(lines) or len(lines[fault.line - 1]) > _LONGEST_LINE:
            return
        text = lines[fault.line - 1]
        if fault.code in _UNREAD:
            wider = either_class(text, self._catalog)
            yield from (put(lines, fault.line, line) for line in (*wider, *line_repairs(text, fault.column)))
        if fault.code == AMBIGUOUS_PLACE:
            yield from indented_statements(self._code, fault.line)
            yield from whole_entries(self._code, entry_texts(self._context, self._owner))
        yield from name_repairs(fault, self._code)
        if fault.code in ("unknown_name", "unknown_function"):
            yield from (put(lines, fault.line, line) for line in keyword_repairs(text, wrong_name(fault)))
        yield from given_inputs(fault, self._code, self._owner, self._catalog)
        yield from head_repairs(fault, self._code)
        yield from widened_heads(fault, self._code, self._catalog)
        fitting = calls_with_room(fault, text, self._catalog, self._owner.parent_class)
        for line in (*fitting, *call_repairs(fault, text)):
            yield put(lines, fault.line, line)
        local = with_local(fault.fix, self._code, fault.line)
        if local:
            yield local

    def _others(self, fault: CodeFault) -> tuple[str, ...]:
        """The line with each call that the fault lists and that takes the values that were given."""
        lines = self._code.split("\n")
        if not 0 < fault.line <= len(lines):
            return ()
        found = other_calls(fault, lines[fault.line - 1], self._catalog, self._owner.parent_class)
        sizes: dict[str, int] = {}
        for line in islice(found, _MOST_LISTED):
            if self._is_right(fault, put(lines, fault.line, line)):
                sizes[line] = self._size
        # What needs a conversion where another needs none is not meant.
        return tuple(line for line in sizes if sizes[line] == min(sizes.values()))[:_MOST_OTHERS]

    def _declared(self, fault: CodeFault) -> str:
        """The head of a function or event that a call of nothing may mean; empty for all else."""
        name = wrong_name(fault)
        if fault.code != "unknown_function" or not name or fault.candidates or said_of_tool_word(name):
            return ""
        line = self._code.split("\n")[fault.line - 1]
        sizes: dict[str, int] = {}
        for head in declared_calls(line, name, self._code, self._owner, self._catalog):
            if self._is_right(fault, f"{self._code}\n{head}\n  pass\n"):
                sizes[head] = self._size
        return min(sizes, key=lambda head: sizes[head], default="")

    def _called_and_declared(self, fault: CodeFault) -> CodeFault | None:
        """`Event("WinGame")` where there is no WinGame: the call, and the head that it needs as well."""
        lines = self._code.split("\n")
        call = find_call(lines[fault.line - 1], wrong_name(fault)) if 0 < fault.line <= len(lines) else None
        line = called_by_name(call, wrong_name(fault)) if call is not None else ""
        if not line or call is None:
            return None
        name = call.values[0].strip("\"'")
        code = put(lines, fault.line, line)
        for head in declared_calls(line, name, code, self._owner, self._catalog):
            if self._is_right(fault, f"{code}\n{head}\n  pass\n"):
                fix = f"Write {line.strip()}, and at the left margin, with its statements: {head}"
                return replace(fault, fix=fix)
        return None

    @property
    def _catalog(self) -> Catalog:
        return catalog_with(self._context, self._owner.parent_class)

    def _is_right(self, fault: CodeFault, code: str) -> bool:
        """Whether a fault is gone from a program, and no other has come; behind an unread line others may."""
        if self._left <= 0:
            return False
        after = self._after = self._faults(code)
        known = {_key(item) for item in self._known}
        if fault.code in _UNREAD:
            lines = {fault.line + at for at in range(1 + max(0, code.count("\n") - self._code.count("\n")))}
            return (
                not any(item.line in lines for item in after)
                and len(after) <= len(self._known) + _MOST_FAULTS
            )
        return not any(_key(item) == _key(fault) for item in after) and all(
            _key(item) in known or self._was_hidden(item, fault) for item in after
        )

    def _was_hidden(self, new: CodeFault, fault: CodeFault) -> bool:
        """Whether a fault is about a value that the writer gave a call that could not be made: it stays."""
        own = self._code.split("\n")[fault.line - 1]
        name = wrong_name(new)
        is_name = new.code in ("unknown_name", "unknown_asset") and new.line == fault.line
        return (
            is_name
            and bool(name)
            and name != wrong_name(fault)
            and re.search(rf"\b{name}\b", own) is not None
        )

    def _faults(self, code: str) -> tuple[CodeFault, ...]:
        self._left -= 1
        try:
            plan = plan_code(self._context, self._owner, replace(self._order, code=code))
        except AssistantError as error:
            return faults_of(error)
        self._size = sum(isinstance(step, AddNodeStep) for group in plan.graphs for step in group.steps)
        return ()


def _key(fault: CodeFault) -> tuple[str, str]:
    return fault.code, fault.what


def _changed(before: str, after: str, line: int) -> tuple[str, ...]:
    """What stands in the place of a line, and then other lines that are others now, with their number."""
    old, new = before.split("\n"), after.split("\n")
    own: list[str] = []
    others: list[str] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if end - start == new_end - new_start:
            for at in range(end - start):
                is_own = start + at == line - 1
                (own if is_own else others).append(
                    new[new_start + at] if is_own else _numbered(start + at, new)
                )
        elif start <= line - 1 < end or start in (line - 1, line):
            own += new[new_start:new_end]
        else:
            others += [_numbered(at, new) for at in range(new_start, new_end)]
    return (*own, *others)


def _numbered(at: int, lines: Sequence[str]) -> str:
    return f"Line {at + 1}: {lines[at].strip()}"


def _with_declaration(fix: str, head: str) -> str:
    """The remedy with the whole head of the function or event that it speaks of."""
    return re.sub(r"func \w+\(\):$", lambda _: head, fix)
