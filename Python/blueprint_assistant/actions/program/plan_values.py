"""What is asked for and what comes of it: a program with its options, and the plan of it, graph by graph.

Outside uses the names in `__all__`; `code_plan` makes plans of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.languages.merge.call_hints import HintMaps
from blueprint_assistant.languages.merge.program_plan import PlanOptions, combined_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.editor.plan.edit_plan import EditOperation, NodeOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Place, Program
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["CodePlan", "CodeRequest", "GraphPlan"]


@dataclass
class GraphPlan:
    """What is done in one graph. `keys` are those of the nodes that the program names or adds."""

    graph: str
    entries: list[Entry]
    floating: tuple[Block, ...] = ()
    """Statements that no entry leads to."""
    keys: list[str] = field(default_factory=list)
    steps: tuple[NodeOperation, ...] = ()
    plan: ProgramPlan | None = None
    names: dict[str, str] = field(default_factory=dict)
    """The paths of statements that the program gives a name, by the name."""
    unused_hints: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    """What was asked for and is not done, though the rest is."""
    boxes: tuple[tuple[str, frozenset[Place]], ...] = ()
    """The comment boxes around statements, and where these stand in the text."""

    @property
    def kept(self) -> int:
        """How many statements were there already."""
        return 0 if self.plan is None else sum(item.kind == "noop" for item in self.plan.operations)


@dataclass(frozen=True, slots=True)
class CodePlan:
    """All that a program asks for. `members` come first; the graphs are those of the Blueprint after them."""

    members: tuple[EditOperation, ...]
    graphs: tuple[GraphPlan, ...]
    catalog: Catalog
    code: str = ""
    remade: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The keys of nodes that the members make anew, by graph and by the names that they had."""

    @property
    def plan_hash(self) -> str:
        """What stands for exactly this plan: that of its only graph, else of members and all graphs."""
        hashes = [group.plan.plan_hash for group in self.graphs if group.plan is not None]
        if len(hashes) == 1 and not self.members:
            return hashes[0]
        return combined_hash((*map(repr, self.members), *hashes))


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """A program and how it is to be worked in."""

    code: str
    graph_name: str = ""
    """Where statements without an entry go, and events; empty for the event graph."""
    options: PlanOptions = field(default_factory=PlanOptions)
    """Its mode is that of all graphs; `plan_hash` is that of the whole plan, the rest of `graph_name`."""
    hints: HintMaps = field(default_factory=HintMaps)
    """Of statements in `graph_name`."""
    is_as_written: bool = False
    """Whether the program is kept in its own words, be what is there told in others."""
    settle: Callable[[Program], Program] | None = None
    """What `main` means, when the graph alone does not say it."""
    is_for_known: bool = False
    """Written for the graphs as the model knows them: what the user changed since is merged (1.20)."""

    @property
    def only_adds(self) -> bool:
        """Whether its mode takes nothing out."""
        return self.options.mode in ("union", "append")
