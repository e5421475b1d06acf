"""Calls of a Blueprint's own functions and custom events, as they were declared at the last compile.

The reference carries the GUID of the function graph or event, the Target is `self` without a
class (seen in UE 5 clipboard texts). Functions of a library have a hidden Target and world context.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import UnknownFunctionError
from blueprint_assistant.graph.catalog.member_catalog import WORLD_CONTEXT, parameters_of
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds.fresh_pins import PinMaker, target_pin
from blueprint_assistant.graph.model.blueprint import EXEC, Node, ObjectRef, PinType, set_property
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_reference,
    member_reference,
)
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.function_signatures import (
    compiled_signatures,
    find_known_function,
    is_function_library,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Direction, Pin
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
    from unreal_sandbox.blueprints.function_signatures import Signature
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = [
    "CALL_FUNCTION",
    "find_own_function",
    "own_call_node",
    "with_member_guid",
    "with_project_signatures",
]

CALL_FUNCTION = "/Script/BlueprintGraph.K2Node_CallFunction"
_OBJECT = "/Script/CoreUObject.Object"


def find_own_function(graph: GraphTarget, path: str) -> Signature | None:
    """The function or event of the graph's Blueprint that a path or bare name means.

    None for a path of another class. Raises UnknownFunctionError for one that no compile has seen.
    """
    asset = graph.asset
    owner, _, name = path.rpartition(":")
    is_own = owner.lower() == asset.class_path.lower()
    if owner and not is_own:
        return None
    found = find_known_function(graph.editor, asset, name)
    if found is None and is_own:
        raise UnknownFunctionError(path)
    return found


def own_call_node(graph: GraphTarget, signature: Signature, *, x: int, y: int) -> Node:
    """A call of a function of the graph's own Blueprint."""
    function = signature.function
    pin = PinMaker(new_guid)
    pins = [] if function.is_pure else [pin("execute", "input", EXEC), pin("then", "output", EXEC)]
    pins.append(_target(graph.asset, pin))
    for item in parameters_of(function, graph.editor.catalog):
        direction: Direction = "input" if item.direction == "in" else "output"
        pins.append(pin.of_parameter(item, direction))
    if is_function_library(graph.asset):
        pins.append(pin(WORLD_CONTEXT, "input", object_type(_OBJECT), is_hidden=True))
    reference = MemberReference(function.name, guid=signature.guid, is_self=True)
    properties = [("FunctionReference", format_reference(reference))]
    if function.is_pure:
        properties.insert(0, ("bDefaultsToPureFunc", "True"))
    name = graph.draft.unique_name("K2Node_CallFunction")
    return Node(name, CALL_FUNCTION, new_guid(), x, y, tuple(pins), tuple(properties))


def with_member_guid(editor: EditorState, node: Node) -> Node:
    """The call of another Blueprint's function with the GUID that the function has there."""
    text = node.find_property("FunctionReference")
    reference = member_reference(text or "")
    owner = editor.find_blueprint(reference.parent_path) if reference.parent is not None else None
    if owner is None:
        return node
    found = (item for item in compiled_signatures(owner) if item.name.lower() == reference.name.lower())
    guid = next((item.guid for item in found if item.kind != "dispatcher"), "")
    changed = format_reference(replace(reference, guid=guid))
    return replace(node, properties=set_property(node.properties, "FunctionReference", changed))


def with_project_signatures(node: Node) -> Node:
    """The node with the signatures of project dispatchers referred to by class: natives' have a package."""
    pins = tuple(
        replace(pin, type=replace(pin.type, member_reference=_by_class(pin.type.member_reference)))
        for pin in node.pins
    )
    properties = tuple((name, _by_class(value)) for name, value in node.properties)
    return replace(node, pins=pins, properties=properties)


def _by_class(text: str) -> str:
    return text.replace("/Script/CoreUObject.Package'/Game/", "/Script/Engine.BlueprintGeneratedClass'/Game/")


def _target(asset: BlueprintAsset, pin: PinMaker) -> Pin:
    own = ObjectRef(asset.class_path, "/Script/Engine.BlueprintGeneratedClass")
    if is_function_library(asset):
        default = f"{asset.path}.Default__{asset.name}_C"
        return target_pin(pin, own, is_hidden=True, default_object=default)
    return replace(target_pin(pin, own), type=PinType("object", "self"))
