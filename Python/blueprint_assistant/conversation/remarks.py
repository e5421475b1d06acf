"""What a model is told besides the results of its calls. Outside uses remarked, fruitless and NOTHING_DONE.

Most of it is for small models, which write calls as text; each was measured to help them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.base import Remedy
from blueprint_assistant.conversation.fenced_programs import WRITING

if TYPE_CHECKING:
    from blueprint_assistant.conversation.guards import Verdict
    from blueprint_assistant.providers.base import ToolResult

__all__ = ["NOTHING_DONE", "fruitless", "remarked"]

NOTHING_DONE: Final = (
    "Nothing was changed. If a change was asked for, write the code now, in a fence that names the Blueprint;"
    " if not, give your answer once more."
)
"""To who answers a request for a change with words alone."""
_DONE: Final = "If this was all, answer in plain text now."
"""Small models do what worked again until they are stopped; measured, this ends it more often than not."""
_UNCHANGED: Final = (
    "So nothing was changed. For a change send the event or function as it is to be: with other values, with"
    " more lines, or without the lines that are to go; with pass alone it goes itself."
)
"""Small models send the code that they were shown, and take the answer for success."""
_SAME: Final = (
    "the code that is there already does not do it: a line of it has to be another, to go or to be added."
)
_MEND: Final = "Send the whole program again, corrected and without these remarks."
"""Small models take what is said of a program for a part of it."""
_REPEATED: Final = (
    "These calls and results are the same as before. Do something else, or answer in plain text."
)


def fruitless(results: tuple[ToolResult, ...]) -> tuple[Remedy, ...]:
    """What is wrong with a program of which no line is told: it was refused whole, or changes nothing."""
    last = results[-1] if results else None
    if last is None or last.name != WRITING:
        return ()
    return (Remedy(0, "", _SAME if last.ok else last.text.partition("\n")[0].partition(": ")[2]),)


def remarked(
    results: tuple[ToolResult, ...], verdict: Verdict, again: str, *, is_native: bool, has_changed: bool
) -> tuple[ToolResult, ...]:
    """The results with what a model should hear about them; `again` stands in place of the last one."""
    last = results[-1]
    if again:
        return (*results[:-1], replace(last, text=again))
    remark = ""
    if verdict == "warn":
        remark = _REPEATED
    elif not is_native and has_changed and all(result.ok for result in results):
        remark = _DONE
    elif not is_native and last.name == WRITING:
        remark = _UNCHANGED if last.ok else _MEND
    return (*results[:-1], replace(last, text=f"{last.text}\n{remark}")) if remark else results
