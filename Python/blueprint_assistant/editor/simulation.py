"""A plan tried out on values: validation, dry run and the expectation for the read-back.

`simulate` applies every step to a Blueprint value by the catalogue and the K2 rules. What
the editor makes of the same plan is compared with it afterwards. Pure; any thread.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan import (
    AddComponent,
    AddNode,
    AddVariable,
    CompileBlueprint,
    ConnectPins,
    CreateBlueprint,
    EditOperation,
    EditPlan,
    OperationResult,
    PinAt,
    PlanError,
    SetPinDefault,
)
from blueprint_assistant.errors import AssistantError, nearest
from blueprint_assistant.graph.draft import GraphDraft
from blueprint_assistant.graph.member_names import MemberKind, name_problem
from blueprint_assistant.graph.model import (
    Blueprint,
    Component,
    Direction,
    Graph,
    Node,
    Pin,
    PinRef,
    PinType,
    Variable,
    set_property,
)
from blueprint_assistant.graph.nodes import is_ghost, make_node, node_class, spec_of
from blueprint_assistant.graph.schema import Allowed, Conversion, Refused, Schema
from blueprint_assistant.graph.settling import settle_from
from blueprint_assistant.graph.specs import (
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.schema import Breaks
    from blueprint_assistant.graph.specs import NodeSpec

__all__ = ["Simulation", "same_default", "simulate"]

SCENE_ROOT = "DefaultSceneRoot"
_SCENE_COMPONENT = "/Script/Engine.SceneComponent"
_ACTOR_COMPONENT = "/Script/Engine.ActorComponent"
_GHOST_PROPERTIES = (
    "EnabledState",
    "NodeComment",
    "bCommentBubblePinned",
    "bCommentBubbleVisible",
    "bCommentBubbleMakeVisible",
)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a plan should do. `nodes` maps each `AddNode.key` to the node's name in `after`."""

    after: Blueprint
    results: tuple[OperationResult, ...]
    nodes: Mapping[str, str]


def simulate(before: Blueprint | None, plan: EditPlan, catalog: Catalog) -> Simulation:
    """Apply a plan to a value. Raises PlanError naming the step that is refused, and why.

    `before` is None when the Blueprint does not exist; the plan must then start with
    CreateBlueprint.
    """
    if not plan.operations:
        raise PlanError(f"The plan '{plan.title}' has no steps.", "Give it at least one.")
    trial = _Trial(before, plan, catalog)
    results: list[OperationResult] = []
    for number, operation in enumerate(plan.operations, start=1):
        try:
            results.append(trial.apply(operation, is_first=number == 1))
        except PlanError as error:
            raise _at_step(error, number, len(plan.operations)) from error
        except AssistantError as error:
            raise _at_step(PlanError(error.what, error.fix), number, len(plan.operations)) from error
    return Simulation(trial.freeze(), tuple(results), dict(trial.nodes))


def same_default(schema: Schema, pin_type: PinType, one: str, other: str) -> bool:
    """Whether two texts are the same value of a type, whatever their spelling."""
    return one == other or _normal(schema, pin_type, one) == _normal(schema, pin_type, other)


def _normal(schema: Schema, pin_type: PinType, text: str) -> str:
    try:
        return schema.validate_default(pin_type, text)
    except AssistantError:
        return text


def _at_step(error: PlanError, number: int, count: int) -> PlanError:
    if count == 1:
        return error
    return PlanError(f"Step {number} of {count}: {error.what}", error.fix)


class _Trial:
    """The Blueprint while the steps are tried on it."""

    def __init__(self, before: Blueprint | None, plan: EditPlan, catalog: Catalog) -> None:
        self._path = plan.blueprint
        self._blueprint = before
        self._catalog = catalog
        self._schema = Schema(catalog)
        if before is not None:
            self._learn_class(before)
        self._drafts: dict[str, GraphDraft] = (
            {graph.name: GraphDraft(graph) for graph in before.graphs} if before else {}
        )
        self._guids = (f"{number:032X}" for number in itertools.count(1))
        self.nodes: dict[str, str] = {}

    def freeze(self) -> Blueprint:
        return replace(self._owner, graphs=tuple(draft.freeze() for draft in self._drafts.values()))

    @property
    def _owner(self) -> Blueprint:
        if self._blueprint is None:
            raise PlanError(
                f"There is no Blueprint '{self._path}'.",
                "Create it first, or name one that exists.",
            )
        return self._blueprint

    def _learn_class(self, owner: Blueprint) -> None:
        """Make the Blueprint's own class known to the rules: a project's classes are not in the catalogue."""
        parent = self._catalog.class_info(owner.parent_class)
        if parent is not None and self._catalog.class_info(owner.generated_class) is None:
            own = replace(parent, path=owner.generated_class, name=f"{owner.name}_C", parent=parent.path)
            self._catalog = self._catalog.extended([own])
        self._schema = Schema(self._catalog, owner.generated_class)

    def apply(self, operation: EditOperation, *, is_first: bool) -> OperationResult:
        match operation:
            case CreateBlueprint():
                return self._create(operation, is_first=is_first)
            case AddVariable():
                return self._add_variable(operation)
            case AddComponent():
                return self._add_component(operation)
            case AddNode():
                return self._add_node(operation)
            case ConnectPins():
                return self._connect(operation)
            case SetPinDefault():
                return self._set_default(operation)
            case CompileBlueprint():
                return OperationResult("done", f"compile {self._owner.name}")
            case _:
                assert_never(operation)

    # --- the Blueprint ----------------------------------------------------------------------

    def _create(self, operation: CreateBlueprint, *, is_first: bool) -> OperationResult:
        if not is_first:
            raise PlanError("CreateBlueprint must be the first step of a plan.")
        parent = self._catalog.class_info(operation.parent_class)
        if parent is None:
            raise PlanError(f"There is no class '{operation.parent_class}'.", "Give the path of a class.")
        if self._blueprint is not None:
            if self._blueprint.parent_class != parent.path:
                raise PlanError(
                    f"'{self._path}' exists already, with parent class {self._blueprint.parent_class}.",
                    "Choose another name, or use the existing Blueprint.",
                )
            return OperationResult("unchanged", f"{self._path} exists already")
        self._blueprint = Blueprint(self._path, parent.path)
        self._learn_class(self._blueprint)
        event_graph = Graph("EventGraph")
        self._drafts = {event_graph.name: GraphDraft(event_graph)}
        return OperationResult("done", f"create {self._path}")

    def _add_variable(self, operation: AddVariable) -> OperationResult:
        owner = self._owner
        existing = owner.find_variable(operation.name)
        default = (
            ""
            if operation.default is None
            else self._schema.validate_default(operation.type, operation.default)
        )
        if existing is not None:
            if existing.type != operation.type:
                raise PlanError(
                    f"{owner.name} already has a variable '{existing.name}' of type {existing.type}.",
                    "Choose another name, or use that variable.",
                )
            if operation.default is None or same_default(
                self._schema, operation.type, existing.default, default
            ):
                return OperationResult("unchanged", f"variable {existing.name} exists already")
            raise PlanError(
                f"{owner.name} already has a variable '{existing.name}' with default '{existing.default}'.",
                "Set its default instead of adding it again.",
            )
        self._require_new_name(operation.name, "variable")
        variable = Variable(operation.name, operation.type, default, operation.category, operation.tooltip)
        self._blueprint = replace(owner, variables=(*owner.variables, variable))
        return OperationResult("done", f"variable {operation.name}: {operation.type}")

    def _add_component(self, operation: AddComponent) -> OperationResult:
        owner = self._owner
        self._require_component_class(operation.class_path)
        existing = owner.find_component(operation.name)
        if existing is not None:
            if existing.class_path != operation.class_path:
                raise PlanError(
                    f"{owner.name} already has a component '{existing.name}' of class {existing.class_path}.",
                    "Choose another name.",
                )
            return OperationResult("unchanged", f"component {existing.name} exists already")
        self._require_new_name(operation.name, "component")
        if not self._catalog.is_child_of(owner.parent_class, "/Script/Engine.Actor"):
            raise PlanError(
                f"{owner.name} has the parent class {owner.parent_class}, which has no components.",
                "Only Blueprints of Actor classes have components.",
            )
        if operation.parent and owner.find_component(operation.parent) is None:
            known = [component.name for component in owner.components]
            raise PlanError(
                f"{owner.name} has no component '{operation.parent}' to attach to.",
                f"Its components: {', '.join(known) or 'none yet'}.",
            )
        component = Component(operation.name, operation.class_path, operation.parent)
        self._blueprint = replace(owner, components=(*owner.components, component))
        return OperationResult("done", f"component {operation.name}")

    def _require_component_class(self, class_path: str) -> None:
        info = self._catalog.class_info(class_path)
        if info is None or not self._catalog.is_child_of(class_path, _ACTOR_COMPONENT):
            raise PlanError(
                f"'{class_path}' is no component class.", "Name a class such as StaticMeshComponent."
            )
        if info.is_abstract:
            raise PlanError(f"Component class '{info.name}' is abstract.", "Name one of its subclasses.")

    def _require_new_name(self, name: str, of: MemberKind) -> None:
        owner = self._owner
        problem = name_problem(name, of)
        if problem:
            raise PlanError(problem, "")
        taken = {item.name.lower(): "variable" for item in owner.variables}
        taken |= {item.name.lower(): "component" for item in owner.components}
        taken |= {graph.lower(): "graph" for graph in self._drafts}
        kind = taken.get(name.lower())
        if kind is not None:
            raise PlanError(f"{owner.name} already has a {kind} named '{name}'.", "Choose another name.")

    # --- graphs -----------------------------------------------------------------------------

    def _draft(self, graph: str) -> GraphDraft:
        owner = self._owner
        name = next((known for known in self._drafts if known.lower() == graph.lower()), None)
        if name is None:
            raise PlanError(
                f"{owner.name} has no graph '{graph}'.", f"Its graphs: {', '.join(self._drafts) or 'none'}."
            )
        return self._drafts[name]

    def _add_node(self, operation: AddNode) -> OperationResult:
        owner, draft = self._owner, self._draft(operation.graph)
        if operation.key in self.nodes or operation.key in draft:
            raise PlanError(f"The key '{operation.key}' is used twice.", "Give each new node its own key.")
        existing = _existing_event(draft, operation.spec)
        if existing is not None:
            self.nodes[operation.key] = existing.name
            if not is_ghost(existing):
                return OperationResult("unchanged", "the event is in the graph already", existing.name)
            draft.replace(_enabled(existing))
            return OperationResult("done", "the greyed-out event is in use now", existing.name)
        self._require_member(operation.spec)
        class_name = node_class(operation.spec, self._catalog).rsplit(".", 1)[-1]
        node = make_node(
            operation.spec,
            owner=owner,
            catalog=self._catalog,
            name=draft.unique_name(class_name),
            new_guid=lambda: next(self._guids),
            x=operation.x,
            y=operation.y,
        )
        draft.add(node)
        self.nodes[operation.key] = node.name
        return OperationResult("done", "", node.name)

    def _require_member(self, spec: NodeSpec) -> None:
        owner = self._owner
        if isinstance(spec, VariableGetSpec | VariableSetSpec):
            known = [item.name for item in owner.variables]
            if isinstance(spec, VariableGetSpec):
                known += [item.name for item in owner.components]
            if spec.name.lower() not in {name.lower() for name in known}:
                close = ", ".join(nearest(spec.name, known) or known[:10])
                raise PlanError(
                    f"{owner.name} has no variable '{spec.name}'.",
                    f"It has: {close}." if close else "Add it first.",
                )
        if isinstance(spec, CustomEventSpec):
            self._require_new_name(spec.name, "event")

    def _connect(self, operation: ConnectPins) -> OperationResult:
        draft = self._draft(operation.graph)
        source_node, source = self._find(draft, operation.source, "output")
        target_node, target = self._find(draft, operation.target, "input")
        source_ref, target_ref = PinRef(source_node.name, source.id), PinRef(target_node.name, target.id)
        if target_ref in draft.links_of(source_ref):
            return OperationResult("unchanged", "they are linked already")
        verdict = self._schema.can_connect(source, target, source_node=source_node, target_node=target_node)
        match verdict:
            case Refused(reason):
                raise PlanError(f"{operation.source} cannot be linked to {operation.target}: {reason}", "")
            case Conversion(function):
                replaced = self._connect_through(draft, function, source_ref, target_ref)
                detail = f"through {function.rsplit(':', 1)[-1]}"
            case Allowed(breaks):
                replaced = _make_room(draft, source_ref, target_ref, breaks)
                self._join(draft, source_ref, target_ref)
                detail = ""
            case _:
                assert_never(verdict)
        if replaced:
            detail = f"{detail}, replacing the link to {', '.join(replaced)}".lstrip(", ")
        return OperationResult("done", detail)

    def _connect_through(self, draft: GraphDraft, function: str, source: PinRef, target: PinRef) -> list[str]:
        spec = CallFunctionSpec(function)
        class_name = node_class(spec, self._catalog).rsplit(".", 1)[-1]
        node = make_node(
            spec,
            owner=self._owner,
            catalog=self._catalog,
            name=draft.unique_name(class_name),
            new_guid=lambda: next(self._guids),
        )
        draft.add(node)
        inner = next(pin for pin in node.visible_pins if pin.direction == "input" and not pin.is_exec)
        outer = next(pin for pin in node.visible_pins if pin.direction == "output" and not pin.is_exec)
        replaced = _make_room(draft, source, target, "target")
        self._join(draft, source, PinRef(node.name, inner.id))
        self._join(draft, PinRef(node.name, outer.id), target)
        return replaced

    def _join(self, draft: GraphDraft, source: PinRef, target: PinRef) -> None:
        """Link two pins; the types that this settles on their nodes are settled."""
        draft.connect(source, target)
        settle_from(draft, source.node, self._catalog)
        settle_from(draft, target.node, self._catalog)

    def _set_default(self, operation: SetPinDefault) -> OperationResult:
        draft = self._draft(operation.graph)
        node, pin = self._find(draft, operation.pin, "input")
        if pin.is_exec:
            raise PlanError(f"{operation.pin} is an exec pin and holds no value.", "Link it instead.")
        if draft.links_of(PinRef(node.name, pin.id)):
            raise PlanError(
                f"{operation.pin} is linked, so its default is not used.", "Change what it is linked to."
            )
        value = self._schema.validate_default(pin.type, operation.value)
        if same_default(self._schema, pin.type, pin.default, value):
            return OperationResult("unchanged", f"it is '{pin.default}' already", node.name)
        draft.replace_pin(node.name, _with_default(pin, value))
        settle_from(draft, node.name, self._catalog)
        return OperationResult("done", value, node.name)

    def _find(self, draft: GraphDraft, at: PinAt, direction: Direction) -> tuple[Node, Pin]:
        node = draft.node(self.nodes.get(at.node, at.node))
        pin = node.find_pin(at.pin, direction)
        if pin is None or pin.is_hidden:
            known = [item.name for item in node.visible_pins if item.direction == direction]
            raise PlanError(
                f"Node {at.node} has no {direction} pin '{at.pin}'.",
                f"It has: {', '.join(known) or 'none'}.",
            )
        return node, pin


def _existing_event(draft: GraphDraft, spec: NodeSpec) -> Node | None:
    """The node that already overrides the event: there can be one per Blueprint."""
    if not isinstance(spec, EventSpec):
        return None
    return next((node for node in draft if spec_of(node) == spec), None)


def _enabled(node: Node) -> Node:
    properties = node.properties
    for name in _GHOST_PROPERTIES:
        properties = set_property(properties, name, None)
    return replace(node, properties=properties)


def _make_room(draft: GraphDraft, source: PinRef, target: PinRef, breaks: Breaks) -> list[str]:
    """Break what a new link replaces: an exec output has one link, a data input too."""
    if breaks == "nothing":
        return []
    crowded = source if breaks == "source" else target
    replaced = [
        f"{other.node}.{pin.name}"
        for other in draft.links_of(crowded)
        if (pin := draft.pin(other)) is not None
    ]
    draft.disconnect(crowded)
    return replaced


def _with_default(pin: Pin, value: str) -> Pin:
    """The pin with its default in the field that Unreal keeps it in for that type."""
    category = pin.type.category
    if category in {"object", "class", "interface"}:
        return replace(pin, default_object="" if value == "None" else value)
    if category == "text":
        return replace(pin, default_text=value)
    return replace(pin, default_value=value)
