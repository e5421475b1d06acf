"""Trap 13: the palette: language, squeezed names, casts, context, what is listed and what can be created."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import thinned
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def create(unreal: Any, door: Any) -> Any:
    def create_node(name: str, context: Any = (), declaring_class: Any = None) -> Any:
        return door.nodes.create_node_from_name(name, unreal.Vector2D(), list(context), declaring_class)

    return create_node


@pytest.fixture
def tile(unreal: Any) -> Any:
    """BP_Tile with a variable Col and two functions, compiled."""
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_Tile", unreal.Actor)
    library.add_member_variable(asset, "Col", library.get_basic_type_by_name("int"))
    library.add_member_variable(asset, "bIs_Lit", library.get_basic_type_by_name("bool"))
    with_input = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Set_Heat")
    with_input.add_graph_input_parameter("Heat", library.get_basic_type_by_name("real"))
    unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Cool")
    library.compile_blueprint(asset)
    return asset


# --- language ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "name"),
    thinned(
        [
            ("en", "Utilities|FlowControl|Branch"),
            ("it", "Utilità|ControlloDiFlusso|Ramo"),
            ("zh", "工具|流程控制|分支"),
            ("ko", "유틸리티|흐름제어|분기"),
        ],
        2,
    ),
)
def test_names_are_in_the_editors_language(
    editor: SandboxEditor, door: Any, create: Any, language: Any, name: str
) -> None:
    editor.language = language
    assert create(name).get_class().get_name() == "K2Node_IfThenElse"
    assert name in door.nodes.list_available_nodes([])
    if language != "en":
        assert create("Utilities|FlowControl|Branch") is None


def test_localised_names_have_english_parts(editor: SandboxEditor, create: Any) -> None:
    editor.language = "zh"
    assert create("工具|Casting|CastToPawn").get_class().get_name() == "K2Node_DynamicCast"
    editor.language = "it"
    assert create("Utilità|Casting|CastToPawn") is not None


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "Utilities|FlowControl|Brnch",
        "utilities|flowcontrol|branch",
        "Utilities|Flow Control|Branch",
        "Branch",
        "",
        "|",
    ],
)
def test_a_miss_is_none_and_nothing_is_added(door: Any, create: Any, name: str) -> None:
    before = len(door.nodes.list_all_nodes())
    assert create(name) is None
    assert len(door.nodes.list_all_nodes()) == before


# The names that were seen to work [FIELD_NOTES 2].
VERIFIED = [
    "AddEvent|Collision|EventActorBeginOverlap",
    "Collision|BreakHitResult",
    "Game|SpawnActorfromClass",
    "Game|ConstructObjectfromClass",
    "UserInterface|CreateWidget",
    "Utilities|FlowControl|Branch",
    "Utilities|FlowControl|Sequence",
    "Utilities|FlowControl|Delay",
    "Utilities|FlowControl|Switch|SwitchonInt",
    "Utilities|FlowControl|Switch|SwitchonECollisionChannel",
    "Utilities|Operators|Add",
    "Utilities|Operators|Multiply",
    "Utilities|Operators|Less(<)",
    "Utilities|Array|Get(aref)",
    "Utilities|Array|IsValidIndex",
    "Utilities|Time|SetTimerbyFunctionName",
    "Variables|Getareferencetoself",
    "Actor|GetAllActorsOfClass",
    "Actor|GetComponentbyClass",
    "Math|Vector|MakeVector",
    "Math|Vector|BreakVector",
    "Development|PrintString",
    "Input|KeyboardEvents|E",
    "Transformation|GetActorForwardVector",
    "Utilities|Casting|CastToPlayerController",
]


@pytest.mark.parametrize("name", VERIFIED)
def test_the_names_that_were_seen_to_work_do(door: Any, create: Any, name: str) -> None:
    door.nodes.remove_nodes(door.nodes.list_all_nodes())
    assert create(name) is not None


def test_input_actions_keep_their_underscore(editor: SandboxEditor, create: Any) -> None:
    assert create("Input|EnhancedActionEvents|IA_Jump") is None
    editor.input_actions["/Game/Input/IA_Jump.IA_Jump"] = "bool"
    node = create("Input|EnhancedActionEvents|IA_Jump")
    assert node.get_class().get_name() == "K2Node_EnhancedInputAction"


def test_create_widget_is_there_or_not(editor: SandboxEditor, door: Any, create: Any) -> None:
    editor.switches.create_widget_is_in_palette = False
    assert create("UserInterface|CreateWidget") is None
    assert "UserInterface|CreateWidget" not in door.nodes.list_available_nodes([])


def test_bool_members_lose_their_b_and_names_their_underscores(tile: Any, create: Any) -> None:
    owner = tile.generated_class()
    getter = create("Class|BPTile|GetIsLit", [], owner)
    assert [str(pin.get_pin_name()) for pin in getter.list_output_pins()] == ["bIs_Lit"]
    assert create("Class|BP_Tile|GetIsLit", [], owner) is None


# --- what is listed and what can be created -------------------------------------------------------


def test_macros_are_never_listed_nor_created(door: Any, create: Any) -> None:
    listed = list(door.nodes.list_available_nodes([]))
    assert not [name for name in listed if name.endswith(("|ForEachLoop", "|FlipFlop", "|DoOnce"))]
    assert create("Utilities|Array|ForEachLoop") is None


def test_operators_can_be_created_and_are_not_listed(door: Any, create: Any) -> None:
    assert "Utilities|Operators|Add" not in door.nodes.list_available_nodes([])
    assert create("Utilities|Operators|Add").get_class().get_name() == "K2Node_PromotableOperator"


def test_an_event_that_is_placed_hides_its_entry_even_as_a_ghost(door: Any, create: Any) -> None:
    name = "AddEvent|EventTick"
    assert name not in door.nodes.list_available_nodes([])
    assert create(name) is None
    door.nodes.remove_nodes([door.nodes.find_event_node("ReceiveTick")])
    assert name in door.nodes.list_available_nodes([])
    assert create(name) is not None
    assert create(name) is None


def test_another_blueprints_function_is_listed_under_a_name_that_fails(
    tile: Any, door: Any, create: Any
) -> None:
    assert "CallFunction|SetHeat" in door.nodes.list_available_nodes([])
    assert create("CallFunction|SetHeat") is None
    assert create("CallFunction|SetHeat", [], tile.generated_class()) is None
    assert create("Class|BPTile|SetHeat") is None
    call = create("Class|BPTile|SetHeat", [], tile.generated_class())
    assert [str(pin.get_pin_name()) for pin in call.list_input_pins()] == ["execute", "self", "Heat"]


def test_a_read_back_id_cannot_be_created(unreal: Any, door: Any, create: Any) -> None:
    unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Fn_0")
    door.compile()
    assert "CallFunction|Fn0" in door.nodes.list_available_nodes([])
    call = create("CallFunction|Fn0")
    read_back = f"{call.get_node_category()}|{call.get_node_title()}".split("\n", maxsplit=1)[0]
    assert create(read_back.replace(" ", "")) is None


@pytest.mark.usefixtures("tile")
def test_a_spawn_node_reads_back_as_what_cannot_be_created(create: Any) -> None:
    spawn = create("Game|SpawnActorfromClass")
    spawn.find_input_pin("Class").set_pin_value("/Game/BP_Tile.BP_Tile_C")
    read_back = f"{spawn.get_node_category()}|{spawn.get_node_title()}".replace(" ", "")
    assert read_back == "Game|SpawnActorBPTile"
    assert create(read_back) is None


def test_context_pins_bring_typed_entries(door: Any, create: Any) -> None:
    trace = door.call("/Script/Engine.KismetSystemLibrary:LineTraceSingle")
    enum = trace.find_input_pin("DrawDebugType")
    assert "Utilities|Enum|Equal(Enum)" not in door.nodes.list_available_nodes([])
    assert "Utilities|Enum|Equal(Enum)" in door.nodes.list_available_nodes([enum])
    assert create("Utilities|Enum|Equal(Enum)") is None
    assert create("Utilities|Enum|Equal(Enum)", [enum]) is not None
    timer = door.call("/Script/Engine.KismetSystemLibrary:K2_SetTimer").find_result_pin()
    assert create("Utilities|Struct|BreakTimerHandle") is None
    assert create("Utilities|Struct|BreakTimerHandle", [timer]) is not None


@pytest.mark.usefixtures("tile")
def test_members_of_another_class_need_its_pin(door: Any, create: Any) -> None:
    spawn = create("Game|SpawnActorfromClass")
    spawn.find_input_pin("Class").set_pin_value("/Game/BP_Tile.BP_Tile_C")
    made = spawn.find_output_pin("ReturnValue")
    assert "Class|BPTile|GetCol" not in door.nodes.list_available_nodes([])
    assert "Class|BPTile|GetCol" in door.nodes.list_available_nodes([made])
    getter = create("Class|BPTile|GetCol", [made])
    assert getter.find_self_pin().list_connected_pins() == [made]
    # One without parameters may never be listed.
    assert "Class|BPTile|SetHeat" in door.nodes.list_available_nodes([made])
    assert "Class|BPTile|Cool" not in door.nodes.list_available_nodes([made])


def test_members_need_a_compile(door: Any, create: Any) -> None:
    door.add_variable("Speed")
    assert create("Variables|Default|GetSpeed") is None
    door.compile()
    assert create("Variables|Default|GetSpeed") is not None


# --- casts ---------------------------------------------------------------------------------------


def test_a_class_that_was_only_just_made_has_no_cast(unreal: Any, door: Any, create: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_Key", unreal.Actor)
    assert create("Utilities|Casting|CastToBPKey") is None
    # The way round it: a native cast, retargeted.
    cast = create("Utilities|Casting|CastToActor")
    assert door.nodes.retarget_node_class(cast, unreal.Actor, asset.generated_class()) is True
    assert cast.find_output_pin("AsBP Key").is_valid()
    library.compile_blueprint(asset)
    assert create("Utilities|Casting|CastToBPKey") is not None


def test_a_class_that_nobody_loaded_has_no_cast(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Project") as editor:
        unreal = editor.install()
        for name in ("BP_A", "BP_B"):
            unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(f"/Game/{name}", unreal.Actor)
        editor.save_all()
    with SandboxEditor(tmp_path / "Project") as editor:
        unreal = editor.install()
        asset = unreal.EditorAssetLibrary.load_asset("/Game/BP_A")
        graph = unreal.BlueprintEditorLibrary.find_event_graph(asset)
        nodes = unreal.BlueprintGraphEditor.get_graph_editor(graph)
        assert nodes.create_node_from_name("Utilities|Casting|CastToBPB", unreal.Vector2D(), []) is None
        unreal.load_class(None, "/Game/BP_B.BP_B_C")
        assert nodes.create_node_from_name("Utilities|Casting|CastToBPB", unreal.Vector2D(), []) is not None


@pytest.mark.parametrize("language", ["it", "zh", "ko"])
def test_what_a_language_lists_it_creates(
    editor: SandboxEditor, door: Any, create: Any, language: Any
) -> None:
    english = set(door.nodes.list_available_nodes([]))
    editor.language = language
    listed = list(door.nodes.list_available_nodes([]))
    own = [name for name in listed if name not in english]
    assert 0 < len(own) < len(listed)
    for name in own[::150]:
        assert create(name) is not None, name
