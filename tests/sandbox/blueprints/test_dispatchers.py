"""Event dispatchers, the events that fit them, component events and Create Event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.kinds.specs import CreateDelegateSpec, DelegateSpec
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
from unreal_sandbox.graphs.graph_editor import add_node

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


@pytest.fixture
def opened(door: Any) -> Any:
    """A Blueprint with the compiled dispatcher OnOpened(Angle: int)."""
    library = door.library
    assert library.add_event_dispatcher(door.asset, "OnOpened") is True
    number = library.get_basic_type_by_name("int")
    assert library.add_event_dispatcher_parameter(door.asset, "OnOpened", "Angle", number) is True
    assert door.compile() is True
    return door


def _node(editor: SandboxEditor, spec: Any) -> Any:
    """A node that only the palette makes, put there without its localised name."""
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    graph = GraphTarget.by_name(editor, asset, "EventGraph")
    assert graph is not None
    return editor.types.handle(add_node(graph, spec))


def _begin(door: Any, node: Any) -> None:
    event = door.library.add_event_override(door.asset, "ReceiveBeginPlay", door.unreal.IntPoint(0, 0))
    assert event.find_then_pin().try_create_connection(node.find_execute_pin())


def _outputs(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_output_pins()]


# --- declaring -------------------------------------------------------------------------------------


def test_a_dispatcher_is_listed_and_its_name_is_taken(opened: Any) -> None:
    library = opened.library
    assert [str(name) for name in library.list_event_dispatchers(opened.asset)] == ["OnOpened"]
    assert library.add_event_dispatcher(opened.asset, "onopened") is False
    assert opened.add_variable("OnOpened") is False
    assert library.add_event_dispatcher(opened.asset, "") is False


def test_parameters_are_refused_when_they_cannot_be(opened: Any) -> None:
    library, asset = opened.library, opened.asset
    number = library.get_basic_type_by_name("int")
    assert library.add_event_dispatcher_parameter(asset, "OnOpened", "angle", number) is False
    assert library.add_event_dispatcher_parameter(asset, "OnClosed", "Angle", number) is False
    assert library.add_event_dispatcher_parameter(asset, "OnOpened", "", number) is False
    assert library.remove_event_dispatcher_parameter(asset, "OnOpened", "Speed") is False
    assert library.remove_event_dispatcher_parameter(asset, "OnOpened", "Angle") is True
    assert library.remove_event_dispatcher_parameter(asset, "OnOpened", "Angle") is False


def test_its_graph_is_listed_and_removed_only_with_it(opened: Any) -> None:
    library = opened.library
    graph = library.find_graph(opened.asset, "OnOpened")
    assert graph in list(library.list_graphs(opened.asset))
    library.remove_graph(opened.asset, graph)
    library.rename_graph(graph, "OnClosed")
    assert library.find_graph(opened.asset, "OnOpened") == graph
    assert library.remove_event_dispatcher(opened.asset, "OnOpened") is True
    assert library.find_graph(opened.asset, "OnOpened") is None
    assert library.remove_event_dispatcher(opened.asset, "OnOpened") is False
    assert not library.list_event_dispatchers(opened.asset)


def test_an_undo_takes_variable_and_graph_away(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("dispatcher"):
        door.library.add_event_dispatcher(door.asset, "OnOpened")
    assert editor.transactions.undo()
    assert not door.library.list_event_dispatchers(door.asset)
    assert door.library.find_graph(door.asset, "OnOpened") is None


# --- events ----------------------------------------------------------------------------------------


def test_a_dispatcher_event_copies_the_compiled_signature(opened: Any) -> None:
    text = opened.library.get_basic_type_by_name("string")
    opened.library.add_event_dispatcher_parameter(opened.asset, "OnOpened", "Label", text)
    event = opened.nodes.add_dispatcher_event_node("OnOpened")
    assert _outputs(event) == ["OutputDelegate", "then", "Angle"]
    assert event.get_node_title().splitlines()[0] != "OnOpened"
    opened.compile()
    later = opened.nodes.add_dispatcher_event_node("OnOpened")
    assert _outputs(later) == ["OutputDelegate", "then", "Angle", "Label"]
    assert later.get_node_title() != event.get_node_title()


def test_a_dispatcher_of_another_class_needs_that_class(opened: Any) -> None:
    nodes = opened.nodes
    assert nodes.add_dispatcher_event_node("OnNoSuch") is None
    event = nodes.add_dispatcher_event_node("OnEndPlay", opened.unreal.Actor)
    assert "EndPlayReason" in _outputs(event)


def test_a_removed_dispatcher_makes_no_more_events(opened: Any) -> None:
    opened.library.remove_event_dispatcher(opened.asset, "OnOpened")
    assert opened.nodes.add_dispatcher_event_node("OnOpened") is None


def test_a_fitting_event_is_bound_and_compiles(editor: SandboxEditor, opened: Any) -> None:
    bind = _node(editor, DelegateSpec("add", "OnOpened"))
    _begin(opened, bind)
    assert opened.compile() is False  # nothing is bound yet
    event = opened.nodes.add_dispatcher_event_node("OnOpened")
    assert event.find_output_pin("OutputDelegate").try_create_connection(bind.find_input_pin("Delegate"))
    assert opened.compile() is True


def test_an_event_with_other_parameters_cannot_be_bound(editor: SandboxEditor, opened: Any) -> None:
    bind = _node(editor, DelegateSpec("add", "OnOpened"))
    event = opened.nodes.add_custom_event_node("Open")
    assert not event.find_output_pin("OutputDelegate").try_create_connection(bind.find_input_pin("Delegate"))


def test_a_call_of_a_changed_dispatcher_breaks(editor: SandboxEditor, opened: Any) -> None:
    call = _node(editor, DelegateSpec("call", "OnOpened"))
    _begin(opened, call)
    assert call.find_input_pin("Angle").is_valid()
    assert opened.compile() is True
    text = opened.library.get_basic_type_by_name("string")
    opened.library.add_event_dispatcher_parameter(opened.asset, "OnOpened", "Label", text)
    assert opened.compile() is False
    assert "parameter Label of OnOpened" in call.get_editor_property("error_msg")


def test_a_dispatcher_of_another_blueprint_is_named_by_its_class(
    editor: SandboxEditor, unreal: Any, opened: Any
) -> None:
    library = unreal.BlueprintEditorLibrary
    other = library.create_blueprint_asset_with_parent("/Game/BP_Key", unreal.Actor)
    library.add_event_dispatcher(other, "OnTurned")
    number = library.get_basic_type_by_name("int")
    library.add_event_dispatcher_parameter(other, "OnTurned", "Angle", number)
    library.compile_blueprint(other)
    class_path = "/Game/BP_Key.BP_Key_C"
    bind = _node(editor, DelegateSpec("add", "OnTurned", class_path))
    text = bind.find_input_pin("Delegate").get_pin_type().export_text()
    assert f"BlueprintGeneratedClass'{class_path}'" in text
    event = opened.nodes.add_dispatcher_event_node("OnTurned", other.generated_class())
    assert _outputs(event) == ["OutputDelegate", "then", "Angle"]
    assert event.find_output_pin("OutputDelegate").try_create_connection(bind.find_input_pin("Delegate"))


def test_nodes_of_a_removed_dispatcher_break(editor: SandboxEditor, opened: Any) -> None:
    call = _node(editor, DelegateSpec("call", "OnOpened"))
    _begin(opened, call)
    opened.library.remove_event_dispatcher(opened.asset, "OnOpened")
    assert opened.compile() is False
    assert "OnOpened" in call.get_editor_property("error_msg")


# --- Create Event ----------------------------------------------------------------------------------


def test_create_event_lists_fitting_functions_once_it_is_linked(editor: SandboxEditor, opened: Any) -> None:
    number = opened.library.get_basic_type_by_name("int")
    fitting = opened.unreal.BlueprintGraphEditor.create_and_edit_function_graph(opened.asset, "Turn")
    fitting.add_graph_input_parameter("Degrees", number)
    opened.library.add_function_graph(opened.asset, "Stop")
    opened.compile()
    library = opened.library
    bind = _node(editor, DelegateSpec("add", "OnOpened"))
    node = _node(editor, CreateDelegateSpec())
    assert not library.list_compatible_functions_for_delegate(node)
    assert node.find_output_pin("OutputDelegate").try_create_connection(bind.find_input_pin("Delegate"))
    assert [str(name) for name in library.list_compatible_functions_for_delegate(node)] == ["Turn"]


def test_create_event_compiles_with_a_fitting_function_only(editor: SandboxEditor, opened: Any) -> None:
    number = opened.library.get_basic_type_by_name("int")
    fitting = opened.unreal.BlueprintGraphEditor.create_and_edit_function_graph(opened.asset, "Turn")
    fitting.add_graph_input_parameter("Degrees", number)
    opened.library.add_function_graph(opened.asset, "Stop")
    opened.compile()
    bind = _node(editor, DelegateSpec("add", "OnOpened"))
    node = _node(editor, CreateDelegateSpec())
    node.find_output_pin("OutputDelegate").try_create_connection(bind.find_input_pin("Delegate"))
    _begin(opened, bind)
    assert str(opened.library.get_create_delegate_function(node)) == "None"
    assert opened.compile() is False
    for name, is_good in (("Stop", False), ("NoSuch", False), ("Turn", True)):
        opened.library.set_create_delegate_function(node, name)
        assert str(opened.library.get_create_delegate_function(node)) == name
        assert opened.compile() is is_good


# --- components ------------------------------------------------------------------------------------


@pytest.fixture
def box(door: Any) -> Any:
    data = door.unreal.SubobjectDataBlueprintFunctionLibrary
    handle, _ = door.add_component(door.unreal.BoxComponent)
    return data.get_object_for_blueprint(data.get_data(handle), door.asset)


def test_events_of_a_component_are_its_delegates(door: Any, box: Any) -> None:
    names = [str(name) for name in door.nodes.list_component_events(box)]
    assert "OnComponentBeginOverlap" in names
    assert len(names) == len(set(names))


def test_a_component_event_needs_one_compile_and_exists_once(door: Any, box: Any) -> None:
    assert door.nodes.add_component_bound_event_node(box, "OnComponentBeginOverlap") is None
    door.compile()
    event = door.nodes.add_component_bound_event_node(box, "OnComponentBeginOverlap")
    assert "OtherActor" in _outputs(event)
    assert door.nodes.add_component_bound_event_node(box, "oncomponentbeginoverlap") == event
    assert door.nodes.add_component_bound_event_node(box, "OnNoSuch") is None
    assert door.compile() is True


def test_a_component_of_another_blueprint_is_refused(unreal: Any, door: Any, box: Any) -> None:
    other = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Key", unreal.Actor)
    door.compile()
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(other, "EventGraph")
    assert nodes.add_component_bound_event_node(box, "OnComponentBeginOverlap") is None
