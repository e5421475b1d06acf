"""What a result shows can be said back: the word that a pin is listed under finds that pin.

Over every macro, every switch on an enum, and every few functions and structs of the catalogue.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.actions.receipts.node_text import pin_word
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import BreakStructSpec, MacroSpec, MakeStructSpec, SwitchEnumSpec
from blueprint_assistant.graph.model.blueprint import Blueprint
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

OWNER = Blueprint("/Game/BP_Door", "/Script/Engine.Actor")
_EACH = 7
"""One of so many is enough of what is alike."""


def _functions() -> Iterator[AnyNodeSpec]:
    catalog = default_catalog()
    found = (item for info in catalog.classes for item in catalog.functions_of(info.path))
    for item in itertools.islice(found, 0, None, _EACH):
        if not item.is_async_factory:
            yield CallFunctionSpec(item.path)


def _macros() -> Iterator[AnyNodeSpec]:
    return (MacroSpec(item.path) for item in default_catalog().macros)


def _switches() -> Iterator[AnyNodeSpec]:
    return (SwitchEnumSpec(path) for path in default_catalog()._data.enum_paths.values())


def _structs() -> Iterator[AnyNodeSpec]:
    for path in itertools.islice(default_catalog()._data.struct_paths.values(), 0, None, _EACH):
        yield MakeStructSpec(path)
        yield BreakStructSpec(path)


@pytest.mark.parametrize("specs", thinned([_functions, _macros, _switches, _structs], 2, is_one_value=True))
def test_every_pin_is_found_by_the_word_that_it_is_listed_with(specs: type) -> None:
    lost, pins = [], 0
    for spec in specs():
        numbers = itertools.count(1)
        try:
            node = make_node(
                spec,
                owner=OWNER,
                catalog=default_catalog(),
                name="N",
                new_guid=lambda numbers=numbers: f"{next(numbers):032X}",
            )
        except AssistantError:
            continue  # a struct with a library call in place of a node
        for pin in node.visible_pins:
            pins += 1
            try:
                found = match_pin(node.pins, pin_word(pin), pin.direction)
            except AssistantError as error:
                lost.append((spec, pin.name, str(error)))
                continue
            if found is not pin:
                lost.append((spec, pin.name, found.name))
    assert lost == []
    assert pins > 50


def test_every_function_is_found_by_its_name_and_class() -> None:
    """But for those that a newer one of the same name has taken the place of."""
    catalog = default_catalog()
    lost = set()
    for info in catalog.classes:
        for item in catalog.functions_of(info.path):
            name = item.name.removeprefix("K2_")
            if catalog.find_function(name, info.path).path != item.path:
                lost.add(item.path)
    assert lost == {
        "/Script/Engine.GameModeBase:K2_FindPlayerStart",
        "/Script/Engine.KismetSystemLibrary:K2_ClearTimerHandle",
        "/Script/Engine.TextRenderComponent:K2_SetText",
    }
