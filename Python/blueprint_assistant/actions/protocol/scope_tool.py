"""The tool that chooses what the others work on (BC-010 to BC-015). Outside uses BluecodeSetFunction."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pydantic import Field

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.protocol.answers import ProtocolAction, answered
from blueprint_assistant.actions.protocol.target_resolution import (
    ProtocolTarget,
    UnknownTargetError,
    resolve_target,
)
from blueprint_assistant.actions.tools.write_graph import WriteGraph
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.compare.revision import revision

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BadTargetError", "BluecodeSetFunction"]

_HEAD: Final = re.compile(
    r"(?:(?P<word>func|function|def|event|on)\s+)?(?P<name>\w+(?:\.\w+)?)\s*(?P<rest>\([^\n]*)?",
    re.IGNORECASE,
)
_FUNCTION_WORDS: Final = ("func", "function", "def")


class BadTargetError(ToolError):
    """A target is no name that anything could have."""

    code = "bad_target"


class BluecodeSetFunction(ProtocolAction):
    """Choose the function, event, graph or component that the other tools mean when target is left out.
    Changes nothing, unless create is true and it is missing.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "bluecode_set_function"
    effect: ClassVar[Effect] = "mutate"
    since: ClassVar[str] = "5.6"
    by_hand_since: ClassVar[str] = "5.6"
    other_names: ClassVar[tuple[str, ...]] = ("set_edit_function",)

    create: bool = Field(default=False, description="true makes a missing function or event")

    def answer(self, context: ActionContext) -> ActionResult:
        """Look it up, make it where that is asked for, and remember it. Refused, the old one stays."""
        try:
            return self._chosen(context, resolve_target(context, self.target))
        except UnknownTargetError as error:
            owner, name = error.owner, error.text
            component = owner.find_component(name)
            if component is not None:
                context.scope.choose(owner.path, component.name)
                return answered(
                    {"ok": True, "target": f"{owner.path}:{component.name}", **_active(context)}, owner
                )
            if not self.create:
                fix = "With create=true it is made."
                raise UnknownTargetError(name, owner, error.candidates, fix) from error
        made = _made(context, owner, name)
        return self._chosen(context, resolve_target(context, f"{owner.path}:{name}"), made)

    def _chosen(
        self, context: ActionContext, target: ProtocolTarget, made: ActionResult | None = None
    ) -> ActionResult:
        """Make a target the active one. A component stays active within its Blueprint (BC-010)."""
        scope = context.scope
        kept = scope.component if scope.asset.lower() == target.owner.path.lower() else ""
        scope.choose(target.owner.path, target.component or kept, target.spelled)
        answer = {
            "ok": True,
            "target": target.text,
            **_active(context),
            "kind": "graph" if target.place is None else target.place.kind,
            "base_revision": str(revision(target.graph)),
            "created": made is not None,
        }
        if made is None:
            return answered(answer, target.owner)
        if not made.ok:  # it is there; what does not compile may be anything in the Blueprint
            answer["notes"] = made.text.splitlines()
        return replace(answered(answer, target.owner), has_changed=made.has_changed)


def _active(context: ActionContext) -> dict[str, Any]:
    scope = context.scope
    return {"active": {"asset": scope.asset, "component": scope.component, "function": scope.function}}


def _made(context: ActionContext, owner: Blueprint, text: str) -> ActionResult:
    """Make a missing function or event by the words of a target (BC-015). Raises AssistantError."""
    head = _HEAD.fullmatch(text)
    if head is None:
        raise BadTargetError(
            f"'{text[:80]}' is no name of a function or event.", "Write a name like Open or Box.OnClicked."
        )
    word, name, rest = (head["word"] or "").lower(), head["name"], head["rest"] or "()"
    if "." in name:
        code = f"on {name}():"
    elif word in _FUNCTION_WORDS or "->" in rest:
        code = f"func {name}{rest}:"
    else:
        code = _event(context, owner, name) or f"{'event' if word else 'func'} {name}{rest}:"
    return WriteGraph(blueprint=owner.path, code=f"{code}\n  pass\n", mode="union").run(context)


def _event(context: ActionContext, owner: Blueprint, name: str) -> str:
    """The entry of the parent class's event of that name; empty for none."""
    try:
        found = catalog_of(context, owner).find_event(name, owner.parent_class)
    except AssistantError:
        return ""
    return "" if found.opens_function else f"on {found.name}():"
