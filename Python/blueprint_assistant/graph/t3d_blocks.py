"""The outer form of T3D text: nested `Begin Object … End Object` blocks with lines between.

Part of `graph.t3d`. Knows nothing of nodes and pins. Reading takes one pass and constant work
per line; indentation, line ends and a byte order mark do not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from blueprint_assistant.errors import TextError

__all__ = ["Block", "Line", "T3DError", "decode_t3d", "read_blocks"]

MAX_NESTING = 64
MAX_CHARACTERS = 256 * 1024 * 1024
_EXCERPT = 160


class T3DError(TextError):
    """A text that is no T3D, or broken T3D."""

    code = "bad_t3d"


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its indentation. `number` counts from 1, `column` is where it starts."""

    text: str
    number: int
    column: int = 1

    def error(self, what: str, fix: str = "", *, offset: int = 0) -> T3DError:
        """An error at this line, `offset` characters from its first."""
        start = max(0, offset - _EXCERPT // 2)
        excerpt = self.text[start : start + _EXCERPT]
        return T3DError(what, fix, line=self.number, column=self.column + offset, excerpt=excerpt)


@dataclass(slots=True)
class Block:
    """One `Begin Object` with what stands in it. `class_path` is empty on a second mention."""

    begin: Line
    class_path: str = ""
    name: str = ""
    export_path: str = ""
    lines: list[Line] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)
    end_number: int = 0

    @property
    def exported_path(self) -> str:
        """The object path inside `ExportPath`, without class and quotes; empty when not written."""
        return _export_parts(self.export_path)[1]

    @property
    def exported_class(self) -> str:
        """The class named in `ExportPath`; empty when not written."""
        return _export_parts(self.export_path)[0]


_EXPORT = re.compile(r"""^"?(?P<kind>[^"']*)'"?(?P<path>.*?)"?'"?$""")


def _export_parts(text: str) -> tuple[str, str]:
    match = _EXPORT.match(text)
    return (match["kind"], match["path"]) if match else ("", text.strip('"'))


def decode_t3d(data: bytes) -> str:
    """The text of a T3D file or clipboard: UTF-8 or UTF-16, with or without mark, any line ends.

    Raises T3DError for bytes that are none of these.
    """
    encoding = "utf-8-sig"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    elif data[:2] == b"B\x00":
        encoding = "utf-16-le"
    elif data[:2] == b"\x00B":
        encoding = "utf-16-be"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise T3DError(
            f"The file is not {encoding.upper().removesuffix('-SIG')} text (byte {error.start})",
            "Copy the nodes again, or export the asset as text.",
        ) from error


_BEGIN = re.compile(r"Begin Object(?:\s|$)", re.IGNORECASE)
_END = re.compile(r"End Object\s*$", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(\w+)=((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+)""")


def read_blocks(text: str) -> tuple[list[Block], list[str]]:
    """The top-level blocks of a text, and its lines without line ends for quoting from it.

    What stands before the first block and between blocks is skipped. Raises T3DError when there
    is no block, one is not closed, or blocks nest too deeply.
    """
    if len(text) > MAX_CHARACTERS:
        raise T3DError(f"The text has {len(text):,} characters, more than can be read", "Copy fewer nodes.")
    raw = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    top: list[Block] = []
    stack: list[Block] = []
    for number, line in enumerate(raw, 1):
        _take(line, number, stack, top)
    if stack:
        raise stack[-1].begin.error(
            f"Object '{stack[-1].name}' has no End Object: the text is cut off", "Copy it again, whole."
        )
    if not top:
        raise T3DError(
            "The text holds no copied nodes: no line starts with Begin Object",
            "Select nodes in a graph and copy them, or export the graph as text.",
        )
    return top, raw


def _take(raw: str, number: int, stack: list[Block], top: list[Block]) -> None:
    """Put one line where it belongs."""
    text = raw.strip()
    if not text:
        return
    line = Line(text, number, raw.find(text[0]) + 1)
    if _BEGIN.match(text):
        if len(stack) >= MAX_NESTING:
            raise line.error(f"Objects are nested more than {MAX_NESTING} deep", "This is not a graph.")
        block = _begin(line)
        (stack[-1].children if stack else top).append(block)
        stack.append(block)
    elif _END.match(text):
        if not stack:
            raise line.error("End Object without Begin Object", "Copy the nodes again, whole.")
        stack.pop().end_number = number
    elif stack:
        _add(stack[-1], line)


def _begin(line: Line) -> Block:
    values = {key.lower(): value for key, value in _ATTRIBUTE.findall(line.text)}
    name = values.get("name", "").strip("\"'")
    if not name or '"' in name:
        raise line.error("Begin Object without a readable Name", "Copy the nodes again, whole.")
    return Block(line, _class_path(values.get("class", "")), name, values.get("exportpath", ""))


def _class_path(text: str) -> str:
    text = text.strip("\"'")
    if "'" in text:
        text = text.rpartition("'")[2] or text
    return text


def _add(block: Block, line: Line) -> None:
    """Add a line, or append it to the one before when that has open brackets."""
    last = block.lines[-1] if block.lines else None
    if last is not None and last.text.startswith("CustomProperties") and not last.text.endswith(")"):
        block.lines[-1] = Line(f"{last.text}{line.text}", last.number, last.column)
    else:
        block.lines.append(line)
