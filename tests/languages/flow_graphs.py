"""Random graphs of exec links, and all real ones, for tests of their order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Link, Node, Pin, PinRef
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d, parse_t3d
from real_texts import CORPUS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["chain", "corpus_graphs", "exec_graphs"]

_BLUEPRINT_GRAPH: Final = "/Script/BlueprintGraph."
_LOOP: Final = (
    "MacroGraphReference",
    (
        "(MacroGraph=\"/Script/Engine.EdGraph'/Engine/EditorBlueprintResources/StandardMacros."
        "StandardMacros:ForLoopWithBreak'\")"
    ),
)
_KINDS: Final[dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]] = {
    "event": ("K2Node_CustomEvent", (), ("then",)),
    "call": ("K2Node_CallFunction", ("execute",), ("then",)),
    "branch": ("K2Node_IfThenElse", ("execute",), ("then", "else")),
    "sequence": ("K2Node_ExecutionSequence", ("execute",), ("then_0", "then_1", "then_2")),
    "loop": ("K2Node_MacroInstance", ("execute", "Break"), ("LoopBody", "Completed")),
    "gate": ("K2Node_MacroInstance", ("Enter", "Open"), ("Exit", "Other")),
    "end": ("K2Node_Other", ("execute",), ()),
}


def flow_node(number: int, kind: str) -> Node:
    """A node with the exec pins of its kind and no others."""
    class_name, inputs, outputs = _KINDS[kind]
    pins = [Pin(f"{number:016X}{place:016X}", name, "input", EXEC) for place, name in enumerate(inputs)]
    pins += [
        Pin(f"{number:016X}{place + 8:016X}", name, "output", EXEC) for place, name in enumerate(outputs)
    ]
    properties = (_LOOP,) if kind == "loop" else ()
    if kind == "event":
        properties = (("CustomFunctionName", f'"E{number}"'),)
    return Node(
        f"n{number}", _BLUEPRINT_GRAPH + class_name, f"{number:032X}", pins=tuple(pins), properties=properties
    )


def _ends(node: Node, direction: str) -> list[PinRef]:
    return [PinRef(node.name, pin.id) for pin in node.pins if pin.direction == direction]


@st.composite
def exec_graphs(draw: st.DrawFn) -> Graph:
    """Any exec graph: each output has one link or none, each input any number."""
    kinds = draw(st.lists(st.sampled_from(sorted(_KINDS)), min_size=1, max_size=14))
    nodes = [flow_node(number, kind) for number, kind in enumerate(("event", *kinds))]
    inputs = [ref for node in nodes for ref in _ends(node, "input")]
    links = []
    for node in nodes:
        for source in _ends(node, "output"):
            target = draw(st.sampled_from([None, *inputs]))
            if target is not None:
                links.append(Link(source, target))
    return Graph("EventGraph", tuple(nodes), tuple(links))


def chain(kind: str, length: int) -> Graph:
    """Nodes of one kind in a row, each behind the last output of the one before."""
    nodes = [flow_node(number, "event" if number == 0 else kind) for number in range(length)]
    links = tuple(Link(_ends(one, "output")[-1], _ends(other, "input")[0]) for one, other in pairwise(nodes))
    return Graph("EventGraph", tuple(nodes), links)


def corpus_graphs() -> Iterator[tuple[str, Graph, Blueprint | None]]:
    """All real graphs: copied nodes, and the graphs of exported Blueprints with their owners."""
    for path in sorted((CORPUS / "t3d").glob("*.t3d")):
        yield path.name, parse_t3d(decode_t3d(path.read_bytes())), None
    for path in sorted((CORPUS / "exports").glob("*.copy")):
        owner = parse_blueprint_t3d(decode_t3d(path.read_bytes()))
        for graph in owner.graphs:
            yield f"{path.name}:{graph.name}", graph, owner
