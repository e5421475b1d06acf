"""T3D export of a graph and of a whole Blueprint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d, parse_t3d
from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError, NotModelledError

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from unreal_sandbox import SandboxEditor


def task_for(unreal: Any, subject: Any, path: Path) -> Any:
    task = unreal.AssetExportTask()
    task.set_editor_property("object", subject)
    task.set_editor_property("filename", str(path))
    task.set_editor_property("exporter", unreal.ObjectExporterT3D())
    task.set_editor_property("automated", True)
    task.set_editor_property("prompt", False)
    task.set_editor_property("replace_identical", True)
    return task


def graph_of(unreal: Any, subject: Any, path: Path) -> Graph:
    assert unreal.Exporter.run_asset_export_task(task_for(unreal, subject, path)) is True
    return parse_t3d(decode_t3d(path.read_bytes()))


def blueprint_of(unreal: Any, subject: Any, path: Path) -> Blueprint:
    assert unreal.Exporter.run_asset_export_task(task_for(unreal, subject, path)) is True
    return parse_blueprint_t3d(decode_t3d(path.read_bytes()))


def test_an_exported_graph_reads_back_as_what_the_editor_holds(
    editor: SandboxEditor, unreal: Any, door: Any, tmp_path: Path
) -> None:
    tick, call = door.nodes.find_event_node("ReceiveTick"), door.call(PRINT)
    tick.find_then_pin().try_create_connection(call.find_execute_pin())
    call.find_input_pin("InString").set_pin_value('a "b"')
    graph = graph_of(unreal, door.graph, tmp_path / "g.t3d")
    held = editor.blueprints["/game/bp_door"].graphs["EventGraph"].freeze()
    assert graph.nodes == held.nodes
    assert graph.links == held.links


def test_wiring_a_ghost_makes_it_live_in_the_text(unreal: Any, door: Any, tmp_path: Path) -> None:
    tick, call = door.nodes.find_event_node("ReceiveTick"), door.call(PRINT)
    assert is_ghost(graph_of(unreal, door.graph, tmp_path / "g.t3d").node(tick.get_name()))
    tick.find_then_pin().try_create_connection(call.find_execute_pin())
    graph = graph_of(unreal, door.graph, tmp_path / "g.t3d")
    assert not is_ghost(graph.node(tick.get_name()))
    assert graph.node(tick.get_name()).find_property("NodeComment") is None
    assert is_ghost(graph.node(door.nodes.find_event_node("ReceiveBeginPlay").get_name()))


@pytest.mark.parametrize(("encoding", "mark"), [("utf-16", b"\xff\xfe"), ("utf-8-sig", b"\xef\xbb\xbf")])
def test_the_file_starts_with_a_byte_order_mark(
    editor: SandboxEditor, door: Any, tmp_path: Path, encoding: Any, mark: bytes
) -> None:
    editor.switches.export_encoding = encoding
    assert len(graph_of(door.unreal, door.graph, tmp_path / "g.t3d").nodes) == 3
    data = (tmp_path / "g.t3d").read_bytes()
    assert data.startswith(mark)
    assert "\r\n" in data.decode(encoding)


def test_a_whole_blueprint_has_graphs_and_variables_but_no_components(
    unreal: Any, door: Any, tmp_path: Path
) -> None:
    door.add_variable("Speed")
    door.asset.set_blueprint_variable_instance_editable("Speed", True)
    door.library.set_blueprint_variable_category(door.asset, "Speed", unreal.Text("Motion"))
    door.add_component(unreal.StaticMeshComponent)
    blueprint = blueprint_of(unreal, door.asset, tmp_path / "b.t3d")
    assert blueprint.path == "/Game/BP_Door"
    assert blueprint.parent_class == "/Script/Engine.Actor"
    assert {graph.name: graph.kind for graph in blueprint.graphs} == {
        "EventGraph": "event",
        "UserConstructionScript": "function",
    }
    variable = blueprint.variables[0]
    assert (variable.name, variable.category, str(variable.type)) == ("Speed", "Motion", "double")
    assert variable.is_instance_editable
    assert blueprint.components == ()
    assert "StaticMesh" not in decode_t3d((tmp_path / "b.t3d").read_bytes())


def test_variables_stand_in_the_text_as_the_engine_writes_them(
    unreal: Any, door: Any, tmp_path: Path
) -> None:
    door.add_variable("bIsOpen", "bool")
    kind = door.library.get_object_reference_type(door.asset.generated_class())
    assert door.library.add_member_variable(door.asset, "OtherDoor", kind)
    blueprint_of(unreal, door.asset, tmp_path / "b.t3d")
    text = decode_t3d((tmp_path / "b.t3d").read_bytes())
    assert 'VarType=(PinCategory="bool"),FriendlyName="Is Open",Category=NSLOCTEXT("KismetSchema", ' in text
    own_class = "\"/Script/Engine.BlueprintGeneratedClass'BP_Door_C'\""
    assert (
        f'VarType=(PinCategory="object",PinSubCategoryObject={own_class}),FriendlyName="Other Door"' in text
    )


def test_compiler_messages_stand_on_the_nodes(unreal: Any, door: Any, tmp_path: Path) -> None:
    call = door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(call.find_execute_pin())
    door.compile()
    node = graph_of(unreal, door.graph, tmp_path / "g.t3d").node(call.get_name())
    assert node.find_property("ErrorType") == "1"
    assert "is not a SceneComponent" in (node.find_property("ErrorMsg") or "")


def test_exporting_changes_nothing(editor: SandboxEditor, unreal: Any, door: Any, tmp_path: Path) -> None:
    editor.save_all()
    blueprint_of(unreal, door.asset, tmp_path / "b.t3d")
    assert editor.dirty_packages == []


def test_a_prompt_would_wait_for_ever(unreal: Any, door: Any, tmp_path: Path) -> None:
    task = task_for(unreal, door.graph, tmp_path / "g.t3d")
    task.prompt = True
    with pytest.raises(FatalEditorError):
        unreal.Exporter.run_asset_export_task(task)


def test_an_existing_file_needs_replace_identical(unreal: Any, door: Any, tmp_path: Path) -> None:
    path = tmp_path / "g.t3d"
    path.write_text("mine")
    task = task_for(unreal, door.graph, path)
    task.replace_identical = False
    assert unreal.Exporter.run_asset_export_task(task) is False
    assert path.read_text() == "mine"


def test_a_file_that_cannot_be_written_gives_false(
    editor: SandboxEditor, unreal: Any, door: Any, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    task = task_for(unreal, door.graph, tmp_path / "file" / "g.t3d")
    assert unreal.Exporter.run_asset_export_task(task) is False
    assert "Cannot write" in editor.log_text("LogExporter")


def test_without_exporter_the_file_name_decides(unreal: Any, door: Any, tmp_path: Path) -> None:
    for name, is_written in (("g.t3d", True), ("g.COPY", True), ("g.fbx", False)):
        task = task_for(unreal, door.graph, tmp_path / name)
        task.exporter = None
        assert unreal.Exporter.run_asset_export_task(task) is is_written
    with pytest.raises(NotModelledError):
        unreal.Exporter.run_asset_export_task(
            task_for(unreal, door.asset.generated_class(), tmp_path / "c.t3d")
        )


def test_a_graph_exports_empty_while_the_game_runs(
    editor: SandboxEditor, unreal: Any, door: Any, tmp_path: Path
) -> None:
    graph = door.graph
    editor.is_in_pie = True
    assert graph_of(unreal, graph, tmp_path / "g.t3d").nodes == ()


@pytest.mark.parametrize("separator", ["\u2028", "\x85", "\x0b", "\x0c", "\x1c", "\r", "\n", "\r\n"])
def test_a_value_with_any_line_separator_is_exported_whole(
    unreal: Any, door: Any, tmp_path: Path, separator: str
) -> None:
    text = f"{separator}a{separator}b{separator}"
    door.call(PRINT).find_input_pin("InString").set_pin_value(text)
    exported = blueprint_of(unreal, door.asset, tmp_path / "door.t3d")
    pins = [pin for node in exported.graphs[0].nodes for pin in node.pins if pin.name == "InString"]
    assert [pin.default for pin in pins] == [text]
