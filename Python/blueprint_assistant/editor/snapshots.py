"""What the editor says of a Blueprint, and what that means: two steps, so that the second can wait.

Looking needs the game thread and gives a `RawBlueprint`: the exported bytes and what was read beside
it, values alone. Understanding it needs no thread in particular: `Snapshots` makes the Blueprint of
it, and reads only what has changed since the last time. Knows nothing of `unreal`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.simulate.component_properties import CLASS_DEFAULTS
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.catalog.widget_tree import has_widgets, widgets_of
from blueprint_assistant.graph.t3d.graph_text import NodeMemo, decode_t3d, parse_blueprint_t3d

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.simulate.component_properties import AskedProperties
    from blueprint_assistant.graph.model.blueprint import Blueprint, BlueprintStatus, Component, Variable

__all__ = ["RawBlueprint", "Snapshots", "UnknownBlueprintError"]

_MOST_KEPT = 20
"""Blueprints whose last reading is kept: as many as a conversation reads anew for each turn."""


class UnknownBlueprintError(EditorError):
    """There is no Blueprint at that path."""

    code = "unknown_blueprint"


@dataclass(frozen=True, slots=True)
class RawBlueprint:
    """A Blueprint as the editor gave it. Two that are equal are the same Blueprint, unchanged.

    `variables` have the defaults of the class, `components` the properties that were asked for: the
    `exported` bytes, which have the variables as `declared`, hold neither. `unseen` says what of them
    the editor did not tell.
    """

    path: str
    exported: bytes
    parent_class: str
    declared: tuple[Variable, ...]
    variables: tuple[Variable, ...]
    components: tuple[Component, ...]
    status: BlueprintStatus
    asked: AskedProperties = field(default_factory=dict)
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Snapshot:
    raw: RawBlueprint
    blueprint: Blueprint
    memo: NodeMemo


class Snapshots:
    """The Blueprints that were read last, by path. Any thread."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._lock = threading.Lock()
        self._last: dict[str, _Snapshot] = {}

    def latest(self, path: str) -> RawBlueprint | None:
        """What the editor said of a Blueprint last; None when that is not known any more."""
        with self._lock:
            last = self._last.get(path)
        return None if last is None else last.raw

    def understand(self, raw: RawBlueprint) -> Blueprint:
        """The Blueprint. Raises TextError. An unchanged one is the very same value as last time."""
        with self._lock:
            last = self._last.get(raw.path)
        if last is not None and last.raw == raw:
            return last.blueprint
        if last is not None and last.raw.exported == raw.exported:
            made = _Snapshot(raw, _with_members(last.blueprint, raw), last.memo)
        else:
            memo = NodeMemo(None if last is None else last.memo)
            exported = parse_blueprint_t3d(decode_t3d(raw.exported), memo=memo)
            made = _Snapshot(raw, _with_members(exported, raw), memo)
        with self._lock:
            self._last.pop(raw.path, None)
            self._last[raw.path] = made
            while len(self._last) > _MOST_KEPT:
                del self._last[next(iter(self._last))]
        return made.blueprint


def _with_members(exported: Blueprint, raw: RawBlueprint) -> Blueprint:
    return replace(
        exported,
        path=raw.path,
        parent_class=raw.parent_class or exported.parent_class,
        variables=raw.variables,
        components=_components(exported, raw),
        status=raw.status,
        unseen=raw.unseen,  # what the text does not hold was read beside it
    )


def _components(exported: Blueprint, raw: RawBlueprint) -> tuple[Component, ...]:
    """The components; of a widget Blueprint the designer's widgets, which its text holds."""
    if not has_widgets(exported):
        return raw.components
    return (*widgets_of(exported), *(item for item in raw.components if item.name == CLASS_DEFAULTS))
