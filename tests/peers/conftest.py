"""Starts the peers of tools/peers.py on free loopback ports, for as long as a test session runs.

A peer that is not installed skips its tests, with the reason and the command that installs it.
"""

from __future__ import annotations

import importlib.util
import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HERE = Path(__file__).resolve().parent
_READY_WITHIN_S = 90.0
KEY = "sk-ant-test-0123456789"


def _load_peers() -> Any:
    """tools/peers.py, which is a script beside the tests and not a package."""
    spec = importlib.util.spec_from_file_location("peers", _HERE.parents[1] / "tools" / "peers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["peers"] = module
    spec.loader.exec_module(module)
    return module


def _find(name: str) -> Path:
    peers = _load_peers()
    try:
        found = peers.find(name)
    except peers.MissingPeerError as error:
        pytest.skip(f"Peer {name} is missing: {error}")
    assert isinstance(found, Path)
    return found


@dataclass(frozen=True)
class Server:
    """A running peer."""

    url: str

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON answer of one of the peer's own control addresses."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)  # noqa: S310 - loopback
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - loopback
            text = answer.read()
        return json.loads(text) if text else None

    def provider(self, path: str = "", **settings: Any) -> ClaudeProvider:
        """A provider that talks to this peer."""
        return ClaudeProvider(SecretStr(KEY), base_url=self.url + path, **{"timeout_s": 20.0, **settings})


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _running(command: Callable[[int], list[str]], health: str, log: Path) -> Iterator[Server]:
    port = _free_port()
    with log.open("wb") as output:
        process = subprocess.Popen(command(port), stdout=output, stderr=subprocess.STDOUT)
        try:
            _wait_until_ready(process, f"http://127.0.0.1:{port}{health}", log)
            yield Server(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(timeout=10)


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _READY_WITHIN_S
    while time.monotonic() < deadline:
        assert process.poll() is None, f"The peer ended at once: {log.read_text(errors='replace')[-2000:]}"
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - loopback
                return
        except urllib.error.HTTPError as error:
            error.close()
        except OSError:
            pass
        time.sleep(0.05)
    pytest.fail(
        f"The peer was not ready within {_READY_WITHIN_S:.0f} s: {log.read_text(errors='replace')[-2000:]}"
    )


@pytest.fixture(scope="session")
def _logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("peers")


@pytest.fixture(scope="session")
def aimock_server(_logs: Path) -> Iterator[Server]:
    script = _find("aimock") / "dist" / "cli.js"
    fixtures = _HERE / "aimock_fixtures.json"

    def command(port: int) -> list[str]:
        return ["node", str(script), "-p", str(port), "-h", "127.0.0.1", "-f", str(fixtures), "--strict"]

    with _running(command, "/__aimock/health", _logs / "aimock.log") as server:
        yield server


@pytest.fixture
def aimock(aimock_server: Server) -> Server:
    """aimock with an empty journal."""
    aimock_server.request("POST", "/__aimock/reset/journal")
    return aimock_server


@pytest.fixture(scope="session")
def llmock_server(_logs: Path) -> Iterator[Server]:
    python = _find("llmock")

    def command(port: int) -> list[str]:
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
        return [str(python), "-m", "llmock.cli", *arguments]

    with _running(command, "/health", _logs / "llmock.log") as server:
        yield server


@pytest.fixture
def llmock(llmock_server: Server) -> Server:
    """llmock without faults and with an empty journal."""
    llmock_server.request("POST", "/_llmock/reset")
    return llmock_server


@pytest.fixture(scope="session")
def model_server(_logs: Path) -> Iterator[Server]:
    _find("model")
    peers = _load_peers()
    python, weights = peers.model_python(), peers.find("model")

    def command(port: int) -> list[str]:  # the likeliest answer, never a drawn one: tests must not be dice
        return [str(python), str(_HERE / "model_server.py"), str(weights), str(port), "0"]

    with _running(command, "/health", _logs / "model.log") as server:
        yield server


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str, float], None]:
    """Reports a measured time, shown at the end of the run (see the tests' own conftest)."""

    def report(what: str, seconds: float) -> None:
        record_property("measured", f"{what}: {seconds * 1000:.1f} ms")

    return report
