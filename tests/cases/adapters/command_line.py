"""The kind t3d_cli: commands of the real program, as a process of its own whose output is a pipe."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.nodes.node_scope import NodeScope
from cases.adapters.conflicts import node_named, with_conflict
from cases.adapters.described_graphs import sketch_of, sketch_of_node
from cases.adapters.desk import EVENT_GRAPH, open_desk
from cases.adapters.members import UnknownMemberError, require_known
from cases.adapters.property_changes import read_changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


__all__ = ["ADAPTERS", "texts_of"]

_ROOT = Path(__file__).parents[3]
_LIMIT_S = 100
_PLACEHOLDER = re.compile(r"[A-Z][A-Z0-9_]*")
_FACTS = (
    *("command", "graph", "conflict", "compare_with"),
    *("stdin", "stdout", "stdout_encoding", "encoding", "bom"),
)
_PLAIN_GRAPH = {"event": "BeginPlay", "call": "PrintString", "InString": "Hello"}
_DEFAULT_PROGRAM = 'on BeginPlay():\n  PrintString("new")\n'


def t3d_cli(case: Mapping[str, Any]) -> dict[str, Any]:
    files = [name for name in case if _PLACEHOLDER.fullmatch(name)]
    require_known(case, (*_FACTS, *files), "t3d_cli")
    if case.get("stdout", "pipe") not in ("pipe", "file"):
        raise UnknownMemberError(f"standard output to {case['stdout']}")
    texts = texts_of(case)
    with tempfile.TemporaryDirectory() as folder:
        runs = [_run(case, Path(folder, str(number)), given) for number, given in enumerate(texts)]
    return _outcome(runs)


# --- the files -----------------------------------------------------------------------------------


def texts_of(case: Mapping[str, Any]) -> list[dict[str, str]]:
    """The texts of the placeholders, for each run: one, or two that are compared."""
    with open_desk() as desk:
        path = "/Game/BP_Door"
        desk.bring_to({"blueprints": {path: "/Script/Engine.Actor"}})
        owner = desk.editor.read_blueprint(path)
        scope = NodeScope(owner, find_graph(owner, EVENT_GRAPH), desk.catalog, desk.context)
        given = [name for name in _placeholders(case) if not _is_new(name, case)]
        if "compare_with" not in case:
            return [{name: _file_text(name, case, scope) for name in given}]
        first = {name: _file_text(name, case, scope) for name in given if not name.startswith("FILE")}
        before, after = _compared(case["compare_with"], scope)
    if "FILE2" in given:
        return [{**first, "FILE": before, "FILE2": after}]
    return [{**first, "FILE": before}, {**first, "FILE": after}]


def _placeholders(case: Mapping[str, Any]) -> list[str]:
    words = [word.rpartition("=")[2] for word in case["command"]]
    return list(dict.fromkeys(word for word in words if _PLACEHOLDER.fullmatch(word)))


def _is_new(name: str, case: Mapping[str, Any]) -> bool:
    """Whether a placeholder stands for a file that the command is to write."""
    return name not in case and not name.startswith("FILE") and name != "ADD"


def _file_text(name: str, case: Mapping[str, Any], scope: NodeScope) -> str:
    given = case.get(name)
    if isinstance(given, str):
        return given
    if not name.startswith("FILE"):
        return _DEFAULT_PROGRAM
    graph = {**case.get("graph", _PLAIN_GRAPH), **(given or {})}
    if "conflict" not in case or name != "FILE":
        return sketch_of(graph, scope).text()
    node = "" if "graph" in case else node_named(case["conflict"])
    sketch = sketch_of_node(node, scope) if node else sketch_of(graph, scope)
    return with_conflict(sketch.text(), case["conflict"])


def _compared(described: Mapping[str, Any], scope: NodeScope) -> tuple[str, str]:
    """The same graph twice, with one property before and after."""
    require_known(described, ("node", "property"), "compare_with")
    sides: list[str] = []
    changes = read_changes(described["property"])
    for is_after in (False, True):
        sketch = sketch_of_node(described["node"], scope)
        for change in changes:
            value = change.after if is_after else change.before
            if change.pin:
                sketch.set_pin_field(sketch.main, change.pin, change.name, value)
            else:
                sketch.set_property(sketch.main, change.name, value)
        sides.append(sketch.text())
    if sides[0] == sides[1]:
        raise UnknownMemberError(f"{described['property']} changes nothing of {described['node']}")
    return sides[0], sides[1]


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
    paths = {name: _file_name(name) for name in _placeholders(case)}
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


def _file_name(placeholder: str) -> str:
    return f"{placeholder.lower()}.{'t3d' if placeholder.startswith(('FILE', 'OUT')) else 'bc'}"


def _words(command: Sequence[str], paths: Mapping[str, str]) -> Iterator[str]:
    for word in command:
        head, equals, last = word.rpartition("=")
        yield f"{head}{equals}{paths.get(last, last)}"


def _stamps(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}


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


ADAPTERS = {"t3d_cli": t3d_cli}
