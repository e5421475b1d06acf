"""Unknown names, wrong arguments and what is not modelled fail as in the editor, or louder."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from unreal_sandbox import NotModelledError, SandboxEditor, ScriptError
from unreal_sandbox.glue.implemented import IMPLEMENTED_IN
from unreal_sandbox.glue.manifest import load_manifest
from unreal_sandbox.glue.namespace import _implementations, types_of


def test_an_unknown_module_name_is_an_attribute_error(unreal: Any) -> None:
    with pytest.raises(AttributeError, match="module 'unreal' has no attribute 'BlueprintEditorLibary'"):
        _ = unreal.BlueprintEditorLibary
    assert not hasattr(unreal, "KismetSystemLibrary")


def test_an_unknown_method_is_an_attribute_error(unreal: Any, door: Any) -> None:
    with pytest.raises(AttributeError):
        unreal.BlueprintEditorLibrary.list_grphs(door.asset)
    with pytest.raises(AttributeError):
        door.asset.get_graphs()


def test_attributes_cannot_be_invented_on_objects_and_structs(unreal: Any, door: Any) -> None:
    with pytest.raises(AttributeError):
        door.asset.note = "mine"
    with pytest.raises(AttributeError):
        unreal.Vector().w = 1.0


def test_a_known_method_that_is_not_modelled_says_so(unreal: Any, door: Any) -> None:
    with pytest.raises(
        NotModelledError, match=r"BlueprintEditorLibrary\.compare_asset_save_version_to is not modelled"
    ):
        unreal.BlueprintEditorLibrary.compare_asset_save_version_to(door.asset, "5.7")


def test_a_known_function_that_is_not_modelled_says_so(unreal: Any) -> None:
    with pytest.raises(NotModelledError, match=r"unreal\.purge_object_references is not modelled"):
        unreal.purge_object_references(unreal.Actor.static_class())


def test_a_plugin_that_is_off_has_no_names(unreal: Any) -> None:
    assert not hasattr(unreal, "ToolsetRegistry")


def test_missing_arguments_are_named_with_their_position(unreal: Any, door: Any) -> None:
    with pytest.raises(TypeError, match=r"find_graph\(\) required argument 'graph_name' \(pos 2\) not found"):
        unreal.BlueprintEditorLibrary.find_graph(door.asset)


def test_too_many_arguments_are_refused(unreal: Any, door: Any) -> None:
    with pytest.raises(TypeError, match=r"find_event_graph\(\) takes at most 1 argument \(2 given\)"):
        unreal.BlueprintEditorLibrary.find_event_graph(door.asset, "EventGraph")


def test_a_misspelt_keyword_is_refused(unreal: Any, door: Any) -> None:
    with pytest.raises(TypeError, match="'name' is an invalid keyword argument"):
        unreal.BlueprintEditorLibrary.find_graph(door.asset, name="EventGraph")


@pytest.mark.parametrize("wrong", ["/Game/BP_Door", 7, object()])
def test_an_argument_of_the_wrong_type_is_a_type_error_in_the_glues_words(unreal: Any, wrong: object) -> None:
    with pytest.raises(
        TypeError, match=r"(?s)Cannot nativize .* as 'Blueprint'.*Failed to convert parameter"
    ):
        unreal.BlueprintEditorLibrary.compile_blueprint(wrong)


def test_a_bool_is_no_number_and_a_number_no_text(unreal: Any, door: Any) -> None:
    with pytest.raises(TypeError, match="'bool' as 'int'"):
        unreal.IntPoint(x=True)
    with pytest.raises(TypeError, match="'int' as 'Name'"):
        unreal.BlueprintEditorLibrary.find_graph(door.asset, 3)


def test_none_for_a_blueprint_logs_and_gives_the_empty_result(editor: SandboxEditor, unreal: Any) -> None:
    assert unreal.BlueprintEditorLibrary.find_event_graph(None) is None
    assert unreal.BlueprintEditorLibrary.compile_blueprint(None) is False
    assert "'blueprint' is None" in editor.log_text("LogScript")


def test_an_object_of_another_class_does_not_fit(unreal: Any, door: Any) -> None:
    with pytest.raises(TypeError, match="'EdGraph' as 'Blueprint'"):
        unreal.BlueprintEditorLibrary.compile_blueprint(door.graph)


def test_protected_and_missing_properties_raise_in_different_words(door: Any) -> None:
    with pytest.raises(ScriptError, match="is protected and cannot be read"):
        door.asset.get_editor_property("simple_construction_script")
    with pytest.raises(ScriptError, match="is protected and cannot be read"):
        door.asset.get_editor_property("UbergraphPages")
    with pytest.raises(ScriptError, match="Failed to find property 'nonsense'"):
        door.asset.get_editor_property("nonsense")
    with pytest.raises(ScriptError, match="is protected and cannot be set"):
        door.asset.set_editor_property("status", None)


def test_the_nodes_of_a_graph_read_as_silently_empty(door: Any) -> None:
    assert len(door.graph.get_editor_property("nodes")) == 0
    assert len(door.nodes.list_all_nodes()) == 3


def test_a_nodes_comment_guid_and_position_are_out_of_reach(door: Any) -> None:
    node = door.nodes.list_all_nodes()[0]
    for name in ("node_comment", "node_guid", "NodePosX", "event_reference"):
        with pytest.raises(ScriptError, match="protected"):
            node.get_editor_property(name)


def test_assets_graphs_and_nodes_cannot_be_constructed(unreal: Any) -> None:
    for kind in (unreal.Blueprint, unreal.EdGraph, unreal.K2Node_CallFunction):
        with pytest.raises(NotModelledError):
            kind()


def test_names_compare_without_case_but_are_no_keys_for_text(unreal: Any) -> None:
    assert unreal.Name("EventGraph") == "eventgraph"
    assert {unreal.Name("a"): 1}.get("a") is None


def test_rename_subobject_insists_on_text(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    with pytest.raises(TypeError, match="'str' as 'Text'"):
        door.subsystem.rename_subobject(handle, "Mesh")


def test_containers_hold_one_type(unreal: Any) -> None:
    names = unreal.Array(str)
    names.append("a")
    with pytest.raises(TypeError):
        names.append(1)
    assert names == ["a"]


def test_enums_are_entries_and_not_numbers(unreal: Any, door: Any) -> None:
    assert door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE
    assert door.asset.status != unreal.BlueprintStatus.BS_UP_TO_DATE.value
    with pytest.raises(AttributeError):
        _ = unreal.BlueprintStatus.UP_TO_DATE


def test_struct_values_read_from_an_object_are_copies(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    data = unreal.SubobjectDataBlueprintFunctionLibrary
    template = data.get_object_for_blueprint(data.get_data(handle), door.asset)
    place = template.get_editor_property("relative_location")
    place.x = 50.0
    assert template.get_editor_property("relative_location").x == 0.0
    template.set_editor_property("relative_location", place)
    assert template.get_editor_property("relative_location").x == 50.0


@pytest.mark.parametrize("class_name", [name for name in IMPLEMENTED_IN if name != "unreal"])
def test_every_implementation_has_a_name_and_parameters_of_the_manifest(class_name: str) -> None:
    manifest = load_manifest("5.8")
    implemented = _implementations(class_name)
    assert implemented is not None
    assert implemented.methods
    entry = manifest.classes.get(class_name)
    for name, implementation in implemented.methods.items():
        method = None if entry is None else entry.methods.get(name)
        if method is None:  # the manifest lists a part of the engine; the function catalogue has the rest
            assert hasattr(types_of("5.8").get(class_name), name)
            continue
        given = list(inspect.signature(implementation.function).parameters)
        if "arguments" in given:
            continue  # a static offered by a subsystem too
        own = [parameter.name.lstrip("*") for parameter in method.parameters]
        assert given[len(given) - len(own) :] == own, f"{class_name}.{name}"


@pytest.mark.parametrize("version", ["5.6", "5.8"])
def test_structs_have_no_public_member_that_the_manifest_does_not_name(version: str) -> None:
    with SandboxEditor(engine_version=version) as editor:
        types = editor.types
        usual = {name for name in dir(types.find("StructBase")) if not name.startswith("_")}
        for name, entry in types.manifest.classes.items():
            if entry.kind != "struct":
                continue
            known = {key for item in types.manifest.chain(name) for key in (*item.methods, *item.properties)}
            public = {key for key in dir(types.find(name)) if not key.startswith("_")}
            assert public - known - usual == set(), name


def test_every_module_function_has_a_name_and_parameters_of_the_manifest() -> None:
    functions = load_manifest("5.8").functions
    implemented = _implementations("unreal")
    assert implemented is not None
    for name, implementation in implemented.methods.items():
        own = [parameter.name for parameter in functions[name].parameters]
        assert list(inspect.signature(implementation.function).parameters)[1:] == own, name


def test_an_older_engine_has_no_graph_api() -> None:
    with SandboxEditor(engine_version="5.6") as editor:
        unreal = editor.install()
        assert not hasattr(unreal, "BlueprintGraphEditor")
        assert not hasattr(unreal.BlueprintEditorLibrary, "list_graphs")
        assert not hasattr(unreal, "register_ticker_callback")
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        assert unreal.BlueprintEditorLibrary.compile_blueprint(asset) is None
        assert unreal.SystemLibrary.get_engine_version().startswith("5.6.1-")


def test_a_module_that_was_imported_once_speaks_to_the_editor_installed_now() -> None:
    with SandboxEditor() as first:
        module = first.install()
        module.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", module.Actor)
    with SandboxEditor() as second:
        assert second.install() is module
        assert module.EditorAssetLibrary.does_asset_exist("/Game/BP_A") is False


def test_after_shutdown_every_call_fails() -> None:
    editor = SandboxEditor()
    unreal = editor.install()
    called: list[str] = []
    unreal.register_python_shutdown_callback(lambda: called.append("bye"))
    editor.shutdown()
    editor.shutdown()
    assert called == ["bye"]
    with pytest.raises(RuntimeError, match="shut down"):
        unreal.EditorAssetLibrary.list_assets("/Game")
    editor.uninstall()
    with pytest.raises(RuntimeError, match="no sandbox editor is installed"):
        unreal.EditorAssetLibrary.list_assets("/Game")


def test_status_is_protected_before_5_8() -> None:
    with SandboxEditor(engine_version="5.7") as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        with pytest.raises(ScriptError, match="protected"):
            asset.get_editor_property("status")


def test_a_documented_property_that_is_not_kept_says_so(door: Any) -> None:
    with pytest.raises(NotModelledError, match=r"Blueprint\.blueprint_description"):
        door.asset.get_editor_property("blueprint_description")


def test_is_valid_answers_for_objects_that_are_gone(unreal: Any, door: Any) -> None:
    is_valid = unreal.SystemLibrary.is_valid
    call = door.call("K2_DestroyActor")
    assert is_valid(call) is True
    door.nodes.remove_nodes([call])
    assert is_valid(call) is False
    assert is_valid(None) is False


def test_what_a_filter_cannot_do_here_says_so(unreal: Any) -> None:
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    with pytest.raises(NotModelledError, match=r"ARFilter\.class_names"):
        registry.get_assets(unreal.ARFilter(class_names=["Blueprint"]))


def test_editors_of_two_versions_do_not_take_each_others_module_away() -> None:
    new = SandboxEditor()
    new.install()
    with SandboxEditor(engine_version="5.6") as old:
        module = old.install()
        new.uninstall()
        assert module.is_editor() is True
        assert not hasattr(module, "BlueprintGraphEditor")


def test_a_package_path_finds_the_package(unreal: Any, door: Any) -> None:
    assert unreal.find_object(None, "/Game/BP_Door") == door.asset.get_outermost()
    assert unreal.load_object(None, "/Game/BP_Door") == door.asset
