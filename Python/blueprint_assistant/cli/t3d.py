"""The `t3d` commands: check, links, draw and diff of clipboard texts and exports.

Each file gets its line, also when another one cannot be read. With `--json` the lines are JSON
objects, for programs; without, sentences for people.
"""

from __future__ import annotations

import re
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

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


__all__ = ["run_t3d"]

_SMALLEST_SCALE: Final = 0.1
_LARGEST_SCALE: Final = 8.0
_NOT_IN_FILE_NAMES: Final = re.compile(r"[^\w.-]+")


def run_t3d(parsed: argparse.Namespace) -> int:
    """Run a command: 0 all is fine, 1 something differs, is refused or cannot be read.

    Raises ConfigurationError for wrong use.
    """
    report = Report(is_json=parsed.json)
    require_one_stdin(parsed.files)
    if parsed.t3d_command == "diff":
        # Comparing and the rules of links know the whole catalogue, which the other commands do not need.
        from blueprint_assistant.cli.t3d_diff import compare_texts  # noqa: PLC0415

        return compare_texts(parsed.files, report)
    files = list(named_files(parsed.files))
    match parsed.t3d_command:
        case "check":
            job = _check
        case "links":
            from blueprint_assistant.cli.t3d_links import check_links  # noqa: PLC0415 - as above

            job = check_links
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


# --- check ---------------------------------------------------------------------------------------


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
