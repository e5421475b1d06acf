"""Trap 32: a struct that was read is a copy; changing it changes nothing until it is written back."""

from __future__ import annotations

from typing import Any


def _template(door: Any) -> Any:
    handle, _ = door.add_component(door.unreal.StaticMeshComponent)
    library = door.unreal.SubobjectDataBlueprintFunctionLibrary
    return library.get_object_for_blueprint(library.get_data(handle), door.asset)


def test_a_template_keeps_its_place_until_it_is_written_back(door: Any) -> None:
    template = _template(door)
    place = template.get_editor_property("relative_location")
    place.x = 50.0
    assert template.get_editor_property("relative_location").x == 0.0
    template.set_editor_property("relative_location", place)
    place.x = 70.0
    assert template.get_editor_property("relative_location").x == 50.0


def test_a_class_default_is_a_copy_too(unreal: Any, door: Any) -> None:
    kind = door.library.get_struct_type(unreal.Vector.static_struct())
    door.library.add_member_variable(door.asset, "Offset", kind)
    door.compile()
    defaults = unreal.get_default_object(door.asset.generated_class())
    offset = defaults.get_editor_property("Offset")
    offset.z = 9.0
    assert defaults.get_editor_property("Offset").z == 0.0
    defaults.set_editor_property("Offset", offset)
    assert defaults.get_editor_property("Offset").z == 9.0


def test_structs_of_transient_objects_and_in_arrays_are_copies(unreal: Any) -> None:
    entry = unreal.ToolMenuEntryScript()
    data = entry.get_editor_property("data")
    data.name = "Changed"
    assert entry.get_editor_property("data").name == "None"
    points = unreal.Array.cast(unreal.Vector, [unreal.Vector(1.0, 0.0, 0.0)])
    points[0].x = 5.0
    assert points[0].x == 1.0
    point = points[0]
    point.x = 5.0
    points[0] = point
    assert points[0].x == 5.0
