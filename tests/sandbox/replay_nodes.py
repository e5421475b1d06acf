"""Which call of the editor's API makes the node of a spec."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec, DelegateAction
    from blueprint_assistant.graph.model.blueprint import Node
    from sandbox.replay_project import Project

    # Any: each function takes the kind of spec that it stands for in its table.
    Maker = Callable[[Project, Any], Any]
    Namer = Callable[[Any], str]

__all__ = ["IN_CONTEXT", "CannotReplayError", "add_node", "wanted_pins"]

IN_CONTEXT = (
    kinds.EnumEqualitySpec,
    kinds.MakeStructSpec,
    kinds.BreakStructSpec,
    kinds.SetFieldsInStructSpec,
)
"""Nodes that the palette only offers with a context pin [FIELD_NOTES 2]."""


class CannotReplayError(Exception):
    """A graph that the API cannot build, or that needs what the test project does not have."""

    def __init__(self, why: str, where: str) -> None:
        super().__init__(f"{why}: {where}")


def wanted_pins(node: Node) -> int:
    """How many visible pins the node has; split ones count as the one that they are parts of."""
    shown = [pin for pin in node.pins if (not pin.is_hidden or pin.sub_pins) and not pin.parent_pin]
    return len(shown)


def add_node(project: Project, spec: AnyNodeSpec, node: Node, context: list[Any]) -> Any:
    """The editor's node, or None when it makes none. `context` is for those that need a context pin."""
    if isinstance(spec, common_specs.EventSpec):
        return project.event(spec.name, is_ghost=node.find_property("EnabledState") == "Disabled")
    make = _CALLS.get(type(spec))
    if make is not None:
        return make(project, spec)
    if isinstance(spec, kinds.DelegateSpec) and spec.class_path:
        name = f"Class|{_squeezed(_last(spec.class_path))}|{_title(spec)}"
        return project.create(name, class_path=spec.class_path)
    return _from_palette(project, spec, context)


_CALLS: Mapping[type, Maker] = {
    common_specs.CustomEventSpec: lambda project, spec: project.nodes.add_custom_event_node(spec.name),
    common_specs.BranchSpec: lambda project, _: project.nodes.add_branch_node(),
    common_specs.CallFunctionSpec: lambda project, spec: project.nodes.add_call_function_node(
        project.function(spec.function)
    ),
    kinds.MacroSpec: lambda project, spec: project.nodes.add_macro_node(spec.macro),
    common_specs.VariableGetSpec: lambda project, spec: project.nodes.add_get_member_variable_node(spec.name),
    common_specs.VariableSetSpec: lambda project, spec: project.nodes.add_set_member_variable_node(spec.name),
    kinds.OtherVariableGetSpec: lambda project, spec: project.nodes.add_get_member_variable_node(
        spec.name, spec.class_path
    ),
    kinds.OtherVariableSetSpec: lambda project, spec: project.nodes.add_set_member_variable_node(
        spec.name, spec.class_path
    ),
    kinds.LocalVariableGetSpec: lambda project, spec: project.nodes.add_get_local_variable_node(spec.name),
    kinds.LocalVariableSetSpec: lambda project, spec: project.nodes.add_set_local_variable_node(spec.name),
    kinds.ComponentEventSpec: lambda project, spec: project.nodes.add_component_bound_event_node(
        project.component(spec.component), spec.delegate
    ),
    kinds.FunctionEntrySpec: lambda project, _: project.entry(),
    kinds.FunctionResultSpec: lambda project, _: project.result(),
}


# --- the palette -----------------------------------------------------------------------------------


def _from_palette(project: Project, spec: AnyNodeSpec, context: list[Any]) -> Any:
    name = _NAMES.get(type(spec))
    if name is not None:
        return project.create(name if isinstance(name, str) else name(spec), context=context)
    title = _title(spec)
    if not title:
        return None
    found = (item for item in project.available(context) if item.endswith(f"|{title}"))
    return next((added for item in found if (added := project.create(item, context=context))), None)


def _last(path: str) -> str:
    """The last part of a path, of a generated class the Blueprint's name."""
    return re.split(r"[./:]", path)[-1].removesuffix("_C")


def _squeezed(text: str) -> str:
    return re.sub(r"[\s_]+", "", text)


def _plain(path: str) -> str:
    return _squeezed(_last(path))


_OPERATORS = {
    "EqualEqual": "Equal(==)",
    "NotEqual": "NotEqual(!=)",
    "Less": "Less(<)",
    "LessEqual": "LessEqual(<=)",
    "Greater": "Greater(>)",
    "GreaterEqual": "GreaterEqual(>=)",
}
_FLOW = "Utilities|FlowControl"
_NAMES: Mapping[type, str | Namer] = {
    common_specs.SequenceSpec: f"{_FLOW}|Sequence",
    kinds.MultiGateSpec: f"{_FLOW}|MultiGate",
    kinds.DoOnceMultiInputSpec: f"{_FLOW}|DoOnceMultiInput",
    kinds.SwitchIntSpec: f"{_FLOW}|Switch|SwitchonInt",
    kinds.SwitchStringSpec: f"{_FLOW}|Switch|SwitchonString",
    kinds.SwitchNameSpec: f"{_FLOW}|Switch|SwitchonName",
    kinds.SwitchEnumSpec: lambda spec: f"{_FLOW}|Switch|Switchon{_plain(spec.enum)}",
    kinds.SelectSpec: "Utilities|Select",
    kinds.KnotSpec: "Utilities|AddRerouteNode...",
    kinds.TimelineSpec: "Utilities|AddTimeline...",
    kinds.MakeArraySpec: "Utilities|Array|MakeArray",
    kinds.GetArrayItemSpec: lambda spec: f"Utilities|Array|Get({'aref' if spec.by_reference else 'acopy'})",
    kinds.MakeSetSpec: "Utilities|Set|MakeSet",
    kinds.MakeMapSpec: "Utilities|Map|MakeMap",
    kinds.FormatTextSpec: "Utilities|Text|FormatText",
    kinds.EnumLiteralSpec: lambda spec: f"Utilities|Enum|Literalenum{_plain(spec.enum)}",
    kinds.ForEachEnumSpec: lambda spec: f"Utilities|Enum|ForEach{_plain(spec.enum)}",
    kinds.EnumEqualitySpec: lambda spec: f"Utilities|Enum|{'Not' if spec.is_unequal else ''}Equal(Enum)",
    kinds.CastSpec: lambda spec: f"Utilities|Casting|CastTo{_plain(spec.class_path)}",
    kinds.ClassCastSpec: lambda spec: f"Utilities|Casting|CastTo{_plain(spec.class_path)}Class",
    kinds.OperatorSpec: lambda spec: f"Utilities|Operators|{_OPERATORS.get(spec.operation, spec.operation)}",
    kinds.SelfSpec: "Variables|Getareferencetoself",
    kinds.SpawnActorSpec: "Game|SpawnActorfromClass",
    kinds.ConstructObjectSpec: "Game|ConstructObjectfromClass",
    kinds.CreateWidgetSpec: "UserInterface|CreateWidget",
    kinds.CreateDelegateSpec: "EventDispatchers|CreateEvent",
    kinds.EnhancedInputActionSpec: lambda spec: f"Input|EnhancedActionEvents|{_last(spec.action)}",
    kinds.InputActionSpec: lambda spec: f"Input|ActionEvents|{spec.name}",
    kinds.InputAxisSpec: lambda spec: f"Input|AxisEvents|{spec.name}",
    kinds.GetSubsystemSpec: lambda spec: (
        f"{'PlayerController|' if spec.from_player_controller else ''}"
        f"LocalPlayerSubsystems|Get{_plain(spec.class_path)}"
    ),
}
"""Whole names, English."""


def _dispatcher(spec: kinds.DelegateSpec) -> str:
    verbs: dict[DelegateAction, str] = {
        "add": "BindEventto",
        "assign": "Assign",
        "remove": "UnbindEventfrom",
        "clear": "UnbindallEventsfrom",
        "call": "Call",
    }
    return f"{verbs[spec.action]}{_squeezed(display_name(spec.delegate))}"


def _async_action(spec: kinds.AsyncActionSpec) -> str:
    info = default_catalog().function(spec.function)
    return "" if info is None else _squeezed(info.display)


_TITLES: Mapping[type, Namer] = {
    kinds.InputKeySpec: lambda spec: f"{'DebugKey' if spec.is_debug else ''}{_squeezed(spec.key)}",
    kinds.InputKeyAxisSpec: lambda spec: _squeezed(spec.key),
    kinds.InputKeyValueSpec: lambda spec: f"Get{_squeezed(spec.key)}",
    kinds.MakeStructSpec: lambda spec: f"Make{_squeezed(display_name(_last(spec.struct)))}",
    kinds.BreakStructSpec: lambda spec: f"Break{_squeezed(display_name(_last(spec.struct)))}",
    kinds.DelegateSpec: _dispatcher,
    kinds.AsyncActionSpec: _async_action,
    kinds.AsyncTaskSpec: lambda spec: _squeezed(ASYNC_TASKS[spec.task].title),
}
"""Last parts of names, for entries whose category depends on what they are of."""


def _title(spec: AnyNodeSpec) -> str:
    title = _TITLES.get(type(spec))
    return "" if title is None else title(spec)
