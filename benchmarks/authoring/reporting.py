"""Tables of what came of requests, for the terminal and for docs/BENCHMARK.md.

Outside uses report_of, table_of, totals_of and log_of. Of the validation set only counts are told unless
details are asked for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from authoring.costs import median_cost, token_counter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from authoring.talking import Talk
    from authoring.trying import Tried

__all__ = ["log_of", "report_of", "table_of", "totals_of"]

_LONGEST_REASON = 120
_HEAD = """\
| # | request | right | programs | calls | requests | tokens in / out | seconds | ended by | what is wrong |
|---|---|---|---|---|---|---|---|---|---|"""
_SETS, _KINDS = ("tuning", "validation"), ("create", "edit")


def report_of(tries: Sequence[Tried], *, has_details: bool = False) -> str:
    """The table of the tuning set, and the figures of each set and kind that was put."""
    shown = [item for item in tries if has_details or item.request.set != "validation"]
    lines = [table_of(shown)] if shown else []
    for name in _SETS:
        for kind in _KINDS:
            part = [item for item in tries if (item.request.set, item.request.kind) == (name, kind)]
            lines += [f"{name}, {kind}: {totals_of(part)}"] if part else []
    lines += [f"all: {totals_of(tries)}", *_costs(tries)]
    return "\n".join(lines)


def _costs(tries: Sequence[Tried]) -> Iterator[str]:
    """What the edits cost that came out right: wrong ones may be cheap."""
    right = [item.talk for item in tries if item.request.kind == "edit" and item.is_right]
    cost = median_cost(right)
    if cost is not None:
        yield f"tokens of an edit ({token_counter()[0]}), median of {len(right)} that are right: {cost}"


def table_of(tries: Sequence[Tried]) -> str:
    """One row for each request, as Markdown."""
    return "\n".join([_HEAD, *(_row(item) for item in tries)])


def _row(tried: Tried) -> str:
    turn = tried.talk
    wrong = "; ".join(tried.faults).replace("|", "/").replace("\n", " ")
    cells = [
        str(tried.request.number),
        tried.request.text,
        "yes" if tried.is_right else "no",
        str(turn.attempts),
        _calls(turn),
        str(turn.requests),
        f"{turn.input_tokens} / {turn.output_tokens}",
        f"{turn.seconds:.0f}",
        turn.end,
        wrong if len(wrong) <= _LONGEST_REASON else f"{wrong[:_LONGEST_REASON]}…",
    ]
    return f"| {' | '.join(cells)} |"


def _calls(turn: Talk) -> str:
    done = Counter(call.tool for call in turn.calls if call.ok)
    failed = Counter(call.tool for call in turn.calls if not call.ok)
    parts = [f"{name} {count}" for name, count in done.items()]
    parts += [f"{name} {count} refused" for name, count in failed.items()]
    return ", ".join(parts) or "none"


def totals_of(tries: Sequence[Tried]) -> str:
    """The figures of all of them, as one line."""
    turns = [item.talk for item in tries]
    right = sum(item.is_right for item in tries)
    at_once = sum(item.is_right and item.talk.attempts <= 1 for item in tries)
    calls, requests = sum(len(turn.calls) for turn in turns), sum(turn.requests for turn in turns)
    given, said = sum(turn.input_tokens for turn in turns), sum(turn.output_tokens for turn in turns)
    return (
        f"{right} of {len(tries)} right ({at_once} with the first program), {calls} calls,"
        f" {requests} requests, {given} tokens in, {said} out, {sum(turn.seconds for turn in turns):.0f} s"
    )


def log_of(tried: Tried) -> dict[str, Any]:
    """A try with everything that was said, for a line of a log file."""
    turn = tried.talk
    return {
        "number": tried.request.number,
        "set": tried.request.set,
        "kind": tried.request.kind,
        "right": tried.is_right,
        "faults": list(tried.faults),
        "calls": [[call.tool, dict(call.parameters), call.ok, call.text] for call in turn.calls],
        "said": turn.said,
        "notices": turn.notices,
        "end": turn.end,
        "requests": turn.requests,
        "tokens": [turn.input_tokens, turn.output_tokens],
        "seconds": round(turn.seconds, 1),
        "messages": [
            [item.role, item.text, [[call.name, dict(call.parameters)] for call in item.calls]]
            for item in turn.messages
        ],
    }
