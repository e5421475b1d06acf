"""Where the implementations are: which modules hold the methods of which class.

Modules load when a class is first used, so that importing the sandbox stays light.
"""

from __future__ import annotations

__all__ = ["CONSTRUCTIBLE", "CUSTOM_BASES", "IMPLEMENTED_IN", "SCRIPT_METHODS_FROM", "UNGUARDED_FUNCTIONS"]

IMPLEMENTED_IN: dict[str, tuple[str, ...]] = {
    "unreal": ("module_functions",),
    "_ObjectBase": ("object_methods",),
    "Class": ("object_methods",),
    "ScriptStruct": ("object_methods",),
    "BlueprintEditorLibrary": ("blueprint_library", "node_library", "pin_types"),
    "BlueprintGraphEditor": ("graph_editor", "palette", "blueprint_library"),
    "BlueprintGraphPinLibrary": ("pins",),
    "SubobjectDataSubsystem": ("subobjects",),
    "SubobjectDataBlueprintFunctionLibrary": ("subobject_data",),
    "AssetToolsHelpers": ("assets",),
    "AssetTools": ("assets",),
    "EditorAssetLibrary": ("assets",),
    "EditorAssetSubsystem": ("assets",),
    "EditorLoadingAndSavingUtils": ("saving",),
    "AssetRegistryHelpers": ("asset_registry",),
    "AssetRegistry": ("asset_registry",),
    "AssetData": ("asset_registry",),
    "ARFilter": ("asset_registry",),
    "Exporter": ("export",),
    "SystemLibrary": ("system",),
    "MathLibrary": ("system",),
    "PythonScriptLibrary": ("system",),
    "Paths": ("paths",),
    "PluginBlueprintLibrary": ("paths",),
    "LevelEditorSubsystem": ("editor_windows",),
    "UnrealEditorSubsystem": ("editor_windows",),
    "AssetEditorSubsystem": ("editor_windows",),
    "EditorUtilityLibrary": ("editor_windows",),
    "EditorDialog": ("editor_windows",),
    "ToolMenus": ("menus",),
    "ToolMenu": ("menus",),
    "ToolMenuEntry": ("menus",),
}

SCRIPT_METHODS_FROM: dict[str, str] = {
    "BlueprintGraphPin": "BlueprintGraphPinLibrary",
    "EdGraphPinType": "BlueprintEditorLibrary",
}
"""Structs whose methods are the statics of a library, which take the struct first."""

CUSTOM_BASES: dict[str, str] = {
    "EdGraphPinType": "unreal_sandbox.pin_types:EdGraphPinTypeBase",
    "BlueprintGraphPin": "unreal_sandbox.pins:BlueprintGraphPinBase",
    "SubobjectDataHandle": "unreal_sandbox.subobject_data:SubobjectDataHandleBase",
    "SubobjectData": "unreal_sandbox.subobject_data:SubobjectDataBase",
    "Vector": "unreal_sandbox.math_structs:VectorBase",
    "Vector2D": "unreal_sandbox.math_structs:VectorBase",
    "IntPoint": "unreal_sandbox.math_structs:IntPointBase",
    "Rotator": "unreal_sandbox.math_structs:RotatorBase",
    "LinearColor": "unreal_sandbox.math_structs:LinearColorBase",
    "Color": "unreal_sandbox.math_structs:ColorBase",
    "Transform": "unreal_sandbox.math_structs:TransformBase",
    "ToolMenuEntry": "unreal_sandbox.menus:ToolMenuEntryBase",
}
"""Structs with more than named fields."""

CONSTRUCTIBLE = frozenset(
    [
        "AssetExportTask",
        "BlueprintFactory",
        "BlueprintFunctionLibraryFactory",
        "BlueprintInterfaceFactory",
        "BlueprintMacroFactory",
        "ObjectExporterT3D",
        "WidgetBlueprintFactory",
    ]
)
"""Classes whose instances a script may make."""

UNGUARDED_FUNCTIONS = frozenset(
    {"log", "log_error", "log_flush", "log_warning", "is_editor", "get_interpreter_executable_path"}
)
"""Module functions that work on any thread."""
