"""The tools that choose the wider parts of a target: the asset, and the widget or component (BC-010).

Nobody is shown them, since bluecode_set_function takes all parts at once; who calls them by name is
understood. Outside uses TARGET_ACTIONS.
"""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import read_blueprint
from blueprint_assistant.actions.protocol.answers import ProtocolAction, answered
from blueprint_assistant.actions.protocol.target_resolution import NoTargetError, resolve_asset
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.widget_tree import has_widgets

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["TARGET_ACTIONS"]


class UnknownWidgetError(ToolError):
    """A Blueprint has no widget or component of that name. `candidates` are the nearest."""

    code = "unknown_target"

    def __init__(self, text: str, owner: Blueprint) -> None:
        """List what there is instead."""
        kind = "widget" if has_widgets(owner) else "component"
        names = [item.name for item in owner.components]
        near = nearest(text, names) or tuple(names)
        shown = ", ".join(near) or "none"
        super().__init__(f"{owner.path} has no {kind} '{text[:120]}'.", f"It has: {shown}.")
        self.candidates = tuple(f"{owner.path}:{name}" for name in near)


class SetTargetUmgAsset(ProtocolAction):
    """Choose the Blueprint that the other tools mean. Changes nothing."""

    tool_name: ClassVar[str] = "set_target_umg_asset"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("asset", "asset_path", "umg_asset", "umg_asset_path", "path", "blueprint"), "target"
        ),
        **dict.fromkeys(("widget_blueprint", "name"), "target"),
    }

    target: str = Field(min_length=1, description="asset")

    def answer(self, context: ActionContext) -> ActionResult:
        """Look it up and remember it; what was active in another asset is not any more."""
        owner = read_blueprint(context, self.target.partition(":")[0])
        if context.scope.asset.lower() != owner.path.lower():
            context.scope.choose(owner.path)
        return answered(_active(context, owner.path), owner)


class SetTargetWidget(ProtocolAction):
    """Choose the widget or component whose events come first; without one: none. Changes nothing."""

    tool_name: ClassVar[str] = "set_target_widget"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("name", "widget_name", "component", "component_name"), "widget"),
        **dict.fromkeys(("asset_path", "umg_asset", "blueprint"), "asset"),
    }

    widget: str = Field(default="", description="name, or Asset:Name")
    asset: str = Field(default="", description="asset, the active one when left out")

    def answer(self, context: ActionContext) -> ActionResult:
        """Look it up and remember it; refused, the old one stays."""
        before, _, name = (self.widget or self.target).strip().rpartition(":")
        asset = self.asset or before
        if not asset and not context.scope.asset:
            raise NoTargetError
        owner = resolve_asset(context, f"{asset}:" if asset else "")
        found = owner.find_component(name)
        if name and found is None:
            raise UnknownWidgetError(name, owner)
        context.scope.choose(owner.path, "" if found is None else found.name)
        return answered(_active(context, f"{owner.path}:{context.scope.component}".rstrip(":")), owner)


def _active(context: ActionContext, target: str) -> dict[str, Any]:
    scope = context.scope
    active = {"asset": scope.asset, "component": scope.component, "function": scope.function}
    return {"ok": True, "target": target, "active": active}


TARGET_ACTIONS: tuple[type[Action], ...] = (SetTargetUmgAsset, SetTargetWidget)
