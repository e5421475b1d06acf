"""Printing the real texts: into their source, from values alone, and what exports hold.

Skipped without BLUEPRINT_CORPUS. Run with -s to see the tables.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.declarations import (
    collapsed_graphs_of,
    comments_of,
    function_of,
    functions_of,
    interface_members_of,
)
from blueprint_assistant.graph.t3d.graph_text import (
    decode_t3d,
    format_blueprint_t3d,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
    read_blueprint_t3d,
    read_t3d,
)
from blueprint_assistant.graph.t3d.object_blocks import read_blocks
from tiers import deep

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from blueprint_assistant.graph.model.object_references import Spelling


@dataclass(frozen=True)
class Sample:
    """A copied text with what its index says of it."""

    name: str
    text: str
    detail: str
    is_new_k2: bool


@pytest.fixture(scope="module")
def samples(corpus: Path) -> list[Sample]:
    entries = json.loads((corpus / "t3d/index.json").read_text(encoding="utf-8"))
    return [
        Sample(
            entry["file"],
            decode_t3d((corpus / "t3d" / entry["file"]).read_bytes()),
            entry["ue_detail"],
            (entry["ue"], entry["graph"]) == ("5.1+", "k2"),
        )
        for entry in entries
    ]


@pytest.fixture(scope="module")
def exports(corpus: Path) -> dict[str, str]:
    files = sorted((corpus / "exports").glob("*.copy"))
    return {path.name: decode_t3d(path.read_bytes()) for path in files}


def stripped(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that only one of two texts has; their order counts as a line too."""
    one, other = stripped(before), stripped(after)
    if one == other:
        return []
    counted, others = Counter(one), Counter(other)
    return [*(counted - others).elements(), *(others - counted).elements()] or ["another order"]


def moved(graph: Graph, node: Node) -> Graph:
    """The graph with one node elsewhere."""
    changed = replace(node, x=node.x + 4096)
    return replace(graph, nodes=tuple(changed if item is node else item for item in graph.nodes))


# --- copied texts --------------------------------------------------------------------------------


def is_two_pastes(text: str) -> bool:
    """Whether nodes share names: those of the second paste are printed under names of their own."""
    names = [block.name for block in read_blocks(text)]
    return len(set(names)) < len(names)


@deep
def test_a_changed_node_of_any_text_changes_only_its_own_lines(samples: list[Sample]) -> None:
    for sample in samples:
        graph, source = read_t3d(sample.text)
        node = graph.nodes[len(graph.nodes) // 2]
        printed = format_t3d(moved(graph, node), source=source)
        assert parse_t3d(printed) == moved(graph, node), sample.name
        if is_two_pastes(sample.text):
            continue
        blocks = list(read_blocks(sample.text))
        again = list(read_blocks(printed))
        lines, new_lines = sample.text.split("\n"), printed.split("\n")
        for old, new in zip(blocks, again, strict=True):
            if old.name != node.name:
                was = lines[old.begin.number - 1 : old.end_number]
                assert new_lines[new.begin.number - 1 : new.end_number] == was, sample.name


@deep
def test_a_changed_node_of_a_5_2_text_changes_only_its_position(samples: list[Sample]) -> None:
    newest = [sample for sample in samples if sample.detail.startswith("5.2+")]
    for sample in newest:
        if is_two_pastes(sample.text):
            continue
        graph, source = read_t3d(sample.text)
        for node in graph.nodes:
            changed = changed_lines(sample.text, format_t3d(moved(graph, node), source=source))
            assert all(line.startswith("NodePosX=") for line in changed), (sample.name, node.name)


KINDS = {
    "a position of 0 is not written": re.compile(r"NodePos[XY]=0$"),
    "one node is marked with another package": re.compile(r"Begin Object .*ExportPath="),
    "a link is written on both sides": re.compile(r"LinkedTo=\("),
}
"""What a line that only one of the two texts has is about."""


def kind_of(sample: Sample, difference: str) -> str:
    if is_two_pastes(sample.text):
        return "two pastes share names, and names are unique in a graph"
    return next((kind for kind, pattern in KINDS.items() if pattern.search(difference)), "something else")


def printed_from_values(sample: Sample) -> str:
    """The text printed from its values alone, for the engine and the owner that the text is from."""
    path = next(read_blocks(sample.text)).exported_path.rpartition(".")[0]
    spelling: Spelling = "5.1" if sample.detail.startswith("5.1") else "5.2"
    return format_t3d(parse_t3d(sample.text), path, spelling=spelling)


@deep
def test_values_alone_print_the_lines_of_nearly_every_new_text(samples: list[Sample]) -> None:
    asked = [sample for sample in samples if sample.is_new_k2]
    kinds = {
        sample.name: Counter(kind_of(sample, line) for line in found)
        for sample in asked
        if (found := changed_lines(sample.text, printed_from_values(sample)))
    }
    share = 1 - len(kinds) / len(asked)
    print(f"\nfrom values alone: {len(asked) - len(kinds)} of {len(asked)} texts, {share:.1%}")  # noqa: T201 - a table
    for name, counted in kinds.items():
        print(f"  {name}: {dict(counted)}")  # noqa: T201 - likewise
    assert len(asked) >= 120
    assert share >= 0.95
    assert not [name for name, counted in kinds.items() if counted["something else"]]


@deep
def test_values_alone_print_every_text_in_the_spelling_of_5_2(samples: list[Sample]) -> None:
    for sample in samples:
        graph = parse_t3d(sample.text)
        if any(node.objects for node in graph.nodes):
            continue  # what is nested is kept as it was
        printed = format_t3d(graph)
        assert "'" not in re.sub(r'"(?:[^"\\]|\\.)*"', "", printed), sample.name
        assert parse_t3d(printed) == graph, sample.name


@deep
def test_the_law_holds_with_the_line_ends_of_windows(samples: list[Sample]) -> None:
    for sample in samples:
        windows = sample.text.replace("\n", "\r\n")
        graph, source = read_t3d(windows)
        assert graph == parse_t3d(sample.text), sample.name
        assert format_t3d(graph, source=source) == windows, sample.name


# --- exported assets -----------------------------------------------------------------------------


@deep
def test_every_export_prints_back_byte_for_byte(exports: dict[str, str]) -> None:
    assert len(exports) >= 8
    for name, text in exports.items():
        for form in (text, text.replace("\n", "\r\n"), f"\ufeff{text}"):
            blueprint, source = read_blueprint_t3d(form)
            assert format_blueprint_t3d(blueprint, source=source) == form, name
            graph, of_graph = read_t3d(form)
            assert format_t3d(graph, source=of_graph) == form, name


@deep
def test_a_changed_node_of_an_export_changes_only_its_position(exports: dict[str, str]) -> None:
    for name, text in exports.items():
        blueprint, source = read_blueprint_t3d(text)
        for graph in blueprint.graphs:
            node = graph.nodes[-1]
            others = tuple(moved(graph, node) if item is graph else item for item in blueprint.graphs)
            changed = replace(blueprint, graphs=others)
            printed = format_blueprint_t3d(changed, source=source)
            assert parse_blueprint_t3d(printed) == changed, name
            assert all(line.startswith("NodePosX=") for line in changed_lines(text, printed)), name


@deep
def test_exports_printed_from_values_read_as_the_same_and_have_no_line_of_their_own(
    exports: dict[str, str],
) -> None:
    all_lines = all_new = 0
    for name, text in exports.items():
        blueprint = parse_blueprint_t3d(text)
        printed = format_blueprint_t3d(blueprint)
        assert parse_blueprint_t3d(printed) == blueprint, name
        known = Counter(stripped(text))
        new = Counter(stripped(printed)) - known
        all_lines, all_new = all_lines + printed.count("\n"), all_new + new.total()
        in_any_order = Counter(with_sorted_links(line) for line in known.elements())
        assert not Counter(with_sorted_links(line) for line in new.elements()) - in_any_order, name
    print(f"\nlines of exports from values alone: {all_lines - all_new} of {all_lines}")  # noqa: T201 - a figure
    # An exec input lists its links in the order in which they were drawn; we have them by source.
    assert all_new <= 0.001 * all_lines


def with_sorted_links(line: str) -> str:
    return re.sub(r"LinkedTo=\(([^)]*)\)", lambda match: str(sorted(match[1].split(","))), line)


class Facts:
    """What a text says, found without the reader: lines and brackets only."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.own = [line.strip() for line in self.lines if re.match(r" {3}\w+(\(\d+\))?=", line)]
        lists = "UbergraphPages|FunctionGraphs|MacroGraphs|DelegateSignatureGraphs"
        listed = [re.match(rf"(?:{lists})\(\d+\)=\".*'(.*)'\"", line) for line in self.own]
        interfaces = [line for line in self.own if line.startswith("ImplementedInterfaces(")]
        of_interfaces = [
            graph for line in interfaces for graph in re.findall(r"'([^']*)'", line.partition("Graphs=(")[2])
        ]
        self.graphs = [match[1] for match in listed if match] + of_interfaces
        self.interfaces = len(interfaces)
        self.bodies = {name: self._body(name) for name in self.graphs}

    def _body(self, name: str) -> list[str]:
        """The lines of a graph's second mention."""
        start = next(
            i for i, line in enumerate(self.lines) if line.startswith(f'   Begin Object Name="{name}"')
        )
        end = next(i for i in range(start, len(self.lines)) if self.lines[i] == "   End Object")
        return self.lines[start:end]

    def count(self, pattern: str) -> int:
        """How many lines of graphs that count match."""
        return sum(bool(re.search(pattern, line)) for body in self.bodies.values() for line in body)

    def links(self, graph: str) -> int:
        entries = (re.search(r"LinkedTo=\(([^)]*)\)", line) for line in self.bodies[graph])
        return sum(match[1].count(",") for match in entries if match) // 2

    def nodes(self, graph: str) -> int:
        return sum(line.strip().startswith("Nodes(") for line in self.bodies[graph])

    def variable_flags(self) -> list[tuple[str, int]]:
        found = (
            re.search(r'VarName="([^"]*)".*PropertyFlags=(\d+)', line)
            for line in self.own
            if line.startswith("NewVariables(")
        )
        return [(match[1], int(match[2])) for match in found if match]


@deep
def test_exports_hold_what_their_texts_say(exports: dict[str, str]) -> None:
    for name, text in exports.items():
        facts, blueprint = Facts(text), parse_blueprint_t3d(text)
        assert sorted(graph.name for graph in blueprint.graphs) == sorted(facts.graphs), name
        for graph in blueprint.graphs:
            inside = [graph, *collapsed_graphs_of(graph)]
            counted = sum(len(item.nodes) for item in inside), sum(len(item.links) for item in inside)
            assert counted == (facts.nodes(graph.name), facts.links(graph.name)), (name, graph.name)
        assert [(item.name, int(item.flags)) for item in blueprint.variables] == facts.variable_flags(), name
        assert len(blueprint.interfaces) == facts.interfaces, name
        graphs = [item for graph in blueprint.graphs for item in (graph, *collapsed_graphs_of(graph))]
        nodes = [node for graph in graphs for node in graph.nodes]
        assert sum(len(node.pins) for node in nodes) == facts.count(r"^\s+CustomProperties Pin "), name
        references = ("FunctionReference", "EventReference", "VariableReference")
        for reference in references:
            held = sum(node.find_property(reference) is not None for node in nodes)
            assert held == facts.count(rf"^\s+{reference}="), (name, reference)
        declared = functions_of(blueprint)
        assert sum(len(item.local_variables) for item in declared) == facts.count(r"^\s+LocalVariables\(")
        comments = [comment for graph in graphs for comment in comments_of(graph)]
        assert len(comments) == facts.count(r"^\s+NodeComment="), name
        assert blueprint.guid == next(line for line in facts.own if "BlueprintGuid" in line).partition("=")[2]


def test_the_own_sample_holds_what_its_text_says() -> None:
    path = Path(__file__).resolve().parents[2] / "data/t3d/lift_blueprint.t3d"
    test_exports_hold_what_their_texts_say({path.name: path.read_text(encoding="utf-8")})


@dataclass(frozen=True)
class Held:
    """What was read off one export by eye."""

    graphs: tuple[tuple[str, str, int, int], ...]
    editable: int
    bubbles: int = 0
    boxes: int = 0
    members: tuple[str, ...] = ()
    local_variables: int = 0


CONSTRUCTION = ("UserConstructionScript", "function", 1, 0)
HELD = {
    "001": Held((CONSTRUCTION, ("TraceArrow", "function", 23, 38)), 1, local_variables=2),
    "002": Held((CONSTRUCTION,), 1),
    "004": Held((("EventGraph", "event", 65, 74), CONSTRUCTION), 1, members=("Step",)),
    "005": Held(
        (("EventGraph", "event", 38, 21), CONSTRUCTION),
        1,
        bubbles=1,
        boxes=3,
        members=("SetActionID", "SetID"),
    ),
    "007": Held(
        (CONSTRUCTION, ("IsDone", "function", 17, 19), ("Reset", "function", 14, 15)),
        1,
        members=("IsDone", "Reset"),
    ),
    "008": Held((("EventGraph", "event", 37, 39), CONSTRUCTION), 1),
    "010": Held((("EventGraph", "event", 43, 40), CONSTRUCTION), 1),
    "011": Held((("EventGraph", "event", 49, 54), CONSTRUCTION), 1),
}
INTERFACE = "/PluginA/Blueprints/BI_Agent.BI_Agent_C"


@deep
@pytest.mark.parametrize("number", HELD)
def test_an_export_holds_what_was_read_off_it(number: str, exports: dict[str, str]) -> None:
    text = next(text for name, text in exports.items() if name.startswith(f"{number}-"))
    blueprint, held = parse_blueprint_t3d(text), HELD[number]
    assert blueprint.parent_class == "/Script/Engine.Character"
    graphs = [(graph.name, graph.kind, len(graph.nodes), len(graph.links)) for graph in blueprint.graphs]
    assert tuple(graphs) == held.graphs
    assert len(blueprint.variables) == 43
    assert sum(item.is_instance_editable for item in blueprint.variables) == held.editable
    (interface,) = blueprint.interfaces
    assert interface.class_path == INTERFACE
    assert interface_members_of(blueprint, interface) == held.members
    comments = [comment for graph in blueprint.graphs for comment in comments_of(graph)]
    assert sum(comment.is_bubble for comment in comments) == held.bubbles
    assert sum(not comment.is_bubble for comment in comments) == held.boxes
    assert sum(len(item.local_variables) for item in functions_of(blueprint)) == held.local_variables


def graph_of(blueprint: Blueprint, name: str) -> Graph:
    found = blueprint.find_graph(name)
    assert found is not None
    return found


@deep
def test_the_function_of_the_first_export_is_declared_as_its_text_says(exports: dict[str, str]) -> None:
    blueprint = parse_blueprint_t3d(next(iter(exports.values())))
    found = function_of(graph_of(blueprint, "TraceArrow"))
    assert found is not None
    assert [(item.name, str(item.type)) for item in found.inputs] == [
        ("Arrow", "object ArrowComponent"),
        ("Lenght", "float"),
    ]
    assert [(item.name, str(item.type), item.default) for item in found.outputs] == [
        ("Distance", "double", "0.0"),
        ("Type", "double", "0.0"),
    ]
    first, second = found.local_variables
    assert (first.name, str(first.type), first.default, int(first.flags)) == ("Type1", "double", "", 5)
    assert (second.name, str(second.type), second.default) == ("Distance1", "float", "0.000000")
    assert (int(found.flags), found.access, found.is_pure, found.category) == (
        201457664,
        "public",
        False,
        "Default",
    )


@deep
def test_functions_of_an_interface_are_declared_there(exports: dict[str, str]) -> None:
    text = next(text for name, text in exports.items() if name.startswith("007-"))
    blueprint = parse_blueprint_t3d(text)
    for name, outputs in (("IsDone", ["bDone"]), ("Reset", ["NewActor", "bCreateActor"])):
        graph = graph_of(blueprint, name)
        found = function_of(graph)
        assert found is not None
        assert found.declared_in == INTERFACE
        assert [item.name for item in found.outputs] == outputs
        assert dict(graph.properties)["InterfaceGuid"] in text


@deep
def test_leftovers_of_the_compiler_are_skipped_and_stay_in_the_text(exports: dict[str, str]) -> None:
    text = next(text for name, text in exports.items() if name.startswith("002-"))
    blueprint, source = read_blueprint_t3d(text)
    assert text.count("bIsIntermediateNode=True") == 64
    assert len(blueprint.graphs) == 1
    assert "bIsIntermediateNode" not in format_blueprint_t3d(blueprint)
    changed = replace(blueprint, graphs=(moved(blueprint.graphs[0], blueprint.graphs[0].nodes[0]),))
    printed = format_blueprint_t3d(changed, source=source)
    assert printed.count("bIsIntermediateNode=True") == 64
