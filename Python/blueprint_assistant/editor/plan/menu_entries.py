"""What to look for in the graph's node menu, by kind of node. Pure; knows no editor.

An entry is called `Category|Sub|Title`, without spaces and underscores, in the editor's language
(field notes 2). The English name is tried first. Where it does not work, an entry is recognised by
what it makes; `token`, an identifier that no language translates, and `category` say where to look.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name, squeeze
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.common_specs import SequenceSpec

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec, DelegateAction
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["NodeMenuEntry", "entry_of", "project_classes_of"]

_FLOW = "Utilities|Flow Control"
_SWITCH = f"{_FLOW}|Switch"


@dataclass(frozen=True, slots=True)
class NodeMenuEntry:
    """An entry: the kind that it makes, its English category and title, and what else finds it.

    `makes` is the spec of the node as it is fresh. `declaring_class` is the class that a member is
    of, `context` the struct or enum whose pin brings the entry onto the menu.
    """

    makes: AnyNodeSpec
    category: str
    title: str
    token: str = ""
    declaring_class: str = ""
    context: str = ""
    other_categories: tuple[str, ...] = ()
    keeps_underscores: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The entry's possible names in an English editor."""
        title = self.short_title
        return tuple(f"{squeeze(item)}|{title}" for item in (self.category, *self.other_categories))

    @property
    def short_title(self) -> str:
        """The English title as it stands in the name."""
        return self.title.replace(" ", "") if self.keeps_underscores else squeeze(self.title)


def project_classes_of(spec: AnyNodeSpec) -> list[str]:
    """The paths in a spec that may be classes of the project's Blueprints, or functions of these."""
    values = (getattr(spec, item.name) for item in fields(spec))
    return [
        value.partition(":")[0]
        for value in values
        if isinstance(value, str) and value.startswith("/") and not value.startswith(("/Script/", "/Engine/"))
    ]


_PLAIN: dict[type, NodeMenuEntry] = {
    SequenceSpec: NodeMenuEntry(SequenceSpec(), _FLOW, "Sequence"),
    kinds.MultiGateSpec: NodeMenuEntry(kinds.MultiGateSpec(), _FLOW, "MultiGate"),
    kinds.DoOnceMultiInputSpec: NodeMenuEntry(kinds.DoOnceMultiInputSpec(), _FLOW, "Do Once MultiInput"),
    kinds.SwitchIntSpec: NodeMenuEntry(kinds.SwitchIntSpec(0), _SWITCH, "Switch on Int"),
    kinds.SwitchStringSpec: NodeMenuEntry(kinds.SwitchStringSpec(()), _SWITCH, "Switch on String"),
    kinds.SwitchNameSpec: NodeMenuEntry(kinds.SwitchNameSpec(()), _SWITCH, "Switch on Name"),
    kinds.SelectSpec: NodeMenuEntry(kinds.SelectSpec(), "Utilities", "Select"),
    kinds.KnotSpec: NodeMenuEntry(kinds.KnotSpec(), "Utilities", "Add Reroute Node..."),
    kinds.MakeArraySpec: NodeMenuEntry(kinds.MakeArraySpec(), "Utilities|Array", "Make Array"),
    kinds.MakeSetSpec: NodeMenuEntry(kinds.MakeSetSpec(), "Utilities|Set", "Make Set"),
    kinds.MakeMapSpec: NodeMenuEntry(kinds.MakeMapSpec(), "Utilities|Map", "Make Map"),
    kinds.FormatTextSpec: NodeMenuEntry(kinds.FormatTextSpec(), "Utilities|Text", "Format Text"),
    kinds.SelfSpec: NodeMenuEntry(kinds.SelfSpec(), "Variables", "Get a reference to self"),
    kinds.SpawnActorSpec: NodeMenuEntry(kinds.SpawnActorSpec(), "Game", "Spawn Actor from Class"),
    kinds.ConstructObjectSpec: NodeMenuEntry(
        kinds.ConstructObjectSpec(), "Game", "Construct Object from Class"
    ),
    kinds.CreateWidgetSpec: NodeMenuEntry(kinds.CreateWidgetSpec(), "User Interface", "Create Widget"),
    kinds.CreateDelegateSpec: NodeMenuEntry(kinds.CreateDelegateSpec(), "Event Dispatchers", "Create Event"),
}

_OPERATORS = {
    "Equal": "Equal (==)",
    "EqualEqual": "Equal (==)",
    "NotEqual": "Not Equal (!=)",
    "Less": "Less (<)",
    "LessEqual": "Less Equal (<=)",
    "Greater": "Greater (>)",
    "GreaterEqual": "Greater Equal (>=)",
}
_DELEGATE_WORDS: dict[DelegateAction, str] = {
    "call": "Call {}",
    "add": "Bind Event to {}",
    "assign": "Assign {}",
    "remove": "Unbind Event from {}",
    "clear": "Unbind all Events from {}",
}
_DEVICES = ("Keyboard", "Mouse", "Gamepad")


def entry_of(spec: AnyNodeSpec, owner: Blueprint, catalog: Catalog) -> NodeMenuEntry | None:
    """The menu's entry for a spec in a graph of `owner`; None for kinds that are not on the menu."""
    plain = _PLAIN.get(type(spec))
    if plain is not None:
        return plain
    match spec:
        case kinds.GetArrayItemSpec(by_reference):
            return NodeMenuEntry(spec, "Utilities|Array", f"Get (a {'ref' if by_reference else 'copy'})")
        case kinds.OperatorSpec(operation):
            return NodeMenuEntry(spec, "Utilities|Operators", _OPERATORS.get(operation, operation))
        case kinds.CastSpec(class_path):
            name = _class_name(class_path)
            return NodeMenuEntry(spec, "Utilities|Casting", f"Cast To {name}", squeeze(name))
        case kinds.ClassCastSpec(class_path):
            name = _class_name(class_path)
            return NodeMenuEntry(spec, "Utilities|Casting", f"Cast To {name} Class", squeeze(name))
        case kinds.AsyncActionSpec(function):
            info = catalog.function(function)
            return None if info is None else _of_async(spec, info.category, info.display, info.class_path)
        case kinds.AsyncTaskSpec(task):
            task_info = ASYNC_TASKS[task]
            return NodeMenuEntry(spec, task_info.category, task_info.title, squeeze(task_info.title))
        case kinds.GetSubsystemSpec(class_path):
            return _of_subsystem(spec, _class_name(class_path))
        case kinds.DelegateSpec():
            return _of_delegate(spec, owner)
        case _:
            return _of_types(spec, catalog) or _of_input(spec)


def _of_async(spec: AnyNodeSpec, category: str, title: str, owner: str) -> NodeMenuEntry:
    return NodeMenuEntry(spec, category, title, declaring_class=owner)


def _class_name(class_path: str) -> str:
    return class_path.rsplit(".", 1)[-1].removesuffix("_C")


def _of_types(spec: AnyNodeSpec, catalog: Catalog) -> NodeMenuEntry | None:
    match spec:
        case kinds.SwitchEnumSpec(path):
            return _of_enum(spec, _SWITCH, "Switch on {}", path)
        case kinds.EnumLiteralSpec(path):
            return _of_enum(spec, "Utilities|Enum", "Literal enum {}", path)
        case kinds.ForEachEnumSpec(path):
            return _of_enum(spec, "Utilities|Enum", "ForEach {}", path)
        case kinds.MakeStructSpec(path):
            return _of_struct(spec, "Make {}", path, catalog)
        case kinds.BreakStructSpec(path):
            return _of_struct(spec, "Break {}", path, catalog)
        case kinds.SetFieldsInStructSpec(path):
            return _of_struct(kinds.SetFieldsInStructSpec(path), "Set members in {}", path, catalog)
        case kinds.EnumEqualitySpec(path, is_unequal) if path:
            title = "Not Equal (Enum)" if is_unequal else "Equal (Enum)"
            return NodeMenuEntry(spec, "Utilities|Enum", title, context=path)
        case _:
            return None


def _of_enum(spec: AnyNodeSpec, category: str, words: str, path: str) -> NodeMenuEntry:
    name = path.rsplit(".", 1)[-1]
    return NodeMenuEntry(spec, category, words.format(name), squeeze(name))


def _of_struct(spec: AnyNodeSpec, words: str, path: str, catalog: Catalog) -> NodeMenuEntry:
    info = catalog.struct(path)
    title = display_name(info.name if info is not None else path.rsplit(".", 1)[-1])
    return NodeMenuEntry(spec, "Utilities|Struct", words.format(title), squeeze(title), context=path)


def _of_input(spec: AnyNodeSpec) -> NodeMenuEntry | None:
    match spec:
        case kinds.InputKeySpec(key, is_debug):
            return _of_key(spec, "Events", f"Debug Key {key}" if is_debug else key, key)
        case kinds.InputKeyAxisSpec(key):
            return _of_key(spec, "Events", key, key)
        case kinds.InputKeyValueSpec(key):
            return _of_key(spec, "Values", f"Get {key}", key)
        case kinds.InputActionSpec(name):
            return NodeMenuEntry(spec, "Input|Action Events", name, name, keeps_underscores=True)
        case kinds.InputAxisSpec(name):
            return NodeMenuEntry(spec, "Input|Axis Events", name, name, keeps_underscores=True)
        case kinds.EnhancedInputActionSpec(action):
            name = action.rsplit("/", 1)[-1].rsplit(".", 1)[-1]
            return NodeMenuEntry(spec, "Input|Enhanced Action Events", name, name, keeps_underscores=True)
        case _:
            return None


def _of_key(spec: AnyNodeSpec, group: str, title: str, key: str) -> NodeMenuEntry:
    first, *others = (f"Input|{device} {group}" for device in _DEVICES)
    return NodeMenuEntry(spec, first, title, squeeze(key), other_categories=tuple(others))


# Assumed categories, as engine knowledge has them; an entry is found by its title as well.
_SUBSYSTEMS = ("Engine Subsystems", "GameInstance Subsystems", "World Subsystems", "LocalPlayer Subsystems")


def _of_subsystem(spec: kinds.GetSubsystemSpec, name: str) -> NodeMenuEntry:
    if spec.from_player_controller:
        category = "PlayerController|LocalPlayer Subsystems"
        return NodeMenuEntry(spec, category, f"Get {name}", squeeze(name))
    first, *others = _SUBSYSTEMS
    return NodeMenuEntry(spec, first, f"Get {name}", squeeze(name), other_categories=tuple(others))


def _of_delegate(spec: kinds.DelegateSpec, owner: Blueprint) -> NodeMenuEntry:
    name = display_name(spec.delegate)
    title = _DELEGATE_WORDS[spec.action].format(name)
    if spec.class_path and spec.class_path != owner.generated_class:
        category = f"Class|{_class_name(spec.class_path)}"
        return NodeMenuEntry(spec, category, title, squeeze(name), declaring_class=spec.class_path)
    variable = owner.find_variable(spec.delegate)
    category = (variable.category.strip() if variable is not None else "") or "Default"
    return NodeMenuEntry(spec, category, title, squeeze(name))
