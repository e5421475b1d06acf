"""Pin types, member variables and class defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import ScriptError, StaleObjectError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


@pytest.mark.parametrize("word", ["float", "double", "vectro", ""])
def test_an_unknown_basic_type_is_int_with_a_log_line(editor: SandboxEditor, unreal: Any, word: str) -> None:
    pin_type = unreal.BlueprintEditorLibrary.get_basic_type_by_name(word or "x")
    assert pin_type.export_text() == '(PinCategory="int")'
    assert "defaulting to int" in editor.log_text("LogBlueprintEditorLib")


def test_pin_types_are_built_by_helpers(unreal: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    vector = library.get_struct_type(unreal.Vector.static_struct())
    assert "ScriptStruct'/Script/CoreUObject.Vector'" in vector.export_text()
    actor = library.get_object_reference_type(unreal.Actor)
    assert library.get_array_type(actor).export_text().endswith("ContainerType=Array)")
    text = library.get_map_type(library.get_basic_type_by_name("name"), vector).export_text()
    assert "ContainerType=Map" in text
    assert 'TerminalCategory="struct"' in text


def test_a_pin_type_has_no_fields_and_takes_text(unreal: Any) -> None:
    pin_type = unreal.EdGraphPinType()
    with pytest.raises(TypeError):
        unreal.EdGraphPinType("real")
    with pytest.raises(AttributeError):
        pin_type.pin_category = "real"
    assert pin_type.import_text(
        '(PinCategory="byte",PinSubCategoryObject="/Script/Engine.ECollisionChannel")'
    )
    assert "ECollisionChannel" in pin_type.export_text()
    before = pin_type.export_text()
    for bad in ("real", "(PinCategory=", '(PinCategory="flaot")'):
        assert pin_type.import_text(bad) is False
    assert pin_type.export_text() == before


def test_every_type_text_reads_back_the_same(unreal: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    array = library.get_array_type(library.get_class_reference_type(unreal.Actor))
    copy = unreal.EdGraphPinType()
    assert copy.import_text(array.export_text())
    assert copy == array


def test_a_taken_name_is_refused(door: Any) -> None:
    assert door.add_variable("Speed") is True
    assert door.add_variable("speed") is False
    assert door.add_variable("DefaultSceneRoot") is False
    assert door.add_variable("CustomTimeDilation") is False
    assert door.add_variable("") is False
    assert list(door.asset.list_member_variable_names(False)) == ["Speed"]


def test_an_empty_type_makes_no_variable(unreal: Any, door: Any) -> None:
    assert door.library.add_member_variable(door.asset, "A", unreal.EdGraphPinType()) is False


def test_the_graph_editor_makes_a_taken_name_unique(door: Any) -> None:
    kind = door.library.get_basic_type_by_name("int")
    assert door.nodes.add_member_variable("Count", kind, "5")
    assert door.nodes.add_member_variable("Count", kind, "5")
    assert list(door.asset.list_member_variable_names(False)) == ["Count", "Count_0"]


def test_inherited_names_come_with_their_class(door: Any) -> None:
    door.add_variable("Speed")
    names = list(door.library.list_member_variable_names(door.asset))
    assert names[0] == "Speed"
    assert "/Script/Engine.Actor:CustomTimeDilation" in names
    assert door.asset.get_member_variable_type("/Script/Engine.Actor:CustomTimeDilation") is not None
    assert door.asset.get_member_variable_type("Nope") is None


def test_a_new_member_is_unknown_to_nodes_until_the_compile(door: Any) -> None:
    door.add_variable("Speed")
    assert door.nodes.add_get_member_variable_node("Speed") is None
    assert door.nodes.add_set_member_variable_node("Speed") is None
    door.compile()
    getter = door.nodes.add_get_member_variable_node("Speed")
    assert [str(pin.get_pin_name()) for pin in getter.list_all_pins()] == ["Speed"]
    setter = door.nodes.add_set_member_variable_node("speed")
    assert [str(pin.get_pin_name()) for pin in setter.list_all_pins()] == [
        "execute",
        "Speed",
        "then",
        "Output_Get",
    ]


def test_members_are_known_at_once_where_the_switch_says_so(editor: SandboxEditor, door: Any) -> None:
    editor.switches.members_are_known_before_compile = True
    door.add_variable("Speed")
    assert door.nodes.add_get_member_variable_node("Speed") is not None


def test_a_reals_default_text_is_ignored_and_only_the_log_tells(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    kind = door.library.get_basic_type_by_name("real")
    assert door.nodes.add_member_variable("Speed", kind, "100.0") is True
    assert door.nodes.add_member_variable("Count", door.library.get_basic_type_by_name("int"), "7") is True
    assert door.compile() is True
    defaults = unreal.get_default_object(door.asset.generated_class())
    assert defaults.get_editor_property("Speed") == 0.0
    assert defaults.get_editor_property("Count") == 7
    assert "Could not parse default value '100.0'" in editor.log_text("LogBlueprint")


def test_class_defaults_are_set_after_the_compile_and_live_in_the_newest_class(
    unreal: Any, door: Any
) -> None:
    door.add_variable("Speed")
    door.add_variable("bOpen", "bool")
    old = unreal.get_default_object(door.asset.generated_class())
    with pytest.raises(ScriptError, match="Failed to find property 'Speed'"):
        old.set_editor_property("Speed", 5.0)
    door.compile()
    defaults = unreal.get_default_object(door.asset.generated_class())
    defaults.set_editor_property("Speed", 12.5)
    defaults.set_editor_property("bOpen", True)
    assert door.asset.status == unreal.BlueprintStatus.BS_DIRTY
    door.compile()
    with pytest.raises(StaleObjectError):
        defaults.get_editor_property("Speed")
    fresh = unreal.get_default_object(door.asset.generated_class())
    assert fresh.get_editor_property("speed") == 12.5
    assert fresh.get_editor_property("bOpen") is True


@pytest.mark.parametrize(
    ("kind", "value", "wrong"),
    [("int", 3, "3"), ("bool", True, 1), ("string", "a, b", 5), ("name", "x", 5), ("byte", 7, 300)],
)
def test_a_class_default_takes_values_of_its_type_only(
    unreal: Any, door: Any, kind: str, value: object, wrong: object
) -> None:
    door.add_variable("Value", kind)
    door.compile()
    defaults = unreal.get_default_object(door.asset.generated_class())
    defaults.set_editor_property("Value", value)
    assert defaults.get_editor_property("Value") == value
    with pytest.raises(TypeError):
        defaults.set_editor_property("Value", wrong)
    assert defaults.get_editor_property("Value") == value


def test_struct_enum_and_class_defaults(unreal: Any, door: Any) -> None:
    library = door.library
    library.add_member_variable(door.asset, "Place", library.get_struct_type(unreal.Vector.static_struct()))
    library.add_member_variable(door.asset, "Kind", library.get_class_reference_type(unreal.Actor))
    channel = unreal.EdGraphPinType()
    channel.import_text('(PinCategory="byte",PinSubCategoryObject="/Script/Engine.ECollisionChannel")')
    library.add_member_variable(door.asset, "Channel", channel)
    door.compile()
    defaults = unreal.get_default_object(door.asset.generated_class())
    defaults.set_editor_property("Place", unreal.Vector(1, 2, 3))
    assert defaults.get_editor_property("Place") == unreal.Vector(1, 2, 3)
    defaults.set_editor_property("Channel", unreal.CollisionChannel.ECC_PAWN)
    assert defaults.get_editor_property("Channel") == unreal.CollisionChannel.ECC_PAWN
    defaults.set_editor_property("Kind", unreal.Pawn)
    assert defaults.get_editor_property("Kind").get_name() == "Pawn"
    with pytest.raises(TypeError, match="allowed Class type: 'Actor'"):
        defaults.set_editor_property("Kind", unreal.StaticMeshComponent)


def test_flags_and_category(unreal: Any, door: Any) -> None:
    door.add_variable("Speed")
    library = door.library
    library.set_blueprint_variable_instance_editable(door.asset, "Speed", True)
    door.asset.set_blueprint_variable_expose_on_spawn("Speed", True)
    library.set_blueprint_variable_category(door.asset, "Speed", unreal.Text("Motion|Fast"))
    assert door.asset.get_blueprint_variable_category("speed") == "Motion|Fast"
    mode = unreal.BlueprintVariableReplication
    library.set_blueprint_variable_replication(door.asset, "Speed", mode.REPLICATED)
    assert library.get_blueprint_variable_replication(door.asset, "Speed") == mode.REPLICATED
    assert not hasattr(library, "set_blueprint_variable_tooltip")


def test_retyping_a_variable_resets_its_default_and_breaks_its_nodes(door: Any) -> None:
    door.add_variable("Speed")
    door.compile()
    setter = door.nodes.add_set_member_variable_node("Speed")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(setter.find_execute_pin())
    door.asset.change_member_variable_type("Speed", door.library.get_basic_type_by_name("bool"))
    assert door.compile() is False
    assert door.nodes.list_nodes_with_errors() == [setter]


def test_removing_a_variable_leaves_its_nodes_broken(door: Any) -> None:
    door.add_variable("Speed")
    door.compile()
    setter = door.nodes.add_set_member_variable_node("Speed")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(setter.find_execute_pin())
    assert door.nodes.remove_member_variable("Speed") is True
    assert door.nodes.remove_member_variable("Speed") is False
    assert door.compile() is False
    assert 'Could not find a variable named "Speed"' in setter.get_editor_property("error_msg")


@pytest.mark.parametrize("name", ["", " ", "None", "none"])
def test_no_name_is_no_variable_and_no_event(unreal: Any, door: Any, name: str) -> None:
    assert door.add_variable(name) is False
    assert door.nodes.add_member_variable(name, door.library.get_basic_type_by_name("int"), "") is False
    function = unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Open")
    assert function.add_local_variable(name, door.library.get_basic_type_by_name("int")) is False
    event = door.nodes.add_custom_event_node(name)
    assert str(event.get_node_title()).startswith("CustomEvent")


@pytest.mark.parametrize("kind", ["bool", "text"])
def test_keys_that_cannot_be_hashed_are_added_and_do_not_compile(
    editor: SandboxEditor, door: Any, kind: str
) -> None:
    library = door.library
    key, value = library.get_basic_type_by_name(kind), library.get_basic_type_by_name("int")
    assert library.add_member_variable(door.asset, "Good", library.get_map_type(value, key)) is True
    assert door.compile() is True
    assert library.add_member_variable(door.asset, "Bad", library.get_map_type(key, value)) is True
    assert door.compile() is False
    assert "The variable Bad has a key type" in editor.log_text("LogBlueprint")
    door.nodes.remove_member_variable("Bad")
    assert library.add_member_variable(door.asset, "Worse", library.get_set_type(key)) is True
    assert door.compile() is False


@pytest.mark.parametrize("category", ["object", "class", "softobject", "softclass"])
def test_a_class_that_is_not_there_is_found_by_the_compiler_only(
    unreal: Any, door: Any, category: str
) -> None:
    kind = unreal.EdGraphPinType()
    assert kind.import_text(f'(PinCategory="{category}",PinSubCategoryObject="/Script/Engine.Nope")') is True
    assert door.library.add_member_variable(door.asset, "Lost", kind) is True
    assert door.compile() is False


def test_int64_is_no_basic_type_unless_the_switch_says_so(editor: SandboxEditor, door: Any) -> None:
    kind = door.library.get_basic_type_by_name
    assert kind("int64").export_text() == kind("int").export_text()
    assert "int64" in editor.log_text()
    editor.switches.int64_is_a_basic_type = True
    assert kind("int64").export_text() == '(PinCategory="int64")'
