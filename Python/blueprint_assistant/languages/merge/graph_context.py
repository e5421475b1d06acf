"""What stands in a graph as a builder of statements knows it: entries, names, labels, nodes.

Part of `languages`; `union_merge` builds on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.kinds.node_properties import with_properties
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import walk_blocks
from blueprint_assistant.languages.ast.marks import key_modifiers
from blueprint_assistant.languages.ast.statement_paths import statement_paths, walk
from blueprint_assistant.languages.ast.syntax_tree import (
    Do,
    Let,
)
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.lowering import Lowering
from blueprint_assistant.languages.lower.mark_check import refuse_changed_marks
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.merge.merge_report import (
    AmbiguousAppendPointError,
    MergeReport,
)
from blueprint_assistant.languages.merge.reusing_emitter import ReusingEmitter
from blueprint_assistant.languages.merge.same_specs import settled_spec
from blueprint_assistant.languages.merge.statement_keys import (
    StatementKeys,
    exec_links,
    named_outputs,
    names_getter,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Program, Statement
    from blueprint_assistant.languages.lower.lowering import Emitter
    from blueprint_assistant.languages.merge.statement_keys import CallValues, GraphContext

__all__ = ["ContextLowering", "Identities"]


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
    gone: Mapping[str, str] = field(default_factory=dict)
    """Statements that were nodes which are not there any more: what these were (BC-071), or nothing."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Values inside statements that are these nodes, by the paths of the values."""
    choices: Mapping[str, AnyNodeSpec] = field(default_factory=dict)
    """What calls are to be built as, whatever their names mean; by their paths or their statements'."""
    properties: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """What the node of a statement or call is to have for properties, by the path of the part."""


class ContextLowering(Lowering):
    """Builds into a graph that says something already, on which `builder` stands."""

    def __init__(
        self,
        ground: GraphContext,
        builder: Emitter,
        *,
        is_append: bool = False,
        identities: Identities | None = None,
    ) -> None:
        """Nothing is merged yet. `is_append`: all statements are put in, at the ends of their entries."""
        self._reusing = ReusingEmitter(
            builder, ground.graph, lambda spec: settled_spec(spec, ground.owner, ground.catalog)
        )
        super().__init__(ground.owner, ground.catalog, self._reusing)
        self._standing = ground
        self._existing = decompile(ground.graph, ground.owner, ground.catalog, has_ghosts=True)
        self._identities = identities or Identities()
        self._inputs: dict[str, tuple[Pin, ...]] = {}
        self._is_append = is_append
        self._report = MergeReport()
        self._keys: dict[int, object] = {}
        self._values: dict[int, CallValues] = {}
        self._who: dict[int, str] = {}
        """Which node a statement is, of either program, by its `id`: for what its names mean."""
        self._known_blocks: dict[tuple[int, ...], tuple[Entry | None, tuple[Block, ...]]] = {}
        self._forced: dict[int, str] = {}
        self._paths: dict[int, str] = {}
        self._leads = exec_links(ground.graph)
        self._gathered: list[Block] = []  # kept, so that the `id` of a statement stays its own

    def _tell_as(self, program: Program) -> None:
        """Tell what is there in the way of a program: getters that it names are told once (roundtrip)."""
        ground = self._standing
        if any(names_getter(statement) for statement in statement_paths(program).values()):
            self._existing = decompile(
                ground.graph, ground.owner, ground.catalog, is_once=True, has_ghosts=True
            )

    def _heed(self, program: Program) -> None:
        """Let the values and calls of a program be what their paths are said to be."""
        values, choices = self._identities.values, self._identities.choices
        properties = self._identities.properties
        self._feeder.about = self._reusing.about
        if not values and not choices and not properties:
            return
        for path, part in walk(program):
            call = part.call if isinstance(part, Do) else part
            if path in choices:
                self._feeder.choices[id(call)] = choices[path]
            if path in properties:
                self._reusing.properties[id(part)] = partial(self._shaped, properties[path])
            if path in values:
                self._reusing.meant[id(part)] = values[path]

    def _shaped(self, properties: Mapping[str, object], spec: AnyNodeSpec) -> AnyNodeSpec:
        return with_properties(spec, properties, self._owner, self._catalog)

    def _build(self, statement: Statement) -> None:
        """Build one statement; what it adds itself is its node."""
        with self._reusing.about(statement):
            super()._build(statement)

    def _know(self, entry: Entry | None, blocks: tuple[Block, ...]) -> None:
        """Learn what the statements of blocks say."""
        where = tuple(map(id, blocks))
        if where in self._known_blocks:
            return
        self._known_blocks[where] = entry, blocks
        keys = StatementKeys(entry, blocks, self._inputs, self._who)
        self._keys.update(keys.of)
        self._values.update(keys.values)

    def _know_again(self) -> None:
        """Learn it anew, now that more statements are known to be nodes that are there."""
        blocks, self._known_blocks = self._known_blocks, {}
        for entry, inner in blocks.values():
            self._know(entry, inner)

    def _find(self, entry: Entry, among: list[Entry]) -> Entry | None:
        """The entry that is there already."""
        if entry.kind == "main":
            return self._main(among)
        wanted = self._entry_key(entry)
        found = [one for one in among if self._entry_key(one) == wanted]
        # With Ctrl and without, one key has two entries; the editor makes no second one from here.
        same = [one for one in found if key_modifiers(one.marks) == key_modifiers(entry.marks)]
        if found and not same:
            refuse_changed_marks(found[0].marks, entry.marks)
        return same[0] if same else None

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

    def _learn(self, blocks: list[Block]) -> None:
        """Learn what the names and labels of the existing program mean."""
        for statement in walk_blocks(blocks):
            self._learn_names(statement, names_of(statement))
            self._learn_inputs(statement)
            if statement.label and statement.origin.nodes:
                self._learn_label(statement.label, statement)

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
