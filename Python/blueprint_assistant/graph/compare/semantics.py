"""What a graph does, apart from how it looks and how its parts are called.

Revision, shape and difference all stand on this: comments and reroutes do nothing, a link through
reroutes is a link, and some properties only say how a node is drawn. Pin ids are a matter of one
session; a `PinKey` says which pin of a node is meant.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.model.blueprint import Link, PinRef
from blueprint_assistant.graph.model.object_references import modern_references

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.graph.model.blueprint import (
        Direction,
        Graph,
        Node,
        NodeObject,
        Pin,
        PinType,
        Properties,
    )

__all__ = [
    "NodeStatement",
    "PinKey",
    "contracted_links",
    "is_comment",
    "is_drawing_property",
    "is_reroute",
    "node_digest",
    "node_statement",
    "pin_keys",
    "pin_statement",
    "working_nodes",
    "working_properties",
]

PinKey = tuple["Direction", str, int]
"""Direction, name, and how many pins of that direction and name stand before it on the node."""

NodeStatement = tuple["str | NodeStatement", ...]
"""What is said about a node or pin, as nested texts: made for hashing and comparing."""

_DRAWING: Final = frozenset(
    {
        *("NodePosX", "NodePosY", "NodeWidth", "NodeHeight"),
        *("NodeComment", "bCommentBubbleVisible", "bCommentBubblePinned", "bCommentBubbleMakeVisible"),
        *("bCommentBubbleVisible_InDetailsPanel", "CommentColor", "CommentDepth", "FontSize"),
        *("bColorCommentBubble", "MoveMode", "AdvancedPinDisplay", "bExpandedInDesigner"),
        # What the last compile said of the node, and marks that change with every edit beside it.
        *("ErrorType", "ErrorMsg", "bHasCompilerMessage", "NodeUpgradeMessage", "ChangeId", "CachedChangeId"),
        *("MaterialExpressionEditorX", "MaterialExpressionEditorY", "PositionX", "PositionY"),
    }
)
_MOST_FOR_EACH: Final = 10
"""How many links a link may stand for, by far."""
_REROUTES: Final = frozenset({"K2Node_Knot", "NiagaraNodeReroute"})
_EXPORT_PATH: Final = re.compile(r"""\s*ExportPath=(?:"[^"]*"|\S+)""")


def is_comment(node: Node) -> bool:
    """Whether the node is a comment box, of whatever kind of graph."""
    return not node.pins and node.class_name.endswith("Comment")


def is_reroute(node: Node) -> bool:
    """Whether the node only leads a link on."""
    return node.class_name in _REROUTES


def is_drawing_property(name: str) -> bool:
    """Whether a property only says how its node is drawn, or what the last compile said of it."""
    return name in _DRAWING


def working_nodes(graph: Graph) -> tuple[Node, ...]:
    """The nodes that do something, in graph order: all but comments and reroutes."""
    return tuple(node for node in graph.nodes if not is_reroute(node) and not is_comment(node))


def working_properties(node: Node) -> Properties:
    """The properties of a node that are not only for drawing it, in written order."""
    return tuple(item for item in node.properties if item[0] not in _DRAWING)


def contracted_links(graph: Graph) -> tuple[Link, ...]:
    """The links between working nodes, each once; chains of reroutes count as one link.

    In the order of `graph.links`. What starts or ends at a loose reroute is no link. Raises GraphError
    for reroutes that join many sources with many targets, which no editor allows: those are as many
    links as the product.
    """
    onward: dict[str, list[PinRef]] = {node.name: [] for node in graph.nodes if is_reroute(node)}
    if not onward:
        return tuple(dict.fromkeys(graph.links))
    for link in graph.links:
        if link.source.node in onward:
            onward[link.source.node].append(link.target)
    ends: dict[str, list[PinRef]] = {}
    found: dict[Link, None] = {}
    most = _MOST_FOR_EACH * (len(graph.links) + 1000)
    for link in graph.links:
        if link.source.node in onward:
            continue
        if link.target.node not in onward:
            found[link] = None
            continue
        first = link.target.node
        if first not in ends:
            ends[first] = list(_ends_behind(first, onward))
        found.update((Link(link.source, end), None) for end in ends[first])
        if len(found) > most:
            raise GraphError(
                f"Reroutes of graph '{graph.name}' lead {len(ends[first])} links on from many pins.",
                "A reroute takes many links or gives many, not both.",
            )
    return tuple(found)


def _ends_behind(first: str, onward: dict[str, list[PinRef]]) -> Iterator[PinRef]:
    """The pins of working nodes that a chain of reroutes leads to. Loops of reroutes lead nowhere."""
    seen = {first}
    waiting = [first]
    while waiting:
        for target in onward[waiting.pop()]:
            if target.node not in onward:
                yield target
            elif target.node not in seen:
                seen.add(target.node)
                waiting.append(target.node)


def pin_keys(node: Node) -> dict[str, PinKey]:
    """Which pin each pin id of a node stands for."""
    counted: Counter[tuple[str, str]] = Counter()
    keys: dict[str, PinKey] = {}
    for pin in node.pins:
        place = pin.direction, pin.name
        keys[pin.id] = (*place, counted[place])
        counted[place] += 1
    return keys


# --- statements ----------------------------------------------------------------------------------


def node_statement(
    node: Node, pins: tuple[NodeStatement, ...], inner: str, *, masked: Callable[[str], str] = str
) -> NodeStatement:
    """What a node is: class, properties, nested objects and the given statements of its pins.

    `inner` is the digest of the graph of a collapsed node, empty for others. `masked` takes out of
    a text what shall not count (ids, names of objects).
    """
    properties = tuple(sorted((name, masked(text)) for name, text in working_properties(node)))
    objects = tuple((made.class_path, masked(_object_text(made))) for made in node.objects)
    return (node.class_path, properties, objects, pins, inner)


def pin_statement(
    pin: Pin, keys: dict[str, PinKey], default: NodeStatement, *, masked: Callable[[str], str] = str
) -> NodeStatement:
    """What a pin is: place, type, state, split pins and the given statement of its default.

    Names that a person sees, ids, and marks that follow from the function are left out, and so
    are raw links to nodes that were not copied.
    """
    family = [_key_text(keys[other]) for other in (pin.parent_pin, *pin.sub_pins) if other in keys]
    state = _flags(pin, ("is_hidden", "is_not_connectable", "is_orphaned"))
    extra = tuple(sorted((name, masked(text)) for name, text in pin.extra if name != "LinkedTo"))
    return (_key_text(keys[pin.id]), _type_statement(pin.type, masked), state, tuple(family), default, extra)


def node_digest(node: Node) -> str:
    """A short text that is another one whenever the node is, its place and pin ids apart."""
    keys = pin_keys(node)
    pins = tuple(pin_statement(pin, keys, (pin.default,)) for pin in node.pins)
    inner = "" if node.graph is None else "".join(map(node_digest, node.graph.nodes))
    said = repr(node_statement(node, pins, inner))
    return f"#{hashlib.sha256(said.encode()).hexdigest()[:8]}"


def _key_text(key: PinKey) -> NodeStatement:
    direction, name, number = key
    return (direction, name, str(number))


def _type_statement(made: PinType, masked: Callable[[str], str]) -> NodeStatement:
    # `is_uobject_wrapper` is noise: UE 4.25 set it on exec pins as well.
    value: NodeStatement = ()
    if made.value is not None:
        ref = made.value.subcategory_object
        value = (made.value.category, made.value.subcategory, "" if ref is None else ref.path)
    ref = made.subcategory_object
    return (
        made.category,
        made.subcategory,
        "" if ref is None else ref.path,
        made.container,
        value,
        masked(made.member_reference),
        _flags(made, ("is_reference", "is_const", "is_weak_pointer")),
    )


_Flag = Literal[
    "is_hidden", "is_not_connectable", "is_orphaned", "is_reference", "is_const", "is_weak_pointer"
]


def _flags(value: Pin | PinType, names: tuple[_Flag, ...]) -> NodeStatement:
    return tuple(name for name in names if getattr(value, name))


def _object_text(made: NodeObject) -> str:
    """The text of a nested object without where it was copied from and where it is drawn.

    References count in whatever engine version's spelling they are.
    """
    lines = (modern_references(line.strip()) for line in made.text.split("\n"))
    return "\n".join(_EXPORT_PATH.sub("", line) for line in lines if line.partition("=")[0] not in _DRAWING)
