"""Rebuilds nodes as the editor's ReconstructNode does: class pins, formats, casts of another class.

Pins that keep their name keep id, links and literal; others come and go. What scripts took of the
node before is stale afterwards (`Switches.pins_after_rebuild`) [FIELD_NOTES 4, trap 9].
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.pin_types import fresh_default
from blueprint_assistant.graph.kinds.fresh_pins import PinMaker
from blueprint_assistant.graph.kinds.specs import FormatTextSpec, SpawnActorSpec
from blueprint_assistant.graph.model.blueprint import PinRef
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.graphs.node_skeletons import build_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node, Pin
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from unreal_sandbox.blueprints.blueprint_asset import MemberVariable
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget

__all__ = ["is_maker", "merged", "rebuild_format", "rebuild_maker", "replace_rebuilt"]

_MAKERS = frozenset({"K2Node_SpawnActorFromClass", "K2Node_GenericCreateObject", "K2Node_CreateWidget"})
_OWN_PINS = frozenset(
    [
        *("execute", "then", "Class", "ReturnValue", "Outer", "OwningPlayer"),
        *("SpawnTransform", "CollisionHandlingOverride", "TransformScaleMethod", "Owner"),
    ]
)


def is_maker(node: Node) -> bool:
    """Whether the node shows the exposed variables of the class that its Class pin names."""
    return node.class_name in _MAKERS


def _made_class(node: Node) -> str:
    """The class of what such a node makes, as its result says."""
    result = node.find_pin("ReturnValue", "output")
    ref = result.type.subcategory_object if result is not None else None
    return "" if ref is None else ref.path


def rebuild_maker(graph: GraphTarget, name: str) -> None:
    """Give a node the pins of the class that it makes now, behind its own ones."""
    node = graph.draft.node(name)
    present = {pin.name.lower(): pin for pin in node.pins if pin.name not in _OWN_PINS}
    own = [pin for pin in node.pins if pin.name in _OWN_PINS]
    exposed = []
    for pin in _exposed_pins(graph, node):
        kept = present.get(pin.name.lower())
        exposed.append(kept if kept is not None and kept.type == pin.type else pin)
    replace_rebuilt(graph, replace(node, pins=(*own, *exposed)))


def _exposed_pins(graph: GraphTarget, node: Node) -> Iterator[Pin]:
    """Instigator of an actor, then what Blueprints expose on spawn, the base class's first."""
    made = _made_class(node)
    editor = graph.editor
    if node.class_name == "K2Node_SpawnActorFromClass" and _class_is_chosen(graph, node):
        fresh = build_node(graph, SpawnActorSpec(made))
        yield from (pin for pin in fresh.pins if pin.name not in _OWN_PINS)
    pin = PinMaker(new_guid)
    for item in reversed(list(_exposed_variables(graph, made))):
        default = fresh_default(item.type, editor.catalog)
        yield pin(item.name, "input", item.type, default=default)


def _class_is_chosen(graph: GraphTarget, node: Node) -> bool:
    pin = node.find_pin("Class", "input")
    if pin is None:
        return False
    return bool(pin.default_object) or bool(graph.draft.links_of(PinRef(node.name, pin.id)))


def _exposed_variables(graph: GraphTarget, class_path: str) -> Iterator[MemberVariable]:
    """Editable variables with Expose on Spawn, of the class and its parents, as they were compiled."""
    seen = set()
    asset = graph.editor.find_blueprint(class_path) if class_path.startswith("/Game/") else None
    while asset is not None and asset.path not in seen:
        seen.add(asset.path)
        for item in reversed(asset.compiled.variables if asset.compiled else ()):
            if item.is_exposed_on_spawn and item.is_instance_editable:
                yield item
        asset = graph.editor.find_blueprint(asset.parent_class)


def rebuild_format(graph: GraphTarget, name: str) -> None:
    """Give Format Text one argument per `{name}` in its format [nodes.json FormatText]."""
    node = graph.draft.node(name)
    pin = node.find_pin("Format", "input")
    text = "" if pin is None else pin.default_text
    arguments = tuple(dict.fromkeys(_ARGUMENT.findall(text)))
    fresh = build_node(graph, FormatTextSpec(arguments))
    replace_rebuilt(graph, merged(node, fresh, graph.draft, keeps_lost_pins=False))


_ARGUMENT = re.compile(r"(?<!`)\{([^{}\"]+)\}")


def merged(old: Node, fresh: Node, draft: GraphDraft, *, keeps_lost_pins: bool) -> Node:
    """The fresh node in the old one's place: pins of the same name keep id, links and literal.

    Linked pins that the fresh node lacks go, or stay as orphans, which the compiler complains about.
    """
    pins = [_kept(old, pin) for pin in fresh.pins]
    ids = {pin.id for pin in pins}
    lost = [pin for pin in old.pins if keeps_lost_pins and pin.id not in ids]
    linked = (pin for pin in lost if draft.links_of(PinRef(old.name, pin.id)))
    pins += [replace(pin, is_orphaned=True) for pin in linked]
    return replace(old, class_path=fresh.class_path, pins=tuple(pins), properties=fresh.properties)


def _kept(old: Node, pin: Pin) -> Pin:
    before = old.find_pin(pin.name, pin.direction)
    if before is None:
        return pin
    if pin.type.category == "wildcard":
        return before
    if pin.direction == "output" or before.type != pin.type:
        return replace(pin, id=before.id)
    return replace(
        pin,
        id=before.id,
        default_value=before.default_value,
        default_object=before.default_object,
        default_text=before.default_text,
    )


def replace_rebuilt(graph: GraphTarget, node: Node) -> None:
    """Put a rebuilt node in the place of the old one; pins that scripts hold of it are old now."""
    graph.draft.replace(node)
    rebuilt = graph.asset.rebuilt_nodes
    rebuilt[node.guid] = rebuilt.get(node.guid, 0) + 1
