"""Which names a new variable, component or event can have."""

from __future__ import annotations

from typing import get_args

import pytest

from blueprint_assistant.graph.rules.member_names import MemberKind, name_problem

KINDS = get_args(MemberKind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["Health", "bIsOpen", "Speed2", "Größe", "体力", "_hidden", "n" * 100])
def test_usual_names_are_fine(name: str, kind: MemberKind) -> None:
    assert name_problem(name, kind) == ""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "None",
        "none",
        "...",
        "\u200b",
        "a\x00b",
        "a\nb",
        "a\x1b[31m",
        "a\u202eb",
        "a\ud83d",
        " a",
        "a ",
        "n" * 101,
        "n" * 2000,
        "a.b",
    ],
)
def test_what_cannot_be_seen_stored_or_held_is_refused(name: str, kind: MemberKind) -> None:
    problem = name_problem(name, kind)
    assert problem.endswith(".")
    assert problem.isprintable()
    assert len(problem) < 200


@pytest.mark.parametrize(
    ("name", "takers"),
    [
        ("Is Dead?", {"variable"}),
        ("Speed (m/s)", {"variable"}),
        ("On Hit", {"variable", "event", "function"}),
        ("2nd", {"variable", "component"}),
        ("a/b", {"variable"}),
    ],
)
def test_each_kind_has_its_own_signs(name: str, takers: set[str]) -> None:
    assert {kind for kind in KINDS if not name_problem(name, kind)} == takers
