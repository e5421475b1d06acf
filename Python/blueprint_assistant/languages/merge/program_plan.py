"""Plans how a program is worked into a graph. A dry run and an apply are the same plan (BC-150, BC-153).

Outside uses `plan_program`. The steps go to a `RemovingEmitter`, which tries them: what it has taken is what
an apply does, and what a dry run throws away. The hash of a plan stands for exactly these steps.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, assert_never

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.compare.revision import digest_of, revision
from blueprint_assistant.languages.ast.statement_paths import is_map_of
from blueprint_assistant.languages.merge.entry_rebase import Shown, rebase_updating
from blueprint_assistant.languages.merge.entry_replacement import ReplacementLowering
from blueprint_assistant.languages.merge.entry_update import UpdateLowering
from blueprint_assistant.languages.merge.graph_context import Identities
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError, Rebased, rebase
from blueprint_assistant.languages.merge.replaced_entries import rebase_replacing
from blueprint_assistant.languages.merge.statement_keys import GraphContext
from blueprint_assistant.languages.merge.union_merge import UnionLowering

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Program, Statement
    from blueprint_assistant.languages.lower.emitter import RemovingEmitter
    from blueprint_assistant.languages.lower.scope import Output
    from blueprint_assistant.languages.merge.merge_report import MergeOperation, MergeReport
    from blueprint_assistant.languages.merge.program_rebase import Conflict

__all__ = [
    "MergeMode",
    "MissingNodeError",
    "PlanMismatchError",
    "PlanOptions",
    "ProgramPlan",
    "RevisionConflictError",
    "combined_hash",
    "merge_mode",
    "plan_program",
]

MergeMode = Literal["update", "union", "append", "replace"]

_MODES: Final[dict[str, MergeMode]] = {
    "": "union",
    "union": "union",
    "upsert": "union",
    "update": "update",
    "append": "append",
    "replace": "replace",
}
_VERSION: Final = 1


class RevisionConflictError(GraphError):
    """The graph is not the one that the program was written for."""

    code = "graph_revision_conflict"

    def __init__(self, expected: str, actual: str) -> None:
        """Keep both revisions: the one that the caller knows, and that of the graph."""
        super().__init__(
            f"The graph has changed: expected {expected}, it is {actual}.", "Read it again and plan anew."
        )
        self.expected = expected
        self.actual = actual


class PlanMismatchError(GraphError):
    """The plan that would be done is another one than the caller has seen."""

    code = "plan_mismatch"

    def __init__(self, expected: str, actual: str) -> None:
        """Keep the hash that the caller knows and the one of the plan."""
        super().__init__(f"The plan is {actual}, not {expected}.", "Do a dry run again and look at it.")
        self.expected = expected
        self.actual = actual


class MissingNodeError(GraphError):
    """A statement is said to be a node that is not there."""

    code = "unknown_node"


@dataclass(frozen=True, slots=True)
class ProgramPlan:
    """What becomes of a program: an operation for each statement, the graph's revision, the plan's hash."""

    mode: MergeMode
    expected_revision: str
    operations: tuple[MergeOperation, ...]
    plan_hash: str
    step_count: int
    """How many steps the builder was given; 0 when the graph says all of it already."""
    conflicts: tuple[Conflict, ...] = ()
    """What was left out, because the graph has changed the same since."""
    nodes: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The node that each statement stands for, by path: a name, or the builder's key of a new one."""
    left_out: tuple[Statement, ...] = ()
    """What the program only repeats, and the graph has lost since."""
    again: tuple[str, ...] = ()
    """Entries that are written again: nothing that the program repeats of them was there any more."""
    is_merged: bool = False
    """Whether it was written for another state of the graph, and brought to this one."""
    entries: Mapping[tuple[str, str], str] = field(default_factory=dict, compare=False)
    """The node of each entry, by its owner and name in small letters, likewise."""
    taken: frozenset[str] = field(default=frozenset(), compare=False)
    """All nodes that were there and are of the program: those of its values, too."""

    @property
    def report(self) -> Mapping[str, int | str]:
        """The `merge_report` of BC-081 and BC-088."""
        counts = dict.fromkeys(("noop", "update", "insert_before", "append", "remove"), 0)
        for operation in self.operations:
            counts[operation.kind] += 1
        return {
            "strategy": "lcs_right_anchor" if self.mode == "union" else self.mode,
            "statement_count": len(self.operations) - counts["remove"],
            "matched_count": counts["noop"],
            "updated_count": counts["update"],
            "added_count": counts["insert_before"] + counts["append"],
            "deleted_count": counts["remove"],
        }


def merge_mode(word: str) -> MergeMode:
    """The mode that a word means. Raises GraphError."""
    mode = _MODES.get(word.strip().lower())
    if mode is None:
        raise GraphError(f"There is no mode '{word}'.", "Use update, union, append or replace.")
    return mode


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """How a program is to be worked in. Empty texts: not asked for."""

    mode: MergeMode = "union"
    base_revision: str = ""
    plan_hash: str = ""
    identities: Mapping[str, str] = field(default_factory=dict)
    """Nodes, by GUID or name, by the paths of the statements and values that are to be these (BC-073)."""
    source_map: Mapping[str, str] = field(default_factory=dict)
    """The same as a reading gave it: taken for what nothing else is already (BC-075)."""
    hinted: Mapping[str, str] = field(default_factory=dict)
    """The same of single statements, whatever the number of all."""
    semantic_keys: Mapping[str, str] = field(default_factory=dict)
    """What the nodes of both were, by path: nodes of their kind stand for those that are gone."""
    choices: Mapping[str, AnyNodeSpec] = field(default_factory=dict)
    """What calls are built as, whatever their names mean, by the paths of the calls (BC-103)."""
    properties: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """What nodes are to have for properties, by the paths of their parts (BC-141)."""
    base: Graph | None = None
    """The graph at `base_revision`, where it is still known: then a stale revision is merged."""
    shown: frozenset[str] | None = None
    """The nodes of `base` that its writer was shown, for an update; None for all of them."""
    earlier: tuple[tuple[Graph, frozenset[str]], ...] = ()
    """The same of what its writer was shown before, newest first: it may have written for that."""
    on_conflict: Literal["fail", "report"] = "fail"
    """What to do where both sides changed the same: nothing at all, or the rest."""
    is_base_implied: bool = False
    """Nobody named the base. Then a program that only repeats it is meant as it stands: done again."""


def plan_program(
    program: Program, ground: GraphContext, builder: RemovingEmitter, options: PlanOptions = PlanOptions()
) -> ProgramPlan:
    """Give `builder`, which stands on `ground.graph`, the steps that work `program` into it.

    Raises RevisionConflictError before the first step when `base_revision` is not that of the graph and
    `base` is not known, MergeConflictError when both have changed the same since (see `on_conflict`),
    ProgramError when a statement cannot be built, and PlanMismatchError when `plan_hash` is that of
    another plan. After an error the steps are to be thrown away.
    """
    current = str(revision(ground.graph))
    now = _as_it_is_now(program, ground, options, current)
    if now.conflicts and options.on_conflict == "fail":
        raise MergeConflictError(now.conflicts)
    recorder = _HashingEmitter(builder)
    report = now.as_written(_work(now, ground, recorder, options.mode))
    made = _hash(current, options.mode, report, recorder)
    if options.plan_hash and options.plan_hash != made:
        raise PlanMismatchError(options.plan_hash, made)
    operations = tuple(report.operations)
    steps = len(recorder.steps)
    return ProgramPlan(
        options.mode,
        current,
        operations,
        made,
        steps,
        now.conflicts,
        report.nodes,
        now.left_out,
        now.again,
        now.is_merged,
        entries=report.entries,
        taken=report.taken,
    )


def _work(now: Rebased, ground: GraphContext, builder: RemovingEmitter, mode: MergeMode) -> MergeReport:
    program, identities = now.program, now.identities
    match mode:
        case "update":
            return UpdateLowering(ground, builder, identities, now.added_to).merge(program)
        case "replace":
            return ReplacementLowering(ground, builder, identities).merge(program)
        case "append" | "union":
            is_append = mode == "append"
            return UnionLowering(ground, builder, is_append=is_append, identities=identities).merge(program)
        case _:
            assert_never(mode)


def _as_it_is_now(program: Program, ground: GraphContext, options: PlanOptions, current: str) -> Rebased:
    """What the program means on the graph as it is. Raises RevisionConflictError."""
    is_stale = options.base_revision not in ("", current)
    if is_stale and (options.base is None or str(revision(options.base)) != options.base_revision):
        raise RevisionConflictError(options.base_revision, current)
    if options.mode == "update":
        if options.base is None:
            return rebase_updating(program, [], ground)
        states = [Shown(options.base, options.shown), *(Shown(*state) for state in options.earlier)]
        return rebase_updating(program, states, ground)
    if not is_stale or options.base is None or options.mode == "append":
        return Rebased(program, _identities(program, ground.graph, options))
    there = GraphContext(options.base, ground.owner, ground.catalog)
    if options.mode == "replace":
        return rebase_replacing(program, there, ground)
    known = _identities(program, options.base, options)
    made = rebase(program, there, ground, known, may_restore=options.is_base_implied)
    if options.is_base_implied and made.says_nothing_new:
        return Rebased(program, _identities(program, ground.graph, options))
    return made


def _identities(program: Program, graph: Graph, options: PlanOptions) -> Identities:
    """Which nodes statements are. Raises UnknownNodeError for one that is not there."""
    shared = Counter(node.guid for node in graph.nodes)
    names = {node.guid: node.name for node in graph.nodes if shared[node.guid] == 1}
    names |= {node.name: node.name for node in graph.nodes}
    for path, known in options.identities.items():
        if known not in names:
            raise MissingNodeError(f"There is no node {known}, which {path} is said to be.", "Read it again.")
    named = {path: names[known] for path, known in options.identities.items()}
    # A map of another number of statements says nothing about their places (BC-075).
    told = {path: known for path, known in options.source_map.items() if "#" not in path}
    told = {**options.hinted, **(told if is_map_of(told, program) else {})}
    return Identities(
        named={path: name for path, name in named.items() if "#" not in path},
        hinted={path: names[known] for path, known in told.items() if known in names},
        gone={
            path: options.semantic_keys.get(path, "") for path, known in told.items() if known not in names
        },
        values={path: name for path, name in named.items() if "#" in path},
        choices=options.choices,
        properties=options.properties,
    )


def _hash(current: str, mode: MergeMode, report: MergeReport, recorder: _HashingEmitter) -> str:
    operations = tuple(
        (operation.kind, operation.path, recorder.known_as(operation.node)) for operation in report.operations
    )
    return f"bcplan:{_VERSION}-{digest_of((current, mode, operations, tuple(recorder.steps)))}"


def combined_hash(parts: tuple[str, ...]) -> str:
    """The hash of a plan that consists of several parts, in their order."""
    return f"bcplan:{_VERSION}-{digest_of(parts)}"


class _HashingEmitter:
    """Notes the steps on their way to an emitter; new nodes are known by their number, not by their key."""

    def __init__(self, builder: RemovingEmitter) -> None:
        self._builder = builder
        self._numbers: dict[str, str] = {}
        self.steps: list[tuple[str, ...]] = []

    def known_as(self, key: str) -> str:
        return self._numbers.get(key, key)

    def add(self, spec: AnyNodeSpec) -> str:
        key = self._builder.add(spec)
        self._numbers.setdefault(key, f"new {len(self._numbers)}")
        self.steps.append(("add", repr(spec), self._numbers[key]))
        return key

    def node(self, key: str) -> Node:
        return self._builder.node(key)

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        self._builder.connect(source, target)
        self.steps.append(("connect", *self._ends(source, target)))

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        self._builder.disconnect(source, target)
        self.steps.append(("disconnect", *self._ends(source, target)))

    def set_default(self, key: str, pin: str, value: str) -> None:
        self._builder.set_default(key, pin, value)
        self.steps.append(("set", self.known_as(key), pin, value))

    def remove(self, keys: tuple[str, ...]) -> None:
        self._builder.remove(keys)
        self.steps.append(("remove", *map(self.known_as, keys)))

    def asset(self, kind: PinType, name: str) -> str:
        return self._builder.asset(kind, name)

    def entry(self, kind: str) -> str:
        return self._builder.entry(kind)

    def _ends(self, source: Output, target: tuple[str, str]) -> tuple[str, str, str, str]:
        return self.known_as(source.node), source.pin, self.known_as(target[0]), target[1]
