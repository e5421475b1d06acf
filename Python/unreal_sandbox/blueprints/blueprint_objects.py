"""Targets of the objects of one Blueprint: the asset, its graphs, nodes and component templates.

Each finds its thing by identity (uid, guid) on every use, so a handle of something removed stays
stale even when a new thing takes the name, and works again when an undo brings it back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.blueprint import set_property
from unreal_sandbox.assets.inherited_defaults import inherited_default, inherited_property
from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.objects import PackageTarget, Target, cpp_property_name
from unreal_sandbox.glue.property_text import property_from_text, property_to_text
from unreal_sandbox.graphs.script_properties import (
    comment_property,
    is_node_property,
    node_property,
    property_text,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, ScsNode
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["BlueprintTarget", "GraphTarget", "NodeTarget", "TemplateTarget"]

_STATUS_NAMES = {
    "unknown": "BS_UNKNOWN",
    "dirty": "BS_DIRTY",
    "error": "BS_ERROR",
    "up_to_date": "BS_UP_TO_DATE",
    "up_to_date_with_warnings": "BS_UP_TO_DATE_WITH_WARNINGS",
}

# Properties that exist in C++ and that scripts may not read.
_PROTECTED = {
    "Blueprint": {
        "category_sorting",
        "component_templates",
        "delegate_signature_graphs",
        "function_graphs",
        "generated_class",
        "implemented_interfaces",
        "macro_graphs",
        "new_variables",
        "parent_class",
        "simple_construction_script",
        "skeleton_generated_class",
        "timelines",
        "ubergraph_pages",
    },
    "EdGraph": {"allow_deletion", "allow_renaming", "editable", "graph_guid", "schema", "sub_graphs"},
    "Node": {
        "enabled_state",
        "error_type",
        "has_compiler_message",
        "node_comment",
        "node_guid",
        "node_height",
        "node_pos_x",
        "node_pos_y",
        "node_width",
        "advanced_pin_display",
        "custom_function_name",
        "custom_properties",
        "event_reference",
        "function_reference",
        "variable_reference",
        "override_function",
        "is_editable",
        "macro_graph_reference",
    },
}


def _is_protected(kind: str, name: str) -> bool:
    names = _PROTECTED[kind]
    return name in names or any(cpp_property_name(known) == name.removeprefix("b") for known in names)


class BlueprintTarget(Target):
    """A Blueprint asset."""

    __slots__ = ("_asset",)

    def __init__(self, editor: EditorState, asset: BlueprintAsset) -> None:
        super().__init__(editor)
        self._asset = asset

    @property
    def asset(self) -> BlueprintAsset:
        """The asset, alive."""
        self.check()
        return self._asset

    def check(self) -> None:
        if not self.editor.is_alive(self._asset):
            raise self.stale()

    def class_path(self) -> str:
        return self._asset.asset_class

    def key(self) -> Hashable:
        return ("blueprint", self._asset.uid)

    def name(self) -> str:
        return self._asset.name

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._asset.path)

    def modify(self) -> bool:
        self.editor.mark_package_dirty(self.asset)
        return True

    def get_property(self, name: str) -> Any:
        if name in {"status", "Status"} and self.editor.has_graph_api:
            return getattr(self.editor.types.get("BlueprintStatus"), _STATUS_NAMES[self.asset.status])
        if name in {"status", "Status"} or _is_protected("Blueprint", name):
            raise self.protected_property(name, is_write=False)
        raise self._not_modelled(name)

    def set_property(self, name: str, value: Any) -> None:
        if name in {"status", "Status"} or _is_protected("Blueprint", name):
            raise self.protected_property(name, is_write=True)
        raise self._not_modelled(name)

    def _not_modelled(self, name: str) -> Exception:
        """A documented property that the sandbox does not keep, or one that does not exist."""
        if self.editor.types.property_entry("Blueprint", name) is None:
            return self.missing_property(name)
        return NotModelledError(f"Blueprint.{name} is not modelled in the sandbox.")


class GraphTarget(Target):
    """A graph of a Blueprint, known by its guid."""

    __slots__ = ("_asset", "guid")

    def __init__(self, editor: EditorState, asset: BlueprintAsset, guid: str) -> None:
        super().__init__(editor)
        self._asset = asset
        self.guid = guid

    @classmethod
    def by_name(cls, editor: EditorState, asset: BlueprintAsset, name: str) -> GraphTarget | None:
        """The graph of that name, letter case ignored, or None."""
        known = asset.find_graph_name(name)
        return None if known is None else cls(editor, asset, asset.shapes[known].guid)

    @property
    def asset(self) -> BlueprintAsset:
        """The owning asset, alive."""
        self.check()
        return self._asset

    @property
    def draft(self) -> GraphDraft:
        """The graph itself, open for changes."""
        return self.asset.graphs[self.name()]

    @property
    def kind(self) -> str:
        """`event`, `function`, …."""
        return self.asset.shapes[self.name()].kind

    def check(self) -> None:
        if not self.editor.is_alive(self._asset) or self._asset.graph_name_of(self.guid) is None:
            raise self.stale()

    def class_path(self) -> str:
        return "/Script/Engine.EdGraph"

    def key(self) -> Hashable:
        return ("graph", self._asset.uid, self.guid)

    def name(self) -> str:
        return self._asset.graph_name_of(self.guid) or "None"

    def outer(self) -> Target | None:
        return BlueprintTarget(self.editor, self._asset)

    def modify(self) -> bool:
        self.editor.mark_package_dirty(self.asset)
        return True

    def nodes(self) -> list[NodeTarget]:
        """The K2 nodes in graph order; none while the game runs in the editor."""
        if self.editor.is_in_pie:
            return []
        return [
            NodeTarget(self, node.name, node.guid)
            for node in self.draft
            if node.class_name.startswith("K2Node")
        ]

    def get_property(self, name: str) -> Any:
        if name in {"nodes", "Nodes"}:
            return self.editor.types.to_python("Array[EdGraphNode]", [])  # silently empty, as reported
        if _is_protected("EdGraph", name):
            raise self.protected_property(name, is_write=False)
        raise self.missing_property(name)


class NodeTarget(Target):
    """A node of a graph, known by name and guid."""

    __slots__ = ("_name", "graph", "guid")

    def __init__(self, graph: GraphTarget, name: str, guid: str) -> None:
        super().__init__(graph.editor)
        self.graph = graph
        self._name = name
        self.guid = guid

    @property
    def node(self) -> Node:
        """The node's present value."""
        self.check()
        return self.graph.draft.node(self._name)

    def check(self) -> None:
        self.graph.check()
        draft = self.graph.draft
        if self._name not in draft or draft.node(self._name).guid != self.guid:
            raise self.stale()

    def class_path(self) -> str:
        draft = self.graph.draft
        return draft.node(self._name).class_path if self._name in draft else "/Script/BlueprintGraph.K2Node"

    def key(self) -> Hashable:
        return ("node", self.graph.key(), self._name, self.guid)

    def name(self) -> str:
        return self._name

    def outer(self) -> Target | None:
        return self.graph

    def modify(self) -> bool:
        return self.graph.modify()

    def get_property(self, name: str) -> Any:
        if name in {"error_msg", "ErrorMsg"} and self.editor.has_graph_api:
            graph = self.graph.name()
            texts = [
                message.text
                for message in self.graph.asset.messages
                if message.graph == graph and message.node == self._name
            ]
            return "\n".join(texts)
        if is_node_property(self.editor, self.class_name(), name):
            return node_property(self.editor, self.node, name)
        if _is_protected("Node", name):
            raise self.protected_property(name, is_write=False)
        if self.editor.types.property_entry(self.class_name(), name) is not None:
            raise NotModelledError(f"{self.class_name()}.{name} is not modelled in the sandbox.")
        raise self.missing_property(name)

    def set_property(self, name: str, value: Any) -> None:
        cpp_name = comment_property(self.editor, self.class_name(), name)
        if cpp_name is not None:
            self.change_property(cpp_name, property_text(self.editor, self.class_name(), name, value))
        elif _is_protected("Node", name):
            raise self.protected_property(name, is_write=True)
        elif self.editor.types.property_entry(self.class_name(), name) is not None:
            raise NotModelledError(f"Setting {self.class_name()}.{name} is not modelled in the sandbox.")
        else:
            raise self.missing_property(name)

    def change_property(self, name: str, text: str) -> None:
        """Write a property's text; nothing while the game runs in the editor."""
        node = self.node
        if not self.editor.is_in_pie:
            self.modify()
            self.graph.draft.replace(replace(node, properties=set_property(node.properties, name, text)))


class TemplateTarget(Target):
    """The template of a component, `Mesh_GEN_VARIABLE`, owned by the generated class."""

    __slots__ = ("_asset", "guid")

    def __init__(self, editor: EditorState, asset: BlueprintAsset, guid: str) -> None:
        super().__init__(editor)
        self._asset = asset
        self.guid = guid

    @property
    def asset(self) -> BlueprintAsset:
        """The owning asset, alive."""
        self.check()
        return self._asset

    @property
    def component(self) -> ScsNode:
        """The component's present value."""
        found = self._find()
        if found is None:
            raise self.stale()
        return found

    def _find(self) -> ScsNode | None:
        return next((item for item in self._asset.components if item.guid == self.guid), None)

    def check(self) -> None:
        if not self.editor.is_alive(self._asset) or self._find() is None:
            raise self.stale()

    def class_path(self) -> str:
        found = self._find()
        return found.class_path if found is not None else "/Script/Engine.ActorComponent"

    def key(self) -> Hashable:
        return ("template", self._asset.uid, self.guid)

    def name(self) -> str:
        found = self._find()
        return f"{found.name}_GEN_VARIABLE" if found is not None else "None"

    def path(self) -> str:
        return f"{self._asset.class_path}:{self.name()}"

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._asset.path)

    def modify(self) -> bool:
        self.editor.mark_package_dirty(self.asset)
        return True

    def get_property(self, name: str) -> Any:
        found = inherited_property(self.editor, self.class_path(), name)
        if found is None:
            raise self.missing_property(name)
        text = dict(self.component.properties).get(found.name)
        if text is None:
            text = inherited_default(self.editor, self.class_path(), found)
        return property_from_text(self.editor, found.type, text, name)

    def set_property(self, name: str, value: Any) -> None:
        found = inherited_property(self.editor, self.class_path(), name)
        if found is None:
            raise self.missing_property(name)
        text = property_to_text(self.editor, found.type, value, name)
        if self.editor.is_in_pie:
            raise ScriptError(f"{self.class_name()}: templates cannot be changed during play in editor")
        self.modify()
        self._store(found.name, text)

    def _store(self, name: str, text: str) -> None:
        component = self.component
        self._asset.replace_component(
            replace(component, properties=set_property(component.properties, name, text))
        )
