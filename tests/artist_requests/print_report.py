"""Prints what the plans for the artists' requests come to, as a table; draws their graphs on request.

python tests/artist_requests/print_report.py [--draw FOLDER] [A01 A07 …]
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "Python"), str(ROOT / "tests")]

from artist_requests.plans import read_plans, read_requests  # noqa: E402 - after the path is set
from artist_requests.runner import run_plan  # noqa: E402 - likewise

if TYPE_CHECKING:
    from artist_requests.plans import Plan
    from artist_requests.runner import Outcome

_SCALE = 1.5


def main() -> int:
    """Run the plans that are named, or all; 1 when one of them has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="A01")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="draw the graphs into this folder")
    options = parser.parse_args()
    requests, plans = read_requests(), read_plans()
    print("| | request | size | calls | nodes | result tokens | longest | gaps | |")
    print("|---|---|---|---|---|---|---|---|---|")
    has_faults = False
    for plan_id in options.ids or plans:
        plan, outcome = plans[plan_id], run_plan(plans[plan_id])
        faults = _faults(outcome)
        has_faults |= bool(faults)
        print(_row(plan, outcome, requests[plan_id].request, requests[plan_id].size, len(faults)))
        for fault in faults:
            print(f"    {plan_id}: {fault}", file=sys.stderr)
        if options.draw:
            _draw(plan_id, outcome, options.draw)
    return int(has_faults)


def _row(plan: Plan, outcome: Outcome, request: str, size: str, faults: int) -> str:
    tokens = [item.tokens for item in outcome.done]
    nodes = sum(len(graph.nodes) for _, graph in outcome.changed_graphs)
    state = f"{faults} faults" if faults else "ok"
    cells = (plan.id, request, size, len(tokens), nodes, sum(tokens), max(tokens), len(plan.gaps), state)
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _faults(outcome: Outcome) -> list[str]:
    missing = [f"missing: {item}" for item in outcome.missing]
    return [
        *outcome.refused,
        *outcome.messages,
        *missing,
        *outcome.faults_of_text,
        *outcome.faults_of_looks,
    ]


def _draw(plan_id: str, outcome: Outcome, folder: Path) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from blueprint_assistant.ui.picture import render_graph  # noqa: PLC0415 - loads Qt

    folder.mkdir(parents=True, exist_ok=True)
    for owner, graph in outcome.changed_graphs:
        render_graph(graph, folder / f"{plan_id}_{owner.name}_{graph.name}.png", scale=_SCALE)


if __name__ == "__main__":
    sys.exit(main())
