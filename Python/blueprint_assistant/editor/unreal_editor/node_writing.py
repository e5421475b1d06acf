"""Carries out the steps of a plan on nodes that are there: links, values, places, removal, comments.

Each function does one kind of step. A call's boolean is not trusted where the field notes say it
lies; the caller verifies by reading back. Game thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import AddCommentStep
    from blueprint_assistant.editor.unreal_editor.graph_handles import GraphHandles
    from blueprint_assistant.graph.model.blueprint import Direction

__all__ = [
    "add_comment",
    "connect_pins",
    "disconnect_pins",
    "keep_content",
    "move_node",
    "remove_nodes",
    "set_pin_default",
]


def connect_pins(hands: GraphHandles, source: tuple[str, str], target: tuple[str, str]) -> None:
    """Link two pins, each given as (node name, pin name)."""
    output, target_pin = hands.pin(*source, "output"), hands.pin(*target, "input")
    if not output.try_create_connection(target_pin):
        raise PlanError(f"The editor refused the link {source[0]}.{source[1]} -> {target[0]}.{target[1]}.")


def disconnect_pins(
    hands: GraphHandles, pin: tuple[str, str], direction: Direction, other: tuple[str, str] | None
) -> None:
    """Break one link of a pin, or all of them."""
    found = hands.pin(*pin, direction)
    if other is None:
        found.break_pin_links()
        return
    opposite: Direction = "input" if direction == "output" else "output"
    found.break_single_pin_link(hands.pin(*other, opposite))


def set_pin_default(hands: GraphHandles, node: str, pin: str, value: str) -> None:
    """Set a pin's default. The boolean that comes back lies both ways, so it is not looked at."""
    hands.pin(node, pin, "input").set_pin_value(value)


def remove_nodes(hands: GraphHandles, names: list[str]) -> None:
    """Remove nodes and comment boxes."""
    comments = [name for name in names if hands.is_comment(name)]
    others: list[Any] = [hands.node(name) for name in names if name not in comments]
    if others:
        hands.editor.remove_nodes(others)
    for name in comments:
        hands.editor.remove_comment_node(hands.node(name))
    for name in names:
        hands.forget(name)


def move_node(hands: GraphHandles, name: str, x: int, y: int) -> None:
    """Put a node elsewhere."""
    hands.node(name).set_node_pos(unreal.IntPoint(x, y))


def add_comment(hands: GraphHandles, operation: AddCommentStep) -> str:
    """Add a comment box and give it its look; its name. Place and size are for good (API 6.3)."""
    node = hands.editor.add_comment_node(
        operation.text,
        unreal.Vector2D(operation.x, operation.y),
        unreal.Vector2D(operation.width, operation.height),
    )
    if node is None:
        raise PlanError("The editor did not add the comment box.", "Try again when it is idle.")
    if operation.color is not None:
        node.set_comment_color(unreal.LinearColor(*operation.color))
    if operation.font_size is not None:
        node.set_editor_property("font_size", operation.font_size)
    return hands.learn(node, is_comment=True)


def keep_content(hands: GraphHandles, comment: str) -> list[str]:
    """Let a comment box not move its nodes along; a warning where the engine does not let scripts choose.

    The property is documented, the entries of its enum are not: they are looked for where the present
    value comes from, and what was set is read back.
    """
    node = hands.node(comment)
    try:
        modes = type(node.get_editor_property("move_mode"))
        wanted = next(getattr(modes, name) for name in dir(modes) if _is_staying(name))
        node.set_editor_property("move_mode", wanted)
        is_done = node.get_editor_property("move_mode") == wanted
    except Exception:  # noqa: BLE001 - the engine raises a bare Exception for what scripts may not reach
        is_done = False
    return [] if is_done else ["The box moves its nodes along: the editor took no other choice."]


def _is_staying(name: str) -> bool:
    return fold_underscores(name) == "nogroupmovement"
