"""`BlueprintGraphEditor`: nodes by their name in the palette.

The name is `Category|Sub|Title` in the editor's language, without spaces. It must be exact: a
miss is None, without an exception and without a word [FIELD_NOTES 2].
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.specs import DelegateSpec, SelfSpec, TimelineSpec
from unreal_sandbox.blueprints.function_signatures import is_function_library
from unreal_sandbox.blueprints.taken_names import unique_member_name
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import native_parent
from unreal_sandbox.graphs.graph_editor import add_node
from unreal_sandbox.graphs.linking import can_connect, connect
from unreal_sandbox.graphs.palette_context import class_members, context_classes, typed_entries
from unreal_sandbox.graphs.palette_delegates import assigned
from unreal_sandbox.graphs.palette_engine import (
    CREATE_WIDGET,
    basic_index,
    class_index,
    general_index,
    index_of,
)
from unreal_sandbox.graphs.palette_entry import entry_name
from unreal_sandbox.graphs.palette_project import foreign_entries, own_entries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget, NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.graphs.graph_pins import BlueprintGraphPinBase
    from unreal_sandbox.graphs.palette_entry import PaletteEntry

__all__: list[str] = []

graph_editor = UnrealClass("BlueprintGraphEditor")

_NOT_BUILT = frozenset({"Utilities|String|EnumtoString"})
"""Names that were seen to work and whose nodes the sandbox cannot build."""


@graph_editor.method()
def list_available_nodes(
    editor: EditorState, subject: Any, context_pins: list[BlueprintGraphPinBase]
) -> list[str]:
    """The names on the menu. Some cannot be created, and some that can are missing."""
    if editor.is_in_pie:
        return []
    graph: GraphTarget = subject.graph
    in_event_graph = graph.kind == "event"
    kinds = _kinds_of(context_pins)
    classes = context_classes(editor, kinds)
    language = editor.language
    names: dict[str, None] = {}
    for index in (basic_index(language), general_index(language)):
        names.update(dict.fromkeys(index.listed(in_event_graph=in_event_graph)))
    if editor.switches.create_widget_is_in_palette:
        names[entry_name(CREATE_WIDGET, language)] = None
    for path in dict.fromkeys([*_ancestors(graph), *classes]):
        names.update(dict.fromkeys(class_index(path, language).listed(in_event_graph=in_event_graph)))
    entries = [*_changing(graph, None, classes), *typed_entries(editor, kinds)]
    entries += [item for path in classes for item in class_members(editor, path)]
    names.update(dict.fromkeys(entry_name(item, language) for item in entries if item.is_listed))
    for items in basic_index(language).entries.values():
        for item in items:
            if not _fits(graph, item):
                names.pop(entry_name(item, language), None)
    return list(names)


@graph_editor.method(accepts_none=("declaring_class",))
def create_node_from_name(
    editor: EditorState,
    subject: Any,
    node_with_category: str,
    location: Any,
    context_pins: list[BlueprintGraphPinBase],
    declaring_class: ClassTarget | None,
) -> NodeTarget | None:
    """Create the entry of exactly that name; None when there is none. Links the context pins.

    Without a declaring class the first of several namesakes is taken, which may be another class's.
    """
    graph: GraphTarget = subject.graph
    if editor.is_in_pie:
        return None
    wanted = None if declaring_class is None else declaring_class.represented
    entry = next(
        (
            item
            for item in _named(graph, node_with_category, wanted, _kinds_of(context_pins))
            if item.is_creatable and wanted in (None, item.owner) and _fits(graph, item)
        ),
        None,
    )
    if entry is None:
        if node_with_category in _NOT_BUILT and editor.language == "en":
            raise NotModelledError(f"The palette's '{node_with_category}' is not modelled in the sandbox.")
        return None
    added = _create(graph, entry)
    if added is None:
        return None
    graph.draft.replace(replace(added.node, x=int(location.x), y=int(location.y)))
    for pin in context_pins:
        _link_first_fit(editor, pin, added)
    return added


def _fits(graph: GraphTarget, entry: PaletteEntry) -> bool:
    """Whether a graph takes such a node.

    Functions wait for nothing [FIELD_NOTES 6]; only actors have timelines and a function library
    has no self (general knowledge of the engine).
    """
    if entry.needs_event_graph and graph.kind != "event":
        return False
    if isinstance(entry.spec, TimelineSpec):
        info = graph.editor.catalog.class_info(native_parent(graph.editor, graph.asset.parent_class))
        return info is not None and info.is_actor
    return not (isinstance(entry.spec, SelfSpec) and is_function_library(graph.asset))


def _kinds_of(pins: list[BlueprintGraphPinBase]) -> list[PinType]:
    return [found[1].type for pin in pins if (found := pin._find()) is not None]


def _ancestors(graph: GraphTarget) -> tuple[str, ...]:
    return graph.editor.catalog.ancestors(native_parent(graph.editor, graph.asset.parent_class))


def _changing(graph: GraphTarget, wanted: str | None, classes: list[str]) -> Iterator[PaletteEntry]:
    """What depends on the project: other classes come before the Blueprint's own members."""
    yield from foreign_entries(graph, wanted, set(classes))
    yield from own_entries(graph)


def _named(graph: GraphTarget, name: str, wanted: str | None, kinds: list[PinType]) -> Iterator[PaletteEntry]:
    """The entries of that name, in the order in which the first is taken."""
    editor, language = graph.editor, graph.editor.language
    yield from basic_index(language).named(name)
    if entry_name(CREATE_WIDGET, language) == name and editor.switches.create_widget_is_in_palette:
        yield CREATE_WIDGET
    classes = context_classes(editor, kinds)
    yield from index_of(_changing(graph, wanted, classes), language).named(name)
    yield from index_of(typed_entries(editor, kinds), language).named(name)
    declaring = [wanted] if wanted is not None else []
    for path in [*classes, *declaring]:
        yield from index_of(class_members(editor, path), language).named(name)
    for path in dict.fromkeys([*_ancestors(graph), *classes, *declaring]):
        yield from class_index(path, language).named(name)
    yield from general_index(language).named(name)


def _create(graph: GraphTarget, entry: PaletteEntry) -> NodeTarget | None:
    spec = entry.spec
    if isinstance(spec, CustomEventSpec):
        name = unique_member_name(graph.editor, graph.asset, "CustomEvent")
        return add_node(graph, CustomEventSpec(name))
    if isinstance(spec, TimelineSpec):
        return add_node(graph, TimelineSpec(unique_member_name(graph.editor, graph.asset, "Timeline")))
    if isinstance(spec, DelegateSpec) and spec.action == "assign":
        return assigned(graph, spec)
    return add_node(graph, spec)


def _link_first_fit(editor: EditorState, pin: BlueprintGraphPinBase, node: NodeTarget) -> None:
    found = pin._find()
    if found is None:
        return
    for candidate in node.node.visible_pins:
        if can_connect(editor, found, (node, candidate)):
            connect(editor, found, (node, candidate))
            return
