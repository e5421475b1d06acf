"""Compares what the product did with what a case expects. Outside uses problems_of.

The rules are those that the case file itself states under `format.common`: only members that
are written are compared, `…is_any` lists accepted values, `…_min` / `…_max` are bounds, and so
on. An outcome that does not say anything about a written member is a mismatch, never a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cases.json_values import Outcome, but_error, differs, fits, mentions, same, short
from cases.member_endings import ENDINGS, is_not
from cases.named_members import CHECKS

__all__ = ["Outcome", "problems_of", "same"]

_Check = Callable[[Any, Outcome, Mapping[str, Any]], str]

_MODIFIERS = {"or_error", "tolerance_s", "tolerance", "whitespace_insensitive"}


def problems_of(case: Mapping[str, Any], outcome: Outcome) -> list[str]:
    """What is wrong with an outcome, one sentence each; empty when it is as the case expects.

    With `expect_any` the problems of the nearest expectation are told.
    """
    expectations = case["expect_any"] if "expect_any" in case else [case["expect"]]
    found = [compare(expected, outcome) for expected in expectations]
    return min(found, key=len)


def compare(expected: Mapping[str, Any], outcome: Outcome) -> list[str]:
    """The problems of one outcome against one set of members."""
    if _is_accepted_error(expected, outcome):
        return []
    problems = [
        _compare_member(name, wanted, outcome, expected)
        for name, wanted in expected.items()
        if name not in _MODIFIERS
    ]
    if outcome.get("error") and expected.get("or_error") and not problems:
        problems = [f"error {short(outcome['error'])} does not mention {expected['or_error']}"]
    return [problem for problem in problems if problem]


def _is_accepted_error(expected: Mapping[str, Any], outcome: Outcome) -> bool:
    accepted = expected.get("or_error")
    if not accepted or not outcome.get("error"):
        return False
    return accepted is True or all(mentions(str(outcome["error"]), word) for word in accepted)


def _compare_member(name: str, wanted: Any, outcome: Outcome, expected: Mapping[str, Any]) -> str:
    check = _NESTED.get(name) or CHECKS.get(name)
    if check is not None:
        return check(wanted, outcome, expected)
    for ending, general in ENDINGS.items():
        if name.endswith(ending) and name.removesuffix(ending):
            return general(name.removesuffix(ending), wanted, outcome)
    if name not in outcome:
        if name.startswith("not_") and name.removeprefix("not_") in outcome:
            return is_not(name.removeprefix("not_"), wanted, outcome)
        return f"nothing is known of {name} (expected {short(wanted)}){but_error(outcome)}"
    actual = outcome[name]
    if fits(wanted, actual):
        return ""
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        return " | ".join(f"{name}: {problem}" for problem in compare(wanted, actual))
    return differs(name, wanted, actual)


# --- members that hold expectations of their own -------------------------------------------------


def _table(wanted: Sequence[Mapping[str, Any]], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    rows = outcome.get("table")
    if rows is None:
        return f"no table{but_error(outcome)}"
    if len(rows) != len(wanted):
        return f"{len(rows)} rows, expected {len(wanted)}"
    bad = [
        f"row {number}: {'; '.join(problems)}"
        for number, (row, actual) in enumerate(zip(wanted, rows, strict=True), 1)
        if (problems := compare(row, actual))
    ]
    return " | ".join(bad)


def _after_chunk(wanted: Mapping[str, Any], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    states = outcome.get("after_chunk", {})
    problems = [f"after chunk {key}: {'; '.join(bad)}" for key, members in wanted.items()
                if (bad := compare(members, states.get(key, {})))]  # fmt: skip
    return " | ".join(problems)


def _after_each_failure(wanted: Mapping[str, Any], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    states = outcome.get("after_each_failure")
    if not states:
        return "nothing is known of the state after each failure"
    return " | ".join(problem for state in states for problem in compare(wanted, state))


_NESTED: dict[str, _Check] = {
    "table": _table,
    "after_chunk": _after_chunk,
    "after_each_failure": _after_each_failure,
}
