"""Pin types and member variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import Answer, Facts, is_nothing, names

if TYPE_CHECKING:
    from collections.abc import Callable

    from conformance_bench import Bench

FACTS = Facts("variables")
believe = FACTS.believe
LIBRARY = unreal.BlueprintEditorLibrary

BASIC = {
    "bool": 'PinCategory="bool"',
    "byte": 'PinCategory="byte"',
    "int": 'PinCategory="int"',
    "name": 'PinCategory="name"',
    "string": 'PinCategory="string"',
    "text": 'PinCategory="text"',
    "real": 'PinCategory="real"',
}


def _basic(name: str, wanted: str) -> Callable[[Bench], Any]:
    def check(_bench: Bench) -> Any:
        text = LIBRARY.get_basic_type_by_name(name).export_text()
        return wanted in text or text

    return check


for _name, _wanted in BASIC.items():
    believe(f"type-{_name}", f"the basic type '{_name}' is {_wanted}", "field notes 3")(
        _basic(_name, _wanted)
    )
for _name in ("float", "double", "nonsense"):
    believe(f"type-{_name}-is-int", f"the basic type '{_name}' is silently int", "field notes 3")(
        _basic(_name, 'PinCategory="int"')
    )


@believe("type-real-is-double", "'real' has the subcategory double", "api guide 3")
def _real(_bench: Bench) -> Any:
    text = LIBRARY.get_basic_type_by_name("real").export_text()
    return 'PinSubCategory="double"' in text or text


@believe("type-int64", "what 'int64' is", "field notes 3")
def _int64(_bench: Bench) -> Any:
    return Answer(LIBRARY.get_basic_type_by_name("int64").export_text()[:60])


def _compiles_with(bench: Bench, kind: Any) -> Any:
    scratch = bench.blueprint()
    added = LIBRARY.add_member_variable(scratch.asset, "Odd", kind)
    return added, LIBRARY.compile_blueprint(scratch.asset)


@believe("map-of-text", "a map with text keys can be added and does not compile", "assumed")
def _map_of_text(bench: Bench) -> Any:
    key, value = LIBRARY.get_basic_type_by_name("text"), LIBRARY.get_basic_type_by_name("int")
    found = _compiles_with(bench, LIBRARY.get_map_type(key, value))
    return found == (True, False) or found


@believe("set-of-bool", "a set of bools can be added and does not compile", "assumed")
def _set_of_bool(bench: Bench) -> Any:
    found = _compiles_with(bench, LIBRARY.get_set_type(LIBRARY.get_basic_type_by_name("bool")))
    return found == (True, False) or found


@believe(
    "absent-class", "a variable of a class that is not there can be added and does not compile", "assumed"
)
def _absent_class(bench: Bench) -> Any:
    kind = unreal.EdGraphPinType()
    kind.import_text('(PinCategory="object",PinSubCategoryObject="/Script/Engine.Nonsense")')
    found = _compiles_with(bench, kind)
    return found == (True, False) or found


@believe("named-none", "no variable can be called None", "assumed")
def _named_none(bench: Bench) -> Any:
    kind = LIBRARY.get_basic_type_by_name("int")
    return LIBRARY.add_member_variable(bench.blueprint().asset, "None", kind) is False


@believe("type-struct", "a struct type names its struct", "api guide 3")
def _struct(_bench: Bench) -> Any:
    text = LIBRARY.get_struct_type(unreal.Vector.static_struct()).export_text()
    return ('PinCategory="struct"' in text and "Vector" in text) or text


@believe("type-object", "an object type names its class", "api guide 3")
def _object(_bench: Bench) -> Any:
    text = LIBRARY.get_object_reference_type(unreal.Actor.static_class()).export_text()
    return ('PinCategory="object"' in text and "Actor" in text) or text


@believe("type-class", "a class type names its class", "api guide 3")
def _class(_bench: Bench) -> Any:
    text = LIBRARY.get_class_reference_type(unreal.Actor.static_class()).export_text()
    return ('PinCategory="class"' in text and "Actor" in text) or text


@believe("type-array", "an array type is a container of its element", "api guide 3")
def _array(_bench: Bench) -> Any:
    text = LIBRARY.get_array_type(LIBRARY.get_basic_type_by_name("int")).export_text()
    return ("ContainerType=Array" in text and 'PinCategory="int"' in text) or text


@believe("type-map", "a map type has the key as category and the value apart", "api guide 3")
def _map(_bench: Bench) -> Any:
    key, value = (LIBRARY.get_basic_type_by_name(name) for name in ("name", "int"))
    text = LIBRARY.get_map_type(key, value).export_text()
    return ("ContainerType=Map" in text and "PinValueType=" in text) or text


@believe("type-import", "a type can be read from text", "field notes 0")
def _import(_bench: Bench) -> Any:
    kind = unreal.EdGraphPinType()
    kind.import_text('(PinCategory="real",PinSubCategory="double")')
    return 'PinCategory="real"' in kind.export_text() or kind.export_text()


@believe("type-fields", "the fields of a type cannot be set one by one", "field notes 0")
def _fields(_bench: Bench) -> Any:
    try:
        unreal.EdGraphPinType().set_editor_property("pin_category", "int")
    except Exception:
        return True
    return "it was set"


@believe("add", "adding a variable gives True", "field notes 3")
def _add(bench: Bench) -> Any:
    return bench.blueprint().variable("Speed") is True


@believe("add-twice", "adding the same name again gives False", "field notes 3")
def _add_twice(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    return scratch.variable("Speed") is False


@believe("list", "a new variable is listed at once", "api guide 4")
def _list(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed", compile_it=False)
    return "Speed" in [str(name) for name in LIBRARY.list_member_variable_names(scratch.asset, False)]


@believe("type-of-absent", "the type of a variable that is not there is None", "api guide 4")
def _type_of_absent(bench: Bench) -> Any:
    return LIBRARY.get_member_variable_type(bench.blueprint().asset, "Nowhere") is None


@believe(
    "get-before-compile", "a get node of a variable that was not compiled comes to nothing", "field notes 4"
)
def _get_before_compile(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed", compile_it=False)
    return Answer("nothing" if is_nothing(scratch.nodes.add_get_member_variable_node("Speed")) else "a node")


@believe("get", "after a compile the get node has the variable as its only visible pin", "field notes 1")
def _get(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    found = names(scratch.nodes.add_get_member_variable_node("Speed").list_all_pins())
    return found == ["Speed"] or found


@believe("set", "the set node passes the value on as Output_Get", "field notes 1")
def _set(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    found = names(scratch.nodes.add_set_member_variable_node("Speed").list_all_pins())
    return found == ["execute", "Speed", "then", "Output_Get"] or found


@believe("get-unknown", "a get node of an unknown variable comes to nothing", "field notes 3")
def _get_unknown(bench: Bench) -> Any:
    return is_nothing(bench.blueprint().nodes.add_get_member_variable_node("Nowhere"))


@believe("default", "a default is set on the class default object and read back", "field notes 4")
def _default(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    scratch.default().set_editor_property("Speed", 42.5)
    scratch.compile()
    return scratch.default().get_editor_property("Speed") == 42.5


@believe("default-starts-at-zero", "a real starts at 0", "assumed")
def _default_starts(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    return scratch.default().get_editor_property("Speed") == 0.0


@believe("stale-default", "what the default object of before a compile is afterwards", "field notes, trap 31")
def _stale_default(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    old = scratch.default()
    scratch.variable("Height")
    try:
        old.get_editor_property("Height")
    except Exception as error:
        return Answer(type(error).__name__)
    return Answer("it has the new variable")


@believe("struct-is-a-copy", "changing a struct that was read changes nothing", "field notes, trap 32")
def _struct_copy(bench: Bench) -> Any:
    scratch = bench.blueprint()
    LIBRARY.add_member_variable(scratch.asset, "Spot", LIBRARY.get_struct_type(unreal.Vector.static_struct()))
    scratch.compile()
    scratch.default().get_editor_property("Spot").x = 5.0
    return scratch.default().get_editor_property("Spot").x == 0.0


@believe("remove", "a removed variable is listed no more", "api guide 4")
def _remove(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    scratch.nodes.remove_member_variable("Speed")
    return "Speed" not in [str(name) for name in LIBRARY.list_member_variable_names(scratch.asset, False)]


@believe("retype", "changing a type gives nothing back, and the type is changed", "api guide 4")
def _retype(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    result = LIBRARY.change_member_variable_type(scratch.asset, "Speed", scratch.kind("int"))
    text = LIBRARY.get_member_variable_type(scratch.asset, "Speed").export_text()
    return (result is None and 'PinCategory="int"' in text) or text


@believe("category", "a category is read back", "api guide 4")
def _category(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    LIBRARY.set_blueprint_variable_category(scratch.asset, "Speed", unreal.Text("Motion"))
    return str(LIBRARY.get_blueprint_variable_category(scratch.asset, "Speed")) == "Motion"


@believe("category-needs-text", "a plain string is no Text for a category", "field notes, trap 23")
def _category_text(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    try:
        LIBRARY.set_blueprint_variable_category(scratch.asset, "Speed", "Motion")
    except TypeError:
        return Answer("TypeError")
    return Answer("taken")


@believe("replication", "replication is read back", "api guide 4")
def _replication(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    wanted = unreal.BlueprintVariableReplication.REPLICATED
    LIBRARY.set_blueprint_variable_replication(scratch.asset, "Speed", wanted)
    return LIBRARY.get_blueprint_variable_replication(scratch.asset, "Speed") == wanted


@believe(
    "add-through-graph",
    "the graph editor adds a variable with a default text, and gives True",
    "field notes 5",
)
def _add_through_graph(bench: Bench) -> Any:
    scratch = bench.blueprint()
    return scratch.nodes.add_member_variable("Speed", scratch.kind("real"), "100.0") is True


@believe("default-text-of-a-real", "what a real's default text becomes after a compile", "field notes 5")
def _default_text(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.nodes.add_member_variable("Speed", scratch.kind("real"), "100.0")
    scratch.compile()
    return Answer(str(scratch.default().get_editor_property("Speed")))
