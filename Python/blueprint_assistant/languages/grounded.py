"""What stands in a graph as a builder of statements knows it: entries, names, labels, nodes.

Part of `languages`; `merging` builds on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.alignment import inner_blocks, names_of
from blueprint_assistant.languages.building import Building
from blueprint_assistant.languages.merge_report import (
    AmbiguousAppendPointError,
    MergeReport,
)
from blueprint_assistant.languages.reusing import Reusing
from blueprint_assistant.languages.scope import Output
from blueprint_assistant.languages.standing import (
    exec_links,
    named_outputs,
)
from blueprint_assistant.languages.telling import tell
from blueprint_assistant.languages.tree import (
    Do,
    Let,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model import Pin
    from blueprint_assistant.languages.building import Builder
    from blueprint_assistant.languages.standing import Ground
    from blueprint_assistant.languages.tree import Block, Entry, Statement

__all__ = ["Grounded", "Identities"]


@dataclass(frozen=True, slots=True)
class Identities:
    """Which node a statement is: names of nodes by the paths of statements."""

    named: Mapping[str, str] = field(default_factory=dict)
    """The statement is this node, whatever the node says: it is changed to say the same."""
    hinted: Mapping[str, str] = field(default_factory=dict)
    """It is this node when nothing else is it already and the node is of its kind."""
    settled: Mapping[str, str] = field(default_factory=dict)
    """It is this node and changes nothing about it."""
    dropped: frozenset[str] = frozenset()
    """Paths of statements that are left out."""


class Grounded(Building):
    """Builds into a graph that says something already, on which `builder` stands."""

    def __init__(
        self,
        ground: Ground,
        builder: Builder,
        *,
        is_append: bool = False,
        identities: Identities | None = None,
    ) -> None:
        """Nothing is merged yet. `is_append`: all statements are put in, at the ends of their entries."""
        self._reusing = Reusing(builder, ground.graph)
        super().__init__(ground.owner, ground.catalog, self._reusing)
        self._existing = tell(ground.graph, ground.owner, ground.catalog)
        self._identities = identities or Identities()
        self._inputs: dict[str, tuple[Pin, ...]] = {}
        self._is_append = is_append
        self._report = MergeReport()
        self._keys: dict[int, object] = {}
        self._paths: dict[int, str] = {}
        self._leads = exec_links(ground.graph)
        self._gathered: list[Block] = []  # kept, so that the `id` of a statement stays its own

    def _find(self, entry: Entry, among: list[Entry]) -> Entry | None:
        """The entry that is there already."""
        if entry.kind == "main":
            return self._main(among)
        wanted = self._entry_key(entry)
        return next((one for one in among if self._entry_key(one) == wanted), None)

    def _main(self, among: list[Entry]) -> Entry | None:
        """What `main` is: what the builder says, or the only entry. Raises AmbiguousAppendPointError."""
        key = self._builder.entry("main")
        named = self._builder.node(key).name if key else ""
        found = [one for one in among if not named or named in one.origin.nodes[:1]]
        if len(found) > 1:
            known = ", ".join(one.name for one in found)
            raise AmbiguousAppendPointError(
                f"The graph has {len(found)} entries: {known}.", "Name one of them instead of main."
            )
        return found[0] if found else None

    def _entry_key(self, entry: Entry) -> tuple[str, str, str]:
        name, kind = entry.name, entry.kind
        if kind in ("event", "routine"):
            try:
                return "event", "", self._event(name).lower()
            except AssistantError:
                kind = "custom_event" if kind == "routine" else kind
        if kind == "input":
            # An input action is an asset: by its path in one text, by its name in another.
            name = name.rpartition("/")[2].partition(".")[0]
        return kind, entry.owner.lower(), name.lower()

    # --- what is there -----------------------------------------------------------------------

    def _learn(self, block: Block) -> None:
        """Learn what the names and labels of the existing program mean."""
        for statement in block:
            self._learn_names(statement, names_of(statement))
            self._learn_inputs(statement)
            if statement.label and statement.origin.nodes:
                self._learn_label(statement.label, statement)
            for inner in inner_blocks(statement).values():
                self._learn(inner)

    def _learn_names(self, statement: Statement, names: tuple[str, ...]) -> None:
        """Let names mean the outputs of an existing statement's node."""
        if not statement.origin.nodes:
            return
        node = statement.origin.nodes[0]
        for name, pin in zip(names, named_outputs(statement), strict=False):
            self._scope.name(name, Output(node, pin))

    def _learn_label(self, label: str, statement: Statement) -> None:
        """Let a label mean the first exec input of a statement's node."""
        inputs = self._exec_pins(statement.origin.nodes[0], "input")
        if inputs:
            self._labels[label.lower()] = statement.origin.nodes[0], inputs[0]

    def _learn_inputs(self, statement: Statement) -> None:
        if isinstance(statement, Do) and statement.origin.nodes:
            pins = self._builder.node(statement.origin.nodes[0]).pins
            shown = (
                pin for pin in pins if pin.direction == "input" and not pin.is_exec and not pin.is_hidden
            )
            name = statement.call.callee.name.lower()
            self._inputs.setdefault(name, tuple(pin for pin in shown if pin.name != "self"))

    def _entering(self, statement: Statement) -> tuple[str, str]:
        """The node of an existing statement and the exec input through which it is reached."""
        key = statement.origin.nodes[0]
        inputs = self._exec_pins(key, "input")
        enter = statement.enter if isinstance(statement, Do) else ""
        return key, enter or (inputs[0] if inputs else "")

    def _exec_pins(self, key: str, direction: str) -> list[str]:
        pins = self._builder.node(key).pins
        return [pin.name for pin in pins if pin.is_exec and pin.direction == direction]

    def _is_executed(self, statement: Statement) -> bool:
        if isinstance(statement, Let) or not statement.origin.nodes:
            return False
        return any(pin.is_exec for pin in self._builder.node(statement.origin.nodes[0]).pins)
