"""Asks an editor whether it behaves as we believe: one line per fact.

In Unreal 5.8, with the Python plugin on, in the Output Log's `Cmd` box:

    py "…/tools/conformance/editor_conformance.py"

Without Unreal, on the stand-in: `python -m unreal_sandbox run tools/conformance/editor_conformance.py`.

It makes scratch assets under /Game/BlueprintConformance and deletes them at the end; nothing else of
the project is touched, and nothing of it is saved. Use an empty project all the same. No play session
may run. The lines go to the Output Log (Python) and, whole, to a file whose path is printed last:

    holds    pins.miss-is-invalid: a look-up by a wrong name gives an invalid pin, not None [field notes 3]
    DIFFERS  …: the editor does something else, and what it did
    answer   …: something nobody knew, and what the editor did
    untold   …: the fact could not be tried, and why

Every `DIFFERS`, `answer` and `untold` is worth an issue: tell us the engine version, the editor's
language and the whole output. A source is a section of our field notes, a page of Epic's reference
(`api`), or `assumed` where we guessed.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import facts_about_assets
import facts_about_components
import facts_about_functions
import facts_about_graphs
import facts_about_nodes
import facts_about_pins
import facts_about_the_process
import facts_about_the_surface
import facts_about_values
import facts_about_variables
from conformance_bench import Bench, run_facts

GROUPS = (
    facts_about_the_surface,
    facts_about_assets,
    facts_about_variables,
    facts_about_values,
    facts_about_graphs,
    facts_about_nodes,
    facts_about_pins,
    facts_about_functions,
    facts_about_components,
    facts_about_the_process,
)


def main() -> None:
    """Try every fact, print the lines and write them to a file."""
    bench = Bench()
    try:
        lines = run_facts(bench, [fact for group in GROUPS for fact in group.FACTS])
    finally:
        bench.clean_up()
    file = Path(tempfile.gettempdir()) / "editor_conformance.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for line in lines:
        print(line)
    print(f"written to {file}")


main()
