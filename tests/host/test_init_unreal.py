"""The plugin's start, as the editor does it, in a process of its own for each test."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tiers import deep, thinned

PROGRAM = Path(__file__).with_name("start_program.py")
TOOLS_ENTRY = ["BlueprintAIAssistant.OpenPanel", "Blueprint AI Assistant", "BlueprintAIAssistant"]


def run(project: Path, *steps: str, **environment: str) -> dict[str, Any]:
    """What the program saw after these steps."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("BLUEPRINT_", "ANTHROPIC_"))
    }
    done = subprocess.run(
        [sys.executable, PROGRAM, project, *steps],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env={
            **kept,
            "HOME": str(project),
            "XDG_CONFIG_HOME": str(project),
            **environment,
        },
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


def test_the_start_is_light_and_leaves_no_name_behind(tmp_path: Path, record_testsuite_property: Any) -> None:
    seen = run(tmp_path, "warm", "start", "tick", "look")
    record_testsuite_property("init_unreal_ms", seen["start_ms"])
    assert seen["left_behind"] == []
    assert seen["heavy"] == []
    assert all(name.startswith("blueprint_assistant.host") for name in seen["new_modules"])
    assert seen["log"] == []
    # Own time, of the processor, is about 2 ms; the bound is far off it for slower ones.
    assert seen["start_ms"] < 50


def test_the_menu_entry_is_there_after_the_first_tick_and_another_plugins_names_do_no_harm(
    tmp_path: Path,
) -> None:
    seen = run(tmp_path, "start", "look", "other_plugin", "tick", "tick", "look")
    assert [look["entries"] for look in seen["looks"]] == [[], [TOOLS_ENTRY]]
    assert seen["log"] == []


def test_the_plugins_folder_comes_from_the_editor_or_from_the_files_own_place(tmp_path: Path) -> None:
    assert run(tmp_path, "named", "start", "tick", "look")["entries"] == [TOOLS_ENTRY]
    assert run(tmp_path, "start", "tick", "look")["entries"] == [TOOLS_ENTRY]


def test_a_click_opens_the_panel_owned_by_the_editors_main_window(tmp_path: Path) -> None:
    seen = run(tmp_path, "start", "other_plugin", "tick", "click", "tick", "look")
    assert seen["visible"] == ["window"]
    assert seen["windows"] == ["MAIN_WINDOW"]
    assert seen["log"] == []
    assert seen["left_behind"] == []


@deep
def test_a_closed_panel_comes_back_with_the_next_click(tmp_path: Path) -> None:
    seen = run(tmp_path, "start", "tick", "click", "close", "tick", "look", "click", "tick", "look")
    assert [look["visible"] for look in seen["looks"]] == [[], ["window"]]
    assert seen["windows"] == ["MAIN_WINDOW", "MAIN_WINDOW"]


def test_the_shutdown_leaves_no_thread_callback_or_entry(tmp_path: Path) -> None:
    seen = run(tmp_path, "start", "tick", "click", "tick", "shutdown")
    assert seen["threads"] == ["MainThread"]
    assert seen["callbacks_left"] == 0
    assert seen["log"] == []
    assert (tmp_path / "Saved" / "BlueprintAIAssistant" / "window.json").is_file()
    log = (tmp_path / "Saved" / "Logs" / "BlueprintAIAssistant.log").read_text(encoding="utf-8")
    assert "The panel is built" in log


def test_it_can_be_stopped_and_started_again_in_a_running_editor(tmp_path: Path) -> None:
    first = ("start", "tick", "click", "stop", "look")
    seen = run(tmp_path, *first, "stop", "start", "tick", "click", "look")
    before, after = seen["looks"]
    assert (before["entries"], before["visible"]) == ([], [])
    assert (after["entries"], after["visible"]) == ([TOOLS_ENTRY], ["window"])
    assert run(tmp_path, "start", "start", "tick", "look")["entries"] == [TOOLS_ENTRY]


@pytest.mark.parametrize("value", thinned(["1", "true", "yes"], 1))
def test_a_variable_keeps_it_from_starting(tmp_path: Path, value: str) -> None:
    seen = run(tmp_path, "start", "tick", "look", "shutdown", BLUEPRINT_AI_DISABLED=value)
    assert seen["entries"] == []
    assert seen["log"] == ["Display: Blueprint AI Assistant is not started: BLUEPRINT_AI_DISABLED is set."]


def test_a_variable_that_says_no_lets_it_start(tmp_path: Path) -> None:
    assert run(tmp_path, "start", "tick", "look", BLUEPRINT_AI_DISABLED="0")["entries"] == [TOOLS_ENTRY]


def test_a_commandlet_gets_no_slate_callback(tmp_path: Path) -> None:
    seen = run(tmp_path, "commandlet", "start", "shutdown")
    assert len(seen["log"]) == 1
    assert "the command line has -run=pythonscript" in seen["log"][0]
    assert seen["callbacks_left"] == 0


@pytest.mark.parametrize(
    ("trouble", "sign"),
    [("broken", "half a download"), ("exits", "SystemExit"), ("missing", "ModuleNotFoundError")],
)
def test_a_failure_inside_is_told_and_never_escapes(tmp_path: Path, trouble: str, sign: str) -> None:
    seen = run(tmp_path, trouble, "start", "other_plugin", "tick", "shutdown")
    assert seen["left_behind"] == []
    assert len(seen["log"]) == 1
    assert seen["log"][0].startswith("Error: Blueprint AI Assistant could not start.\nTraceback")
    assert sign in seen["log"][0]
    report = tmp_path / "Saved" / "Logs" / "BlueprintAIAssistant-start.log"
    assert sign in report.read_text(encoding="utf-8")


def test_a_wrong_setting_is_told_when_the_panel_is_opened_and_can_be_mended(tmp_path: Path) -> None:
    seen = run(tmp_path, "start", "tick", "click", "look", "shutdown", BLUEPRINT_AI_PROVIDER="gpt")
    assert seen["visible"] == []
    assert len(seen["log"]) == 1
    assert "bad_setting" in seen["log"][0]
    assert "BLUEPRINT_AI_PROVIDER" in seen["log"][0]
    assert seen["threads"] == ["MainThread"]
