"""Run in a process of its own: executes init_unreal.py the way the editor does, and tells what it saw.

usage: start_program.py PROJECT STEP…   The steps are methods below; the last line printed is JSON.
"""

from __future__ import annotations

import json
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any

from unreal_sandbox import SandboxEditor

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "Content" / "Python" / "init_unreal.py"
OTHER_PLUGIN = """
def _start_blueprint_ai_assistant():
    raise RuntimeError("another plugin took this name")
sys = Path = unreal = traceback = bootstrap = "overwritten"
"""
HEAVY = ("PySide6", "shiboken6", "anthropic", "pydantic", "httpx2")


def execute(file: Path, scope: dict[str, Any], source: str | None = None) -> None:
    """As the editor does: compiled text in shared globals, `__file__` there only meanwhile."""
    code = compile(source or file.read_text(encoding="utf-8"), str(file), "exec")
    scope["__file__"] = str(file)
    try:
        exec(code, scope)  # noqa: S102 - this is what the editor does
    finally:
        del scope["__file__"]


class Run:
    """One editor process."""

    def __init__(self, project: Path) -> None:
        self.editor = SandboxEditor(project)
        self.editor.install()
        self.file = FILE
        self.scope = self.editor.console_globals
        self.scope["__builtins__"] = __builtins__  # executing anything adds it
        self.seen: dict[str, Any] = {"looks": []}

    def warm(self) -> None:
        """Let the stand-in load what it needs for its own answers, so that the next times are ours."""
        import unreal  # noqa: PLC0415

        unreal.PluginBlueprintLibrary.get_plugin_base_dir("x")
        unreal.Paths.convert_relative_path_to_full(unreal.Paths.project_log_dir())
        unreal.SystemLibrary.get_command_line()
        unreal.unregister_python_shutdown_callback(unreal.register_python_shutdown_callback(print))
        unreal.ToolMenus.get().extend_menu("Warm").add_menu_entry("Warm", unreal.ToolMenuEntry(name="Warm"))

    def start(self) -> None:
        names = set(self.scope)
        modules = set(sys.modules)
        begun = time.thread_time()
        execute(self.file, self.scope)
        self.seen["start_ms"] = round((time.thread_time() - begun) * 1000, 2)
        self.seen["left_behind"] = sorted(set(self.scope) - names)
        self.seen["new_modules"] = sorted(set(sys.modules) - modules)

    def other_plugin(self) -> None:
        execute(ROOT / "other" / "init_unreal.py", self.scope, OTHER_PLUGIN)

    def tick(self) -> None:
        begun = time.perf_counter()
        self.editor.tick()
        self.seen["tick_ms"] = round((time.perf_counter() - begun) * 1000, 2)
        self.seen["heavy"] = [name for name in HEAVY if name in sys.modules]

    def click(self) -> None:
        self.editor.click("LevelEditor.MainMenu.Tools", "BlueprintAIAssistant.OpenPanel")

    def named(self) -> None:
        """The editor knows the plugin's folder, so the file's own place is not needed."""
        self.editor.enabled_plugins["BlueprintAIAssistant"] = str(ROOT)

    def commandlet(self) -> None:
        self.editor.command_line = '"C:/a -game folder/X.uproject" -run=pythonscript -script=x.py'
        self.editor.switches.slate_is_initialised = False

    def broken(self) -> None:
        """A plugin folder whose package cannot be imported."""
        folder = Path(self.editor.project_dir or "") / "Broken"
        package = folder / "Python" / "blueprint_assistant"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("raise RuntimeError('half a download, key sk-ant-0123456789ab')")
        self.editor.enabled_plugins["BlueprintAIAssistant"] = str(folder)
        sys.path[:] = [entry for entry in sys.path if Path(entry) != ROOT / "Python"]
        for name in [name for name in sys.modules if name.startswith("blueprint_assistant")]:
            del sys.modules[name]

    def exits(self) -> None:
        """A package that ends the process when it is imported."""
        self.broken()
        package = Path(self.editor.enabled_plugins["BlueprintAIAssistant"]) / "Python" / "blueprint_assistant"
        (package / "__init__.py").write_text("import sys\nsys.exit(3)")

    def missing(self) -> None:
        """A package folder that is not there, neither where the editor says nor beside the file."""
        self.broken()
        shutil.rmtree(Path(self.editor.enabled_plugins["BlueprintAIAssistant"]) / "Python")
        self.editor.enabled_plugins.clear()
        copy = Path(self.editor.project_dir or "") / "Elsewhere" / "Content" / "Python" / "init_unreal.py"
        copy.parent.mkdir(parents=True)
        shutil.copy(FILE, copy)
        self.file = copy

    def look(self) -> None:
        entries = self.editor.menus.shown("LevelEditor.MainMenu.Tools")
        self.seen["entries"] = [[entry.name, entry.label, entry.owner] for entry in entries]
        self.seen["windows"] = [method for _, method in self.editor.parented_windows]
        qt = sys.modules.get("PySide6.QtWidgets")
        app = qt.QApplication.instance() if qt else None
        self.seen["visible"] = [w.objectName() for w in app.topLevelWidgets() if w.isVisible()] if app else []
        self.seen["looks"].append({name: self.seen[name] for name in ("entries", "windows", "visible")})

    def close(self) -> None:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415

        for window in QApplication.topLevelWidgets():
            window.close()

    def stop(self) -> None:
        sys.modules["blueprint_assistant.host.bootstrap"].stop()

    def shutdown(self) -> None:
        self.editor.shutdown()
        self.seen["callbacks_left"] = sum(map(len, self.editor.ticks.callbacks.values()))
        self.seen["threads"] = sorted(thread.name for thread in threading.enumerate())


def main(project: str, *steps: str) -> None:
    run = Run(Path(project))
    for step in steps:
        getattr(run, step)()
    run.seen["log"] = [f"{line.severity}: {line.text}" for line in run.editor.log]
    print(json.dumps(run.seen))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
