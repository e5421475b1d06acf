"""Component steps tried out on values: the tree as the editor will show it. Pure; any thread.

The first scene component takes the place of the default root, another one hangs under the root
when no parent is given, and the children of a removed one move up (field notes 10).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan.edit_plan import OperationResult, PlanError
from blueprint_assistant.editor.plan.member_steps import (
    AttachComponentStep,
    MakeRootStep,
    RemoveComponentStep,
    RenameComponentStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.component_properties import (
    BODY,
    CLASS_DEFAULTS,
    known_property,
    validated_value,
)
from blueprint_assistant.editor.plan.simulate.member_rules import in_nodes, require_unused
from blueprint_assistant.editor.plan.simulate.member_uses import renamed_variable, variable_uses
from blueprint_assistant.editor.plan.simulate.value_equality import holds_value
from blueprint_assistant.graph.catalog.root_body import root_component
from blueprint_assistant.graph.catalog.widget_tree import has_widgets
from blueprint_assistant.graph.model.blueprint import Component, set_property

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import AddComponentStep
    from blueprint_assistant.editor.plan.member_steps import ComponentOperation
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint

__all__ = ["SCENE_ROOT", "add_component", "apply_component"]

SCENE_ROOT = "DefaultSceneRoot"
_SCENE_COMPONENT = "/Script/Engine.SceneComponent"
_ACTOR_COMPONENT = "/Script/Engine.ActorComponent"
_ACTOR = "/Script/Engine.Actor"


# --- adding --------------------------------------------------------------------------------------


def add_component(state: SimulatedBlueprint, operation: AddComponentStep) -> OperationResult:
    """Add a component where the editor will put it. An equal one is success without a change."""
    owner = state.owner
    _refuse_widgets(state)
    _require_component_class(state, operation.class_path)
    existing = owner.find_component(operation.name)
    if existing is not None:
        return _use_existing(state, existing, operation)
    state.require_new_name(operation.name, "component")
    if not state.catalog.is_child_of(owner.parent_class, _ACTOR):
        raise PlanError(
            f"{owner.name} has the parent class {owner.parent_class}, which has no components.",
            "Only Blueprints of Actor classes have components.",
        )
    is_scene = _is_scene(state, operation.class_path)
    if operation.parent or operation.make_root:
        _require_scene(state, operation.name, operation.class_path)
    component = Component(operation.name, operation.class_path, _new_parent(state, operation))
    components = owner.components
    root = _root(state)
    if is_scene and not operation.parent and root is not None and _is_default_root(root):
        components = _without_default_root(components, component.name)
    state.blueprint = replace(owner, components=(*components, component))
    if operation.make_root:
        _make_root(state, component.name)
    return OperationResult("done", f"component {operation.name}")


def _refuse_widgets(state: SimulatedBlueprint) -> None:
    if has_widgets(state.owner):
        raise PlanError(
            f"{state.owner.name} is a widget Blueprint: what it shows is made in the designer, which no call "
            "of the editor reaches.",
            "The user adds and changes widgets there; graphs can use them.",
        )


def _require_component_class(state: SimulatedBlueprint, class_path: str) -> None:
    info = state.catalog.class_info(class_path)
    if info is None or not state.catalog.is_child_of(class_path, _ACTOR_COMPONENT):
        raise PlanError(f"'{class_path}' is no component class.", "Name a class such as StaticMeshComponent.")
    if info.is_abstract:
        raise PlanError(f"Component class '{info.name}' is abstract.", "Name one of its subclasses.")


def _use_existing(
    state: SimulatedBlueprint, existing: Component, operation: AddComponentStep
) -> OperationResult:
    if existing.class_path != operation.class_path:
        raise PlanError(
            f"{state.owner.name} already has a component '{existing.name}' of class {existing.class_path}.",
            "Choose another name.",
        )
    return OperationResult("unchanged", f"component {existing.name} exists already")


def _new_parent(state: SimulatedBlueprint, operation: AddComponentStep) -> str:
    if operation.parent:
        parent = _component(state, operation.parent)
        _require_scene(state, parent.name, parent.class_path)
        return parent.name
    if not _is_scene(state, operation.class_path):
        return ""
    root = _root(state)
    return "" if root is None or _is_default_root(root) else root.name


# --- changing the tree ---------------------------------------------------------------------------


def apply_component(state: SimulatedBlueprint, operation: ComponentOperation) -> OperationResult:
    """Do one step on a component. Raises PlanError with the reason when it is refused."""
    if not (isinstance(operation, SetComponentPropertyStep) and operation.component == CLASS_DEFAULTS):
        _refuse_widgets(state)
    match operation:
        case RemoveComponentStep(name):
            return _remove(state, _own(state, name))
        case RenameComponentStep(name, new_name):
            return _rename(state, _own(state, name), new_name)
        case AttachComponentStep(name, parent):
            return _attach(state, _own(state, name), _component(state, parent))
        case MakeRootStep(name):
            component = _own(state, name)
            _require_scene(state, component.name, component.class_path)
            return _make_root(state, component.name)
        case SetComponentPropertyStep():
            return _set_property(state, operation)
        case _:
            assert_never(operation)


def _component(state: SimulatedBlueprint, name: str) -> Component:
    found = state.owner.find_component(name)
    if found is None:
        known = [item.name for item in state.owner.components]
        raise PlanError(
            f"{state.owner.name} has no component '{name}'.",
            f"Its components: {', '.join(known) or 'none yet'}.",
        )
    return found


def _own(state: SimulatedBlueprint, name: str) -> Component:
    component = _component(state, name)
    if component.is_inherited:
        raise PlanError(
            f"The component '{component.name}' comes from the parent class of {state.owner.name}.",
            "It can only be changed there; its properties can be set here.",
        )
    return component


def _remove(state: SimulatedBlueprint, component: Component) -> OperationResult:
    if _is_default_root(component):
        raise PlanError(
            f"'{SCENE_ROOT}' cannot be removed: the editor makes it again.",
            "Add the component that shall be the root with is_root.",
        )
    require_unused("component", component.name, variable_uses(state.owner, state.drafts, component.name))
    owner = state.owner
    left = [item for item in owner.components if item is not component]
    children = [item.name for item in left if item.parent == component.name]
    # Without a parent of its own, the first child takes its place.
    heir = component.parent or (children[0] if children else "")
    moved = [
        replace(item, parent="" if item.name == heir else heir) if item.name in children else item
        for item in left
    ]
    state.blueprint = replace(owner, components=tuple(moved))
    if _root(state) is None and _is_scene(state, component.class_path):
        root = Component(SCENE_ROOT, _SCENE_COMPONENT)
        state.blueprint = replace(owner, components=(root, *moved))
    detail = f"component {component.name}"
    return OperationResult("done", f"{detail}; {', '.join(children)} moved up" if children else detail)


def _rename(state: SimulatedBlueprint, component: Component, new_name: str) -> OperationResult:
    if new_name == component.name:
        return OperationResult("unchanged", f"it is called {new_name} already")
    if new_name.lower() != component.name.lower():
        state.require_new_name(new_name, "component")
    uses = list(variable_uses(state.owner, state.drafts, component.name))
    for graph, node in uses:
        if node.name in state.drafts[graph]:
            state.drafts[graph].replace(renamed_variable(node, component.name, new_name))
    old = component.name
    components = tuple(
        replace(
            item,
            name=new_name if item is component else item.name,
            parent=new_name if item.parent == old else item.parent,
        )
        for item in state.owner.components
    )
    state.blueprint = replace(state.owner, components=components)
    return OperationResult("done", f"{old} is {new_name} now{in_nodes(len(uses))}")


def _attach(state: SimulatedBlueprint, child: Component, parent: Component) -> OperationResult:
    for component in (child, parent):
        _require_scene(state, component.name, component.class_path)
    if child.parent == parent.name:
        return OperationResult("unchanged", f"{child.name} hangs under {parent.name} already")
    if child.name in _line(state, parent):
        raise PlanError(
            f"'{child.name}' cannot hang under '{parent.name}', which hangs under it.",
            "Choose another parent.",
        )
    _replace(state, child, replace(child, parent=parent.name))
    return OperationResult("done", f"{child.name} under {parent.name}")


def _line(state: SimulatedBlueprint, component: Component) -> list[str]:
    """A component and its ancestors."""
    line: list[str] = []
    item: Component | None = component
    while item is not None and item.name not in line:
        line.append(item.name)
        item = state.owner.find_component(item.parent) if item.parent else None
    return line


def _make_root(state: SimulatedBlueprint, name: str) -> OperationResult:
    root = _root(state)
    if root is not None and root.name == name:
        return OperationResult("unchanged", f"{name} is the root already")
    if root is not None and root.is_inherited:
        raise PlanError(
            f"The root of {state.owner.name} is '{root.name}' of its parent class and stays the root.",
            f"Attach the component to {root.name} instead.",
        )
    components = _without_default_root(state.owner.components, name)
    changed = []
    for item in components:
        is_old_root = not item.parent and _is_scene(state, item.class_path)
        if item.name == name:
            changed.append(replace(item, parent=""))
        else:
            changed.append(replace(item, parent=name) if is_old_root else item)
    state.blueprint = replace(state.owner, components=tuple(changed))
    return OperationResult("done", f"{name} is the root")


def _without_default_root(components: tuple[Component, ...], heir: str) -> tuple[Component, ...]:
    """The components without the default root; what hung under it hangs under the heir."""
    return tuple(
        replace(item, parent=heir) if item.parent == SCENE_ROOT and item.name != heir else item
        for item in components
        if not _is_default_root(item) or item.name == heir
    )


def _root(state: SimulatedBlueprint) -> Component | None:
    return root_component(state.owner, state.catalog)


def _is_default_root(component: Component) -> bool:
    return component.name == SCENE_ROOT and not component.is_inherited


def _is_scene(state: SimulatedBlueprint, class_path: str) -> bool:
    return state.catalog.is_child_of(class_path, _SCENE_COMPONENT)


def _require_scene(state: SimulatedBlueprint, name: str, class_path: str) -> None:
    if not _is_scene(state, class_path):
        kind = class_path.rsplit(".", 1)[-1]
        raise PlanError(
            f"'{name}' is a {kind}, which has no place in the tree: it cannot be attached or be a root.",
            "Leave the parent out.",
        )


def _replace(state: SimulatedBlueprint, old: Component, new: Component) -> None:
    components = tuple(new if item is old else item for item in state.owner.components)
    state.blueprint = replace(state.owner, components=components)


# --- properties ----------------------------------------------------------------------------------


def _set_property(state: SimulatedBlueprint, operation: SetComponentPropertyStep) -> OperationResult:
    if operation.component == CLASS_DEFAULTS and state.owner.find_component(CLASS_DEFAULTS) is None:
        raise PlanError(f"The class defaults of {state.owner.name} cannot be read.", "Compile it first.")
    component = _component(state, operation.component)
    found = known_property(state.catalog, component.class_path, operation.property)
    value = validated_value(state.schema, found, operation.value)
    old = dict(component.properties).get(found.name)
    if old is not None and holds_value(state.schema, found.type, old, value):
        return OperationResult("unchanged", f"{component.name}.{found.name} is {old} already")
    kept = component.properties
    if found.name.startswith(BODY):
        # One setting of the body changes others: a profile sets all, all others make it Custom.
        kept = tuple(item for item in kept if not item[0].startswith(BODY))
    _replace(state, component, replace(component, properties=set_property(kept, found.name, value)))
    return OperationResult("done", value)
