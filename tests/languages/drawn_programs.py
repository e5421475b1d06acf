"""Programs drawn at random: every statement and expression that has a form of its own in a text.

Left out is what no text can tell from something else: a `Let` of a call (the same as a call that is
named), a bare text (a docstring), arms without statements, an `End` that stands for a label.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from hypothesis import strategies as st

from blueprint_assistant.languages.ast import syntax_tree as t
from blueprint_assistant.languages.ast.blocks import has_break

_Drawn = TypeVar("_Drawn")


def _short(drawn: st.SearchStrategy[_Drawn]) -> st.SearchStrategy[_Drawn]:
    """The same as a strategy that is shown as one word: hypothesis refuses to show very long ones."""

    @st.composite
    def drawing(draw: st.DrawFn) -> _Drawn:
        return draw(drawn)

    return drawing()


_WORDS = st.sampled_from(
    [
        *("Health", "bOpen", "K2_DestroyActor", "x", "PrintString", "Target_2", "Größe", "名称", "_private"),
        *("end", "if", "event", "None", "self", "Self", "true", "range", "isinstance", "alias", "_", "is"),
        *("Is Valid", "then 0", "Case `quoted`", "0", "[0]", "#1", "a.b", " lead", "not", "default", "else"),
        *(
            "on",
            "main",
            "floating",
            "class",
            "import",
            "sequence",
            "a",
            "\u0420rint",
            "This is one name",
            "and",
        ),
    ]
)
names = _short(
    st.one_of(
        _WORDS, st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), min_size=1, max_size=6)
    )
)
_plain = names.filter(lambda name: name not in ("None", "self"))
_texts = st.text(max_size=8) | st.sampled_from(
    ['say "hi"', "a\\b", "tab\there", "# no comment", "{x}", "'", "\\n"]
)
_numbers = st.integers(-999, 999).map(str) | st.sampled_from(["0.5", "-2.0", "1e6", "1E+10", "0.001"])
_TYPES = st.sampled_from(["", "int", "float", "object Actor", "array of struct Foo", "map<string, int>"])


def _arguments(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[tuple[t.Argument, ...]]:
    by_place = st.lists(values.map(t.Argument), max_size=2)
    by_name = st.lists(st.builds(t.Argument, values, names), max_size=2)
    return st.tuples(by_place, by_name).map(lambda both: (*both[0], *both[1]))


def _bases(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    # A text in front of a bracket or dot is no value of anything in a graph.
    return values.filter(lambda value: not isinstance(value, t.StringLiteral | t.BooleanLiteral))


def _composed(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    many = st.lists(values, max_size=3).map(tuple)
    pairs = st.lists(st.tuples(values, values), max_size=2)
    members = st.builds(t.Member, _bases(values), names)
    two = st.tuples(values, values)
    more = st.lists(values, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(t.Tuple, many),
        st.builds(t.Collection, st.just("array"), many),
        st.builds(t.Collection, st.just("set"), st.lists(values, min_size=1, max_size=3).map(tuple)),
        st.builds(
            t.Collection,
            st.just("map"),
            pairs.map(lambda found: tuple(part for pair in found for part in pair)),
        ),
        members,
        st.builds(t.Index, _bases(values), values),
        st.builds(t.Call, st.builds(t.Identifier, names) | members, _arguments(values)),
        st.builds(
            t.Operation, st.sampled_from(["+", "-", "*", "/", "%", "and", "or", "xor", "&", "|", "^"]), more
        ),
        st.builds(t.Operation, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), two),
        st.builds(t.Operation, st.sampled_from(["not", "neg", "~"]), values.map(lambda value: (value,))),
        st.builds(t.Choice, values, values, values),
    )


expressions: st.SearchStrategy[t.Expression] = _short(
    st.recursive(
        st.one_of(
            st.builds(t.NumberLiteral, _numbers),
            st.builds(t.StringLiteral, _texts),
            st.builds(t.BooleanLiteral, st.booleans()),
            st.builds(t.Identifier, names),
            st.builds(t.Handler, st.sampled_from(["event", "delegate"]), names),
        ),
        _composed,
        max_leaves=6,
    )
)
_calls = st.builds(t.Call, st.builds(t.Identifier, names), _arguments(expressions))
_targets = st.builds(t.Identifier, names) | st.builds(t.Member, _bases(expressions), names)
_dispatchers = st.builds(t.Identifier, names) | st.builds(
    t.Member, st.builds(t.Identifier, names) | _calls, names
)
_no_calls = expressions.filter(lambda value: not isinstance(value, t.Call))
_bare = expressions.filter(lambda value: not isinstance(value, t.Call | t.StringLiteral | t.Handler))
_handlers = expressions.filter(lambda value: value != t.Identifier("None"))


def _simple() -> st.SearchStrategy[t.Statement]:
    return st.one_of(
        st.builds(t.Let, names, _no_calls),
        st.builds(t.Let, st.just(""), _bare),
        st.builds(t.Assign, _targets, st.none() | expressions, st.just("") | names),
        st.builds(t.Do, _calls, st.just("") | names, st.just("") | names),
        st.builds(t.Do, _calls, names=st.lists(names, min_size=1, max_size=3).map(tuple)),
        st.builds(t.Bind, _dispatchers, st.sampled_from(["+=", "-=", "="]), _handlers),
        st.builds(t.Bind, _dispatchers, st.just("=")),
        st.builds(t.Broadcast, _dispatchers, _arguments(expressions)),
        st.builds(t.Return, _arguments(expressions)),
        st.just(t.End()),
        st.just(t.Break()),
        st.builds(t.Goto, names, st.just("") | names),
    )


def _with_label(statements: st.SearchStrategy[t.Statement]) -> st.SearchStrategy[t.Statement]:
    labelled = st.builds(lambda statement, label: replace(statement, label=label), statements, names)
    return st.one_of(statements, statements, statements, labelled)


def _breakable(loop: t.Statement) -> t.Statement:
    if isinstance(loop, t.ForRange | t.ForEach) and has_break(loop.body):
        return replace(loop, can_break=True)
    return loop


def _compound(inner: st.SearchStrategy[t.Statement]) -> st.SearchStrategy[t.Statement]:
    blocks = st.lists(inner, max_size=3).map(tuple)
    filled = st.lists(inner, min_size=1, max_size=3).map(tuple)
    arms = st.lists(st.builds(t.Arm, names, filled), min_size=1, max_size=2).map(tuple)
    loop_names = st.just("") | names
    classes = st.builds(t.Identifier, names)
    cases = st.lists(st.builds(t.Case, st.none() | expressions, blocks), min_size=1, max_size=3).map(tuple)
    loops = st.one_of(
        st.builds(t.ForRange, loop_names, expressions, expressions, blocks, st.booleans()),
        st.builds(
            t.ForEach, loop_names, st.just("") | names, expressions, blocks, st.booleans(), st.booleans()
        ),
    ).map(_breakable)
    made = st.one_of(
        st.builds(t.If, expressions, blocks, blocks),
        st.builds(t.If, expressions, blocks, blocks, classes, st.just("") | names),
        st.builds(t.Switch, expressions, cases),
        st.builds(t.Sequence, st.lists(blocks, min_size=1, max_size=3).map(tuple)),
        st.builds(t.While, expressions, blocks),
        st.builds(t.Do, _calls, st.just("") | names, st.just("") | names, arms),
        loops,
    )
    regions = st.builds(t.Region, _texts | st.sampled_from(["/", " /", "a]b", "two\nlines", ""]), blocks)
    return _with_label(made) | regions


statements: st.SearchStrategy[t.Statement] = _short(
    st.recursive(
        _short(_with_label(_short(_simple()))), lambda inner: _short(_compound(_short(inner))), max_leaves=5
    )
)
_blocks = _short(st.lists(statements, max_size=4).map(tuple))
_parameters = st.lists(st.builds(t.EntryParameter, _plain, _TYPES), max_size=3).map(tuple)


_boxes = st.sampled_from(["", "", "Two ways out", "/", "a]b", " #[x", "two\nlines"])


_locals = st.builds(
    t.Local,
    names,
    st.sampled_from(["int", "float", "Vector", "array:string", "map:name,Actor"]),
    st.sampled_from(
        [
            None,
            t.NumberLiteral("3"),
            t.StringLiteral("a"),
            t.BooleanLiteral(is_true=True),
            t.Tuple((t.NumberLiteral("1"), t.NumberLiteral("2.5"))),
        ]
    ),
)


def _entry(kind: t.EntryKind) -> st.SearchStrategy[t.Entry]:
    owner = names if kind == "component_event" else st.just("")
    results = _parameters if kind in ("function", "macro") else st.just(())
    own = st.lists(_locals, max_size=2).map(tuple) if kind == "function" else st.just(())
    return st.builds(
        t.Entry, st.just(kind), names, owner, _parameters, results, _blocks, box=_boxes, local_variables=own
    )


_KINDS: tuple[t.EntryKind, ...] = (
    *("event", "custom_event", "component_event", "input", "function", "macro", "node", "routine"),
)
entries = st.one_of(
    st.builds(t.Entry, st.just("main"), st.just(""), body=_blocks, box=_boxes),
    *map(_entry, _KINDS),
    st.builds(
        t.Entry,
        st.just("input"),
        names,
        arms=st.lists(st.builds(t.Arm, names, _blocks), min_size=1, max_size=2).map(tuple),
    ),
)
programs = st.builds(
    t.Program,
    st.lists(entries, max_size=3).map(tuple),
    st.lists(st.lists(statements, min_size=1, max_size=2).map(tuple), max_size=2).map(tuple),
)
