"""Class defaults of containers, soft references, structs and large numbers, as scripts read and set them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def variable(unreal: Any, door: Any) -> Callable[[str], Any]:
    """Adds a variable of a type text and gives the class default object."""

    def add(type_text: str) -> Any:
        kind = unreal.EdGraphPinType()
        assert kind.import_text(type_text)
        assert door.library.add_member_variable(door.asset, "Value", kind)
        door.compile()
        return unreal.get_default_object(door.asset.generated_class())

    return add


INTS = '(PinCategory="int",ContainerType=Array)'
NAMES = '(PinCategory="name",ContainerType=Set)'
MAP = '(PinCategory="string",PinValueType=(TerminalCategory="int"),ContainerType=Map)'
VECTORS = (
    '(PinCategory="struct",PinSubCategoryObject="/Script/CoreUObject.ScriptStruct'
    "'/Script/CoreUObject.Vector'\",ContainerType=Array)"
)


def struct(path: str) -> str:
    return f'(PinCategory="struct",PinSubCategoryObject="/Script/CoreUObject.ScriptStruct\'{path}\'")'


def test_an_array_comes_out_typed_and_takes_any_iterable(unreal: Any, variable: Callable[[str], Any]) -> None:
    defaults = variable(INTS)
    assert isinstance(defaults.get_editor_property("Value"), unreal.Array)
    assert len(defaults.get_editor_property("Value")) == 0
    defaults.set_editor_property("Value", (3, 1, 2))
    assert list(defaults.get_editor_property("Value")) == [3, 1, 2]


@pytest.mark.parametrize("bad", ["1,2", 5, None, [1, "x"], {"a": 1}])
def test_what_is_no_list_of_the_elements_is_refused(variable: Callable[[str], Any], bad: Any) -> None:
    defaults = variable(INTS)
    with pytest.raises(TypeError):
        defaults.set_editor_property("Value", bad)
    assert list(defaults.get_editor_property("Value")) == []


def test_a_container_that_was_read_is_a_copy(variable: Callable[[str], Any]) -> None:
    defaults = variable(INTS)
    defaults.get_editor_property("Value").append(5)
    assert list(defaults.get_editor_property("Value")) == []


def test_a_set_keeps_each_element_once(unreal: Any, variable: Callable[[str], Any]) -> None:
    defaults = variable(NAMES)
    defaults.set_editor_property("Value", ["a", "b", "a"])
    found = defaults.get_editor_property("Value")
    assert isinstance(found, unreal.Set)
    assert [str(item) for item in found] == ["a", "b"]


def test_a_map_takes_a_mapping_and_nothing_else(unreal: Any, variable: Callable[[str], Any]) -> None:
    defaults = variable(MAP)
    defaults.set_editor_property("Value", {"a, (b)": 1, 'say "c"': 2})
    found = defaults.get_editor_property("Value")
    assert isinstance(found, unreal.Map)
    assert dict(found.items()) == {"a, (b)": 1, 'say "c"': 2}
    with pytest.raises(TypeError):
        defaults.set_editor_property("Value", [("a", 1)])


def test_structs_in_a_container_are_values(unreal: Any, variable: Callable[[str], Any]) -> None:
    defaults = variable(VECTORS)
    defaults.set_editor_property("Value", [unreal.Vector(1, 2, 3)])
    found = defaults.get_editor_property("Value")
    found[0].x = 9
    assert found[0] == unreal.Vector(1, 2, 3)


def test_a_soft_reference_is_the_object_itself(unreal: Any, variable: Callable[[str], Any]) -> None:
    defaults = variable(
        '(PinCategory="softclass",PinSubCategoryObject="/Script/CoreUObject.Class\'/Script/Engine.Actor\'")'
    )
    assert defaults.get_editor_property("Value") is None
    defaults.set_editor_property("Value", unreal.Pawn)
    assert defaults.get_editor_property("Value").get_path_name() == "/Script/Engine.Pawn"
    with pytest.raises(TypeError):
        defaults.set_editor_property("Value", unreal.Texture2D)


def test_a_large_number_fits_where_it_fits(variable: Callable[[str], Any]) -> None:
    defaults = variable('(PinCategory="int64")')
    defaults.set_editor_property("Value", 2**63 - 1)
    assert defaults.get_editor_property("Value") == 2**63 - 1
    for bad in (2**63, True, 1.0):
        with pytest.raises(TypeError):
            defaults.set_editor_property("Value", bad)


def test_a_struct_of_the_catalogue_reads_text_member_by_member(
    unreal: Any, variable: Callable[[str], Any]
) -> None:
    defaults = variable(struct("/Script/Engine.HitResult"))
    hit = defaults.get_editor_property("Value")
    assert hit.import_text("(Time=0.5,Location=(X=1.0,Y=2.0,Z=3.0))")
    assert hit.time == 0.5
    before = hit.export_text()
    for bad in ("Time=1", "(Tim=1)", "(Time=soon)"):
        assert hit.import_text(bad) is False
    assert hit.export_text() == before
    defaults.set_editor_property("Value", hit)
    assert defaults.get_editor_property("Value").location == unreal.Vector_NetQuantize(1, 2, 3)


def test_a_class_default_of_the_engine_is_kept_over_a_compile_and_inherited(unreal: Any, door: Any) -> None:
    def life_span(asset: Any) -> float:
        value: float = unreal.get_default_object(asset.generated_class()).get_editor_property(
            "initial_life_span"
        )
        return value

    library = unreal.BlueprintEditorLibrary
    defaults = unreal.get_default_object(door.asset.generated_class())
    assert defaults.get_editor_property("InitialLifeSpan") == 0
    defaults.set_editor_property("InitialLifeSpan", 5)
    with pytest.raises(TypeError):
        defaults.set_editor_property("InitialLifeSpan", "long")
    door.compile()
    assert life_span(door.asset) == 5
    gate = library.create_blueprint_asset_with_parent("/Game/BP_Gate", door.asset.generated_class())
    assert life_span(gate) == 5
    unreal.get_default_object(gate.generated_class()).set_editor_property("InitialLifeSpan", 7)
    assert (life_span(gate), life_span(door.asset)) == (7, 5)


def test_a_key_is_written_as_its_name(unreal: Any) -> None:
    key = unreal.Key()
    assert key.import_text("SpaceBar")
    assert key.export_text() == "SpaceBar"
    assert unreal.Key.static_struct().get_path_name() == "/Script/InputCore.Key"
