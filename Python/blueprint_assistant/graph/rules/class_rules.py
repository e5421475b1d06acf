"""Whether a reference to one class fits where another is wanted. Part of `graph.rules.schema`.

Engine classes are all known, so a refusal among them is certain. A Blueprint class that the
catalogue was not told of may derive from anything that its kind allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType

__all__ = ["ClassRules", "Fit"]

Fit = Literal["yes", "unproven", "cast_needed", "class"]

_OBJECT = "/Script/CoreUObject.Object"
_INTERFACE = "/Script/CoreUObject.Interface"
_KINDS = {
    "WidgetBlueprintGeneratedClass": "/Script/UMG.UserWidget",
    "AnimBlueprintGeneratedClass": "/Script/Engine.AnimInstance",
}
"""What a Blueprint of that kind derives from at the least."""


@dataclass(frozen=True, slots=True)
class ClassRules:
    """The class hierarchy. `self_class` is what a `self` pin refers to, empty when nobody said."""

    catalog: Catalog
    self_class: str = ""

    def fit(self, source: PinType, target: PinType) -> Fit:
        """Whether what `source` refers to is what `target` wants."""
        given, wanted = self.path_of(source), self.path_of(target)
        # What `self` is was not said: it may be anything.
        if not given or not wanted:
            return "yes"
        if self.catalog.is_child_of(given, wanted):
            return "yes"
        base = self._least(given, source.subcategory_object)
        if base is not None and self.catalog.is_child_of(base, wanted):
            return "yes"
        if base is not None and (not self._is_known(wanted) or self._may_be(wanted, base)):
            return "unproven"
        if base is None and not self._is_known(wanted):
            return "cast_needed"
        return "cast_needed" if self.catalog.is_child_of(wanted, given) else "class"

    def path_of(self, kind: PinType) -> str:
        """The class of a reference; empty for `self` when nobody said what that is."""
        if kind.subcategory == "self":
            return self.self_class
        ref = kind.subcategory_object
        return _OBJECT if ref is None else ref.path

    def _may_be(self, wanted: str, base: str) -> bool:
        info = self.catalog.class_info(wanted)
        is_interface = info is not None and (info.is_interface or info.path == _INTERFACE)
        return is_interface or self.catalog.is_child_of(wanted, base)

    def _is_known(self, path: str) -> bool:
        return self._least(path, None) is None

    def _least(self, path: str, ref: ObjectRef | None) -> str | None:
        """The nearest known ancestor of a class that is not known to its root; None when it is."""
        chain = self.catalog.ancestors(path)
        last = self.catalog.class_info(chain[-1])
        if last is not None and not last.parent:
            return None
        if last is not None:
            return last.path
        kind = "" if ref is None else ref.class_path.rsplit(".", 1)[-1]
        return _KINDS.get(kind, _OBJECT)
