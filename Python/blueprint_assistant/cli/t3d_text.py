"""Reads what the `t3d` commands are given: a file or standard input, a fragment or an export."""

from __future__ import annotations

import glob
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import TextError
from blueprint_assistant.graph.link_check import all_graphs
from blueprint_assistant.graph.t3d import (
    decode_t3d,
    format_blueprint_t3d,
    format_t3d,
    read_blueprint_t3d,
    read_t3d,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model import Blueprint, Graph

__all__ = ["STDIN", "T3DText", "named_files", "read_text"]

STDIN: Final = "-"


class UnreadableFileError(TextError):
    """A file that cannot be read at all."""

    code = "unreadable_file"


@dataclass(frozen=True, slots=True)
class T3DText:
    """A text that was read. `blueprint` is None for copied nodes.

    `graphs` has the graphs of collapsed nodes too. `is_identical` says whether the value prints
    back as the text.
    """

    graphs: tuple[Graph, ...]
    blueprint: Blueprint | None
    is_identical: bool

    @property
    def node_count(self) -> int:
        """How many nodes all graphs have."""
        return sum(len(graph.nodes) for graph in self.graphs)

    @property
    def link_count(self) -> int:
        """How many links all graphs have."""
        return sum(len(graph.links) for graph in self.graphs)


def named_files(patterns: Iterable[str]) -> Iterator[str]:
    """The files that were named. Where the shell left a pattern as it is (Windows), it is looked up here."""
    for pattern in patterns:
        found = sorted(glob.glob(pattern)) if pattern != STDIN and not Path(pattern).exists() else []  # noqa: PTH207 - patterns may be absolute
        yield from found or [pattern]


def read_text(file: str) -> T3DText:
    """Read a file, or standard input for `-`. Raises TextError when it cannot be read."""
    text = decode_t3d(_bytes(file))
    graph, source = read_t3d(text)
    if graph.kind == "fragment":
        is_identical = format_t3d(graph, source=source) == text
        return T3DText(tuple(all_graphs(graph)), None, is_identical)
    blueprint, asset = read_blueprint_t3d(text)
    is_identical = format_blueprint_t3d(blueprint, source=asset) == text
    graphs = tuple(inner for outer in blueprint.graphs for inner in all_graphs(outer))
    return T3DText(graphs, blueprint, is_identical)


def _bytes(file: str) -> bytes:
    if not file:
        raise _unreadable("its name is empty")
    if file == STDIN and sys.stdin is None:
        raise _unreadable("standard input is closed")
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise _unreadable(error.strerror or str(error)) from error
    except ValueError as error:  # a NUL in the name
        raise _unreadable(str(error)) from error


def _unreadable(why: str) -> UnreadableFileError:
    return UnreadableFileError(f"The file cannot be read: {why}.", "Name a file with T3D text.")
