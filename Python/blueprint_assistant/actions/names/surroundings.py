"""The Blueprints that use one, and those that derive from it. Outside uses Surroundings and MemberUse.

Costs three questions to the editor where no other asset uses the Blueprint and nothing is unsaved; else what
uses it is read. Agent worker thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.asset_uses import uses_asset
from blueprint_assistant.graph.compare.node_uses import names_in, nodes_in
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["MemberUse", "Surroundings"]

_BLUEPRINT = "Blueprint"
"""What the names of all classes of Blueprints end with (`WidgetBlueprint`)."""
_SINGLE_ACTORS = "/__External"
"""What is in the paths of a level's single actors, which name no members."""


@dataclass(frozen=True, slots=True)
class MemberUse:
    """A node of another Blueprint that uses a member; `is_heir` says whether that one derives from it."""

    blueprint: str
    title: str
    is_heir: bool


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The Blueprints that use one, by path; what could not be read of them, and other assets that use it."""

    path: str
    users: dict[str, Blueprint] = field(default_factory=dict)
    family: set[str] = field(default_factory=set)
    """The classes of the Blueprint and of those that derive from it, in small letters."""
    unread: dict[str, str] = field(default_factory=dict)
    others: dict[str, None] = field(default_factory=dict)
    looked_at: dict[str, Blueprint] = field(default_factory=dict)
    """What was read, users or not."""

    @classmethod
    def of(cls, editor: BlueprintEditor, path: str, *, only_heirs: bool = False) -> Surroundings:
        """Read them: those that use the Blueprint, and those that use one that derives from it.

        With `only_heirs` those that derive from it alone, as the registry knows them.
        """
        found = cls(path, family={f"{path}.{path.rpartition('/')[2]}_C".lower()})
        unsaved = editor.blueprints_at_hand().unsaved
        waiting = [path]
        while waiting:
            found._read_users(editor, waiting.pop(), unsaved, only_heirs=only_heirs)
            new = [item for item in found.users.values() if found._is_new_heir(item)]
            found.family.update(item.generated_class.lower() for item in new)
            waiting += [item.path for item in new]
        return found

    @property
    def heirs(self) -> list[Blueprint]:
        """Those that derive from it."""
        return [item for item in self.users.values() if self._is_heir(item)]

    def uses_of(self, name: str, *, but: Callable[[Graph, Node], bool] | None = None) -> Iterator[MemberUse]:
        """The nodes that use a member, letter case ignored; `but` says which of them do not count."""
        for other in self.users.values():
            for graph in other.graphs:
                for node in self.names_of(other, graph, name):
                    if but is not None and but(graph, node):
                        continue
                    title = node_title(node).title.replace("\n", " ")
                    yield MemberUse(other.path, title, self._is_heir(other))

    def names_of(self, other: Blueprint, graph: Graph, name: str) -> list[Node]:
        """The nodes of a graph of another Blueprint that use a member."""
        is_heir = self._is_heir(other)
        nodes = nodes_in(graph) if graph.kind != "delegate" else ()
        return [node for node in nodes if self._is_named(node, name, is_heir=is_heir)]

    def _is_heir(self, other: Blueprint) -> bool:
        return other.generated_class.lower() in self.family

    def _is_named(self, node: Node, name: str, *, is_heir: bool) -> bool:
        classes = {*self.family, *([""] if is_heir else [])}
        return not is_ghost(node) and any(
            item.name.lower() == name.lower() and item.owner.replace(".SKEL_", ".").lower() in classes
            for item in names_in(node)
        )

    def _is_new_heir(self, other: Blueprint) -> bool:
        return other.parent_class.lower() in self.family and other.generated_class.lower() not in self.family

    def _read_users(
        self, editor: BlueprintEditor, parent: str, unsaved: Iterable[str], *, only_heirs: bool
    ) -> None:
        saved = editor.saved_users_of(parent)
        paths = sorted({*saved, *unsaved} - {self.path, *self.users})
        for asset in editor.assets_at(tuple(paths)):
            path = asset.path
            if not asset.class_path.endswith(_BLUEPRINT):
                is_shown = path in saved and _SINGLE_ACTORS not in path
                self.others.update({path: None} if is_shown else {})
                continue
            if only_heirs and asset.parent_class.lower() not in self.family:
                continue
            try:
                other = self.looked_at.get(path) or editor.read_blueprint(path)
            except AssistantError as error:
                self.unread.update({path: error.what} if path in saved else {})
                continue
            self.looked_at[path] = other
            # What the registry says of an asset with unsaved changes is what it was.
            if path not in unsaved or uses_asset(other, parent):
                self.users[path] = other
