"""The palette entries that every Blueprint has: flow, values, casts, switches, keys, engine functions.

The engine never changes, so entries are made once per language and found by name. Names marked
"verified" in FIELD_NOTES 2 are taken from there, the others from nodes.json, which infers them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.key_names import is_axis_key
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.call_nodes import operation_of
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec, SequenceSpec
from unreal_sandbox.graphs.palette_entry import PaletteEntry, entry_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from unreal_sandbox.desk.editor_language import Language

__all__ = ["CREATE_WIDGET", "PaletteIndex", "basic_index", "class_index", "general_index", "index_of"]

_FLOW = "Utilities|Flow Control"
_SWITCH = f"{_FLOW}|Switch"
_GAMEPLAY_TASK = "/Script/GameplayTasks.GameplayTask"

CREATE_WIDGET = PaletteEntry("User Interface", "Create Widget", kinds.CreateWidgetSpec())

_FIXED = (
    PaletteEntry(_FLOW, "Branch", BranchSpec()),
    PaletteEntry(_FLOW, "Sequence", SequenceSpec()),
    PaletteEntry(_FLOW, "MultiGate", kinds.MultiGateSpec()),
    PaletteEntry(_FLOW, "Do Once MultiInput", kinds.DoOnceMultiInputSpec()),
    PaletteEntry(_SWITCH, "Switch on Int", kinds.SwitchIntSpec(0)),
    PaletteEntry(_SWITCH, "Switch on String", kinds.SwitchStringSpec(())),
    PaletteEntry(_SWITCH, "Switch on Name", kinds.SwitchNameSpec(())),
    PaletteEntry("Utilities", "Select", kinds.SelectSpec()),
    PaletteEntry("Utilities", "Add Reroute Node...", kinds.KnotSpec()),
    PaletteEntry("Utilities", "Add Timeline...", kinds.TimelineSpec(""), needs_event_graph=True),
    PaletteEntry("Utilities|Array", "Make Array", kinds.MakeArraySpec()),
    PaletteEntry("Utilities|Array", "Get (a ref)", kinds.GetArrayItemSpec(by_reference=True)),
    PaletteEntry("Utilities|Array", "Get (a copy)", kinds.GetArrayItemSpec()),
    PaletteEntry("Utilities|Set", "Make Set", kinds.MakeSetSpec()),
    PaletteEntry("Utilities|Map", "Make Map", kinds.MakeMapSpec()),
    PaletteEntry("Utilities|Text", "Format Text", kinds.FormatTextSpec()),
    PaletteEntry("Variables", "Get a reference to self", kinds.SelfSpec()),
    PaletteEntry("Game", "Spawn Actor from Class", kinds.SpawnActorSpec()),
    PaletteEntry("Game", "Construct Object from Class", kinds.ConstructObjectSpec()),
    PaletteEntry("Event Dispatchers", "Create Event", kinds.CreateDelegateSpec()),
    # From general knowledge of the engine.
    *(
        PaletteEntry(info.category, info.title, kinds.AsyncTaskSpec(task), needs_event_graph=True)
        for task, info in ASYNC_TASKS.items()
    ),
)

# Creatable, and yet not found by filtering the list [FIELD_NOTES 2].
_OPERATORS = {
    "Add": "Add",
    "Subtract": "Subtract",
    "Multiply": "Multiply",
    "Divide": "Divide",
    "EqualEqual": "Equal (==)",
    "NotEqual": "Not Equal (!=)",
    "Less": "Less (<)",
    "LessEqual": "Less Equal (<=)",
    "Greater": "Greater (>)",
    "GreaterEqual": "Greater Equal (>=)",
}

_MOUSE = ("Mouse", "LeftMouse", "RightMouse", "MiddleMouse", "ThumbMouse")


@dataclass(frozen=True, slots=True)
class PaletteIndex:
    """Entries by name, in menu order."""

    entries: dict[str, tuple[PaletteEntry, ...]]

    def named(self, name: str) -> tuple[PaletteEntry, ...]:
        """The entries of exactly that name."""
        return self.entries.get(name, ())

    def listed(self, *, in_event_graph: bool) -> Iterator[str]:
        """The names that a list shows."""
        for name, entries in self.entries.items():
            if any(item.is_listed and (in_event_graph or not item.needs_event_graph) for item in entries):
                yield name


def index_of(entries: Iterable[PaletteEntry], language: Language) -> PaletteIndex:
    """An index of some entries."""
    found: dict[str, list[PaletteEntry]] = {}
    for entry in entries:
        found.setdefault(entry_name(entry, language), []).append(entry)
    return PaletteIndex({name: tuple(items) for name, items in found.items()})


@cache
def basic_index(language: Language) -> PaletteIndex:
    """The few entries that are asked for most: found without reading the catalogue."""
    operators = (
        PaletteEntry("Utilities|Operators", title, kinds.OperatorSpec(operation), is_listed=False)
        for operation, title in _OPERATORS.items()
    )
    return index_of((*_FIXED, *operators), language)


@cache
def general_index(language: Language) -> PaletteIndex:
    """What else belongs to no class, and the functions of the libraries."""
    return index_of(_general_entries(), language)


def _general_entries() -> Iterator[PaletteEntry]:
    catalog = default_catalog()
    for path in catalog._data.enum_paths.values():
        name = path.rsplit(".", 1)[-1]
        yield PaletteEntry(_SWITCH, f"Switch on {name}", kinds.SwitchEnumSpec(path))
        yield PaletteEntry("Utilities|Enum", f"Literal enum {name}", kinds.EnumLiteralSpec(path))
        yield PaletteEntry("Utilities|Enum", f"ForEach {name}", kinds.ForEachEnumSpec(path))
    yield from _casts()
    yield from _keys(catalog.keys)
    yield from _subsystems()
    for info in catalog.classes:
        if info.is_library:
            yield from _function_entries(catalog.functions_of(info.path))


def _casts() -> Iterator[PaletteEntry]:
    """Casts to the engine's classes, which are always loaded."""
    for info in default_catalog().classes:
        if not info.is_library:
            yield PaletteEntry("Utilities|Casting", f"Cast To {info.name}", kinds.CastSpec(info.path))
            title = f"Cast To {info.name} Class"
            yield PaletteEntry("Utilities|Casting", title, kinds.ClassCastSpec(info.path))


# Base class: category, and category of the node that takes a player controller. Assumed, from
# general knowledge of the engine.
_SUBSYSTEMS = {
    "/Script/Engine.EngineSubsystem": ("Engine Subsystems", ""),
    "/Script/Engine.GameInstanceSubsystem": ("GameInstance Subsystems", ""),
    "/Script/Engine.WorldSubsystem": ("World Subsystems", ""),
    "/Script/Engine.LocalPlayerSubsystem": (
        "LocalPlayer Subsystems",
        "PlayerController|LocalPlayer Subsystems",
    ),
}


def _subsystems() -> Iterator[PaletteEntry]:
    catalog = default_catalog()
    for info in catalog.classes:
        for base, (category, with_controller) in _SUBSYSTEMS.items():
            if info.path == base or not catalog.is_child_of(info.path, base):
                continue
            title = f"Get {info.name}"
            yield PaletteEntry(category, title, kinds.GetSubsystemSpec(info.path))
            if with_controller:
                spec = kinds.GetSubsystemSpec(info.path, from_player_controller=True)
                yield PaletteEntry(with_controller, title, spec)


def _keys(keys: Iterable[str]) -> Iterator[PaletteEntry]:
    """Keys, keys for debugging, axes and their values; only the first have verified names."""
    for key in keys:
        device = "Gamepad" if key.startswith("Gamepad") else "Mouse" if key.startswith(_MOUSE) else "Keyboard"
        events = f"Input|{device} Events"
        if not is_axis_key(key):
            yield PaletteEntry(events, key, kinds.InputKeySpec(key), needs_event_graph=True)
            spec = kinds.InputKeySpec(key, is_debug=True)
            yield PaletteEntry(events, f"Debug Key {key}", spec, needs_event_graph=True)
        else:
            yield PaletteEntry(events, key, kinds.InputKeyAxisSpec(key), needs_event_graph=True)
            yield PaletteEntry(f"Input|{device} Values", f"Get {key}", kinds.InputKeyValueSpec(key))


@cache
def class_index(class_path: str, language: Language) -> PaletteIndex:
    """The functions that one engine class declares, with it as their declaring class."""
    return index_of(_function_entries(default_catalog().functions_of(class_path)), language)


def _function_entries(functions: Iterable[FunctionInfo]) -> Iterator[PaletteEntry]:
    for info in functions:
        # Typed operators are offered as one promotable node each.
        if info.is_internal or info.is_deprecated or operation_of(info):
            continue
        if info.is_async_factory:
            if _starts_action(info):
                spec = kinds.AsyncActionSpec(info.path)
                yield PaletteEntry(info.category, info.display, spec, info.class_path, needs_event_graph=True)
            continue
        yield PaletteEntry(
            info.category,
            info.display,
            CallFunctionSpec(info.path),
            info.class_path,
            needs_event_graph=info.is_latent,
        )


def _starts_action(info: FunctionInfo) -> bool:
    """Whether the factory's node can be built: its object has delegates and is no gameplay task."""
    catalog = default_catalog()
    returned = next((item.type for item in info.parameters if item.direction == "return"), None)
    ref = returned.subcategory_object if returned is not None else None
    if ref is None or catalog.is_child_of(ref.path, _GAMEPLAY_TASK):
        return False
    return bool(catalog.delegates_of(ref.path))
