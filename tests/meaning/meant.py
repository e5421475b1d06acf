"""What a drawn program means: it is run on its tree, as Python would run it, with the numbers of the engine.

Nothing of the product is used. Outside uses Life, OutOfFuelError and shown.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any

from meaning import tree as t

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    Flow = Generator[float, None, Any]

_FUEL = 6000


class OutOfFuelError(Exception):
    """It goes on for too long."""


def shown(value: Any) -> str:
    """A value as a printed text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = f"{value:.6f}".rstrip("0")
        return f"{text}0" if text.endswith(".") else text
    return str(value)


class Life:
    """One actor and what happens to it: `prints` has time and text."""

    def __init__(self, program: t.Program) -> None:
        self.program = program
        self.members = {
            name: list(value) if isinstance(value, list) else value for name, value in t.STARTS.items()
        }
        self.prints: list[tuple[float, str]] = []
        self.now = 0.0
        self.fuel = _FUEL
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._timers: dict[str, int] = {}
        self._waiting: set[int] = set()
        self._is_bound = False

    # --- happenings --------------------------------------------------------------------------------

    def fire(self, name: str, *given: Any) -> Any:
        """Call an entry."""
        entry = self.program.entry(name)
        if entry is None:
            return None
        names = dict(zip((one for one, _ in entry.inputs), given, strict=True))
        names |= dict.fromkeys(entry.variables, 0)
        flow = self._block(entry.body, names)
        if not entry.is_function:
            return self._go_on(flow)
        while True:
            try:
                next(flow)
            except StopIteration as done:
                return done.value[1] if isinstance(done.value, tuple) else (0,) * len(entry.outputs)

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        while self._later and self._later[0][0] <= end:
            self.now, _, work = heapq.heappop(self._later)
            work()
        self.now = end

    def _after(self, seconds: float, work: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._later, (self.now + seconds, self._count, work))

    def _go_on(self, flow: Flow) -> None:
        try:
            seconds = next(flow)
        except StopIteration:
            return
        self._after(seconds, lambda: self._go_on(flow))

    def _set_timer(self, name: str, seconds: float, is_looping: bool) -> None:
        turn = self._timers[name] = self._timers.get(name, 0) + 1

        def ring() -> None:
            if self._timers[name] == turn:
                self.fire(name)
                if is_looping:
                    self._after(seconds, ring)

        self._after(seconds, ring)

    # --- statements ----------------------------------------------------------------------------------

    def _burn(self) -> None:
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuelError

    def _block(self, block: t.Block, names: dict[str, Any]) -> Flow:
        for statement in block:
            self._burn()
            way = yield from self._statement(statement, names)
            if way is not None:
                return way
        return None

    def _statement(self, statement: t.Statement, names: dict[str, Any]) -> Flow:  # noqa: C901, PLR0912
        match statement:
            case t.Print(value):
                self.prints.append((self.now, shown(self.value(value, names))))
            case t.Assign():
                self._assign(statement, names)
            case t.If(arms, other):
                for condition, block in arms:
                    if self.value(condition, names):
                        return (yield from self._block(block, names))
                return (yield from self._block(other or (), names))
            case t.ForNumbers(name, first, last, step, _, block):
                start, stop = self.value(first, names), self.value(last, names)
                rounds = [{name: number} for number in range(start, stop + (1 if step > 0 else -1), step)]
                return (yield from self._rounds(rounds, block, names))
            case t.ForItems(name, index, items, block):
                found = list(enumerate(self.value(items, names)))
                rounds = [{name: item, **({index: at} if index else {})} for at, item in found]
                return (yield from self._rounds(rounds, block, names))
            case t.While(condition, block):
                while self.value(condition, names):
                    self._burn()
                    way = yield from self._block(block, names)
                    if way == "break":
                        break
                    if isinstance(way, tuple):
                        return way
            case t.Switch(value, cases, other):
                chosen = self.value(value, names)
                block = next((block for case, block in cases if case == chosen), other)
                return (yield from self._block(block, names))
            case t.Sequence(ways):
                for way in ways:
                    self._go_on(self._block(way, names))
            case t.Again(_, block, condition):
                while True:
                    self._burn()
                    way = yield from self._block(block, names)
                    if way is not None:
                        return way
                    if not self.value(condition, names):
                        break
            case t.Do():
                yield from self._do(statement, names)
            case t.Leave("return", given):
                return "return", tuple(self.value(value, names) for value in given)
            case t.Leave(word):
                return word
        return None

    def _rounds(self, rounds: list[dict[str, Any]], block: t.Block, names: dict[str, Any]) -> Flow:
        for given in rounds:
            self._burn()
            names.update(given)
            way = yield from self._block(block, names)
            if way == "break":
                break
            if isinstance(way, tuple):
                return way
        return None

    def _assign(self, statement: t.Assign, names: dict[str, Any]) -> None:
        value, name = statement.value, statement.name
        if statement.sign:
            value = t.Op(statement.sign, t.Name(name), value)
        found = self.value(value, names)
        is_member = name in self.members and not statement.form
        place = self.members if is_member else names
        is_real = statement.form == "float" or isinstance(place.get(name), float)
        place[name] = float(found) if is_real else list(found) if isinstance(found, list) else found

    def _do(self, statement: t.Do, names: dict[str, Any]) -> Flow:
        given = [self.value(value, names) for value in statement.given]
        word = statement.what.partition("(")[0]
        match word:
            case "Delay":
                yield float(given[0])
            case "SetTimerByFunctionName":
                self._set_timer(*given)
            case "ClearTimer":
                self._timers[given[0]] = self._timers.get(given[0], 0) + 1
            case "bind OnRang += event Hear":
                self._is_bound = True
            case "bind OnRang -= event Hear":
                self._is_bound = False
            case "broadcast OnRang":
                if self._is_bound:
                    self.fire("Hear")
            case "Ints.append" | "Names.append":
                self.members[word.partition(".")[0]].append(given[0])
            case "Ints.clear":
                self.members["Ints"].clear()
            case _:
                self.fire(word, *given)

    # --- values ----------------------------------------------------------------------------------------

    def value(self, value: t.Expression, names: dict[str, Any]) -> Any:  # noqa: C901, PLR0912 - one case for each kind
        self._burn()
        match value:
            case t.Const(known):
                return known
            case t.Name(name):
                return names[name] if name in names else self.members[name]
            case t.Op("and", left, right):
                return self.value(left, names) and self.value(right, names)
            case t.Op("or", left, right):
                return self.value(left, names) or self.value(right, names)
            case t.Op(sign, left, right):
                return _operated(sign, self.value(left, names), self.value(right, names))
            case t.Not(of):
                return not self.value(of, names)
            case t.Choice(one, condition, other):
                return self.value(one if self.value(condition, names) else other, names)
            case t.Listed(items):
                return [self.value(item, names) for item in items]
            case t.Item(of, index):
                return self.value(of, names)[self.value(index, names)]
            case t.Formatted(before, inner):
                return before + shown(self.value(inner, names))
            case t.IsA(class_name):
                return class_name in ("Character", "Pawn", "Actor")
            case t.Call(name, given, part):
                return self._called(name, [self.value(one, names) for one in given], part)
            case _:
                raise AssertionError(value)

    def _called(self, name: str, given: list[Any], part: str) -> Any:
        match name:
            case "len":
                return len(given[0])
            case "str":
                return shown(given[0])
            case "abs":
                return abs(given[0])
            case "min":
                return min(given)
            case "max":
                return max(given)
            case "float":
                return float(given[0])
            case "GetGameTimeInSeconds":
                return self.now
            case "RandomIntegerInRange":
                return 77
            case _:
                entry = self.program.entry(name)
                assert entry is not None
                found = dict(zip((one for one, _ in entry.outputs), self.fire(name, *given), strict=True))
                return found[part] if part else next(iter(found.values()))


def _operated(sign: str, left: Any, right: Any) -> Any:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            if right == 0:
                return 0 * left if isinstance(left, float) or isinstance(right, int) else 0.0
            whole = isinstance(left, int) and isinstance(right, int)
            return int(left / right) if whole else left / right
        case "%":
            return 0 if right == 0 else left - right * int(left / right)
        case "in":
            return left in right
        case _:
            compared = {
                "==": left == right,
                "!=": left != right,
            }
            if sign in compared:
                return compared[sign]
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]
