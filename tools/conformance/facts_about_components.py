"""Components through the subobject subsystem."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import Answer, Facts

if TYPE_CHECKING:
    from conformance_bench import Bench

FACTS = Facts("components")
believe = FACTS.believe
DATA = unreal.SubobjectDataBlueprintFunctionLibrary


@believe("first-is-actor", "the first handle is the actor", "field notes 10")
def _first(bench: Bench) -> Any:
    return DATA.is_actor(DATA.get_data(bench.blueprint().handles()[0]))


@believe("default-root", "a new Actor Blueprint has a DefaultSceneRoot", "field notes 10")
def _default_root(bench: Bench) -> Any:
    found = bench.blueprint().component_names()
    return found == ["DefaultSceneRoot"] or found


@believe("add", "adding gives a handle and an empty reason", "field notes 10")
def _add(bench: Bench) -> Any:
    handle, reason = bench.blueprint().component(unreal.StaticMeshComponent)
    return (DATA.is_handle_valid(handle) and reason.is_empty()) or str(reason)


@believe(
    "first-takes-root",
    "whether the first scene component takes the place of the default root",
    "field notes 10",
)
def _takes_root(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.component(unreal.StaticMeshComponent)
    return Answer(", ".join(scratch.component_names()))


@believe("bad-class", "a class that is no component gives a reason", "assumed")
def _bad_class(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, reason = scratch.component(unreal.Pawn)
    return not DATA.is_handle_valid(handle) and not reason.is_empty()


@believe("rename", "a component is renamed", "field notes 10")
def _rename(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.StaticMeshComponent)
    scratch.subsystem.rename_subobject(handle, unreal.Text("Body"))
    return "Body" in scratch.component_names() or scratch.component_names()


@believe("rename-clash", "a clash of names is refused without a word: the old name stays", "field notes 10")
def _rename_clash(bench: Bench) -> Any:
    scratch = bench.blueprint()
    first, _ = scratch.component(unreal.StaticMeshComponent)
    scratch.subsystem.rename_subobject(first, unreal.Text("Body"))
    second, _ = scratch.component(unreal.BoxComponent)
    scratch.subsystem.rename_subobject(second, unreal.Text("Body"))
    return scratch.component_names().count("Body") == 1 or scratch.component_names()


@believe("template", "the template is called as the variable, with _GEN_VARIABLE", "field notes 10")
def _template(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.StaticMeshComponent)
    data = DATA.get_data(handle)
    name = DATA.get_object_for_blueprint(data, scratch.asset).get_name()
    return name == f"{DATA.get_variable_name(data)}_GEN_VARIABLE" or name


@believe("template-property", "a property of the template is set and read back", "field notes 10")
def _template_property(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.PointLightComponent)
    template = DATA.get_object_for_blueprint(DATA.get_data(handle), scratch.asset)
    template.set_editor_property("intensity", 123.0)
    return template.get_editor_property("intensity") == 123.0


@believe("bool-without-b", "a bool of the template has no b in Python", "field notes 10")
def _bool_without_b(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.StaticMeshComponent)
    template = DATA.get_object_for_blueprint(DATA.get_data(handle), scratch.asset)
    template.set_editor_property("hidden_in_game", True)
    return template.get_editor_property("hidden_in_game") is True


@believe("delete", "deleting gives the count", "api guide 7")
def _delete(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.StaticMeshComponent)
    scratch.component(unreal.BoxComponent, handle)
    handles = scratch.handles()
    last = handles[-1]
    return scratch.subsystem.delete_subobject(handles[0], last, scratch.asset) == 1


@believe(
    "graph-after-compile", "the variable of a component is known to graphs after a compile", "field notes 10"
)
def _graph_after_compile(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.StaticMeshComponent)
    scratch.subsystem.rename_subobject(handle, unreal.Text("Body"))
    scratch.compile()
    node = scratch.nodes.add_get_member_variable_node("Body")
    return node is not None and node.find_output_pin("Body").is_valid()


@believe("events", "a component tells its events", "api guide 5")
def _events(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.BoxComponent)
    scratch.compile()
    template = DATA.get_object_for_blueprint(DATA.get_data(handle), scratch.asset)
    found = [str(name) for name in scratch.nodes.list_component_events(template)]
    return "OnComponentBeginOverlap" in found or found


@believe("root", "another component is made the root", "api guide 7")
def _root(bench: Bench) -> Any:
    scratch = bench.blueprint()
    handle, _ = scratch.component(unreal.BoxComponent)
    scratch.subsystem.make_new_scene_root(scratch.handles()[0], handle, scratch.asset)
    roots = [h for h in scratch.handles()[1:] if DATA.is_root_component(DATA.get_data(h))]
    return [str(DATA.get_variable_name(DATA.get_data(h))) for h in roots] == [
        "Box"
    ] or scratch.component_names()
