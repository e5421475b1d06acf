"""Reads a graph as code with what is needed to write it back. Outside uses `read` and Reading.

`semantic` is code alone, `roundtrip` says which node every part stands for, `debug` adds nodes, pins
and links (BC-002, BC-040 to BC-044). Nothing here depends on positions (BC-045, BC-047).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, get_args

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.revision import revision
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_expression, print_program
from blueprint_assistant.languages.coverage import coverage_of
from blueprint_assistant.languages.hints import hints_of, link_ends, pin_evidence
from blueprint_assistant.languages.spots import walk_statements
from blueprint_assistant.languages.telling import tell

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint, Graph
    from blueprint_assistant.languages.coverage import Coverage
    from blueprint_assistant.languages.hints import Hint, PinEvidence
    from blueprint_assistant.languages.tree import Program

__all__ = ["Connection", "Detail", "Reading", "UnknownDetailError", "read", "reading_json"]

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
class Reading:
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
    inner: tuple[Reading, ...] = ()


def read(
    graph: Graph,
    owner: Blueprint | None,
    catalog: Catalog,
    *,
    detail: str = "semantic",
    include_connections: bool = False,
) -> Reading:
    """Read a graph. Raises UnknownDetailError, and GraphError for what no editor allows. Linear."""
    chosen = _detail(detail)
    program = tell(graph, owner, catalog, is_once=chosen != "semantic")
    code = print_program(program)
    is_semantic = chosen == "semantic"
    return Reading(
        graph.name,
        chosen,
        code,
        str(revision(graph)),
        sum(1 for _ in walk_statements(program)),
        coverage_of(program, graph),
        program,
        {} if is_semantic else _source_map(program, code, graph, catalog),
        {} if is_semantic else pin_evidence(graph, catalog),
        _connections(graph) if include_connections or chosen == "debug" else None,
        tuple(
            read(node.graph, owner, catalog, detail=chosen, include_connections=include_connections)
            for node in sorted(graph.nodes, key=lambda node: (node.guid, node.name))
            if node.graph is not None
        ),
    )


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


def _connections(graph: Graph) -> tuple[Connection, ...]:
    """The links as they stand in the graph, reroutes included, in an order that no position decides."""
    found = []
    for link, (source, target) in link_ends(graph):
        pin = graph.pin(link.source)
        found.append(Connection(source, target, "exec" if pin is not None and pin.is_exec else "data"))
    return tuple(sorted(found, key=lambda item: (item.source, item.target)))


# --- as answers ----------------------------------------------------------------------------------


def reading_json(reading: Reading) -> dict[str, object]:
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
        answer["connections"] = [_connection_json(item) for item in reading.connections]
    if reading.detail == "debug":
        answer["nodes"] = {name: [_pin_json(pin) for pin in pins] for name, pins in reading.pins.items()}
    if reading.inner:
        answer["collapsed"] = [reading_json(inner) for inner in reading.inner]
    return answer


def _hints_json(reading: Reading) -> dict[str, object]:
    """Source map by path; hints by statement, by value and node name, and by line."""
    actions: dict[str, object] = {}
    values: dict[str, object] = {}
    by_line: dict[str, list[object]] = {}
    source_map = {}
    for path, item in reading.source_map.items():
        source_map[path] = _identity_json(item)
        hint = _identity_json(item) | _pins_json(reading.pins[item.hint.node])
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


def _pins_json(pins: tuple[PinEvidence, ...]) -> dict[str, object]:
    return {
        f"{direction}s": [_pin_json(pin) for pin in pins if pin.direction == direction]
        for direction in ("input", "output")
    }


def _pin_json(pin: PinEvidence) -> dict[str, object]:
    return {
        "name": pin.name,
        "direction": pin.direction,
        "type": pin.type,
        "default": pin.default,
        "endpoint": pin.endpoint,
        "links": list(pin.links),
    }


def _connection_json(item: Connection) -> dict[str, object]:
    return {
        "source": item.source,
        "target": item.target,
        "kind": item.kind,
        "connect": item.connect,
        "delete_target": {"kind": "connection", "source": item.source, "target": item.target},
    }
