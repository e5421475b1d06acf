"""The tool read_graph: the graphs of a Blueprint as BlueCode."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import UnknownGraphError, find_graph, read_blueprint
from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.receipts.reachability import never_executed
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.blueprint_interfaces import is_interface
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.bluecode.statement_places import nodes_on_lines
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.decompile.entry_boxes import with_boxes
from blueprint_assistant.languages.decompile.statement_boxes import with_inner_boxes

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["ReadGraph", "UnknownEntryError"]

_MOST_CHARS = 6000
_MOST_NAMED = 8


class UnknownEntryError(ToolError):
    """A graph has no such event or function."""

    code = "unknown_entry"


class ReadGraph(Action):
    """Read a graph as BlueCode: all events of the EventGraph, or a function."""

    tool_name: ClassVar[str] = "read_graph"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "no game running in the editor"
    other_names: ClassVar[tuple[str, ...]] = ("read_code", "read_bluecode", "get_graph", "show_graph")
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "blueprint",
        "path": "blueprint",
        "graph": "graph_name",
        "function": "graph_name",
        "function_name": "graph_name",
        "event": "entry",
        "event_name": "entry",
        "line": "first_line",
        "start": "first_line",
        "offset": "first_line",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    graph_name: str = Field(default="", description="function or graph, EventGraph when left out")
    entry: str = Field(default="", description="only this event, e.g. BeginPlay")
    first_line: int = Field(default=1, ge=1, description="where to go on in long code")

    def run(self, context: ActionContext) -> ActionResult:
        """Read it and print it, in parts of a bounded size."""
        owner = read_blueprint(context, self.blueprint)
        if is_interface(owner) and not self.graph_name:
            return ActionResult(ok=True, text=_declarations(owner, context), blueprint=owner)
        catalog = catalog_for_code(context, owner)
        graph, entry = _meant(owner, self.graph_name or "EventGraph", self.entry, catalog)
        told = decompile(graph, owner, catalog)
        program = _awake(with_inner_boxes(with_boxes(told, graph), graph), graph)
        if entry:
            program = _only(program, entry, graph.name)
        code = print_program(program).rstrip("\n").splitlines()
        shown = _page(code, self.first_line)
        if entry or len(shown) < len(code):
            seen = nodes_on_lines(program, range(self.first_line, self.first_line + len(shown)))
            context.known.see_nodes(owner, graph, seen, is_certain=True)
        else:
            context.known.see(owner, graph)
        last = self.first_line - 1 + len(shown)
        head = f"{graph.name} of {owner.path}"
        if entry != self.entry:
            head += f", of it {entry}"
        lines = [
            f"{head}, lines {self.first_line}-{last} of {len(code)}:"
            if len(shown) < len(code)
            else f"{head}:"
        ]
        lines += shown or ["(empty)"]
        if last < len(code):
            lines.append(f"More: read_graph with first_line {last + 1}.")
        elif not entry:
            lines += _idle(owner, graph, context)
        lines += _others(owner, graph)
        return ActionResult(ok=True, text="\n".join(lines), blueprint=owner)


def _meant(owner: Blueprint, name: str, entry: str, catalog: Catalog) -> tuple[Graph, str]:
    """The graph of a name, and which of its entries is read: an event has its name in the event graph.

    Raises UnknownGraphError.
    """
    try:
        return find_graph(owner, name), entry
    except UnknownGraphError:
        for graph in owner.graphs:
            told = decompile(graph, owner, catalog) if graph.kind == "event" and not entry else Program()
            if any(_plain(name) in _names(one) for one in told.entries):
                return graph, name
        raise


def _declarations(interface: Blueprint, context: ActionContext) -> str:
    """The functions of an interface, which has no event graph and no statements."""
    catalog = catalog_for_code(context, interface)
    programs = (print_program(decompile(graph, interface, catalog)) for graph in interface.graphs)
    heads = [text.partition("\n")[0] for text in programs if text]
    return "\n".join([f"{interface.path}, an interface:", *(heads or ["(no functions)"])])


def _awake(program: Program, graph: Graph) -> Program:
    """The program without the greyed-out events that every new Blueprint shows."""
    asleep = {node.name for node in graph.nodes if is_ghost(node)}
    kept = (
        entry
        for entry in program.entries
        if entry.body or entry.arms or not (entry.origin.nodes and entry.origin.nodes[0] in asleep)
    )
    return replace(program, entries=tuple(kept))


def _only(program: Program, wanted: str, graph: str) -> Program:
    """The program with the entries of a name alone. Raises UnknownEntryError."""
    found = tuple(entry for entry in program.entries if _plain(wanted) in _names(entry))
    if not found:
        known = [entry.name for entry in program.entries]
        near = nearest(wanted, known) or known[:_MOST_NAMED]
        raise UnknownEntryError(
            f"{graph} has no event '{wanted}'.", f"Its events: {', '.join(near) or 'none'}."
        )
    return replace(program, entries=found, floating=())


def _names(entry: Entry) -> set[str]:
    name = _plain(entry.name)
    owner = _plain(entry.owner)
    return {name, f"receive{name}", name.removeprefix("receive"), owner, f"{owner}.{name}"} - {""}


def _plain(text: str) -> str:
    text = text.strip().lower().removeprefix("on ").removeprefix("event ")
    return text.partition("(")[0].replace(" ", "")


def _page(code: list[str], first: int) -> list[str]:
    """The lines from `first` on that fit into one result; at least one."""
    shown: list[str] = []
    left = _MOST_CHARS
    for line in code[first - 1 :]:
        left -= len(line) + 1
        if left < 0 and shown:
            break
        shown.append(line if len(line) <= _MOST_CHARS else f"{line[:_MOST_CHARS]}…")
    return shown


def _idle(owner: Blueprint, graph: Graph, context: ActionContext) -> list[str]:
    """The nodes that no event leads to, with the ids that repairs need."""
    idle = never_executed(graph)
    names = [
        f"{context.nodes.id_of(owner.path, graph.name, node)} {node_title(node).title}"
        for node in idle[:_MOST_NAMED]
    ]
    more = f" and {len(idle) - _MOST_NAMED} more" if len(idle) > _MOST_NAMED else ""
    return [f"Not executed: {', '.join(names)}{more}."] if names else []


def _others(owner: Blueprint, graph: Graph) -> list[str]:
    others = [item.name for item in owner.graphs if item.name != graph.name and item.kind != "delegate"]
    return [f"Other graphs: {', '.join(others[:_MOST_NAMED])}."] if others else []
