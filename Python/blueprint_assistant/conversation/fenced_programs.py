"""BlueCode that stands in a reply as a code fence. Outside uses the names in `__all__`.

A fence whose first line names a Blueprint is a call of write_graph, where calls travel as text:

    ```bluecode BP_Door
    on BeginPlay():
      PrintString("Hello")
    ```

Small models put programs into JSON strings with errors and into fences without. A fence that names no
Blueprint is only shown, but where nothing else can be meant: see `meant_programs`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from blueprint_assistant.conversation.call_formats import ParsedCall

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "PROGRAM_FENCE",
    "WRITING",
    "fence_of",
    "how_to_address",
    "is_program",
    "joined_programs",
    "meant_programs",
    "program_call",
    "wants_change",
]

PROGRAM_FENCE = "bluecode"
WRITING = "write_graph"

_Item = TypeVar("_Item")
_FENCES = frozenset({PROGRAM_FENCE, "blueprint", "unreal", "python", "py", "plaintext", "text", ""})
_FENCE = re.compile(rf"^```{PROGRAM_FENCE}[ \t]*\n.*?(?:^```[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_SEEING = re.compile(
    r"\?|\b(?:show me|see\b|code\b|explain|example|zeig|beispiel|erkl\u00e4r|montre|exemple|expli|muestra"
    r"|ejemplo)",
    re.IGNORECASE,
)
"""Who asks so wants to see code, or to be told something."""
_ASKING = re.compile(
    r"(?:in [\w/.]+[:,]?\s*)?"
    r"(?:how|what|why|which|who|where|is|are|does|do (?:you|i|we|they|these|those)|tell me|describe)\b",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"(?:on|event|func|macro)\s+[\w.`]+(?:\s+\w+)?\s*(?:\(.*\)[^()]*)?:?\s*")


def program_call(info: str, code: str) -> ParsedCall | None:
    """The call that a fence stands for; None for one that names no Blueprint, or is another language."""
    language, _, name = info.strip().partition(" ")
    name = name.strip().removeprefix("blueprint=").strip("\"'` ")
    if language.lower() != PROGRAM_FENCE or not name or "(" in name:
        return None  # with a bracket it is the first line of the code
    return ParsedCall(WRITING, {"blueprint": name, "code": code.strip("\n")})


def joined_programs(items: Iterable[_Item]) -> Iterator[_Item | ParsedCall]:
    """The calls of a reply, with programs for one Blueprint that follow each other as one.

    Models write an event in one fence and the function that it calls in the next. Programs with the same
    entry stay apart: the later one is what is meant then.
    """
    last: ParsedCall | None = None
    for item in items:
        known = last
        last = item if isinstance(item, ParsedCall) and fence_of(item) is not None else None
        if known is not None and last is not None and _fits_behind(known, last):
            code = f"{known.parameters['code']}\n{last.parameters['code']}"
            last = ParsedCall(WRITING, {**known.parameters, "code": code})
        elif known is not None:
            yield known
        if last is None:
            yield item
    if last is not None:
        yield last


def _fits_behind(first: ParsedCall, second: ParsedCall) -> bool:
    """Whether two programs are for one Blueprint, begin with entries and have none in common."""
    heads = [
        [line.split("#")[0].strip() for line in call.parameters["code"].splitlines() if line[:1].strip()]
        for call in (first, second)
    ]
    is_one = first.parameters["blueprint"] == second.parameters["blueprint"]
    return is_one and not {_bare_head(line) for line in heads[0]} & {_bare_head(line) for line in heads[1]}


def _bare_head(line: str) -> str:
    return line.partition("(")[0].rstrip(":").lower()


def fence_of(call: ParsedCall) -> str | None:
    """The fence that means the same as a call; None for calls that no fence can say."""
    code, name = call.parameters.get("code"), call.parameters.get("blueprint")
    if call.name != WRITING or set(call.parameters) != {"blueprint", "code"}:
        return None
    if not isinstance(code, str) or not isinstance(name, str) or "```" in code or "\n" in name:
        return None
    return f"```{PROGRAM_FENCE} {name}\n{code}\n```"


def is_program(info: str, text: str) -> bool:
    """Whether a fence or a text without one begins as BlueCode does, or says that it is BlueCode."""
    language = info.strip().partition(" ")[0].lower()
    if language == PROGRAM_FENCE:
        return bool(text.strip())
    line = text.strip().partition("\n")[0].strip()
    return language in _FENCES and _ENTRY.fullmatch(line) is not None and line.endswith((":", ")"))


def meant_programs(shown: Sequence[str], prose: str, request: str, path: str) -> tuple[ParsedCall, ...]:
    """The calls that fences without a Blueprint are, where there is one Blueprint that they can be for.

    Only of an answer that is nothing but fences of BlueCode, to who does not ask to see something: an answer
    with words around its code may explain it.
    """
    fences = _FENCE.findall(prose)
    is_bare = len(fences) == len(shown) and not _FENCE.sub("", prose).strip()
    if not is_bare or not wants_change(request):
        return ()
    return tuple(ParsedCall(WRITING, {"blueprint": path, "code": code}) for code in shown)


def wants_change(request: str) -> bool:
    """Whether a request asks neither to see something nor to be told it."""
    return _SEEING.search(request) is None and _ASKING.match(request) is None


def how_to_address(request: str, blueprints: Iterable[str]) -> str:
    """What a model is told that only showed a program: it may have meant to write it."""
    names = [path.rpartition("/")[2] for path in blueprints]
    named = next(
        (name for name in names if name.lower() in request.lower()), names[0] if names else "BP_Door"
    )
    return (
        "Nothing was written: the fence of this code names no Blueprint. Send it again, whole, with"
        f" ```{PROGRAM_FENCE} {named} as the first line. (Only when the user asked to see code, and not to"
        " change anything, answer in words.)"
    )
