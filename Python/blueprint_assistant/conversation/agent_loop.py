"""One turn: ask the model, run its calls, give back the results, until it answers in plain text.

Runs on the worker thread of the turn and knows nothing of threads. Outside uses TurnLoop.
"""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.actions.program.fitting_lines import fitting_lines
from blueprint_assistant.actions.program.shown_code import shown_code
from blueprint_assistant.conversation.call_runner import CallRunner
from blueprint_assistant.conversation.call_values import values_in
from blueprint_assistant.conversation.copied_examples import copied_line
from blueprint_assistant.conversation.events import (
    AssistantText,
    ContextUsage,
    ConversationEvent,
    ErrorRaised,
    Notice,
    TextDelta,
    TurnStopReason,
)
from blueprint_assistant.conversation.fenced_programs import (
    PROGRAM_FENCE,
    WRITING,
    how_to_address,
    joined_programs,
    meant_programs,
    wants_change,
)
from blueprint_assistant.conversation.guards import RepetitionGuard, call_key
from blueprint_assistant.conversation.history import reply_text
from blueprint_assistant.conversation.parsing import CallProblem, ParsedCall, ParsedReply, StreamFilter
from blueprint_assistant.conversation.prompt import ProjectSnapshot, build_system_prompt
from blueprint_assistant.conversation.refused_programs import RefusedPrograms, told_anew
from blueprint_assistant.conversation.remarks import NOTHING_DONE, fruitless, remarked
from blueprint_assistant.errors import AssistantError, ProviderError
from blueprint_assistant.graph.catalog.name_lookup import words_of
from blueprint_assistant.providers.base import (
    BadRequestError,
    Cancelled,
    CompletionRequest,
    IncompleteStreamError,
    Stop,
    StopReason,
    ToolCall,
    ToolSchema,
    Usage,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from blueprint_assistant.actions.base import ActionContext, Remedy
    from blueprint_assistant.actions.memory_store import Memory
    from blueprint_assistant.actions.registry import ActionRegistry
    from blueprint_assistant.conversation.history import History
    from blueprint_assistant.conversation.settings import ConversationSettings
    from blueprint_assistant.conversation.state import ConversationState
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.providers.base import CancelToken, Provider, ProviderEvent

__all__ = ["TurnLoop"]

_log = logging.getLogger(__name__)

_CHARS_PER_TOKEN = 4
_EXCERPT_CHARS = 200
_LONGEST_TOOL_NAME = 128
_MAX_WORKED_ON = 20
"""Blueprints that are read again for each turn: with all of them a long conversation gets ever slower."""
_MAX_NAMED = 3
_UNREADABLE_NAME = "tool_call"
_MOST_REMINDERS = 2
"""How often in a turn a model is told that the code in its answer was not written."""
_FIRST_ANSWER = 2
"""Messages of a turn that has only a request and an answer in words."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """What one request gave: parsed text, native calls, and why the stream ended."""

    parsed: ParsedReply
    native_calls: tuple[ToolCall, ...]
    stop: StopReason


class TurnLoop:
    """Runs one turn. `emit` receives every event, on this thread."""

    def __init__(  # noqa: PLR0913 - the collaborators of a turn, each named
        self,
        provider: Provider,
        registry: ActionRegistry,
        context: ActionContext,
        *,
        settings: ConversationSettings,
        history: History,
        state: ConversationState,
        cancel: CancelToken,
        emit: Callable[[ConversationEvent], None],
    ) -> None:
        """Nothing happens before `run`."""
        self._provider = provider
        self._registry = registry
        self._context = context
        self._settings = settings
        self._history = history
        self._state = state
        self._cancel = cancel
        self._emit = emit
        self._guard = RepetitionGuard()
        self._refused = RefusedPrograms()
        self._blueprints: tuple[str, ...] = ()
        self._asked = ""
        self._start = 0
        self._code = ""
        """What stands in the prompt: as the turn found it, so that services can cache it."""
        self._lines: tuple[str, ...] = ()
        """What the request may need, for models that know little of Unreal."""
        self._has_looked = False
        """Whether the model was told more in this turn than stands in the prompt: it must not forget that."""
        self._reminders = 0
        self._runner = CallRunner(registry, context, state=state, cancel=cancel, emit=emit)
        self._is_native = settings.tool_mode == "native" or (
            settings.tool_mode == "auto" and provider.model.takes_tools
        )

    def run(self, text: str) -> TurnStopReason:
        """Answer one user message. Leaves a history from which the next turn can go on."""
        self._start = start = len(self._history)
        self._asked = text
        self._history.add_user(text)
        try:
            return self._iterate()
        except Cancelled:
            self._history.close("stopped by the user")
            return "stopped"
        except ProviderError as error:
            self._clean_up(start, error)
            self._emit(ErrorRaised(error.code, str(error)))
            return "error"

    def _iterate(self) -> TurnStopReason:
        snapshot = self._look_at_project()
        self._blueprints = snapshot.blueprints
        fence = "" if self._is_native else PROGRAM_FENCE
        is_for_change = wants_change(self._asked)
        self._code = shown_code(
            self._context, self._in_question(), self._asked, fence, is_for_change=is_for_change
        )
        if not self._is_native:
            self._lines = fitting_lines(self._context, self._in_question(), self._asked, self._code)
        for _ in range(self._settings.max_iterations):
            self._cancel.raise_if_cancelled()
            reply = self._ask(snapshot)
            reason = self._act(reply)
            if reason is not None:
                self._tell_what_is_open()
                return reason
        self._history.close("stopped at the iteration limit")
        self._emit(Notice(f"Stopped after {self._settings.max_iterations} requests, the limit of one turn."))
        self._tell_what_is_open()
        return "limit"

    def _tell_what_is_open(self) -> None:
        """Say what a model may have passed over when it declared itself done."""
        for path in self._runner.changed:
            blueprint = self._state.blueprints.get(path)
            if blueprint is not None and blueprint.status == "error":
                self._emit(Notice(f"{path} does not compile."))
            elif blueprint is not None and blueprint.status == "dirty":
                self._emit(Notice(f"{path} was changed and has not been compiled since."))

    def _clean_up(self, start: int, error: ProviderError) -> None:
        """Make the next request possible: what the service refuses as it is must not stay."""
        if isinstance(error, BadRequestError):
            self._history.roll_back(start)
        else:
            self._history.close(f"no answer: {error.code}")

    # --- asking -----------------------------------------------------------------------------

    def _look_at_project(self) -> ProjectSnapshot:
        """The project now; the latest Blueprints of this conversation are read anew, the others forgotten.

        Blueprints that the user names are looked at, too: a model that knows their members asks for less.
        """
        editor = self._context.editor
        try:
            status, paths = editor.status(), editor.list_blueprints()
            worked_on = [path for path in self._state.blueprints if path in paths]
            named = [path for path in paths if path not in worked_on and _is_named(path, self._asked)]
            known = [*named[:_MAX_NAMED], *worked_on][-_MAX_WORKED_ON:]
            self._state.blueprints = {path: editor.read_blueprint(path) for path in known}
        except AssistantError as error:
            return ProjectSnapshot(trouble=str(error))
        return ProjectSnapshot(paths, status.engine_version, busy=status.busy)

    def _in_question(self) -> list[Blueprint]:
        """The Blueprints that the user names; when none, the one that was worked on last."""
        known = self._state.blueprints
        named = [blueprint for path, blueprint in known.items() if _is_named(path, self._asked)]
        return named[:_MAX_NAMED] or [*known.values()][-1:]

    def _request(self, snapshot: ProjectSnapshot) -> CompletionRequest:
        system = build_system_prompt(
            self._registry.documentation(),
            is_native=self._is_native,
            snapshot=snapshot,
            blueprints=self._state.blueprints,
            nodes=self._context.nodes.nodes,
            memories=self._memories(),
            has_node_tools="add_node" in self._registry.names,
            lines=self._lines,
            code=self._code,
        )
        tools = (
            tuple(ToolSchema(t.name, t.description, t.parameters) for t in self._registry.schemas())
            if self._is_native
            else ()
        )
        return CompletionRequest(
            self._provider.model.id, system, self._history.messages, tools, self._settings.max_tokens
        )

    def _memories(self) -> tuple[Memory, ...]:
        """What is remembered; a file that cannot be read is told when a tool is to write it."""
        try:
            return () if self._context.memories is None else self._context.memories.read()
        except AssistantError as error:
            _log.warning("Memories are left out: %s", error)
            return ()

    def _ask(self, snapshot: ProjectSnapshot) -> _Reply:
        """Stream one reply. Stop leaves what was said so far in the history."""
        request = self._request(snapshot)
        required = None if self._is_native else self._registry.required_parameters()
        types = self._registry.parameter_types()
        text = StreamFilter(types, runs_programs=not self._is_native, required=required)
        said: list[str] = []
        try:
            return self._stream(request, text, said)
        except Cancelled:
            if "".join(said).strip():
                self._history.add_reply(f"{''.join(said)}\n(stopped by the user)")
                self._emit(AssistantText("".join(said)))
            raise
        except ProviderError:
            if said:
                self._emit(AssistantText("".join(said)))
            raise

    def _stream(self, request: CompletionRequest, text: StreamFilter, said: list[str]) -> _Reply:
        calls: list[ToolCall] = []
        usage: Usage | None = None
        stop: StopReason | None = None
        raw_chars = 0
        with _closing(self._provider.stream(request, self._cancel)) as events:
            for event in events:
                self._cancel.raise_if_cancelled()
                match event:
                    case TextDelta(chunk):
                        raw_chars += len(chunk)
                        self._say(text.feed(chunk), said)
                    case ToolCall():
                        calls.append(event)
                    case Usage():
                        usage = event
                    case Stop(reason):
                        stop = reason
                    case _:
                        assert_never(event)
        if stop is None:
            raise IncompleteStreamError("The answer ended before the model had finished.", "Try again.")
        parsed = text.finish(is_cut=stop == "length")
        self._say(parsed.tail, said)
        if parsed.prose:
            self._emit(AssistantText(parsed.prose))
        self._report_usage(usage or _estimated_usage(request, raw_chars))
        return _Reply(parsed, tuple(calls), stop)

    def _say(self, visible: str, said: list[str]) -> None:
        if visible:
            said.append(visible)
            self._emit(TextDelta(visible))

    def _report_usage(self, usage: Usage) -> None:
        state = self._state
        state.total_input_tokens += usage.input_tokens
        state.total_output_tokens += usage.output_tokens
        self._emit(
            ContextUsage(
                usage.input_tokens,
                usage.output_tokens,
                state.total_input_tokens,
                state.total_output_tokens,
                self._provider.model.context_window,
            )
        )

    # --- acting -----------------------------------------------------------------------------

    def _act(self, reply: _Reply) -> TurnStopReason | None:
        """Do what a reply asks for; None when the model is to be asked again."""
        if reply.stop == "refusal":
            self._history.add_reply(reply.parsed.prose or "(declined)")
            return "refusal"
        if self._only_shows_program(reply):
            reply = replace(reply, parsed=self._as_calls(reply.parsed))
        if reply.native_calls or reply.parsed.items:
            return self._act_on_calls(reply)
        if reply.stop == "pause":
            if reply.parsed.prose:
                self._history.add_reply(reply.parsed.prose)
            return None
        self._history.add_reply(reply.parsed.prose)
        if self._says_only_words(reply):
            self._reminders += 1
            self._history.add_user(NOTHING_DONE)
            return None
        if reply.stop == "length":
            self._emit(Notice("The answer was cut at the limit of output tokens."))
        elif not reply.parsed.prose:
            self._emit(Notice("The model sent an empty answer."))
        return "end"

    def _only_shows_program(self, reply: _Reply) -> bool:
        """Whether a model may believe that the code in its answer was written.

        After a look or a change the code is an answer: the user wanted to see it.
        """
        if self._is_native or reply.native_calls or reply.parsed.items or not reply.parsed.shown_programs:
            return False
        return not self._runner.is_well and self._reminders < _MOST_REMINDERS

    def _says_only_words(self, reply: _Reply) -> bool:
        """Whether a small model may have forgotten to do what it was asked for: it called nothing."""
        if self._is_native or self._reminders or len(self._history) - self._start > _FIRST_ANSWER:
            return False
        named = [path for path in self._state.blueprints if _is_named(path, self._asked)]
        return reply.stop == "end" and bool(named) and wants_change(self._asked)

    def _as_calls(self, parsed: ParsedReply) -> ParsedReply:
        """Programs that were only shown, as calls; else one that failed, so that the model writes it anew."""
        owners = self._in_question()
        meant = (
            meant_programs(parsed.shown_programs, parsed.prose, self._asked, owners[0].name)
            if len(owners) == 1
            else ()
        )
        if meant:
            return replace(parsed, prose="", items=meant)
        self._reminders += 1
        reason = how_to_address(self._asked, [*self._state.blueprints, *self._blueprints])
        return replace(parsed, items=(CallProblem(reason, ""),))

    def _act_on_calls(self, reply: _Reply) -> TurnStopReason | None:
        """Run the calls of a reply and put the answers into the history, in the form they came in."""
        is_native = bool(reply.native_calls)
        calls = self._named_calls(reply.native_calls) if is_native else self._text_calls(reply.parsed)
        calls = tuple(map(self._asked_for, calls))
        outcome = self._runner.run(calls)
        verdict = self._guard.judge(
            [call_key(call.name, call.parameters) + call.arguments_error for call in calls],
            has_changed=outcome.has_changed,
        )
        results = outcome.results
        self._has_looked |= any(call.name not in (WRITING, _UNREADABLE_NAME) for call in calls)
        may_begin_anew = not (is_native or self._runner.changed or outcome.was_stopped or self._has_looked)
        # Who cannot be asked anew is warned by the guard, as for any call that changes nothing.
        remedies = outcome.remedies or (fruitless(results) if may_begin_anew else ())
        again = self._refused.see(remedies)
        if may_begin_anew and self._refused.begins_anew:
            self._begin_anew(remedies)
            return None
        if self._refused.is_again:
            verdict = "stop" if self._refused.is_hopeless else "fine"
        results = remarked(results, verdict, again, is_native=is_native, has_changed=outcome.has_changed)
        if is_native:
            self._history.add_native_exchange(reply.parsed.prose, calls, results)
        else:
            text = reply_text(reply.parsed, as_fences=not self._is_native)
            self._history.add_text_exchange(text, results)
        if outcome.was_stopped:
            raise Cancelled
        if verdict == "stop":
            self._history.close("stopped: the same calls again and again")
            self._emit(Notice("The model repeated the same calls without any change: the turn was stopped."))
            return "limit"
        return None

    def _begin_anew(self, remedies: Sequence[Remedy]) -> None:
        """Ask once more as if nothing had been said: small models repeat what they read of themselves.

        What was wrong is said in words, and what may serve in its place as lines: the program without a
        made-up condition, or what fits the words of the lines that were wrong.
        """
        self._history.roll_back(self._start)
        self._history.add_user(f"{self._asked}\n{told_anew(remedies)}")
        without = next((item.without for item in remedies if item.without), "")
        if without:
            self._lines = tuple(without.splitlines())
            return
        words = " ".join(words_of(" ".join(item.was for item in remedies)))
        self._lines = fitting_lines(self._context, self._in_question(), f"{self._asked} {words}", self._code)

    def _named_calls(self, calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
        """The calls, each with an id of its own: a result is told from another one by it."""
        named: dict[str, ToolCall] = {}
        for call in calls:
            own = call.id if call.id and call.id not in named else self._state.new_call_id()
            named[own] = replace(call, id=own)
        return tuple(named.values())

    def _text_calls(self, parsed: ParsedReply) -> tuple[ToolCall, ...]:
        """Calls and failed attempts of a text, each with an id of its own."""
        return tuple(
            ToolCall(self._state.new_call_id(), item.name[:_LONGEST_TOOL_NAME], item.parameters)
            if isinstance(item, ParsedCall)
            else ToolCall(self._state.new_call_id(), _UNREADABLE_NAME, {}, self._problem_text(item))
            for item in joined_programs(parsed.items)
        )

    def _asked_for(self, call: ToolCall) -> ToolCall:
        """The call, or one that is not run because it only repeats an example of the prompt."""
        members: list[str] = []
        for one in self._state.blueprints.values():
            members += (item.name for item in one.variables)
            members += (item.name for item in one.components)
            members += (item.name for item in one.graphs)
        why = copied_line(call.parameters.get("code"), self._asked, members) if call.name == WRITING else ""
        return replace(call, arguments_error=why) if why else call

    def _problem_text(self, problem: CallProblem) -> str:
        """Why a call could not be read, and how a call of that tool is written."""
        names = sorted(self._registry.names, key=len, reverse=True)
        named = next((name for name in names if name in problem.excerpt), "")
        values = values_in(problem.excerpt, named, self._registry.required(named))
        form = (
            f" Write it like this: <tool_call>{self._registry.form(named, values)}</tool_call>"
            if named
            else ""
        )
        began = f" It began: {problem.excerpt[:_EXCERPT_CHARS]}" if problem.excerpt else ""
        return f"{problem.reason}{form}{began}"


def _is_named(path: str, text: str) -> bool:
    """Whether a text names a Blueprint by its name or path."""
    name = re.escape(path.rpartition("/")[2])
    return re.search(rf"(?<![^\W_]){name}(?!\w)", text, re.IGNORECASE) is not None


@contextmanager
def _closing(stream: Iterator[ProviderEvent]) -> Iterator[Iterator[ProviderEvent]]:
    """The events of a stream; however the reading ends, the stream's connection is closed."""
    try:
        yield stream
    finally:
        close = getattr(stream, "close", None)
        if close is not None:
            close()


def _estimated_usage(request: CompletionRequest, reply_chars: int) -> Usage:
    """Tokens by length, for services that report none."""
    sent = len(request.system) + sum(
        len(message.text)
        + sum(len(result.text) for result in message.results)
        + sum(len(call_key(call.name, call.parameters)) for call in message.calls)
        for message in request.messages
    )
    return Usage(sent // _CHARS_PER_TOKEN, reply_chars // _CHARS_PER_TOKEN)
