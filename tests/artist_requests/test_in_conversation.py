"""A model that makes a plan's calls one after the other gets through a whole turn, guards and all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from artist_requests.plans import read_plans, read_requests
from artist_requests.programs import read_programs
from artist_requests.runner import built_of, set_up
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.events import ToolFinished, TurnFinished
from blueprint_assistant.conversation.manager import ConversationManager
from sandbox_project import open_project
from scripted_provider import ScriptedProvider, call_text
from tiers import thinned

if TYPE_CHECKING:
    from artist_requests.plans import Plan
    from blueprint_assistant.conversation.events import ConversationEvent

PLANS = read_plans()
PROGRAMS = {f"{key} in BlueCode": plan for key, plan in read_programs().items()}
REQUESTS = read_requests()

_CONTEXT_TOKENS = 100_000
_CHUNK_CHARS = 500


@pytest.mark.parametrize("plan", thinned([*PLANS.values(), *PROGRAMS.values()], 3), ids=[*PLANS, *PROGRAMS])
def test_a_model_gets_through_the_plan_in_one_turn(plan: Plan) -> None:
    replies = [call_text(call.tool, **call.arguments) for call in plan.calls]
    provider = ScriptedProvider([*replies, "It is done."], chunk_chars=_CHUNK_CHARS)
    provider.model = replace(provider.model, context_window=_CONTEXT_TOKENS)
    events: list[ConversationEvent] = []
    with open_project() as project:
        set_up(project, plan)
        manager = ConversationManager(provider, ActionRegistry(), project.new_context())
        manager.subscribe(events.append)
        manager.send(REQUESTS[plan.id].request)
        project.tick_until(manager.wait)
        after = built_of(project, plan)
    finished = [event for event in events if isinstance(event, ToolFinished)]
    assert [event.text for event in finished if not event.ok] == []
    assert len(finished) == len(plan.calls)
    assert provider.replies_left == 0
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].reason == "end"
    told = tuple((call.tool, event.text) for call, event in zip(plan.calls, finished, strict=True))
    built = replace(after, told=told)
    assert [item for item in plan.expected if not item.holds(built)] == []
