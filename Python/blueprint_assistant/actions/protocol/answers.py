"""What the tools of the BlueCode protocol share: their target and their answers as JSON.

Outside uses ProtocolAction, answered and refused. Every answer is one JSON object; a refusal has
`error_code`, `error` and what helps (1.18), whatever went wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult
from blueprint_assistant.actions.manual_steps import UnfinishedError
from blueprint_assistant.actions.program.conflict_notes import conflict_fields
from blueprint_assistant.actions.program.statement_faults import NotWrittenError, faults_of
from blueprint_assistant.actions.protocol.target_resolution import resolve_target
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores
from blueprint_assistant.languages.merge.program_plan import RevisionConflictError
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["TARGET_ALIASES", "ProtocolAction", "answered", "joined_target", "refused", "target_of"]

_ASSETS = ("asset", "assetpath", "blueprint", "blueprintpath", "target")
_FUNCTIONS = ("function", "functionname", "event", "eventname", "graph", "graphname")
TARGET_ALIASES: Mapping[str, str] = {
    **dict.fromkeys(("asset", "asset_path", "blueprint", "blueprint_path"), "target"),
    **dict.fromkeys(("function", "function_name", "event", "event_name", "graph", "graph_name"), "target"),
}


class ProtocolAction(Action):
    """A tool of the protocol. Subclasses implement `answer`; what it raises becomes a refusal as JSON."""

    aliases: ClassVar[Mapping[str, str]] = TARGET_ALIASES

    target: str = Field(default="", description="Asset:Function, Asset:Component.Event; empty: active one")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """See joined_target."""
        return joined_target(parameters)

    def run(self, context: ActionContext) -> ActionResult:
        """Answer; what is wrong is a refusal, what was done in part says so. Raises nothing."""
        try:
            return self.answer(context)
        except UnfinishedError as error:
            return replace(refused(error, error.blueprint), has_changed=True)
        except AssistantError as error:
            return refused(error)

    def answer(self, context: ActionContext) -> ActionResult:
        """The answer. Raises AssistantError when it cannot be given; nothing is changed then."""
        raise NotImplementedError


def joined_target(parameters: dict[str, Any]) -> dict[str, Any]:
    """Parameters in which an asset and a function that stand apart are one target."""
    words = {fold_underscores(key): key for key in parameters}
    asset = next((words[word] for word in _ASSETS if word in words), None)
    function = next((words[word] for word in _FUNCTIONS if word in words), None)
    if asset is None or function is None:
        return parameters
    pair = (parameters[asset], parameters[function])
    if not all(isinstance(item, str) and item for item in pair):
        return parameters
    kept = {key: value for key, value in parameters.items() if key not in (asset, function)}
    return kept | {"target": pair[1] if ":" in pair[1] else ":".join(pair)}


def target_of(context: ActionContext, target: str) -> tuple[Blueprint, Graph]:
    """The Blueprint and graph of a target; nothing is changed by looking (BC-015)."""
    found = resolve_target(context, target)
    return found.owner, found.graph


def answered(fields: Mapping[str, Any], owner: Blueprint | None = None, *, ok: bool = True) -> ActionResult:
    """An answer of the protocol."""
    return ActionResult(ok=ok, text=json.dumps(fields, ensure_ascii=False), blueprint=owner)


def refused(
    error: AssistantError, owner: Blueprint | None = None, more: Mapping[str, Any] | None = None
) -> ActionResult:
    """The error with its code, line, candidates and remedy (1.18), and `more` fields of the tool's own."""
    cause = error.__cause__ if isinstance(error, NotWrittenError) else None
    origin = getattr(cause, "error", cause) or error
    faults = faults_of(error)
    answer: dict[str, Any] = {"ok": False, **faults[0].fields()}
    if len(faults) > 1:
        answer["errors"] = [fault.fields() for fault in faults]
    answer.setdefault("suggested_fix", error.fix)
    if isinstance(origin, RevisionConflictError):
        answer |= {"expected_revision": origin.expected, "actual_revision": origin.actual}
    if isinstance(origin, MergeConflictError):
        answer["conflicts"] = [conflict_fields(one) for one in origin.conflicts]
    return answered(answer | dict(more or {}), owner, ok=False)
