"""Where the implementations are: which modules hold the methods of which class.

Modules load when a class is first used, so that importing the sandbox stays light.
"""

from __future__ import annotations

__all__ = ["CONSTRUCTIBLE", "CUSTOM_BASES", "IMPLEMENTED_IN", "SCRIPT_METHODS_FROM", "UNGUARDED_FUNCTIONS"]

IMPLEMENTED_IN: dict[str, tuple[str, ...]] = {
    "unreal": ("module_functions", "python_types"),
    "_ObjectBase": ("object_methods",),
    "Class": ("object_methods",),
    "Enum": ("object_methods",),
    "ScriptStruct": ("object_methods",),
    "BlueprintEditorLibrary": (
        "blueprint_library",
        "node_library",
        "comments",
        "node_upkeep",
        "pin_types",
        "function_lists",
        "function_methods",
        "dispatchers",
        "delegate_nodes",
        "refactoring",
    ),
    "BlueprintGraphEditor": (
        "graph_editor",
        "palette",
        "comments",
        "node_pins",
        "macro_nodes",
        "node_upkeep",
        "blueprint_library",
        "function_methods",
        "local_variables",
        "delegate_nodes",
    ),
    "BlueprintGraphPinLibrary": ("pins",),
    "SubobjectDataSubsystem": ("subobjects", "subobject_changes"),
    "SubobjectDataBlueprintFunctionLibrary": ("subobject_data",),
    "AssetToolsHelpers": ("asset_tools",),
    "AssetTools": ("asset_tools",),
    "EditorAssetLibrary": (
        "assets",
        "asset_commands",
        "asset_directories",
        "asset_metadata",
        "content_browser",
    ),
    "EditorAssetSubsystem": ("assets", "asset_commands", "asset_directories", "asset_metadata"),
    "EditorLoadingAndSavingUtils": ("saving", "package_loading"),
    "AssetRegistryHelpers": ("asset_registry", "asset_entries"),
    "AssetRegistry": ("asset_registry",),
    "AssetData": ("asset_entries",),
    "ARFilter": ("asset_registry",),
    "Exporter": ("export",),
    "SystemLibrary": ("system", "objects_and_classes"),
    "MathLibrary": ("system", "objects_and_classes"),
    "PythonScriptLibrary": ("system",),
    "Paths": ("paths", "path_texts"),
    "PrimitiveComponent": ("collision",),
    "PluginBlueprintLibrary": ("plugin_library",),
    "LevelEditorSubsystem": ("play_control",),
    "UnrealEditorSubsystem": ("play_control",),
    "EditorActorSubsystem": ("content_browser",),
    "AssetEditorSubsystem": ("editor_windows",),
    "EditorUtilityLibrary": ("content_browser",),
    "EditorDialog": ("editor_windows",),
    "ToolMenus": ("menus", "menu_scripts"),
    "ToolMenu": ("menus", "menu_scripts"),
    "ToolMenuEntryScript": ("menu_scripts",),
    "ToolMenuContext": ("menu_scripts",),
    "BlueprintEditorToolMenuContext": ("menu_contexts",),
    "ContentBrowserAssetContextMenuContext": ("menu_contexts",),
    "SubobjectEditorMenuContext": ("menu_contexts",),
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
    "ToolMenuContext": "unreal_sandbox.menu_scripts:ToolMenuContextBase",
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
