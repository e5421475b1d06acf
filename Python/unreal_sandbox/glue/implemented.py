"""Where the implementations are: which modules hold the methods of which class.

Modules load when a class is first used, so that importing the sandbox stays light.
"""

from __future__ import annotations

__all__ = ["CONSTRUCTIBLE", "CUSTOM_BASES", "IMPLEMENTED_IN", "SCRIPT_METHODS_FROM", "UNGUARDED_FUNCTIONS"]

IMPLEMENTED_IN: dict[str, tuple[str, ...]] = {
    "unreal": ("glue.module_functions", "glue.python_types"),
    "_ObjectBase": ("glue.object_methods",),
    "Class": ("glue.object_methods",),
    "Enum": ("glue.object_methods",),
    "ScriptStruct": ("glue.object_methods",),
    "BlueprintEditorLibrary": (
        "blueprints.blueprint_library",
        "graphs.node_library",
        "graphs.comment_nodes",
        "graphs.node_upkeep",
        "graphs.pin_type_structs",
        "blueprints.function_lists",
        "blueprints.function_methods",
        "blueprints.dispatchers",
        "blueprints.delegate_nodes",
        "blueprints.refactoring",
    ),
    "BlueprintGraphEditor": (
        "graphs.graph_editor",
        "graphs.palette",
        "graphs.comment_nodes",
        "graphs.node_pins",
        "graphs.macro_nodes",
        "graphs.node_upkeep",
        "blueprints.blueprint_library",
        "blueprints.function_methods",
        "blueprints.local_variables",
        "blueprints.delegate_nodes",
    ),
    "BlueprintGraphPinLibrary": ("graphs.graph_pins",),
    "SubobjectDataSubsystem": ("components.subobjects", "components.subobject_changes"),
    "SubobjectDataBlueprintFunctionLibrary": ("components.subobject_data",),
    "AssetToolsHelpers": ("assets.asset_tools",),
    "AssetTools": ("assets.asset_tools",),
    "EditorAssetLibrary": (
        "assets.asset_loading",
        "assets.asset_commands",
        "assets.asset_directories",
        "assets.asset_metadata",
        "assets.content_browser",
    ),
    "EditorAssetSubsystem": (
        "assets.asset_loading",
        "assets.asset_commands",
        "assets.asset_directories",
        "assets.asset_metadata",
    ),
    "EditorLoadingAndSavingUtils": ("assets.package_saving", "assets.package_loading"),
    "AssetRegistryHelpers": ("assets.asset_registry", "assets.asset_entries"),
    "AssetRegistry": ("assets.asset_registry",),
    "AssetData": ("assets.asset_entries",),
    "ARFilter": ("assets.asset_registry",),
    "Exporter": ("assets.export_tasks",),
    "SystemLibrary": ("glue.system_library", "glue.objects_and_classes"),
    "MathLibrary": ("glue.system_library", "glue.objects_and_classes"),
    "PythonScriptLibrary": ("glue.system_library",),
    "Paths": ("glue.path_library", "glue.path_texts"),
    "PrimitiveComponent": ("components.collision",),
    "PluginBlueprintLibrary": ("desk.plugin_library",),
    "LevelEditorSubsystem": ("desk.play_control",),
    "UnrealEditorSubsystem": ("desk.play_control",),
    "EditorActorSubsystem": ("assets.content_browser",),
    "AssetEditorSubsystem": ("desk.editor_windows",),
    "EditorUtilityLibrary": ("assets.content_browser",),
    "EditorDialog": ("desk.editor_windows",),
    "ToolMenus": ("menus.tool_menus", "menus.menu_scripts"),
    "ToolMenu": ("menus.tool_menus", "menus.menu_scripts"),
    "ToolMenuEntryScript": ("menus.menu_scripts",),
    "ToolMenuContext": ("menus.menu_scripts",),
    "BlueprintEditorToolMenuContext": ("menus.menu_contexts",),
    "ContentBrowserAssetContextMenuContext": ("menus.menu_contexts",),
    "SubobjectEditorMenuContext": ("menus.menu_contexts",),
    "ToolMenuEntry": ("menus.tool_menus",),
}

SCRIPT_METHODS_FROM: dict[str, str] = {
    "BlueprintGraphPin": "BlueprintGraphPinLibrary",
    "EdGraphPinType": "BlueprintEditorLibrary",
}
"""Structs whose methods are the statics of a library, which take the struct first."""

CUSTOM_BASES: dict[str, str] = {
    "EdGraphPinType": "unreal_sandbox.graphs.pin_type_structs:EdGraphPinTypeBase",
    "BlueprintGraphPin": "unreal_sandbox.graphs.graph_pins:BlueprintGraphPinBase",
    "SubobjectDataHandle": "unreal_sandbox.components.subobject_data:SubobjectDataHandleBase",
    "SubobjectData": "unreal_sandbox.components.subobject_data:SubobjectDataBase",
    "Vector": "unreal_sandbox.glue.math_structs:VectorBase",
    "Vector2D": "unreal_sandbox.glue.math_structs:VectorBase",
    "IntPoint": "unreal_sandbox.glue.math_structs:IntPointBase",
    "Rotator": "unreal_sandbox.glue.math_structs:RotatorBase",
    "LinearColor": "unreal_sandbox.glue.math_structs:LinearColorBase",
    "Color": "unreal_sandbox.glue.math_structs:ColorBase",
    "Transform": "unreal_sandbox.glue.math_structs:TransformBase",
    "ToolMenuEntry": "unreal_sandbox.menus.tool_menus:ToolMenuEntryBase",
    "ToolMenuContext": "unreal_sandbox.menus.menu_scripts:ToolMenuContextBase",
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
