"""Every statement form is known to `blocks`: what stands in it, and the statement with other blocks."""

from __future__ import annotations

from typing import Final, get_args

import pytest
from hypothesis import given

from blueprint_assistant.languages.ast.alignment import statement_key
from blueprint_assistant.languages.ast.blocks import (
    bare,
    blocks_of,
    entry_blocks,
    has_break,
    inner_blocks,
    key_behind,
    map_blocks,
    parts_of,
    replaced,
    walk_blocks,
    with_blocks,
)
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.ast.syntax_tree import (
    Arm,
    Assign,
    Bind,
    Block,
    BooleanLiteral,
    Break,
    Broadcast,
    Call,
    Case,
    Do,
    End,
    ForEach,
    ForRange,
    Goto,
    Identifier,
    If,
    Let,
    NumberLiteral,
    Operation,
    Program,
    Region,
    Return,
    Sequence,
    Statement,
    StringLiteral,
    Switch,
    While,
    fields_with_blocks,
)
from languages.drawn_programs import programs

_A: Final[Block] = (End(),)
_B: Final[Block] = (Break(),)
_X: Final = Identifier("x")
_ODD: Final = Operation("neg", (NumberLiteral("1"),))

FORMS: Final[tuple[tuple[Statement, tuple[str, ...], tuple[str, ...]], ...]] = (
    (If(_X, _A, _B), ("then", "else"), ("then", "else")),
    (
        Switch(
            _X, (Case(StringLiteral("Red"), _A), Case(Identifier("Blue"), _B), Case(_ODD, _A), Case(None, _B))
        ),
        ("red", "blue", "('Operation', ('neg', (('number', 1.0),)))", "default"),
        ("case:Red", "case:Blue", "case", "default"),
    ),
    (Sequence((_A, (), _B)), ("0", "1", "2"), ("then_0", "then_1", "then_2")),
    (
        Do(Call(_X), arms=(Arm("Is Valid", _A), Arm("a/b", _B))),
        ("is valid", "a/b"),
        ("Is Valid", "a~1b"),
    ),
    (ForRange("i", _X, _X, _A), ("body",), ("loop",)),
    (ForEach("i", "", _X, _A), ("body",), ("loop",)),
    (While(_X, _A), ("body",), ("loop",)),
    (Region("box", _A), ("",), ("region",)),
    *((form, (), ()) for form in (Let("a", _X), Assign(_X, _X), Bind(_X, "="), Broadcast(_X))),
    *((form, (), ()) for form in (Return(), End(), Break(), Goto("a"))),
)


def test_every_form_is_here() -> None:
    assert {type(form) for form, _, _ in FORMS} == set(get_args(Statement))


@pytest.mark.parametrize(("form", "keys", "names"), FORMS, ids=lambda form: type(form).__name__)
def test_a_way_has_one_key_and_its_name_in_paths(
    form: Statement, keys: tuple[str, ...], names: tuple[str, ...]
) -> None:
    assert [way.key for way, _ in blocks_of(form)] == [*keys]
    assert [*inner_blocks(form)] == [*keys]
    inside = (path.split("/") for path, _ in walk_statements(Program(floating=((form,),))))
    steps = dict.fromkeys(path[4] for path in inside if len(path) > 4)
    assert [*steps] == [name for name, (_, block) in zip(names, blocks_of(form), strict=True) if block]


@pytest.mark.parametrize("form", [form for form, _, _ in FORMS], ids=lambda form: type(form).__name__)
def test_what_a_class_declares_is_what_is_walked_and_no_part_of_what_it_says(form: Statement) -> None:
    assert bool(blocks_of(form)) == bool(fields_with_blocks(type(form)))
    assert statement_key(map_blocks(form, lambda _: _B), {}) == statement_key(form, {})


@pytest.mark.parametrize("form", [form for form, _, _ in FORMS], ids=lambda form: type(form).__name__)
def test_nothing_is_left_in_a_bare_statement_but_in_a_box(form: Statement) -> None:
    left = [block for _, block in blocks_of(bare(form))]
    assert left == ([_A] if isinstance(form, Region) else [() for _ in blocks_of(form)])


def test_equal_ways_are_one_and_the_last_counts() -> None:
    twice = Do(Call(_X), arms=(Arm("Then", _A), Arm("then", _B)))
    assert [block for _, block in blocks_of(twice)] == [_A, _B]
    assert inner_blocks(twice) == {"then": _B}
    assert [*walk_blocks(((twice,),))] == [twice, *_B]
    assert with_blocks(twice, {"then": _A}, twice) == Do(Call(_X), arms=(Arm("Then", _A),))


def test_a_node_may_have_more_ways_than_a_statement_writes() -> None:
    there = Switch(_X, (Case(StringLiteral("RED"), _A), Case(None, _A)))
    said = Switch(_X, (Case(StringLiteral("Red"), ()),))
    made = with_blocks(said, {"red": _B, "default": _A}, there)
    assert made == Switch(_X, (Case(StringLiteral("Red"), _B), Case(None, _A)))
    assert with_blocks(Sequence((_A,)), {"2": _B}, there) == Sequence(((), (), _B))
    assert with_blocks(If(_X, _A, _B), {"else": _A}, there) == If(_X, (), _A)


@pytest.mark.parametrize(
    ("form", "keys"),
    [
        (Sequence((_A,)), ("0", "1")),
        (If(_X, _A), ("then", "else", "")),
        (While(_X, _A), ("body", "completed")),
        (Do(Call(_X)), ("true", "false")),
        (Assign(_X, _X), ("", "")),
    ],
)
def test_an_output_of_a_node_says_which_way_begins_there(form: Statement, keys: tuple[str, ...]) -> None:
    pins = {"body": "Loop Body", "completed": "Completed", "true": "True", "false": "False"}
    found = [key_behind(form, at, pins.get(key, key)) for at, key in enumerate(keys)]
    assert found == [*keys]


def test_a_break_in_a_loop_inside_leaves_only_that() -> None:
    assert has_break((If(_X, (), _B),))
    assert has_break((Region("box", (Sequence((_B,)),)),))
    assert not has_break((While(_X, _B),))


@given(programs)
def test_a_program_is_the_same_with_the_same_blocks(program: Program) -> None:
    for _, statement in walk_statements(program):
        assert map_blocks(statement, lambda block: block) == statement
    assert replaced(program, lambda _: None) == program


@given(programs)
def test_values_are_replaced_wherever_they_stand_in_a_row(program: Program) -> None:
    def instead(part: object) -> tuple[object, ...] | None:
        return () if isinstance(part, Break) else None

    made = replaced(program, instead)
    assert not any(isinstance(part, Break) for part in parts_of(made))
    assert not any(has_break(block) for entry in made.entries for block in entry_blocks(entry))


def test_a_case_that_compares_with_no_plain_value_keeps_its_letters() -> None:
    (way, _), *_ = blocks_of(Switch(_X, (Case(BooleanLiteral(is_true=True), _A),)))
    assert way.key == "('BooleanLiteral', (True,))"
