import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cases.run_cases import load_cases, run_case
from tiers import thinned

HERE = Path(__file__).parent
PASSING = HERE / "passing_cases.txt"


def case(kind: str, given: dict[str, Any], expect: dict[str, Any], area: str = "blueprint") -> dict[str, Any]:
    return {"id": f"{kind}-1", "area": area, "kind": kind, "input": given, "expect": expect}


RIGHT = case("type_spec", {"table": ["float", "flaot"]}, {"table": [{"category": "real"}, {"error": True}]})
WRONG = case("type_spec", {"table": ["int"]}, {"table": [{"category": "real"}]})
UNKNOWN = case("no_such_kind", {}, {}, area="future")


@pytest.fixture
def case_file(tmp_path: Path) -> Path:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"cases": [RIGHT, WRONG, UNKNOWN]}), encoding="utf-8")
    return file


def test_a_case_goes_to_the_product_and_a_kind_without_a_part_fails() -> None:
    assert run_case(RIGHT).passes
    assert run_case(WRONG).problems == ("row 1: category is int, expected real",)
    assert run_case(UNKNOWN).problems == ("no adapter: no_such_kind",)


def test_a_service_that_has_no_provider_yet_is_no_pass() -> None:
    given = {"api": "no_such_service", "messages": [], "model": "x"}
    assert not run_case(case("build_request", given, {})).passes


def test_an_adapter_that_raises_fails_its_case_alone() -> None:
    broken = run_case(case("type_spec", {}, {}))
    assert not broken.passes
    assert "KeyError" in broken.got


def test_failures_are_printed_with_expected_and_got_and_the_figure_comes_last(
    case_file: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, HERE / "run_cases.py", case_file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1] == "1 of 3 pass"
    assert "type_spec-1 (blueprint, type_spec)" in lines
    assert any(line.startswith("    expected: ") and "real" in line for line in lines)
    assert any(line.startswith("    got:      ") and '"int"' in line for line in lines)
    assert "    no adapter: no_such_kind" in lines
    assert "blueprint: 1 of 2" in lines


def test_areas_are_chosen_by_name_and_a_wrong_one_is_refused(case_file: Path) -> None:
    assert [item["area"] for item in load_cases(case_file, ["future"])] == ["future"]
    with pytest.raises(ValueError, match="blueprint, future"):
        load_cases(case_file, ["parsing"])


def test_a_file_that_is_not_there_is_a_wrong_call(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, HERE / "run_cases.py", tmp_path / "none.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "none.json" in done.stderr


def reported_cases() -> list[Any]:
    """The case files, as far as they are there, cut down to the cases that once passed."""
    folder = Path(os.environ.get("BLUEPRINT_CASES") or "nowhere")
    files = [folder / name for name in ("reports.json", "reports2.json") if (folder / name).is_file()]
    if not files:
        reason = "BLUEPRINT_CASES names no folder with reports.json"
        return [pytest.param({}, marks=pytest.mark.skip(reason=reason), id="reports.json")]
    passing = PASSING.read_text(encoding="utf-8").split()
    cases = [case for file in files for case in load_cases(file)]
    return [pytest.param(item, id=item["id"]) for item in cases if item["id"] in passing]


@pytest.mark.parametrize("reported", thinned(reported_cases(), 40))
def test_a_case_that_once_passed_still_passes(reported: dict[str, Any]) -> None:
    result = run_case(reported)
    assert result.passes, f"{result.problems} {result.got}"
