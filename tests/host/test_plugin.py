import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from unreal_sandbox import SandboxEditor


def open_panel_of(root: Path) -> list[str]:
    """The errors that opening the panel tells, for a plugin in that folder."""
    with SandboxEditor() as editor:
        plugin: Any = importlib.import_module("blueprint_assistant.host.plugin").Plugin(root)
        plugin.start()
        plugin.open_panel()
        plugin.tick(0.0)
        plugin.stop()
        plugin.open_panel()  # after the end it stays closed, without a word
        return [line.text for line in editor.log if line.severity == "Error"]


def test_packages_that_are_missing_are_named_with_the_command_for_the_engines_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLUEPRINT_AI_SITE", str(tmp_path / "packages"))
    (tmp_path / "requirements.txt").write_text(
        "# --- runtime ---\nno-such-package>=1,<2  # why\n# --- dev ---\n"
    )
    (told,) = open_panel_of(tmp_path)
    assert "no-such-package>=1,<2" in told
    assert f'"{sys.executable}" -m pip install' in told
    assert f'--target "{tmp_path / "packages"}"' in told


def test_on_macos_the_panel_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    (told,) = open_panel_of(tmp_path)
    assert "macOS" in told
