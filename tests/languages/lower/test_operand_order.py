"""A number on the left costs no node where the operands can change places, and stays there where not."""

from __future__ import annotations

import pytest

from languages.stepwise import written
from languages.test_known_weaknesses import BEGIN
from tiers import thinned

MEMBERS = {
    "Health": "float",
    "Score": "int",
    "Where": "struct Vector",
    "bOpen": "bool",
    "Turn": "struct Rotator",
}


@pytest.mark.parametrize(
    ("line", "told", "nodes"),
    thinned(
        [
            ("Health = 90 * Health", "Health = Health * 90.0", 4),
            ("Health = 1 + Health + 2", "Health = Health + 1.0 + 2.0", 4),
            ("Where = (1, 2, 3) + Where", "Where = Where + (1, 2, 3)", 4),
            ("bOpen = 5 < Score", "bOpen = Score > 5", 4),
            ("bOpen = 0.5 >= Health", "bOpen = Health <= 0.5", 4),
            ("bOpen = 5 == Score", "bOpen = Score == 5", 4),
            ("Score = 5 - Score", "Score = MakeLiteralInt(5) - Score", 5),
            ("Health = 2 / Health", "Health = MakeLiteralDouble(2.0) / Health", 5),
            # In the first place the whole number would decide the type, and 0.5 be no value of it.
            ("Health = 0.5 * Score", "Health = MakeLiteralDouble(0.5) * Score", 5),
        ],
        3,
    ),
)
def test_operands_change_places_only_where_the_meaning_stays(line: str, told: str, nodes: int) -> None:
    made = written(f"{BEGIN}  {line}\n", **MEMBERS)
    assert told in made.text
    assert len(made.graph.nodes) == nodes
