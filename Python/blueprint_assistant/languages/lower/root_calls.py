"""Builds calls of physics on an actor, which mean its root component. Part of `call_lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.root_body import (
    ACTOR,
    BODY_CLASS,
    body_function,
    named_function,
    root_component,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.languages.ast.syntax_tree import Identifier
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.lower.unknown_calls import UnknownCallError

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Component
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["RootCalls"]

_ROOT_OF = "/Script/Engine.Actor:K2_GetRootComponent"


class RootCalls:
    """Finds the root that a call of physics is meant for."""

    def __init__(self, feeder: ExpressionLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._known: dict[str, FunctionInfo | None] = {}

    def own_root(self, name: str) -> tuple[Output, FunctionInfo] | None:
        """The root of the Blueprint itself, and the function; None for what is no physics of an actor.

        Raises UnknownCallError where the root has no body, or another component does it in its own way.
        """
        owner, catalog = self._feeder.scope.owner, self._feeder.catalog
        info = self._body_function(name)
        if info is None or not catalog.is_child_of(owner.parent_class, ACTOR):
            return None
        root = root_component(owner, catalog)
        bodies = [item for item in owner.components if catalog.is_child_of(item.class_path, BODY_CLASS)]
        if root is None or root not in bodies:
            kind = "none" if root is None else f"a {root.class_path.rpartition('.')[2].removesuffix('_C')}"
            place = "" if root is None else f" {root.name}"
            raise UnknownCallError(
                f"{info.name} moves the body of an actor's root, and the root{place} of {owner.name} "
                f"is {kind}.",
                _on_which(info, bodies) or "Give it a root that has one: component Mesh: StaticMesh as root",
                [f"{item.name}.{info.name}" for item in bodies],
            )
        others = [item for item in owner.components if item not in bodies and self._has(item, name)]
        if others:
            choice = [*others, root]
            raise UnknownCallError(
                f"{info.name} is a function of {' and of '.join(item.name for item in choice)}.",
                _on_which(info, choice),
                [f"{item.name}.{info.name}" for item in choice],
            )
        return self._feeder.output(Identifier(root.name)), info

    def root_of(self, target: Output, class_path: str, name: str) -> tuple[Output, FunctionInfo] | None:
        """The root of another actor, as a body; None for what is no physics of an actor."""
        feeder = self._feeder
        info = self._body_function(name)
        if info is None or not feeder.catalog.is_child_of(class_path, ACTOR):
            return None
        key = feeder.builder.add(CallFunctionSpec(_ROOT_OF))
        feeder.connect(target, (key, "self"))
        return feeder.settled(Output(key)), info

    def _body_function(self, name: str) -> FunctionInfo | None:
        """The function of bodies of a name, which is looked for once."""
        if name not in self._known:
            self._known[name] = body_function(self._feeder.catalog, name)
        return self._known[name]

    def _has(self, component: Component, name: str) -> bool:
        return named_function(self._feeder.catalog, name, component.class_path) is not None


def _on_which(info: FunctionInfo, components: list[Component]) -> str:
    words = " or ".join(f"{item.name}.{info.name}" for item in components)
    return f"Say of which component: {words}." if words else ""
