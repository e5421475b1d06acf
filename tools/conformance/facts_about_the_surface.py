"""The names that the plugin uses are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import Facts

if TYPE_CHECKING:
    from collections.abc import Callable

    from conformance_bench import Bench

FACTS = Facts("surface")

USED = {
    "BlueprintEditorLibrary": (
        "add_event_override add_member_variable change_member_variable_type compile_blueprint "
        "create_blueprint_asset_with_parent find_event_graph find_graph generated_class "
        "get_array_type get_basic_type_by_name get_blueprint_parent_class get_class_reference_type "
        "get_map_type get_member_variable_type get_object_reference_type get_set_type get_struct_type "
        "list_graphs list_member_variable_names refresh_open_editors_for_blueprint "
        "set_blueprint_variable_instance_editable"
    ),
    "BlueprintGraphEditor": (
        "add_branch_node add_call_function_node add_custom_event_node add_get_member_variable_node "
        "add_macro_node add_node_pin add_set_member_variable_node create_node_from_name "
        "create_and_edit_function_graph find_event_node get_graph_editor get_graph_editor_by_name "
        "list_all_nodes list_available_nodes list_comment_nodes list_nodes_with_errors "
        "list_nodes_with_warnings remove_member_variable remove_nodes"
    ),
    "BlueprintGraphPin": (
        "break_pin_links break_single_pin_link can_create_connection get_owning_node get_pin_direction "
        "get_pin_name get_pin_type get_pin_value is_valid list_connected_pins set_pin_value "
        "try_create_connection"
    ),
    "K2Node": (
        "find_input_pin find_output_pin get_node_pos get_node_title list_all_pins list_input_pins "
        "list_output_pins set_node_pos"
    ),
    "SubobjectDataSubsystem": (
        "add_new_subobject attach_subobject delete_subobject k2_gather_subobject_data_for_blueprint "
        "make_new_scene_root rename_subobject"
    ),
    "EditorAssetLibrary": "does_asset_exist delete_asset load_asset save_loaded_asset",
    "ToolMenus": "extend_menu get refresh_all_widgets unregister_owner_by_name",
}
MODULE = (
    "get_default_object get_editor_subsystem get_engine_subsystem load_class load_object log log_error "
    "log_warning parent_external_window_to_slate register_python_shutdown_callback "
    "register_slate_post_tick_callback unregister_slate_post_tick_callback"
)
ABSENT = {
    "KismetSystemLibrary": "it is called SystemLibrary",
    "KismetMathLibrary": "it is called MathLibrary",
}


def _has(owner: str, names: str) -> Callable[[Bench], Any]:
    def check(_bench: Bench) -> Any:
        where = getattr(unreal, owner) if owner else unreal
        missing = [name for name in names.split() if not hasattr(where, name)]
        return True if not missing else f"missing: {', '.join(missing)}"

    return check


def _lacks(name: str) -> Callable[[Bench], Any]:
    return lambda _bench: not hasattr(unreal, name) or f"unreal.{name} is there"


for _owner, _names in USED.items():
    for _name in _names.split():
        FACTS.believe(f"{_owner}.{_name}", f"unreal.{_owner} has {_name}", "api")(_has(_owner, _name))
for _name in MODULE.split():
    FACTS.believe(_name, f"unreal has {_name}", "api")(_has("", _name))
for _name, _why in ABSENT.items():
    FACTS.believe(f"no-{_name}", f"there is no unreal.{_name}: {_why}", "api guide 9")(_lacks(_name))
