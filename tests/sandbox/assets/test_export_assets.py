"""What whole-asset exports hold beside graphs and variables, in the order in which they hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d
from sandbox.clipboard_texts import block, pin, pin_id
from sandbox.functions import PRINT
from sandbox.replay import export_task

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor


def exported(unreal: Any, asset: Any, folder: Path, name: str = "asset.t3d") -> str:
    path = folder / name
    assert unreal.Exporter.run_asset_export_tasks([export_task(unreal, asset, path)]) is True
    return decode_t3d(path.read_bytes()).replace("\r\n", "\n")


def heads(text: str) -> list[tuple[int, str, bool]]:
    """Depth, name and whether it has a class, of every object that the text opens."""
    found, depth = [], 0
    for line in text.splitlines():
        word = line.strip()
        if word.startswith("Begin Object"):
            found.append((depth, word.split('Name="')[1].split('"')[0], " Class=" in word))
            depth += 1
        elif word == "End Object":
            depth -= 1
    return found


def with_live_event(door: Blueprint) -> Any:
    begin = door.nodes.find_event_node("ReceiveTick")
    begin.find_then_pin().try_create_connection(door.call(PRINT).find_execute_pin())
    door.compile()
    return begin


# --- two passes ----------------------------------------------------------------------------------


def test_everything_is_declared_before_anything_is_filled(
    unreal: Any, door: Blueprint, tmp_path: Path
) -> None:
    found = heads(exported(unreal, door.asset, tmp_path))
    assert found[0] == (0, "BP_Door", True)
    declared = [has_class for depth, _, has_class in found if depth]
    assert declared == sorted(declared, reverse=True)
    assert len([item for item in found[1:] if item[2]]) == len([item for item in found[1:] if not item[2]])


def test_declarations_hold_no_property(unreal: Any, door: Blueprint, tmp_path: Path) -> None:
    lines = exported(unreal, door.asset, tmp_path).splitlines()
    first_body = next(
        number for number, line in enumerate(lines) if line.startswith('   Begin Object Name="')
    )
    words = {line.split()[0] for line in lines[1:first_body]}
    assert words == {"Begin", "End"}


def test_the_assets_own_lines_come_last(unreal: Any, door: Blueprint, tmp_path: Path) -> None:
    text = exported(unreal, door.asset, tmp_path)
    tail = text[text.rindex("   End Object\n") :].splitlines()[1:-1]
    assert tail[0].strip().startswith("ParentClass=")
    assert tail[-1].strip().startswith("BlueprintGuid=")
    assert any(line.strip().startswith("UbergraphPages(0)=") for line in tail)


def test_a_collapsed_graph_is_nested_in_its_node(
    editor: SandboxEditor, unreal: Any, door: Blueprint, tmp_path: Path
) -> None:
    graph = (
        '   Begin Object Class=/Script/Engine.EdGraph Name="Inner"\n'
        '      Begin Object Class=/Script/BlueprintGraph.K2Node_Tunnel Name="K2Node_Tunnel_0"\n'
        "      End Object\n"
        "   End Object\n"
        '   Begin Object Name="Inner"\n'
        '      Begin Object Name="K2Node_Tunnel_0"\n'
        f"         NodeGuid={pin_id(5)}\n"
        "      End Object\n"
        "   End Object\n"
    )
    text = block("Composite", "K2Node_Composite_0", pin(1, "execute"))
    head, body = text.split("\n", 1)
    editor.paste("/Game/BP_Door.BP_Door:EventGraph", f"{head}\n{graph}{body}")
    found = heads(exported(unreal, door.asset, tmp_path))
    depths = [(depth, has_class) for depth, name, has_class in found if name == "K2Node_Tunnel_0"]
    assert depths == [(4, True), (4, False)]


# --- leftovers of the compiler -------------------------------------------------------------------


def test_each_live_event_leaves_a_stub_of_its_name(unreal: Any, door: Blueprint, tmp_path: Path) -> None:
    with_live_event(door)
    door.nodes.add_custom_event_node("Open")
    door.compile()
    text = exported(unreal, door.asset, tmp_path)
    assert {(1, "ReceiveTick", False), (1, "Open", False)} <= set(heads(text))
    assert (1, "ReceiveBeginPlay", False) not in heads(text)  # a ghost is no event
    assert text.count('MemberName="ExecuteUbergraph_BP_Door"') == 2
    assert "SKEL_BP_Door_C" in text


def test_stubs_are_in_no_list_and_their_nodes_are_intermediate(
    unreal: Any, door: Blueprint, tmp_path: Path
) -> None:
    with_live_event(door)
    text = exported(unreal, door.asset, tmp_path)
    blueprint = parse_blueprint_t3d(text)
    assert {graph.name for graph in blueprint.graphs} == {"EventGraph", "UserConstructionScript"}
    stub = text[text.index('   Begin Object Name="ReceiveTick"') :]
    stub = stub[: stub.index("\n   End Object\n")]
    assert stub.count("bIsIntermediateNode=True") == 3
    assert 'CustomGeneratedFunctionName="ReceiveTick"' in stub
    assert 'PinName="K2Node_Event_DeltaSeconds"' in stub


def test_stubs_are_the_same_until_the_next_compile(unreal: Any, door: Blueprint, tmp_path: Path) -> None:
    with_live_event(door)
    first = exported(unreal, door.asset, tmp_path)
    assert exported(unreal, door.asset, tmp_path) == first
    door.compile()
    assert exported(unreal, door.asset, tmp_path) != first


def test_an_export_without_leftovers_is_a_matter_of_a_switch(
    editor: SandboxEditor, unreal: Any, door: Blueprint, tmp_path: Path
) -> None:
    with_live_event(door)
    editor.switches.exports_hold_compiler_leftovers = False
    assert "ExecuteUbergraph" not in exported(unreal, door.asset, tmp_path)


def test_a_single_graph_has_no_leftovers(unreal: Any, door: Blueprint, tmp_path: Path) -> None:
    with_live_event(door)
    assert "ExecuteUbergraph" not in exported(unreal, door.graph, tmp_path)


# --- kinds of asset ------------------------------------------------------------------------------


def test_a_widget_blueprint_has_its_own_class(unreal: Any, tmp_path: Path) -> None:
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/WBP_Menu", unreal.UserWidget)
    text = exported(unreal, asset, tmp_path)
    assert text.startswith('Begin Object Class=/Script/UMGEditor.WidgetBlueprint Name="WBP_Menu"')
    assert "GeneratedClass=\"/Script/UMG.WidgetBlueprintGeneratedClass'WBP_Menu_C'\"" in text
    assert parse_blueprint_t3d(text).parent_class == "/Script/UMG.UserWidget"


def test_functions_and_dispatchers_are_told_by_their_lists(
    unreal: Any, door: Blueprint, tmp_path: Path
) -> None:
    unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Open")
    door.library.add_event_dispatcher(door.asset, "OnOpened")
    kinds = {
        graph.name: graph.kind for graph in parse_blueprint_t3d(exported(unreal, door.asset, tmp_path)).graphs
    }
    assert kinds["Open"] == "function"
    assert kinds["OnOpened"] == "delegate"
