"""The tools of the BlueCode protocol that search: what the node menu has, and functions (BC-106)."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import BeforeValidator, Field

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_with, find_class
from blueprint_assistant.actions.nodes.menu_actions import NodeAction, function_action
from blueprint_assistant.actions.nodes.menu_handles import handle_of, node_menu, signature_of
from blueprint_assistant.actions.nodes.menu_titles import entries_like
from blueprint_assistant.actions.protocol.answers import TARGET_ALIASES, ProtocolAction, answered
from blueprint_assistant.actions.protocol.call_results import pin_counts
from blueprint_assistant.actions.protocol.target_resolution import resolve_target
from blueprint_assistant.actions.receipts.function_text import call_text
from blueprint_assistant.errors import EditorError, GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold, fold_blanks
from blueprint_assistant.graph.catalog.node_search import nearness, search_functions
from blueprint_assistant.graph.kinds.node_classes import node_class
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import MenuNodeSpec
from blueprint_assistant.graph.model.blueprint import Graph
from blueprint_assistant.languages.bluecode.readout import pin_json
from blueprint_assistant.languages.decompile.source_map import pin_evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.actions.nodes.menu_handles import NodeMenu
    from blueprint_assistant.actions.protocol.target_resolution import ProtocolTarget
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["BluecodeSearchNodes", "SearchFunctionLibrary"]

_MOST: Final = 200
_SELDOM: Final = 1.0
_MOST_CHARS: Final = 10_000
"""Of rows that nobody asked for by number: a conversation cuts longer answers, and they would be no JSON."""


def _number(value: Any) -> Any:
    """Between 1 and 200, whatever number is sent."""
    try:
        return min(max(round(float(value)), 1), _MOST)
    except (TypeError, ValueError, OverflowError):
        return value


MaxCount = Annotated[int, BeforeValidator(_number)]


class BluecodeSearchNodes(ProtocolAction):
    """Search the nodes that can be made in a graph, each with its handle for bluecode_apply."""

    tool_name: ClassVar[str] = "bluecode_search_nodes"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = (
        "What only the editor's own menu has (nodes of the project's C++) is known by its title in the "
        "editor's language: its handle holds in that language alone."
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "limit": "max_count",
        "max_results": "max_count",
    }

    query: str = Field(default="", description="English words")
    category: str = Field(default="", description="part of the category")
    node_class: str = Field(default="", description="e.g. K2Node_MacroInstance")
    node_class_path: str = Field(default="", description="the same as a path")
    include_pins: bool = Field(default=False, description="true adds the pins")
    max_count: MaxCount = Field(default=50, description="1 to 200")
    context_sensitive: bool = Field(default=True, description="false: what fits other graphs, too")
    exact: bool = Field(default=False, description="true: query is the whole name")

    def answer(self, context: ActionContext) -> ActionResult:
        """Search the catalogue and the Blueprint; what neither has, on the editor's own menu."""
        target = resolve_target(context, self.target)
        menu = node_menu(context, target.owner)
        catalog = menu.catalog
        found = [item for item in self._found(menu) if self._fits(item, target, catalog)]
        notes: list[str] = []
        if self.query:
            known = {fold_blanks(item.title) for item in menu.actions}
            found += self._on_the_menu(context, target, known, notes)
        rows = list(self._rows(found, target, catalog))
        if len(rows) < min(len(found), self.max_count):
            notes.append("The answer would be too long: ask with max_count, or for something narrower.")
        answer: dict[str, Any] = {
            "target": target.text,
            "count": len(rows),
            "total": len(found),
            "nodes": rows,
        }
        return answered(answer | ({"notes": notes} if notes else {}), target.owner)

    def _rows(
        self, found: list[NodeAction], target: ProtocolTarget, catalog: Catalog
    ) -> Iterator[dict[str, Any]]:
        """As many as were asked for; when no number was, as many as an answer may be long."""
        left = _MOST_CHARS
        for item in found[: self.max_count]:
            row = self._row(item, target, catalog)
            left -= len(str(row))
            if left < 0 and "max_count" not in self.model_fields_set:
                return
            yield row

    def _found(self, menu: NodeMenu) -> Iterable[NodeAction]:
        """What fits the query, best first; without one all, by category and title."""
        if not self.query:
            return sorted(menu.actions, key=lambda item: (item.category, item.title, signature_of(item.spec)))
        if self.exact:
            wanted = fold(self.query)
            return [item for item in menu.actions if wanted in {fold(item.title), fold(item.name)}]
        scores = menu.rank(self.query)
        near = menu.near
        return sorted(
            scores,
            key=lambda item: (
                -(scores[item] + nearness(item.member_class, near) - _SELDOM * item.is_seldom),
                len(item.title),
                signature_of(item.spec),
            ),
        )

    def _fits(self, item: NodeAction, target: ProtocolTarget, catalog: Catalog) -> bool:
        if self.category and fold(self.category) not in fold(item.category):
            return False
        made = node_class(item.spec, catalog)
        if self.node_class_path and made.lower() != self.node_class_path.lower():
            return False
        if self.node_class and _class_name(made) != _class_name(self.node_class):
            return False
        return not self.context_sensitive or _is_possible(item, target, catalog)

    def _on_the_menu(
        self, context: ActionContext, target: ProtocolTarget, known: set[str], notes: list[str]
    ) -> Iterator[NodeAction]:
        """What the editor's menu has beside what is known, under its name in the editor's language."""
        if self.node_class or self.node_class_path:
            return
        try:
            names = context.editor.menu_entries(target.owner.path, target.graph.name)
        except EditorError as error:
            notes.append(f"The editor's own menu was not searched. {error}")
            return
        wanted = fold(self.category)
        for name in entries_like(self.query, names):
            category, _, title = name.rpartition("|")
            is_exact = not self.exact or fold(title) == fold(self.query)
            if is_exact and fold_blanks(title) not in known and wanted in fold(category):
                yield NodeAction(MenuNodeSpec(name), title, category)

    def _row(self, item: NodeAction, target: ProtocolTarget, catalog: Catalog) -> dict[str, Any]:
        made = node_class(item.spec, catalog)
        handle = handle_of(item.spec, catalog)
        row: dict[str, Any] = {
            "handle": handle,
            "action_handle": handle,
            "display_name": item.title,
            "category": item.category,
            "node_class": made.rpartition(".")[2],
            "node_class_path": made,
            "signature": signature_of(item.spec),
        }
        if item.member_class:
            row["member_class"] = item.member_class
        if isinstance(item.spec, MenuNodeSpec):
            return row | {"is_language_bound": True}
        try:
            node = _template(item, target, catalog)
        except GraphError:
            return row  # the pins are a help; making it says what is wrong
        return row | _pins_json(node, catalog, with_pins=self.include_pins)


def _class_name(path: str) -> str:
    return path.rpartition(".")[2].lower().removeprefix("k2node_")


def _is_possible(item: NodeAction, target: ProtocolTarget, catalog: Catalog) -> bool:
    """Whether a graph takes it: events and latent nodes not in functions, calls only on what is at hand."""
    is_event_graph = target.graph.kind == "event"
    if item.function and item.function != target.graph.name:
        return False
    if not is_event_graph and (item.is_event or (item.is_latent and target.graph.kind == "function")):
        return False
    if not item.object_class:
        return True
    owner = target.owner
    classes = (owner.parent_class, *(component.class_path for component in owner.components))
    return any(catalog.is_child_of(path, item.object_class) for path in classes)


def _template(item: NodeAction, target: ProtocolTarget, catalog: Catalog) -> Node:
    numbers = count(1)
    return make_node(
        item.spec, owner=target.owner, catalog=catalog, name="New", new_guid=lambda: f"{next(numbers):032X}"
    )


def _pins_json(node: Node, catalog: Catalog, *, with_pins: bool) -> dict[str, Any]:
    """How many pins a fresh node has, and the pins themselves in the form of hints (BC-170)."""
    row: dict[str, Any] = {
        "is_exec": any(pin.is_exec and not pin.is_hidden for pin in node.pins),
        "pin_counts": pin_counts(node),
    }
    if with_pins:
        evidence = [pin_json(pin) for pin in pin_evidence(Graph("", (node,)), catalog)[node.name]]
        for direction in ("input", "output"):
            row[f"{direction}s"] = [
                {key: value for key, value in pin.items() if key not in ("endpoint", "links")}
                for pin in evidence
                if pin["direction"] == direction
            ]
    return row


class SearchFunctionLibrary(ProtocolAction):
    """Search functions of libraries and classes, with their parameters."""

    tool_name: ClassVar[str] = "search_function_library"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "nothing"
    aliases: ClassVar[Mapping[str, str]] = {
        "class": "class_name",
        "library": "class_name",
        "library_name": "class_name",
        "limit": "max_count",
        "max_results": "max_count",
    }

    query: str = Field(default="", description="English words")
    class_name: str = Field(default="", description="only of this class or library")
    target: str = Field(default="", description="Asset, to prefer what it can call")
    max_count: MaxCount = Field(default=20, description="1 to 200")

    def answer(self, context: ActionContext) -> ActionResult:
        """Search the catalogue. Without a class: functions of libraries, and what the target can call."""
        owner = resolve_target(context, self.target).owner if self.target or context.scope.asset else None
        classes = (
            () if owner is None else (owner.parent_class, *(item.class_path for item in owner.components))
        )
        path = find_class(context, self.class_name) if self.class_name else ""
        catalog = catalog_with(context, *classes, *([path] if path else ()))
        if path:
            found = _of_class(self.query, path, catalog)
        elif self.query:
            found = [
                info
                for _, info in search_functions(self.query, catalog, classes)
                if info.is_static or any(catalog.is_child_of(item, info.class_path) for item in classes)
            ]
        else:
            raise GraphError("Nothing is searched for.", "Give query or class_name.")
        rows = [_function_json(info, catalog) for info in found[: self.max_count]]
        return answered({"count": len(rows), "total": len(found), "functions": rows}, owner)


def _of_class(query: str, path: str, catalog: Catalog) -> list[FunctionInfo]:
    """The functions of a class and its parents, those that fit the query, best first."""
    ancestors = catalog.ancestors(path)
    own = [item for one in ancestors for item in catalog.functions_of(one) if not item.is_internal]
    if not query:
        return own
    near = {item.path: item for item in own}
    ranked = [info for _, info in search_functions(query, catalog, (path,)) if info.path in near]
    wanted = fold(query)
    holding = [item for item in own if wanted in fold(item.name) or wanted in fold(item.display)]
    return list({item.path: item for item in [*ranked, *holding]}.values())


def _function_json(info: FunctionInfo, catalog: Catalog) -> dict[str, Any]:
    action = function_action(info)
    return {
        "name": info.name,
        "display_name": info.display,
        "class": info.class_name,
        "member_class": info.class_path,
        "category": info.category,
        "parameters": call_text(info.parameters, info.hidden_pins),
        "is_pure": info.is_pure,
        "is_latent": action.is_latent,
        "handle": handle_of(action.spec, catalog),
        "node_class_path": node_class(action.spec, catalog),
        "signature": signature_of(action.spec),
    }
