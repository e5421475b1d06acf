"""Properties that make another node of a node, before it has pins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec
from blueprint_assistant.graph.kinds.node_properties import NodePropertyError, with_properties
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
OWNER = Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (Graph("EventGraph"),))


def changed(spec: AnyNodeSpec, properties: dict[str, object]) -> AnyNodeSpec:
    return with_properties(spec, properties, OWNER, default_catalog())


@pytest.mark.parametrize(
    ("spec", "properties", "then"),
    [
        # BC-141: numbers, Booleans, lists, and their wrapped forms.
        (kinds.SwitchIntSpec(3), {"StartIndex": 5}, kinds.SwitchIntSpec(3, 5)),
        (kinds.SwitchIntSpec(3), {"startindex": "5"}, kinds.SwitchIntSpec(3, 5)),
        (kinds.SwitchIntSpec(3), {"StartIndex": {"literal": "5"}}, kinds.SwitchIntSpec(3, 5)),
        (kinds.SwitchIntSpec(3), {"bHasDefaultPin": False}, kinds.SwitchIntSpec(3, 0, has_default=False)),
        (kinds.SwitchIntSpec(3), {"bHasDefaultPin": True}, kinds.SwitchIntSpec(3)),
        (
            kinds.SwitchStringSpec(("a",)),
            {"PinNames": ["x", "y"], "bIsCaseSensitive": True},
            kinds.SwitchStringSpec(("x", "y"), is_case_sensitive=True),
        ),
        (
            kinds.CastSpec("/Script/Engine.Pawn"),
            {"bIsPureCast": "true"},
            kinds.CastSpec("/Script/Engine.Pawn", is_pure=True),
        ),
        # A class by its path, an enumerator or name as a text.
        (
            kinds.CastSpec("/Script/Engine.Pawn"),
            {"TargetType": {"class": "/Script/Engine.Character"}},
            kinds.CastSpec("/Script/Engine.Character"),
        ),
        (kinds.MakeArraySpec(1), {"NumInputs": 3}, kinds.MakeArraySpec(3)),
    ],
    ids=str,
)
def test_bc_141_a_property_makes_the_node_that_it_says(
    spec: AnyNodeSpec, properties: dict[str, object], then: AnyNodeSpec
) -> None:
    assert changed(spec, properties) == then


def test_bc_141_all_properties_that_a_node_does_not_have_are_told_with_their_reason() -> None:
    with pytest.raises(NodePropertyError) as caught:
        changed(PRINT, {"Colour": 3, "bFast": True})
    assert set(caught.value.failures) == {"Colour", "bFast"}
    assert caught.value.code == "node_property_failed"


@pytest.mark.parametrize("value", [{"unknown": 3}, None, {"class": ""}, "text"], ids=str)
def test_bc_141_a_value_of_no_known_form_is_refused(value: object) -> None:
    with pytest.raises(NodePropertyError):
        changed(BranchSpec(), {"StartIndex": value})
    with pytest.raises(NodePropertyError):
        changed(kinds.SwitchIntSpec(), {"StartIndex": value})
