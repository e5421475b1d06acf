"""Brings a sandbox project into the state that a case describes.

Outside uses bring_to, is_blueprint_kind and named_items.

Descriptions are short or long: a name alone, a name with its type, or an object that says more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.project_lookup import find_class
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep, CreateBlueprintStep
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.graph.model.blueprint import Parameter
from cases.adapters.case_nodes import add_nodes
from cases.adapters.editor_state import is_editor_state
from cases.adapters.members import SetUpError, UnknownMemberError, as_list, require_known

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cases.adapters.desk import Desk

__all__ = ["BLUEPRINT_FACTS", "bring_to", "is_blueprint_kind", "named_items"]

_GAME = "/Game/"
_ACTOR = "/Script/Engine.Actor"
_STATE = ("blueprints", "assets", "other_assets", "fake")
BLUEPRINT_FACTS = (
    *("parent_class", "parent", "graphs", "variables", "compiled_variables", "components"),
    *("functions", "dispatchers", "code", "read_only", "saved"),
)
"""What a case may say of one Blueprint. Whether its variables were compiled the sandbox knows by itself."""


def bring_to(desk: Desk, state: Mapping[str, Any]) -> None:
    """Make the Blueprints and other assets of a state. What the editor is doing is no part of that."""
    require_known(state, (*_STATE, *(name for name in state if is_editor_state(name))), "the state")
    for path, kind in _assets(state):
        desk.project.sandbox.other_assets[path] = kind
    blueprints = _blueprints(state)
    _create(desk, blueprints)
    for path, described in blueprints.items():
        require_known(described, BLUEPRINT_FACTS, path)
        _add_members(desk, path, described)
    for path, described in blueprints.items():
        add_nodes(desk, path, described.get("graphs", {}))
        for code in as_list(described.get("code")):
            result = desk.call_unseen("write_graph", {"blueprint": path, "code": code})
            if not result.ok:
                raise SetUpError(f"the code of {path} was refused: {result.text}")
        if described.get("saved"):
            desk.editor.save(path)
        if described.get("read_only"):
            desk.project.sandbox.switches.read_only_packages.add(path)


def _long(described: Any) -> Mapping[str, Any]:
    """The description of a Blueprint; a text alone is its parent class."""
    return {"parent_class": described} if isinstance(described, str) else described


def _assets(state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Assets that are no Blueprints, with their class paths."""
    for path, described in {**state.get("other_assets", {}), **state.get("assets", {})}.items():
        kind = _kind_of(described)
        # In the sandbox Blueprints can be made below /Game alone; those of plugins are only listed.
        if not is_blueprint_kind(kind) or not path.startswith(_GAME):
            yield path.partition(".")[0], kind if "/" in kind else f"/Script/Engine.{kind}"


def _kind_of(described: Any) -> str:
    return str(described.get("class", "")) if isinstance(described, dict) else str(described)


def is_blueprint_kind(described: Any) -> bool:
    """Whether an asset of a case is a Blueprint of some kind: `Blueprint`, `WidgetBlueprint`."""
    return _kind_of(described).rpartition(".")[2].endswith("Blueprint")


_PARENTS = {
    "WidgetBlueprint": "/Script/UMG.UserWidget",
    "EditorUtilityWidgetBlueprint": "/Script/UMG.UserWidget",
}
"""What Blueprints of a kind derive from where the case does not say it."""


def _blueprints(state: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The Blueprints of a state, whichever member names them."""
    found = {
        path.partition(".")[0]: {"parent_class": _PARENTS.get(_kind_of(described), _ACTOR)}
        for path, described in {**state.get("other_assets", {}), **state.get("assets", {})}.items()
        if is_blueprint_kind(described) and path.startswith(_GAME)
    }
    return {**found, **{path: _long(described) for path, described in state.get("blueprints", {}).items()}}


# --- Blueprints --------------------------------------------------------------------------------


def _create(desk: Desk, blueprints: Mapping[str, Mapping[str, Any]]) -> None:
    """Create them, parents first."""
    waiting = dict(blueprints)
    while waiting:
        ready = {path: parent for path in waiting if (parent := _parent(desk, waiting[path], waiting))}
        if not ready:
            raise UnknownMemberError(f"no parent class for {', '.join(waiting)}")
        for path, parent in ready.items():
            desk.apply(path, CreateBlueprintStep(parent))
            del waiting[path]


def _parent(desk: Desk, described: Mapping[str, Any], waiting: Mapping[str, Mapping[str, Any]]) -> str:
    """The path of the parent class; empty while that is a Blueprint which is not made yet."""
    text = described.get("parent_class") or described.get("parent") or _ACTOR
    name = text.rpartition("/")[2].partition(".")[0].removesuffix("_C").lower()
    if any(path.rpartition("/")[2].lower() == name for path in waiting):
        return ""
    return find_class(desk.context, text)


def _add_members(desk: Desk, path: str, described: Mapping[str, Any]) -> None:
    for name, facts in named_items(described.get("variables"), "type"):
        kind = find_type(desk.context, facts.get("type") or "float")
        default = facts.get("default", facts.get("value"))
        text = None if default is None else typed_text(desk.context, kind, default)
        desk.apply(path, AddVariableStep(name, kind, text))
    for name, facts in named_items(described.get("components"), "class"):
        _add_component(desk, path, name, facts)
    for name, facts in named_items(described.get("functions"), "inputs"):
        inputs, outputs = (_parameters(desk, facts.get(side)) for side in ("inputs", "outputs"))
        desk.apply(path, AddFunctionStep(name, inputs=inputs, outputs=outputs))
    for name, facts in named_items(described.get("dispatchers"), "inputs"):
        desk.apply(path, AddDispatcherStep(name, _parameters(desk, facts.get("inputs"))))


def _add_component(desk: Desk, path: str, name: str, facts: Mapping[str, Any]) -> None:
    require_known(facts, ("name", "class", "type", "parent", "root", "properties"), f"component {name}")
    kind = find_class(desk.context, facts.get("class") or facts["type"], "/Script/Engine.ActorComponent")
    is_root = bool(facts.get("root"))
    desk.apply(path, AddComponentStep(name, kind, facts.get("parent") or "", make_root=is_root))
    for key, value in (facts.get("properties") or {}).items():
        text = value if isinstance(value, str) else str(value)
        desk.apply(path, SetComponentPropertyStep(name, key, text))


def _parameters(desk: Desk, described: Any) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(name, find_type(desk.context, facts["type"]))
        for name, facts in named_items(described, "type")
    )


def named_items(described: Any, second: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Names with what is said of them. `second` is what stands beside a name where that is a plain value.

    `{"Health": "float"}`, `[["Health", "float", 5]]`, `["Health"]` and `[{"name": "Health", …}]` are read.
    """
    if isinstance(described, dict):
        pairs: list[tuple[str, Any]] = list(described.items())
    else:
        pairs = [_pair(item, second) for item in as_list(described)]
    for name, facts in pairs:
        yield name, facts if isinstance(facts, dict) else {second: facts}


def _pair(item: Any, second: str) -> tuple[str, Any]:
    if isinstance(item, dict):
        return item["name"], item
    if isinstance(item, list | tuple):
        name, *rest = item
        return name, dict(zip((second, "default"), rest, strict=False))
    return item, {}
