"""The outer form of T3D text: nested `Begin Object … End Object` blocks with lines between.

Part of `graph.t3d`. Knows nothing of nodes and pins. Reading takes one pass and constant work
per line; indentation, line ends and a byte order mark do not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from blueprint_assistant.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Block", "Line", "T3DError", "decode_t3d", "read_blocks"]

MAX_NESTING = 64
MAX_CHARACTERS = 256 * 1024 * 1024
MAX_LINES = 2_000_000
MAX_LINE = 16 * 1024 * 1024
"""Lines of real texts have two hundred characters, seldom two thousand. Millions of shorter ones, or
one that is much longer, would take many times the memory of their text."""
_EXCERPT = 160


class T3DError(TextError):
    """A text that is no T3D, or broken T3D."""

    code = "bad_t3d"


class Line(NamedTuple):
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
    """One `Begin Object` with what stands in it. `class_path` is empty on a second mention.

    `start` and `end` are where its first line begins and its last one ends, in characters of the
    text, line ends not counted; `end_number` is the number of that last line.
    """

    begin: Line
    class_path: str = ""
    name: str = ""
    export_path: str = ""
    lines: list[Line] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)
    start: int = 0
    end: int = 0
    end_number: int = 0

    @property
    def exported_path(self) -> str:
        """The object path inside `ExportPath`, without class and quotes; empty when not written."""
        return _export_parts(self.export_path)[1]

    @property
    def exported_class(self) -> str:
        """The class named in `ExportPath`; empty when not written."""
        return _export_parts(self.export_path)[0]

    @property
    def class_name(self) -> str:
        """The class without its module, also where only `ExportPath` names it."""
        return (self.class_path or self.exported_class).rsplit(".", 1)[-1]


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
    elif data[1:2] == b"\x00":
        encoding = "utf-16-le"  # without a mark: the first character is one of ASCII
    elif data[:1] == b"\x00":
        encoding = "utf-16-be"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        readable = data[: error.start].decode(encoding, errors="ignore")
        raise _error_at(
            readable + data[error.start : error.start + _EXCERPT].decode(encoding, errors="replace"),
            len(readable),
            f"The file is not {encoding.upper().removesuffix('-SIG')} text (byte {error.start})",
            "Copy the nodes again, or export the asset as text.",
        ) from error


def _error_at(text: str, position: int, what: str, fix: str) -> T3DError:
    """An error at a character of a text; its line is looked for only now."""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = Line(text[start : end if end >= 0 else len(text)].rstrip("\r"), text.count("\n", 0, start) + 1)
    error = line.error(what, fix, offset=position - start)
    error.excerpt = error.excerpt or "(an empty line)"
    return error


_LINE = re.compile(r"(?:\ufeff|[^\S\n])*+([^\n]*+)\n?")
_BEGIN = re.compile(r"Begin Object(?:\s|$)", re.IGNORECASE)
_END = re.compile(r"End Object\s*$", re.IGNORECASE)
# Each character is looked at once: a name starts where no word character stands before, and an
# open quote ends with the line.
_ATTRIBUTE = re.compile(r"""(?<!\w)(\w++)=((?:"(?:[^"\\]++|\\.)*+"?|'[^']*+'?|[^\s"']++)++)""")
_OBJECT_NAME = re.compile(r"""\"(?P<quoted>[^"]++)"|(?P<bare>[^"'\s]++)""")
_OPENING = "Begin Object"
_TOO_LONG = f"A line has more than {MAX_LINE:,} characters, more than can be read", "This is not a graph."


def read_blocks(text: str) -> Iterator[Block]:
    """The top-level blocks of a text, one by one: a long text need not be held as blocks.

    What stands before the first block and between blocks is skipped. Raises T3DError when there
    is no block, one is not closed, or blocks nest too deeply, and for a NUL.
    """
    if len(text) > MAX_CHARACTERS:
        raise _error_at(
            text, 0, f"The text has {len(text):,} characters, more than can be read", "Copy fewer nodes."
        )
    if "\0" in text:
        raise _error_at(
            text,
            text.index("\0"),
            "The text holds a NUL character: it is not T3D, or damaged",
            "Copy it again.",
        )
    builder = _BlockBuilder()
    is_empty = True
    for number, match in enumerate(_LINE.finditer(text), 1):
        if number > MAX_LINES:
            what = f"The text has more than {MAX_LINES:,} lines, more than can be read"
            raise _error_at(text, match.start(), what, "Copy fewer nodes.")
        if match.end() - match.start() > MAX_LINE:
            raise _error_at(text, match.start(), *_TOO_LONG)
        words = match[1].rstrip()
        block = builder.take(words, number, match) if words else None
        if block is not None:
            is_empty = False
            yield block
    builder.check_closed()
    last = text[text.rfind("\n") + 1 :].strip()
    if last and _OPENING.startswith(last):
        raise _error_at(text, len(text) - 1, "The text is cut off", "Copy it again, whole.")
    if is_empty:
        raise _error_at(
            text,
            0,
            "The text holds no copied nodes: no line starts with Begin Object",
            "Select nodes in a graph and copy them, or export the graph as text.",
        )


class _BlockBuilder:
    """Puts each line where it belongs."""

    def __init__(self) -> None:
        self._stack: list[Block] = []
        self._open: list[str] = []
        """The parts of a line that goes on: its bracket had not closed where the first one ended."""
        self._is_open = False
        """Whether the next line is one more part, whatever it starts with."""

    def take(self, words: str, number: int, match: re.Match[str]) -> Block | None:
        """Read the next line, `words` without what surrounds them; the top-level block that it closes."""
        initial = words[0]
        if initial in "Bb" and _BEGIN.match(words):
            self._begin(Line(words, number, match.start(1) - match.start() + 1), match.start())
        elif initial in "Ee" and _END.match(words):
            return self._end(words, number, match)
        elif self._stack:
            self._add(words, number, match)
        return None

    def _begin(self, line: Line, start: int) -> None:
        self._close_line()
        if len(self._stack) >= MAX_NESTING:
            raise line.error(f"Objects are nested more than {MAX_NESTING} deep", "This is not a graph.")
        block = _begin(line, start)
        if self._stack:
            self._stack[-1].children.append(block)
        self._stack.append(block)

    def _end(self, words: str, number: int, match: re.Match[str]) -> Block | None:
        self._close_line()
        if not self._stack:
            line = Line(words, number, match.start(1) - match.start() + 1)
            raise line.error("End Object without Begin Object", "Copy the nodes again, whole.")
        block = self._stack.pop()
        block.end, block.end_number = match.start(1) + len(words), number
        return None if self._stack else block

    def _add(self, words: str, number: int, match: re.Match[str]) -> None:
        """Add a line to its block, or to the line before when that has an open bracket."""
        lines = self._stack[-1].lines
        goes_on = words[0] in ",)"  # as no property does: the bracket that closed before was an inner one
        if self._open:
            if self._is_open or goes_on:
                self._open.append(words)
                self._is_open = words[-1] != ")"
                return
            self._close_line()
        elif goes_on and lines:
            self._open += lines[-1].text, words
            self._is_open = words[-1] != ")"
            return
        lines.append(Line(words, number, match.start(1) - match.start() + 1))
        if words[-1] != ")" and _OPEN_VALUE.match(words):
            self._open.append(words)
            self._is_open = True

    def _close_line(self) -> None:
        if len(self._open) > 1:
            lines = self._stack[-1].lines
            lines[-1] = lines[-1]._replace(text="".join(self._open))
            if len(lines[-1].text) > MAX_LINE:
                raise lines[-1].error(*_TOO_LONG)
        self._open.clear()

    def check_closed(self) -> None:
        """Raise T3DError when the text ends inside a block."""
        if self._stack:
            block = self._stack[-1]
            raise block.begin.error(
                f"Object '{block.name}' has no End Object: the text is cut off", "Copy it again, whole."
            )


_OPEN_VALUE = re.compile(r"CustomProperties \w++ \(|[\w.]++(?:\(\d++\))?=\(")
"""The start of a line that goes on when it does not end with a bracket."""


def _begin(line: Line, start: int) -> Block:
    values = {key.lower(): value for key, value in _ATTRIBUTE.findall(line.text)}
    name = _OBJECT_NAME.fullmatch(values.get("name", ""))
    if name is None:
        raise line.error("Begin Object without a readable Name", "Copy the nodes again, whole.")
    class_path = _class_path(values.get("class", ""))
    return Block(line, class_path, name[1] or name[2], values.get("exportpath", ""), start=start)


def _class_path(text: str) -> str:
    text = text.strip("\"'")
    if "'" in text:
        text = text.rpartition("'")[2] or text
    return text
