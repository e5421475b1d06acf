"""Laws of BlueCode as a text form, over programs drawn at random (BC-029, I4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings

from blueprint_assistant.languages.ast import syntax_tree as t
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from languages.drawn_programs import expressions, programs

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Program

_SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)


@given(expressions)
@_SLOW
def test_an_expression_is_read_back_as_it_was_printed(expression: Expression) -> None:
    program = t.Program((t.Entry("main", "", body=(t.Assign(t.Identifier("X"), expression),)),))
    assert parse_program(print_program(program)) == program


@given(programs)
@_SLOW
def test_a_program_is_read_back_as_it_was_printed(program: Program) -> None:
    text = print_program(program)
    again = parse_program(text)
    assert again == program
    assert print_program(again) == text
