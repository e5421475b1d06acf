"""Rebuilds a graph by tool calls, one by one or in one build_graph, and exports what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rebuild.graph_words import SpokenLink, spoken
from rebuild.prepared_project import ToolProject, prepared_with_tools
from rebuild.tool_calls import RefusedError, ToolCalls, local_names, node_id, node_ids, tokens
from sandbox.replay import exported

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Graph, Node
    from rebuild.graph_words import SpokenGraph
    from sandbox_project import SandboxProject

__all__ = ["ROUTES", "Rebuilt", "rebuilt"]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A graph as it was exported, how many calls it took, and the longest result."""

    graph: Graph
    calls: int
    tokens: int
    is_compiled: bool


def rebuilt(project: SandboxProject, sample: Graph, route: str, folder: Path) -> Rebuilt:
    """Rebuild a graph in an empty project. Raises RefusedError or NoWordsError."""
    calls = ToolCalls(project)
    prepared = prepared_with_tools(calls, sample)
    before = calls.count
    work = ROUTES[route](calls, prepared, sample)
    compiled = calls.call("compile_blueprint", blueprint=prepared.path).ok
    graph = exported(prepared.unreal, prepared.graph, folder / "rebuilt.t3d")
    return Rebuilt(graph, calls.count - before, work.longest, compiled)


@dataclass
class _Work:
    """One rebuild at work. `ids` has the assistant's id for each node of the sample."""

    calls: ToolCalls
    project: ToolProject
    said: SpokenGraph
    ids: dict[str, str] = field(default_factory=dict)
    longest: int = 0

    @property
    def place(self) -> dict[str, Any]:
        return {"blueprint": self.project.path, "graph_name": self.project.graph_name}

    def do(self, tool: str, **parameters: Any) -> str:
        text = self.calls.do(tool, **parameters)
        self.longest = max(self.longest, tokens(text))
        return text

    def find_there(self) -> None:
        """The ids of what is in the graph from the start, as get_blueprint_info lists them."""
        if not self.said.there:
            return
        text = self.calls.do("get_blueprint_info", blueprint=self.project.path, include_nodes=True)
        _, _, part = text.partition(f"nodes of {self.project.graph_name}:")
        listed = node_ids(part.partition("\nnodes of ")[0])
        for name, node in self.said.there.items():
            self.ids[name] = next(item for item in listed if item[1] == node.class_name)[0]
            listed.remove((self.ids[name], node.class_name))

    def add_boxes(self) -> None:
        for box in self.said.boxes:
            self.do("add_comment_box", **self.place, **box.words)


# --- call by call ----------------------------------------------------------------------------------


def _by_calls(calls: ToolCalls, project: ToolProject, sample: Graph) -> _Work:
    """add_node for each node, connect_nodes for each link, set_pin_value for each value."""
    work = _Work(calls, project, spoken(sample, "names", project.needs.own_class))
    work.find_there()
    for name in _events_first(work.said):
        work.ids[name] = node_id(work.do("add_node", **work.place, **work.said.nodes[name]))
    for value in work.said.values:
        if value.is_class:
            work.do("set_pin_value", node_id=work.ids[value.node], pin_name=value.pin, value=value.value)
    _connect(work, sample)
    for value in work.said.values:
        if not value.is_class:
            work.do("set_pin_value", node_id=work.ids[value.node], pin_name=value.pin, value=value.value)
    work.add_boxes()
    return work


def _events_first(said: SpokenGraph) -> list[str]:
    """Custom events before what calls them."""
    return sorted(said.nodes, key=lambda name: said.nodes[name]["node_type"] != "CustomEvent")


def _connect(work: _Work, sample: Graph) -> None:
    """Exec links, then data links in the order of the flow of data; what is refused is tried again."""
    waiting = _ordered(work.said.links, sample)
    while waiting:
        refused: list[tuple[SpokenLink, RefusedError]] = []
        for link in waiting:
            try:
                work.do(
                    "connect_nodes",
                    source_node=work.ids[link.source],
                    source_pin=link.source_pin,
                    target_node=work.ids[link.target],
                    target_pin=link.target_pin,
                )
            except RefusedError as error:
                refused.append((link, error))
        if len(refused) == len(waiting):
            raise refused[0][1]
        waiting = [link for link, _ in refused]


def _ordered(links: tuple[SpokenLink, ...], sample: Graph) -> list[SpokenLink]:
    sources: dict[str, list[str]] = {}
    data = [link for link in links if not _is_exec(sample.node(link.source), link.source_pin)]
    for link in data:
        sources.setdefault(link.target, []).append(link.source)
    depths: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in depths:
            depths[name] = 0
            depths[name] = 1 + max((depth(other) for other in sources.get(name, ())), default=-1)
        return depths[name]

    return [*(link for link in links if link not in data), *sorted(data, key=lambda link: depth(link.source))]


def _is_exec(node: Node, pin_name: str) -> bool:
    pin = node.find_pin(pin_name, "output")
    return pin is not None and pin.is_exec


# --- in one call -----------------------------------------------------------------------------------


def _by_build_graph(calls: ToolCalls, project: ToolProject, sample: Graph) -> _Work:
    """One build_graph, and add_comment_box for the boxes."""
    work = _Work(calls, project, spoken(sample, "titles", project.needs.own_class))
    work.find_there()
    local = {name: f"node{number}" for number, name in enumerate(work.said.nodes)}
    names = {**local, **work.ids}
    if local or work.said.links or work.said.values:
        text = work.do(
            "build_graph",
            **work.place,
            nodes=[{"id": local[name], **words} for name, words in work.said.nodes.items()],
            links=[
                f"{names[link.source]}.{link.source_pin} -> {names[link.target]}.{link.target_pin}"
                for link in work.said.links
            ],
            values={f"{names[item.node]}.{item.pin}": item.value for item in work.said.values},
        )
        work.ids |= {name: local_names(text)[key] for name, key in local.items()}
    work.add_boxes()
    return work


ROUTES: dict[str, Callable[[ToolCalls, ToolProject, Graph], _Work]] = {
    "calls": _by_calls,
    "build_graph": _by_build_graph,
}
