"""Runs the calls of one reply, one after the other. Outside uses CallRunner.

Every call gets exactly one result: run, refused, the same as an earlier one, or not run
because of Stop.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.conversation.events import ToolFinished, ToolStarted
from blueprint_assistant.conversation.guards import call_key
from blueprint_assistant.providers.base import ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blueprint_assistant.actions.base import ActionContext, Remedy
    from blueprint_assistant.actions.registry import ActionRegistry
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.state import ConversationState
    from blueprint_assistant.providers.base import CancelToken, ToolCall

__all__ = ["CallRunner", "Outcome"]

_log = logging.getLogger(__name__)

_STOPPED = "not run: stopped by the user."


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of all calls, in the order of the calls.

    `remedies` are those of the last call, where that is a program that was not written.
    """

    results: tuple[ToolResult, ...]
    has_changed: bool
    was_stopped: bool
    remedies: tuple[Remedy, ...] = ()


class CallRunner:
    """Dispatches calls to the registry and tells what happens."""

    def __init__(
        self,
        registry: ActionRegistry,
        context: ActionContext,
        *,
        state: ConversationState,
        cancel: CancelToken,
        emit: Callable[[ConversationEvent], None],
    ) -> None:
        """`state` learns of each Blueprint that a call worked on."""
        self._registry = registry
        self._context = context
        self._state = state
        self._cancel = cancel
        self._emit = emit
        self.changed: dict[str, None] = {}
        """The paths of the Blueprints that calls of this turn changed, in order."""
        self.is_well = False
        """Whether the last call of this turn did what it should."""

    def run(self, calls: Sequence[ToolCall]) -> Outcome:
        """Run the calls. Equal calls run once; Stop lets the running one finish and skips the rest."""
        results: list[ToolResult] = []
        done: dict[str, ToolResult] = {}
        changing: set[str] = set()
        has_changed = was_stopped = False
        remedies: tuple[Remedy, ...] = ()
        for call in calls:
            key = call_key(call.name, call.parameters) + call.arguments_error
            if self._cancel.is_cancelled:
                was_stopped = True
                results.append(ToolResult(call.id, call.name, _STOPPED, ok=False))
            elif key in done:
                results.append(_same_as(done[key], call))
            else:
                outcome = self._run_one(call)
                remedies = outcome.remedies
                results.append(ToolResult(call.id, call.name, outcome.text, outcome.ok))
                if outcome.has_changed:
                    has_changed = True
                    # What only looked, or failed, may turn out differently after a change.
                    done = {known: done[known] for known in changing}
                    changing.add(key)
                done[key] = results[-1]
        was_stopped = was_stopped or self._cancel.is_cancelled
        return Outcome(tuple(results), has_changed, was_stopped, remedies)

    def _run_one(self, call: ToolCall) -> ActionResult:
        self._emit(ToolStarted(call.id, call.name, call.parameters))
        started = time.monotonic()
        if call.arguments_error:
            result = ActionResult(ok=False, text=f"malformed_tool_call: not run. {call.arguments_error}")
        else:
            result = self._registry.call(call.name, call.parameters, self._context)
        self.is_well = result.ok
        elapsed_s = time.monotonic() - started
        _log.debug("call %s %s: ok=%s, %.3f s", call.id, call.name, result.ok, elapsed_s)
        if result.blueprint is not None:
            self._state.blueprints.pop(result.blueprint.path, None)
            self._state.blueprints[result.blueprint.path] = result.blueprint
            if result.has_changed:
                self.changed.setdefault(result.blueprint.path)
        self._emit(
            ToolFinished(
                call.id,
                call.name,
                result.ok,
                result.text,
                elapsed_s,
                result.blueprint,
                result.has_changed,
                was_stopped=not result.ok and self._cancel.is_cancelled,
            )
        )
        return result


def _same_as(first: ToolResult, call: ToolCall) -> ToolResult:
    summary = first.text.split("\n", 1)[0]
    text = (
        f"The same call as an earlier one in this answer, which was run once: {summary}\n"
        "To do it twice, send it again in the next answer."
    )
    return ToolResult(call.id, call.name, text, first.ok)
