"""What building a program needs of the one who keeps the graph. Outside implements `Emitter`.

Part of `languages`; knows nothing of plans or editors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from blueprint_assistant.errors import AssistantError, GraphError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node, PinType
    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["EXIT", "Emitter", "ProgramError", "RemovingEmitter", "WouldReplaceLinkError", "entry_kind"]

EXIT: Final = "exit"
"""For `Emitter.entry`: the tunnel through which a macro is left. It is of the same class as the other."""
_TUNNEL: Final = "K2Node_Tunnel"


def entry_kind(node: Node) -> str:
    """What `Emitter.entry` knows the node by: its class, or EXIT."""
    is_exit = node.class_name == _TUNNEL and any(pin.direction == "input" for pin in node.pins)
    return EXIT if is_exit else node.class_name


class WouldReplaceLinkError(GraphError):
    """A union would have to break a link that is there: an `Emitter` that keeps all links says so."""

    code = "would_replace_link"


class ProgramError(GraphError):
    """A statement cannot be built. `line` and `column` say which, 0 when it came from no text.

    `others` are further statements of the same program that are wrong by themselves.
    """

    code = "cannot_build"

    def __init__(self, error: AssistantError, line: int, column: int) -> None:
        """Put the place in front of what is wrong."""
        where = f"Line {line}: " if line else ""
        super().__init__(f"{where}{error.what}", error.fix)
        self.error = error
        self.line = line
        self.column = column
        self.others: tuple[ProgramError, ...] = ()

    @property
    def errors(self) -> tuple[ProgramError, ...]:
        """All that is wrong, in the order of the lines."""
        return self, *self.others

    def with_others(self, others: Iterable[ProgramError]) -> ProgramError:
        """This error with others of the same program."""
        self.others = tuple(others)
        return self


class Emitter(Protocol):
    """Takes the steps of building. Each raises AssistantError when it cannot be done."""

    def add(self, spec: AnyNodeSpec) -> str:
        """Add a node, or find the one event that there can be; its key."""
        ...

    def node(self, key: str) -> Node:
        """A node as it is now: links settle the types of its pins."""
        ...

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        """Link an output to an input, by node key and pin name."""
        ...

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        """Break the link between an output and an input; nothing when there is none."""
        ...

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Set the value of an input, in any form that a pin takes."""
        ...

    def asset(self, kind: PinType, name: str) -> str:
        """The path of the project's asset of that name for an input of a type; empty when there is none.

        Raises AssistantError for several, and for one of another class.
        """
        ...

    def entry(self, kind: str) -> str:
        """The key of the entry, result or tunnel (`entry_kind`) that is there; empty when there is none."""
        ...


class RemovingEmitter(Emitter, Protocol):
    """An emitter that can also take nodes out, for the mode `replace`."""

    def remove(self, keys: tuple[str, ...]) -> None:
        """Remove nodes with their links. Raises AssistantError."""
        ...
