"""The English titles that the Blueprint editor shows on nodes. For people, never for decisions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.key_names import key_name
from blueprint_assistant.graph.catalog.name_lookup import display_name, spaced
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_classes import MENU_ENTRY
from blueprint_assistant.graph.kinds.node_kinds import spec_of
from blueprint_assistant.graph.model.object_references import (
    member_reference,
    parse_object,
    split_fields,
    unquote,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["Title", "display_name", "node_title"]


@dataclass(frozen=True, slots=True)
class Title:
    """The two lines of a node's head; the second may be empty."""

    title: str
    subtitle: str = ""


def node_title(node: Node, catalog: Catalog | None = None) -> Title:
    """The title of a node. Function names are looked up in `catalog`, by default the engine's."""
    special = _TITLES.get(node.class_name)
    if special is not None:
        return special(node)
    spec = spec_of(node)
    if isinstance(spec, CallFunctionSpec):
        return _call_title(spec, node, catalog or default_catalog())
    return Title(display_name(node.class_name.removeprefix("K2Node_").removeprefix("EdGraphNode_")))


def _call_title(spec: CallFunctionSpec, node: Node, catalog: Catalog) -> Title:
    info = catalog.function(spec.function)
    owner, _, name = spec.function.rpartition(":")
    class_name = owner.rsplit(".", 1)[-1].removesuffix("_C")
    target = node.find_pin("self")
    if info is not None and info.is_static:
        return Title(info.display)
    title = info.display if info is not None else display_name(name.removeprefix("K2_"))
    has_target = target is not None and not target.is_hidden
    # A call of the Blueprint's own function does not say which Blueprint that is.
    return Title(title, f"Target is {display_name(class_name) or 'self'}" if has_target else "")


def _event_title(node: Node) -> Title:
    reference = member_reference(node.find_property("EventReference") or "")
    for event in default_catalog().events_of(reference.parent_path):
        if event.name == reference.name:
            return Title(event.display)
    title = f"Event {display_name(reference.name.removeprefix('Receive'))}".strip()
    owner = "" if reference.parent is None else reference.parent.name.removesuffix("_C")
    return Title(title, f"From {owner}" if _is_interface(owner, reference.parent_path) else "")


_INTERFACE_NAME = re.compile(r"(?:BPI|BI)_|I[A-Z][a-z]|.*Interface$")


def _is_interface(name: str, path: str) -> bool:
    """Whether a class is an interface; one of the project is told by how people name them."""
    info = default_catalog().class_info(path)
    return _INTERFACE_NAME.match(name) is not None if info is None else info.is_interface


def _variable_title(node: Node, verb: str) -> Title:
    reference = member_reference(node.find_property("VariableReference") or "")
    pin = node.find_pin(reference.name)
    is_bool = pin is not None and pin.type.category == "bool"
    return Title(f"{verb} {display_name(reference.name, is_bool=is_bool)}")


def _object_name(node: Node, property_name: str) -> str:
    ref = parse_object(node.find_property(property_name) or "")
    return "" if ref is None else ref.name.removesuffix("_C")


def _class_name(node: Node, property_name: str) -> str:
    """The raw name of the class or enum in a property, without the `_C` of Blueprint classes."""
    ref = parse_object(node.find_property(property_name) or "")
    return "" if ref is None else ref.name.removesuffix("_C")


def _macro_title(node: Node) -> Title:
    fields = dict(split_fields(node.find_property("MacroGraphReference") or ""))
    ref = parse_object(fields.get("MacroGraph", ""))
    return Title("Macro" if ref is None else display_name(ref.name))


def _bound_event_title(node: Node) -> Title:
    delegate = display_name(unquote(node.find_property("DelegatePropertyName") or "Event"))
    component = unquote(node.find_property("ComponentPropertyName") or "")
    return Title(f"{delegate} ({component})" if component else delegate)


def _custom_event_title(node: Node) -> Title:
    flags = node.find_property("FunctionFlags") or ""
    where = _executes_on(int(flags) if flags.isdecimal() else 0)
    name = unquote(node.find_property("CustomFunctionName") or "")
    return Title(name, f"{where}\nCustom Event" if where else "Custom Event")


def _executes_on(flags: int) -> str:
    """Where a replicated event runs, in the editor's words; empty for one that is not replicated."""
    if not flags & _NET:
        return ""
    words = {_MULTICAST: "All", _SERVER: "Server", _OWNING_CLIENT: "Owning Client"}
    return next((f"Executes On {word}" for flag, word in words.items() if flags & flag), "")


_NET, _MULTICAST, _SERVER, _OWNING_CLIENT = 0x40, 0x4000, 0x200000, 0x1000000


def _entry_title(node: Node) -> Title:
    reference = member_reference(node.find_property("FunctionReference") or "")
    name = reference.name or unquote(node.find_property("CustomGeneratedFunctionName") or "")
    if name == "UserConstructionScript":
        return Title("Construction Script")
    return Title(display_name(name) if name else "Function Entry")


def _tunnel_title(node: Node) -> Title:
    return Title("Inputs" if any(pin.direction == "output" for pin in node.pins) else "Outputs")


def _collapsed_title(node: Node) -> Title:
    name = node.graph.name if node.graph is not None else _object_name(node, "BoundGraph")
    return Title(name or "Collapsed Graph", "Collapsed Graph" if name else "")


def _message_title(node: Node) -> Title:
    reference = member_reference(node.find_property("FunctionReference") or "")
    owner = reference.parent_path.rsplit(".", 1)[-1].removesuffix("_C")
    return Title(
        display_name(reference.name) or "Message", f"Target is {display_name(owner)}" if owner else ""
    )


def _parent_call_title(node: Node) -> Title:
    name = member_reference(node.find_property("FunctionReference") or "").name
    return Title(f"Parent: {display_name(name.removeprefix('Receive').removeprefix('K2_'))}")


def _async_title(node: Node) -> Title:
    return Title(display_name(unquote(node.find_property("ProxyFactoryFunctionName") or "Async Action")))


def _chosen_class_title(form: str, unknown: str, pin_name: str = "Class") -> Callable[[Node], Title]:
    """A title with the class that a pin holds; it is unknown where the pin is empty or linked."""

    def title(node: Node) -> Title:
        pin = node.find_pin(pin_name)
        ref = parse_object(pin.default_object) if pin is not None else None
        return Title(unknown if ref is None else form.format(display_name(ref.name.removesuffix("_C"))))

    return title


def _key_title(property_name: str, form: str = "{}") -> Callable[[Node], Title]:
    def title(node: Node) -> Title:
        key = key_name(unquote(node.find_property(property_name) or ""))
        held = [word for name, word in _MODIFIERS if node.find_property(name) == "True"]
        return Title(form.format(" + ".join([*held, key]) if held else key))

    return title


_MODIFIERS = (("bControl", "Ctrl"), ("bCommand", "Cmd"), ("bAlt", "Alt"), ("bShift", "Shift"))


def _delegate_title(form: str) -> Callable[[Node], Title]:
    def title(node: Node) -> Title:
        name = member_reference(node.find_property("DelegateReference") or "").name
        return Title(form.format(display_name(name)) if name else form.format("").strip())

    return title


def _expression_title(node: Node) -> Title:
    """A material node is called after its expression's class."""
    ref = parse_object(node.find_property("MaterialExpression") or "")
    name = "" if ref is None else ref.class_path.rsplit(".", 1)[-1].removeprefix("MaterialExpression")
    return Title(display_name(name or "MaterialExpression"))


def _pcg_title(node: Node) -> Title:
    """A PCG node's object is called after its kind, with a number behind it."""
    return Title(display_name(re.sub(r"_\d+$", "", _object_name(node, "PCGNode"))) or "PCG Node")


def _text_title(property_name: str, form: str = "{}") -> Callable[[Node], Title]:
    return lambda node: Title(form.format(unquote(node.find_property(property_name) or "")).strip())


def _object_title(form: str, property_name: str) -> Callable[[Node], Title]:
    return lambda node: Title(form.format(display_name(_object_name(node, property_name))).strip())


def _raw_title(form: str, property_name: str) -> Callable[[Node], Title]:
    """Casts and enums are called by the raw names of their types."""
    return lambda node: Title(form.format(_class_name(node, property_name)).strip())


def _operation_title(node: Node) -> Title:
    name = unquote(node.find_property("OpName") or "").rpartition("::")[2]
    return Title(display_name(name) or "Operation")


def _fixed(title: str) -> Callable[[Node], Title]:
    return lambda _: Title(title)


def _menu_title(node: Node) -> str:
    """What the menu calls a node that is not there yet."""
    return spaced(unquote(node.find_property(MENU_ENTRY) or "").rpartition("|")[2])


_TITLES: dict[str, Callable[[Node], Title]] = {
    "K2Node_Event": _event_title,
    "K2Node_CustomEvent": _custom_event_title,
    "K2Node_ComponentBoundEvent": _bound_event_title,
    "K2Node_ActorBoundEvent": _bound_event_title,
    "K2Node_FunctionEntry": _entry_title,
    "K2Node_FunctionResult": _fixed("Return Node"),
    "K2Node": lambda node: Title(_menu_title(node)),
    "K2Node_Tunnel": _tunnel_title,
    "K2Node_Composite": _collapsed_title,
    "K2Node_VariableGet": lambda node: _variable_title(node, "Get"),
    "K2Node_VariableSet": lambda node: _variable_title(node, "Set"),
    "K2Node_IfThenElse": _fixed("Branch"),
    "K2Node_ExecutionSequence": _fixed("Sequence"),
    "K2Node_MultiGate": _fixed("MultiGate"),
    "K2Node_MacroInstance": _macro_title,
    "K2Node_DynamicCast": _raw_title("Cast To {}", "TargetType"),
    "K2Node_ClassDynamicCast": _raw_title("Cast To {} Class", "TargetType"),
    "K2Node_MakeStruct": _object_title("Make {}", "StructType"),
    "K2Node_BreakStruct": _object_title("Break {}", "StructType"),
    "K2Node_SetFieldsInStruct": _object_title("Set members in {}", "StructType"),
    "K2Node_SwitchInteger": _fixed("Switch on Int"),
    "K2Node_SwitchString": _fixed("Switch on String"),
    "K2Node_SwitchName": _fixed("Switch on Name"),
    "K2Node_SwitchEnum": _raw_title("Switch on {}", "Enum"),
    "GameplayTagsK2Node_SwitchGameplayTag": _fixed("Switch on Gameplay Tag"),
    "K2Node_EnumLiteral": _raw_title("Literal enum {}", "Enum"),
    "K2Node_ForEachElementInEnum": _raw_title("ForEach {}", "Enum"),
    "K2Node_SpawnActorFromClass": _chosen_class_title("SpawnActor {}", "SpawnActor"),
    "K2Node_CreateWidget": _chosen_class_title("Create {} Widget", "Create Widget"),
    "K2Node_GenericCreateObject": _chosen_class_title("Construct {}", "Construct Object from Class"),
    "K2Node_GetSubsystem": _object_title("Get {}", "CustomClass"),
    "K2Node_GetSubsystemFromPC": _object_title("Get {}", "CustomClass"),
    "K2Node_GetEngineSubsystem": _object_title("Get {}", "CustomClass"),
    "K2Node_AsyncAction": _async_title,
    **{info.class_path.rsplit(".", 1)[-1]: _fixed(info.title) for info in ASYNC_TASKS.values()},
    "K2Node_LatentGameplayTaskCall": _async_title,
    "K2Node_LatentAbilityCall": _async_title,
    "K2Node_Message": _message_title,
    "K2Node_CallParentFunction": _parent_call_title,
    "K2Node_AddDelegate": _delegate_title("Bind Event to {}"),
    "K2Node_AssignDelegate": _delegate_title("Assign {}"),
    "K2Node_RemoveDelegate": _delegate_title("Unbind Event from {}"),
    "K2Node_ClearDelegate": _delegate_title("Unbind all Events from {}"),
    "K2Node_CallDelegate": _delegate_title("Call {}"),
    "K2Node_CreateDelegate": _fixed("Create Event"),
    "K2Node_InputKey": _key_title("InputKey"),
    "K2Node_InputKeyEvent": _key_title("InputKey"),
    "K2Node_InputDebugKey": _key_title("InputKey", "Debug Key {}"),
    "K2Node_InputAxisKeyEvent": _key_title("AxisKey"),
    "K2Node_InputVectorAxisEvent": _key_title("AxisKey"),
    "K2Node_GetInputAxisKeyValue": _key_title("InputAxisKey", "Get {}"),
    "K2Node_GetInputVectorAxisValue": _key_title("InputAxisKey", "Get {}"),
    "K2Node_GetInputAxisValue": _text_title("InputAxisName", "Get {}"),
    "K2Node_InputAction": _text_title("InputActionName", "InputAction {}"),
    "K2Node_InputAxisEvent": _text_title("InputAxisName", "InputAxis {}"),
    "K2Node_EnhancedInputAction": _raw_title("EnhancedInputAction {}", "InputAction"),
    "K2Node_Timeline": _text_title("TimelineName"),
    "K2Node_Knot": _fixed("Reroute"),
    "K2Node_Self": _fixed("Self"),
    "EdGraphNode_Comment": _text_title("NodeComment"),
    "MaterialGraphNode_Comment": _text_title("NodeComment"),
    "MaterialGraphNode": _expression_title,
    "MaterialGraphNode_Root": _fixed("Material"),
    "NiagaraNodeOp": _operation_title,
    "NiagaraNodeFunctionCall": _text_title("FunctionDisplayName"),
    "PCGEditorGraphNode": _pcg_title,
}
