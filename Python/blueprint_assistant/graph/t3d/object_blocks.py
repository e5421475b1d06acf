"""The outer form of T3D text: nested `Begin Object … End Object` blocks with lines between.

Part of `graph.t3d.graph_text`. Knows nothing of nodes and pins. Reading takes one pass and constant work
per line; indentation, line ends and a byte order mark do not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from blueprint_assistant.errors import TextError
from blueprint_assistant.graph.t3d.conflict_markers import CONFLICT_FIX, conflict_marker

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "KnownBlocks",
    "T3DBlock",
    "T3DError",
    "T3DLine",
    "decode_t3d",
    "encode_t3d",
    "encoding_of",
    "read_blocks",
]

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


class T3DLine(NamedTuple):
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
class T3DBlock:
    """One `Begin Object` with what stands in it. `class_path` is empty on a second mention.

    `start` and `end` are where its first line begins and its last one ends, in characters of the
    text, line ends not counted; `end_number` is the number of that last line. `known` is what was
    made of a block of exactly this text before: such a block was skipped and has no lines.
    """

    begin: T3DLine
    class_path: str = ""
    name: str = ""
    export_path: str = ""
    lines: list[T3DLine] = field(default_factory=list)
    children: list[T3DBlock] = field(default_factory=list)
    start: int = 0
    end: int = 0
    end_number: int = 0
    known: Any = None

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


def encoding_of(data: bytes) -> tuple[str, int]:
    """The encoding of a T3D file or clipboard, and how many bytes its mark has."""
    if data[:3] == b"\xef\xbb\xbf":
        return "utf-8", 3
    if data[:2] == b"\xff\xfe":
        return "utf-16-le", 2
    if data[:2] == b"\xfe\xff":
        return "utf-16-be", 2
    # Without a mark: the first character is one of ASCII.
    if data[1:2] == b"\x00":
        return "utf-16-le", 0
    return ("utf-16-be", 0) if data[:1] == b"\x00" else ("utf-8", 0)


def decode_t3d(data: bytes) -> str:
    """The text of a T3D file or clipboard: UTF-8 or UTF-16, with or without mark, any line ends.

    Raises T3DError for bytes that are none of these.
    """
    encoding, mark = encoding_of(data)
    try:
        return str(memoryview(data)[mark:], encoding)
    except UnicodeDecodeError as error:
        start = mark + error.start
        readable = data[mark:start].decode(encoding, errors="ignore")
        raise _error_at(
            readable + data[start : start + _EXCERPT].decode(encoding, errors="replace"),
            len(readable),
            f"The file is not {encoding[:6].rstrip('-').upper()} text (byte {start})",
            "Copy the nodes again, or export the asset as text.",
        ) from error


def encode_t3d(text: str, like: bytes) -> bytes:
    """A text as bytes in the encoding of others, with their mark: what was not changed is what it was."""
    encoding, mark = encoding_of(like)
    return like[:mark] + text.encode(encoding)


def _error_at(text: str, position: int, what: str, fix: str) -> T3DError:
    """An error at a character of a text; its line is looked for only now."""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = T3DLine(text[start : end if end >= 0 else len(text)].rstrip("\r"), text.count("\n", 0, start) + 1)
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


class KnownBlocks(Protocol):
    """Blocks of an earlier text that need not be read again."""

    def find(self, text: str, start: int, words: str) -> tuple[str, Any] | None:
        """The text of the block that begins at a position with these words, and what was made of it."""
        ...


def read_blocks(text: str, known: KnownBlocks | None = None) -> Iterator[T3DBlock]:
    """The top-level blocks of a text, one by one: a long text need not be held as blocks.

    What stands before the first block and between blocks is skipped. Raises T3DError when there
    is no block, one is not closed, or blocks nest too deeply, for a NUL and for an unmerged conflict.
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
    marker = conflict_marker(text)
    if marker is not None:
        raise _error_at(text, marker, "The text has a git conflict in it", CONFLICT_FIX)
    builder = _BlockBuilder()
    is_empty = True
    for number, match in _lines(text, builder, known):
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


def _lines(
    text: str, builder: _BlockBuilder, known: KnownBlocks | None
) -> Iterator[tuple[int, re.Match[str]]]:
    """The lines of a text with their numbers; known blocks go to the builder as they are."""
    if known is None:
        yield from enumerate(_LINE.finditer(text), 1)
        return
    number = position = 0
    stack = builder.stack
    while position >= 0:
        start, position = position, -1
        for match in _LINE.finditer(text, start):
            number += 1
            words = match[1]
            if stack and words[:1] == "B":
                found = known.find(text, match.start(), words.rstrip())
                if found is not None:
                    last = number + found[0].count("\n")
                    builder.add_known(T3DLine(words.rstrip(), number), match.start(), last, *found)
                    number, position = last, text.find("\n", match.start() + len(found[0])) + 1 or len(text)
                    break
            yield number, match


class _BlockBuilder:
    """Puts each line where it belongs."""

    def __init__(self) -> None:
        self.stack: list[T3DBlock] = []
        """The blocks that are open."""
        self._open: list[str] = []
        """The parts of a line that goes on: its bracket had not closed where the first one ended."""
        self._is_open = False
        """Whether the next line is one more part, whatever it starts with."""

    def add_known(self, line: T3DLine, start: int, end_number: int, text: str, made: Any) -> None:
        """Add a block that need not be read."""
        self._close_line()
        block = _begin(line, start)
        block.end, block.end_number, block.known = start + len(text), end_number, made
        self.stack[-1].children.append(block)

    def take(self, words: str, number: int, match: re.Match[str]) -> T3DBlock | None:
        """Read the next line, `words` without what surrounds them; the top-level block that it closes."""
        initial = words[0]
        if initial in "Bb" and _BEGIN.match(words):
            self._begin(T3DLine(words, number, match.start(1) - match.start() + 1), match.start())
        elif initial in "Ee" and _END.match(words):
            return self._end(words, number, match)
        elif self.stack:
            self._add(words, number, match)
        return None

    def _begin(self, line: T3DLine, start: int) -> None:
        self._close_line()
        if len(self.stack) >= MAX_NESTING:
            raise line.error(f"Objects are nested more than {MAX_NESTING} deep", "This is not a graph.")
        block = _begin(line, start)
        if self.stack:
            self.stack[-1].children.append(block)
        self.stack.append(block)

    def _end(self, words: str, number: int, match: re.Match[str]) -> T3DBlock | None:
        self._close_line()
        if not self.stack:
            line = T3DLine(words, number, match.start(1) - match.start() + 1)
            raise line.error("End Object without Begin Object", "Copy the nodes again, whole.")
        block = self.stack.pop()
        block.end, block.end_number = match.start(1) + len(words), number
        return None if self.stack else block

    def _add(self, words: str, number: int, match: re.Match[str]) -> None:
        """Add a line to its block, or to the line before when that has an open bracket."""
        lines = self.stack[-1].lines
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
        lines.append(T3DLine(words, number, match.start(1) - match.start() + 1))
        if words[-1] != ")" and _OPEN_VALUE.match(words):
            self._open.append(words)
            self._is_open = True

    def _close_line(self) -> None:
        if len(self._open) > 1:
            lines = self.stack[-1].lines
            lines[-1] = lines[-1]._replace(text="".join(self._open))
            if len(lines[-1].text) > MAX_LINE:
                raise lines[-1].error(*_TOO_LONG)
        self._open.clear()

    def check_closed(self) -> None:
        """Raise T3DError when the text ends inside a block."""
        if self.stack:
            block = self.stack[-1]
            raise block.begin.error(
                f"Object '{block.name}' has no End Object: the text is cut off", "Copy it again, whole."
            )


_OPEN_VALUE = re.compile(r"CustomProperties \w++ \(|[\w.]++(?:\(\d++\))?=\(")
"""The start of a line that goes on when it does not end with a bracket."""


def _begin(line: T3DLine, start: int) -> T3DBlock:
    class_path, name, export_path = _attributes(line.text)
    if not name:
        raise line.error("Begin Object without a readable Name", "Copy the nodes again, whole.")
    return T3DBlock(line, class_path, name, export_path, start=start)


@lru_cache(maxsize=20_000)
def _attributes(text: str) -> tuple[str, str, str]:
    """Class path, name and export path of a first line; an asset's are read again after each change."""
    values = {key.lower(): value for key, value in _ATTRIBUTE.findall(text)}
    name = _OBJECT_NAME.fullmatch(values.get("name", ""))
    if name is None:
        return "", "", ""
    return _class_path(values.get("class", "")), name[1] or name[2], values.get("exportpath", "")


def _class_path(text: str) -> str:
    text = text.strip("\"'")
    if "'" in text:
        text = text.rpartition("'")[2] or text
    return text
