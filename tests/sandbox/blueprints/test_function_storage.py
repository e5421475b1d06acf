"""Functions, dispatchers and local variables are kept on disk, and so is what the compile knew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import SandboxEditor
from unreal_sandbox.assets.asset_text import format_asset, parse_asset

if TYPE_CHECKING:
    from pathlib import Path


def _fill(unreal: Any) -> Any:
    """A Blueprint with one of everything, compiled."""
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.GameModeBase)
    number, text = library.get_basic_type_by_name("int"), library.get_basic_type_by_name("text")
    script = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Turn")
    script.add_graph_output_parameter("Done", library.get_basic_type_by_name("bool"))
    script.add_graph_input_parameter("Angle", number, "45")
    script.add_graph_input_parameter("Label", text)
    script.add_local_variable("Steps", library.get_array_type(number))
    script.add_local_variable("Name", text)
    script.set_is_pure_function()
    script.set_is_call_in_editor_function()
    script.set_deprecation_message_on_function(unreal.Text('"Spin", (or) not'))
    library.add_event_dispatcher(asset, "OnOpened")
    library.add_event_dispatcher_parameter(asset, "OnOpened", "Angle", number)
    library.add_function_override(asset, "MustSpectate")
    library.add_member_variable(asset, "Health", number)
    library.set_blueprint_variable_replication(
        asset, "Health", unreal.BlueprintVariableReplication.REP_NOTIFY
    )
    library.compile_blueprint(asset)
    events = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
    events.add_dispatcher_event_node("OnOpened")
    library.compile_blueprint(asset)
    return asset


def test_everything_is_read_back_as_it_was(editor: SandboxEditor, unreal: Any) -> None:
    _fill(unreal)
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    assert asset.compiled is not None
    copy = parse_asset(format_asset(asset), 99)
    assert copy.content() == asset.content()
    assert copy.compiled is not None
    assert copy.compiled.graphs == asset.compiled.graphs
    assert format_asset(copy) == format_asset(asset)


def test_what_no_compile_has_seen_stays_unknown_after_a_reload(editor: SandboxEditor, unreal: Any) -> None:
    blueprint = _fill(unreal)
    library = unreal.BlueprintEditorLibrary
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(blueprint, "Turn")
    script.add_graph_input_parameter("Speed", library.get_basic_type_by_name("real"))
    library.add_function_graph(blueprint, "Spin")
    library.remove_function_graph(blueprint, "OnRep_Health")
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    assert asset.compiled is not None
    copy = parse_asset(format_asset(asset), 99)
    assert copy.content() == asset.content()
    assert copy.compiled is not None
    assert copy.compiled.graphs == asset.compiled.graphs
    assert copy.compiled.graphs != parse_asset(format_asset(copy), 100).shapes
    assert format_asset(copy) == format_asset(asset)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "project"


def test_a_reopened_project_calls_its_functions(folder: Path) -> None:
    with SandboxEditor(folder) as editor:
        unreal: Any = editor.install()
        asset = _fill(unreal)
        assert unreal.EditorAssetLibrary.save_loaded_asset(asset, False)
    with SandboxEditor(folder) as editor:
        unreal = editor.install()
        asset = unreal.EditorAssetLibrary.load_asset("/Game/BP_Door")
        library = unreal.BlueprintEditorLibrary
        assert [str(name) for name in library.list_event_dispatchers(asset)] == ["OnOpened"]
        script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "Turn")
        assert [str(name) for name in script.list_local_variable_names()] == ["Steps", "Name"]
        nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
        call = nodes.add_call_function_node("Turn")
        pins = [str(pin.get_pin_name()) for pin in call.list_all_pins()]
        assert pins == ["self", "Angle", "Label", "Done"]
        assert nodes.add_dispatcher_event_node("OnOpened") is not None
        assert library.compile_blueprint(asset) is True
