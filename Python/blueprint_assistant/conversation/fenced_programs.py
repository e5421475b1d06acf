"""BlueCode that stands in a reply as a code fence. Outside uses the names in `__all__`.

A fence whose first line names a Blueprint is a call of write_graph, where calls travel as text:

    ```bluecode BP_Door
    on BeginPlay():
      PrintString("Hello")
    ```

Small models put programs into JSON strings with errors and into fences without. A fence that names no
Blueprint is only shown, and never run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.call_formats import ParsedCall

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["PROGRAM_FENCE", "WRITING", "fence_of", "how_to_address", "is_program", "program_call"]

PROGRAM_FENCE = "bluecode"
WRITING = "write_graph"

_FENCES = frozenset({PROGRAM_FENCE, "blueprint", "unreal", "python", "py", "plaintext", "text", ""})
_ENTRY = re.compile(r"(?:on|event|func|macro)\s+[\w.`]+(?:\s+\w+)?\s*(?:\(.*\)[^()]*)?:?\s*")


def program_call(info: str, code: str) -> ParsedCall | None:
    """The call that a fence stands for; None for one that names no Blueprint, or is another language."""
    language, _, name = info.strip().partition(" ")
    name = name.strip().removeprefix("blueprint=").strip("\"'` ")
    if language.lower() != PROGRAM_FENCE or not name:
        return None
    return ParsedCall(WRITING, {"blueprint": name, "code": code.strip("\n")})


def fence_of(call: ParsedCall) -> str | None:
    """The fence that means the same as a call; None for calls that no fence can say."""
    code, name = call.parameters.get("code"), call.parameters.get("blueprint")
    if call.name != WRITING or set(call.parameters) != {"blueprint", "code"}:
        return None
    if not isinstance(code, str) or not isinstance(name, str) or "```" in code or "\n" in name:
        return None
    return f"```{PROGRAM_FENCE} {name}\n{code}\n```"


def is_program(info: str, text: str) -> bool:
    """Whether a fence or a text without one begins as BlueCode does."""
    language = info.strip().partition(" ")[0].lower()
    line = text.strip().partition("\n")[0].strip()
    return language in _FENCES and _ENTRY.fullmatch(line) is not None and line.endswith((":", ")"))


def how_to_address(request: str, blueprints: Iterable[str]) -> str:
    """What a model is told that only showed a program: it may have meant to write it."""
    names = [path.rpartition("/")[2] for path in blueprints]
    named = next(
        (name for name in names if name.lower() in request.lower()), names[0] if names else "BP_Door"
    )
    return (
        "This code was shown and not written: its fence names no Blueprint. To write it, send it again with"
        f" ```{PROGRAM_FENCE} {named} as the fence's first line. Was it only to be shown? Then say so in"
        " plain text, without the code."
    )
