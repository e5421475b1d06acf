"""The scenarios of the tools for Blueprints, components, variables and functions."""

from __future__ import annotations

from typing import Any

from tool_scenarios.scenario import Outcome, Scenario

__all__ = ["MEMBER_SCENARIOS"]


def _of(tool: str, name: str, outcome: Outcome, /, **parameters: Any) -> Scenario:
    return Scenario(tool, name, outcome, parameters)


def _door(tool: str, name: str, outcome: Outcome, /, **parameters: Any) -> Scenario:
    return Scenario(tool, name, outcome, {"blueprint": "BP_Door", **parameters})


_BLUEPRINTS = (
    _of("create_blueprint", "usual", "changed", name="BP_New"),
    _of(
        "create_blueprint",
        "with everything",
        "changed",
        name="BP_New",
        path="/Game/New/Deep",
        parent_class="BP_Door",
    ),
    _of("create_blueprint", "there already", "unchanged", name="BP_Switch"),
    _of("create_blueprint", "taken", "refused", name="BP_Switch", parent_class="Pawn"),
    _door("compile_blueprint", "usual", "unchanged"),
    _of("compile_blueprint", "changed child", "changed", blueprint="/Game/Doors/BP_Gate"),
    _of("compile_blueprint", "unknown", "refused", blueprint="BP_Nowhere"),
)

_COMPONENTS = (
    _door("add_component", "usual", "changed", component_type="PointLight", component_name="Lamp"),
    _door(
        "add_component",
        "with everything",
        "changed",
        component_type="StaticMeshComponent",
        component_name="Knob",
        parent_component="Panel",
        is_root=False,
    ),
    _door("add_component", "as root", "changed", component_type="Scene", component_name="Base", is_root=True),
    _door("add_component", "there already", "unchanged", component_type="Box", component_name="Zone"),
    _door("add_component", "taken", "refused", component_type="Sphere", component_name="Zone"),
    _door(
        "set_component_property",
        "usual",
        "changed",
        component_name="Panel",
        property_name="RelativeLocation",
        value="0,0,100",
    ),
    _door(
        "set_component_property",
        "collision",
        "changed",
        component_name="Zone",
        property_name="CollisionProfileName",
        value="BlockAll",
    ),
    _door(
        "set_component_property",
        "same value",
        "unchanged",
        component_name="Panel",
        property_name="RelativeLocation",
        value="0,0,0",
    ),
    _door(
        "set_component_property",
        "bad value",
        "refused",
        component_name="Panel",
        property_name="RelativeLocation",
        value="up",
    ),
    _door(
        "set_component_property",
        "list",
        "changed",
        component_name="Panel",
        property_name="ComponentTags",
        value=["Door", "Wood"],
    ),
    _door("change_component", "attach", "changed", component_name="Zone", parent_component="Panel"),
    _door("change_component", "root", "changed", component_name="Panel", is_root=True),
    _door("change_component", "there already", "unchanged", component_name="Zone", parent_component="Frame"),
    _door("change_component", "under itself", "refused", component_name="Frame", parent_component="Panel"),
    _door("remove_component", "usual", "changed", component_name="Spare", even_if_used=True),
    _door("remove_component", "with a child", "refused", component_name="Panel"),
    _door("remove_component", "unknown", "refused", component_name="Nothing"),
)

_VARIABLES = (
    _door("add_variable", "usual", "changed", variable_name="Speed", variable_type="float"),
    _door(
        "add_variable",
        "with everything",
        "changed",
        variable_name="Speed",
        variable_type="float",
        category="Movement",
        tooltip="How fast it opens",
        default_value=2.5,
    ),
    _door(
        "add_variable",
        "local",
        "changed",
        variable_name="Turns",
        variable_type="int",
        default_value="2",
        function_name="Open",
    ),
    _door("add_variable", "array", "changed", variable_name="Doors", variable_type="array:BP_Door"),
    _door(
        "add_variable",
        "map",
        "changed",
        variable_name="Prices",
        variable_type="map:name,int",
        default_value={"Key": 5, "Lock": "7"},
    ),
    _door(
        "add_variable",
        "bad element",
        "refused",
        variable_name="Prices",
        variable_type="array:int",
        default_value=[1, "x"],
    ),
    _door("add_variable", "there already", "unchanged", variable_name="IsOpen", variable_type="bool"),
    _door("add_variable", "taken", "refused", variable_name="Health", variable_type="string"),
    _door("set_variable_defaults", "usual", "changed", variable_name="Health", default_value=75),
    _door(
        "set_variable_defaults",
        "with everything",
        "changed",
        variable_name="Health",
        default_value=75,
        expose_on_spawn=True,
        read_only=False,
        instance_editable=True,
        category="Life",
        replication="replicated",
    ),
    _door(
        "set_variable_defaults",
        "struct of another type",
        "changed",
        variable_name="Unused",
        variable_type="transform",
        default_value={"Location": [1, 2, 3], "Rotation": {"Yaw": 90}},
    ),
    _door(
        "set_variable_defaults",
        "type",
        "changed",
        variable_name="Unused",
        variable_type="string",
        even_if_used=True,
    ),
    _door(
        "set_variable_defaults",
        "local",
        "changed",
        variable_name="Step",
        default_value=30,
        function_name="Open",
    ),
    _door("set_variable_defaults", "inherited", "changed", variable_name="InitialLifeSpan", default_value=5),
    _door("set_variable_defaults", "same value", "unchanged", variable_name="Health", default_value="100.0"),
    _door("set_variable_defaults", "bad value", "refused", variable_name="Health", default_value="much"),
    _door("rename_variable", "used", "changed", old_name="Health", new_name="Life", even_if_used=True),
    _door("rename_variable", "unused", "changed", old_name="Unused", new_name="Spares"),
    _door("rename_variable", "local", "changed", old_name="Step", new_name="Stride", function_name="Open"),
    _door("rename_variable", "component", "changed", old_name="Panel", new_name="Wing"),
    _door("rename_variable", "dispatcher", "changed", old_name="OnOpened", new_name="OnMoved"),
    _door("rename_variable", "same name", "unchanged", old_name="Health", new_name="Health"),
    _door("rename_variable", "taken", "refused", old_name="Health", new_name="IsOpen"),
    _door("remove_member", "variable", "changed", member_name="Unused", even_if_used=True),
    _door("remove_member", "function", "changed", member_name="Shake"),
    _door("remove_member", "dispatcher", "changed", member_name="OnOpened"),
    _door("remove_member", "local variable", "changed", member_name="Step", function_name="Open"),
    _door("remove_member", "in use", "refused", member_name="Health"),
    _door("remove_member", "unknown", "refused", member_name="Nothing"),
)

_FUNCTIONS = (
    _door("add_function", "usual", "changed", function_name="Close"),
    _door(
        "add_function",
        "with everything",
        "changed",
        function_name="Measure",
        inputs=[{"name": "Scale", "type": "float", "default": "2"}, {"name": "Where", "type": "vector"}],
        outputs=[{"name": "Width", "type": "float"}, {"name": "Found", "type": "bool"}],
        is_pure=True,
        is_const=True,
        access_specifier="Private",
        category="Doors",
    ),
    _door(
        "add_function",
        "there already",
        "unchanged",
        function_name="Open",
        inputs="Angle: float",
        outputs="Success: bool",
    ),
    _door("add_function", "taken", "refused", function_name="Health"),
    _door("change_function", "usual", "changed", function_name="Shake", access_specifier="Protected"),
    _door(
        "change_function",
        "with everything",
        "changed",
        function_name="Shake",
        inputs=[{"name": "Force", "type": "float"}],
        outputs=[{"name": "Fell", "type": "bool"}],
        is_pure=False,
        is_const=True,
        access_specifier="Private",
    ),
    _door("change_function", "so already", "unchanged", function_name="Shake", access_specifier="Public"),
    _door(
        "change_function",
        "that is called",
        "changed",
        function_name="Open",
        inputs="More: bool",
        even_if_used=True,
    ),
    _door("change_function", "pure that is called", "refused", function_name="Open", is_pure=True),
    _of("override_function", "usual", "changed", blueprint="BP_Gate", function_name="Open"),
    _of("override_function", "unknown", "refused", blueprint="BP_Gate", function_name="Nothing"),
    _door("add_dispatcher", "usual", "changed", dispatcher_name="OnShut"),
    _door(
        "add_dispatcher",
        "with everything",
        "changed",
        dispatcher_name="OnShut",
        inputs=[{"name": "Angle", "type": "float"}, {"name": "By", "type": "BP_Switch"}],
    ),
    _door("add_dispatcher", "there already", "unchanged", dispatcher_name="OnOpened", inputs="Angle: float"),
    _door("add_dispatcher", "taken", "refused", dispatcher_name="Health"),
)

MEMBER_SCENARIOS: tuple[Scenario, ...] = (*_BLUEPRINTS, *_COMPONENTS, *_VARIABLES, *_FUNCTIONS)
