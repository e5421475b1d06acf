"""The artists' requests done in BlueCode, one text for each. Outside uses read_programs and program_plan.

A text is what a model says in a turn: lines `>>> tool {arguments}` are its calls, and what stands under
a call is its `code`. Project, features and gaps are those of the plan with the same id.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from artist_requests.plans import Call, read_plans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from artist_requests.plans import Plan

__all__ = ["calls_of", "read_programs"]

_FOLDER = Path(__file__).parent / "programs"
_CALL = ">>> "


def read_programs() -> dict[str, Plan]:
    """The plans by id, in order, with the calls of the texts in place of their own."""
    plans = read_plans()
    texts = {file.stem: file.read_text("utf-8") for file in sorted(_FOLDER.glob("A*.txt"))}
    return {
        key: plans[key].model_copy(update={"calls": tuple(calls_of(text))}) for key, text in texts.items()
    }


def calls_of(text: str) -> Iterator[Call]:
    """The calls of a text. Raises ValueError for arguments that are no JSON."""
    for part in f"\n{text}".split(f"\n{_CALL}")[1:]:
        head, _, code = part.partition("\n")
        tool, _, arguments = head.partition(" ")
        given = json.loads(arguments or "{}")
        yield Call(tool=tool, arguments={**given, "code": f"{code.rstrip()}\n"} if code.strip() else given)
