"""Trap 31: defaults go through the class default object of the newest class, and need a compile."""

from __future__ import annotations

from typing import Any

import pytest

from unreal_sandbox import ScriptError, StaleObjectError


@pytest.fixture
def compiled(door: Any) -> Any:
    door.add_variable("Speed")
    door.compile()
    return door


def _defaults(door: Any) -> Any:
    return door.unreal.get_default_object(door.asset.generated_class())


def test_a_variable_is_no_property_of_the_defaults_before_the_compile(door: Any) -> None:
    door.add_variable("Speed")
    with pytest.raises(ScriptError):
        _defaults(door).set_editor_property("Speed", 3.0)
    door.compile()
    _defaults(door).set_editor_property("Speed", 3.0)
    assert _defaults(door).get_editor_property("Speed") == 3.0


def test_a_compile_makes_the_class_and_its_defaults_stale(compiled: Any) -> None:
    old_class, old_defaults = compiled.asset.generated_class(), _defaults(compiled)
    old_defaults.set_editor_property("Speed", 3.0)
    compiled.compile()
    with pytest.raises(StaleObjectError):
        old_defaults.get_editor_property("Speed")
    with pytest.raises(StaleObjectError):
        old_class.get_name()


def test_the_value_is_in_the_newest_class(compiled: Any) -> None:
    _defaults(compiled).set_editor_property("Speed", 3.0)
    compiled.compile()
    assert _defaults(compiled).get_editor_property("Speed") == 3.0


def test_writing_a_default_leaves_the_blueprint_to_be_compiled_again(compiled: Any) -> None:
    unreal = compiled.unreal
    assert compiled.asset.get_editor_property("status") == unreal.BlueprintStatus.BS_UP_TO_DATE
    _defaults(compiled).set_editor_property("Speed", 3.0)
    assert compiled.asset.get_editor_property("status") == unreal.BlueprintStatus.BS_DIRTY
    compiled.compile()
    assert compiled.asset.get_editor_property("status") == unreal.BlueprintStatus.BS_UP_TO_DATE
