"""What building a program needs of the one who keeps the graph. Outside implements `Builder`.

Part of `languages`; knows nothing of plans or editors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from blueprint_assistant.errors import AssistantError, GraphError

if TYPE_CHECKING:
    from blueprint_assistant.graph.any_specs import AnyNodeSpec
    from blueprint_assistant.graph.model import Node
    from blueprint_assistant.languages.scope import Output

__all__ = ["Builder", "ProgramError"]


class ProgramError(GraphError):
    """A statement cannot be built. `line` and `column` say which, 0 when it came from no text."""

    code = "cannot_build"

    def __init__(self, error: AssistantError, line: int, column: int) -> None:
        """Put the place in front of what is wrong."""
        where = f"Line {line}: " if line else ""
        super().__init__(f"{where}{error.what}", error.fix)
        self.error = error
        self.line = line
        self.column = column


class Builder(Protocol):
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

    def entry(self, kind: str) -> str:
        """The key of the function's entry or result node that is there; empty when there is none."""
        ...
