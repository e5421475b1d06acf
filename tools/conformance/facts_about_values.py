"""Class defaults of containers, soft references, structs and enums; what is inherited; values of comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import Answer, Facts

if TYPE_CHECKING:
    from conformance_bench import Bench, Scratch

FACTS = Facts("values")
believe = FACTS.believe

STRUCT = '(PinCategory="struct",PinSubCategoryObject="/Script/CoreUObject.ScriptStruct\'{}\'"{})'
CLASS = '(PinCategory="{}",PinSubCategoryObject="/Script/CoreUObject.Class\'/Script/Engine.Actor\'")'


def _with(bench: Bench, type_text: str) -> Scratch:
    """A Blueprint with a compiled variable `Value` of a type given as text."""
    scratch = bench.blueprint()
    kind = unreal.EdGraphPinType()
    kind.import_text(type_text)
    scratch.library.add_member_variable(scratch.asset, "Value", kind)
    scratch.compile()
    return scratch


def _set(scratch: Scratch, value: Any) -> Any:
    """The value that `Value` has after it was set and compiled."""
    scratch.default().set_editor_property("Value", value)
    scratch.compile()
    return scratch.default().get_editor_property("Value")


@believe("array-is-typed", "an array default is an unreal.Array", "assumed")
def _array(bench: Bench) -> Any:
    value = _with(bench, '(PinCategory="int",ContainerType=Array)').default().get_editor_property("Value")
    return (isinstance(value, unreal.Array) and len(value) == 0) or repr(value)


@believe("array-takes-a-list", "an array default takes a list and keeps it over a compile", "assumed")
def _array_list(bench: Bench) -> Any:
    return list(_set(_with(bench, '(PinCategory="int",ContainerType=Array)'), [3, 1, 2])) == [3, 1, 2]


@believe("set-takes-a-list", "a set default takes a list", "assumed")
def _set_list(bench: Bench) -> Any:
    found = _set(_with(bench, '(PinCategory="name",ContainerType=Set)'), ["a", "b"])
    return isinstance(found, unreal.Set) and sorted(str(item) for item in found) == ["a", "b"]


@believe("map-takes-a-dict", "a map default takes a dict", "assumed")
def _map(bench: Bench) -> Any:
    kind = '(PinCategory="string",PinValueType=(TerminalCategory="int"),ContainerType=Map)'
    found = _set(_with(bench, kind), {"a": 1})
    return isinstance(found, unreal.Map) and dict(found.items()) == {"a": 1}


@believe("array-of-structs", "an array of structs takes a list of values", "assumed")
def _structs(bench: Bench) -> Any:
    kind = STRUCT.format("/Script/CoreUObject.Vector", ",ContainerType=Array")
    return list(_set(_with(bench, kind), [unreal.Vector(1, 2, 3)])) == [unreal.Vector(1, 2, 3)]


@believe("soft-class", "a soft class default takes a class and gives it back, loaded", "assumed")
def _soft_class(bench: Bench) -> Any:
    found = _set(_with(bench, CLASS.format("softclass")), unreal.Pawn)
    return getattr(found, "get_path_name", str)() == "/Script/Engine.Pawn" or repr(found)


@believe("soft-object-fresh", "what a fresh soft object default is", "assumed")
def _soft_object(bench: Bench) -> Any:
    value = _with(bench, CLASS.format("softobject")).default().get_editor_property("Value")
    return Answer(type(value).__name__)


@believe("int64", "an int64 default keeps its largest number", "assumed")
def _int64(bench: Bench) -> Any:
    return _set(_with(bench, '(PinCategory="int64")'), 2**63 - 1) == 2**63 - 1


@believe("struct-text-keeps", "members that a struct text leaves out keep their values", "assumed")
def _keeps(bench: Bench) -> Any:
    scratch = _with(bench, STRUCT.format("/Script/Engine.HitResult", ""))
    value = scratch.default().get_editor_property("Value")
    first = value.import_text("(Time=0.5)")
    second = value.import_text("(Distance=3)")
    text = value.export_text()
    return (first and second and "Time=0.5" in text and "Distance=3" in text) or text[:80]


@believe("struct-text-unknown", "a struct text with an unknown member is refused", "assumed")
def _unknown(bench: Bench) -> Any:
    scratch = _with(bench, STRUCT.format("/Script/Engine.HitResult", ""))
    return scratch.default().get_editor_property("Value").import_text("(Tim=0.5)") is False


@believe("key-text", "a key reads its bare name", "field notes 5")
def _key(_bench: Bench) -> Any:
    key = unreal.Key()
    return key.import_text("SpaceBar") and "SpaceBar" in key.export_text()


@believe("transform-parts", "a transform is made of location, rotator and scale by name", "assumed")
def _transform(bench: Bench) -> Any:
    value = unreal.Transform(
        location=unreal.Vector(1, 2, 3),
        rotation=unreal.Rotator(pitch=0, yaw=90, roll=0),
        scale=unreal.Vector(1, 1, 1),
    )
    scratch = _with(bench, STRUCT.format("/Script/CoreUObject.Transform", ""))
    return _set(scratch, value).translation == unreal.Vector(1, 2, 3)


@believe("inherited-default", "a class default of an engine property is kept over a compile", "assumed")
def _inherited(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.default().set_editor_property("InitialLifeSpan", 5.0)
    scratch.compile()
    return scratch.default().get_editor_property("InitialLifeSpan") == 5.0


@believe("comment-move-mode", "a comment box can be told not to move its nodes", "api.json")
def _move_mode(bench: Bench) -> Any:
    comment = bench.blueprint().nodes.add_comment_node("Doors", unreal.Vector2D(), unreal.Vector2D(400, 200))
    modes = type(comment.get_editor_property("move_mode"))
    wanted = getattr(modes, "NO_GROUP_MOVEMENT", None)
    if wanted is None:
        return Answer(", ".join(name for name in dir(modes) if name.isupper()))
    comment.set_editor_property("move_mode", wanted)
    return comment.get_editor_property("move_mode") == wanted
