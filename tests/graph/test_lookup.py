"""The foldings of names, each with what it keeps apart that others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.name_lookup import (
    fold,
    fold_bare,
    fold_blanks,
    fold_key,
    fold_letters,
    fold_native,
    fold_pin,
    fold_spaces,
    fold_text,
    fold_tool,
    fold_underscores,
    squeeze,
    without_b,
)

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("folding", "written", "folded"),
    [
        (fold, "Add (Float_Float) + 1", "addfloatfloat+1"),
        (fold_bare, "K2_DestroyActor", "destroyactor"),
        (fold_bare, "BP_Door", "door"),
        (fold_native, "K2_DestroyActor", "destroyactor"),
        (fold_native, "ReceiveTick", "tick"),
        (fold_native, "BP_Door", "bpdoor"),
        (squeeze, "Do Once_Multi\tInput", "DoOnceMultiInput"),
        (fold_blanks, "Max_Walk Speed (cm)", "maxwalkspeed(cm)"),
        (fold_blanks, "Maß", "mass"),
        (fold_key, "Max_Walk Speed", "maxwalkspeed"),
        (fold_key, "Maß", "maß"),
        (fold_spaces, "Event Graph_2", "eventgraph_2"),
        (fold_underscores, "QUERY_ONLY now", "queryonly now"),
        (fold_letters, "Body.Mass-Scale_1", "bodymassscale1"),
        (fold_pin, "[0]", "0"),
        (fold_pin, "Array-Element.X_1", "arrayelementx1"),
        (fold_tool, "Connect-Nodes.v 1", "connectnodesv1"),
        (fold_tool, "[connect_nodes]", "[connectnodes]"),
        (fold_text, "  Opens\n the  Door ", "opens the door"),
        (without_b, "bIsOpen", "IsOpen"),
        (without_b, "base", "base"),
        (without_b, "b", "b"),
    ],
)
def test_a_folding_drops_what_it_says_and_no_more(
    folding: Callable[[str], str], written: str, folded: str
) -> None:
    assert folding(written) == folded
