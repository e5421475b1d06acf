import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from blueprint_assistant.host.dependencies import (
    MissingPackage,
    add_packages_folder,
    advice,
    missing_packages,
    packages_folder,
    runtime_requirements,
)

ROOT = Path(__file__).resolve().parents[2]


def plugin_that_needs(folder: Path, *requirements: str) -> Path:
    lines = ["# heading", "# --- runtime ----", *requirements, "# --- development ----", "no-such-tool"]
    (folder / "requirements.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_the_plugin_itself_finds_all_that_it_needs_here() -> None:
    names = [line.partition(">")[0] for line in runtime_requirements(ROOT)]
    assert names == ["PySide6-Essentials", "anthropic", "pydantic"]
    assert missing_packages(ROOT) == []


def test_a_package_that_is_not_there_or_too_old_is_named(tmp_path: Path) -> None:
    root = plugin_that_needs(tmp_path, "no-such-package>=1", "pytest>=99,<100  # why", "pydantic>=2")
    missing = missing_packages(root)
    assert [item.requirement for item in missing] == ["no-such-package>=1", "pytest>=99,<100"]
    assert missing[0].found == ""
    assert missing[1].found == pytest.__version__


def test_the_advice_is_a_command_that_pip_takes(tmp_path: Path) -> None:
    missing = [MissingPackage("tiny_thing>=1,<2")]
    text = advice(missing, sys.executable, tmp_path / "a folder" / "packages")
    assert "tiny_thing>=1,<2" in text
    # The wheel comes from a folder, so that the very command can be run without a network.
    wheel = tmp_path / "tiny_thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny_thing.py", "value = 7\n")
        archive.writestr(
            "tiny_thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny_thing\nVersion: 1.0\n"
        )
        archive.writestr("tiny_thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("tiny_thing-1.0.dist-info/RECORD", "")
    command = text.splitlines()[-1]
    done = subprocess.run(  # noqa: S602 - it is the command line that a user would paste
        command,
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        env={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a folder" / "packages" / "tiny_thing.py").is_file()


def test_a_package_that_is_installed_later_is_found_without_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    root = plugin_that_needs(tmp_path, "blueprint_late_package>=1")
    folder = tmp_path / "packages"
    add_packages_folder(folder)
    assert missing_packages(root)
    folder.mkdir()
    (folder / "blueprint_late_package.py").touch()
    add_packages_folder(folder)
    assert missing_packages(root) == []
    assert sys.path.count(str(folder)) == 1


def test_the_packages_folder_can_be_named_and_depends_on_the_interpreter(tmp_path: Path) -> None:
    assert packages_folder({"BLUEPRINT_AI_SITE": str(tmp_path)}) == tmp_path
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert packages_folder({}).name == tag
