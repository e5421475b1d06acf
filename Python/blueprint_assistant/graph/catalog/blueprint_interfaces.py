"""Blueprint interfaces: Blueprints that only declare functions. Outside uses the names in `__all__`. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["INTERFACE", "is_interface"]

INTERFACE: Final = "/Script/CoreUObject.Interface"
"""What the class of every interface derives from."""


def is_interface(blueprint: Blueprint) -> bool:
    """Whether a Blueprint declares functions for others to implement, and has no nodes or members itself."""
    return blueprint.parent_class == INTERFACE
