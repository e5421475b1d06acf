"""The `t3d` commands: check, links, draw and diff of clipboard texts and exports.

Each file gets its line, also when another one cannot be read. With `--json` the lines are JSON
objects, for programs; without, sentences for people.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.cli.given_files import STDIN, named_files, require_one_stdin
from blueprint_assistant.cli.report import (
    EXIT_FINE,
    EXIT_FOUND_SOMETHING,
    Report,
    UnwritableOutputError,
)
from blueprint_assistant.cli.t3d_text import read_text
from blueprint_assistant.errors import AssistantError, ConfigurationError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.diff_text import describe_diff, diff_as_json
from blueprint_assistant.graph.compare.graph_diff import diff
from blueprint_assistant.graph.rules.link_check import refused_links, schema_for

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from blueprint_assistant.cli.t3d_text import T3DText
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["add_t3d_command", "run_t3d"]

_DEFAULT_SCALE: Final = 2.0
_SMALLEST_SCALE: Final = 0.1
_LARGEST_SCALE: Final = 8.0
_NOT_IN_FILE_NAMES: Final = re.compile(r"[^\w.-]+")


def add_t3d_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `t3d` with its commands to the command line."""
    t3d = commands.add_parser("t3d", help="check, draw and compare texts of copied or exported graphs")
    kinds = t3d.add_subparsers(dest="t3d_command", required=True, metavar="check|links|draw|diff")

    def add(name: str, about: str, files: str = "+") -> argparse.ArgumentParser:
        parser = kinds.add_parser(name, help=about, description=f"{about}. '-' stands for standard input.")
        parser.add_argument("files", nargs=files, metavar="FILE", help="T3D text, UTF-8 or UTF-16")
        parser.add_argument("--json", action="store_true", help="print a JSON object per line")
        return parser

    add("check", "read texts, count nodes and links, and see whether they print back byte for byte")
    add("links", "see which links the Blueprint editor would refuse, and why")
    draw = add("draw", "draw graphs into PNG files, beside the texts or where --out says")
    draw.add_argument("--out", metavar="DIR|FILE", help="a folder, or for one graph a file ending in .png")
    draw.add_argument(
        "--scale", type=float, default=_DEFAULT_SCALE, metavar="N", help="pixels per graph unit (default: 2)"
    )
    two = kinds.add_parser("diff", help="tell what makes the second text of the first")
    two.add_argument("files", nargs=2, metavar="FILE", help="T3D text; '-' stands for standard input")
    two.add_argument("--json", action="store_true", help="print one JSON object")


def run_t3d(parsed: argparse.Namespace) -> int:
    """Run a command: 0 all is fine, 1 something differs, is refused or cannot be read.

    Raises ConfigurationError for wrong use.
    """
    report = Report(is_json=parsed.json)
    require_one_stdin(parsed.files)
    if parsed.t3d_command == "diff":
        return _diff(parsed.files, report)
    files = list(named_files(parsed.files))
    match parsed.t3d_command:
        case "check":
            job = _check
        case "links":
            job = _links
        case _:
            job = _Drawing(parsed.out, parsed.scale, files).draw
    is_fine = [_run(job, file, report) for file in files]
    return EXIT_FINE if all(is_fine) else EXIT_FOUND_SOMETHING


def _run(job: Callable[[str, Report], bool], file: str, report: Report) -> bool:
    """Do one file; whether all is fine. What cannot be read or written is reported like a result."""
    try:
        return job(file, report)
    except UnwritableOutputError:
        raise
    except AssistantError as error:
        report.failed(file, error)
        return False


# --- check and links -----------------------------------------------------------------------------


def _check(file: str, report: Report) -> bool:
    try:
        text = read_text(file)
    except AssistantError as error:
        report.failed(file, error, nodes=0, links=0, identical=False)
        return False
    values = {
        "file": file,
        "ok": text.is_identical,
        "error": "" if text.is_identical else "It does not print back as it was read.",
        "nodes": text.node_count,
        "links": text.link_count,
        "identical": text.is_identical,
    }
    word, fate = ("ok    ", "prints") if text.is_identical else ("DIFFERS", "does not print")
    counts = f"{counted(text.node_count, 'node')}, {counted(text.link_count, 'link')}"
    report.add(values, f"{word} {file}: {counts}, {fate} back byte for byte")
    return text.is_identical


def _links(file: str, report: Report) -> bool:
    try:
        text = read_text(file)
    except AssistantError as error:
        report.failed(file, error, links=0, refused=[])
        return False
    schema = schema_for(text.blueprint, default_catalog())
    refused = [link for graph in text.graphs for link in refused_links(graph, schema)]
    values = {
        "file": file,
        "links": text.link_count,
        "refused": [{"from": link.source, "to": link.target, "reason": link.reason} for link in refused],
    }
    head = (
        f"{'REFUSED' if refused else 'ok    '} {file}: {len(refused)} of {counted(text.link_count, 'link')}"
    )
    lines = [f"  {link.source} -> {link.target}: {link.reason}" for link in refused]
    report.add(values, f"{head} refused", *lines)
    return not refused


# --- draw ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Drawing:
    """Draws files one after the other. `out` is the folder or file that was asked for."""

    out: str | None
    scale: float
    files: list[str]
    _taken: set[str] = field(default_factory=set)
    """The files that were written, without letter case, which not every disk knows."""

    def __post_init__(self) -> None:
        if not _SMALLEST_SCALE <= self.scale <= _LARGEST_SCALE:
            raise ConfigurationError(
                f"--scale {self.scale:g} is not possible.", f"Use {_SMALLEST_SCALE:g} to {_LARGEST_SCALE:g}."
            )
        if self.out is not None and not self.out.strip():
            raise ConfigurationError("--out is empty.", "Name a folder, or a file ending in .png.")
        if self._file is not None and len(self.files) > 1:
            raise ConfigurationError(
                f"--out {self.out} is one picture, and {len(self.files)} files are to be drawn.",
                "Name a folder.",
            )
        folder = self._folder
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(
                f"The folder '{folder}' cannot be made: {error.strerror or error}.", "Name another one."
            ) from error

    @property
    def _file(self) -> Path | None:
        """The file that was asked for, or None when it was a folder or nothing."""
        return Path(self.out) if self.out is not None and self.out.lower().endswith(".png") else None

    @property
    def _folder(self) -> Path | None:
        """The folder that was asked for, or None for that of each text."""
        if self._file is not None:
            return self._file.parent
        return None if self.out is None else Path(self.out)

    def draw(self, file: str, report: Report) -> bool:
        """Draw all graphs of a file that have nodes, or the one that it has."""
        # Qt is slow to import and only drawing needs it.
        from blueprint_assistant.ui.picture import render_graph  # noqa: PLC0415

        text = read_text(file)
        graphs = [graph for graph in text.graphs if graph.nodes] or list(text.graphs)
        pictures = []
        for graph in graphs:
            name = graph.name if len(graphs) > 1 else ""
            picture = render_graph(graph, self._path(file, name), scale=self.scale)
            pictures.append(
                {"path": picture.path, "width": picture.width, "height": picture.height, "graph": graph.name}
            )
        lines = [f"drawn  {made['path']}: {made['width']} x {made['height']} pixels" for made in pictures]
        report.add({"file": file, "ok": True, "error": "", "pictures": pictures}, *lines)
        return True

    def _path(self, file: str, graph: str) -> Path:
        """Where a picture goes; two texts of one name do not overwrite each other's."""
        source = self._file or Path("stdin" if file == STDIN else file)
        folder = self._folder or source.parent
        stem = f"{source.stem}-{_NOT_IN_FILE_NAMES.sub('_', graph)}" if graph else source.stem
        path = folder / f"{stem}.png"
        number = 2
        while str(path).casefold() in self._taken:
            path = folder / f"{stem}-{number}.png"
            number += 1
        self._taken.add(str(path).casefold())
        return path


# --- diff ----------------------------------------------------------------------------------------


def _diff(files: list[str], report: Report) -> int:
    texts: list[T3DText] = []
    for file in files:
        try:
            texts.append(read_text(file))
        except AssistantError as error:
            report.failed(file, error)
    if len(texts) < len(files):
        return EXIT_FOUND_SOMETHING
    before, after = (_by_name(text, texts) for text in texts)
    both = [name for name in before if name in after]
    gone = [name for name in before if name not in after]
    came = [name for name in after if name not in before]
    changes = [(name, diff(before[name], after[name])) for name in both]
    is_same = not gone and not came and not any(change for _, change in changes)
    graphs = [
        {"graph": name, **diff_as_json(change, before[name], after[name])}
        for name, change in changes
        if change
    ]
    lines = [f"- graph {name}" for name in gone] + [f"+ graph {name}" for name in came]
    for name, change in changes:
        if change:
            lines += [f"graph {name}:"] if len(both) > 1 else []
            told = describe_diff(change, before[name], after[name])
            lines.append(told or "~ only GUIDs, pin ids, or the order of nodes, pins and links")
    values = {"files": files, "ok": True, "error": "", "same": is_same, "graphs": graphs}
    report.add(
        {**values, "removed_graphs": gone, "added_graphs": came}, *(lines or ["The graphs are the same."])
    )
    return EXIT_FINE if is_same else EXIT_FOUND_SOMETHING


def _by_name(text: T3DText, texts: list[T3DText]) -> dict[str, Graph]:
    """The graphs to compare, by name; single graphs are compared whatever their names."""
    if all(len(other.graphs) == 1 for other in texts):
        return {"": text.graphs[0]}
    count: Counter[str] = Counter()
    graphs = {}
    for graph in text.graphs:
        count[graph.name] += 1
        # Collapsed graphs of several functions may have one name.
        number = count[graph.name]
        graphs[graph.name if number == 1 else f"{graph.name} ({number})"] = graph
    return graphs
