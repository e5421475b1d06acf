"""Which hint is meant by which part of a BlueCode text (BC-100 to BC-103). Outside uses `found_evidence`.

A hint is found by its path or line, by the whole text of a statement or value, by its tokens, or by the
name that is called; letter case of texts counts (BC-085). What a hint says is `merge.evidence`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold_bare
from blueprint_assistant.languages.ast.paths import entry_keys, roots, walk, walk_statements
from blueprint_assistant.languages.ast.statement_paths import NODELESS, is_map_of
from blueprint_assistant.languages.ast.syntax_tree import Assign, Call, Do, Entry, Program
from blueprint_assistant.languages.bluecode.lexer import BlueCodeError, read_lines
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_expression, print_program
from blueprint_assistant.languages.merge.call_hints import NO_EVIDENCE, FoundHints, HintEvidence, called_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement
    from blueprint_assistant.languages.merge.call_hints import HintMaps

__all__ = ["AmbiguousHintError", "found_evidence"]

_CALL: Final = re.compile(r"\w\(|[\"'=]")
"""What stands in a statement or value, and in no name or title: `Clamp (Float)` is one."""


class AmbiguousHintError(GraphError):
    """A hint names one node and fits several statements. `candidates` are their lines."""

    code = "ambiguous_hint"

    def __init__(self, key: str, lines: Sequence[int]) -> None:
        """Say where it fits."""
        super().__init__(
            f"The hint '{key}' names one node and fits lines {', '.join(map(str, lines))}.",
            "Give it under the whole text of the statement that is meant.",
        )
        self.candidates = tuple(f"line {line}" for line in lines)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the program as hints know it."""

    path: str
    part: Statement | Expression
    line: int
    texts: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def is_value(self) -> bool:
        return "#" in self.path

    @property
    def tokens(self) -> list[object]:
        return [_tokens(text) for text in self.texts]


def found_evidence(program: Program, code: str, maps: HintMaps) -> FoundHints:
    """What `maps` say of the parts of a program that was written as `code`. Raises AmbiguousHintError."""
    if not maps:
        return FoundHints()
    parts = list(_parts(program, code))
    statements = [part for part in parts if not part.is_value]
    placed = _Placed(maps, program, statements)
    textual = [_Keys(hints) for hints in maps.by_text]
    of: dict[str, HintEvidence] = {}
    for part in parts:
        evidence = placed.of(part)
        for keys in textual:
            evidence = evidence.with_less(keys.take(part, parts))
        if evidence is not NO_EVIDENCE:
            of[part.path] = evidence
    aliases = _Keys({key: HintEvidence(title=name) for key, name in maps.aliases.items()})
    names = {part.path: said.title for part in statements if (said := aliases.take(part, parts)).title}
    used = zip(("action_handles", "", "", "node_properties", "member_classes"), textual, strict=True)
    unused = [f"{name}: {key}" for name, keys in (*used, ("aliases", aliases)) if name for key in keys.left]
    return FoundHints(of, names, tuple(unused))


class _Placed:
    """Hints by path and by line. Places are trusted in an entry of as many statements (BC-075)."""

    def __init__(self, maps: HintMaps, program: Program, statements: Sequence[_Part]) -> None:
        self._by_path: dict[str, HintEvidence] = {}
        self._trusted: set[str] = set()
        for root, part, there in _moved(maps.source_map, program):
            self._by_path |= {f"{root}{path}": one for path, one in there.items()}
            if is_map_of(there, part):
                self._trusted |= {f"{root}{path}" for path in there}
        self._by_line = maps.by_line
        told = [one for hints in maps.by_line.values() for one in hints]
        least = sum(not isinstance(part.part, NODELESS) for part in statements)
        self._trusts_lines = least <= len(told) <= len(statements)
        self._numbers: Counter[int] = Counter()
        self._left: dict[object, list[HintEvidence]] = {}
        for one in told:
            self._left.setdefault(_tokens(one.statement), []).append(one)

    def of(self, part: _Part) -> HintEvidence:
        """What is said of the place of a part: its path, then its line, then its unchanged text."""
        by_path = self._by_path.get(part.path, NO_EVIDENCE)
        if part.path not in self._trusted and _tokens(by_path.statement) not in part.tokens:
            by_path = NO_EVIDENCE
        return by_path if part.is_value else by_path.with_less(self._of_line(part))

    def _of_line(self, part: _Part) -> HintEvidence:
        here = self._by_line.get(part.line, ())
        number = self._numbers[part.line]
        self._numbers[part.line] += 1
        if number < len(here) and (self._trusts_lines or _tokens(here[number].statement) in part.tokens):
            self._take(here[number])
            return here[number]
        same = next((one for tokens in part.tokens for one in self._left.get(tokens, ())), NO_EVIDENCE)
        self._take(same)
        return same

    def _take(self, one: HintEvidence) -> None:
        known = self._left.get(_tokens(one.statement), [])
        if one in known:
            known.remove(one)


def _moved(
    source_map: Mapping[str, HintEvidence], program: Program
) -> Iterator[tuple[str, Program, dict[str, HintEvidence]]]:
    """What a map says of each entry: its root in the program, it alone, and hints by paths from there on.

    A map of several entries fits a program with some of them, and one of a single entry a single one.
    """
    read = {_entry_name(path.split("/")[2]): path.split("/")[2] for path in source_map if _is_of_entry(path)}
    keys = entry_keys(program)
    for key, (root, entry) in zip(keys, roots(program), strict=True):
        old = f"/entries/{read.get(_entry_name(key), key)}" if read else ""
        if read or len(keys) == 1:
            there = {path[len(old) :]: one for path, one in source_map.items() if path.startswith(f"{old}/")}
            yield root, Program((entry,)), _within(there)
    floating = {path: one for path, one in source_map.items() if path.startswith("/floating/")}
    yield "", Program((), program.floating), floating


def _is_of_entry(path: str) -> bool:
    return path.startswith("/entries/")


def _entry_name(key: str) -> str:
    """What an entry is called, whether it is written or read: `on BeginPlay` is read as ReceiveBeginPlay."""
    return key.partition(":")[2].lower().removeprefix("receive")


def _within(hints: dict[str, HintEvidence]) -> dict[str, HintEvidence]:
    return {
        path: one
        for path, one in hints.items()
        if not _is_of_entry(path) and not path.startswith("/floating/")
    }


# --- texts ---------------------------------------------------------------------------------------


class _Keys:
    """One map by text: found by the whole text, then by tokens, then by the name that is called (BC-102)."""

    def __init__(self, hints: Mapping[str, HintEvidence]) -> None:
        self._hints = hints
        self._by_tokens = {_tokens(key): key for key in reversed(list(hints))}
        # What was read stands under what it said, and means no other statement.
        self._as_read = {key for key, one in hints.items() if _tokens(one.statement) == _tokens(key)}
        names = [key for key in reversed(list(hints)) if key not in self._as_read and not _CALL.search(key)]
        self._by_name = {fold_bare(key.strip()): key for key in names}
        self._used: set[str] = set()
        self._found: set[str] = set()

    @property
    def left(self) -> list[str]:
        """The keys that no part has."""
        return [key for key in self._hints if key not in self._found]

    def take(self, part: _Part, parts: Sequence[_Part]) -> HintEvidence:
        """What is said of a part. Of equal ones the first is the node. Raises AmbiguousHintError."""
        key, is_name = self._find(part) if self._hints else ("", False)
        if not key:
            return NO_EVIDENCE
        said = self._hints[key]
        self._found.add(key)
        if not said.node:
            return said
        if key in self._used:
            return replace(said, node="", is_target=False)
        self._used.add(key)
        if is_name:
            fits = [one.line for one in parts if one.is_value == part.is_value and self._find(one)[0] == key]
            if len(fits) > 1:
                raise AmbiguousHintError(key, fits)
        # Said by the caller, or given to another statement: that node is to be changed (BC-073).
        return replace(said, is_target=said.is_target or key not in self._as_read)

    def _find(self, part: _Part) -> tuple[str, bool]:
        """The key that a part has, and whether it is a mere name; empty for none."""
        for text in part.texts:
            if text in self._hints:
                return text, False
        for tokens in part.tokens:
            if tokens in self._by_tokens:
                return self._by_tokens[tokens], False
        names = (fold_bare(name.strip()) for name in part.names)
        return next(((self._by_name[name], True) for name in names if name in self._by_name), ("", False))


def _parts(program: Program, code: str) -> Iterator[_Part]:
    """The statements and values of a program with the texts that they are known by."""
    written = code.splitlines()
    printed_text = print_program(program)
    printed_lines = printed_text.splitlines()
    again = {path: one.place.line for path, one in walk_statements(parse_program(printed_text))}
    line = 0
    for path, part in walk(program):
        if isinstance(part, Entry):
            continue
        if "#" in path:
            yield _Part(path, part, line, (print_expression(part),), _names(part))  # type: ignore[arg-type]
            continue
        line = part.place.line
        texts = []
        if 0 < line <= len(written):
            texts.append(_bare(written[line - 1]))
        if 0 < again.get(path, 0) <= len(printed_lines):
            texts.append(_bare(printed_lines[again[path] - 1]))
        yield _Part(path, part, line, tuple(dict.fromkeys(texts)), _names(part))


def _bare(line: str) -> str:
    return line.strip().removeprefix("- ").rstrip(";").strip()


def _names(statement: Statement | Expression) -> tuple[str, ...]:
    """What a statement calls or sets."""
    match statement:
        case Do(call):
            return called_names(call)
        case Call():
            return called_names(statement)
        case Assign(target):
            return target.name, f"Set {target.name}"
        case _:
            return ()


@lru_cache(maxsize=4096)
def _tokens(text: str) -> object:
    """A text without the blanks between its tokens; the text itself where it is none of the language."""
    try:
        lines = read_lines(text)
    except BlueCodeError:
        return " ".join(text.split())
    return tuple((token.kind, token.text) for line in lines for token in line.tokens)
