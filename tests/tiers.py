"""The two tiers of the suite: what every run does, and what only `--deep` does.

A test belongs to the first tier unless it is marked `deep`. A matrix keeps some of its cases in the first
tier (`thinned`, `first_of_each`), a property test tries fewer examples there (`examples`). The deep tier is
the whole suite; `--shard K/N` runs one part of it. `conftest` reads the options.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from _pytest.mark.structures import ParameterSet

deep = pytest.mark.deep

_QUICK_EXAMPLES = 10
_DEEP_EXAMPLES = 100

_is_deep = False


def start(*, is_deep: bool) -> None:
    """Say which tier this process runs, before any test module is imported."""
    global _is_deep  # noqa: PLW0603 - one choice for the whole process
    _is_deep = is_deep


def is_deep() -> bool:
    """Whether the whole suite runs, with all its cases and examples."""
    return _is_deep


def examples(deep: int = _DEEP_EXAMPLES, quick: int = _QUICK_EXAMPLES) -> int:
    """How many examples a property test tries: `@settings(max_examples=examples(200))`."""
    return deep if _is_deep else min(quick, deep)


def thinned(cases: Iterable[Any], keep: int, *, is_one_value: bool = False) -> list[Any]:
    """The cases, with all but `keep` of them, evenly spread, left to the deep tier.

    A tuple is the values of several parameters unless `is_one_value` says otherwise.
    """
    all_cases = list(cases)
    kept = {round(index * (len(all_cases) - 1) / max(keep - 1, 1)) for index in range(keep)}
    return [
        case if index in kept else _deep_case(case, is_one_value=is_one_value)
        for index, case in enumerate(all_cases)
    ]


def first_of_each(cases: Iterable[Any], kind: Callable[[Any], Hashable], keep: int = 1) -> list[Any]:
    """The cases, with all but the first `keep` of each kind left to the deep tier; `kind` gets a case."""
    seen: dict[Hashable, int] = {}
    told = []
    for case in cases:
        of_kind = kind(case)
        seen[of_kind] = seen.get(of_kind, 0) + 1
        told.append(case if seen[of_kind] <= keep else _deep_case(case))
    return told


def is_in_shard(node_id: str, shard: str) -> bool:
    """Whether a test belongs to part K of N; where it belongs depends on its name alone."""
    part, parts = parts_of(shard)
    return zlib.crc32(node_id.encode("utf-8", "surrogateescape")) % parts == part - 1


def parts_of(shard: str) -> tuple[int, int]:
    """K and N of `K/N`; raises pytest.UsageError for anything else."""
    part, slash, parts = shard.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise pytest.UsageError(f"--shard is K/N with 1 <= K <= N, such as 3/10, not '{shard}'.")
    return int(part), int(parts)


def _deep_case(case: Any, *, is_one_value: bool = False) -> ParameterSet:
    if hasattr(case, "marks") and hasattr(case, "values"):
        return pytest.param(*case.values, marks=(*case.marks, deep), id=case.id)
    if isinstance(case, tuple) and not is_one_value:
        return pytest.param(*case, marks=deep)
    return pytest.param(case, marks=deep)
