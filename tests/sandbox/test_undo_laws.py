"""Every kind of change is undone exactly and done again exactly; no look at a Blueprint changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import PRINT
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor

FOR_LOOP = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros:ForLoop"
SEQUENCE = "Utilities|FlowControl|Sequence"


@dataclass
class Rich:
    """A Blueprint with something of everything."""

    unreal: Any
    door: Blueprint

    @property
    def asset(self) -> Any:
        return self.door.asset

    @property
    def library(self) -> Any:
        return self.door.library

    @property
    def nodes(self) -> Any:
        return self.door.nodes

    @property
    def work(self) -> Any:
        return self.unreal.BlueprintGraphEditor.get_graph_editor_by_name(self.asset, "Work")

    def type(self, name: str) -> Any:
        return self.library.get_basic_type_by_name(name)

    def of_class(self, name: str) -> Any:
        return self.nodes.list_nodes_of_class(getattr(self.unreal, name))[0]

    def handle(self, name: str) -> Any:
        return dict(zip(self.door.component_names(), self.door.handles()[1:], strict=True))[name]

    def build(self) -> None:
        library = self.library
        self.door.add_variable("Speed")
        self.door.add_variable("Unused", "string")
        mesh, _ = self.door.add_component(self.unreal.StaticMeshComponent)
        self.door.subsystem.rename_subobject(mesh, self.unreal.Text("Mesh"))
        box, _ = self.door.add_component(self.unreal.BoxComponent, self.handle("Mesh"))
        self.door.subsystem.rename_subobject(box, self.unreal.Text("Box"))
        assert library.add_event_dispatcher(self.asset, "Opened")
        assert library.add_event_dispatcher_parameter(self.asset, "Opened", "How", self.type("int"))
        work = self.unreal.BlueprintGraphEditor.create_and_edit_function_graph(self.asset, "Work")
        work.add_graph_input_parameter("Amount", self.type("int"))
        work.add_graph_output_parameter("Result", self.type("int"))
        work.add_local_variable("Local", self.type("int"), "3")
        library.compile_blueprint(self.asset)
        print_it = self.door.call(PRINT)
        self.nodes.find_event_node("ReceiveTick").find_then_pin().try_create_connection(
            print_it.find_execute_pin()
        )
        print_it.find_input_pin("InString").set_pin_value("hello")
        sequence = self.nodes.create_node_from_name(SEQUENCE, self.unreal.Vector2D(0, 0), [], None)
        assert self.nodes.add_node_pin(sequence)
        assert self.nodes.add_custom_event_node("Mine") is not None
        assert self.nodes.add_comment_node("Why", self.unreal.Vector2D(10, 20)) is not None
        library.compile_blueprint(self.asset)

    def template(self) -> Any:
        data = self.unreal.SubobjectDataBlueprintFunctionLibrary
        return data.get_object(data.get_data(self.handle("Mesh")))


@pytest.fixture
def rich(unreal: Any, door: Blueprint) -> Rich:
    made = Rich(unreal, door)
    made.build()
    return made


def execute_pin(it: Rich) -> Any:
    return it.of_class("K2Node_CallFunction").find_execute_pin()


CHANGES: dict[str, Callable[[Rich], object]] = {
    "add a variable": lambda it: it.door.add_variable("More"),
    "remove a variable": lambda it: it.nodes.remove_member_variable("Unused"),
    "retype a variable": lambda it: it.library.change_member_variable_type(
        it.asset, "Unused", it.type("int")
    ),
    "category": lambda it: it.asset.set_blueprint_variable_category("Speed", it.unreal.Text("Moving")),
    "editable": lambda it: it.asset.set_blueprint_variable_instance_editable("Speed", True),
    "expose on spawn": lambda it: it.asset.set_blueprint_variable_expose_on_spawn("Speed", True),
    "expose to cinematics": lambda it: it.asset.set_blueprint_variable_expose_to_cinematics("Speed", True),
    "class default": lambda it: it.unreal.get_default_object(it.asset.generated_class()).set_editor_property(
        "Speed", 4.0
    ),
    "add a component": lambda it: it.door.add_component(it.unreal.SceneComponent),
    "rename a component": lambda it: it.door.subsystem.rename_subobject(
        it.handle("Box"), it.unreal.Text("Crate")
    ),
    "delete a component": lambda it: it.door.subsystem.delete_subobject(
        it.door.handles()[0], it.handle("Box"), it.asset
    ),
    "template property": lambda it: it.template().set_editor_property(
        "relative_location", it.unreal.Vector(1, 2, 3)
    ),
    "add a dispatcher": lambda it: it.library.add_event_dispatcher(it.asset, "Closed"),
    "add a dispatcher parameter": lambda it: it.library.add_event_dispatcher_parameter(
        it.asset, "Opened", "Who", it.type("string")
    ),
    "remove a dispatcher parameter": lambda it: it.library.remove_event_dispatcher_parameter(
        it.asset, "Opened", "How"
    ),
    "remove a dispatcher": lambda it: it.library.remove_event_dispatcher(it.asset, "Opened"),
    "add a function": lambda it: it.library.add_function_graph(it.asset, "Second"),
    "remove a function": lambda it: it.library.remove_function_graph(it.asset, "Work"),
    "rename a graph": lambda it: it.library.rename_graph(it.work.get_graph(), "Labour"),
    "override an event": lambda it: it.library.add_event_override(
        it.asset, "ReceiveEndPlay", it.unreal.IntPoint(0, 900)
    ),
    "add an input": lambda it: it.work.add_graph_input_parameter("Extra", it.type("bool")),
    "remove an input": lambda it: it.work.remove_graph_input_parameter("Amount"),
    "add an output": lambda it: it.work.add_graph_output_parameter("Extra", it.type("bool")),
    "remove an output": lambda it: it.work.remove_graph_output_parameter("Result"),
    "add a local variable": lambda it: it.work.add_local_variable("Other", it.type("name")),
    "remove a local variable": lambda it: it.work.remove_local_variable("Local"),
    "local default": lambda it: it.work.set_local_variable_default_value("Local", "9"),
    "pure": lambda it: it.work.set_is_pure_function(True),
    "private": lambda it: it.work.set_function_is_private(),
    "const": lambda it: it.work.set_is_const_function(True),
    "deprecated": lambda it: it.work.set_is_deprecated_function(True),
    "get a local variable": lambda it: it.work.add_get_local_variable_node("Local"),
    "call a function": lambda it: it.door.call(PRINT),
    "call an own function": lambda it: it.door.call("Work"),
    "a bad call": lambda it: it.door.call("/Script/Engine.KismetSystemLibrary:NoSuchThing"),
    "a branch": lambda it: it.nodes.add_branch_node(),
    "a custom event": lambda it: it.nodes.add_custom_event_node("Another"),
    "a getter": lambda it: it.nodes.add_get_member_variable_node("Speed", ""),
    "a macro": lambda it: it.nodes.add_macro_node(FOR_LOOP),
    "a comment": lambda it: it.nodes.add_comment_node("More", it.unreal.Vector2D(0, 0)),
    "a comment around nodes": lambda it: it.nodes.add_comment_to_nodes("Round", it.nodes.list_all_nodes()),
    "remove a comment": lambda it: it.nodes.remove_comment_node(it.nodes.list_comment_nodes()[0]),
    "comment text": lambda it: it.library.set_comment_text(it.nodes.list_comment_nodes()[0], "Because"),
    "a node from the palette": lambda it: it.nodes.create_node_from_name(
        SEQUENCE, it.unreal.Vector2D(0, 0), [], None
    ),
    "a dispatcher event": lambda it: it.nodes.add_dispatcher_event_node("Opened", None),
    "a component event": lambda it: it.nodes.add_component_bound_event_node(
        it.template(), "OnComponentBeginOverlap"
    ),
    "one pin more": lambda it: it.nodes.add_node_pin(it.of_class("K2Node_ExecutionSequence")),
    "one pin less": lambda it: it.nodes.remove_node_pin(
        it.of_class("K2Node_ExecutionSequence"),
        it.of_class("K2Node_ExecutionSequence").find_output_pin("then_2"),
    ),
    "remove nodes": lambda it: it.nodes.remove_nodes([it.of_class("K2Node_CallFunction")]),
    "remove unused nodes": lambda it: it.library.remove_unused_nodes(it.asset),
    "remove unused variables": lambda it: it.library.remove_unused_variables(it.asset),
    "link": lambda it: (
        it.nodes.find_event_node("ReceiveBeginPlay")
        .find_then_pin()
        .try_create_connection(it.of_class("K2Node_ExecutionSequence").find_execute_pin())
    ),
    "link with a conversion": lambda it: (
        it.nodes.find_event_node("ReceiveTick")
        .find_output_pin("DeltaSeconds")
        .try_create_connection(it.of_class("K2Node_CallFunction").find_input_pin("InString"))
    ),
    "break links": lambda it: execute_pin(it).break_pin_links(),
    "pin value": lambda it: it.of_class("K2Node_CallFunction").find_input_pin("InString").set_pin_value("x"),
    "move a node": lambda it: it.of_class("K2Node_CallFunction").set_node_pos(it.unreal.IntPoint(5, 6)),
}

LOOKS: dict[str, Callable[[Rich], object]] = {
    "nodes": lambda it: [node.get_node_title() for node in it.nodes.list_all_nodes()],
    "pins": lambda it: [
        (pin.get_pin_name(), pin.get_pin_value(), pin.list_connected_pins())
        for node in it.nodes.list_all_nodes()
        for pin in [*node.list_input_pins(), *node.list_output_pins()]
    ],
    "graphs": lambda it: [graph.get_name() for graph in it.library.list_graphs(it.asset)],
    "variables": lambda it: list(it.asset.list_member_variable_names(False)),
    "components": lambda it: it.door.component_names(),
    "palette": lambda it: len(it.nodes.list_available_nodes([])),
    "comments": lambda it: it.nodes.list_comment_nodes(),
    "template": lambda it: it.template().get_editor_property("relative_location"),
    "events": lambda it: it.nodes.find_event_node("ReceiveTick"),
    "errors": lambda it: it.nodes.list_nodes_with_errors(),
    "status": lambda it: it.asset.get_editor_property("status"),
}


def state(editor: SandboxEditor) -> object:
    asset = editor.blueprints["/game/bp_door"]
    return asset.content(), dict(asset.shapes)


@pytest.mark.parametrize("name", thinned(CHANGES, 17, is_one_value=True))
def test_a_change_is_undone_and_done_again_exactly(
    editor: SandboxEditor, unreal: Any, rich: Rich, name: str
) -> None:
    asset = editor.blueprints["/game/bp_door"]
    console = unreal.SystemLibrary.execute_console_command
    assert unreal.EditorAssetLibrary.save_loaded_asset(rich.asset)
    before = state(editor)
    with unreal.ScopedEditorTransaction("change"):
        CHANGES[name](rich)
    after = state(editor)
    assert after != before
    assert asset.is_dirty
    asset.is_dirty = False
    console(None, "TRANSACTION UNDO")
    assert state(editor) == before
    assert asset.is_dirty
    console(None, "TRANSACTION REDO")
    assert state(editor) == after
    console(None, "TRANSACTION UNDO")
    assert state(editor) == before


def test_many_changes_are_undone_one_by_one(editor: SandboxEditor, unreal: Any, rich: Rich) -> None:
    states = [state(editor)]
    for name in ("a branch", "add an input", "add a component", "remove a dispatcher", "remove nodes"):
        with unreal.ScopedEditorTransaction(name):
            CHANGES[name](rich)
        states.append(state(editor))
    for verb, expected in (("UNDO", states[-2::-1]), ("REDO", states[1:]), ("UNDO", states[-2::-1])):
        for wanted in expected:
            unreal.SystemLibrary.execute_console_command(None, f"TRANSACTION {verb}")
            assert state(editor) == wanted


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_changes_nothing(editor: SandboxEditor, unreal: Any, rich: Rich, name: str) -> None:
    assert unreal.EditorAssetLibrary.save_loaded_asset(rich.asset)
    before = state(editor)
    with unreal.ScopedEditorTransaction("look"):
        LOOKS[name](rich)
    assert state(editor) == before
    assert editor.dirty_packages == []
    assert editor.transactions.done == []
