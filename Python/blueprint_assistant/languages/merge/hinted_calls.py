"""Which node a call is to be, where hints say it: by handle, by class and signature, or among equal names.

Outside uses `chosen_specs`; `KnownActions` is what the caller knows of the editor's menu. What a node is
called in the editor is never guessed from (BC-104).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.languages.ast.node_texts import is_spec_text, spec_from_text
from blueprint_assistant.languages.ast.statement_paths import walk
from blueprint_assistant.languages.ast.syntax_tree import Call, Do, Identifier
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.merge.call_hints import called_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Expression, Program, Statement
    from blueprint_assistant.languages.merge.call_hints import FoundHints, HintEvidence

__all__ = ["AmbiguousActionError", "KnownAction", "KnownActions", "UnknownActionError", "chosen_specs"]

_PLAIN: Final = (CallFunctionSpec, kinds.MessageSpec, kinds.MacroSpec, kinds.AsyncActionSpec)
_SHOWN: Final = 8


class AmbiguousActionError(GraphError):
    """Several nodes are called the same, and nothing says which is meant. `candidates` are all of them."""

    code = "ambiguous_action"

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        """List what the name may mean."""
        shown = ", ".join(candidates[:_SHOWN])
        super().__init__(
            f"'{name}' fits {len(candidates)} nodes.",
            f"Give the action_handle of one, or its signature: {shown}.",
        )
        self.candidates = tuple(candidates)


class UnknownActionError(GraphError):
    """No node is what a hint says."""

    code = "unknown_action"


class KnownAction(Protocol):
    """A node that can be made, with what tells it from others of its name."""

    @property
    def spec(self) -> AnyNodeSpec:
        """What makes it."""
        ...

    @property
    def handle(self) -> str:
        """The handle."""
        ...

    @property
    def class_path(self) -> str:
        """The class of the node."""
        ...

    @property
    def signature(self) -> str:
        """What makes it, as a text."""
        ...

    @property
    def category(self) -> str:
        """Where it stands in the menu."""
        ...

    @property
    def title(self) -> str:
        """What the menu calls it."""
        ...

    @property
    def member_class(self) -> str:
        """The class whose member it is of, or empty."""
        ...


class KnownActions(Protocol):
    """The nodes that can be made in a graph."""

    def spec(self, handle: str = "", node_class_path: str = "", signature: str = "") -> AnyNodeSpec:
        """By handle; by exact class path and signature when it is dead. Raises GraphError."""
        ...

    def by_name(self, name: str) -> Sequence[KnownAction]:
        """All of that name, letter case and blanks ignored."""
        ...


def chosen_specs(
    program: Program, found: FoundHints, actions: KnownActions, catalog: Catalog
) -> dict[str, AnyNodeSpec]:
    """The nodes that hints say calls are, by the paths of the calls or of their statements.

    Raises ProgramError: the handle is dead, or no node or several are what a hint says.
    """
    chosen: dict[str, AnyNodeSpec] = {}
    line = 0
    for path, part in walk(program):
        line = part.place.line if "#" not in path else line
        call, evidence = _call_of(part), found.of.get(path)
        if call is None or evidence is None:
            continue
        try:
            spec = _chosen(call, evidence, actions, catalog)
        except AssistantError as error:
            raise ProgramError(error, line, 0) from error
        if spec is not None:
            chosen[path] = spec
    return chosen


def _call_of(part: Entry | Statement | Expression) -> Call | None:
    if isinstance(part, Do):
        return part.call
    return part if isinstance(part, Call) else None


def _chosen(
    call: Call, evidence: HintEvidence, actions: KnownActions, catalog: Catalog
) -> AnyNodeSpec | None:
    if evidence.handle:
        return actions.spec(evidence.handle, evidence.node_class_path, evidence.signature)
    if evidence.statement and not evidence.is_target:
        return _as_read(call, evidence, catalog)
    if evidence.names_an_action or is_spec_text(evidence.signature):
        return _described(call, evidence, actions, catalog)
    return None


def _as_read(call: Call, evidence: HintEvidence, catalog: Catalog) -> AnyNodeSpec | None:
    """What the statement was when it was read, where it still calls the same by its bare name."""
    is_same = evidence.member_name.lower() == call.callee.name.lower()
    if not is_same or not isinstance(call.callee, Identifier) or not is_spec_text(evidence.signature):
        return None
    spec = spec_from_text(evidence.signature, catalog)
    return spec if isinstance(spec, _PLAIN) else None


def _described(call: Call, evidence: HintEvidence, actions: KnownActions, catalog: Catalog) -> AnyNodeSpec:
    """The one node of that name that is all that a hint says."""
    if evidence.node_class_path and is_spec_text(evidence.signature):
        return actions.spec("", evidence.node_class_path, evidence.signature)
    name = evidence.title or called_names(call)[0]
    fitting = [one for one in actions.by_name(name) if _fits(one, evidence, catalog)]
    if len({one.handle for one in fitting}) == 1:
        return fitting[0].spec
    if fitting:
        raise AmbiguousActionError(name, [f"{one.handle} ({one.signature})" for one in fitting])
    raise UnknownActionError(
        f"No node called '{name}' is what its hint says.", "Search with bluecode_search_nodes."
    )


def _fits(one: KnownAction, evidence: HintEvidence, catalog: Catalog) -> bool:
    class_name = one.class_path.rpartition(".")[2]
    pairs = (
        (evidence.signature, (one.signature,)),
        (evidence.category, (one.category,)),
        (evidence.node_class, (class_name, class_name.removeprefix("K2Node_"), one.class_path)),
        (evidence.node_class_path, (one.class_path,)),
        (_class_path(evidence.member_class, catalog), (one.member_class,)),
    )
    return all(not said or said.lower() in [item.lower() for item in known] for said, known in pairs)


def _class_path(text: str, catalog: Catalog) -> str:
    """The path of a class. Raises GraphError."""
    return catalog.find_class(text).path if text else ""
