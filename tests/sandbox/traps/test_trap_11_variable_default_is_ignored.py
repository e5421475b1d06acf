"""Trap 11: the default text of a new variable is ignored for reals; True, and a log line at compile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def _default(door: Any, name: str) -> Any:
    unreal = door.unreal
    return unreal.get_default_object(door.asset.generated_class()).get_editor_property(name)


def test_a_real_keeps_zero_although_true_came_back(editor: SandboxEditor, door: Any) -> None:
    real = door.library.get_basic_type_by_name("real")
    assert door.nodes.add_member_variable("Speed", real, "100.0") is True
    assert "Could not parse" not in editor.log_text("LogBlueprint")
    assert door.compile() is True
    assert _default(door, "Speed") == 0.0
    assert "Could not parse default value '100.0' of variable 'Speed'" in editor.log_text("LogBlueprint")


def test_an_int_takes_its_default(door: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    assert door.nodes.add_member_variable("Count", number, "5") is True
    assert door.compile() is True
    assert _default(door, "Count") == 5


def test_a_text_that_is_no_number_is_true_as_well(editor: SandboxEditor, door: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    assert door.nodes.add_member_variable("Count", number, "many") is True
    assert door.compile() is True
    assert _default(door, "Count") == 0
    assert "Could not parse default value 'many'" in editor.log_text("LogBlueprint")
