"""Reads a graph as code with what is needed to write it back. Outside uses `readout_of` and Readout.

`semantic` is code alone, `roundtrip` says which node every part stands for, `debug` adds nodes, pins
and links (BC-002, BC-040 to BC-044). Nothing here depends on positions (BC-045, BC-047).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, get_args

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.ast.paths import walk, walk_statements
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_expression, print_program
from blueprint_assistant.languages.decompile.coverage import coverage_of
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.decompile.one_entry import only_entry
from blueprint_assistant.languages.decompile.source_map import hints_of, link_ends, pin_evidence

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Program
    from blueprint_assistant.languages.decompile.coverage import Coverage
    from blueprint_assistant.languages.decompile.source_map import Hint, PinEvidence

__all__ = [
    "Connection",
    "Detail",
    "Readout",
    "UnknownDetailError",
    "connection_json",
    "connections_of",
    "pin_json",
    "pins_json",
    "readout_json",
    "readout_of",
]

Detail = Literal["semantic", "roundtrip", "debug"]
PROTOCOL: Final = "2"


class UnknownDetailError(GraphError):
    """A detail that there is not."""

    code = "invalid_bluecode_detail"


@dataclass(frozen=True, slots=True)
class Connection:
    """One link. `connect` can be given to connect, source and target to delete (BC-044)."""

    source: str
    target: str
    kind: Literal["exec", "data"]

    @property
    def connect(self) -> str:
        """The link as one text."""
        return f"{self.source} -> {self.target}"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A part of the code that stands for a node: its text, its line from 1, and which node."""

    statement: str
    line: int
    hint: Hint
    is_value: bool


@dataclass(frozen=True)
class Readout:
    """A graph as code. `inner` are the readings of the collapsed graphs in it.

    `source_map` is by path and empty in `semantic`; `pins` and `connections` are those of `debug`.
    """

    function: str
    detail: Detail
    code: str
    base_revision: str
    statement_count: int
    coverage: Coverage
    program: Program = field(repr=False)
    source_map: dict[str, SourceLine] = field(default_factory=dict, repr=False)
    pins: dict[str, tuple[PinEvidence, ...]] = field(default_factory=dict, repr=False)
    connections: tuple[Connection, ...] | None = None
    inner: tuple[Readout, ...] = ()


def readout_of(  # noqa: PLR0913 - what is read; how much of it by keyword
    graph: Graph,
    owner: Blueprint | None,
    catalog: Catalog,
    *,
    detail: str = "semantic",
    include_connections: bool = False,
    entry: str = "",
) -> Readout:
    """Read a graph, or of it what begins at the node `entry`, as `main` (BC-014), where that stands alone.

    Raises UnknownDetailError, and GraphError for what no editor allows. Linear.
    """
    chosen = _detail(detail)
    whole = decompile(graph, owner, catalog, is_once=chosen != "semantic")
    alone = only_entry(whole, graph, entry) if entry else None
    program = whole if alone is None else alone
    shown = graph if alone is None else _part_of(graph, alone)
    code = print_program(program)
    pins = {} if chosen == "semantic" else pin_evidence(graph, catalog)
    return Readout(
        graph.name,
        chosen,
        code,
        str(revision(graph)),
        sum(1 for _ in walk_statements(program)),
        coverage_of(whole, graph),
        program,
        {} if chosen == "semantic" else _source_map(program, code, graph, catalog),
        {node.name: pins[node.name] for node in shown.nodes if node.name in pins},
        connections_of(shown) if include_connections or chosen == "debug" else None,
        tuple(
            readout_of(node.graph, owner, catalog, detail=chosen, include_connections=include_connections)
            for node in sorted(shown.nodes, key=lambda node: (node.guid, node.name))
            if node.graph is not None
        ),
    )


def _part_of(graph: Graph, program: Program) -> Graph:
    """A graph without the nodes that a program says nothing of, and the links between these."""
    told = {name for _, part in walk(program) for name in part.origin.nodes}
    links = [link for link in graph.links if {link.source.node, link.target.node} & told]
    kept = told | {name for link in links for name in (link.source.node, link.target.node)}
    return replace(graph, nodes=tuple(node for node in graph.nodes if node.name in kept), links=tuple(links))


def _detail(text: str) -> Detail:
    for known in get_args(Detail):
        if text.strip().lower() == known:
            return known  # type: ignore[no-any-return]
    raise UnknownDetailError(f"There is no detail '{text}'.", f"Use one of: {', '.join(get_args(Detail))}.")


def _source_map(program: Program, code: str, graph: Graph, catalog: Catalog) -> dict[str, SourceLine]:
    """Every part that stands for a node, by path. Its line is where the code, read again, has it."""
    lines = code.splitlines()
    places = {path: statement.place.line for path, statement in walk_statements(parse_program(code))}
    found: dict[str, SourceLine] = {}
    for spot, hint in hints_of(program, graph, catalog):
        statement_path, is_value, _ = spot.path.partition("#")
        line = places.get(statement_path, 0)
        if is_value:
            text = print_expression(spot.part)  # type: ignore[arg-type]
        else:
            text = lines[line - 1].strip().removeprefix("- ") if line else ""
        found[spot.path] = SourceLine(text, line, hint, bool(is_value))
    return found


def connections_of(graph: Graph) -> tuple[Connection, ...]:
    """The links as they stand in the graph, reroutes included, in an order that no position decides."""
    found = []
    for link, (source, target) in link_ends(graph):
        pin = graph.pin(link.source)
        found.append(Connection(source, target, "exec" if pin is not None and pin.is_exec else "data"))
    return tuple(sorted(found, key=lambda item: (item.source, item.target)))


# --- as answers ----------------------------------------------------------------------------------


def readout_json(reading: Readout) -> dict[str, object]:
    """A reading as the protocol's answer (BC-041 to BC-044), without what its detail leaves out."""
    coverage = reading.coverage
    answer: dict[str, object] = {
        "protocol_version": PROTOCOL,
        "detail": reading.detail,
        "function": reading.function,
        "base_revision": reading.base_revision,
        "code": reading.code,
        "statement_count": reading.statement_count,
        "covered_nodes": f"{coverage.covered_nodes}/{coverage.nodes}",
        "covered_links": f"{coverage.covered_links}/{coverage.links}",
    }
    if reading.detail != "semantic":
        answer |= _hints_json(reading)
    if reading.connections is not None:
        answer["connections"] = [connection_json(item) for item in reading.connections]
    if reading.detail == "debug":
        answer["nodes"] = {name: [pin_json(pin) for pin in pins] for name, pins in reading.pins.items()}
    if reading.inner:
        answer["collapsed"] = [readout_json(inner) for inner in reading.inner]
    return answer


def _hints_json(reading: Readout) -> dict[str, object]:
    """Source map by path; hints by statement, by value and node name, and by line."""
    actions: dict[str, object] = {}
    values: dict[str, object] = {}
    by_line: dict[str, list[object]] = {}
    source_map = {}
    for path, item in reading.source_map.items():
        source_map[path] = _identity_json(item)
        hint = _identity_json(item) | pins_json(reading.pins[item.hint.node])
        if item.is_value:
            values.setdefault(item.statement, hint)
            actions.setdefault(item.hint.node, hint)
        elif item.line:
            by_line.setdefault(str(item.line), []).append(hint)
        if item.statement:
            actions.setdefault(item.statement, hint)
    return {
        "source_map": source_map,
        "action_hints": actions,
        "expression_hints": values,
        "action_hints_by_line": by_line,
    }


def _identity_json(item: SourceLine) -> dict[str, object]:
    hint = item.hint
    return {
        "statement": item.statement,
        "node_guid": hint.node_id,
        "node_id": hint.node_id,
        "semantic_key": hint.semantic_key,
        "node_class_path": hint.node_class_path,
        "member_class": hint.member_owner,
        "action_descriptor": {
            "member_name": hint.member_name,
            "member_owner": hint.member_owner,
            "signature": hint.signature,
        },
    }


def pins_json(pins: tuple[PinEvidence, ...]) -> dict[str, object]:
    """The pins of a node as answers show them: inputs and outputs."""
    return {
        f"{direction}s": [pin_json(pin) for pin in pins if pin.direction == direction]
        for direction in ("input", "output")
    }


def pin_json(pin: PinEvidence) -> dict[str, object]:
    """A pin as answers show it; what is empty is left out, and a label that is the name (BC-170)."""
    shown: dict[str, object] = {"name": pin.name, "direction": pin.direction, "type": pin.type}
    shown |= {"category": pin.category, "endpoint": pin.endpoint}
    label = pin.label if pin.label != pin.name else ""
    rest = {"friendly_name": label, "sub_type": pin.type_path, "default": pin.default, "links": [*pin.links]}
    return shown | {name: value for name, value in rest.items() if value}


def connection_json(item: Connection) -> dict[str, object]:
    """A link as answers show it (BC-044)."""
    return {
        "source": item.source,
        "target": item.target,
        "kind": item.kind,
        "connect": item.connect,
        "delete_target": {"kind": "connection", "source": item.source, "target": item.target},
    }
