"""Function graphs, dispatchers, locals, overrides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import DELAY, Answer, Facts, is_nothing, names

if TYPE_CHECKING:
    from conformance_bench import Bench

FACTS = Facts("functions")
believe = FACTS.believe
LIBRARY = unreal.BlueprintEditorLibrary


def _function(scratch: Any, name: str = "Open") -> Any:
    return unreal.BlueprintGraphEditor.create_and_edit_function_graph(scratch.asset, name)


@believe("create", "a function graph is made and edited in one call", "field notes 0")
def _create(bench: Bench) -> Any:
    return _function(bench.blueprint()).get_graph().get_name() == "Open"


@believe("entry", "a new function holds its entry node", "api guide 5")
def _entry(bench: Bench) -> Any:
    found = [node.get_class().get_name() for node in _function(bench.blueprint()).list_all_nodes()]
    return found == ["K2Node_FunctionEntry"] or found


@believe("input", "an input parameter gives the pin of the entry node", "field notes 0")
def _input(bench: Bench) -> Any:
    scratch = bench.blueprint()
    pin = _function(scratch).add_graph_input_parameter("Speed", scratch.kind("real"), "")
    return pin.is_valid() and str(pin.get_pin_name()) == "Speed"


@believe("output", "an output parameter gives the result node, not a pin", "field notes 0")
def _output(bench: Bench) -> Any:
    scratch = bench.blueprint()
    node = _function(scratch).add_graph_output_parameter("Done", scratch.kind("bool"))
    return node.get_class().get_name() == "K2Node_FunctionResult" and "Done" in names(node.list_input_pins())


@believe("call", "after a compile the function is called by its bare name", "field notes 3")
def _call(bench: Bench) -> Any:
    scratch = bench.blueprint()
    _function(scratch).add_graph_input_parameter("Speed", scratch.kind("real"), "")
    scratch.compile()
    node = scratch.call("Open")
    return not is_nothing(node) and "Speed" in names(node.list_input_pins())


@believe("stale-call", "a call node does not notice a new parameter by itself", "field notes 4")
def _stale_call(bench: Bench) -> Any:
    scratch = bench.blueprint()
    function = _function(scratch)
    scratch.compile()
    node = scratch.call("Open")
    function.add_graph_input_parameter("Speed", scratch.kind("real"), "")
    return "Speed" not in names(node.list_input_pins())


@believe("latent", "a latent node in a function graph comes to nothing or does not compile", "field notes 6")
def _latent(bench: Bench) -> Any:
    scratch = bench.blueprint()
    node = _function(scratch).add_call_function_node(DELAY)
    if is_nothing(node):
        return Answer("no node")
    return Answer("a node, and the compile gives " + str(scratch.compile()))


@believe("custom-event", "a custom event in a function graph gives None", "field notes 3")
def _custom_event(bench: Bench) -> Any:
    return _function(bench.blueprint()).add_custom_event_node("Nope") is None


@believe("recreate", "a function that was just removed comes back as another name", "field notes 3")
def _recreate(bench: Bench) -> Any:
    scratch = bench.blueprint()
    _function(scratch)
    scratch.compile()
    LIBRARY.remove_function_graph(scratch.asset, "Open")
    return Answer(_function(scratch).get_graph().get_name())


@believe("rename", "a graph is renamed", "api guide 5")
def _rename(bench: Bench) -> Any:
    scratch = bench.blueprint()
    LIBRARY.rename_graph(_function(scratch).get_graph(), "Close")
    return "Close" in [str(name) for name in LIBRARY.list_graph_names(scratch.asset)]


@believe("pure", "a pure function has a call node without exec pins", "api guide 5")
def _pure(bench: Bench) -> Any:
    scratch = bench.blueprint()
    function = _function(scratch)
    function.add_graph_output_parameter("Done", scratch.kind("bool"))
    function.set_is_pure_function(True)
    scratch.compile()
    found = names(scratch.call("Open").list_all_pins())
    return "execute" not in found or found


@believe("local", "a local variable is listed with its default", "api guide 4")
def _local(bench: Bench) -> Any:
    scratch = bench.blueprint()
    function = _function(scratch)
    done = function.add_local_variable("Count", scratch.kind("int"), "3")
    value = function.get_local_variable_default_value("Count")
    return (done is True and value == "3") or f"{done}, {value!r}"


@believe("dispatcher", "a dispatcher is added once and listed", "api guide 5")
def _dispatcher(bench: Bench) -> Any:
    scratch = bench.blueprint()
    done = [LIBRARY.add_event_dispatcher(scratch.asset, "OnOpened") for _ in range(2)]
    listed = [str(name) for name in LIBRARY.list_event_dispatchers(scratch.asset)]
    return (done == [True, False] and listed == ["OnOpened"]) or f"{done}, {listed}"


@believe("dispatcher-event", "an event with the pins of a dispatcher can be made", "api guide 5")
def _dispatcher_event(bench: Bench) -> Any:
    scratch = bench.blueprint()
    LIBRARY.add_event_dispatcher(scratch.asset, "OnOpened")
    LIBRARY.add_event_dispatcher_parameter(scratch.asset, "OnOpened", "Speed", scratch.kind("real"))
    scratch.compile()
    node = scratch.nodes.add_dispatcher_event_node("OnOpened")
    return not is_nothing(node) and "Speed" in names(node.list_output_pins())


@believe("override-wired", "the graph of an overridden function calls its parent", "field notes 4")
def _override_wired(bench: Bench) -> Any:
    scratch = bench.blueprint(unreal.GameModeBase)
    graph = LIBRARY.add_function_override(scratch.asset, "ChoosePlayerStart")
    if graph is None:
        return "None"
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(graph).list_all_nodes()
    found = [node.get_class().get_name() for node in nodes]
    return "K2Node_CallParentFunction" in found or found


@believe("return-node", "a return node is made by its own call", "api guide 6.1")
def _return_node(bench: Bench) -> Any:
    scratch = bench.blueprint()
    function = _function(scratch)
    function.add_graph_output_parameter("Done", scratch.kind("bool"))
    return function.add_return_node().get_class().get_name() == "K2Node_FunctionResult"
