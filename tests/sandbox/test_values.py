"""Name, Text, the typed containers, structs by value and enums, as scripts meet them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unreal_sandbox import NotModelledError, ScriptError
from unreal_sandbox.glue.containers import Array, Set

NUMBERS = st.lists(st.integers(-5, 5), max_size=8)


def path(unreal: Any, name: str) -> Any:
    return unreal.TopLevelAssetPath("/Script/Engine", name)


# --- Array ---------------------------------------------------------------------------------------


@given(NUMBERS, NUMBERS)
def test_an_array_behaves_like_a_list(first: list[int], second: list[int]) -> None:
    array = Array.cast(int, first)
    array.extend(second)
    expected = [*first, *second]
    assert array == expected
    assert array + second == expected + second
    assert list(reversed(array)) == expected[::-1]
    array.sort(reverse=True)
    assert array == sorted(expected, reverse=True)
    for value in set(expected):
        assert array.count(value) == expected.count(value)
        assert array[array.index(value)] == value


def test_an_array_holds_one_type_and_has_no_hash(unreal: Any) -> None:
    array = unreal.Array(str)
    array.append("a")
    for wrong in (1, None, unreal.Name("a")):
        with pytest.raises(TypeError):
            array.append(wrong)
    with pytest.raises(TypeError):
        unreal.Array(int).append(True)
    with pytest.raises(TypeError):
        hash(array)
    with pytest.raises(TypeError, match="Cannot cast type 'str'"):
        unreal.Array.cast(str, "abc")
    array.resize(3)
    assert array == ["a", "", ""]
    assert array.pop() == ""
    array.remove("a")
    with pytest.raises(ValueError, match="is not in list"):
        array.index("a")


def test_structs_in_containers_are_copies(unreal: Any) -> None:
    array = unreal.Array(unreal.Vector)
    point = unreal.Vector(1.0, 2.0, 3.0)
    array.append(point)
    point.x = 9.0
    array[0].y = 9.0
    for item in array:
        item.z = 9.0
    assert array[0] == unreal.Vector(1.0, 2.0, 3.0)
    places = unreal.Map(str, unreal.Vector)
    places["a"] = point
    places["a"].x = 7.0
    assert places["a"].x == 9.0


# --- Set -----------------------------------------------------------------------------------------


@given(NUMBERS, NUMBERS)
def test_a_set_behaves_like_a_set(first: list[int], second: list[int]) -> None:
    ours, theirs = Set.cast(int, first), Set.cast(int, second)
    left, right = set(first), set(second)
    assert set(ours.union(theirs)) == left | right
    assert set(ours.intersection(theirs)) == left & right
    assert set(ours.difference(second)) == left - right
    assert set(ours.symmetric_difference(second)) == left ^ right
    assert ours.issubset(theirs) == left.issubset(right)
    assert ours.issuperset(second) == left.issuperset(right)
    assert ours.isdisjoint(theirs) == left.isdisjoint(right)
    changed = ours.copy()
    changed.difference_update(second)
    changed.update(second)
    changed.intersection_update(right)
    changed.symmetric_difference_update(left)
    assert set(changed) == right ^ left
    assert set(ours) == left


def test_a_set_of_names_knows_no_letter_case(unreal: Any) -> None:
    names = unreal.Set(unreal.Name)
    names.add("Door")
    names.add("door")
    assert len(names) == 1
    assert "DOOR" in names
    names.discard("Window")
    with pytest.raises(KeyError):
        names.remove("Window")
    assert names.pop() == "door"


def test_a_set_can_hold_structs_that_have_no_hash(unreal: Any) -> None:
    with pytest.raises(TypeError):
        hash(path(unreal, "Actor"))
    found = unreal.Set.cast(unreal.TopLevelAssetPath, [path(unreal, "Actor"), path(unreal, "Actor")])
    assert len(found) == 1
    assert path(unreal, "Actor") in found


# --- Map -----------------------------------------------------------------------------------------


def test_a_map_behaves_like_a_typed_dictionary(unreal: Any) -> None:
    ages = unreal.Map(unreal.Name, int)
    ages.update({"Mia": 3, "mia": 4})
    assert dict(ages.items()) == {unreal.Name("Mia"): 4}
    assert ages.get("Ada") is None
    assert ages.setdefault("Ada", 5) == 5
    assert ages.pop("MIA") == 4
    with pytest.raises(KeyError):
        _ = ages["Mia"]
    for key, value in (("x", "3"), (1, 3)):
        with pytest.raises(TypeError):
            ages[key] = value
    assert unreal.Map.fromkeys(["a", "b"], 1) == {"a": 1, "b": 1}
    with pytest.raises(TypeError):
        unreal.Map.cast(str, int, [("a", 1)])
    copy = ages.copy()
    copy.clear()
    assert len(ages) == 1


# --- Name and Text -------------------------------------------------------------------------------


def test_a_name_is_no_text(unreal: Any) -> None:
    assert str(unreal.Name()) == "None"
    assert unreal.Name("").is_none()
    assert not isinstance(unreal.Name("a"), str)
    with pytest.raises(TypeError):
        unreal.Name(3)
    with pytest.raises(TypeError):
        unreal.Name.cast(unreal.Text("a"))


def test_a_text_formats_and_counts(unreal: Any) -> None:
    text = unreal.Text("{0} of {count} {gone}")
    assert text.format("one", count=1234.5) == "one of 1,234.5 {gone}"
    assert unreal.Text.as_number(1234567.0) == "1,234,567"
    assert unreal.Text.as_number(0.12345) == "0.123"
    assert unreal.Text.as_percent(0.256) == "26%"
    assert unreal.Text("Ab").to_upper() == "AB"
    assert unreal.Text("  ").is_empty_or_whitespace()
    assert not isinstance(text, str)
    with pytest.raises(TypeError):
        text.format(object())
    with pytest.raises(TypeError):
        unreal.Text(1)
    with pytest.raises(NotModelledError):
        unreal.Text.as_currency(1, "EUR")


# --- structs and enums ---------------------------------------------------------------------------


def test_a_struct_takes_fields_by_position_name_mapping_and_sequence(unreal: Any) -> None:
    kind = unreal.TopLevelAssetPath
    expected = kind("/Script/Engine", "Actor")
    assert kind(package_name="/Script/Engine", asset_name="Actor") == expected
    assert kind.cast({"package_name": "/Script/Engine", "asset_name": "Actor"}) == expected
    assert kind.cast(["/Script/Engine", "Actor"]) == expected
    assert expected.to_tuple() == ("/Script/Engine", "Actor")
    other = kind()
    other.assign(expected)
    assert other == expected
    copy = expected.copy()
    copy.set_editor_property("asset_name", "Pawn")
    assert expected.get_editor_property("asset_name") == "Actor"
    with pytest.raises(TypeError, match="at most 2 arguments"):
        kind("a", "b", "c")
    with pytest.raises(TypeError, match="invalid keyword"):
        kind(name="a")
    with pytest.raises(ScriptError, match="Failed to find property 'nonsense'"):
        expected.get_editor_property("nonsense")
    with pytest.raises(TypeError):
        kind.cast(3)


def test_a_structs_own_type_is_known(unreal: Any) -> None:
    struct = unreal.Vector.static_struct()
    assert struct.get_name() == "Vector"
    assert unreal.get_type_from_struct(struct) is unreal.Vector
    assert unreal.get_type_from_class(unreal.Actor.static_class()) is unreal.Actor


def test_an_enum_has_upper_case_entries_and_no_leading_e(unreal: Any) -> None:
    kind = unreal.BlueprintType
    assert kind.BPTYPE_INTERFACE.value == 3
    assert kind.cast(3) is kind.BPTYPE_INTERFACE
    assert kind.BPTYPE_INTERFACE != 3
    with pytest.raises(AttributeError):
        _ = kind.BPTYPE_Interface
    assert not hasattr(unreal, "EBlueprintType")
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        kind.cast("BPTYPE_INTERFACE")
    enum = unreal.CollisionEnabled.static_enum()
    assert enum.get_class().get_name() == "Enum"
    assert enum.get_name() == "ECollisionEnabled"
    assert unreal.get_type_from_enum(enum) is unreal.CollisionEnabled
    assert str(enum.get_enum_path_name().asset_name) == "ECollisionEnabled"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(x=st.floats(-1e6, 1e6), y=st.floats(-1e6, 1e6))
def test_writing_a_read_struct_back_is_the_only_way_to_change_it(unreal: Any, x: float, y: float) -> None:
    options = unreal.ARFilter()
    options.package_paths = ["/Game"]
    options.package_paths.append("/Other")
    point = unreal.Vector2D(x, y)
    copy = point.copy()
    copy.x = x + 1.0
    assert point.x == x
    assert unreal.Vector2D.cast([x, y]) == point


def test_an_array_is_never_shorter_than_nothing_nor_endless(unreal: Any) -> None:
    array = unreal.Array.cast(int, [1, 2])
    with pytest.raises(NotModelledError, match="elements"):
        array.resize(2**31)
    array.resize(-1)
    assert len(array) == 0
