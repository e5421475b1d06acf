"""What one edit costs in graphs of growing size: validate, apply, read back, compare.

Each edit reads the whole Blueprint before and after, so one edit may grow with the graph,
but no faster. python benchmarks/edit_growth.py [--short]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))

from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
    PinAt,
)
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from unreal_sandbox import SandboxEditor

PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
PATH = "/Game/BP_Bench"
GRAPH = "EventGraph"


def chain(length: int) -> list[EditOperation]:
    """Event BeginPlay and a chain of Print String nodes."""
    steps: list[EditOperation] = [
        CreateBlueprintStep("/Script/Engine.Actor"),
        AddNodeStep(GRAPH, "n0", EventSpec("ReceiveBeginPlay")),
    ]
    for number in range(1, length + 1):
        steps.append(AddNodeStep(GRAPH, f"n{number}", PRINT, 300 * number))
        steps.append(ConnectPinsStep(GRAPH, PinAt(f"n{number - 1}", "then"), PinAt(f"n{number}", "execute")))
    return steps


def measure(size: int, repeats: int) -> tuple[float, float]:
    """Seconds to build a graph of that size in one plan, and for one small edit in it."""
    with SandboxEditor():
        from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415 - needs `unreal`

        editor = UnrealEditor(default_catalog())
        start = time.perf_counter()
        editor.apply(EditPlan(PATH, "build", tuple(chain(size))))
        built = time.perf_counter() - start
        times = []
        for number in range(repeats):
            start = time.perf_counter()
            editor.apply(EditPlan(PATH, "edit", (AddNodeStep(GRAPH, "new", PRINT, 0, 400 + 200 * number),)))
            times.append(time.perf_counter() - start)
    return built, min(times)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="small graphs only")
    sizes = (10, 100) if parser.parse_args().short else (10, 100, 1000, 3000)
    measure(10, 1)  # imports and the catalogue
    print("nodes   whole plan   per node   one edit   per node")
    for size in sizes:
        built, edit = measure(size, 3)
        print(
            f"{size:5}   {built * 1000:7.0f} ms   {built * 1000 / size:5.2f} ms"
            f"   {edit * 1000:5.1f} ms   {edit * 1000 / size:5.3f} ms"
        )


if __name__ == "__main__":
    main()
