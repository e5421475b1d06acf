"""Kills an editor again and again while it saves, creates and deletes, and looks at what is left.

The suite does it a few times; the long form: python tests/sandbox/kill_during_saves.py [200]
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Python"))

from unreal_sandbox import SandboxEditor

__all__ = ["kill_often"]

ROOT = Path(__file__).resolve().parents[2]
ASSETS = tuple(f"/Game/Part{number % 2}/BP_{number}" for number in range(4))
PASSING = ("/Game/BP_Passing", "/Game/Part0/BP_Renamed")
"""An asset that comes, is renamed, and goes."""
LONGEST_S = 0.12
WORKER = """
import sys
from pathlib import Path
from sandbox.kill_during_saves import save_for_ever
save_for_ever(Path(sys.argv[1]))
"""


def save_for_ever(folder: Path) -> None:
    """Write numbers that only grow into every asset, head and tail, and say which are on disk."""
    editor = SandboxEditor(folder)
    unreal = editor.install()
    library, assets = unreal.BlueprintEditorLibrary, unreal.EditorAssetLibrary
    found = {path: assets.load_asset(path) or _make(unreal, path) for path in ASSETS}
    number = max(_number_in(editor, path) for path in ASSETS)
    _say("ready")
    while True:
        number += 1
        for path, asset in found.items():
            asset.set_blueprint_variable_category("Mark", unreal.Text(f"n{number}"))
            _tail_pin(unreal, asset).set_pin_value(f"n{number}")
            assert assets.save_loaded_asset(asset, False)
            _say(f"{path} {number}")
        for path in reversed(PASSING):  # what the last round, or a killed editor, left of it
            assets.delete_asset(path)
        passing = library.create_blueprint_asset_with_parent(PASSING[0], unreal.Actor)
        assert assets.save_loaded_asset(passing)
        assert assets.rename_asset(*PASSING)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _make(unreal: Any, path: str) -> Any:
    """A Blueprint whose file is a few blocks long, with a mark in its head and one in its last graph."""
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent(path, unreal.Actor)
    library.add_member_variable(asset, "Mark", library.get_basic_type_by_name("int"))
    library.set_blueprint_variable_category(asset, "Mark", unreal.Text("n0"))
    event_graph = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(asset))
    for _ in range(12):
        event_graph.add_call_function_node("/Script/Engine.KismetSystemLibrary:PrintString")
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "UserConstructionScript")
    script.add_call_function_node("/Script/Engine.KismetSystemLibrary:PrintString")
    _tail_pin(unreal, asset).set_pin_value("n0")
    library.compile_blueprint(asset)
    assert unreal.EditorAssetLibrary.save_loaded_asset(asset)
    return asset


def _tail_pin(unreal: Any, asset: Any) -> Any:
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "UserConstructionScript")
    (call,) = script.list_nodes_of_class(unreal.K2Node_CallFunction)
    return call.find_input_pin("InString")


def _number_in(editor: SandboxEditor, path: str) -> int:
    """The number of an asset as loaded; head and tail must say the same."""
    asset = editor.blueprints[path.lower()]
    (variable,) = asset.variables
    (call,) = (node for node in asset.graphs["UserConstructionScript"] if "CallFunction" in node.class_name)
    pin = call.find_pin("InString", "input")
    assert pin is not None
    assert variable.category == pin.default, f"{path} is half written: {variable.category}, {pin.default}"
    return int(variable.category.removeprefix("n"))


def kill_often(folder: Path, count: int, seed: int = 1) -> int:
    """Kill `count` editors on one folder; how many were killed in the middle of saving.

    Raises AssertionError when a project cannot be read, an asset is half written, or a save
    that was reported is not there.
    """
    dice = random.Random(seed)
    killed_saving = 0
    for _ in range(count):
        # Now and then while it starts, and takes the lock over, or makes the project.
        waits_for_ready = dice.random() > 0.1
        said = _run_and_kill(folder, dice.uniform(0, LONGEST_S), waits_for_ready=waits_for_ready)
        killed_saving += bool(said) or waits_for_ready
        _check(folder, said)
    return killed_saving


def _run_and_kill(folder: Path, delay_s: float, *, waits_for_ready: bool) -> dict[str, int]:
    """Start an editor and kill it after a while; the saves that it reported."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'Python'}{os.pathsep}{ROOT / 'tests'}"}
    said: dict[str, int] = {}
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, str(folder)], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        if waits_for_ready:
            assert process.stdout.readline() == "ready\n"
        else:
            delay_s *= 5
        time.sleep(delay_s)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
        assert process.wait(10) == -signal.SIGKILL, "The editor ended by itself."
    for path, number in re.findall(r"^(/\S+) (\d+)\n", rest, re.MULTILINE):
        said[path] = int(number)
    return said


def _check(folder: Path, said: dict[str, int]) -> None:
    with SandboxEditor(folder) as editor:
        assert editor.storage is not None
        assert editor.storage.unreadable == {}
        assert not list(folder.rglob("*.writing"))
        known = {asset.path for asset in editor.blueprints.values()}
        assert known <= {*ASSETS, *PASSING}
        assert said.keys() <= known
        for path in known - set(PASSING):
            assert _number_in(editor, path) >= said.get(path, 0)


def main() -> int:
    """Kill as often as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory(prefix="kill_during_saves_") as folder:
        saving = kill_often(Path(folder) / "Project", count)
    _say(f"{count} kills, {saving} of them during saves: every project whole, no asset half written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
