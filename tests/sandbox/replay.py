"""Builds a graph value anew in the stand-in editor, call by call, as a script would.

Only the public `unreal` module is used: variables, functions and dispatchers are declared and
compiled first, then nodes are added, then linked, and literals come last, since wildcards drop
them. `replayed` gives the graph that the editor then exports.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CommentSpec, DelegateSpec
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_t3d
from sandbox.replay_nodes import IN_CONTEXT, CannotReplayError, add_node, wanted_pins
from sandbox.replay_project import prepared
from sandbox.replay_reach import out_of_reach

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef
    from sandbox.replay_project import Project
    from unreal_sandbox import SandboxEditor

__all__ = ["CannotReplayError", "Replay", "export_task", "replayed", "within_reach"]


def replayed(editor: SandboxEditor, graph: Graph, folder: Path) -> Graph:
    """The graph as the editor exports it after it was built there.

    Raises CannotReplayError saying what the API cannot do, or what the project would need.
    """
    for node in graph.nodes:
        reason = out_of_reach(graph, node)
        if reason:
            raise CannotReplayError(reason, node.name)
    project = prepared(editor, graph)
    Replay(project.unreal, graph, project).build()
    return exported(project.unreal, project.graph, folder / "replayed.t3d")


def within_reach(graph: Graph) -> tuple[Graph, tuple[str, ...]]:
    """The part of a graph that a script can make, and why the other nodes cannot be made."""
    reasons = {node.name: out_of_reach(graph, node) for node in graph.nodes}
    kept = tuple(node for node in graph.nodes if not reasons[node.name])
    links = tuple(
        link for link in graph.links if not (reasons[link.source.node] or reasons[link.target.node])
    )
    left_out = tuple(reason for reason in reasons.values() if reason)
    return replace(graph, nodes=kept, links=links), left_out


def exported(unreal: Any, graph: Any, path: Path) -> Graph:
    """The text of a graph that an export task writes, read back."""
    assert unreal.Exporter.run_asset_export_task(export_task(unreal, graph, path)) is True
    return parse_t3d(decode_t3d(path.read_bytes()))


def export_task(unreal: Any, subject: Any, path: Path) -> Any:
    """A task that writes an object as text without asking anybody."""
    task = unreal.AssetExportTask()
    task.set_editor_property("object", subject)
    task.set_editor_property("filename", str(path))
    task.set_editor_property("exporter", unreal.ObjectExporterT3D())
    task.set_editor_property("automated", True)
    task.set_editor_property("prompt", False)
    task.set_editor_property("replace_identical", True)
    return task


@dataclass
class Replay:
    """One graph being built. `made` has the editor's node for each name of the sample."""

    unreal: Any
    sample: Graph
    project: Project
    made: dict[str, Any] = field(default_factory=dict)
    _is_compiled: bool = False

    def build(self) -> None:
        """Add, link and fill everything."""
        for node in sorted(self.sample.nodes, key=self._round):
            self._add(node)
        for node in self.sample.nodes:
            self._choose_classes(node)
        self._link()
        for node in self.sample.nodes:
            self._fill(node)

    # --- nodes -----------------------------------------------------------------------------------

    def _round(self, node: Node) -> int:
        """Custom events come first, since calls of them need a compile, and what needs a context pin last."""
        spec = any_spec_of(node)
        if isinstance(spec, CustomEventSpec):
            return 0
        return 2 if isinstance(spec, IN_CONTEXT) else 1

    def _add(self, node: Node) -> None:
        spec = any_spec_of(node)
        if self._round(node) == 1 and not self._is_compiled:
            self.project.library.compile_blueprint(self.project.blueprint)
            self._is_compiled = True
        if spec is None or isinstance(spec, CommentSpec):
            return  # comments do nothing, and are not compared
        added = add_node(self.project, spec, node, self._context(node) if self._round(node) > 1 else [])
        if added is None:
            raise CannotReplayError("the editor does not make the node", f"{node.name}: {spec}")
        if not added.list_all_pins() and any(not pin.is_hidden for pin in node.pins):
            raise CannotReplayError("the editor has no such function", f"{node.name}: {spec}")
        if isinstance(spec, DelegateSpec) and spec.action == "assign":
            self._remove_bound_event(added)
        wanted = wanted_pins(node)
        while len(added.list_all_pins()) < wanted and self.project.nodes.add_node_pin(added):
            pass
        added.set_node_pos(self.unreal.IntPoint(node.x, node.y))
        self.made[node.name] = added

    def _remove_bound_event(self, assign: Any) -> None:
        """Assign brings an event with it; the sample's own is made with its node."""
        bound = assign.find_input_pin("Delegate").list_connected_pins()
        self.project.nodes.remove_nodes([pin.get_owning_node() for pin in bound])

    def _context(self, node: Node) -> list[Any]:
        """The first pin that is made already to which the node is linked."""
        for pin in node.pins:
            for ref in self.sample.links_of(node.name, pin.id):
                if ref.node in self.made and not pin.is_exec:
                    return [self._end(ref)]
        return []

    def _pin(self, node: Node, pin: Pin) -> Any:
        """The editor's pin: by direction and name, and by place among those of one name."""
        added = self.made[node.name]
        pins = added.list_input_pins() if pin.direction == "input" else added.list_output_pins()
        same = [item for item in node.pins if (item.direction, item.name) == (pin.direction, pin.name)]
        found = [item for item in pins if str(item.get_pin_name()).lower() == (pin.name or "None").lower()]
        place = same.index(pin)
        if place >= len(found):
            raise CannotReplayError("the node has no such pin here", f"{node.name}.{pin.name}")
        return found[place]

    # --- links -----------------------------------------------------------------------------------

    def _link(self) -> None:
        """Links from what has a type first: a wildcard takes the first type that comes."""
        waiting = list(self.sample.links)
        while waiting:
            for typed in ("source", "target", "neither"):
                left = [link for link in waiting if not self._connect(link, typed)]
                if len(left) < len(waiting):
                    break
            else:
                raise CannotReplayError("the editor refuses the link", self._named(waiting[0]))
            waiting = left

    def _connect(self, link: Link, typed: str) -> bool:
        """Make a link, when the end that must have a type by now has one."""
        source, target = self._end(link.source), self._end(link.target)
        if _is_open({"source": source, "target": target}.get(typed)):
            return False
        if target in list(source.list_connected_pins()):
            return True  # the palette has linked its context pin
        before = len(self.project.nodes.list_all_nodes())
        if not source.try_create_connection(target):
            return False
        if len(self.project.nodes.list_all_nodes()) != before:
            raise CannotReplayError("the editor puts a conversion between", self._named(link))
        return True

    def _end(self, ref: PinRef) -> Any:
        node = self.sample.node(ref.node)
        pin = node.pin_by_id(ref.pin)
        assert pin is not None
        return self._pin(node, pin)

    def _named(self, link: Link) -> str:
        ends = []
        for ref in (link.source, link.target):
            pin = self.sample.pin(ref)
            assert pin is not None
            ends.append(f"{ref.node}.{pin.name} ({pin.type})")
        return " -> ".join(ends)

    # --- literals --------------------------------------------------------------------------------

    def _choose_classes(self, node: Node) -> None:
        """A class that is chosen types what comes out, so it goes before the links."""
        for pin in node.pins:
            if pin.type.category == "class" and pin.default_object and self._is_literal(node, pin):
                self._pin(node, pin).set_pin_value(pin.default_object)

    def _fill(self, node: Node) -> None:
        if node.name not in self.made:
            return
        for pin in node.pins:
            if not self._is_literal(node, pin) or pin.is_hidden:
                continue
            found = self._pin(node, pin)
            if pin.default and pin.default != pin.autogenerated_default:
                found.set_pin_value(pin.default)
            elif pin.autogenerated_default and not pin.default and str(found.get_pin_value()):
                found.set_pin_value("")

    def _is_literal(self, node: Node, pin: Pin) -> bool:
        if node.name not in self.made or pin.direction != "input" or pin.is_exec:
            return False
        return not self.sample.links_of(node.name, pin.id)


def _is_open(pin: Any) -> bool:
    return pin is not None and "wildcard" in str(pin.get_pin_type().export_text())
