"""What values are made from, and what statements change of it: tokens that both share. Part of `lower`.

A pure node works its value out whenever an executed node asks for it. What it reads may be another then: a
variable, the state of the world, the time, chance. Outside uses `reads_of`, `effects_of` and `may_change`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import words_of
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableGetSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = [
    "ANY",
    "CHANCE",
    "STEP",
    "WAIT",
    "WORLD",
    "Tokens",
    "effects_of",
    "may_change",
    "reads_of",
    "variable",
]

Tokens = frozenset[str]

ANY: Final = "any"
"""Code of the Blueprint or another one: it may read and change anything."""
CHANCE: Final = "chance"
NOW: Final = "now"
STEP: Final = "step"
"""Something was executed."""
TIME: Final = "time"
"""The time of the frame: another one only after a wait."""
WAIT: Final = "wait"
WORLD: Final = "world"

_NONE: Final[Tokens] = frozenset()
_ENGINE: Final = "/Script/Engine"
_PLAIN: Final = frozenset(
    f"{_ENGINE}.{name}Library"
    for name in (
        *("KismetMath", "KismetString", "KismetText", "KismetArray", "BlueprintSet", "BlueprintMap"),
        *("KismetInput", "BlueprintPath"),
    )
)
_CONTAINERS: Final = frozenset(
    f"{_ENGINE}.{name}Library" for name in ("KismetArray", "BlueprintSet", "BlueprintMap")
)
_CHANCE: Final = frozenset({"random", "shuffle", "guid"})
_NOW: Final = frozenset({"now", "today"})
_TIME: Final = frozenset({"time", "seconds"})
_MACROS: Final = "/Engine/EditorBlueprintResources/"
_OBJECTS: Final = frozenset({"object", "class", "interface"})
_TELLING: Final = (
    *("Print", "Log", "DrawDebug", "PlaySound", "SpawnSound", "PlayDialogue", "SpawnEmitter", "SetTimer"),
    *("K2_SetTimer", "K2_ClearTimer", "K2_PauseTimer", "K2_UnPauseTimer", "ClearTimer", "SetText"),
    *("SetScalarParameter", "SetVectorParameter", "SetTextureParameter", "SpawnSystem", "ClientPlay"),
    *("ClientStartCameraShake", "PlayWorldCameraShake", "AddMovementInput", "AddController"),
)
"""How functions begin that change nothing which another node reads."""


def variable(name: str) -> str:
    """The token of a variable of the Blueprint or function."""
    return f"variable {name.lower()}"


def _member(name: str) -> str:
    return f"member {name.lower()}"


def may_change(reads: Tokens, effects: Tokens) -> bool:
    """Whether what was read may be another after something was done."""
    if not reads or not effects:
        return False
    if WAIT in effects or (ANY in effects and reads - {TIME, CHANCE}):
        return True
    if ANY in reads and effects - {STEP}:
        return True
    return bool(reads & effects) or (NOW in reads and STEP in effects)


# --- reading -------------------------------------------------------------------------------------


def reads_of(node: Node, owner: Blueprint, catalog: Catalog) -> Tokens:
    """What a node without exec pins reads beside its inputs."""
    match any_spec_of(node):
        case VariableGetSpec(name):
            if owner.find_component(name) is not None:
                return _NONE
            is_own = owner.find_variable(name) is not None
            if not is_own and any(
                pin.type.category in _OBJECTS for pin in node.pins if pin.direction == "output"
            ):
                return _NONE  # what the engine gives an actor once: its root, its mesh
            return frozenset({variable(name)} if is_own else {variable(name), WORLD})
        case kinds.LocalVariableGetSpec(_, name):
            return frozenset({variable(name)})
        case kinds.OtherVariableGetSpec(_, name):
            return frozenset({_member(name), WORLD})
        case CallFunctionSpec(function):
            return _call_reads(node, catalog.function(function))
        case kinds.MacroSpec() | kinds.MessageSpec():
            return frozenset({ANY})
        case None:
            return frozenset({WORLD})
        case _:
            return _NONE


def _call_reads(node: Node, info: FunctionInfo | None) -> Tokens:
    if info is None or not info.class_path.startswith("/Script/"):
        return frozenset({ANY})
    words = set(words_of(info.name))
    if words & _CHANCE and "stream" not in words:
        return frozenset({CHANCE})
    if words & _NOW:
        return frozenset({NOW})
    if info.class_path in _PLAIN:
        return _NONE
    results = [pin.type for pin in node.pins if pin.direction == "output"]
    if any(kind.category in _OBJECTS and kind.container == "none" for kind in results):
        return _NONE
    if words & _TIME and info.is_static:
        return frozenset({TIME})
    return frozenset({WORLD})


# --- changing ------------------------------------------------------------------------------------


def effects_of(node: Node, given: Iterable[Node], catalog: Catalog) -> Tokens:
    """What a node with exec pins may change. `given` are the nodes that its data inputs are linked to."""
    match any_spec_of(node):
        case VariableSetSpec(name):
            return frozenset({variable(name), STEP})
        case kinds.LocalVariableSetSpec(_, name):
            return frozenset({variable(name), STEP})
        case kinds.OtherVariableSetSpec(_, name):
            return frozenset({_member(name), WORLD, STEP})
        case CallFunctionSpec(function):
            return _call_effects(catalog.function(function), given)
        case kinds.DelegateSpec(action):
            return frozenset({ANY, STEP}) if action == "call" else frozenset({STEP})
        case kinds.MacroSpec(path):
            return frozenset({STEP}) if path.startswith(_MACROS) else frozenset({ANY, WAIT, STEP})
        case kinds.MessageSpec() | kinds.MenuNodeSpec() | None:
            return frozenset({ANY, STEP})
        case kinds.TimelineSpec() | kinds.AsyncTaskSpec() | kinds.AsyncActionSpec():
            return frozenset({WAIT, STEP})
        case kinds.SpawnActorSpec():
            return frozenset({WORLD, STEP})
        case _:
            return frozenset({STEP})


def _call_effects(info: FunctionInfo | None, given: Iterable[Node]) -> Tokens:
    if info is None or not info.class_path.startswith("/Script/") or "Damage" in info.name:
        return frozenset({ANY, STEP})
    if info.is_latent:
        return frozenset({WAIT, STEP})
    if info.class_path in _CONTAINERS:
        return frozenset({STEP, *(token for node in given for token in _container(node))})
    if info.name.startswith(_TELLING):
        return frozenset({STEP})
    return frozenset({WORLD, STEP})


def _container(node: Node) -> tuple[str, ...]:
    """The variable that a node gets, for a function that changes it in place."""
    match any_spec_of(node):
        case VariableGetSpec(name) | kinds.LocalVariableGetSpec(_, name):
            return (variable(name),)
        case kinds.OtherVariableGetSpec(_, name):
            return _member(name), WORLD
        case _:
            return ()
