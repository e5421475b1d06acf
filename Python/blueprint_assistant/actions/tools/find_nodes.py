"""The tool find_nodes: a ranked search over everything that a graph can hold."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_of, read_blueprint
from blueprint_assistant.actions.nodes import offer_search
from blueprint_assistant.actions.nodes.menu_titles import entries_like
from blueprint_assistant.actions.nodes.offer_search import OFFER_KINDS
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.tools.get_class_functions import RowLimit
from blueprint_assistant.errors import EditorError, ToolError
from blueprint_assistant.graph.catalog.word_search import search_words

if TYPE_CHECKING:
    from blueprint_assistant.actions.nodes.offer_search import Offer
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BadQueryError", "FindNodes"]

_FOR_EACH_WORD = 2
_MENU = "menu"
_KINDS = (*OFFER_KINDS, _MENU)
_OTHER_KINDS = {
    "functions": "function",
    "call": "function",
    "callfunction": "function",
    "events": "event",
    "macros": "macro",
    "classes": "class",
    "component": "class",
    "nodes": "node",
    "nodetype": "node",
    "palette": "node",
    "flow": "node",
    "members": "member",
    "variable": "member",
    "variables": "member",
    "all": "",
    "any": "",
}


class BadQueryError(ToolError):
    """A search that cannot find anything as it is asked."""

    code = "bad_query"


class FindNodes(Action):
    """Search functions, events, macros, classes, node types and members by English words; the best first,
    written as arguments of add_node.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "find_nodes"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "search": "query",
        "text": "query",
        "name": "query",
        "name_filter": "query",
        "filter": "query",
        "keywords": "query",
        "type": "kind",
        "category": "kind",
        "limit": "max_results",
        "max": "max_results",
    }
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "nothing; with `blueprint`: no game running in the editor"
    limits: ClassVar[str] = (
        "Searches packaged facts about the engine and its plugins (UE 5.6 to 5.8) and the given Blueprint; "
        "what the project's own C++ adds is found on the editor's own menu alone (kind menu, with blueprint)."
    )

    query: str = Field(min_length=1, description="English words, e.g. play sound at location")
    blueprint: str = Field(default="", description="prefer what it can use, and search its members")
    kind: str = Field(default="", description=f"only one kind: {', '.join(_KINDS)}")
    max_results: RowLimit = Field(default=10, description="most results to list")

    def run(self, context: ActionContext) -> ActionResult:
        """Search offline; of the editor only a given Blueprint is read, and the names of all."""
        kind = _kind(self.kind)
        has_words = search_words(self.query) or any(sign in self.query for sign in "+-*/=<>!")
        if kind != _MENU and not has_words:
            raise BadQueryError(
                f"'{self.query[:60]}' has no words to search for.",
                "Names of functions and nodes are English, whatever the editor's language.",
            )
        blueprint = read_blueprint(context, self.blueprint) if self.blueprint else None
        if kind == _MENU:
            return self._on_the_menu(context, blueprint)
        catalog = context.catalog if blueprint is None else catalog_of(context, blueprint)
        known, missing = _project_blueprints(context)
        scope = _Scope(blueprint, catalog, known)
        offers = _search(self.query, kind, scope)
        lines = [item.text for item in offers[: self.max_results]]
        more = len(offers) - len(lines)
        lines += [f"… and {more} weaker ones"] if more > 0 else []
        if not offers:
            where = f" of kind {kind}" if kind else ""
            lines = [f"Nothing{where} fits '{self.query[:80]}' as a whole. Try fewer or other English words."]
            words = search_words(self.query)
            single = [_search(word, kind, scope)[:_FOR_EACH_WORD] for word in words[1:] and words]
            lines += dict.fromkeys(item.text for found in single for item in found)
        lines = [*lines[: self.max_results + 1], *missing]
        return ActionResult(ok=True, text="\n".join(lines), blueprint=blueprint)

    def _on_the_menu(self, context: ActionContext, blueprint: Blueprint | None) -> ActionResult:
        """What the editor itself offers, in its language: nodes of plugins and of the project's C++, too."""
        if blueprint is None:
            raise BadQueryError("The node menu is that of a Blueprint.", "Give blueprint as well.")
        names = context.editor.menu_entries(blueprint.path, "EventGraph")
        found = entries_like(self.query, names)
        lines = [f'node_type=MenuEntry function_name="{name}"' for name in found[: self.max_results]]
        more = len(found) - len(lines)
        lines += [f"… and {more} longer ones"] if more > 0 else []
        if not found:
            lines = [f"Nothing on the node menu has '{self.query[:80]}' in its name. Try fewer words."]
        return ActionResult(ok=True, text="\n".join(lines), blueprint=blueprint)


def _project_blueprints(context: ActionContext) -> tuple[tuple[str, ...], list[str]]:
    """The Blueprints of the project; a note when the editor does not tell them: the rest is found without."""
    try:
        return context.editor.list_blueprints(), []
    except EditorError as error:
        return (), [f"Note: classes of the project were not searched. {error}"]


@dataclass(frozen=True, slots=True)
class _Scope:
    """What is searched: the Blueprint that was named, the catalogue for it, and the project's paths."""

    blueprint: Blueprint | None
    catalog: Catalog
    paths: tuple[str, ...]


def _search(query: str, kind: str, scope: _Scope) -> list[Offer]:
    """What fits, best first; of two that read the same the better one."""
    blueprint, catalog = scope.blueprint, scope.catalog
    offers = chain(
        offer_search.member_offers(query, blueprint) if blueprint is not None else (),
        offer_search.node_offers(query),
        offer_search.function_offers(query, catalog, () if blueprint is None else _classes(blueprint)),
        offer_search.event_offers(query, catalog, blueprint),
        offer_search.class_offers(query, catalog, scope.paths),
    )
    found: dict[str, Offer] = {}
    for offer in sorted(offers, key=lambda item: -item.score):
        if kind in ("", offer.kind):
            found.setdefault(offer.text, offer)
    return list(found.values())


def _kind(text: str) -> str:
    plain = "".join(item for item in text.lower() if item.isalpha())
    found = plain if plain in {"", *_KINDS} else _OTHER_KINDS.get(plain)
    if found is None:
        raise BadQueryError(f"There is no kind '{text[:60]}'.", f"Use one of: {', '.join(_KINDS)}.")
    return found


def _classes(blueprint: Blueprint) -> tuple[str, ...]:
    """What functions are called on: the Blueprint itself, then its components."""
    return (blueprint.parent_class, *dict.fromkeys(item.class_path for item in blueprint.components))
