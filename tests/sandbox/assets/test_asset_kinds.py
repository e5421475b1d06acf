"""Widget Blueprints, function libraries, interfaces and macro libraries: made, told apart, kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path

FACTORIES = {
    "BlueprintFunctionLibraryFactory": "BPTYPE_FunctionLibrary",
    "BlueprintInterfaceFactory": "BPTYPE_Interface",
    "BlueprintMacroFactory": "BPTYPE_MacroLibrary",
}


def make(unreal: Any, factory: str, name: str = "A_New", kind: Any = None) -> Any:
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    return tools.create_asset(name, "/Game", kind, getattr(unreal, factory)())


def test_a_child_of_user_widget_is_a_widget_blueprint(unreal: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    by_parent = library.create_blueprint_asset_with_parent("/Game/WBP_A", unreal.UserWidget)
    by_factory = make(unreal, "WidgetBlueprintFactory", "WBP_B", unreal.WidgetBlueprint)
    for asset in (by_parent, by_factory):
        assert isinstance(asset, unreal.WidgetBlueprint)
        assert isinstance(asset, unreal.Blueprint)
        assert asset.get_class().get_name() == "WidgetBlueprint"
        generated = asset.generated_class()
        assert generated.get_class().get_name() == "WidgetBlueprintGeneratedClass"
        assert isinstance(generated, unreal.Class)
        assert unreal.MathLibrary.class_is_child_of(generated, unreal.UserWidget)
        nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(asset))
        found = [nodes.find_event_node(name) for name in ("PreConstruct", "Construct", "Tick")]
        assert all(node is not None for node in found)
    child = library.create_blueprint_asset_with_parent("/Game/WBP_C", by_parent.generated_class())
    assert isinstance(child, unreal.WidgetBlueprint)
    assert unreal.WidgetBlueprint.cast(child) == child
    with pytest.raises(TypeError):
        unreal.WidgetBlueprint.cast(library.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor))


@pytest.mark.parametrize("factory", FACTORIES)
def test_libraries_and_interfaces_come_empty(unreal: Any, factory: str) -> None:
    asset = make(unreal, factory)
    library = unreal.BlueprintEditorLibrary
    assert len(library.list_graphs(asset)) == 0
    assert library.find_event_graph(asset) is None
    assert asset.get_class() == unreal.Blueprint.static_class()
    tags = unreal.EditorAssetLibrary.get_tag_values("/Game/A_New")
    assert tags["BlueprintType"] == FACTORIES[factory]


def test_an_interface_is_no_parent_and_a_library_needs_its_own(unreal: Any) -> None:
    interface = make(unreal, "BlueprintInterfaceFactory")
    library = unreal.BlueprintEditorLibrary
    assert library.create_blueprint_asset_with_parent("/Game/BP_A", interface.generated_class()) is None
    factory = unreal.BlueprintFunctionLibraryFactory()
    factory.set_editor_property("parent_class", unreal.Actor)
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    assert tools.create_asset("BFL", "/Game", None, factory) is None


def test_a_widget_factory_makes_no_actor_and_another_class_is_refused(unreal: Any) -> None:
    factory = unreal.WidgetBlueprintFactory()
    factory.set_editor_property("parent_class", unreal.Actor)
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    assert tools.create_asset("WBP", "/Game", None, factory) is None
    assert make(unreal, "BlueprintFactory", kind=unreal.WidgetBlueprint) is None


def test_the_registry_tells_the_kinds_apart(unreal: Any, door: Any) -> None:
    make(unreal, "WidgetBlueprintFactory", "WBP_A")
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    blueprint = unreal.TopLevelAssetPath("/Script/Engine", "Blueprint")
    widget = unreal.TopLevelAssetPath("/Script/UMGEditor", "WidgetBlueprint")

    def names(**query: Any) -> list[str]:
        return [str(item.asset_name) for item in registry.get_assets(unreal.ARFilter(**query))]

    assert names(class_paths=[blueprint]) == ["BP_Door"]
    assert names(class_paths=[blueprint], recursive_classes=True) == ["BP_Door", "WBP_A"]
    assert names(class_paths=[widget]) == ["WBP_A"]
    assert names(
        class_paths=[blueprint], recursive_classes=True, recursive_class_paths_exclusion_set=[widget]
    ) == ["BP_Door"]
    assert len(registry.get_assets_by_class(blueprint, True)) == 2
    assert door.asset.get_name() == "BP_Door"


def test_every_kind_is_the_same_after_reopening(tmp_path: Path) -> None:
    kinds = {"WidgetBlueprintFactory": "BPTYPE_Normal", **FACTORIES}
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        for factory in kinds:
            assert make(unreal, factory, f"A_{factory}") is not None
        editor.save_all()
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        for factory, kind in kinds.items():
            tags = unreal.EditorAssetLibrary.get_tag_values(f"/Game/A_{factory}")
            assert tags["BlueprintType"] == kind
        widget = unreal.load_asset("/Game/A_WidgetBlueprintFactory")
        assert isinstance(widget, unreal.WidgetBlueprint)
        assert editor.log_text("LogLinker") == ""
