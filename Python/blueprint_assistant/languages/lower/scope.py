"""What the names of a program mean where they stand. Part of `languages`; the builder asks it.

Order: what the program itself has named, parameters, local variables, the Blueprint's variables and
components, inherited properties. A name that means nothing is an error with the nearest ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores, near_names, without_b
from blueprint_assistant.languages.ast.syntax_tree import Identifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import TrackKind
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Expression

_SELF: Final = ("self", "this")
_SLIP: Final = 0.8
_MOST_GIVING: Final = 2

__all__ = [
    "PARAMETER",
    "NoVariableError",
    "Output",
    "Scope",
    "SetInputError",
    "UnknownNameError",
    "is_parameter",
    "is_self",
]


class UnknownNameError(GraphError):
    """A name of a program means nothing here. `candidates` are the nearest names."""

    code = "unknown_name"


class NoVariableError(GraphError):
    """What is set is no variable, and a mere name would not be the same."""

    code = "unknown_name"

    def __init__(self, name: str, declaration: str, otherwise: str = "") -> None:
        """`declaration` is the line that makes the variable; `otherwise` another thing that may be meant."""
        super().__init__(
            f"There is no variable '{name}'.",
            f"Write {declaration} at the left margin to make it{f', or {otherwise}' if otherwise else ''}.",
        )


class SetInputError(GraphError):
    """An input is set, which nothing but the call can do."""

    code = "unknown_name"

    def __init__(self, name: str, function: str, kind: str, fresh: str) -> None:
        """`fresh` is a name that is free; `function` is empty in an event."""
        if function:
            where = f"write var {fresh}: {kind} = {name} as the first line of {function}"
        else:
            where = f"write var {fresh}: {kind} at the left margin, {fresh} = {name} in the event"
        super().__init__(
            f"{name} is an input of {function or 'the event'}: it keeps the value that it was called with.",
            f"For a value that changes, {where}, and {fresh} instead of {name} below it.",
        )


@dataclass(frozen=True, slots=True)
class Output:
    """An output pin: the node's key and the pin's name. An empty pin is the node's main output."""

    node: str
    pin: str = ""


@dataclass
class Scope:
    """The names of one graph's program while it is built."""

    owner: Blueprint
    catalog: Catalog
    local_variables: dict[str, str] = field(default_factory=dict)
    """Names of local variables of the function, by lower-case name."""
    _named: dict[str, Output | Expression] = field(default_factory=dict)
    _parameters: dict[str, Output] = field(default_factory=dict)
    _spelled: dict[str, str] = field(default_factory=dict)
    """The names of the program as it spells them, by lower-case name."""
    _entries: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    """Custom events of the program, by lower-case name."""
    timelines: dict[str, tuple[tuple[str, TrackKind], ...]] = field(default_factory=dict)
    narrowed: list[Output] = field(default_factory=list)
    """What `if x is Class` has found out here, outermost first: these values are of these classes."""
    function: str = ""
    """The function whose graph is built, for its local variables."""

    def name(self, name: str, means: Output | Expression) -> None:
        """Give a name to an output or literal, from here on and everywhere."""
        if name:
            self._named[name.lower()] = means
            self._spelled[name.lower()] = name

    def keep(self, output: Output) -> str:
        """A name that nobody can write, for an output that is built before what takes it."""
        name = f"#{len(self._named)}"
        self._named[name] = output
        return name

    def enter(
        self, parameters: dict[str, Output], local_variables: tuple[str, dict[str, str]] = ("", {})
    ) -> None:
        """Begin an entry with its parameters, and of a function its name and local variables."""
        self._parameters = {name.lower(): output for name, output in parameters.items()}
        self._spelled |= {name.lower(): name for name in parameters}
        self.function, self.local_variables = local_variables

    def name_outputs(self, entry: str, key: str, pins: frozenset[str]) -> None:
        """Let `Entry.Pin` mean an output of another entry."""
        if key:
            self._entries[entry.lower()] = key, pins

    def output_of_entry(self, entry: str, pin: str) -> Output | None:
        """What `Entry.Pin` means, or None."""
        key, pins = self._entries.get(entry.lower(), ("", frozenset()))
        found = next((name for name in pins if name.lower() == pin.lower()), None)
        return None if found is None else Output(key, found)

    def find(self, name: str) -> Output | Expression | None:
        """What the program has named so, or a parameter; None for members and unknown names."""
        key = name.lower()
        return self._named.get(key) or self._parameters.get(key)

    def outputs(self) -> Iterator[tuple[str, Output]]:
        """The parameters and what the program has named, each with its output."""
        for name, output in (*self._parameters.items(), *self._named.items()):
            if isinstance(output, Output) and name in self._spelled:
                yield self._spelled[name], output

    def parameter(self, name: str) -> str:
        """The parameter of the entry that is called so, in its own spelling; else empty."""
        key = name.lower()
        return self._spelled[key] if key in self._parameters and key not in self._named else ""

    def local_variable(self, name: str) -> str:
        """The local variable of that name, in its own spelling; empty when there is none."""
        return self.local_variables.get(name.lower(), "")

    def member(self, name: str) -> str:
        """The variable, component or inherited property of that name, in its own spelling; else empty."""
        wanted = name.lower()
        properties = self.catalog.properties_of(self.owner.parent_class)
        known = (*self._own_names(), *(item.name for item in properties))
        return next((own for own in known if own.lower() == wanted), "") or _spelled_alike(name, known)

    def is_like_one(self, name: str) -> bool:
        """Whether a name is a slip for a variable or component of the Blueprint."""
        known = [*self.local_variables.values(), *self._own_names()]
        return bool(get_close_matches(name.lower(), [item.lower() for item in known], 1, _SLIP))

    def member_of(self, class_path: str, name: str) -> str:
        """A property of a class in its own spelling; the name itself when none is spelled so."""
        known = [item.name for item in self.catalog.properties_of(class_path)]
        exact = next((own for own in known if own.lower() == name.lower()), "")
        return exact or _spelled_alike(name, known) or name

    def _own_names(self) -> list[str]:
        owner = self.owner
        return [*(item.name for item in owner.variables), *(item.name for item in owner.components)]

    def means_value(self, name: str) -> bool:
        """Whether a name is a value: named by the program, a parameter, variable or component."""
        is_named = self.find(name) is not None or name.lower() in self._entries
        return name == "self" or is_named or bool(self.local_variable(name) or self.member(name))

    def class_path(self, name: str) -> str:
        """The class of a name or path; empty when there is none."""
        try:
            return self.catalog.find_class(name).path
        except AssistantError:
            return ""

    def event(self, name: str) -> str:
        """The custom event of the program that is called so, in its own spelling; else empty."""
        return self.events.get(name.lower(), "")

    def tracks(self, timeline: str) -> tuple[tuple[str, TrackKind], ...]:
        """The tracks of a timeline that the program uses."""
        return self.timelines.get(timeline.lower(), ())

    def _events_that_give(self, name: str) -> list[str]:
        """The heads of the parent class's events that have an output of that name."""
        heads = []
        for event in self.catalog.events_of(self.owner.parent_class):
            found = [item.name for item in event.parameters if item.name.lower() == name.lower()]
            heads += [f"{event.name.removeprefix('Receive')}({own}):" for own in found]
        return heads[:_MOST_GIVING]

    def fresh(self, name: str) -> str:
        """A name like this one that means nothing yet: NewAmount."""
        fresh = f"New{name[:1].upper()}{name[1:]}"
        while self.means_value(fresh):
            fresh += "2"
        return fresh

    def unknown(self, name: str, kind: str = "") -> UnknownNameError:
        """The error for a name that means nothing; `kind` is the type that is wanted in its place."""
        known = [spelled for spelled, _ in self.outputs()]
        known += [self._spelled[key] for key in self._named if key in self._spelled]
        known += [*self.local_variables.values(), *self._own_names()]
        near = near_names(name, known)
        giving = self._events_that_give(name)
        declared = f": var {name}: {kind}," if kind else ","
        fix = f"Add the variable first, above the event{declared} or put a text in quotes."
        if near:
            fix = f"Nearest: {', '.join(near)}."
        elif giving:
            fix = f"It comes from an event: on {', '.join(giving)}."
        error = UnknownNameError(f"There is no variable, component or value '{name}'.", fix)
        error.candidates = tuple(near)
        return error


PARAMETER: Final = "parameter"
"""The node of an entry's parameters where nothing is built."""


def is_parameter(name: str, scope: Scope) -> bool:
    """Whether a name is a parameter, for who only looks at a program: nothing can set it."""
    found = scope.find(name)
    return isinstance(found, Output) and found.node == PARAMETER


def is_self(value: object) -> bool:
    """Whether an expression means the Blueprint itself, in either spelling."""
    return isinstance(value, Identifier) and value.name in _SELF


def _spelled_alike(name: str, known: Iterable[str]) -> str:
    """The one name that is the same but for underscores and the `b` of a Boolean; empty for several."""
    wanted = fold_underscores(name)
    found = dict.fromkeys(own for own in known if wanted in (fold_underscores(own), without_b(own).lower()))
    return next(iter(found)) if len(found) == 1 else ""
