import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tiers import deep

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout whose one requirement is a wheel in a folder, so that no network is needed."""
    folder = tmp_path / "checkout"
    (folder / "Python" / "blueprint_assistant").mkdir(parents=True)
    (folder / "Python" / "blueprint_assistant" / "__init__.py").touch()
    main = "import os, sys\nprint(os.getcwd(), sys.argv[1:])\nsys.exit(len(sys.argv))\n"
    (folder / "Python" / "blueprint_assistant" / "__main__.py").write_text(main)
    shutil.copy(ROOT / "dev.py", folder)
    (folder / "requirements.txt").write_text("")
    return folder


def call(checkout: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    environment.pop("PYTHONPATH", None)
    base = getattr(sys, "_base_executable", sys.executable)
    return subprocess.run(
        [base, str(checkout / "dev.py"), *arguments],
        cwd=cwd or checkout,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env=environment,
    )


def test_alone_it_prints_its_tasks_and_sets_nothing_up(checkout: Path) -> None:
    done = call(checkout)
    assert done.returncode == 0
    for task in ("run", "test", "lint", "cases", "bench", "package", "peers"):
        assert f"\n  {task} " in done.stdout
    assert not (checkout / ".venv").exists()


def test_an_unknown_task_names_the_known_ones(checkout: Path) -> None:
    done = call(checkout, "tset")
    assert done.returncode == 2
    assert "'tset'" in done.stderr
    assert "test" in done.stderr


@pytest.mark.parametrize(
    "has_venv",
    # Making an environment with its own pip takes seconds; one that is there already is only filled.
    [pytest.param(True, id="with .venv"), pytest.param(False, id="fresh", marks=deep)],
)
def test_a_checkout_is_set_up_and_run_from_any_folder(
    checkout: Path, tmp_path: Path, record_property: Callable[[str, object], None], *, has_venv: bool
) -> None:
    if has_venv:
        base = getattr(sys, "_base_executable", sys.executable)
        options = ["--without-pip", "--system-site-packages"]
        subprocess.run([base, "-m", "venv", *options, str(checkout / ".venv")], check=True)
    first = call(checkout, "run", "--prompt", "a b", cwd=tmp_path)
    assert first.stdout.split(" ", 1) == [str(tmp_path), "['run', '--prompt', 'a b']\n"], first.stderr
    assert first.returncode == 4
    assert "Ready after" in first.stderr

    started = time.perf_counter()
    second = call(checkout, "run")
    record_property("second_call_s", round(time.perf_counter() - started, 3))
    assert second.stderr == ""
    assert second.stdout.endswith("['run']\n")


@deep
def test_a_lost_part_is_repaired_and_what_cannot_be_had_is_told(checkout: Path) -> None:
    assert call(checkout, "setup").returncode == 0
    packages = next((checkout / ".venv").rglob("site-packages"))
    shutil.rmtree(packages / "pip")
    (checkout / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")).unlink()
    third = call(checkout, "run")
    assert "Repairing" in third.stderr
    assert third.returncode == 2

    (checkout / "requirements.txt").write_text("blueprint-no-such-package==1\n")
    fourth = call(checkout, "run")
    assert fourth.returncode == 3
    assert "blueprint-no-such-package" in fourth.stderr
    assert "What is installed already is kept" in fourth.stderr


def test_a_stamp_that_cannot_be_read_counts_as_none(dev: ModuleType, checkout: Path) -> None:
    for content in ("", "[]", "{", '"text"'):
        dev.STAMP = checkout / "stamp.json"
        dev.STAMP.write_text(content)
        assert dev.read_stamp() == {}


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Collecting pydantic<3,>=2.9 (from -r requirements.txt (line 7))", "    7 pydantic"),
        ("Processing /wheels/idna-3.20-py3-none-any.whl", "    7 idna-3.20-py3-none-any.whl"),
        (
            "  Downloading https://files.example/ruff-0.17.6-py3-none-any.whl (10.6 MB)",
            "      ruff-0.17.6-py3-none-any.whl (10.6 MB)",
        ),
        ("  Using cached ruff-0.17.6.whl (10.6 MB)", "      ruff-0.17.6.whl (10.6 MB)"),
        ("  Using cached ruff-0.17.6.whl.metadata (26 kB)", ""),
        ("Installing collected packages: a, b, c", "  unpacking 3 packages"),
        ("Requirement already satisfied: idna in .venv/lib", ""),
        ("ERROR: No matching distribution found for x", "  ERROR: No matching distribution found for x"),
    ],
)
def test_the_lines_of_pip_become_short_progress(dev: ModuleType, line: str, shown: str) -> None:
    assert dev.condensed(line, 7) == shown


def test_a_network_that_is_not_there_is_told_apart_from_other_failures(dev: ModuleType) -> None:
    offline = dev.pip_failure(
        ["WARNING: Retrying (...) NewConnectionError", "ERROR: No matching distribution found for x"]
    )
    assert "cannot be reached" in offline
    assert "HTTPS_PROXY" in offline
    other = dev.pip_failure(["ERROR: Ignored the following versions: 1.0", "ERROR: No matching distribution"])
    assert "cannot be reached" not in other
    assert "No matching distribution" in other


def test_missing_system_libraries_come_with_the_exact_command(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "SYSTEM_LIBRARIES", {"libno-such-thing.so.9": "libno-such-thing9"})
    monkeypatch.setattr(dev, "FONT_FOLDERS", ())
    assert dev.missing_packages() == ["libno-such-thing9", "fonts-dejavu-core"]
    dev.tell_missing_libraries()
    command = "sudo apt-get update && sudo apt-get install -y --no-install-recommends "
    assert f"{command}libno-such-thing9 fonts-dejavu-core\n" in capsys.readouterr().err


def test_paths_of_tests_are_found_from_the_folder_where_they_were_typed(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_a.py").touch()
    monkeypatch.chdir(tmp_path)
    typed = ["-q", "test_a.py::test_b", "-k", "name", "missing.py"]
    assert dev.absolute_paths(typed) == ["-q", f"{tmp_path}/test_a.py::test_b", "-k", "name", "missing.py"]


@pytest.mark.parametrize(
    ("typed", "spread"),
    [
        ([], True),
        (["--deep"], True),
        (["--deep", "--shard", "3/10"], True),
        (["--shard=3/10", "-rs", "-x"], True),
        (["--deep", "test_a.py"], False),
        (["--deep", "-k", "name"], False),
        (["--deep", "-n", "1"], False),
        (["test_a.py::test_b"], False),
        (["-m", "model", "-rs"], False),
    ],
)
def test_a_whole_tier_runs_on_all_cores(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: list[str], *, spread: bool
) -> None:
    (tmp_path / "test_a.py").touch()
    monkeypatch.chdir(tmp_path)
    assert dev.on_cores(typed) == (["--numprocesses=auto", "--dist=worksteal"] if spread else [])


def test_an_old_python_is_told_what_is_needed() -> None:
    # Older interpreters are not everywhere; what they must be able to do is to parse the file.
    ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_the_descriptor_and_the_tools_know_the_same_python() -> None:
    descriptor = json.loads((ROOT / "BlueprintAIAssistant.uplugin").read_text(encoding="utf-8"))
    assert descriptor["FileVersion"] == 3
    assert descriptor["CanContainContent"] is True
    assert descriptor["EnabledByDefault"] is False
    assert "Modules" not in descriptor
    assert "EngineVersion" not in descriptor
    assert {"Name": "PythonScriptPlugin", "Enabled": True} in descriptor["Plugins"]


@deep
@pytest.mark.skipif(sys.platform == "win32", reason="sets a locale of POSIX")
def test_a_checkout_in_a_folder_that_the_locale_cannot_spell_is_found(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = tmp_path / "Müller's 日本"
    checkout.rename(moved)
    assert call(moved, "setup").returncode == 0
    # What Windows is to UTF-8: there a .pth file is read in the language of the system.
    for name, value in (("LC_ALL", "C"), ("PYTHONUTF8", "0"), ("PYTHONCOERCECLOCALE", "0")):
        monkeypatch.setenv(name, value)
    done = call(moved, "run", "a", "b")
    assert done.returncode == 4, done.stderr


@pytest.mark.parametrize("script", sorted(ROOT.glob("benchmarks/[!_]*.py")), ids=lambda path: path.stem)
def test_every_benchmark_has_a_short_form(script: Path) -> None:
    # `bench --short` gives the option to each; CI runs that.
    assert re.search(r"""["']--short["']""", script.read_text(encoding="utf-8"))
