"""The 30 artists' requests through whole conversations, in BlueCode and node by node, graded by features.

A scripted model says what a perfect one would; the project, the agent loop, prompt, tools and editor are the
real ones on the sandbox. What it had to say is what the two forms cost.

python benchmarks/requests_of_artists.py [--short] [--write] [A01 A07 …]
"""

from __future__ import annotations

import argparse
import gc
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / name) for name in ("Python", "tests", "benchmarks")]

from artist_requests.plans import read_plans, read_requests  # noqa: E402 - after the path is set
from artist_requests.programs import read_programs  # noqa: E402 - likewise
from artist_requests.runner import built_of, set_up  # noqa: E402 - likewise
from authoring.costs import said_in, token_counter  # noqa: E402 - likewise
from authoring.talking import talk  # noqa: E402 - likewise
from sandbox_project import open_project  # noqa: E402 - likewise
from scripted_provider import ScriptedProvider, call_text  # noqa: E402 - likewise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from artist_requests.plans import ArtistRequest, Plan

_PAGE = ROOT / "docs" / "BENCHMARK.md"
_BEGIN, _END = "<!-- artists: begin -->", "<!-- artists: end -->"
_SHORT = 6
_CONTEXT_TOKENS = 100_000
_CHUNK_CHARS = 500
_HEAD = """\
| | request | calls | tokens said | tokens of results | node by node: calls | tokens said | right |
|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True, slots=True)
class Done:
    """What a plan came to: its calls, the tokens of calls and results, and the features that are missing."""

    calls: int
    said: int
    heard: int
    wrong: tuple[str, ...]


def main() -> int:
    """Do the requests that are named, or all, and print the table; 1 when one is not right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="A01")
    parser.add_argument("--write", action="store_true", help=f"put the table into {_PAGE.name}")
    parser.add_argument("--short", action="store_true", help=f"only every request number {_SHORT}")
    options = parser.parse_args()
    gc.disable()  # as the plugin does: what the editor owns is let go of on its own thread
    requests, plans, programs = read_requests(), read_plans(), read_programs()
    name, count = token_counter()
    rows: list[tuple[ArtistRequest, Done, Done]] = []
    for key in options.ids or list(programs)[:: _SHORT if options.short else 1]:
        request = requests[key]
        rows.append((request, _do(request, programs[key], count), _do(request, plans[key], count)))
        print(_row(*rows[-1]), flush=True)
    text = "\n".join([_totals(rows, name), "", _HEAD, *(_row(*row) for row in rows)])
    print(_totals(rows, name))
    if options.write:
        _write(text)
    return int(any(done.wrong or other.wrong for _, done, other in rows))


def _do(request: ArtistRequest, plan: Plan, count: Callable[[str], int]) -> Done:
    """One whole turn with a model that makes the plan's calls one after the other."""
    replies = [call_text(call.tool, **call.arguments) for call in plan.calls]
    provider = ScriptedProvider([*replies, "It is done."], chunk_chars=_CHUNK_CHARS)
    provider.model = replace(provider.model, context_window=_CONTEXT_TOKENS)
    with open_project() as project:
        set_up(project, plan)
        turn = talk(project, provider, request.request)
        built = replace(built_of(project, plan), told=turn.told)
        gc.collect()
    wrong = [*turn.failed, *(f"missing: {item.need}" for item in plan.expected if not item.holds(built))]
    said = sum(count(said_in(call.tool, call.arguments)) for call in plan.calls)
    return Done(len(plan.calls), said, sum(count(call.text) for call in turn.calls), tuple(wrong))


def _row(request: ArtistRequest, done: Done, nodes: Done) -> str:
    state = "; ".join(dict.fromkeys((*done.wrong, *nodes.wrong))).replace("\n", " ") or "yes"
    cells = (request.id, request.request, done.calls, done.said, done.heard, nodes.calls, nodes.said, state)
    return f"| {' | '.join(map(str, cells))} |"


def _totals(rows: Sequence[tuple[ArtistRequest, Done, Done]], name: str) -> str:
    right = sum(not done.wrong for _, done, _ in rows)
    calls = sum(done.calls for _, done, _ in rows), sum(nodes.calls for _, _, nodes in rows)
    said = sum(done.said for _, done, _ in rows), sum(nodes.said for _, _, nodes in rows)
    heard = sum(done.heard for _, done, _ in rows), sum(nodes.heard for _, _, nodes in rows)
    return (
        f"{right} of {len(rows)} right. BlueCode: {calls[0]} calls, {said[0]:,} tokens said, {heard[0]:,} of "
        f"results; node by node: {calls[1]} calls, {said[1]:,} said, {heard[1]:,} of results "
        f"({said[1] / max(1, said[0]):.1f} times as much said; tokens by {name})."
    )


def _write(text: str) -> None:
    """Put the text between the page's markers, which are made at its end when they are not there."""
    page = _PAGE.read_text("utf-8") if _PAGE.exists() else "# Benchmark\n"
    if _BEGIN not in page:
        page = f"{page.rstrip()}\n\n## The artists' requests\n\n{_ABOUT}\n{_BEGIN}\n{_END}\n"
    before, _, rest = page.partition(_BEGIN)
    _PAGE.write_text(f"{before}{_BEGIN}\n{text}\n{_END}{rest.partition(_END)[2]}", "utf-8")


_ABOUT = """\
The 30 requests of artists that `tests/artist_requests` holds, each as a whole conversation on the sandbox:
the real prompt, agent loop, tools and editor adapter; a scripted model says what a perfect one would.
Right means that every call is done and every feature of the request is there afterwards; the tests also
demand that it compiles without a warning, that no node lies on another, that comment boxes explain the
graphs, and that what `read_graph` tells can be written into another project and does the same there.
`python benchmarks/requests_of_artists.py --write` measures it anew.
"""


if __name__ == "__main__":
    sys.exit(main())
