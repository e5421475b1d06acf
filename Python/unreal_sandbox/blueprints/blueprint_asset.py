"""What the sandbox keeps of one Blueprint asset: graphs, variables, components, compile state.

Only data and look-ups; rules live in `compiler`, `graph_editor` and `subobjects`. Everything but
the graphs is frozen values, so that a transaction can keep the state before a change.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    Component,
    Graph,
    ImplementedInterface,
    PinType,
    Properties,
    Variable,
)
from blueprint_assistant.graph.model.graph_draft import GraphDraft

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import BlueprintStatus

__all__ = [
    "BlueprintAsset",
    "BlueprintContent",
    "CompiledClass",
    "CompilerMessage",
    "MemberVariable",
    "MessageSeverity",
    "ReplicationState",
    "SavedState",
    "ScsNode",
    "new_guid",
]

ReplicationState = Literal["NONE", "REPLICATED", "REP_NOTIFY"]
MessageSeverity = Literal["error", "warning", "note"]


def new_guid() -> str:
    """A fresh GUID in Unreal's 32 digit form."""
    return uuid.uuid4().hex.upper()


@dataclass(frozen=True, slots=True)
class MemberVariable:
    """A member variable as declared; its default lives in `BlueprintContent.defaults`."""

    name: str
    type: PinType
    guid: str
    category: str = ""
    default_text: str = ""
    """Default given at creation, in text form; the compiler puts it into the class default."""
    is_instance_editable: bool = False
    is_exposed_on_spawn: bool = False
    is_exposed_to_cinematics: bool = False
    replication: ReplicationState = "NONE"


@dataclass(frozen=True, slots=True)
class ScsNode:
    """A component of the construction script. `parent` is a component name, empty for a root."""

    name: str
    class_path: str
    guid: str
    parent: str = ""
    properties: Properties = ()
    """What was set on the template, C++ name and text."""


@dataclass(frozen=True, slots=True)
class CompilerMessage:
    """A compiler message. `graph` and `node` are empty when it names none."""

    severity: MessageSeverity
    text: str
    graph: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class CompiledClass:
    """The generated class of the last compile: what graphs may refer to, and its defaults."""

    generation: int
    parent_class: str
    variables: tuple[MemberVariable, ...] = ()
    components: tuple[ScsNode, ...] = ()
    graphs: tuple[Graph, ...] = ()
    """What declares functions, custom events and dispatchers: `function_signatures.declaring_graphs`."""


@dataclass(frozen=True, slots=True)
class BlueprintContent:
    """Everything of a Blueprint that a transaction records."""

    graphs: tuple[Graph, ...]
    variables: tuple[MemberVariable, ...]
    components: tuple[ScsNode, ...]
    defaults: Properties
    overrides: tuple[ScsNode, ...] = ()
    interfaces: tuple[ImplementedInterface, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedState:
    """What the file of an asset holds that can refer to other packages."""

    parent_class: str
    content: BlueprintContent


@dataclass(eq=False)
class BlueprintAsset:
    """One Blueprint asset in memory. `uid` is new for every creation, also at an old path."""

    uid: int
    path: str
    parent_class: str
    guid: str = field(default_factory=new_guid)
    asset_class: str = "/Script/Engine.Blueprint"
    """The class of the asset object: a widget Blueprint has its own."""
    blueprint_type: str = "BPTYPE_Normal"
    metadata: dict[str, str] = field(default_factory=dict)
    """Metadata tags of the asset object."""
    variables: tuple[MemberVariable, ...] = ()
    components: tuple[ScsNode, ...] = ()
    overrides: tuple[ScsNode, ...] = ()
    """What was set on inherited components: name, guid (none for native ones) and properties."""
    interfaces: tuple[ImplementedInterface, ...] = ()
    defaults: dict[str, str] = field(default_factory=dict)
    """Class defaults that were set, variable name to text."""
    graphs: dict[str, GraphDraft] = field(default_factory=dict)
    compiled: CompiledClass | None = None
    messages: tuple[CompilerMessage, ...] = ()
    status: BlueprintStatus = "unknown"
    is_dirty: bool = True
    is_on_disk: bool = False
    saved_state: SavedState | None = None
    """What the last save wrote; None for an asset that has no file."""
    is_reloaded: bool = False
    """Whether it came from a file: literals equal to the engine's own then read back empty."""
    was_asked_for: bool = False
    """Whether somebody loaded it since it was read from a file."""
    generation: int = 0
    """Counts compiles: a handle of an older generated class is stale."""
    tree_generation: int = 0
    """Counts deletions in the component tree: a handle of an older gather is stale."""
    rebuilt_nodes: dict[str, int] = field(default_factory=dict)
    """How often a node was rebuilt, by its guid: pins that were taken before are old."""
    found_graphs: dict[str, str] = field(default_factory=dict)
    """Where a graph was found last, by guid: only a hint, for speed."""
    shapes: dict[str, Graph] = field(default_factory=dict)
    """Name, kind, guid and properties of each graph, without nodes."""
    last_export: tuple[Blueprint, str] | None = None
    """What was printed last and its text: a script looks again and again at what has not changed."""

    @property
    def name(self) -> str:
        """`BP_Door` of `/Game/BP_Door`."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def is_loaded(self) -> bool:
        """Whether its class is in memory: made in this session, or loaded by somebody."""
        return self.was_asked_for or not self.is_reloaded

    @property
    def object_path(self) -> str:
        """`/Game/BP_Door.BP_Door`."""
        return f"{self.path}.{self.name}"

    @property
    def class_path(self) -> str:
        """`/Game/BP_Door.BP_Door_C`."""
        return f"{self.object_path}_C"

    def add_graph(self, graph: Graph) -> None:
        """Take a graph in, at the end."""
        self.graphs[graph.name] = GraphDraft(graph)
        self.shapes[graph.name] = replace(graph, nodes=(), links=())

    def find_graph_name(self, name: str) -> str | None:
        """The graph's own spelling of a name, letter case ignored."""
        return next((known for known in self.graphs if known.lower() == name.lower()), None)

    def graph_name_of(self, guid: str) -> str | None:
        """The name of the graph with a guid, or None when it is gone."""
        name = self.found_graphs.get(guid, "")
        shape = self.shapes.get(name)
        if shape is not None and shape.guid == guid:
            return name
        found = next((name for name, shape in self.shapes.items() if shape.guid == guid), None)
        if found is not None:
            self.found_graphs[guid] = found
        return found

    def find_variable(self, name: str) -> MemberVariable | None:
        """The declared variable of that name, letter case ignored."""
        return next((item for item in self.variables if item.name.lower() == name.lower()), None)

    def find_component(self, name: str) -> ScsNode | None:
        """The component of that name, letter case ignored."""
        return next((item for item in self.components if item.name.lower() == name.lower()), None)

    def replace_variable(self, changed: MemberVariable) -> None:
        """Put a changed variable in the place of the one with its guid."""
        self.variables = tuple(changed if old.guid == changed.guid else old for old in self.variables)

    def replace_component(self, changed: ScsNode) -> None:
        """Put a changed component in the place of the one with its guid."""
        self.components = tuple(changed if old.guid == changed.guid else old for old in self.components)

    def content(self) -> BlueprintContent:
        """The state that a transaction records."""
        return BlueprintContent(
            graphs=tuple(draft.freeze() for draft in self.graphs.values()),
            variables=self.variables,
            components=self.components,
            defaults=tuple(self.defaults.items()),
            overrides=self.overrides,
            interfaces=self.interfaces,
        )

    def mark_saved(self) -> None:
        """Call when the asset and its file are the same."""
        self.is_dirty = False
        self.is_on_disk = True
        self.saved_state = SavedState(self.parent_class, self.content())

    def mark_changed(self) -> None:
        """Dirty the package and make the compiled state old."""
        self.is_dirty = True
        self.status = "dirty"

    def as_model(self, variables: Iterable[MemberVariable], components: Iterable[ScsNode]) -> Blueprint:
        """The Blueprint as node building sees it: identity and known members, no graphs."""
        return Blueprint(
            path=self.path,
            parent_class=self.parent_class,
            variables=tuple(
                Variable(
                    name=item.name,
                    type=item.type,
                    default=self.defaults.get(item.name, item.default_text),
                    category=item.category,
                    guid=item.guid,
                    is_instance_editable=item.is_instance_editable,
                    is_exposed_on_spawn=item.is_exposed_on_spawn,
                )
                for item in variables
            ),
            components=tuple(
                Component(item.name, item.class_path, item.parent, properties=item.properties)
                for item in components
            ),
            interfaces=self.interfaces,
            status=self.status,
        )
