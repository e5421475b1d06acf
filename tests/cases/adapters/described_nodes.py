"""Reads which node a case means by a few words. Outside uses read_description and spec_for_class.

`Print String behind BeginPlay`, `custom event Fire`, `the key SpaceBar`, `a Branch`, `K2Node_Knot`,
`a node of /Script/MyPlugin.K2Node_Fancy`, `MaterialGraphNode with a Constant3Vector inside`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.actions.nodes.node_fields import NodeFields
from blueprint_assistant.actions.nodes.node_resolution import choose_node
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.key_names import key_name
from blueprint_assistant.graph.catalog.name_lookup import fold_letters
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_classes import node_class
from cases.adapters.members import UnknownMemberError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

__all__ = ["DescribedNode", "ForeignNode", "read_description", "spec_for_class"]


@dataclass(frozen=True)
class ForeignNode:
    """A node of a class that the product has no kind for.

    `holder` is the property that names what is inside.
    """

    class_path: str
    is_in_flow: bool = True
    holder: str = ""
    inner_class: str = ""

    @property
    def class_name(self) -> str:
        """The class without its module."""
        return self.class_path.rpartition(".")[2]


@dataclass(frozen=True)
class DescribedNode:
    """A node, and the one that leads to it, where one is said. One that `is_alone` has no links."""

    node: AnyNodeSpec | ForeignNode
    behind: AnyNodeSpec | ForeignNode | None = None
    is_alone: bool = False


@dataclass(frozen=True)
class _ForeignGraph:
    """Nodes of other graphs than Blueprints': where their classes are, and what they hold."""

    module: str
    holder: str
    inner_prefix: str


_FOREIGN_GRAPHS = {
    "MaterialGraphNode": _ForeignGraph(
        "/Script/UnrealEd", "MaterialExpression", "/Script/Engine.MaterialExpression"
    ),
    "NiagaraNode": _ForeignGraph("/Script/NiagaraEditor", "FunctionScript", "/Script/Niagara.Niagara"),
    "PCGEditorGraphNode": _ForeignGraph("/Script/PCGEditor", "PCGNode", "/Script/PCG.PCG"),
    "BehaviorTreeGraphNode": _ForeignGraph(
        "/Script/BehaviorTreeEditor", "NodeInstance", "/Script/AIModule.BTTask_"
    ),
    "SoundCueGraphNode": _ForeignGraph("/Script/AudioEditor", "SoundNode", "/Script/Engine.SoundNode"),
    "EnvironmentQueryGraphNode": _ForeignGraph(
        "/Script/EnvironmentQueryEditor", "NodeInstance", "/Script/AIModule.Env"
    ),
}
_BEHIND = re.compile(
    r"\s+(?:that stands |that is |linked |standing )?(?:behind|after|following|under|led to by)\s+",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"\s+(?:with(?:out)? (?:nothing|anything) \w+(?: it)?|alone|not linked|that is not linked)$",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"^(?P<outer>\w+)\s+with\s+(?:an?\s+|the\s+)?(?P<inner>[\w/.]+)\s+inside(?:\s+it)?$", re.IGNORECASE
)
_CLASS_PATH = re.compile(r"/Script/\w+\.\w+")
_CLASS_NAME = re.compile(r"\b(?:K2Node|EdGraphNode|AnimGraphNode)_\w+|\b\w+GraphNode\w*|\bNiagaraNode\w*")
_ARTICLE = re.compile(r"^(?:an?|the|one)\s+", re.IGNORECASE)


def _key(text: str) -> str:
    """A key by its name in texts or on screen."""
    wanted = fold_letters(text or "SpaceBar")
    keys = default_catalog().keys
    return next((key for key in keys if wanted in (fold_letters(key), fold_letters(key_name(key)))), text)


_BY_CLASS: dict[str, Callable[[str], AnyNodeSpec]] = {
    "K2Node_IfThenElse": lambda _: BranchSpec(),
    "K2Node_ExecutionSequence": lambda _: SequenceSpec(),
    "K2Node_Event": lambda rest: EventSpec(rest or "ReceiveBeginPlay"),
    "K2Node_CustomEvent": lambda rest: CustomEventSpec(rest or "Fire"),
    "K2Node_InputKey": lambda rest: kinds.InputKeySpec(_key(rest)),
    "K2Node_InputDebugKey": lambda rest: kinds.InputKeySpec(_key(rest), is_debug=True),
    "K2Node_InputAction": lambda rest: kinds.InputActionSpec(rest or "Jump"),
    "K2Node_InputAxisEvent": lambda rest: kinds.InputAxisSpec(rest or "MoveForward"),
    "K2Node_InputAxisKeyEvent": lambda rest: kinds.InputKeyAxisSpec(rest or "MouseX"),
    "K2Node_Knot": lambda _: kinds.KnotSpec(),
    "K2Node_Self": lambda _: kinds.SelfSpec(),
    "K2Node_Timeline": lambda rest: kinds.TimelineSpec(rest or "Timeline"),
    "K2Node_MultiGate": lambda _: kinds.MultiGateSpec(),
    "K2Node_DynamicCast": lambda rest: kinds.CastSpec(rest or "/Script/Engine.Character"),
    "K2Node_SpawnActorFromClass": kinds.SpawnActorSpec,
    "K2Node_CallFunction": lambda rest: CallFunctionSpec(
        rest or "/Script/Engine.KismetSystemLibrary:PrintString"
    ),
    "EdGraphNode_Comment": lambda rest: kinds.CommentSpec(rest or "Comment"),
}
"""Nodes by class; what else the description says of it is its name."""

_WORDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^custom event(?: node)?\s*(?P<rest>.*)$", re.IGNORECASE), "K2Node_CustomEvent"),
    (re.compile(r"^(?:debug key)(?: node)?\s*(?P<rest>.*)$", re.IGNORECASE), "K2Node_InputDebugKey"),
    (re.compile(r"^(?:input ?action)(?: node)?\s*(?P<rest>.*)$", re.IGNORECASE), "K2Node_InputAction"),
    (re.compile(r"^(?:input ?axis)(?: node)?\s*(?P<rest>.*)$", re.IGNORECASE), "K2Node_InputAxisEvent"),
    (
        re.compile(r"^(?:input ?|keyboard )?key(?: event| node)?\s*(?P<rest>.*)$", re.IGNORECASE),
        "K2Node_InputKey",
    ),
    (re.compile(r"^(?:comment(?: box)?)\s*(?P<rest>.*)$", re.IGNORECASE), "EdGraphNode_Comment"),
    (re.compile(r"^(?:reroute|knot)(?: node)?(?P<rest>)$", re.IGNORECASE), "K2Node_Knot"),
)


def read_description(text: str, scope: NodeScope) -> DescribedNode:
    """The node that is meant. Raises UnknownMemberError where it is no node that can be made."""
    wanted, *behind = _BEHIND.split(_ALONE.sub("", text.strip()), maxsplit=1)
    is_alone = _ALONE.search(text.strip()) is not None
    return DescribedNode(_node(wanted, scope), _node(behind[0], scope) if behind else None, is_alone)


def _node(text: str, scope: NodeScope) -> AnyNodeSpec | ForeignNode:
    text = _ARTICLE.sub("", text.strip()).strip(" .")
    inside = _INSIDE.match(text)
    if inside:
        return _with_inside(inside["outer"], inside["inner"])
    path = _CLASS_PATH.search(text)
    name = _CLASS_NAME.search(text)
    if path or name:
        return _of_class(path[0] if path else name[0], text)  # type: ignore[index]
    widget = re.fullmatch(r"(\w+) widget|widget (\w+)", text, re.IGNORECASE)
    if widget:
        return ForeignNode(f"/Script/UMG.{widget[1] or widget[2]}", is_in_flow=False)
    for pattern, class_name in _WORDS:
        found = pattern.match(text)
        if found:
            return _BY_CLASS[class_name](_quoted(found["rest"]))
    return _titled(re.sub(r"\s+node$", "", text, flags=re.IGNORECASE), scope)


def spec_for_class(
    class_name: str, title: str, facts: Mapping[str, str], scope: NodeScope
) -> AnyNodeSpec | ForeignNode:
    """The node of a class that a title, and what else a case says, describe."""
    named = facts.get("function")
    if named:
        return CallFunctionSpec(scope.catalog.find_function(named, scope.owner.parent_class).path)
    found = list(_candidates(title, scope, facts)) if title else []
    fitting = [spec for spec in found if _is_of_class(spec, class_name, scope)]
    if fitting or found:
        return (fitting or found)[0]
    if class_name == "K2Node_CallFunction":
        raise UnknownMemberError(f"no function is known as {title!r}")
    return _of_class(class_name, class_name)


def _is_of_class(spec: AnyNodeSpec, class_name: str, scope: NodeScope) -> bool:
    """Whether a spec makes such a node. Calls of some functions have classes of their own."""
    if isinstance(spec, CallFunctionSpec) and class_name == "K2Node_CallFunction":
        return True
    return node_class(spec, scope.catalog).rpartition(".")[2] == class_name


def _quoted(text: str) -> str:
    """A name without what stands around it."""
    return re.sub(r"^(?:named|called|of|for)\s+", "", text.strip()).strip("\"'`")


def _of_class(named: str, text: str) -> AnyNodeSpec | ForeignNode:
    class_name = named.rpartition(".")[2]
    if class_name in _BY_CLASS:
        rest = re.sub(r"^(?:node|of|named|called)\b", "", text.replace(named, "").strip()).strip()
        return _BY_CLASS[class_name]("" if rest in ("node of", "node", "of") else _quoted(rest))
    foreign = _foreign_graph(class_name)
    if foreign is not None:
        return ForeignNode(named if "/" in named else f"{foreign.module}.{class_name}", is_in_flow=False)
    path = named if "/" in named else f"/Script/BlueprintGraph.{class_name}"
    return ForeignNode(path, is_in_flow="K2Node" in class_name)


def _foreign_graph(class_name: str) -> _ForeignGraph | None:
    return next((kind for start, kind in _FOREIGN_GRAPHS.items() if class_name.startswith(start)), None)


def _with_inside(outer: str, inner: str) -> ForeignNode:
    kind = _foreign_graph(outer)
    if kind is None:
        raise UnknownMemberError(f"no {outer} is known that has something inside")
    last = kind.inner_prefix.rpartition(".")[2]
    path = inner if "/" in inner else f"{kind.inner_prefix}{inner.removeprefix(last)}"
    return ForeignNode(f"{kind.module}.{outer}", is_in_flow=False, holder=kind.holder, inner_class=path)


# --- by the names that the editor shows ------------------------------------------------------------


def _titled(text: str, scope: NodeScope) -> AnyNodeSpec:
    """An event or a function by name, else whatever the product's own search finds for the words."""
    for found in _candidates(text, scope, {}):
        return found
    variable = re.fullmatch(r"(get|set)\s+(\w+)(?:\s+variable)?", text, re.IGNORECASE)
    if variable:
        return (VariableGetSpec if variable[1].lower() == "get" else VariableSetSpec)(variable[2])
    raise UnknownMemberError(f"no node is known as {text!r}")


def _candidates(text: str, scope: NodeScope, facts: Mapping[str, str]) -> Iterator[AnyNodeSpec]:
    finders: tuple[Callable[[], AnyNodeSpec], ...] = (
        lambda: EventSpec(_event(text, scope)),
        lambda: CallFunctionSpec(scope.catalog.find_function(text, scope.owner.parent_class).path),
        lambda: choose_node(NodeFields(node_type=text, **_fields(facts)), scope),
    )
    if not re.match(r"^(?:event\s+)?\w+$", text, re.IGNORECASE):
        finders = (*finders[1:], finders[0])
    for find in finders:
        try:
            yield find()
        except (AssistantError, LookupError):
            continue


def _fields(facts: Mapping[str, str]) -> dict[str, str]:
    ours = {"component": "component_name", "target_class": "target_class"}
    return {ours[key]: value for key, value in facts.items() if key in ours}


def _event(text: str, scope: NodeScope) -> str:
    return scope.catalog.find_event(text, scope.owner.parent_class).name
