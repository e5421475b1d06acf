"""A long conversation: the work of a turn does not grow with all that was ever worked on."""

from __future__ import annotations

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.providers.offline import OfflineProvider
from tiers import examples

TURNS = examples(60, 12)


def test_the_editor_jobs_of_a_turn_stay_few() -> None:
    with StandAlone(None, OfflineProvider(0.0), ConversationSettings()) as app:
        health = app._assistant.game_thread.health
        ends: list[str] = []
        app.subscribe(lambda event: ends.append(event.reason) if isinstance(event, TurnFinished) else None)
        jobs = []
        for number in range(TURNS):
            before = health.jobs
            app.conversation.send(f"Create a Blueprint called BP_Thing{number} with a float variable Worth")
            while len(ends) <= number:
                app.tick(0.001)
                app.conversation.wait(0.001)
            jobs.append(health.jobs - before)
        assert ends == ["end"] * TURNS
        assert max(jobs[-10:]) <= jobs[0] + 25
        assert len(app.list_blueprints()) == TURNS
