"""The judge against outputs of real models that were judged by reading, one program each, no second try."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from authoring.judging import faults_of
from authoring.setups import CRATE
from authoring_trials import REQUEST, built
from tiers import deep

RIGHT = {
    ("1.5B", "bluecode"): {1, 2, 4, 5, 6, 7, 8},
    ("0.5B", "bluecode"): {1, 2, 5, 6, 7, 8},
    ("1.5B", "bluecode2"): {1, 2, 5, 6, 7, 8, 10},
    ("0.5B", "bluecode2"): {1, 2, 5, 6, 8},
    ("1.5B", "py"): {1, 2, 4, 5, 6, 7, 8, 10},
    ("0.5B", "py"): {1, 2, 3, 5, 6, 8, 11},
}
"""Found right by reading, strictly."""
SLIPS = {("1.5B", "bluecode"): {11}, ("1.5B", "bluecode2"): {11}}
"""Right but for a name without quotes, which a reader of code may take or not."""


def _rows() -> list[dict[str, object]]:
    file = Path(os.environ.get("BLUEPRINT_CASES", "")) / "authoring_experiment.jsonl"
    if not file.is_file():
        return []
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _is_accepted(number: int, code: str) -> bool:
    return not faults_of(REQUEST[number], *built(CRATE, code, must_be_written=False))


QUICK = (("1.5B", "bluecode"), ("0.5B", "py"))


@pytest.mark.parametrize(
    "which",
    [pytest.param(which, id=" ".join(which), marks=() if which in QUICK else deep) for which in RIGHT],
)
def test_the_judge_says_what_a_reader_says(which: tuple[str, str]) -> None:
    model, form = which
    rows = [row for row in _rows() if row["form"] == form and model in str(row["model"])]
    if not rows:
        pytest.skip("BLUEPRINT_CASES names no folder with authoring_experiment.jsonl")
    outputs = {int(str(row["task"])): str(row["output"]) for row in rows}
    accepted = {number for number, code in outputs.items() if _is_accepted(number, code)}
    assert len(rows) == 12
    assert RIGHT[which] <= accepted <= RIGHT[which] | SLIPS.get(which, set())
