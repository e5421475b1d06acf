"""The steps that make one state of a Blueprint's members of another. Part of `plan_between`.

They are gone through twice, before the nodes and after them: what nodes still use cannot go yet, and what
nodes will use must be there already.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddVariableStep,
    PlanError,
    RemoveNodesStep,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AddLocalVariableStep,
    AttachComponentStep,
    ChangeFunctionStep,
    ChangeLocalVariableStep,
    ChangeVariableStep,
    MakeRootStep,
    OverrideFunctionStep,
    RemoveComponentStep,
    RemoveDispatcherStep,
    RemoveFunctionStep,
    RemoveLocalVariableStep,
    RemoveParametersStep,
    RemoveVariableStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.component_properties import BODY
from blueprint_assistant.editor.plan.simulate.member_uses import function_uses
from blueprint_assistant.editor.plan.simulate.simulated_components import SCENE_ROOT
from blueprint_assistant.editor.plan.simulate.simulated_members import lost_flags, replication_of
from blueprint_assistant.editor.plan.simulate.value_equality import same_default
from blueprint_assistant.graph.catalog.declarations import function_of

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.draft import PlanDraft
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.model.blueprint import (
        Blueprint,
        Component,
        Function,
        Graph,
        Parameter,
        Variable,
    )

__all__ = ["MemberPlanBetween"]

_PROFILE = f"{BODY}CollisionProfileName"
_OF_PROFILE = (f"{BODY}CollisionEnabled", f"{BODY}CollisionResponseToAllChannels")
_CUSTOM = "Custom"
_USUAL_METADATA = frozenset({("Category", "Default"), ("Category", "")})


class MemberPlanBetween:
    """Brings the members to what is wanted. `missing` says what no step does, after the last approach."""

    def __init__(self, plan: PlanDraft, wanted: Blueprint) -> None:
        """`plan` takes the steps in."""
        self._plan = plan
        self._wanted = wanted
        self._is_last = False
        self._set: set[tuple[str, str]] = set()
        self._lost: list[str] = []
        self.made_anew: list[str] = []
        self.missing: list[str] = []

    def approach(self, *, is_last: bool) -> None:
        """Add the steps that are possible now; what is refused the last time is missing."""
        self._is_last = is_last
        self._remove()
        for variable in self._wanted.variables:
            self._bring_variable(variable)
        for component in _parents_first(self._wanted.components):
            self._bring_component(component)
        for graph in self._wanted.graphs:
            if graph.kind == "function":
                self._bring_function(graph)
        if is_last:
            self.missing += self._lost

    def _add(self, step: EditOperation) -> bool:
        """Take a step in; whether that was possible."""
        try:
            self._plan.change(step)
        except PlanError as error:
            if self._is_last:
                self.missing.append(error.what)
            return False
        return True

    def _add_anew(self, step: EditOperation, words: str) -> bool:
        is_added = self._add(step)
        if is_added:
            self.made_anew.append(words)
        return is_added

    # --- what goes -------------------------------------------------------------------------------

    def _remove(self) -> None:
        now, wanted = self._plan.blueprint, self._wanted
        steps: list[EditOperation] = [
            RemoveFunctionStep(graph.name)
            for graph in now.graphs
            if graph.kind == "function" and wanted.find_graph(graph.name) is None
        ]
        for variable in now.variables:
            if wanted.find_variable(variable.name) is None:
                is_dispatcher = variable.type.category == "mcdelegate"
                steps.append((RemoveDispatcherStep if is_dispatcher else RemoveVariableStep)(variable.name))
        steps += [
            RemoveComponentStep(item.name)
            for item in reversed(_parents_first(now.components))
            if wanted.find_component(item.name) is None and not item.is_inherited and item.name != SCENE_ROOT
        ]
        # A function that another one calls goes after it.
        while steps:
            left = [step for step in steps if not self._can_add(step)]
            if len(left) == len(steps):
                break
            steps = left
        for step in steps:
            self._add(step)

    def _can_add(self, step: EditOperation) -> bool:
        try:
            self._plan.change(step)
        except PlanError:
            return False
        return True

    # --- variables and dispatchers ---------------------------------------------------------------

    def _bring_variable(self, wanted: Variable) -> None:
        present = self._plan.members.find_variable(wanted.name)
        if wanted.type.category == "mcdelegate":
            if present is None:
                graph = self._wanted.find_graph(wanted.name)
                signature = None if graph is None else function_of(graph, self._wanted.path)
                inputs = () if signature is None else signature.inputs
                self._add_anew(AddDispatcherStep(wanted.name, inputs), f"event dispatcher {wanted.name}")
            return
        if present is None:
            step = AddVariableStep(wanted.name, wanted.type, wanted.default or None, wanted.category)
            if not self._add_anew(step, f"variable {wanted.name}"):
                return
            lost = lost_flags(wanted)
            if lost:
                self._lost.append(f"{', '.join(lost)} of {wanted.name} cannot be set from Python")
            present = self._plan.members.find_variable(wanted.name)
        if present is not None:
            self._change_variable(present, wanted)

    def _change_variable(self, present: Variable, wanted: Variable) -> None:
        if present.type != wanted.type and not self._add(ChangeVariableStep(wanted.name, type=wanted.type)):
            return
        has_value = wanted.type == present.type and same_default(
            self._plan.schema, wanted.type, present.default, wanted.default
        )
        replication = replication_of(wanted)
        step = ChangeVariableStep(
            wanted.name,
            default=None if has_value else wanted.default,
            category=wanted.category if wanted.category != present.category else None,
            is_instance_editable=_changed(present.is_instance_editable, wanted.is_instance_editable),
            is_exposed_on_spawn=_changed(present.is_exposed_on_spawn, wanted.is_exposed_on_spawn),
            replication=replication if replication != replication_of(present) else None,
        )
        if step != ChangeVariableStep(wanted.name):
            self._add(step)

    # --- components ------------------------------------------------------------------------------

    def _bring_component(self, wanted: Component) -> None:
        present = self._plan.members.find_component(wanted.name)
        if present is None and not wanted.is_inherited:
            is_root = not wanted.parent and wanted.name in {c.parent for c in self._wanted.components}
            step = AddComponentStep(wanted.name, wanted.class_path, wanted.parent, make_root=is_root)
            if not self._add_anew(step, f"component {wanted.name}"):
                return
            present = self._plan.members.find_component(wanted.name)
        if present is None:
            return
        if present.parent != wanted.parent and not wanted.is_inherited:
            self._add(
                AttachComponentStep(wanted.name, wanted.parent)
                if wanted.parent
                else MakeRootStep(wanted.name)
            )
        for name, value in _to_set(dict(present.properties), dict(wanted.properties)):
            # One setting of the collision makes the others unknown, so that they seem to be missing again.
            if (wanted.name, name) not in self._set and self._add(
                SetComponentPropertyStep(wanted.name, name, value)
            ):
                self._set.add((wanted.name, name))

    # --- functions -------------------------------------------------------------------------------

    def _bring_function(self, graph: Graph) -> None:
        wanted = function_of(graph, self._wanted.path)
        if wanted is None:
            return
        draft = self._plan.graph_drafts.get(graph.name)
        if draft is None:
            if not self._add_anew(_added(wanted), f"function {wanted.name}"):
                return
            lost = [name for name, value in wanted.metadata if (name, value) not in _USUAL_METADATA]
            if lost:
                self._lost.append(
                    f"{', '.join(lost)} of the function {wanted.name} cannot be set from Python"
                )
            draft = self._plan.graph_drafts[graph.name]
        present = function_of(draft.freeze(), self._wanted.path)
        if present is None or wanted.declared_in:
            return
        self._change_function(present, wanted)
        self._bring_locals(present, wanted)

    def _change_function(self, present: Function, wanted: Function) -> None:
        extra = _new_ones(wanted.inputs, present.inputs) + _new_ones(wanted.outputs, present.outputs)
        missing = _new_ones(present.inputs, wanted.inputs) + _new_ones(present.outputs, wanted.outputs)
        if extra or missing:
            self._take_out_calls(wanted.name)
        if extra:
            self._add(RemoveParametersStep(wanted.name, tuple(item.name for item in extra)))
        step = ChangeFunctionStep(
            wanted.name,
            _new_ones(present.inputs, wanted.inputs),
            tuple(replace(item, default="") for item in _new_ones(present.outputs, wanted.outputs)),
            is_pure=_changed(present.is_pure, wanted.is_pure),
            is_const=_changed(present.is_const, wanted.is_const),
            access=wanted.access if wanted.access != present.access else None,
        )
        if step != ChangeFunctionStep(wanted.name):
            self._add(step)

    def _take_out_calls(self, function: str) -> None:
        """Take out the calls of a function whose pins change; those that are wanted are made anew."""
        uses = list(function_uses(self._plan.blueprint, self._plan.graph_drafts, function))
        for graph in dict.fromkeys(graph for graph, _ in uses):
            self._add(RemoveNodesStep(graph, tuple(node.name for at, node in uses if at == graph)))

    def _bring_locals(self, present: Function, wanted: Function) -> None:
        known = {item.name.lower(): item for item in present.local_variables}
        asked = {item.name.lower(): item for item in wanted.local_variables}
        for name, variable in known.items():
            if name not in asked or asked[name].type != variable.type:
                if not self._add(RemoveLocalVariableStep(wanted.name, variable.name)):
                    continue
                known[name] = asked.get(name, variable)
                if name in asked:
                    self._add(_local(wanted.name, asked[name]))
        for name, variable in asked.items():
            if name not in known:
                self._add_anew(_local(wanted.name, variable), f"local variable {variable.name}")
            elif not same_default(self._plan.schema, variable.type, known[name].default, variable.default):
                self._add(ChangeLocalVariableStep(wanted.name, variable.name, variable.default))


def _to_set(present: dict[str, str], wanted: dict[str, str]) -> list[tuple[str, str]]:
    """The properties that are otherwise. A collision profile brings the settings that belong to it along."""
    changed = {name: value for name, value in wanted.items() if present.get(name) != value}
    profile = wanted.get(_PROFILE, _CUSTOM)
    if profile == _CUSTOM:
        changed.pop(_PROFILE, None)
    elif any(name in changed for name in (_PROFILE, *_OF_PROFILE)):
        for name in (_PROFILE, *_OF_PROFILE):
            changed.pop(name, None)
        changed[_PROFILE] = profile  # last: each of the others would make it Custom
    return list(changed.items())


def _local(function: str, variable: Variable) -> AddLocalVariableStep:
    return AddLocalVariableStep(function, variable.name, variable.type, variable.default or None)


def _added(wanted: Function) -> EditOperation:
    if wanted.declared_in:
        return OverrideFunctionStep(wanted.name)
    return AddFunctionStep(
        wanted.name,
        wanted.inputs,
        tuple(replace(item, default="") for item in wanted.outputs),
        is_pure=wanted.is_pure,
        is_const=wanted.is_const,
        access=wanted.access,
    )


def _changed(present: bool, wanted: bool) -> bool | None:
    return None if present == wanted else wanted


def _new_ones(present: tuple[Parameter, ...], wanted: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    known = {item.name.lower() for item in present}
    return tuple(item for item in wanted if item.name.lower() not in known)


def _parents_first(components: tuple[Component, ...]) -> list[Component]:
    """The components with those that they hang under before them."""
    by_name = {item.name: item for item in components}
    ordered: dict[str, Component] = {}

    def take(item: Component, depth: int = 0) -> None:
        parent = by_name.get(item.parent)
        if parent is not None and parent.name not in ordered and depth < len(components):
            take(parent, depth + 1)
        ordered.setdefault(item.name, item)

    for item in components:
        take(item)
    return list(ordered.values())
