"""What the names of a program mean where they stand. Part of `languages`; the builder asks it.

Order: what the program itself has named, parameters, local variables, the Blueprint's variables and
components, inherited properties. A name that means nothing is an error with the nearest ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError, GraphError, nearest

if TYPE_CHECKING:
    from blueprint_assistant.graph.any_specs import TrackKind
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint
    from blueprint_assistant.languages.tree import Expression

__all__ = ["Output", "Scope", "UnknownNameError"]


class UnknownNameError(GraphError):
    """A name of a program means nothing here. `candidates` are the nearest names."""

    code = "unknown_name"


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
    _entries: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)
    """Custom events of the program, by lower-case name."""
    timelines: dict[str, tuple[tuple[str, TrackKind], ...]] = field(default_factory=dict)
    function: str = ""
    """The function whose graph is built, for its local variables."""

    def name(self, name: str, means: Output | Expression) -> None:
        """Give a name to an output or literal, from here on and everywhere."""
        if name:
            self._named[name.lower()] = means

    def enter(
        self, parameters: dict[str, Output], local_variables: tuple[str, dict[str, str]] = ("", {})
    ) -> None:
        """Begin an entry with its parameters, and of a function its name and local variables."""
        self._parameters = {name.lower(): output for name, output in parameters.items()}
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

    def local_variable(self, name: str) -> str:
        """The local variable of that name, in its own spelling; empty when there is none."""
        return self.local_variables.get(name.lower(), "")

    def member(self, name: str) -> str:
        """The variable, component or inherited property of that name, in its own spelling; else empty."""
        wanted = name.lower()
        properties = self.catalog.properties_of(self.owner.parent_class)
        known = (*self._own_names(), *(item.name for item in properties))
        return next((own for own in known if own.lower() == wanted), "")

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

    def unknown(self, name: str) -> UnknownNameError:
        """The error for a name that means nothing."""
        known = [*self._named, *self._parameters, *self.local_variables.values()]
        known += self._own_names()
        near = nearest(name, known)
        fix = f"Nearest: {', '.join(near)}." if near else "Add the variable first, or put a text in quotes."
        return UnknownNameError(f"There is no variable, component or value '{name}'.", fix)
