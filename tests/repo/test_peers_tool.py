"""tools/peers.py on a machine without any peer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "peers.py"


def run(*arguments: str, cache: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        env={"BLUEPRINT_PEERS": str(cache), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_status_names_each_missing_peer_with_the_command_that_installs_it(tmp_path: Path) -> None:
    done = run("status", cache=tmp_path)

    assert done.returncode == 1
    for name in ("llmock", "aimock", "model"):
        assert f"python3 tools/peers.py install {name}" in done.stdout


def test_what_is_large_is_only_asked_for_by_name(tmp_path: Path) -> None:
    assert "model-1.5b" not in run("status", cache=tmp_path).stdout
    assert "install model-1.5b" in run("status", "model-1.5b", cache=tmp_path).stdout


def test_an_unknown_peer_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    done = run("install", "nothing", cache=tmp_path)

    assert done.returncode == 2
    assert "llmock | aimock | ueblueprint | model" in done.stderr


def test_what_cannot_be_installed_is_said_and_leaves_no_half_peer(tmp_path: Path) -> None:
    done = run("install", "aimock", cache=tmp_path)

    assert done.returncode == 1
    assert "no `npm` on the path" in done.stdout
    assert not list(tmp_path.iterdir())
