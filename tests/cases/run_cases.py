"""Runs a file of cases against the product: `python3 dev.py cases FILE --area parser,loop`.

Prints every failing case with what was expected and what was got, a line for each area, and
last `N of M pass`. A kind without an adapter fails and says so.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import traceback
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __name__ == "__main__":
    # As pytest has it: the tests, and the product of this checkout whatever the environment names.
    sys.path[:0] = [
        str(Path(__file__).resolve().parents[1]),
        str(Path(__file__).resolve().parents[2] / "Python"),
    ]

from cases.adapters import adapter_for
from cases.adapters.missing import NoProductPartError
from cases.comparison import problems_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["CaseResult", "load_cases", "main", "run_case"]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a case went; no problems mean that it passes."""

    case: Mapping[str, Any]
    problems: tuple[str, ...]
    got: str = ""

    @property
    def passes(self) -> bool:
        """Whether the product did what the case expects."""
        return not self.problems


def load_cases(file: Path, areas: Iterable[str] = ()) -> list[Mapping[str, Any]]:
    """The cases of a file, of some areas or of all. Raises ValueError for an area that it has not."""
    content = json.loads(file.read_text(encoding="utf-8"))
    if not (isinstance(content, dict) and isinstance(content.get("cases"), list)):
        raise ValueError(  # noqa: TRY004 - the file is wrong, not a type of ours
            f"{file.name} is no file of cases: it needs an object with a list 'cases'."
        )
    cases: list[Mapping[str, Any]] = content["cases"]
    known = dict.fromkeys(case["area"] for case in cases)
    wanted = list(areas)
    unknown = [area for area in wanted if area not in known]
    if unknown:
        raise ValueError(f"{file.name} has no area {', '.join(unknown)}. Its areas: {', '.join(known)}.")
    return [case for case in cases if not wanted or case["area"] in wanted]


def run_case(case: Mapping[str, Any]) -> CaseResult:
    """Put one case to the product."""
    adapter = adapter_for(case)
    if adapter is None:
        return CaseResult(case, (f"no adapter: {case['kind']}",))
    try:
        outcome = adapter(case["input"])
        return CaseResult(case, tuple(problems_of(case, outcome)), _shown(outcome))
    except NoProductPartError as error:
        return CaseResult(case, (f"no adapter: {case['kind']} (the product has no part for {error})",))
    except Exception:  # noqa: BLE001 - the next case is to run as well
        return CaseResult(case, ("the product or its adapter raised",), traceback.format_exc(limit=-3))


def main(arguments: Sequence[str]) -> int:
    """Run the file that is named; 0 when all cases pass, 1 when some fail, 2 for a wrong call."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    parser = argparse.ArgumentParser(prog="dev.py cases", description="Run a file of cases.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--area", help="only these areas, with commas between them")
    options = parser.parse_args(arguments)
    try:
        cases = load_cases(options.file, options.area.split(",") if options.area else ())
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    # A collection on a worker thread would end the windows of an earlier case there.
    gc.disable()
    results = []
    for case in cases:
        results.append(run_case(case))
        gc.collect(1)
    for result in results:
        if not result.passes:
            _print_failure(result)
    _print_areas(results)
    passing = sum(result.passes for result in results)
    print(f"{passing} of {len(results)} pass")
    return 0 if passing == len(results) else 1


def _print_failure(result: CaseResult) -> None:
    case = result.case
    print(f"{case['id']} ({case['area']}, {case['kind']})")
    for problem in result.problems:
        print(f"    {problem}")
    if result.got:
        print(f"    expected: {_shown(case.get('expect') or case.get('expect_any'))}")
        print(f"    got:      {result.got}")


def _print_areas(results: Sequence[CaseResult]) -> None:
    of = Counter(result.case["area"] for result in results)
    passing = Counter(result.case["area"] for result in results if result.passes)
    for area, count in of.items():
        print(f"{area}: {passing[area]} of {count}")


def _shown(value: Any, most: int = 1200) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= most else f"{text[:most]}…"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
