"""Who writes knows what is there: the code of the Blueprints that a request is about stands in the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scripted_provider import ScriptedProvider, call_text
from unreal_sandbox import SandboxEditor

from .test_on_the_sandbox import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CHARS = 2_100
"""600 tokens of three and a half characters."""


@pytest.fixture
def sandbox() -> Iterator[SandboxEditor]:
    with SandboxEditor() as editor:
        yield editor
        assert not editor.violations


def prompt(provider: ScriptedProvider) -> str:
    return provider.requests[-1].system


def code_in(provider: ScriptedProvider) -> str:
    return prompt(provider).partition("Code in /Game/BP_Lamp:\n")[2]


def started(sandbox: SandboxEditor, code: str, *replies: str) -> tuple[Desk, ScriptedProvider]:
    """A new conversation about a Blueprint that another one has written."""
    create = call_text("create_blueprint", name="BP_Lamp", parent_class="Actor")
    first = [create, call_text("write_graph", blueprint="BP_Lamp", code=code), "Done."]
    provider = ScriptedProvider([*first, *replies])
    desk = Desk(sandbox, provider)
    desk.run("Make a lamp.")
    assert [result.text for result in desk.results() if not result.ok] == []
    desk.assistant.conversation.clear()
    return desk, provider


def test_a_program_without_a_line_of_the_prompt_takes_it_out(sandbox: SandboxEditor) -> None:
    old = (
        'on BeginPlay():\n  PrintString("a")\n  PrintString("b")\non Tick(DeltaSeconds):\n  PrintString("t")'
    )
    new = '```bluecode BP_Lamp\non BeginPlay():\n  PrintString("b")\n```'
    desk, provider = started(sandbox, old, new, "Done.", "It prints b.")
    desk.run("Remove the first print of BP_Lamp.")
    assert 'PrintString("a")\n  PrintString("b")' in prompt(provider)
    assert 'Taken out: PrintString("a").' in desk.results()[-1].text
    desk.run("What does BP_Lamp do?")
    assert 'PrintString("a")' not in code_in(provider)
    assert 'PrintString("t")' in code_in(provider)
    desk.assistant.stop()


def test_what_is_not_about_a_blueprint_shows_the_one_that_was_worked_on_last(sandbox: SandboxEditor) -> None:
    desk, provider = started(sandbox, 'on BeginPlay():\n  PrintString("a")\n', "Hello.")
    desk.run("Hello!")
    assert not code_in(provider)
    provider.add("Yes.", "No.")
    desk.run("Is BP_Lamp bright?")
    desk.run("And now?")
    assert 'PrintString("a")' in code_in(provider)
    desk.assistant.stop()


def test_the_prompt_shows_what_the_request_speaks_of_and_names_the_rest(sandbox: SandboxEditor) -> None:
    long = "".join(f'  PrintString("line {number} of many that say nothing")\n' for number in range(25))
    code = "".join(f"event Part{name}():\n{long}" for name in "ABC") + "event Blink():\n  Delay(0.5)\n"
    desk, provider = started(sandbox, code, "Fine.")
    desk.run("BP_Lamp blinks too slowly.")
    shown = code_in(provider)
    assert "Delay(0.5)" in shown
    assert len(shown) < MOST_CHARS
    assert "read_graph shows" in shown
    desk.assistant.stop()


def test_each_entry_stands_in_a_fence_the_one_that_is_meant_first(sandbox: SandboxEditor) -> None:
    """Models that write calls as text answer in the form that they were shown."""
    code = 'on BeginPlay():\n  PrintString("a")\non AnyDamage(Damage):\n  PrintString("b")'
    desk, provider = started(sandbox, code, "Fine.", "Fine.")
    fences = ["```bluecode BP_Lamp\non BeginPlay()", "```bluecode BP_Lamp\non AnyDamage()"]
    for request, meant in (("What does BP_Lamp do at the start?", 0), ("And BP_Lamp, if hurt?", 1)):
        desk.run(request)
        places = [code_in(provider).index(fence) for fence in fences]
        assert places.index(min(places)) == meant
    desk.assistant.stop()


def test_who_is_to_change_something_gets_the_entries_that_it_is_about(sandbox: SandboxEditor) -> None:
    """Small models change all that they are shown. Where the words fit nothing well, all is shown."""
    code = 'on BeginPlay():\n  PrintString("a")\non AnyDamage(Damage):\n  Delay(0.5)\n'
    code += "on Tick(D):\n  Jitter = D\n"
    desk, provider = started(sandbox, f"var Jitter: float\n{code}", "Fine.", "Fine.", "Fine.", "Fine.")
    desk.run("In BP_Lamp wait two seconds when it takes damage.")
    assert "on AnyDamage()" in code_in(provider)
    assert "on BeginPlay()" not in code_in(provider)
    assert "read_graph shows BeginPlay, Tick." in code_in(provider)
    desk.run("In BP_Lamp make it nicer.")
    assert "on BeginPlay()" in code_in(provider)
    desk.assistant.stop()


def test_who_sends_what_is_there_is_told_that_nothing_was_changed(sandbox: SandboxEditor) -> None:
    code = 'on BeginPlay():\n  PrintString("a")\n'
    whole = f"{code}on AnyDamage(Damage):\n  PrintString(str(Damage))\n"
    desk, provider = started(sandbox, whole, f"```bluecode BP_Lamp\n{code}```", "Done.")
    desk.run("Print b in BP_Lamp.")
    told = provider.requests[-1].messages[-1].text
    assert "As it was, for it is not in your code: on AnyDamage(Damage)." in told
    assert "So nothing was changed." in told
    desk.assistant.stop()
