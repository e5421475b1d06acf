"""Creates nodes that only the graph's menu can create, in an editor of any language.

The menu's names are in the editor's language, half translated at times (field notes 2). An entry is
tried by the name that worked last, then by its English name, then among the listed entries that can
be it; what comes of each is looked at by class and pin types, which are never translated. Outside
uses `create_from_menu` with a `MenuRequest`. Game thread.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import NoGraphCallsError, PlanError
from blueprint_assistant.editor.unreal_editor.menu_context import scratch_pins
from blueprint_assistant.graph.catalog.name_lookup import squeeze
from blueprint_assistant.graph.model.pin_type_text import format_pin_type

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from blueprint_assistant.editor.plan.menu_entries import NodeMenuEntry
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["MenuRequest", "create_by_name", "create_from_menu", "list_menu"]

_MOST_TRIALS = 60
"""Entries that are tried at most: each makes a node and removes it again."""
_FEW = 12
"""Entries of a category that is small enough to be looked through when nothing else helps."""
_FLOW = "Utilities|Flow Control"

_found_names: dict[str, str] = {}
"""The names that worked where the English ones did not: an editor's language hardly ever changes."""


@dataclass(frozen=True, slots=True)
class MenuRequest:
    """What is wanted of the menu: an entry, the fresh node that it makes, and what is known.

    `nodes` are the names of those that are in the graph.
    """

    entry: NodeMenuEntry
    fresh: Node
    owner: Blueprint
    catalog: Catalog
    nodes: Collection[str]


def list_menu(asset: Any, graph: str) -> tuple[str, ...]:
    """The names on the menu of a graph. Raises NoGraphCallsError, PlanError for an unknown graph."""
    if not hasattr(unreal, "BlueprintGraphEditor"):
        raise NoGraphCallsError
    editor = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, graph)
    if editor is None or editor.get_graph() is None:
        raise PlanError(f"The editor has no graph '{graph}' in '{asset.get_path_name()}'.")
    return tuple(str(name) for name in editor.list_available_nodes([]))


def create_by_name(editor: Any, name: str) -> Any:
    """The node of an entry by its whole name, whatever it is. Raises PlanError when there is none."""
    node = editor.create_node_from_name(name, unreal.Vector2D(0, 0), [], None)
    if node is None:
        raise PlanError(
            f"The editor's node menu makes nothing of '{name}'.",
            "Take a name from find_nodes, or another node.",
        )
    return node


def create_from_menu(editor: Any, request: MenuRequest) -> Any:
    """The node of an entry. Raises PlanError when the menu has none that makes it."""
    entry = request.entry
    scratch: Any = None
    pins: list[Any] = []
    if entry.context:
        scratch, pins = scratch_pins(editor, entry.context, request.owner, request.catalog)
    search = _Search(editor, request, pins, _names(scratch))
    try:
        node = search.run()
    finally:
        if scratch is not None:
            editor.remove_nodes([scratch])
    if node is None:
        raise PlanError(
            f"The editor's node menu has no entry that makes '{entry.title}'"
            f" (asked for {entry.names[0]}, then tried {search.trials} others).",
            "Add it by hand, or use another node.",
        )
    return node


def _names(node: Any) -> list[str]:
    return [] if node is None else [str(node.get_name())]


class _Search:
    """One search for an entry."""

    def __init__(self, editor: Any, request: MenuRequest, pins: list[Any], scratch: list[str]) -> None:
        self._editor = editor
        self._entry = request.entry
        self._catalog = request.catalog
        self._class_name = request.fresh.class_name
        self._types = _wanted_types(request.fresh)
        self._known = {*request.nodes, *scratch}
        self._pins = pins
        owner = self._entry.declaring_class
        self._declaring_class = unreal.load_class(None, owner) if owner else None
        self.trials = 0

    def run(self) -> Any:
        key = repr(self._entry.makes)
        names = [_found_names[key]] if key in _found_names else []
        for name in dict.fromkeys((*names, *self._entry.names)):
            node = self._try(name)
            if node is not None:
                return node
        for name in itertools.islice(self._candidates(), _MOST_TRIALS):
            self.trials += 1
            node = self._try(name)
            if node is not None:
                _found_names[key] = name
                return node
        return None

    def _try(self, name: str) -> Any:
        """The node that an entry makes when it is the wanted one, else None and nothing added."""
        node = self._editor.create_node_from_name(
            name, unreal.Vector2D(0, 0), self._pins, self._declaring_class
        )
        if node is None:
            return None
        for pin in self._pins:
            pin.break_pin_links()  # the menu links what it is given
        if node.get_class().get_name() == self._class_name and _fits(node, self._types):
            return node
        # An entry may make more than one node: Assign brings an event along.
        added = [item for item in self._editor.list_all_nodes() if str(item.get_name()) not in self._known]
        self._editor.remove_nodes(added)
        return None

    def _candidates(self) -> Iterator[str]:
        """The listed entries that may be it, the likeliest first."""
        listed = [str(name) for name in self._editor.list_available_nodes(self._pins)]
        seen = set(self._entry.names)
        for names in self._groups(listed):
            for name in names:
                if name not in seen:
                    seen.add(name)
                    yield name

    def _groups(self, listed: list[str]) -> Iterator[list[str]]:
        entry = self._entry
        category = _local_category(self._editor, entry.category, self._catalog)
        if category:
            yield [f"{category}|{entry.short_title}"]  # not every entry is listed (field notes 2)
        yield [name for name in listed if _title(name) == entry.short_title]
        if entry.token:
            with_token = [name for name in listed if entry.token in _title(name)]
            yield sorted(with_token, key=len)
            return
        if category:
            yield [name for name in listed if name.rpartition("|")[0] == category]
            yield [name for name in listed if name.startswith(f"{category}|")]
        sizes = Counter(name.rpartition("|")[0] for name in listed)
        yield sorted(
            (name for name in listed if sizes[name.rpartition("|")[0]] <= _FEW),
            key=lambda name: sizes[name.rpartition("|")[0]],
        )


def _title(name: str) -> str:
    return name.rpartition("|")[2]


# --- recognising a node --------------------------------------------------------------------------


def _wanted_types(node: Node) -> Counter[tuple[str, ...]]:
    return Counter(_type_key(pin.direction, format_pin_type(pin.type)) for pin in node.visible_pins)


def _fits(node: Any, wanted: Counter[tuple[str, ...]]) -> bool:
    """Whether a node has no pin that the wanted one has not. Fewer are no reason: pins can be added."""
    found: Counter[tuple[str, ...]] = Counter()
    for direction, pins in (("input", node.list_input_pins()), ("output", node.list_output_pins())):
        for pin in pins:
            found[_type_key(direction, str(pin.get_pin_type().export_text()))] += 1
    return not found - wanted and bool(found) == bool(wanted)


_FIELDS = {
    name: re.compile(rf"\b{name}=\"?([^,()\"]*)")
    for name in ("PinCategory", "ContainerType", "bIsReference", "MemberName")
}
_OBJECT = re.compile(r"PinSubCategoryObject=\"?([^,()]*)")


def _type_key(direction: str, text: str) -> tuple[str, ...]:
    """What tells pins apart, whatever else the text of their type holds."""
    object_field = _OBJECT.search(text)
    path = object_field[1].strip("\"'").rpartition("'")[2].strip("\"'") if object_field else ""
    fields = {name: found[1] if (found := form.search(text)) else "" for name, form in _FIELDS.items()}
    if direction == "output":
        fields["MemberName"] = ""  # an event's own delegate is called after its node
    return (direction, *fields.values(), path)


# --- where to look -------------------------------------------------------------------------------


def _local_category(editor: Any, category: str, catalog: Catalog) -> str:
    """A category as this editor calls it, read off a node that stands in it and has a call of its own."""
    if category.startswith(_FLOW) or category == "Utilities":
        flow = _category_of(editor, editor.add_branch_node())
        return flow.rpartition("|")[0] if category == "Utilities" else flow
    for function in _functions_in(category, catalog):
        found = _category_of(editor, editor.add_call_function_node(function))
        if found:
            return found
    return ""


def _category_of(editor: Any, node: Any) -> str:
    """The category of a node, which is removed again."""
    if node is None:
        return ""
    category = squeeze(str(node.get_node_category()))
    editor.remove_nodes([node])
    return category


def _functions_in(category: str, catalog: Catalog) -> Iterator[str]:
    """One function that the menu has in that category, for graphs of every kind."""
    for info in catalog.classes:
        if not info.is_library:
            continue
        for function in catalog.functions_of(info.path):
            if function.category == category and not (
                function.is_latent
                or function.is_internal
                or function.is_deprecated
                or function.is_async_factory
            ):
                yield function.path
                return
