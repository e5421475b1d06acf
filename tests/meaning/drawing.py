"""Programs drawn at random, of all that BlueCode says, over the members of `tree`.

Outside uses drawn and edited. All of them mean something: names are known where they are used, loops end, and
nothing calls itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from meaning import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

_KINDS = ("int", "float", "bool", "string")
_OF_KIND = {"int": ("A", "B", "C"), "float": ("F", "G"), "bool": ("bOn",), "string": ("S",)}
_DEEPEST = 3
_FORMATTED = 1


@dataclass(frozen=True)
class _Place:
    """Where something is drawn: which names it knows, and what may stand there."""

    names: tuple[tuple[str, str], ...] = ()
    fixed: frozenset[str] = frozenset()
    """Names that nothing may change: loops count by them."""
    depth: int = 0
    may_wait: bool = False
    loop: bool = False
    can_break: bool = True
    is_function: bool = False
    outputs: tuple[tuple[str, str], ...] | None = ()
    """What `return` gives; None where there may be none."""
    calls: tuple[t.Entry, ...] = ()
    events: tuple[str, ...] = ()

    def inside(self, **more: Any) -> _Place:
        return replace(self, depth=self.depth + 1, **more)

    def with_name(self, name: str, kind: str) -> _Place:
        return replace(self, names=(*self.names, (name, kind)))


def drawn(random: Random) -> t.Program:
    """A program of one to six entries."""
    return _Drawing(random).program()


class _Drawing:
    def __init__(self, random: Random) -> None:
        self.random = random
        self._count = 0

    def program(self) -> t.Program:
        functions: list[t.Entry] = []
        for _ in range(self.random.randint(0, 3)):
            functions.append(self._function(f"Func{len(functions)}", tuple(functions)))
        calls = tuple(functions)
        entries = [*functions]
        entries.append(t.Entry("event", "Hear", self._body(_Place(calls=calls), 2)))
        entries.append(t.Entry("event", "Pulse", self._body(_Place(calls=calls), 2)))
        events = ("Hear", "Pulse")
        if self._is(0.3):
            place = _Place((("DeltaSeconds", "float"),), calls=calls, events=events)
            entries.append(t.Entry("on", "Tick", self._body(place, 3), (("DeltaSeconds", "float"),)))
        if self._is(0.4):
            place = _Place(calls=calls, events=events, may_wait=True)
            entries.append(t.Entry("event", "Ping", self._body(place, 4)))
        place = _Place(calls=calls, events=events, may_wait=self._is(0.6))
        body = self._body(place, 5)
        if self._is(0.5):
            body = (t.Do("bind OnRang += event Hear"), *body)
        entries.append(t.Entry("on", "BeginPlay", body))
        return t.Program(tuple(entries))

    def _function(self, name: str, calls: tuple[t.Entry, ...]) -> t.Entry:
        inputs = tuple(
            (f"In{at}", self._of(("int", "int", "float"))) for at in range(self.random.randint(0, 2))
        )
        if self._is(0.25):
            pure = tuple(one for one in calls if one.kind == "pure func")
            place = _Place(inputs, calls=pure)
            value = self.value("int", place, 2)
            return t.Entry("pure func", name, (t.Leave("return", (value,)),), inputs, (("Out", "int"),))
        outputs: tuple[tuple[str, str], ...] = ()
        if self._is(0.7):
            outputs = (("Out", "int"),)
        if outputs and self._is(0.2):
            outputs = (*outputs, ("Second", "int"))
        variables = ("Own",) if self._is(0.3) else ()
        place = _Place(
            (*inputs, *((one, "int") for one in variables)), outputs=outputs, calls=calls, is_function=True
        )
        body = self._body(place, 3)
        if outputs and not _ends(body):
            body = (*body, self._return(self._after(place, body)))
        return t.Entry("func", name, body, inputs, outputs, variables)

    @staticmethod
    def _after(place: _Place, body: t.Block) -> _Place:
        for one in body:
            if isinstance(one, t.Assign) and one.form == "int":
                place = place.with_name(one.name, "int")
        return place

    def _return(self, place: _Place) -> t.Leave:
        return t.Leave("return", tuple(self.value(kind, place, 1) for _, kind in place.outputs or ()))

    # --- blocks ------------------------------------------------------------------------------------

    def _body(self, place: _Place, most: int) -> t.Block:
        made: list[t.Statement] = []
        for _ in range(self.random.randint(1, most)):
            found, place = self._statement(place, is_first=not made and place.loop)
            made += found
            if _ends(found):
                break
        return self._all_used(made)

    def _all_used(self, made: list[t.Statement]) -> t.Block:
        """The block with what shows its names: one that nothing uses is told and says nothing."""
        named = [one for one in made if isinstance(one, t.Assign) and one.form]
        shows = [t.Print(t.Name(one.name)) for one in named if "Random" not in t.text_of(one.value)]
        shown = [one for one in shows if self._is(0.7) or one.value not in made]
        return (*made[:-1], *shown, made[-1]) if made and _ends(made) else (*made, *shown)

    def _statement(self, place: _Place, *, is_first: bool) -> tuple[tuple[t.Statement, ...], _Place]:
        simple: list[Callable[[_Place], t.Statement]] = [
            *[self._print] * 4,
            *[self._set] * 4,
            *[self._aug] * 2,
            self._append,
            self._do,
        ]
        if place.depth < _DEEPEST:
            simple += [*[self._if] * 3, self._numbers, self._numbers, self._items, self._switch]
            if self._is(0.1):
                return self._while(place), place
            if self._is(0.1) and place.depth == 0 and not place.loop:
                return self._again(place), place
            if self._is(0.06) and place.outputs == () and place.depth == 0 and not place.is_function:
                return (self._sequence(place),), place
        if self._is(0.25):
            return self._named(place)
        if place.may_wait and self._is(0.15):
            return (t.Do("Delay(…)", (t.Const(self._of((0.25, 0.5, 1.0))),)),), place
        if place.depth and self._is(0.08) and not is_first:
            return (self._leave(place),), place
        return (self._of(simple)(place),), place

    def _leave(self, place: _Place) -> t.Statement:
        if place.loop and self._is(0.7):
            words = ("break", "break", "continue") if place.can_break else ("continue",)
            return t.Leave(self._of(words))
        if place.outputs is None or (place.loop and not place.is_function):
            return self._print(place)
        return self._return(place)

    def _print(self, place: _Place) -> t.Statement:
        kind = self._of(("int", "int", "float", "bool", "string", "string"))
        return t.Print(self.value(kind, place, 2))

    def _set(self, place: _Place) -> t.Statement:
        kind = self._of(("int", "int", "float", "bool", "string", "list"))
        if kind == "list":
            if self._is(0.5):
                return t.Assign("Names", t.Listed(self._values("string", place)))
            return t.Assign("Ints", t.Listed(self._values("int", place)))
        names = [*_OF_KIND[kind], *(name for name, of in place.names if of == kind)]
        free = [name for name in names if name not in place.fixed and not name.startswith(("In", "Delta"))]
        return t.Assign(self._of(free), self.value(kind, place, 2))

    def _values(self, kind: str, place: _Place) -> tuple[t.Expression, ...]:
        return tuple(self.value(kind, place, 1) for _ in range(self.random.randint(1, 3)))

    def _aug(self, place: _Place) -> t.Statement:
        kind = self._of(("int", "float"))
        names = [*_OF_KIND[kind], *(name for name, of in place.names if of == kind)]
        free = [name for name in names if name not in place.fixed and not name.startswith(("In", "Delta"))]
        sign = self._of(("+", "-", "*", "+"))
        return t.Assign(self._of(free), self.value(kind, place, 1), sign=sign)

    def _append(self, place: _Place) -> t.Statement:
        if self._is(0.15):
            return t.Do("Ints.clear()")
        name, kind = self._of((("Ints", "int"), ("Names", "string")))
        return t.Do(f"{name}.append(…)", (self.value(kind, place, 1),))

    def _do(self, place: _Place) -> t.Statement:
        ways: list[t.Statement] = [t.Do("PrintString(…)", ())][:0]
        for entry in place.calls:
            if entry.kind == "func":
                given = tuple(self.value(kind, place, 1) for _, kind in entry.inputs)
                ways.append(t.Do(f"{entry.name}(…)", given))
        ways += [t.Do(f"{name}()") for name in place.events]
        if place.events:
            wait = t.Const(self._of((0.5, 1.0, 2.5)))
            is_looping = t.Const(self._is(0.3))
            ways.append(t.Do("SetTimerByFunctionName(…)", (t.Const("Pulse"), wait, is_looping)))
            ways.append(t.Do("ClearTimer(…)", (t.Const("Pulse"),)))
            ways.append(t.Do("broadcast OnRang()"))
            ways.append(t.Do("bind OnRang -= event Hear"))
        return self._of(ways) if ways else self._print(place)

    def _named(self, place: _Place) -> tuple[tuple[t.Statement, ...], _Place]:
        kind = self._of(_KINDS)
        name = self._new("x")
        if self._is(0.1):
            drawn_number = t.Call("RandomIntegerInRange", (t.Const(0), t.Const(999)))
            value = t.Op("-", t.Name(name), t.Name(name))
            return (t.Assign(name, drawn_number, "let"), t.Print(value)), place
        form = self._of(("let", "let", "let", kind))
        value = self.value(kind, place, 2)
        if isinstance(value, t.Const) and form == "let":
            value = t.Name(self._of(_OF_KIND[kind]))
        return (t.Assign(name, value, form),), place.with_name(name, kind)

    def _if(self, place: _Place) -> t.Statement:
        inner = place.inside()
        if self._is(0.08):
            condition: t.Expression = t.IsA(self._of(("Character", "Pawn")))
        else:
            condition = self.value("bool", place, 2)
        arms = [(condition, self._body(inner, 2))]
        while self._is(0.25):
            arms.append((self.value("bool", place, 2), self._body(inner, 2)))
        return t.If(tuple(arms), self._body(inner, 2) if self._is(0.4) else None)

    def _numbers(self, place: _Place) -> t.Statement:
        name = self._new("i")
        inner = place.inside(
            loop=True,
            can_break=True,
            names=(*place.names, (name, "int")),
            fixed=place.fixed | {name},
            may_wait=place.may_wait and self._is(0.5),
        )
        body = self._body(inner, 3)
        if self._is(0.3):
            first, last = self._small(), self._small()
            if isinstance(first, t.Const) and isinstance(last, t.Const):
                first, last = sorted((first, last), key=lambda one: int(str(one.value)))
            return t.ForNumbers(name, first, last, 1, "..", body)
        step = self._of((1, 1, 2, 3, -1, -2))
        first, last = self._small(), self._small()
        if isinstance(first, t.Const) and isinstance(last, t.Const):
            first, last = sorted((first, last), key=lambda one: int(str(one.value)))
            first, last = (last, first) if step < 0 else (first, last)
        if step != 1 and not isinstance(first, t.Const):
            first = t.Const(0)  # another one would have to be kept
        form = "reversed" if step == -1 and self._is(0.5) else "range"
        return t.ForNumbers(name, first, last, step, form, body)

    def _small(self) -> t.Expression:
        """A number that is never great: a loop goes on for so long."""
        if self._is(0.6):
            return t.Const(self.random.randint(-1, 5))
        name = t.Name(self._of(_OF_KIND["int"]))
        return self._of(
            (
                t.Call("len", (t.Name(self._of(("Ints", "Names"))),)),
                t.Op("%", name, t.Const(5)),
                t.Call("min", (name, t.Const(4))),
            )
        )

    def _items(self, place: _Place) -> t.Statement:
        items, kind = self._of((("Ints", "int"), ("Names", "string")))
        name, index = self._new("item"), self._new("at") if self._is(0.3) else ""
        names = (*place.names, (name, kind), *(((index, "int"),) if index else ()))
        inner = place.inside(
            loop=True,
            can_break=True,
            names=names,
            fixed=place.fixed | {name, index},
            may_wait=place.may_wait and self._is(0.3),
        )
        return t.ForItems(name, index, t.Name(items), self._body(inner, 2))

    def _while(self, place: _Place) -> tuple[t.Statement, ...]:
        name = self._new("n")
        inner = place.inside(
            loop=True,
            can_break=False,
            names=(*place.names, (name, "int")),
            fixed=place.fixed | {name},
            may_wait=place.may_wait and self._is(0.5),
        )
        count = t.Assign(name, t.Const(1), sign="+")
        most = t.Op("<", t.Name(name), t.Const(self.random.randint(1, 4)))
        condition = t.Op("and", most, self.value("bool", inner, 1)) if self._is(0.3) else most
        first = t.Assign(name, t.Const(0), "int")
        return first, t.While(condition, (count, *self._body(inner, 2)))

    def _again(self, place: _Place) -> tuple[t.Statement, ...]:
        name = self._new("n")
        inner = place.inside(
            names=(*place.names, (name, "int")), fixed=place.fixed | {name}, outputs=place.outputs
        )
        inner = replace(inner, may_wait=place.may_wait)
        body = tuple(one for one in self._body(inner, 2) if not _ends((one,)))
        count = t.Assign(name, t.Const(1), sign="+")
        condition = t.Op("<", t.Name(name), t.Const(self.random.randint(1, 4)))
        first = t.Assign(name, t.Const(0), "int")
        return first, t.Again(self._new("again"), (count, *body), condition)

    def _switch(self, place: _Place) -> t.Statement:
        inner = place.inside()
        if self._is(0.3):
            values: list[Any] = self._of((["key", "a"], ["key"], ["b", "c", "key"]))
            value: t.Expression = self.value("string", place, 1)
        else:
            values = self._of(([0, 1], [0, 1, 2], [1, 3], [5, 3]))
            value = self.value("int", place, 1)
        if not isinstance(value, t.Name):
            value = t.Name("S" if isinstance(values[0], str) else "A")
        return t.Switch(value, tuple((one, self._body(inner, 2)) for one in values), self._body(inner, 1))

    def _sequence(self, place: _Place) -> t.Statement:
        inner = place.inside(outputs=None, loop=False)
        return t.Sequence(tuple(self._body(inner, 2) for _ in range(self.random.randint(2, 3))))

    # --- values --------------------------------------------------------------------------------------

    def value(self, kind: str, place: _Place, depth: int) -> t.Expression:
        if depth == 0 or self._is(0.3):
            return self._leaf(kind, place)
        match kind:
            case "int":
                return self._int(place, depth - 1)
            case "float":
                return self._float(place, depth - 1)
            case "bool":
                return self._bool(place, depth - 1)
            case _:
                return self._string(place, depth - 1)

    def _leaf(self, kind: str, place: _Place) -> t.Expression:
        names = [name for name, of in place.names if of == kind]
        if names and self._is(0.5):
            return t.Name(self._of(names))
        if self._is(0.6):
            return t.Name(self._of(_OF_KIND[kind]))
        match kind:
            case "int":
                return t.Const(self.random.randint(-2, 9))
            case "float":
                return t.Const(self._of((0.0, 0.5, 1.0, 2.25, -1.5, 100.0)))
            case "bool":
                return t.Const(self._is(0.5))
            case _:
                return t.Const(self._of(("a", "key", "b", "", "x: y", "it's")))

    def _int(self, place: _Place, depth: int) -> t.Expression:
        calls = [entry for entry in place.calls if entry.outputs and len(entry.outputs) == 1]
        if calls and self._is(0.25):
            entry = self._of(calls)
            return t.Call(entry.name, tuple(self.value(kind, place, depth) for _, kind in entry.inputs))
        several = [entry for entry in place.calls if len(entry.outputs) > 1]
        if several and self._is(0.1):
            entry = self._of(several)
            given = tuple(self.value(kind, place, depth) for _, kind in entry.inputs)
            return t.Call(entry.name, given, self._of(("Out", "Second")))
        if self._is(0.1):
            return t.Call("len", (t.Name(self._of(("Ints", "Names"))),))
        if self._is(0.15):
            name = self._of(("min", "max"))
            return t.Call(name, (self.value("int", place, depth), self.value("int", place, depth)))
        if self._is(0.1):
            return t.Call("abs", (self.value("int", place, depth),))
        if self._is(0.1):
            return self._choice("int", place, depth)
        sign = self._of(("+", "-", "*", "+", "-", "/", "%"))
        right = t.Const(self._of((2, 3, 5))) if sign in "/%" else self.value("int", place, depth)
        return t.Op(sign, self.value("int", place, depth), right)

    def _choice(self, kind: str, place: _Place, depth: int) -> t.Expression:
        one, other = self.value(kind, place, depth), self.value(kind, place, depth)
        if isinstance(one, t.Const):
            one = t.Name(self._of(_OF_KIND[kind]))
        condition = self.value("bool", place, depth)
        return t.Choice(one, t.Name("bOn") if isinstance(condition, t.Const) else condition, other)

    def _float(self, place: _Place, depth: int) -> t.Expression:
        if self._is(0.1):
            return t.Call("GetGameTimeInSeconds")
        if self._is(0.1):
            return self._choice("float", place, depth)
        sign = self._of(("+", "-", "*", "/"))
        one, other = self.value(self._of(("float", "int")), place, depth), self.value("float", place, depth)
        if sign == "/":
            return t.Op(sign, one, t.Const(self._of((2.0, 4.0, 0.5))))
        return t.Op(sign, *self._of(((one, other), (other, one))))

    def _bool(self, place: _Place, depth: int) -> t.Expression:
        if self._is(0.3):
            sign = self._of(("and", "or"))
            return t.Op(sign, self.value("bool", place, depth), self.value("bool", place, depth))
        if self._is(0.15):
            return t.Not(self.value("bool", place, depth))
        if self._is(0.15):
            items, kind = self._of((("Ints", "int"), ("Names", "string")))
            return t.Op("in", self.value(kind, place, 0), t.Name(items))
        if self._is(0.15):
            sign = self._of(("==", "!="))
            return t.Op(sign, self.value("string", place, depth), self.value("string", place, depth))
        kind = self._of(("int", "int", "float"))
        other = "int" if kind == "float" and self._is(0.3) else kind
        sign = self._of(("<", "<=", ">", ">=", "==", "!="))
        return t.Op(sign, self.value(kind, place, depth), self.value(other, place, depth))

    def _string(self, place: _Place, depth: int) -> t.Expression:
        kind = self._of(("int", "float", "bool", "string"))
        if self._is(0.3) and depth == _FORMATTED:
            found = self._leaf(self._of(("int", "string")), place)
            return t.Formatted("is ", t.Name("S") if isinstance(found, t.Const) else found)
        if self._is(0.2):
            return self._choice("string", place, depth)
        if kind == "string":
            return t.Op("+", self.value("string", place, depth), self.value("string", place, depth))
        return t.Op("+", self._leaf("string", place), t.Call("str", (self.value(kind, place, depth),)))

    # --- chance ----------------------------------------------------------------------------------------

    def _is(self, chance: float) -> bool:
        return self.random.random() < chance

    def _of(self, options: Any) -> Any:
        return self.random.choice(options)

    def _new(self, word: str) -> str:
        self._count += 1
        return f"{word}{self._count}"


def _ends(block: t.Block) -> bool:
    """Whether nothing can follow."""
    match block and block[-1]:
        case t.Leave() | t.Sequence():
            return True
        case t.If(arms, other):
            return other is not None and _ends(other) and all(_ends(body) for _, body in arms)
        case t.Switch(_, cases, other):
            return _ends(other) and all(_ends(body) for _, body in cases)
        case _:
            return False


# --- edits -------------------------------------------------------------------------------------------


def edited(program: t.Program, random: Random) -> tuple[t.Program, str]:
    """The program with one entry changed at one place, and the entry's name."""
    drawing = _Drawing(random)
    drawing._count = 900
    entry = random.choice([one for one in program.entries if one.kind != "pure func"])
    changed = replace(entry, body=_changed(entry.body, drawing, random))
    entries = tuple(changed if one is entry else one for one in program.entries)
    return t.Program(entries), entry.name


def _changed(block: t.Block, drawing: _Drawing, random: Random) -> t.Block:
    at = random.randrange(len(block)) if block else 0
    if not block:
        return (t.Print(t.Const("new")),)
    one = block[at]
    if isinstance(one, t.If) and random.random() < 0.6:
        number = random.randrange(len(one.arms))
        arms = list(one.arms)
        if random.random() < 0.3:
            arms[number] = (drawing.value("bool", _Place(), 1), arms[number][1])
        else:
            arms[number] = (arms[number][0], _changed(arms[number][1], drawing, random))
        return (*block[:at], replace(one, arms=tuple(arms)), *block[at + 1 :])
    if isinstance(one, t.ForNumbers | t.ForItems) and random.random() < 0.6:
        return (*block[:at], replace(one, block=_changed(one.block, drawing, random)), *block[at + 1 :])
    kind = random.choice(("insert", "insert", "remove", "wrap", "swap", "value"))
    is_free = not isinstance(one, t.Assign | t.Leave | t.While | t.Again) or (
        isinstance(one, t.Assign) and one.name in t.MEMBERS
    )
    if kind == "remove" and is_free and len(block) > 1:
        return (*block[:at], *block[at + 1 :])
    if kind == "wrap" and is_free and not isinstance(one, t.Sequence):
        return (*block[:at], t.If(((drawing.value("bool", _Place(), 1), (one,)),)), *block[at + 1 :])
    if kind == "value" and isinstance(one, t.Print):
        return (*block[:at], t.Print(drawing.value("string", _Place(), 1)), *block[at + 1 :])
    if (
        kind == "swap"
        and at + 1 < len(block)
        and is_free
        and not isinstance(block[at + 1], t.Leave | t.Sequence)
    ):
        other = block[at + 1]
        if not isinstance(other, t.While | t.Again) and not (
            isinstance(other, t.Assign) and other.name not in t.MEMBERS
        ):
            return (*block[:at], other, one, *block[at + 2 :])
    found = drawing._print(_Place()) if random.random() < 0.5 else drawing._set(_Place())
    return (*block[:at], found, *block[at:])
