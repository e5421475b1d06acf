"""The widgets of a widget Blueprint that graphs can use. Outside uses `widgets_of`.

The designer's tree belongs to the asset, so that an export holds it whole (EXPORTS 32): every widget
is an object in `WidgetTree`, every place in a panel an object in the panel. The generated class has
a member for each widget that is a variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.model.blueprint import Component
from blueprint_assistant.graph.model.object_references import parse_object
from blueprint_assistant.graph.t3d.graph_reader import properties_of
from blueprint_assistant.graph.t3d.object_blocks import read_blocks

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.graph.t3d.object_blocks import T3DBlock

__all__ = ["WIDGET_TREE", "has_widgets", "widgets_of"]

WIDGET_TREE: Final = "/Script/UMG.WidgetTree"

_NO_VARIABLES: Final = frozenset(
    {
        *("TextBlock", "RichTextBlock", "Image", "Spacer", "Border", "CanvasPanel", "Overlay", "GridPanel"),
        *("UniformGridPanel", "HorizontalBox", "VerticalBox", "StackBox", "WrapBox", "SizeBox", "ScaleBox"),
        *("SafeZone", "BackgroundBlur", "RetainerBox", "InvalidationBox", "NamedSlot"),
    }
)
"""Widgets that are variables only where the designer says so, in the text too (assumed, but for a few)."""


def has_widgets(blueprint: Blueprint) -> bool:
    """Whether its components are the designer's widgets."""
    return blueprint.class_path.endswith("WidgetBlueprint")


def widgets_of(blueprint: Blueprint) -> tuple[Component, ...]:
    """The widgets that are variables, in the order of the text, with the panel that each is in."""
    classes: dict[str, str] = {}
    is_variable: dict[str, bool] = {}
    parents: dict[str, str] = {}
    # First mentions name the classes, second ones hold the values.
    for tree in (item for item in blueprint.objects if item.name == "WidgetTree"):
        for block in next(read_blocks(tree.text)).children:
            if block.class_path:
                classes[block.name] = block.class_path
            said = dict(properties_of(block)).get("bIsVariable")
            if said is not None:
                is_variable[block.name] = said.lower() == "true"
            parents |= dict.fromkeys(_contents(block), block.name)
    return tuple(
        Component(name, class_path, parents.get(name, ""))
        for name, class_path in classes.items()
        if is_variable.get(name, class_path.rsplit(".", 1)[-1] not in _NO_VARIABLES)
    )


def _contents(panel: T3DBlock) -> list[str]:
    """The widgets in the places of a panel."""
    held = (parse_object(dict(properties_of(slot)).get("Content", "")) for slot in panel.children)
    return [ref.name for ref in held if ref is not None]
