"""The kind t3d_cli: commands of the real program, as a process of its own whose output is a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cases.adapters.cli_texts import PLACEHOLDER, placeholders_of, texts_of
from cases.adapters.members import UnknownMemberError, require_known
from cases.adapters.tables import for_each_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


__all__ = ["ADAPTERS"]

_ROOT = Path(__file__).parents[3]
_LIMIT_S = 100
_FACTS = (
    *("command", "graph", "conflict", "compare_with"),
    *("stdin", "stdout", "stdout_encoding", "encoding", "bom"),
)


def t3d_cli(case: Mapping[str, Any]) -> dict[str, Any]:
    files = [name for name in case if PLACEHOLDER.fullmatch(name)]
    require_known(case, (*_FACTS, *files), "t3d_cli")
    if case.get("stdout", "pipe") not in ("pipe", "file"):
        raise UnknownMemberError(f"standard output to {case['stdout']}")
    texts = texts_of(case)
    with tempfile.TemporaryDirectory() as folder:
        runs = [_run(case, Path(folder, str(number)), given) for number, given in enumerate(texts)]
    return _outcome(runs)


# --- the process ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Run:
    exit: int
    stdout: bytes
    stderr: bytes
    is_written: bool
    written: bytes | None
    """The file that the command was to write."""


def _run(case: Mapping[str, Any], folder: Path, texts: Mapping[str, str]) -> _Run:
    """Run the command in a folder of its own, so that equal runs name equal files."""
    folder.mkdir()
    paths = {name: _file_name(name, case["command"]) for name in placeholders_of(case)}
    for name, text in texts.items():
        encoding = case.get("encoding") or ("utf-8-sig" if case.get("bom") else "utf-8")
        Path(folder, paths[name]).write_text(text, encoding=encoding, newline="")
    stamps = _stamps(folder)
    done = subprocess.run(
        [sys.executable, "-m", "blueprint_assistant", *_words(case["command"], paths)],
        cwd=folder,
        env=_environment(case.get("stdout_encoding")),
        input=texts.get(case.get("stdin", ""), case.get("stdin", "")).encode(),
        capture_output=True,
        timeout=_LIMIT_S,
        check=False,
    )
    now = _stamps(folder)
    out = next((now[paths[name]] for name in paths if name not in texts and paths[name] in now), None)
    return _Run(done.returncode, done.stdout, done.stderr, now != stamps, out)


def _file_name(placeholder: str, command: Sequence[str]) -> str:
    """A name of the kind that the command expects: pictures for draw, else texts and programs."""
    if placeholder.startswith("OUT"):
        return f"{placeholder.lower()}.{'png' if 'draw' in command else 't3d'}"
    return f"{placeholder.lower()}.{'t3d' if placeholder.startswith('FILE') else 'bc'}"


def _words(command: Sequence[str], paths: Mapping[str, str]) -> Iterator[str]:
    for word in command:
        head, equals, last = word.rpartition("=")
        yield f"{head}{equals}{paths.get(last, last)}"


def _stamps(folder: Path) -> dict[str, bytes]:
    found = (entry for entry in folder.rglob("*") if entry.is_file())
    return {entry.relative_to(folder).as_posix(): entry.read_bytes() for entry in found}


def _environment(encoding: str | None) -> dict[str, str]:
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("ANTHROPIC_", "BLUEPRINT_AI_", "PYTHONIOENCODING", "PYTHONUTF8"))
    }
    kept |= {"PYTHONPATH": str(_ROOT / "Python"), "QT_QPA_PLATFORM": "offscreen"}
    return kept | ({"PYTHONIOENCODING": encoding} if encoding else {})


# --- what was seen -------------------------------------------------------------------------------


def _outcome(runs: Sequence[_Run]) -> dict[str, Any]:
    first = runs[0]
    exits = {run.exit for run in runs}
    out, err = (data.decode("utf-8", errors="replace") for data in (first.stdout, first.stderr))
    seen: dict[str, Any] = {
        "exit": first.exit if len(exits) == 1 else [run.exit for run in runs],
        "text": f"{out}\n{err}",
        "error": err if first.exit else "",
        "stdout_utf8": out,
        "stdout": out,
        "stderr": err,
        "file_written": any(run.is_written for run in runs),
    }
    if first.written is not None:
        encoding = _encoding_of(first.written)
        seen |= {"file_encoding": encoding, "file": first.written.decode(encoding, errors="replace")}
    if len(runs) > 1:
        seen["outputs_differ"] = len({run.stdout for run in runs}) > 1
    strings = _json_strings(first.stdout)
    return seen if strings is None else {**seen, "json": "\n".join(strings)}


_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def _encoding_of(data: bytes) -> str:
    """The encoding that a byte order mark says, else UTF-8."""
    return next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")


def _json_strings(data: bytes) -> list[str] | None:
    """Every text in the JSON objects of an output; None where it is not JSON as a whole."""
    try:
        values = [json.loads(line) for line in data.decode().splitlines() if line.strip()]
    except ValueError:
        return None
    return [text for value in values for text in _strings(value)]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif value is not None:
        yield json.dumps(value)


ADAPTERS = {"t3d_cli": for_each_row(t3d_cli, "command", (*_FACTS, "ADD", "FILE", "FILE2"))}
