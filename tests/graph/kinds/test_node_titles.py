"""Titles: what an artist reads on the nodes of clipboard texts."""

from __future__ import annotations

import pytest

from blueprint_assistant.graph.catalog.key_names import key_name
from blueprint_assistant.graph.kinds.node_titles import Title, node_title
from blueprint_assistant.graph.model.blueprint import EXEC, Node, Pin, PinType

K2 = "/Script/BlueprintGraph.K2Node_"
BP = "\"/Script/Engine.BlueprintGeneratedClass'/Game/BP_Door.BP_Door_C'\""
PLAYER = "\"/Script/CoreUObject.Class'/Script/Engine.PlayerController'\""
ENUM = "\"/Script/CoreUObject.Enum'/Script/Engine.ECollisionChannel'\""
ACTION = "\"/Script/EnhancedInput.InputAction'/Game/Input/IA_Jump.IA_Jump'\""
INTERFACE = f'(MemberParent={BP.replace("BP_Door", "BPI_Door")},MemberName="OpenDoor")'
CONSTRUCTION = '(MemberName="UserConstructionScript")'
CLICKED = '(MemberParent="/Script/CoreUObject.Class\'/Script/UMG.Button\'",MemberName="OnClicked")'


@pytest.mark.parametrize(
    ("kind", "properties", "title"),
    [
        ("FunctionEntry", {"FunctionReference": '(MemberName="OpenDoor")'}, "Open Door"),
        (
            "FunctionEntry",
            {"FunctionReference": '(MemberName="UserConstructionScript")'},
            "Construction Script",
        ),
        ("FunctionResult", {}, "Return Node"),
        ("DynamicCast", {"TargetType": PLAYER}, "Cast To PlayerController"),
        ("DynamicCast", {"TargetType": BP}, "Cast To BP_Door"),
        ("SwitchEnum", {"Enum": ENUM}, "Switch on ECollisionChannel"),
        ("AddDelegate", {"DelegateReference": CLICKED}, "Bind Event to On Clicked"),
        ("ClearDelegate", {"DelegateReference": CLICKED}, "Unbind all Events from On Clicked"),
        ("CallDelegate", {"DelegateReference": CLICKED}, "Call On Clicked"),
        ("InputKey", {"InputKey": "Nine"}, "9"),
        ("InputKey", {"InputKey": "S", "bControl": "True", "bShift": "True"}, "Ctrl + Shift + S"),
        ("InputDebugKey", {"InputKey": "Four"}, "Debug Key 4"),
        ("InputAxisEvent", {"InputAxisName": '"MoveForward"'}, "InputAxis MoveForward"),
        ("InputAction", {"InputActionName": '"Jump"'}, "InputAction Jump"),
        ("EnhancedInputAction", {"InputAction": ACTION}, "EnhancedInputAction IA_Jump"),
        ("AsyncAction", {"ProxyFactoryFunctionName": '"LoadDocument"'}, "Load Document"),
        ("SpawnActorFromClass", {}, "SpawnActor"),
        ("CreateWidget", {}, "Create Widget"),
    ],
)
def test_nodes_are_called_as_in_the_editor(kind: str, properties: dict[str, str], title: str) -> None:
    node = Node("N", f"{K2}{kind}", "", properties=tuple(properties.items()))
    assert node_title(node) == Title(title)


def test_a_spawned_class_and_a_created_widget_stand_in_the_title() -> None:
    pin = Pin("1", "Class", "input", PinType("class"), default_object="/Game/UI/WBP_Menu.WBP_Menu_C")
    assert node_title(Node("N", f"{K2}CreateWidget", "", pins=(pin,))).title == "Create WBP Menu Widget"
    assert node_title(Node("N", f"{K2}SpawnActorFromClass", "", pins=(pin,))).title == "SpawnActor WBP Menu"


def test_a_message_names_its_interface() -> None:
    node = Node("N", f"{K2}Message", "", properties=(("FunctionReference", INTERFACE),))
    assert node_title(node) == Title("Open Door", "Target is BPI Door")


def test_a_call_of_an_own_function_has_the_row_that_says_its_target() -> None:
    target = Pin("0" * 32, "self", "input", PinType("object", "self"))
    reference = '(MemberName="SwingDoor",bSelfContext=True)'
    node = Node(
        "N",
        "/Script/BlueprintGraph.K2Node_CallFunction",
        "",
        pins=(target,),
        properties=(("FunctionReference", reference),),
    )
    assert node_title(node) == Title("Swing Door", "Target is self")


@pytest.mark.parametrize(
    ("flags", "subtitle"),
    [
        ("", "Custom Event"),
        ("2097344", "Executes On Server\nCustom Event"),
        ("16576", "Executes On All\nCustom Event"),
        ("16777408", "Executes On Owning Client\nCustom Event"),
    ],
)
def test_a_replicated_event_says_where_it_runs(flags: str, subtitle: str) -> None:
    properties = (("CustomFunctionName", '"Fire"'), *([("FunctionFlags", flags)] if flags else []))
    assert node_title(Node("N", f"{K2}CustomEvent", "", properties=properties)) == Title("Fire", subtitle)


def test_tunnels_are_inputs_or_outputs() -> None:
    pin = Pin("1", "then", "output", EXEC)
    assert node_title(Node("N", f"{K2}Tunnel", "", pins=(pin,))).title == "Inputs"
    assert node_title(Node("N", f"{K2}Tunnel", "")).title == "Outputs"


def test_keys_have_the_names_on_the_keyboard() -> None:
    assert [key_name(key) for key in ("One", "NumPadSix", "Add", "SpaceBar", "F12", "Tilde", "Mouse2D")] == [
        *("1", "Num 6", "Num +", "Space Bar", "F12", "`", "Mouse XY 2D-Axis")
    ]
