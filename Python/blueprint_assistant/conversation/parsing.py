"""Separates what a model writes into visible text and tool calls, while it is still arriving.

Outside uses StreamFilter and parse_reply. Every way of cutting a text into chunks gives the
same result. Markup of calls is never visible; markup that is quoted (code fences, inline
code, a tag with no call behind it) is text. Calls inside reasoning are never run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from blueprint_assistant.conversation import markup
from blueprint_assistant.conversation.attempted_calls import CallProblem, attempts_in_prose, tool_named_in
from blueprint_assistant.conversation.call_formats import (
    CallTextError,
    ParsedCall,
    ToolTypes,
    calls_in_json,
    is_call_shaped,
    read_argument_pairs,
    read_function_block,
    read_token_block,
)
from blueprint_assistant.conversation.fenced_programs import is_program, program_call
from blueprint_assistant.conversation.json_text import JsonScanner, JsonTextError, read_json
from blueprint_assistant.conversation.visible_text import VisibleText
from blueprint_assistant.conversation.written_calls import calls_in_lines

__all__ = ["CallProblem", "ParsedCall", "ParsedReply", "StreamFilter", "ToolTypes", "parse_reply"]

_Steps = Generator[None, None, None]
_Search = Generator[None, None, "re.Match[str] | None"]


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """A whole reply. `prose` is all visible text, `tail` the part that `feed` had not given yet.

    `items` holds calls and problems in the order in which the model wrote them. `shown_programs` is BlueCode
    that was shown and is no call: of each fence what stands in it.
    """

    prose: str
    tail: str
    items: tuple[ParsedCall | CallProblem, ...]
    shown_programs: tuple[str, ...] = ()

    @property
    def calls(self) -> tuple[ParsedCall, ...]:
        """The calls to run."""
        return tuple(item for item in self.items if isinstance(item, ParsedCall))

    @property
    def problems(self) -> tuple[CallProblem, ...]:
        """The attempts that failed."""
        return tuple(item for item in self.items if isinstance(item, CallProblem))


def parse_reply(text: str, tools: ToolTypes, *, is_cut: bool = False) -> ParsedReply:
    """The calls and the visible text of a finished reply. See StreamFilter."""
    stream = StreamFilter(tools)
    stream.feed(text)
    reply = stream.finish(is_cut=is_cut)
    return replace(reply, tail=reply.prose)


class StreamFilter:
    """Reads one reply, chunk by chunk. Not safe to share between threads."""

    def __init__(
        self,
        tools: ToolTypes,
        *,
        runs_programs: bool = False,
        required: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """`tools` are the known tools with the JSON types of their parameters.

        `runs_programs` is whether a fence of BlueCode that names a Blueprint is a call (see `programs`).
        With the parameters that tools need, lines of calls are calls (see `written_calls`).
        """
        self._tools = tools
        self._required = required
        self._runs_programs = runs_programs
        self._shown_programs: list[str] = []
        self._text = ""
        self._at = 0
        self._is_final = False
        self._is_cut = False
        self._is_in_call_fence = False
        self._items: list[ParsedCall | CallProblem] = []
        self._visible = VisibleText()
        self._fenced_calls: list[str] = []
        self._invented_results: list[str] = []
        self._steps = self._read()

    def feed(self, chunk: str) -> str:
        """Take more text; returns what is visible now and was not before."""
        self._text += chunk
        next(self._steps, None)
        return self._visible.take()

    def finish(self, *, is_cut: bool = False) -> ParsedReply:
        """The reply ended. `is_cut`: at a length limit, so what is incomplete is never run."""
        self._is_final, self._is_cut = True, is_cut
        for _ in self._steps:
            pass
        tail, prose = self._visible.take(), self._visible.whole
        if not self._items and self._invented_results:
            self._items.append(
                CallProblem(markup.INVENTED, self._invented_results[0][: markup.EXCERPT_CHARS])
            )
        elif not self._items and self._required is not None and not (is_cut or self._fenced_calls):
            self._items += calls_in_lines(prose, self._tools, self._required)
        if not self._items:
            self._items += attempts_in_prose(prose, self._fenced_calls, self._tools)
        shown = self._shown_programs or ([prose] if is_program("", prose) else [])
        return ParsedReply(prose, tail, tuple(self._items), tuple(shown))

    # --- the reader: a generator that pauses where it needs more text ------------------------

    def _read(self) -> _Steps:
        while True:
            found = markup.INTEREST.search(self._text, self._at)
            self._show(len(self._text) if found is None else found.start())
            if found is None:
                if self._is_final:
                    return
                yield
            elif found.group() == "<":
                yield from self._read_angle()
            elif found.group() == "`":
                yield from self._read_backticks()
            else:
                yield from self._read_bracket()

    def _show(self, end: int) -> None:
        """Everything up to `end` is visible text."""
        if end > self._at:
            self._visible.add(self._text[self._at : end])
            self._at = end

    def _hide(self, end: int) -> None:
        """Everything up to `end` is markup."""
        self._visible.mark_gap()
        self._at = end

    def _wait_for(self, end: int) -> _Steps:
        """Wait until the text is that long, or final."""
        while len(self._text) < end and not self._is_final:
            yield

    def _skip(self, pattern: re.Pattern[str], start: int) -> Generator[None, None, int]:
        """The index behind what the pattern skips, once something follows it or all is there."""
        while True:
            found = pattern.match(self._text, start)
            end = start if found is None else found.end()
            # A lone backslash may become a written-out line break.
            if self._is_final or (end < len(self._text) and self._text[end:] != "\\"):
                return end
            yield

    def _find(self, pattern: re.Pattern[str], start: int) -> _Search:
        """The next match of a pattern that is at most 40 characters long; None at the end of all."""
        at = start
        while True:
            found = pattern.search(self._text, at)
            if found is not None or self._is_final:
                return found
            at = max(start, len(self._text) - 40)
            yield

    def _scan(self, start: int) -> Generator[None, None, JsonScanner]:
        """A scanner that found the end of the JSON value at `start`, or all there is."""
        scanner = JsonScanner(start)
        while not scanner.scan(self._text) and not self._is_final:
            yield
        return scanner

    def _fail(self, reason: str, start: int, end: int) -> None:
        self._items.append(CallProblem(reason, self._text[start:end].strip()[: markup.EXCERPT_CHARS]))

    def _take(self, read: Callable[[str], list[ParsedCall]], start: int, end: int) -> None:
        """Add the calls that `read` finds in a part of the text, or why it finds none."""
        try:
            self._items += read(self._text[start:end])
        except (CallTextError, JsonTextError) as error:
            self._fail(str(error), start, end)

    # --- tags -------------------------------------------------------------------------------

    def _read_angle(self) -> _Steps:
        start = self._at
        is_tag = yield from self._starts_tag(start)
        if not is_tag:
            self._show(start + 1)
            return
        rest = self._text[start : start + markup.LONGEST_START].lower()
        token = next(
            (item for item in (*markup.TOKENS, *markup.FOREIGN) if rest.startswith(item.lower())), ""
        )
        if token:
            yield from self._read_token(token)
        elif rest.startswith(markup.TAG_STARTS):
            yield from self._read_tag(start)
        else:
            self._hide(len(self._text))

    def _starts_tag(self, start: int) -> Generator[None, None, bool]:
        """Whether one of ours begins here. At the end of all, a cut tag counts as one."""
        while True:
            rest = self._text[start : start + markup.LONGEST_START].lower()
            if rest.startswith(markup.STARTS):
                return True
            may_become = any(known.startswith(rest) for known in markup.STARTS)
            if not may_become or self._is_final:
                return may_become and len(rest) >= markup.SHORTEST_PARTIAL
            yield

    def _read_tag(self, start: int) -> _Steps:
        while True:
            tag = markup.TAG.match(self._text, start)
            if tag is None or self._is_final or tag.end() < len(self._text) or tag["end"] in {">", "\n"}:
                break
            yield
        if tag is None:
            self._show(start + 1)
            return
        name, rest = tag["name"].lower(), tag["rest"].strip()
        if tag["slash"]:
            self._hide(tag.end())
        elif name in markup.HIDDEN_TAGS:
            end = yield from self._find(re.compile(rf"</{name}\s{{0,9}}>", re.IGNORECASE), tag.end())
            stop = len(self._text) if end is None else end.end()
            if name in markup.RESULT_TAGS:
                self._invented_results.append(self._text[start:stop])
            self._hide(stop)
        elif name in markup.CALL_TAGS:
            yield from self._read_call_tag(start, tag.end())
        elif (name == "function" and rest.startswith("=")) or (name == "invoke" and "name" in rest):
            yield from self._read_function(start)
        else:
            self._show(start + 1)

    def _read_call_tag(self, start: int, behind_tag: int) -> _Steps:
        body = yield from self._skip(markup.SPACE, behind_tag)
        first = self._text[body : body + 1]
        if first in {"{", "["}:
            yield from self._read_json_calls(start, body)
        elif first == "<":
            yield from self._wait_for(body + 2)
            if self._text.startswith("</", body):
                self._fail(markup.UNREADABLE, start, body)
            self._hide(body)
        elif first == "":
            self._fail(markup.TRUNCATED if self._is_cut else markup.UNREADABLE, start, body)
            self._hide(body)
        else:
            yield from self._read_worded_call(start, body, behind_tag)

    def _read_worded_call(self, start: int, body: int, behind_tag: int) -> _Steps:
        """A tag with words behind it: a name with argument pairs, a failed call, or a quoted tag."""
        while True:
            near = self._text[body : body + markup.MAX_QUOTED_CHARS]
            tag = markup.CALL_TAG.search(near)
            if tag is not None or self._is_final or len(near) == markup.MAX_QUOTED_CHARS:
                break
            yield
        if tag is None or (tag[1] == "" and tag[0] != "<arg_key>"):
            self._show(behind_tag)
            return
        end = yield from self._find(markup.CALL_END, body)
        if end is None:
            self._fail(markup.TRUNCATED if self._is_cut else markup.UNREADABLE, start, len(self._text))
            self._hide(len(self._text))
            return
        if markup.PAIR_START.match(self._text, body):
            self._take(lambda text: [read_argument_pairs(text, self._tools)], body, end.start())
        else:
            self._fail(markup.UNREADABLE, start, end.end())
        self._hide(end.end())

    def _read_json_calls(self, start: int, body: int) -> _Steps:
        """JSON behind a call tag: the end of each object decides, not the first closing tag."""
        at = body
        while True:
            scanner = yield from self._scan(at)
            if scanner.end is not None:
                behind = scanner.end
                self._take(self._read_object, at, behind)
            elif scanner.stopped_at is not None:
                behind = scanner.stopped_at
                yield from self._wait_for(behind + 2)
                is_closed = self._text.startswith("</", behind)
                self._take(self._read_object_to_close if is_closed else self._read_object, at, behind)
            else:
                self._hide(self._give_up(start, at))
                return
            following = yield from self._skip(markup.AFTER_OBJECT, behind)
            yield from self._wait_for(following + 2)
            if self._text[following : following + 1] not in {"{", "["}:
                break
            at = following
        yield from self._hide_closing_tag(behind, following)

    def _hide_closing_tag(self, behind: int, following: int) -> _Steps:
        """Hide the closing tag behind the last object, even a damaged one."""
        if not self._text.startswith("</", following):
            self._hide(len(self._text) if following == len(self._text) else behind)
            return
        while True:
            tag = markup.CLOSING_TAG.match(self._text, following)
            end = following if tag is None else tag.end()
            if self._is_final or end < len(self._text) or self._text.endswith(">"):
                break
            yield
        self._hide(end)

    def _give_up(self, start: int, at: int) -> int:
        """The reply ended inside an object; returns where ordinary text may go on."""
        closing = markup.CALL_END.search(self._text, at)
        end = len(self._text) if closing is None else closing.end()
        self._fail(markup.TRUNCATED if self._is_cut and closing is None else markup.UNENDED, start, end)
        return end

    def _read_object(self, text: str) -> list[ParsedCall]:
        return calls_in_json(read_json(text), self._tools)

    def _read_object_to_close(self, text: str) -> list[ParsedCall]:
        return calls_in_json(read_json(text, may_close=True), self._tools)

    def _read_function(self, start: int) -> _Steps:
        at = start
        for _ in range(markup.MAX_FUNCTION_ENDS):
            found = yield from self._find(markup.FUNCTION_END, at)
            if found is None:
                break
            at = found.end()
            if self._take_function(start, at):
                self._hide(at)
                return
        closing = markup.CALL_END.search(self._text, start)
        end = len(self._text) if closing is None else closing.start()
        if self._is_cut and closing is None:
            self._fail(markup.TRUNCATED, start, end)
        elif not self._take_function(start, end):
            self._fail(markup.UNENDED, start, end)
        self._hide(end)

    def _take_function(self, start: int, end: int) -> bool:
        """Add the call of a function block; False when one of its values is still open."""
        try:
            call = read_function_block(self._text[start:end], self._tools)
        except CallTextError as error:
            self._fail(str(error), start, end)
            return True
        if call is not None:
            self._items.append(call)
        return call is not None

    def _read_token(self, token: str) -> _Steps:
        start = self._at
        behind = start + len(token)
        if token in markup.FOREIGN:
            while not self._is_final:
                yield
            self._fail(markup.UNREADABLE, start, len(self._text))
            self._hide(len(self._text))
        elif token != markup.TOKENS[0]:
            self._hide(behind)
        else:
            end = yield from self._find(markup.TOKEN_END, behind)
            if end is None:
                self._fail(markup.TRUNCATED if self._is_cut else markup.UNENDED, start, len(self._text))
            else:
                self._take(lambda text: [read_token_block(text)], behind, end.start())
            self._hide(len(self._text) if end is None else end.end())

    # --- code fences and inline code ----------------------------------------------------------

    def _read_backticks(self) -> _Steps:
        start = self._at
        behind = yield from self._skip(markup.BACKTICKS, start)
        run = behind - start
        is_fence = run >= 3 and self._is_line_start(start)  # noqa: PLR2004 - Markdown's number
        if is_fence and self._is_in_call_fence:
            self._is_in_call_fence = False
            self._hide(behind)
            return
        limit = behind + (markup.MAX_INFO_CHARS if is_fence else markup.MAX_INLINE_CODE_CHARS)
        while True:
            line_end = self._text.find("\n", behind, limit)
            if line_end >= 0 or self._is_final or len(self._text) >= limit:
                break
            yield
        if is_fence and line_end >= 0 and "`" not in self._text[behind:line_end]:
            whole = self._text[behind:line_end].strip()
            if self._runs_programs and program_call(whole, "") is not None:
                yield from self._read_program(start, run, line_end + 1, whole)
                return
            yield from self._read_fence(start, run, line_end + 1, whole.lower().split(" ")[0])
            return
        line = self._text[behind : limit if line_end < 0 else line_end]
        closing = re.search(rf"(?<!`)`{{{run}}}(?!`)", line)
        self._show(behind if closing is None else behind + closing.end())

    def _is_line_start(self, at: int) -> bool:
        line_start = self._text.rfind("\n", 0, at) + 1
        return not self._text[line_start:at].strip()

    def _read_program(self, start: int, run: int, body: int, info: str) -> _Steps:
        """A fence that is a call. One that the end of the reply closes is whole, unless it was cut."""
        end = yield from self._find(re.compile(rf"^[ \t]{{0,9}}`{{{run}}}", re.MULTILINE), body)
        stop = len(self._text) if end is None else end.start()
        call = program_call(info, self._text[body:stop])
        if end is None and self._is_cut:
            self._fail(markup.TRUNCATED, start, stop)
        elif call is not None:
            self._items.append(call)
        self._hide(len(self._text) if end is None else end.end())

    def _read_fence(self, start: int, run: int, body: int, info: str) -> _Steps:
        if info not in markup.CALL_FENCES | markup.JSON_FENCES | markup.CODE_FENCES:
            yield from self._show_fence(run, body, info)
            return
        first = yield from self._skip(markup.SPACE, body)
        is_call = info in markup.CALL_FENCES
        character = self._text[first : first + 1]
        if character in {"{", "["}:
            yield from self._read_fenced_json(start, run, first, info)
        elif is_call and character == "<":
            self._is_in_call_fence = True
            self._hide(first)
        elif is_call:
            end = yield from self._find(re.compile(rf"^[ \t]{{0,9}}`{{{run}}}", re.MULTILINE), body)
            stop = len(self._text) if end is None else end.end()
            self._fail(markup.TRUNCATED if end is None and self._is_cut else markup.UNREADABLE, start, stop)
            self._hide(stop)
        else:
            yield from self._show_fence(run, body, info)

    def _read_fenced_json(self, start: int, run: int, first: int, info: str) -> _Steps:
        """A fence that begins with JSON: calls when all of it is call-shaped, else ordinary text."""
        parts: list[tuple[int, int]] = []
        at = first
        while True:
            scanner = yield from self._scan(at)
            if scanner.end is None:
                break
            parts.append((at, scanner.end))
            at = yield from self._skip(markup.AFTER_OBJECT, scanner.end)
            if self._text[at : at + 1] not in {"{", "["}:
                break
        stop = at if scanner.end is not None else self._stop_of(scanner)
        if scanner.end is not None and all(
            self._is_call(*part, any_name=info not in markup.CODE_FENCES) for part in parts
        ):
            for part in parts:
                self._take(self._read_object, *part)
            yield from self._wait_for(stop + run)
            is_closed = self._text.startswith("`" * run, stop)
            self._is_in_call_fence = not is_closed and stop < len(self._text)
            self._hide(stop + run if is_closed else stop)
        elif info in markup.CALL_FENCES or self._names_tool(first, stop):
            end = yield from self._find(re.compile(rf"^[ \t]{{0,9}}`{{{run}}}", re.MULTILINE), first)
            stop = len(self._text) if end is None else end.end()
            self._fail(markup.TRUNCATED if end is None and self._is_cut else markup.UNENDED, start, stop)
            self._hide(stop)
        else:
            yield from self._show_fence(run, self._text.rfind("\n", 0, first) + 1, info)

    def _show_fence(self, run: int, body: int, info: str) -> _Steps:
        """A fence is text, up to a line that closes it; markup inside is not looked at."""
        self._show(body)
        line_start = body
        while True:
            line_end = self._text.find("\n", max(line_start, self._at))
            line = self._text[line_start : len(self._text) if line_end < 0 else line_end]
            is_closing = len(line.strip()) >= run and set(line.strip()) == {"`"}
            may_close = not line.strip() or set(line.strip()) == {"`"}
            if line_end >= 0 or self._is_final:
                self._show(len(self._text) if line_end < 0 else line_end + 1)
                if is_closing or line_end < 0:
                    break
                line_start = line_end + 1
            else:
                if not may_close:
                    self._show(len(self._text))
                yield
        content = self._text[body : body + markup.EXCERPT_CHARS].lstrip()
        if info in markup.MARKUP_FENCES and content.lower().startswith(("<tool_call>", "<function=")):
            self._fenced_calls.append(content)
        elif is_program(info, content):
            end = self._text.rfind("`" * run, body, self._at)
            self._shown_programs.append(self._text[body : self._at if end < 0 else end].strip("\n"))

    # --- bare JSON --------------------------------------------------------------------------

    def _read_bracket(self) -> _Steps:
        start = self._at
        is_foreign = yield from self._starts_tag(start)
        if is_foreign and self._text.lower().startswith(markup.FOREIGN[-1].lower(), start):
            yield from self._read_token(markup.FOREIGN[-1])
            return
        if not self._visible.is_empty or not self._is_line_start(start):
            self._show(start + 1)
            return
        while (yield from self._read_bare_call(self._at)):
            following = yield from self._skip(markup.AFTER_OBJECT, self._at)
            if self._text[following : following + 1] not in {"{", "["}:
                return
            self._hide(following)

    def _read_bare_call(self, start: int) -> Generator[None, None, bool]:
        """JSON without any tag, at the start of a reply: a call when it has the shape of one."""
        yield from self._wait_for(start + markup.MAX_KEY_CHARS)
        if markup.KEY_OF_CALL.match(self._text, start) is None:
            self._show(start + 1)
            return False
        scanner = yield from self._scan(start)
        if scanner.end is not None and self._is_call(start, scanner.end, any_name=True):
            self._take(self._read_object, start, scanner.end)
            self._hide(scanner.end)
            return True
        stop = self._stop_of(scanner)
        if scanner.end is None and self._names_tool(start, stop):
            self._fail(
                markup.TRUNCATED if self._is_cut and not scanner.is_done else markup.UNENDED, start, stop
            )
            self._hide(stop)
            return True
        self._show(start + 1)
        return False

    def _stop_of(self, scanner: JsonScanner) -> int:
        """Where the hope for the end of a JSON value ended."""
        return len(self._text) if scanner.stopped_at is None else scanner.stopped_at

    def _is_call(self, start: int, end: int, *, any_name: bool) -> bool:
        """Whether JSON that no tag marks is a call: by its keys, and by its names unless any will do."""
        try:
            value = read_json(self._text[start:end])
            if not is_call_shaped(value, self._tools):
                return False
            return any_name or all(call.name in self._tools for call in calls_in_json(value, self._tools))
        except (CallTextError, JsonTextError):
            return self._names_tool(start, end)

    def _names_tool(self, start: int, end: int) -> bool:
        """Whether the text there names a known tool where a call names its tool."""
        return tool_named_in(self._text[start : min(end, start + markup.EXCERPT_CHARS)], self._tools)
