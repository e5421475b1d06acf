"""A full disk, a closed pipe, a damaged file: what was done is kept, and what is said is so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.providers.offline import OfflineProvider
from end_to_end.program import HANG_S, SENTENCE, Program
from tiers import deep, thinned

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint

FULL = Path("/dev/full")
needs_full_device = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
posix = pytest.mark.skipif(os.name != "posix", reason="limits and pipes of POSIX")


def made_before(project: Path) -> None:
    """The project, with the enemy in it."""
    with StandAlone(project, OfflineProvider(0.0), ConversationSettings()) as app:
        app.conversation.send(SENTENCE)
        while not app.conversation.wait(0.001):
            app.tick(0.001)
        assert app.save() == ("/Game/BP_Enemy",)


def read_again(project: Path) -> tuple[Blueprint, ...]:
    with StandAlone(project, OfflineProvider(), ConversationSettings()) as app:
        return app.read_all()


# --- streams -------------------------------------------------------------------------------------


@posix
def test_a_reader_that_goes_away_costs_neither_project_nor_results(program: Program) -> None:
    with program.start(
        "--prompt", SENTENCE, "--project", "demo", "--t3d", "e.t3d", "--picture", "e.png"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.wait(HANG_S)
    assert err == ""
    assert process.returncode == 0
    assert read_again(program.folder / "demo")[0].status == "up_to_date"
    assert (program.folder / "e.t3d").exists()
    assert (program.folder / "e.png").exists()


@needs_full_device
def test_a_full_disk_behind_the_output_costs_the_output_only(program: Program) -> None:
    with FULL.open("w") as full:
        done = program.run("--prompt", SENTENCE, "--project", "demo", "--t3d", "e.t3d", stdout=full)
    assert (done.returncode, done.stderr) == (0, "")
    assert (program.folder / "e.t3d").exists()
    assert len(read_again(program.folder / "demo")) == 1


@posix
@pytest.mark.parametrize("closed", thinned(["0 1 2", "0", "1", "2"], 1))
def test_a_program_without_its_streams_does_its_work(program: Program, closed: str) -> None:
    redirections = " ".join(f"{number}>&-" for number in closed.split())
    command = f'exec "$0" -m blueprint_assistant run --prompt "$1" --project demo --t3d e.t3d {redirections}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, SENTENCE],
        cwd=program.folder,
        env=program.environment,
        capture_output=True,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 0
    assert (program.folder / "e.t3d").exists()
    assert len(read_again(program.folder / "demo")) == 1


def test_escape_sequences_are_shown_and_not_sent(program: Program) -> None:
    done = program.run(
        "--prompt", 'Create a Blueprint BP_A that prints "\x1b]52;c;aGk=\x07\u202eabc" on begin play'
    )
    assert "\x1b" not in done.stdout
    assert "\x07" not in done.stdout
    assert "\\x1b]52;c;aGk=\\x07\\u202eabc" in done.stdout


@posix
@deep
def test_a_locale_without_utf_8_does_not_change_what_is_built(program: Program) -> None:
    environment = {
        **program.environment,
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    done = program.run(
        "--prompt", 'Create a Blueprint called BP_A that prints "日本" on begin play',
        "--project", "Prüfung", "--t3d", "ü.t3d", "--picture", "ü.png", "--events", "ü.jsonl",
        env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert read_again(program.folder / "Prüfung")[0].path == "/Game/BP_A"
    assert "日本" in (program.folder / "ü.t3d").read_text(encoding="utf-8")
    assert (program.folder / "ü.png").exists()
    assert (program.folder / "ü.jsonl").exists()


@posix
@deep
def test_bytes_that_are_no_text_become_a_replacement_character(program: Program) -> None:
    request = os.fsdecode(b'Create a Blueprint BP_A that prints "a\xffb" on begin play')
    done = program.run("--prompt", request, "--project", "demo", "--events", "e.jsonl", "--t3d", "e.t3d")
    assert done.returncode == 0, done.stdout
    assert "a\ufffdb" in (program.folder / "e.t3d").read_text(encoding="utf-8")
    events = (program.folder / "e.jsonl").read_text(encoding="utf-8")
    assert all(json.loads(line) for line in events.splitlines())


# --- files that cannot be written ----------------------------------------------------------------


@needs_full_device
@pytest.mark.parametrize("option", thinned(["--events", "--t3d", "--picture"], 1))
@deep
def test_one_result_that_cannot_be_written_costs_no_other(program: Program, option: str) -> None:
    files = {"--events": "e.jsonl", "--t3d": "e.t3d", "--picture": "e.png", option: str(FULL)}
    given = [part for pair in files.items() for part in pair]
    done = program.run("--prompt", SENTENCE, "--project", "demo", *given)
    assert done.returncode == 1
    assert done.stderr.count("error (") == 1
    assert "No space left on device" in done.stderr
    assert str(FULL) in done.stderr
    assert "Traceback" not in done.stderr
    assert "saved /Game/BP_Enemy in demo" in done.stdout
    assert len(read_again(program.folder / "demo")) == 1
    assert all((program.folder / name).exists() for name in files.values())
    assert not FULL.is_file()


def test_a_project_that_cannot_be_written_is_said_and_its_old_state_stays(program: Program) -> None:
    made_before(program.folder / "demo")
    before = read_again(program.folder / "demo")
    # In the way of the file that the new state is written to first.
    (program.folder / "demo" / "Content" / "BP_Enemy.blueprint.txt.writing").mkdir()
    done = program.run(
        "--prompt", "Add a float variable Health to BP_Enemy", "--project", "demo", "--t3d", "e.t3d"
    )
    assert done.returncode == 1
    assert "/Game/BP_Enemy was not saved" in done.stderr
    assert "Is a directory" in done.stderr
    assert "saved /Game" not in done.stdout
    assert "wrote e.t3d" in done.stdout
    assert read_again(program.folder / "demo") == before


@needs_full_device
@deep
def test_a_log_on_a_full_disk_costs_the_log_only(program: Program) -> None:
    folder = program.folder / "home" / "BlueprintAIAssistant"
    folder.mkdir(parents=True)
    (folder / "BlueprintAIAssistant.log").symlink_to(FULL)
    done = program.run("--prompt", SENTENCE, env={**program.environment, "BLUEPRINT_AI_LOG_LEVEL": "DEBUG"})
    assert (done.returncode, done.stderr) == (0, "")


@posix
@pytest.mark.parametrize("option", thinned(["--t3d", "--events", "--picture"], 1))
@deep
def test_a_device_is_written_to_and_stays_what_it_is(program: Program, option: str) -> None:
    pipe = program.folder / "pipe"
    os.mkfifo(pipe)
    received = program.folder / "received"
    with received.open("wb") as file, subprocess.Popen(["cat", str(pipe)], stdout=file) as reader:
        done = program.run("--prompt", SENTENCE, option, "pipe")
        reader.wait(HANG_S)
    assert done.returncode == 0, done.stderr
    assert received.stat().st_size > 0
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("arguments", "sign"),
    [
        (("--t3d", "n" * 300), "File name too long"),
        (("--events", "x", "--t3d", "x"), "one file"),
        (("--picture", "."), "is a folder"),
    ],
)
def test_a_place_that_cannot_be_is_refused_before_the_run(
    program: Program, arguments: tuple[str, ...], sign: str
) -> None:
    done = program.run("--prompt", SENTENCE, "--project", "demo", *arguments)
    assert done.returncode == 2
    assert sign in done.stderr
    assert "Traceback" not in done.stderr
    assert not (program.folder / "demo").exists()


# --- damaged projects ----------------------------------------------------------------------------


def test_a_damaged_file_is_named_and_neither_lost_nor_in_the_way_of_the_others(program: Program) -> None:
    content = program.folder / "demo" / "Content"
    made_before(program.folder / "demo")
    shutil.copy(content / "BP_Enemy.blueprint.txt", content / "BP_Broken.blueprint.txt")
    broken = (content / "BP_Enemy.blueprint.txt").read_bytes()[:5000]
    (content / "BP_Broken.blueprint.txt").write_bytes(broken)
    (content / "BP_Folder.blueprint.txt").mkdir()

    done = program.run("--prompt", "Create a Blueprint called BP_Broken", "--project", "demo")
    assert done.returncode == 1
    assert "BP_Broken.blueprint.txt' cannot be read" in done.stderr
    assert "BP_Folder.blueprint.txt' cannot be read" in done.stderr
    assert (content / "BP_Broken.blueprint.txt").read_bytes() == broken

    done = program.run("--prompt", "Add a float variable Health to BP_Enemy", "--project", "demo")
    assert done.returncode == 0
    (blueprint,) = read_again(program.folder / "demo")
    assert blueprint.find_variable("Health") is not None
