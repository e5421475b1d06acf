"""Handles of nodes that can be made: short texts that mean one of them, in every language (BC-107).

Outside uses handle_of, signature_of and NodeMenu. A handle is made of the node's class and the signature
of what makes it, and of nothing that an editor translates, so that it means the same after a restart
and in an editor of another language. Pure but for what is built once.
"""

from __future__ import annotations

import hashlib
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.nodes.menu_actions import NodeAction, engine_actions, own_actions
from blueprint_assistant.errors import EditorError, GraphError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.name_lookup import fold, fold_bare
from blueprint_assistant.graph.catalog.word_search import WordSearch
from blueprint_assistant.graph.kinds.node_classes import node_class
from blueprint_assistant.languages.ast.node_texts import is_spec_text, spec_from_text, spec_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = [
    "HANDLE_MARK",
    "MenuAction",
    "NodeMenu",
    "StaleHandleError",
    "handle_of",
    "node_menu",
    "signature_of",
]

HANDLE_MARK: Final = "bpact:"
_DIGITS: Final = 24


class StaleHandleError(GraphError):
    """A handle means nothing that can be made here any more, and nothing else says what it meant."""

    code = "stale_action_handle"


def signature_of(spec: AnyNodeSpec) -> str:
    """The signature of what makes a node: its kind and members, `CallFunction|/Script/Engine.Actor:…`."""
    return spec_text(spec)


def handle_of(spec: AnyNodeSpec, catalog: Catalog) -> str:
    """The handle of a node that can be made."""
    text = f"{node_class(spec, catalog)}\n{signature_of(spec)}".lower()
    return f"{HANDLE_MARK}{hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]}"


class MenuAction(NamedTuple):
    """A node that can be made, with all that can be said of it to tell it from others of its name."""

    spec: AnyNodeSpec
    handle: str
    class_path: str
    signature: str
    category: str
    title: str
    member_class: str


class NodeMenu:
    """What can be made in the graphs of one Blueprint. `catalog` knows the classes that it derives from."""

    def __init__(self, owner: Blueprint, catalog: Catalog, blueprints: Iterable[str] = ()) -> None:
        """`blueprints` are the paths of the project's Blueprints."""
        self._owner = owner
        self.catalog = catalog
        self._blueprints = tuple(blueprints)

    @cached_property
    def own(self) -> tuple[NodeAction, ...]:
        """What the Blueprint, its parents and the project bring."""
        return own_actions(self._owner, self.catalog, self._blueprints)

    @cached_property
    def near(self) -> set[str]:
        """The classes whose functions it can call on itself or a component, lower case."""
        classes = (self._owner.parent_class, *(item.class_path for item in self._owner.components))
        return {path.lower() for item in classes for path in self.catalog.ancestors(item)}

    @property
    def actions(self) -> tuple[NodeAction, ...]:
        """All, the Blueprint's own first."""
        return (*self.own, *engine_actions())

    @cached_property
    def _own_by_handle(self) -> Mapping[str, NodeAction]:
        return {handle_of(item.spec, self.catalog): item for item in self.own}

    def find(self, handle: str) -> NodeAction | None:
        """What a handle means here, or None when it is dead."""
        handle = handle.strip().lower()
        return self._own_by_handle.get(handle) or _engine_by_handle().get(handle)

    def spec(self, handle: str = "", node_class_path: str = "", signature: str = "") -> AnyNodeSpec:
        """The spec of a handle; of a dead one by its exact class path and signature (BC-104).

        Raises StaleHandleError; what the node is called is never looked at.
        """
        found = self.find(handle) if handle else None
        if found is not None:
            return found.spec
        if node_class_path and signature and is_spec_text(signature):
            spec = spec_from_text(signature, self.catalog)
            if node_class(spec, self.catalog).lower() == node_class_path.strip().lower():
                return spec
        raise StaleHandleError(
            f"The handle {handle or '(none)'} means no node that can be made here.",
            "Search again with bluecode_search_nodes, or give its node_class_path and signature as well.",
        )

    def by_handle(self, handle: str) -> AnyNodeSpec | None:
        """The spec of a handle, or None when it is dead."""
        found = self.find(handle)
        return None if found is None else found.spec

    def by_name(self, name: str) -> tuple[MenuAction, ...]:
        """All of that title or name in code; letter case and blanks do not matter."""
        return tuple(map(self.known, dict.fromkeys(self.titled(name))))

    def titled(self, title: str) -> tuple[NodeAction, ...]:
        """All that have that title, or that name in code; letter case and blanks do not matter."""
        wanted = fold(title)
        own = [item for item in self.own if wanted in _spellings(item)]
        return (*own, *_engine_by_name().get(wanted, ()))

    def known(self, action: NodeAction) -> MenuAction:
        """What there is to know of a node that can be made."""
        return MenuAction(
            action.spec,
            handle_of(action.spec, self.catalog),
            node_class(action.spec, self.catalog),
            signature_of(action.spec),
            action.category,
            action.title,
            action.member_class,
        )

    def rank(self, query: str) -> dict[NodeAction, float]:
        """What fits a few English words, with a score."""
        own = WordSearch(item.words for item in self.own)
        found = {self.own[number]: score + 0.3 for number, score in own.rank(query).items()}
        engine = engine_actions()
        return found | {engine[number]: score for number, score in _engine_search().rank(query).items()}


def node_menu(context: ActionContext, owner: Blueprint) -> NodeMenu:
    """What can be made in a Blueprint now; without the project's classes while these are not known."""
    try:
        known = context.editor.list_blueprints()
    except EditorError:
        known = ()
    return NodeMenu(owner, catalog_of(context, owner), known)


def _spellings(action: NodeAction) -> set[str]:
    name = action.name or action.title
    return {fold(action.title), fold(name), fold_bare(name)}


@cache
def _engine_by_name() -> Mapping[str, tuple[NodeAction, ...]]:
    found: dict[str, list[NodeAction]] = {}
    for item in engine_actions():
        for name in _spellings(item):
            found.setdefault(name, []).append(item)
    return {name: tuple(items) for name, items in found.items()}


@cache
def _engine_search() -> WordSearch:
    return WordSearch(item.words for item in engine_actions())


@cache
def _engine_by_handle() -> Mapping[str, NodeAction]:
    catalog = default_catalog()
    return {handle_of(item.spec, catalog): item for item in engine_actions()}
