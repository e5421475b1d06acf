"""Ctrl+C, the end of a terminal and a polite kill: the step ends, what is done is kept, nothing hangs."""

from __future__ import annotations

import signal
import socket
import sys
import time
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.t3d.graph_text import parse_t3d, pasteable
from blueprint_assistant.providers.offline import OfflineProvider
from end_to_end.program import HANG_S, SENTENCE, Program
from tiers import deep, thinned

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Blueprint

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def signal_after(process: subprocess.Popen[str], sign: str, number: signal.Signals) -> tuple[str, str]:
    """Send a signal when the program has said something; all that it says."""
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if sign in line:
            break
    process.send_signal(number)
    out, err = process.communicate(timeout=HANG_S)
    return said + out, err


def read_again(project: Path) -> tuple[Blueprint, ...]:
    with StandAlone(project, OfflineProvider(), ConversationSettings()) as app:
        assert app.unreadable == ()
        return app.read_all()


@pytest.mark.parametrize(
    ("sign", "number"),
    [
        # The first tier has each signal once, each at another step.
        pytest.param(sign, number, id=f"{sign}-{number}", marks=() if at == place else deep)
        for at, sign in enumerate(["create_blueprint", "N1: ", "N4: ", "N1.then"])
        for place, number in enumerate(SIGNALS)
    ],
)
def test_a_signal_in_a_turn_stops_it_and_keeps_what_is_done(
    program: Program, sign: str, number: signal.Signals
) -> None:
    process = program.start("--prompt", SENTENCE, "--project", "demo", "--t3d", "enemy.t3d")
    out, err = signal_after(process, sign, number)
    assert process.returncode == 1
    assert "Stopped." in out
    assert err == ""
    (blueprint,) = read_again(program.folder / "demo")
    made = [node for node in blueprint.graphs[0].nodes if not is_ghost(node)]
    assert len(made) == out.count("ok      add_node")
    assert "saved /Game/BP_Enemy in demo" in out
    wanted, text = pasteable(blueprint.graphs[0]).graph.nodes, program.folder / "enemy.t3d"
    assert text.exists() == bool(wanted), "an event alone comes back from a paste as something else"
    assert not wanted or len(parse_t3d(text.read_text(encoding="utf-8")).nodes) == len(wanted)


@pytest.mark.parametrize("begun", thinned([True, False], 1))
def test_a_service_that_falls_silent_does_not_hold_the_program(program: Program, begun: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = program.start(
            "--prompt", SENTENCE, "--project", "demo", "--provider", "claude",
            "--base-url", f"http://127.0.0.1:{listener.getsockname()[1]}",
            env={**program.environment, "ANTHROPIC_API_KEY": "sk-ant-test-0123456789"},
        )  # fmt: skip
        listener.settimeout(HANG_S)
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            if begun:
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: wait\n\n")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=HANG_S)
    assert (process.returncode, err) == (1, "")
    assert "Stopped." in out


@deep
def test_a_signal_after_the_turn_does_not_cost_its_results(program: Program) -> None:
    process = program.start("--prompt", SENTENCE, "--project", "demo", "--t3d", "e.t3d", "--picture", "e.png")
    _, err = signal_after(process, "  saved ", signal.SIGINT)
    assert err == ""
    assert process.returncode == 0
    assert (program.folder / "e.t3d").exists()
    assert (program.folder / "e.png").read_bytes().startswith(b"\x89PNG")


def test_pressing_ctrl_c_twice_at_once_is_one_wish(program: Program) -> None:
    process = program.start("--prompt", SENTENCE, "--project", "demo")
    assert process.stdout is not None
    while "N1: " not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG_S)
    assert (process.returncode, err) == (1, "")
    assert "saved /Game/BP_Enemy in demo" in out


@pytest.mark.parametrize("number", thinned(SIGNALS, 1))
@deep
def test_who_repeats_the_wish_after_a_while_does_not_wait(program: Program, number: signal.Signals) -> None:
    # A program in which a step never ends. It repeats the wish itself: however slow the machine is, at once.
    code = f"""
import signal, time
from blueprint_assistant.cli.interruption import listening
with listening() as wish:
    print("listening", flush=True)
    while not wish.is_made:
        time.sleep(0.01)
    signal.raise_signal({int(number)})
    print("heard twice", flush=True)
    time.sleep({HANG_S})
"""
    process = program.start(command=["-c", code])
    assert process.stdout is not None
    assert process.stdout.readline() == "listening\n"
    process.send_signal(number)
    assert process.stdout.readline() == "heard twice\n"
    time.sleep(1.1)
    assert process.poll() is None, "twice at once is one wish"
    process.send_signal(number)
    process.communicate(timeout=HANG_S)
    assert process.returncode == -number


@deep
def test_what_the_caller_ignores_stays_ignored(program: Program) -> None:
    process = program.start(
        "--prompt",
        SENTENCE,
        "--project",
        "demo",
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    out, _ = signal_after(process, "N1: ", signal.SIGHUP)
    assert process.returncode == 0
    assert "Compiled /Game/BP_Enemy" in out


@pytest.mark.parametrize("number", thinned(SIGNALS, 1))
def test_a_signal_closes_the_window(program: Program, number: signal.Signals) -> None:
    process = program.start("--project", "demo")
    deadline = time.monotonic() + HANG_S
    while not (program.folder / "demo" / ".sandbox.lock").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(number)
    _, err = process.communicate(timeout=HANG_S)
    assert (process.returncode, err) == (0, "")
