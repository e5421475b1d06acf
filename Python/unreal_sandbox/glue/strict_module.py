"""The module object that scripts import as `unreal`."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unreal_sandbox.glue.namespace import Types

__all__ = ["StrictModule"]


class StrictModule(ModuleType):
    """The module object that scripts import. It has exactly the names of its engine version."""

    def __init__(self) -> None:
        super().__init__("unreal", "A strict stand-in for the editor's `unreal` module.")
        self.__dict__["__sandbox_types__"] = None

    def use(self, types: Types) -> None:
        """Offer the names of an engine version; the module object stays the same."""
        self.__dict__["__sandbox_types__"] = types

    def __getattr__(self, name: str) -> Any:
        types = self.__dict__["__sandbox_types__"]
        if types is None or name.startswith("__"):
            raise AttributeError(f"module 'unreal' has no attribute '{name}'")
        return types.attribute(name)

    def __dir__(self) -> list[str]:
        types = self.__dict__["__sandbox_types__"]
        return [] if types is None else types.names()
