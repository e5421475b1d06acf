"""Laws over generated edits of functions: undo is exact, text and asset are the same, calls fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tiers import examples
from unreal_sandbox import SandboxEditor
from unreal_sandbox.assets.asset_text import format_asset, parse_asset

if TYPE_CHECKING:
    from collections.abc import Callable

Step = tuple[str, int, int]

NAMES = ("Turn", "Spin fast", "Grüße", 'A"b', "x.y", "turn", "\n", "OnRep_Health")
TYPES = ("int", "bool", "real", "text", "string", "name")
EDITS = (
    *("function", "input", "output", "local", "return", "flag", "remove", "rename", "dispatcher"),
    *("parameter", "override", "notify", "call", "compile", "drop"),
)
STEPS = st.lists(st.tuples(st.sampled_from(EDITS), st.integers(0, 7), st.integers(0, 7)), max_size=20)


def _graphs(unreal: Any, asset: Any) -> list[Any]:
    return list(unreal.BlueprintEditorLibrary.list_graphs(asset))


def do(unreal: Any, asset: Any, step: Step) -> None:
    """One edit as a script makes it; many are refused, which is part of the law."""
    kind, first, second = step
    library = unreal.BlueprintEditorLibrary
    graphs = _graphs(unreal, asset)
    graph = graphs[first % len(graphs)]
    script = unreal.BlueprintGraphEditor.get_graph_editor(graph)
    pin_type = library.get_basic_type_by_name(TYPES[second % len(TYPES)])
    name, other = NAMES[first], NAMES[second]
    edits: dict[str, Callable[[], object]] = {
        "function": lambda: library.add_function_graph(asset, name),
        "input": lambda: script.add_graph_input_parameter(other, pin_type, str(second)),
        "output": lambda: script.add_graph_output_parameter(other, pin_type),
        "local": lambda: script.add_local_variable(other, pin_type, str(first)),
        "return": script.add_return_node,
        "flag": lambda: script.set_is_pure_function(first % 2 == 0),
        "remove": lambda: library.remove_function_graph(asset, name),
        "rename": lambda: library.rename_graph(graph, other),
        "dispatcher": lambda: library.add_event_dispatcher(asset, name),
        "parameter": lambda: library.add_event_dispatcher_parameter(asset, name, other, pin_type),
        "override": lambda: library.add_function_override(asset, "MustSpectate"),
        "notify": lambda: library.set_blueprint_variable_replication(
            asset, "Health", unreal.BlueprintVariableReplication.REP_NOTIFY
        ),
        "call": lambda: script.add_call_function_node(name),
        "compile": lambda: library.compile_blueprint(asset),
        "drop": lambda: [
            script.remove_graph_input_parameter(other),
            script.remove_graph_output_parameter(other),
            script.remove_local_variable(other),
            library.remove_event_dispatcher(asset, other),
        ],
    }
    edits[kind]()


def _made(editor: SandboxEditor) -> tuple[Any, Any]:
    editor.switches.rename_onto_taken_name_crashes = False
    unreal: Any = editor.install()
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_A", unreal.GameModeBase)
    library.add_member_variable(asset, "Health", library.get_basic_type_by_name("int"))
    return unreal, asset


@settings(max_examples=examples(40), deadline=None)
@given(steps=STEPS)
def test_an_asset_is_its_text_whatever_was_done(steps: list[Step]) -> None:
    with SandboxEditor() as editor:
        unreal, asset = _made(editor)
        for step in steps:
            do(unreal, asset, step)
        held = editor.blueprints["/game/bp_a"]
        read = parse_asset(format_asset(held), held.uid)
        assert read.content() == held.content()
        assert read.compiled is not None
        assert held.compiled is not None
        assert read.compiled.graphs == held.compiled.graphs
        assert format_asset(read) == format_asset(held)


@settings(max_examples=examples(40), deadline=None)
@given(before=STEPS, steps=STEPS)
def test_undo_and_redo_are_exact_whatever_was_done(before: list[Step], steps: list[Step]) -> None:
    with SandboxEditor() as editor:
        unreal, asset = _made(editor)
        held = editor.blueprints["/game/bp_a"]
        for step in before:
            do(unreal, asset, step)
        old = held.content()
        with unreal.ScopedEditorTransaction("steps"):
            for step in steps:
                do(unreal, asset, step)
        new = held.content()
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
        assert held.content() == (old if old != new else new)
        assert list(held.shapes) == list(held.graphs)
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION REDO")
        assert held.content() == new


@settings(max_examples=examples(40), deadline=None)
@given(steps=STEPS)
def test_after_a_compile_every_function_can_be_called_with_its_parameters(steps: list[Step]) -> None:
    with SandboxEditor() as editor:
        unreal, asset = _made(editor)
        library = unreal.BlueprintEditorLibrary
        nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(asset))
        for step in steps:
            do(unreal, asset, step)
        library.compile_blueprint(asset)
        held = editor.blueprints["/game/bp_a"]
        for name, shape in held.shapes.items():
            if shape.kind != "function" or name == "UserConstructionScript":
                continue
            script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, name)
            given_pins = {
                str(pin.get_pin_name())
                for node in script.list_all_nodes()
                if node.get_class().get_name() == "K2Node_FunctionEntry"
                for pin in node.list_output_pins()
            }
            call = nodes.add_call_function_node(name)
            assert call is not None
            shown = {str(pin.get_pin_name()) for pin in call.list_input_pins()}
            assert given_pins - {"then"} <= shown
