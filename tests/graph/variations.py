"""The same graph in another guise, and graphs that differ from it in one place."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import contracted_links, is_comment, is_reroute
from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef, PinType, set_property

if TYPE_CHECKING:
    from collections.abc import Iterator

KNOT = "/Script/BlueprintGraph.K2Node_Knot"
COMMENT = "/Script/UnrealEd.EdGraphNode_Comment"
WILDCARD = PinType("wildcard")


def made_again(graph: Graph, seed: int) -> tuple[Graph, dict[str, str]]:
    """The graph with other names, GUIDs, pin ids and places, in another order; and the new names."""
    dice = random.Random(seed)
    names = {node.name: f"Other_{n}" for n, node in enumerate(dice.sample(graph.nodes, len(graph.nodes)))}
    ids = {(node.name, pin.id): guid(dice) for node in graph.nodes for pin in node.pins}

    def pin(node: Node, old: Pin) -> Pin:
        return replace(
            old,
            id=ids[node.name, old.id],
            parent_pin=ids.get((node.name, old.parent_pin), ""),
            sub_pins=tuple(ids[node.name, sub] for sub in old.sub_pins if (node.name, sub) in ids),
        )

    def ref(old: PinRef) -> PinRef:
        return PinRef(names[old.node], ids[old.node, old.pin])

    nodes = [
        replace(
            node,
            name=names[node.name],
            guid=guid(dice),
            x=dice.randrange(5000),
            y=dice.randrange(5000),
            pins=tuple(pin(node, old) for old in node.pins),
        )
        for node in graph.nodes
    ]
    links = [Link(ref(link.source), ref(link.target)) for link in graph.links]
    dice.shuffle(nodes)
    dice.shuffle(links)
    return replace(graph, nodes=tuple(nodes), links=tuple(links)), names


def drawn_otherwise(graph: Graph, seed: int) -> Graph:
    """The graph moved, commented, rerouted and in another order: it does the same."""
    dice = random.Random(seed)
    nodes = [
        replace(
            node,
            x=node.x + dice.randrange(-500, 500),
            y=node.y + dice.randrange(-500, 500),
            properties=set_property(node.properties, "NodeComment", '"Look here"'),
        )
        for node in graph.nodes
        if not is_comment(node)
    ]
    links: list[Link] = []
    for number, link in enumerate(graph.links):
        if dice.random() < 0.5:
            links.append(link)
            continue
        knot = reroute(f"NewKnot_{number}", dice)
        nodes.append(knot)
        links += [
            Link(link.source, PinRef(knot.name, knot.pins[0].id)),
            Link(PinRef(knot.name, knot.pins[1].id), link.target),
        ]
    nodes.append(Node("NewComment", COMMENT, guid(dice), properties=(("NodeComment", '"Part"'),)))
    dice.shuffle(nodes)
    dice.shuffle(links)
    return replace(graph, nodes=tuple(nodes), links=tuple(links))


def reroute(name: str, dice: random.Random) -> Node:
    pins = (
        Pin(guid(dice), "InputPin", "input", WILDCARD),
        Pin(guid(dice), "OutputPin", "output", WILDCARD),
    )
    return Node(name, KNOT, guid(dice), pins=pins)


def guid(dice: random.Random) -> str:
    return f"{dice.getrandbits(128):032X}"


def edited(graph: Graph) -> Iterator[tuple[str, Graph]]:
    """Every graph that differs in one place that matters, with a word about it."""
    working = [node for node in graph.nodes if not is_comment(node) and not is_reroute(node)]
    for node in working:
        yield f"without {node.name}", without_node(graph, node.name)
        for what, other in edited_nodes(node):
            yield f"{what} of {node.name}", with_node(graph, other)
    linked = contracted_links(graph)
    if len(linked) == len(graph.links):
        for number, link in enumerate(graph.links):
            links = graph.links[:number] + graph.links[number + 1 :]
            yield f"without {link}", replace(graph, links=links)
    yield (
        "another node",
        replace(graph, nodes=(*graph.nodes, Node("Fresh", "/Script/BlueprintGraph.K2Node_Self", "C0DE" * 8))),
    )
    yield from ((f"also {link}", replace(graph, links=(*graph.links, link))) for link in _new_link(graph))


def edited_nodes(node: Node) -> Iterator[tuple[str, Node]]:
    for number, pin in enumerate(node.pins):
        for what, other in edited_pins(pin):
            yield (
                f"{what} of {pin.name}",
                replace(node, pins=(*node.pins[:number], other, *node.pins[number + 1 :])),
            )
    state = "Disabled" if node.find_property("EnabledState") != "Disabled" else "DevelopmentOnly"
    yield "enabled state", replace(node, properties=set_property(node.properties, "EnabledState", state))
    yield "class", replace(node, class_path=f"{node.class_path}2")
    for name, text in node.properties:
        if name.endswith("Reference"):
            yield (
                name,
                replace(node, properties=set_property(node.properties, name, text.replace("Name", "N"))),
            )


def edited_pins(pin: Pin) -> Iterator[tuple[str, Pin]]:
    yield "default", replace(pin, default_value=f"{pin.default_value}1")
    yield "default object", replace(pin, default_object=f"{pin.default_object}1")
    yield "default text", replace(pin, default_text=f'{pin.default_text}"1"')
    yield "name", replace(pin, name=f"{pin.name}x")
    yield "category", replace(pin, type=replace(pin.type, category=f"{pin.type.category}x"))


def with_node(graph: Graph, node: Node) -> Graph:
    return replace(graph, nodes=tuple(node if old.name == node.name else old for old in graph.nodes))


def without_node(graph: Graph, name: str) -> Graph:
    links = tuple(link for link in graph.links if name not in (link.source.node, link.target.node))
    return replace(graph, nodes=tuple(node for node in graph.nodes if node.name != name), links=links)


def _new_link(graph: Graph) -> Iterator[Link]:
    """One link that is not there yet, if there can be one."""
    working = [node for node in graph.nodes if not is_comment(node) and not is_reroute(node)]
    present = set(contracted_links(graph))
    ends: dict[str, list[PinRef]] = {"input": [], "output": []}
    for node in working:
        for pin in node.pins:
            ends[pin.direction].append(PinRef(node.name, pin.id))
    for source in ends["output"][:3]:
        for target in ends["input"][:3]:
            if Link(source, target) not in present:
                yield Link(source, target)
                return
