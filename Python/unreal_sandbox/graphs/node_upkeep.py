"""What is done to nodes that are there: another class for a cast or call, unused nodes removed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.engine_catalog import subcategory_object
from blueprint_assistant.graph.kinds.call_nodes import operation_of
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import (
    CastSpec,
    ClassCastSpec,
    DelegateSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
)
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.model.object_references import format_reference, member_reference
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget, NodeTarget
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.linking import settle_node
from unreal_sandbox.graphs.node_skeletons import build_node
from unreal_sandbox.graphs.reconstruction import merged, replace_rebuilt

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []

graph_editor = UnrealClass("BlueprintGraphEditor")
library = UnrealClass("BlueprintEditorLibrary")

_KEPT = frozenset({"K2Node_FunctionEntry", "K2Node_FunctionResult", "K2Node_Tunnel"})


@graph_editor.method()
def retarget_node_class(
    editor: EditorState, subject: Any, node: Target, old_class: ClassTarget, new_class: ClassTarget
) -> bool:
    """Swap the class in a cast, a call, a variable or a delegate node and rebuild its pins.

    False when the node holds another class than the old one, or the new class lacks the member.
    A cast's result gets another name, so that what was linked to it is not any more (assumed).
    """
    if not isinstance(node, NodeTarget) or node.graph.key() != subject.graph.key() or editor.is_in_pie:
        return False
    present = node.node
    if present.class_name == "K2Node_Event":
        return _retarget_event(node, old_class.represented, new_class.represented)
    spec = _retargeted(any_spec_of(present), old_class.represented, new_class.represented)
    if spec is None:
        return False
    try:
        fresh = build_node(node.graph, spec)
    except GraphError as error:
        editor.write_log("LogBlueprintEditorLib", "Warning", str(error))
        return False
    node.modify()
    is_cast = isinstance(spec, CastSpec | ClassCastSpec)
    replace_rebuilt(node.graph, merged(present, fresh, node.graph.draft, keeps_lost_pins=not is_cast))
    settle_node(node.graph, node.name())
    return True


def _retarget_event(node: NodeTarget, old: str, new: str) -> bool:
    """Make an event that of another class which has it too; its pins stay."""
    reference = member_reference(node.node.find_property("EventReference") or "")
    has_event = any(item.name == reference.name for item in node.editor.catalog.events_of(new))
    parent = subcategory_object("class", new)
    if reference.parent_path.lower() != old.lower() or not has_event or parent is None:
        return False
    node.change_property("EventReference", format_reference(replace(reference, parent=parent)))
    return True


def _retargeted(spec: AnyNodeSpec | None, old: str, new: str) -> AnyNodeSpec | None:
    """The spec with the new class in the place of the old one; None where the old one is not."""
    match spec:
        case CastSpec(class_path) | ClassCastSpec(class_path) if class_path.lower() == old.lower():
            return replace(spec, class_path=new)
        case (
            OtherVariableGetSpec(class_path)
            | OtherVariableSetSpec(class_path)
            | DelegateSpec(class_path=class_path)
        ) if class_path.lower() == old.lower():
            return replace(spec, class_path=new)
        case CallFunctionSpec(function) if function.rpartition(":")[0].lower() == old.lower():
            return CallFunctionSpec(f"{new}:{function.rpartition(':')[2]}")
        case _:
            return None


@library.method()
def remove_unused_nodes(editor: EditorState, blueprint: BlueprintTarget) -> None:
    """Remove every node that has no link, in all graphs; entries, results and comments stay."""
    asset = blueprint.asset
    if editor.is_in_pie:
        return
    for shape in list(asset.shapes.values()):
        draft = asset.graphs[shape.name]
        unused = [node.name for node in draft if _is_unused(draft, node)]
        if unused:
            editor.mark_package_dirty(asset)
            for name in unused:
                draft.remove(name)


def _is_unused(draft: GraphDraft, node: Node) -> bool:
    if not node.class_name.startswith("K2Node") or node.class_name in _KEPT:
        return False
    return not any(draft.links_of(PinRef(node.name, pin.id)) for pin in node.pins)


# --- operators -----------------------------------------------------------------------------------

_TYPED_CALLS = ("K2Node_CallFunction", "K2Node_CommutativeAssociativeBinaryOperator")


@library.method()
def upgrade_operator_nodes(editor: EditorState, blueprint: BlueprintTarget) -> None:
    """Swap typed operator calls, which old assets and texts have, for promotable ones; links stay."""
    asset = blueprint.asset
    if editor.is_in_pie:
        return
    for shape in list(asset.shapes.values()):
        graph = GraphTarget(editor, asset, shape.guid)
        for node in graph.draft.nodes_of_class(*_TYPED_CALLS):
            spec = any_spec_of(node)
            info = editor.catalog.function(spec.function) if isinstance(spec, CallFunctionSpec) else None
            if info is not None and operation_of(info):
                fresh = build_node(graph, CallFunctionSpec(info.path))
                graph.modify()
                replace_rebuilt(graph, merged(node, fresh, graph.draft, keeps_lost_pins=True))
