"""Every modelled call with arguments that nobody should give: it refuses in words or does its work.

Nothing else is raised, and whatever a call did, the project saves and reads back the same.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.hostile_values import Bag
from tiers import thinned
from unreal_sandbox import FatalEditorError, NotModelledError, SandboxEditor, ScriptError, Switches
from unreal_sandbox.assets.asset_text import format_asset, parse_asset

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from unreal_sandbox.glue.manifest import MethodEntry

REFUSALS = (TypeError, ScriptError, NotModelledError)
"""What the glue raises, and what the sandbox says of what it does not know. A crash is its own kind."""
CALLS = 300
ROUND = 100
"""Calls on one project before a new one is made."""
SEEDS = (1, 2, 3)

Call = tuple[str, str, "MethodEntry"]


def modelled_calls(editor: SandboxEditor, unreal: Any) -> list[Call]:
    """Owner, name and manifest entry of every method and module function that is modelled."""
    types = editor.types
    calls: list[Call] = []
    for owner, entry in types.manifest.classes.items():
        kind = types.find(owner)
        for name, method in entry.methods.items():
            attribute = getattr(kind, name, None)
            if name != "__init__" and getattr(attribute, "is_modelled", attribute is not None):
                calls.append((owner, name, method))
    for name, function in types.manifest.functions.items():
        if getattr(getattr(unreal, name, None), "is_modelled", False):
            calls.append(("unreal", name, function))
    return calls


def small_project(editor: SandboxEditor, unreal: Any, random: Random) -> Bag:
    """Two Blueprints with a bit of everything, and what there is in them to call something on."""
    library, graph_editor = unreal.BlueprintEditorLibrary, unreal.BlueprintGraphEditor
    door = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
    library.create_blueprint_asset_with_parent("/Game/BP_Other", unreal.Pawn)
    library.add_member_variable(door, "Health", library.get_basic_type_by_name("real"))
    library.add_event_dispatcher(door, "Disp")
    function = graph_editor.create_and_edit_function_graph(door, "Fn")
    function.add_graph_output_parameter("Out", library.get_basic_type_by_name("bool"))
    library.compile_blueprint(door)
    bag = Bag(random, editor, unreal)
    gather(bag, unreal)
    return bag


def gather(bag: Bag, unreal: Any) -> None:
    """Put into the bag what the project holds now."""
    library, graph_editor = unreal.BlueprintEditorLibrary, unreal.BlueprintGraphEditor
    subobjects = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    for path in unreal.EditorAssetLibrary.list_assets("/Game"):
        asset = unreal.load_asset(path)
        if not isinstance(asset, unreal.Blueprint):
            continue
        bag.fill([asset, asset.generated_class(), subobjects.k2_gather_subobject_data_for_blueprint(asset)])
        for graph in library.list_graphs(asset):
            nodes = graph_editor.get_graph_editor(graph)
            bag.fill([graph, nodes, nodes.list_all_nodes(), nodes.list_comment_nodes()])
            bag.fill(node.list_all_pins() for node in list(nodes.list_all_nodes())[:6])
        bag.put(unreal.get_default_object(asset.generated_class()))
    bag.fill([subobjects, unreal.AssetRegistryHelpers.get_asset_registry(), unreal.ToolMenus.get()])
    bag.fill([unreal.AssetToolsHelpers.get_asset_tools(), unreal.ToolMenus.get().extend_menu("A.B")])
    bag.fill([library.get_basic_type_by_name("real"), unreal.Vector(), unreal.ToolMenuEntry()])
    bag.fill([unreal.get_default_object(unreal.Blueprint), unreal.AssetExportTask()])
    bag.put(unreal.EditorAssetLibrary.find_asset_data("/Game/BP_Door"))


def make_call(unreal: Any, bag: Bag, call: Call) -> object:
    """One call with random arguments; what it gave."""
    owner, name, entry = call
    given = [bag.value(parameter.type) for parameter in entry.parameters]
    subject: Any = unreal if owner == "unreal" else bag.types.find(owner)
    if owner != "unreal" and not entry.is_static:
        subjects = bag.of(subject)
        if not subjects:
            return None
        subject = bag.random.choice(subjects)
    return getattr(subject, name)(*given)


def check_project(editor: SandboxEditor) -> None:
    """Every asset reads back from its text as it is."""
    for asset in editor.blueprints.values():
        text = format_asset(asset)
        assert format_asset(parse_asset(text.encode().decode(), 0)) == text


@pytest.fixture
def switches() -> Switches:
    return Switches(long_names_crash=False)


def rounds(random: Random, switches: Switches, folder: Path) -> Iterator[tuple[SandboxEditor, Any, Bag]]:
    for number in range(CALLS // ROUND):
        with SandboxEditor(folder / str(number), switches=switches) as editor:
            editor.sleep = lambda _seconds: None
            unreal = editor.install()
            yield editor, unreal, small_project(editor, unreal, random)


@pytest.mark.parametrize("seed", thinned(SEEDS, 1))
def test_a_call_refuses_in_words_or_leaves_a_project_that_reads_back(
    seed: int, switches: Switches, tmp_path: Path
) -> None:
    random = Random(seed)
    for editor, unreal, bag in rounds(random, switches, tmp_path):
        calls = modelled_calls(editor, unreal)
        for _ in range(ROUND):
            try:
                bag.put(make_call(unreal, bag, random.choice(calls)))
            except REFUSALS:
                pass
            except FatalEditorError:
                break  # a modal dialog that nobody answers, for one: the process is gone
            check_project(editor)
        if editor.has_crashed:
            continue
        editor.modal_dialog = ""
        editor.save_all()
        kept = {a.path: format_asset(a) for a in editor.blueprints.values() if not a.is_dirty}
        editor.shutdown()
        reopened = SandboxEditor(editor.project_dir)
        assert reopened.storage is not None
        assert reopened.storage.unreadable == {}
        on_disk = {asset.path: format_asset(asset) for asset in reopened.blueprints.values()}
        reopened.shutdown()
        assert kept.items() <= on_disk.items()


@pytest.mark.parametrize("text", ["a\0b", "a\0"])
def test_a_nul_ends_a_text(door: Any, text: str) -> None:
    pin = door.call("/Script/Engine.KismetSystemLibrary:PrintString").find_input_pin("InString")
    assert pin.set_pin_value(text) is True
    assert pin.get_pin_value() == "a"


def test_half_a_surrogate_pair_is_no_text(unreal: Any, door: Any) -> None:
    with pytest.raises(TypeError, match="no valid Unicode"):
        door.nodes.add_custom_event_node("\ud800")
    with pytest.raises(TypeError, match="no valid Unicode"):
        unreal.Name("\ud800")


def test_a_name_that_is_too_long_ends_the_process_or_becomes_another(
    editor: SandboxEditor, door: Any
) -> None:
    kind = door.library.get_basic_type_by_name("int")
    editor.switches.long_names_crash = False
    assert door.library.add_member_variable(door.asset, "x" * 1024, kind) is True
    names = [str(name) for name in door.library.list_member_variable_names(door.asset, False)]
    assert names == ["ERROR_NAME_SIZE_EXCEEDED"]
    editor.switches.long_names_crash = True
    with pytest.raises(FatalEditorError, match="1023"):
        door.library.add_member_variable(door.asset, "x" * 1024, kind)


def test_a_number_that_no_int32_holds_is_no_int(unreal: Any) -> None:
    assert unreal.IntPoint(2**31 - 1, -(2**31)).x == 2**31 - 1
    with pytest.raises(TypeError, match="IntPoint"):
        unreal.IntPoint(2**31, 0)
    with pytest.raises(TypeError, match="Vector"):
        unreal.Vector(10**400, 0, 0)


def test_the_class_default_of_a_blueprint_is_no_blueprint(unreal: Any, door: Any) -> None:
    default = unreal.get_default_object(unreal.Blueprint)
    with pytest.raises(NotModelledError):
        door.library.compile_blueprint(default)
    with pytest.raises(NotModelledError):
        default.get_blueprint_variable_category("Health")


def test_what_is_left_of_a_removed_graph_can_be_shown(unreal: Any, door: Any) -> None:
    function = unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Open")
    entry = function.list_all_nodes()[0]
    door.library.remove_function_graph(door.asset, "Open")
    assert repr(entry) == "<Object (null) Class 'K2Node_FunctionEntry'>"
