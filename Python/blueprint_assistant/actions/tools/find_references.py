"""The tool find_references: where Blueprints use a function, variable, event, class or asset."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.folders import find_folder, root_of
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.actions.receipts.node_text import class_name
from blueprint_assistant.errors import EditorError, ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold, fold_native
from blueprint_assistant.graph.compare.node_uses import names_in, nodes_in
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["FindReferences", "NothingToSearchError"]

_MOST_BLUEPRINTS = 300
_MOST_SHOWN = 60
_MOST_ERRORS = 3


class NothingToSearchError(ToolError):
    """There is no Blueprint to look into, which is no answer about uses."""

    code = "nothing_to_search"


class FindReferences(Action):
    """Find which Blueprints of the project use a function, variable, event, class or asset, and in which
    nodes: e.g. ApplyDamage, BP_Door.bIsOpen, Tick, SM_Chair.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "find_references"
    effect: ClassVar[Effect] = "read"
    other_names: ClassVar[tuple[str, ...]] = (
        *("search_project", "find_usages", "find_uses", "find_in_blueprints", "search_blueprints"),
        "get_references",
    )
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "no game running in the editor"
    limits: ClassVar[str] = (
        f"Blueprints are read one by one, at most {_MOST_BLUEPRINTS}: give a folder in larger projects. "
        "Levels, animation graphs and C++ are not searched."
    )
    aliases: ClassVar[Mapping[str, str]] = {
        "query": "name",
        "text": "name",
        "search": "name",
        "function_name": "name",
        "variable_name": "name",
        "event_name": "name",
        "asset": "name",
        "folder": "path",
        "directory": "path",
    }

    name: str = Field(min_length=1, description="exact name, or Blueprint.member")
    path: str = Field(default="", description="content folder to search, /Game when left out")

    def run(self, context: ActionContext) -> ActionResult:
        """Read the Blueprints and list the nodes by Blueprint and graph; each gets an id.

        Not ok when something could not be read: whoever renames or deletes must not take it for unused.
        """
        known = context.editor.list_blueprints()
        folder = find_folder(self.path, context.editor.list_folders(root_of(self.path))) if self.path else ""
        there = [path for path in known if not folder or path.startswith(f"{folder.rstrip('/')}/")]
        if not there:
            raise NothingToSearchError(
                f"The editor lists no Blueprints under {folder or '/Game'}, so nothing was searched.",
                "Give another folder; if there are some, the editor may still be discovering them.",
            )
        search = _Search(_Wanted.read(self.name), context)
        for path in there[:_MOST_BLUEPRINTS]:
            self._look_through(path, search)
        if search.errors and not search.read:
            raise next(
                iter(search.errors.values())
            )  # not one can be read: it is the editor's state, not a Blueprint's
        is_whole = search.read == len(there)
        counted = (
            f"{search.read} Blueprints"
            if is_whole
            else f"{search.read} searched Blueprints (of {len(there)})"
        )
        where = f"{counted}{f' under {folder}' if folder else ''}"
        lines = search.lines(self.name, where)
        if len(there) > _MOST_BLUEPRINTS:
            left_out = len(there) - _MOST_BLUEPRINTS
            lines.append(f"Not searched: {left_out}, there are too many. Give a folder.")
        missed = search.missed()
        if not missed:
            return ActionResult(ok=True, text="\n".join(lines))
        head = "search_incomplete: there may be more uses than these, because not all could be read."
        left = len(missed) - _MOST_ERRORS
        more = [f"and {left} more such places"] if left > 0 else []
        return ActionResult(ok=False, text="\n".join([head, *missed[:_MOST_ERRORS], *more, *lines]))

    @staticmethod
    def _look_through(path: str, search: _Search) -> None:
        try:
            search.look_through(search.context.editor.read_blueprint(path))
        except EditorError as error:
            search.errors[path] = error


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The name that is looked for, folded; with the name of the class that has it where that was said."""

    name: str
    owner: str = ""

    @classmethod
    def read(cls, text: str) -> _Wanted:
        """`ApplyDamage`, `Event Tick`, `BP_Door.Open`, `/Game/Doors/BP_Door`."""
        text = text.strip().strip("'\"").removeprefix("Event ").removesuffix("_C")
        if "/" in text:
            return cls(fold_native(text.rsplit("/", 1)[-1].partition(".")[0]))
        owner, _, name = text.replace("::", ".").rpartition(".")
        return cls(fold_native(name), fold(owner.removesuffix("_C")))

    def is_named_by(self, node: Node, blueprint: Blueprint, context: ActionContext) -> bool:
        """Whether a node of a Blueprint refers to it; what is its own may be what it inherits."""
        for item in names_in(node):
            if fold_native(item.name) != self.name:
                continue
            if self.owner in ("", fold(class_name(item.owner) if item.owner else blueprint.name)):
                return True
            if not item.owner and self.owner in _family(blueprint, context):
                return True
        return False


def _family(blueprint: Blueprint, context: ActionContext) -> Iterator[str]:
    """The Blueprints that one derives from, folded, the nearest first; they are read one by one."""
    while blueprint.parent_class.startswith("/Game/"):
        yield fold(class_name(blueprint.parent_class))
        try:
            blueprint = context.editor.read_blueprint(blueprint.parent_class.partition(".")[0])
        except EditorError:
            return


@dataclass
class _Search:
    """What was found so far."""

    wanted: _Wanted
    context: ActionContext
    found: dict[str, list[str]] = field(default_factory=dict)
    """The places, by Blueprint and graph."""
    names: set[str] = field(default_factory=set)
    errors: dict[str, EditorError] = field(default_factory=dict)
    """Why a Blueprint could not be read, by path."""
    unseen: list[str] = field(default_factory=list)
    """What of the Blueprints that were read could not be seen, as sentences."""
    read: int = 0

    def look_through(self, blueprint: Blueprint) -> None:
        """Add what uses it in one Blueprint."""
        self.read += 1
        self.unseen += [f"not visible in {blueprint.path}: {text}" for text in blueprint.unseen]
        members = list(self._members(blueprint))
        if members:
            self.found[blueprint.path] = members
        for graph in blueprint.graphs:
            for node in nodes_in(graph):
                if is_ghost(node) or graph.kind == "delegate":  # the graph of a dispatcher only declares it
                    continue
                self.names.update(item.name for item in names_in(node))
                if self.wanted.is_named_by(node, blueprint, self.context):
                    node_id = self.context.nodes.id_of(blueprint.path, graph.name, node)
                    title = node_title(node).title.replace("\n", " ")
                    place = f"{blueprint.path} {graph.name}"
                    self.found.setdefault(place, []).append(f"{node_id} {title}")

    def _members(self, blueprint: Blueprint) -> Iterator[str]:
        """What of a Blueprint is of that class or uses that asset without a node."""
        if self.wanted.owner:
            return
        if fold_native(class_name(blueprint.parent_class)) == self.wanted.name:
            yield "its parent class"
        for component in blueprint.components:
            kind = fold_native(class_name(component.class_path))
            if not component.is_inherited and kind == self.wanted.name:
                yield f"component {component.name}"
        for variable in blueprint.variables:
            ref = variable.type.subcategory_object
            if ref is not None and fold_native(class_name(ref.path)) == self.wanted.name:
                yield f"type of variable {variable.name}"

    def missed(self) -> list[str]:
        """What was not searched although it should have been, as sentences."""
        unread = [f"{path}: {error.what} {error.fix}".strip() for path, error in self.errors.items()]
        return [*unread, *self.unseen]

    def lines(self, text: str, where: str) -> list[str]:
        """The answer for the model."""
        if not self.found:
            near = nearest(text, sorted(self.names), limit=4)
            hint = f" Names that are used: {', '.join(near)}." if near else ""
            head = f"No use of '{text}' was found" if self.missed() else f"Nothing uses '{text}'"
            return [f"{head} in {where}.{hint}"]
        count = sum(len(items) for items in self.found.values())
        blueprints = len({place.partition(" ")[0] for place in self.found})
        lines = [f"'{text}' is used in {blueprints} of {where}:"]
        left = _MOST_SHOWN
        for place, items in self.found.items():
            if left > 0:
                lines.append(f"{place}: {listed(items, left)}")
                left -= len(items)
        if left < 0:
            lines.append(f"{count} uses in all: narrow it with a folder, or Blueprint.member")
        return lines
