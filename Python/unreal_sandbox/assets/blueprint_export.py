"""The text of a whole exported Blueprint, as the graph room writes it.

It holds no components and no class defaults: those belong to the generated class, which is not
inside the asset (seen in UE 5.3 exports).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.model.blueprint import Blueprint, PropertyFlag, Variable
from blueprint_assistant.graph.t3d.graph_text import format_blueprint_t3d
from unreal_sandbox.blueprints.designer_tree import is_widget_blueprint, widget_tree

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Properties
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MemberVariable

__all__ = ["format_blueprint_export"]

_GENERATED = "/Script/Engine.BlueprintGeneratedClass"


def format_blueprint_export(asset: BlueprintAsset, graphs: tuple[Graph, ...]) -> str:
    """The T3D text of a Blueprint with these graphs."""
    blueprint = Blueprint(
        asset.path,
        asset.parent_class,
        graphs,
        tuple(_variable(variable) for variable in asset.variables),
        interfaces=asset.interfaces,
        guid=asset.guid,
        class_path=asset.asset_class,
        properties=_properties(asset),
        objects=widget_tree(asset),
    )
    if asset.last_export is None or asset.last_export[0] != blueprint:
        asset.last_export = blueprint, format_blueprint_t3d(blueprint)
    return asset.last_export[1]


def _properties(asset: BlueprintAsset) -> Properties:
    """The asset's own lines that are no member. A default is not written: the type of a usual Blueprint."""
    is_widget = is_widget_blueprint(asset)
    generated = "/Script/UMG.WidgetBlueprintGeneratedClass" if is_widget else _GENERATED
    lines = {"BlueprintSystemVersion": "2"}
    if asset.blueprint_type != "BPTYPE_Normal":
        lines["BlueprintType"] = asset.blueprint_type
    if asset.components and not is_widget:
        script = f"{asset.name}_C:SimpleConstructionScript_0"
        lines["SimpleConstructionScript"] = f"\"/Script/Engine.SimpleConstructionScript'{script}'\""
    lines["GeneratedClass"] = f"\"{generated}'{asset.name}_C'\""
    return tuple(lines.items())


def _variable(variable: MemberVariable) -> Variable:
    return Variable(
        variable.name,
        variable.type,
        category=variable.category or "Default",
        guid=variable.guid,
        flags=_flags(variable),
        friendly_name=display_name(variable.name, is_bool=variable.type.category == "bool"),
        rep_notify=f"OnRep_{variable.name}" if variable.replication == "REP_NOTIFY" else "",
        metadata=(("ExposeOnSpawn", "true"),) if variable.is_exposed_on_spawn else (),
    )


def _flags(variable: MemberVariable) -> PropertyFlag:
    flags = PropertyFlag.EDIT | PropertyFlag.BLUEPRINT_VISIBLE
    if not variable.is_instance_editable:
        flags |= PropertyFlag.DISABLE_EDIT_ON_INSTANCE
    if variable.type.category in {"object", "interface"}:
        flags |= PropertyFlag.DISABLE_EDIT_ON_TEMPLATE
    if variable.type.category == "mcdelegate":
        flags |= PropertyFlag.BLUEPRINT_ASSIGNABLE
    if variable.replication != "NONE":
        flags |= PropertyFlag.NET
    if variable.replication == "REP_NOTIFY":
        flags |= PropertyFlag.REP_NOTIFY
    if variable.is_exposed_to_cinematics:
        flags |= PropertyFlag.INTERP
    if variable.is_exposed_on_spawn:
        flags |= PropertyFlag.EXPOSE_ON_SPAWN
    return flags
