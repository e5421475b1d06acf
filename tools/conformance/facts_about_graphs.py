"""Graphs: the ghosts of a new Blueprint, events, comments, compile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import DELAY, PRINT, Answer, Facts, is_nothing

if TYPE_CHECKING:
    from conformance_bench import Bench

FACTS = Facts("graphs")
believe = FACTS.believe
LIBRARY = unreal.BlueprintEditorLibrary
GHOSTS = ("ReceiveBeginPlay", "ReceiveActorBeginOverlap", "ReceiveTick")


@believe("event-graph", "a new Blueprint has an event graph of that name", "field notes 0")
def _event_graph(bench: Bench) -> Any:
    return LIBRARY.find_event_graph(bench.blueprint().asset).get_name() == "EventGraph"


@believe("construction", "a new Actor Blueprint has a construction script", "assumed")
def _construction(bench: Bench) -> Any:
    found = [str(name) for name in LIBRARY.list_graph_names(bench.blueprint().asset)]
    return "UserConstructionScript" in found or found


@believe("no-graph", "a graph editor for a graph that is not there is None or has no graph", "field notes 0")
def _no_graph(bench: Bench) -> Any:
    editor = unreal.BlueprintGraphEditor.get_graph_editor_by_name(bench.blueprint().asset, "Nowhere")
    return Answer("None" if editor is None else f"an editor of {editor.get_graph()}")


@believe("ghosts", "a new Actor Blueprint holds three event nodes", "field notes 4")
def _ghosts(bench: Bench) -> Any:
    found = len(bench.blueprint().nodes.list_all_nodes())
    return found == 3 or found


@believe("find-ghosts", "they are found by their C++ names", "field notes 4")
def _find_ghosts(bench: Bench) -> Any:
    nodes = bench.blueprint().nodes
    missing = [name for name in GHOSTS if not nodes.find_event_node(name)]
    return missing or True


@believe("event-miss", "an event that is not in the graph is None", "api")
def _event_miss(bench: Bench) -> Any:
    return bench.blueprint().nodes.find_event_node("ReceiveDestroyed") is None


@believe("override-existing", "overriding an event that is there gives that node", "field notes 3")
def _override_existing(bench: Bench) -> Any:
    scratch = bench.blueprint()
    there = scratch.nodes.find_event_node("ReceiveTick")
    return LIBRARY.add_event_override(scratch.asset, "ReceiveTick", unreal.IntPoint(0, 0)) == there


@believe("override-new", "overriding another event makes its node", "api guide 5")
def _override_new(bench: Bench) -> Any:
    scratch = bench.blueprint()
    made = LIBRARY.add_event_override(scratch.asset, "ReceiveDestroyed", unreal.IntPoint(0, 0))
    return made is not None and made == scratch.nodes.find_event_node("ReceiveDestroyed")


@believe("override-bad", "what is no event of the class gives None", "field notes 3")
def _override_bad(bench: Bench) -> Any:
    return LIBRARY.add_event_override(bench.blueprint().asset, "Nonsense", unreal.IntPoint(0, 0)) is None


@believe("custom-event", "a custom event has its name in its title", "field notes 13")
def _custom_event(bench: Bench) -> Any:
    title = bench.blueprint().nodes.add_custom_event_node("OpenDoor").get_node_title()
    return "OpenDoor" in title.replace(" ", "") or title


@believe("custom-event-title", "the title of a custom event has two lines", "field notes 13")
def _custom_event_title(bench: Bench) -> Any:
    title = bench.blueprint().nodes.add_custom_event_node("OpenDoor").get_node_title()
    return title.count("\n") == 1 or title


@believe(
    "custom-event-taken", "a taken name gives a node with another name, without an error", "field notes 3"
)
def _custom_event_taken(bench: Bench) -> Any:
    scratch = bench.blueprint()
    first = scratch.nodes.add_custom_event_node("OpenDoor")
    second = scratch.nodes.add_custom_event_node("OpenDoor")
    return second is not None and second != first and second.get_node_title() != first.get_node_title()


@believe("node-names", "nodes are named after their class and numbered", "field notes 12")
def _node_names(bench: Bench) -> Any:
    scratch = bench.blueprint()
    found = [scratch.call().get_name() for _ in range(2)]
    return found == ["K2Node_CallFunction_0", "K2Node_CallFunction_1"] or found


@believe("position", "a position is read back as it was set", "api guide 6")
def _position(bench: Bench) -> Any:
    node = bench.blueprint().call()
    node.set_node_pos(unreal.IntPoint(320, -160))
    found = node.get_node_pos()
    return (found.x, found.y) == (320, -160) or (found.x, found.y)


@believe("remove", "removed nodes are listed no more", "api guide 6")
def _remove(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.nodes.remove_nodes([scratch.call()])
    return len(scratch.nodes.list_all_nodes()) == 3


@believe("stale-node", "what using a removed node does", "field notes 10")
def _stale_node(bench: Bench) -> Any:
    scratch = bench.blueprint()
    node = scratch.call()
    scratch.nodes.remove_nodes([node])
    try:
        return Answer(f"{len(node.list_all_pins())} pins")
    except Exception as error:
        return Answer(type(error).__name__)


@believe("comments-apart", "comments are not among the nodes", "field notes 12")
def _comments_apart(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.nodes.add_comment_node("Doors", unreal.Vector2D(0, 0), unreal.Vector2D(400, 200))
    return len(scratch.nodes.list_all_nodes()) == 3 and len(scratch.nodes.list_comment_nodes()) == 1


@believe("comments-stay", "removing every node leaves the comments", "field notes 12")
def _comments_stay(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.nodes.add_comment_node("Doors", unreal.Vector2D(0, 0), unreal.Vector2D(400, 200))
    scratch.nodes.remove_nodes(scratch.nodes.list_all_nodes())
    return len(scratch.nodes.list_comment_nodes()) == 1


@believe("comment-text", "the text of a comment is read back", "api guide 6.3")
def _comment_text(bench: Bench) -> Any:
    comment = bench.blueprint().nodes.add_comment_node("Doors", unreal.Vector2D(), unreal.Vector2D(400, 200))
    LIBRARY.set_comment_text(comment, "Gates")
    return LIBRARY.get_comment_text(comment) == "Gates"


@believe("comment-remove", "a comment is removed by its own call", "api guide 6.3")
def _comment_remove(bench: Bench) -> Any:
    nodes = bench.blueprint().nodes
    nodes.remove_comment_node(nodes.add_comment_node("Doors", unreal.Vector2D(), unreal.Vector2D(400, 200)))
    return len(nodes.list_comment_nodes()) == 0


@believe("nodes-property", "the nodes of a graph read as an empty list", "field notes 10")
def _nodes_property(bench: Bench) -> Any:
    graph = LIBRARY.find_event_graph(bench.blueprint().asset)
    return len(graph.get_editor_property("nodes")) == 0


@believe("protected", "the component tree of a Blueprint cannot be read", "field notes 10")
def _protected(bench: Bench) -> Any:
    try:
        bench.blueprint().asset.get_editor_property("simple_construction_script")
    except Exception as error:
        return "protected" in str(error) or str(error)
    return "it was read"


@believe("missing-property", "a property that is not there raises", "field notes, trap 23")
def _missing_property(bench: Bench) -> Any:
    try:
        bench.blueprint().asset.get_editor_property("nonsense")
    except Exception as error:
        return "nonsense" in str(error) or str(error)
    return "nothing was raised"


@believe("node-comment", "the comment bubble of a node cannot be read", "api guide 14")
def _node_comment(bench: Bench) -> Any:
    try:
        bench.blueprint().call().get_editor_property("node_comment")
    except Exception:
        return True
    return "it was read"


@believe("node-guid", "the guid of a node cannot be read", "field notes 12")
def _node_guid(bench: Bench) -> Any:
    try:
        bench.blueprint().call().get_editor_property("node_guid")
    except Exception:
        return True
    return "it was read"


@believe("compile", "compiling a new Blueprint gives True and is up to date", "field notes 7")
def _compile(bench: Bench) -> Any:
    scratch = bench.blueprint()
    return (scratch.compile() is True and scratch.status() == "BS_UP_TO_DATE") or scratch.status()


@believe("edit-makes-dirty-status", "the status after an edit is not up to date", "assumed")
def _dirty_status(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.compile()
    scratch.call()
    return scratch.status() != "BS_UP_TO_DATE" or scratch.status()


@believe("unreachable", "a node that nothing executes compiles without a word", "field notes 7")
def _unreachable(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.call()
    return (scratch.compile() is True and scratch.status() == "BS_UP_TO_DATE") or scratch.status()


@believe("broken", "an unlinked target of another class is an error on its node", "field notes 7")
def _broken(bench: Bench) -> Any:
    scratch = bench.blueprint()
    call = scratch.call("/Script/Engine.PrimitiveComponent:SetSimulatePhysics")
    _run(scratch, call)
    scratch.compile()
    return call in list(scratch.nodes.list_nodes_with_errors()) and scratch.status() == "BS_ERROR"


@believe("error-text", "the node then has an error text", "api guide 6.4")
def _error_text(bench: Bench) -> Any:
    scratch = bench.blueprint()
    call = scratch.call("/Script/Engine.PrimitiveComponent:SetSimulatePhysics")
    _run(scratch, call)
    scratch.compile()
    return call.get_editor_property("error_msg") != ""


@believe("compile-of-broken", "what compiling a broken Blueprint gives", "field notes, trap 18")
def _compile_of_broken(bench: Bench) -> Any:
    scratch = bench.blueprint()
    _run(scratch, scratch.call("/Script/Engine.PrimitiveComponent:SetSimulatePhysics"))
    return Answer(str(scratch.compile()))


@believe("delay-in-events", "a latent node may stand in an event graph", "field notes 6")
def _delay(bench: Bench) -> Any:
    scratch = bench.blueprint()
    _run(scratch, scratch.call(DELAY))
    return scratch.compile() is True


@believe("bad-function", "a function that is not there comes to nothing", "field notes 3")
def _bad_function(bench: Bench) -> Any:
    return is_nothing(bench.blueprint().call("/Script/Engine.KismetSystemLibrary:Nonsense"))


@believe("bad-function-form", "whether that is None or a node without pins", "field notes 3")
def _bad_function_form(bench: Bench) -> Any:
    node = bench.blueprint().call("/Script/Engine.KismetSystemLibrary:Nonsense")
    return Answer("None" if node is None else "a node without pins")


@believe("dot-path", "a dot before the function works as a colon does", "field notes 3")
def _dot_path(bench: Bench) -> Any:
    return not is_nothing(bench.blueprint().call(PRINT.replace(":", ".")))


@believe("float-family", "Add_FloatFloat is no function of the maths library", "field notes 3")
def _float_family(bench: Bench) -> Any:
    node = bench.blueprint().call("/Script/Engine.KismetMathLibrary:Add_FloatFloat")
    return Answer("nothing" if is_nothing(node) else "a node")


@believe("palette-miss", "a palette name that is not there gives None", "field notes 2")
def _palette_miss(bench: Bench) -> Any:
    return bench.blueprint().nodes.create_node_from_name("Nonsense|Nothing", unreal.Vector2D(), []) is None


@believe("palette-needs-list", "listing the palette needs its list of context pins", "field notes 2")
def _palette_needs_list(bench: Bench) -> Any:
    try:
        bench.blueprint().nodes.list_available_nodes()
    except TypeError:
        return True
    return "it was listed without"


@believe("palette-branch", "in English the palette has Utilities|FlowControl|Branch", "field notes 2")
def _palette_branch(bench: Bench) -> Any:
    found = [str(name) for name in bench.blueprint().nodes.list_available_nodes([])]
    return "Utilities|FlowControl|Branch" in found or f"{len(found)} names, such as {found[:2]}"


@believe("palette-no-macros", "standard macros are not in the palette list", "field notes 2")
def _palette_macros(bench: Bench) -> Any:
    found = [str(name) for name in bench.blueprint().nodes.list_available_nodes([])]
    return not any(name.endswith("|ForLoop") for name in found)


@believe("palette-hides-events", "an event that is in the graph is not in the palette list", "field notes 2")
def _palette_events(bench: Bench) -> Any:
    found = [str(name) for name in bench.blueprint().nodes.list_available_nodes([])]
    return "AddEvent|EventTick" not in found and "AddEvent|EventDestroyed" in found


def _run(scratch: Any, call: Any) -> None:
    event = scratch.nodes.find_event_node("ReceiveBeginPlay")
    event.find_then_pin().try_create_connection(call.find_execute_pin())
