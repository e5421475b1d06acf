"""The palette entries that depend on the Blueprint: events, members, casts, other classes' members.

Events that are in the graph hide theirs, members need a compile, casts a loaded class, and what
another Blueprint has is offered under two names of which only one works [FIELD_NOTES 2].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.specs import (
    CastSpec,
    ClassCastSpec,
    EnhancedInputActionSpec,
    InputActionSpec,
    InputAxisSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
)
from blueprint_assistant.graph.model.object_references import member_reference
from unreal_sandbox.blueprints.designer_tree import is_widget_blueprint
from unreal_sandbox.blueprints.function_signatures import known_signatures
from unreal_sandbox.graphs.node_skeletons import known_components, known_variables
from unreal_sandbox.graphs.palette_delegates import delegate_entries
from unreal_sandbox.graphs.palette_entry import PaletteEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import EventInfo
    from blueprint_assistant.graph.model.blueprint import Function, PinType
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["foreign_entries", "own_entries"]


def own_entries(graph: GraphTarget) -> Iterator[PaletteEntry]:
    """What the graph's own Blueprint offers."""
    editor, asset = graph.editor, graph.asset
    if graph.kind == "event":
        yield from _event_entries(graph)
        yield from _input_entries(editor)
    for owner in (asset, *_parents(editor, asset)):
        yield from _member_entries(editor, owner, is_own=owner is asset)
        for function in _functions(editor, owner):
            spec = CallFunctionSpec(f"{owner.class_path}:{function.name}")
            yield PaletteEntry("Call Function", display_name(function.name), spec, owner.class_path)
    yield from _casts(editor)


def _parents(editor: EditorState, asset: BlueprintAsset) -> list[BlueprintAsset]:
    """The Blueprints that a Blueprint derives from, nearest first."""
    paths = editor.catalog.ancestors(asset.parent_class)
    found = (editor.find_blueprint(path) for path in paths if path.startswith("/Game/"))
    return [item for item in found if item is not None]


# --- events and input ------------------------------------------------------------------------------


def _event_entries(graph: GraphTarget) -> Iterator[PaletteEntry]:
    """Events that are not in the graph yet: one that is, even as a ghost, hides its entry."""
    placed = set()
    for node in graph.draft.nodes_of_class("K2Node_Event"):
        placed.add(member_reference(node.find_property("EventReference") or "").name.lower())
    for event in graph.editor.catalog.events_of(graph.asset.parent_class):
        if not event.opens_function and event.name.lower() not in placed:
            yield PaletteEntry(_event_category(event), event.display, EventSpec(event.name), event.class_path)
    yield PaletteEntry("Add Event", "Add Custom Event...", CustomEventSpec(""))


# Collision is verified [FIELD_NOTES 2]; the others are the engine's declarations, from general
# knowledge.
_EVENT_CATEGORIES = {
    "ReceiveActorBeginOverlap": "Collision",
    "ReceiveActorEndOverlap": "Collision",
    "ReceiveHit": "Collision",
    "ReceiveActorBeginCursorOver": "Mouse Input",
    "ReceiveActorEndCursorOver": "Mouse Input",
    "ReceiveActorOnClicked": "Mouse Input",
    "ReceiveActorOnReleased": "Mouse Input",
    "ReceiveActorOnInputTouchBegin": "Touch Input",
    "ReceiveActorOnInputTouchEnd": "Touch Input",
    "ReceiveActorOnInputTouchEnter": "Touch Input",
    "ReceiveActorOnInputTouchLeave": "Touch Input",
    "ReceiveAnyDamage": "Game|Damage",
    "ReceiveRadialDamage": "Game|Damage",
    "ReceivePointDamage": "Game|Damage",
}
# AddEvent|UserInterface|EventPreConstruct and AddEvent|AI|… are verified, EventOnPossess has none.
_MODULE_CATEGORIES = {"/Script/UMG.": "User Interface", "/Script/AIModule.BT": "AI"}


def _event_category(event: EventInfo) -> str:
    category = _EVENT_CATEGORIES.get(event.name, "")
    for prefix, name in _MODULE_CATEGORIES.items():
        if event.class_path.startswith(prefix):
            category = name
    return f"Add Event|{category}" if category else "Add Event"


def _input_entries(editor: EditorState) -> Iterator[PaletteEntry]:
    for path, value in editor.input_actions.items():
        name = path.rsplit("/", 1)[-1].rsplit(".", 1)[-1]
        spec = EnhancedInputActionSpec(path, value)
        yield PaletteEntry("Input|Enhanced Action Events", name, spec, keeps_underscores=True)
    for name in editor.action_mappings:
        yield PaletteEntry("Input|Action Events", name, InputActionSpec(name), keeps_underscores=True)
    for name in editor.axis_mappings:
        yield PaletteEntry("Input|Axis Events", name, InputAxisSpec(name), keeps_underscores=True)


# --- members -------------------------------------------------------------------------------------


def _member_entries(editor: EditorState, asset: BlueprintAsset, *, is_own: bool) -> Iterator[PaletteEntry]:
    owner = asset.class_path
    for item in known_variables(editor, asset):
        if item.type.category == "mcdelegate":
            category = item.category.strip() or "Default"
            yield from delegate_entries(item.name, category, owner, "" if is_own else owner)
            continue
        category, title = _category(item.category), _title(item.name, item.type)
        yield PaletteEntry(category, f"Get {title}", VariableGetSpec(item.name), owner)
        yield PaletteEntry(category, f"Set {title}", VariableSetSpec(item.name), owner)
    for component in known_components(editor, asset):
        # Widgets stand under the name of their Blueprint [FIELD_NOTES 2].
        category = f"Variables|{asset.name}" if is_widget_blueprint(asset) else "Variables|Default"
        title = f"Get {display_name(component.name)}"
        yield PaletteEntry(category, title, VariableGetSpec(component.name), owner)


def _category(category: str) -> str:
    return f"Variables|{category.strip() or 'Default'}"


def _title(name: str, kind: PinType) -> str:
    """A bool loses its `b` here; its pin and the variable keep it [FIELD_NOTES 2]."""
    return display_name(name, is_bool=kind.category == "bool")


def _functions(editor: EditorState, asset: BlueprintAsset) -> Iterator[Function]:
    """The functions and events that the last compile knows; overrides are their parents' functions."""
    for item in known_signatures(editor, asset):
        if item.kind != "dispatcher" and not item.function.declared_in and item.name != _SCRIPT:
            yield item.function


_SCRIPT = "UserConstructionScript"


# --- classes of the project ------------------------------------------------------------------------


def _casts(editor: EditorState) -> Iterator[PaletteEntry]:
    """Casts to the project's classes: loaded ones, and no class that was only just made [FIELD_NOTES 2]."""
    for asset in editor.blueprints.values():
        is_known = asset.is_loaded and (asset.is_reloaded or asset.generation > 1)
        if not is_known or asset.compiled is None:
            continue
        title = f"Cast To {asset.name}"
        yield PaletteEntry("Utilities|Casting", title, CastSpec(asset.class_path))
        yield PaletteEntry("Utilities|Casting", f"{title} Class", ClassCastSpec(asset.class_path))


def _other_classes(editor: EditorState, asset: BlueprintAsset) -> Iterator[BlueprintAsset]:
    """The compiled Blueprints beside one and its parents, those that are loaded, oldest first."""
    own = (asset, *_parents(editor, asset))
    for other in editor.blueprints.values():
        if other not in own and other.is_loaded and other.compiled is not None:
            yield other


def foreign_entries(graph: GraphTarget, wanted: str | None, contexts: set[str]) -> Iterator[PaletteEntry]:
    """Members of the project's other classes.

    `wanted` is the declaring class, `contexts` the classes of the context pins. The listed name of
    a function (`CallFunction|Fn`) cannot be created; `Class|BPTile|Fn` can, with the declaring
    class. Variables come under the category that their own Blueprint gives them, whoever asks.
    """
    editor = graph.editor
    for other in _other_classes(editor, graph.asset):
        is_declaring = wanted == other.class_path
        is_context = other.class_path in contexts
        yield from _foreign_variables(editor, other, is_open=is_declaring or is_context)
        for function in _functions(editor, other):
            spec = CallFunctionSpec(f"{other.class_path}:{function.name}")
            title = display_name(function.name)
            yield PaletteEntry("Call Function", title, spec, other.class_path, is_creatable=False)
            if is_declaring or is_context:
                yield PaletteEntry(
                    f"Class|{other.name}",
                    title,
                    spec,
                    other.class_path,
                    # One without parameters may never be listed [FIELD_NOTES 2].
                    is_listed=is_context and bool(function.inputs or function.outputs),
                    is_creatable=is_declaring,
                )


def _foreign_variables(
    editor: EditorState, other: BlueprintAsset, *, is_open: bool
) -> Iterator[PaletteEntry]:
    """Getters and setters. Under the plain category they are taken by mistake: not listed, but found."""
    for item in known_variables(editor, other):
        if item.type.category == "mcdelegate":
            if is_open:
                owner = other.class_path
                yield from delegate_entries(item.name, f"Class|{other.name}", owner, owner)
            continue
        title = _title(item.name, item.type)
        getter = OtherVariableGetSpec(other.class_path, item.name, item.type)
        setter = OtherVariableSetSpec(other.class_path, item.name, item.type)
        for name, spec in ((f"Get {title}", getter), (f"Set {title}", setter)):
            yield PaletteEntry(_category(item.category), name, spec, other.class_path, is_listed=False)
            if is_open:
                yield PaletteEntry(f"Class|{other.name}", name, spec, other.class_path)
