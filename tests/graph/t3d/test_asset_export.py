"""Exported Blueprints and graphs: read, printed from their values, and printed back into their text."""

from __future__ import annotations

import difflib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    Graph,
    ImplementedInterface,
    Link,
    Node,
    ObjectRef,
    PinRef,
    PinType,
    PropertyFlag,
    Variable,
    set_property,
)
from blueprint_assistant.graph.t3d.graph_text import (
    format_blueprint_t3d,
    format_graph_export,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
    read_blueprint_t3d,
    read_t3d,
)
from graph.graphs import GUID, TEXT, WORD, graphs, pin_types
from tiers import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SAMPLES = Path(__file__).resolve().parents[2] / "data/t3d"
LIFT = (SAMPLES / "lift_blueprint.t3d").read_text(encoding="utf-8")
LEFTOVER = "CustomGeneratedFunctionName"


def changed_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that only one of two texts has, without indentation."""
    texts = ([line.strip() for line in text.split("\n")] for text in (before, after))
    found = list(difflib.unified_diff(*texts, n=0, lineterm=""))[2:]
    removed = [line[1:] for line in found if line.startswith("-")]
    return removed, [line[1:] for line in found if line.startswith("+")]


def with_graph(blueprint: Blueprint, graph: Graph) -> Blueprint:
    return replace(
        blueprint, graphs=tuple(graph if old.name == graph.name else old for old in blueprint.graphs)
    )


def with_node(graph: Graph, node: Node) -> Graph:
    return replace(graph, nodes=tuple(node if old.name == node.name else old for old in graph.nodes))


@pytest.fixture(scope="module")
def lift() -> Blueprint:
    return parse_blueprint_t3d(LIFT)


# --- values --------------------------------------------------------------------------------------


def test_an_exported_blueprint_has_the_graphs_of_its_lists_and_no_leftovers(lift: Blueprint) -> None:
    assert [(graph.name, graph.kind, len(graph.nodes), len(graph.links)) for graph in lift.graphs] == [
        ("EventGraph", "event", 6, 2),
        ("UserConstructionScript", "function", 1, 0),
        ("Load Of", "function", 2, 1),
        ("Ring", "macro", 2, 2),
        ("On Arrived", "delegate", 1, 0),
        ("Can Stop", "function", 2, 1),
    ]
    assert LEFTOVER in LIFT
    assert LEFTOVER not in format_blueprint_t3d(lift)


def test_an_exported_blueprint_keeps_its_other_lines_and_objects(lift: Blueprint) -> None:
    assert dict(lift.properties)["CategorySorting(1)"] == '"Drive|Motor"'
    assert (lift.guid, lift.class_path) == ("B" * 32, "/Script/Engine.Blueprint")
    assert [(item.name, item.class_path) for item in lift.objects] == [
        ("SceneThumbnailInfo_0", "/Script/UnrealEd.SceneThumbnailInfo"),
        ("SceneThumbnailInfo_0", ""),
    ]
    assert "OrbitYaw=-12.500000" in lift.objects[1].text


def test_a_blueprint_printed_from_its_values_reads_as_the_same_value(lift: Blueprint) -> None:
    assert parse_blueprint_t3d(format_blueprint_t3d(lift)) == lift


def test_a_blueprint_printed_from_its_values_has_every_line_but_those_of_leftovers(lift: Blueprint) -> None:
    printed = sorted(line.strip() for line in format_blueprint_t3d(lift).split("\n"))
    assert not [line for line in printed if line not in {item.strip() for item in LIFT.split("\n")}]


@st.composite
def variables(draw: st.DrawFn) -> Variable:
    flags = PropertyFlag(draw(st.integers(1, 2**50)))
    metadata = dict(draw(st.lists(st.tuples(WORD, TEXT), max_size=3)))
    metadata.pop("tooltip", None)
    return Variable(
        draw(TEXT),
        draw(pin_types()),
        draw(TEXT),
        draw(TEXT),
        draw(TEXT),
        draw(GUID),
        is_instance_editable=PropertyFlag.EDIT in flags
        and PropertyFlag.DISABLE_EDIT_ON_INSTANCE not in flags,
        is_exposed_on_spawn=PropertyFlag.EXPOSE_ON_SPAWN in flags,
        flags=flags,
        friendly_name=draw(TEXT),
        rep_notify=draw(TEXT),
        replication_condition=draw(st.sampled_from(["", "COND_OwnerOnly"])),
        metadata=tuple((name, value) for name, value in metadata.items() if name.lower() != "exposeonspawn"),
    )


def collapsed(outer: Graph, inner: Graph) -> Graph:
    """The graph with the other one inside its first node."""
    named = replace(inner, name="Inside, (of) it", kind="collapsed", guid="E" * 32)
    first = outer.nodes[0]
    properties = set_property(first.properties, "BoundGraph", "\"/Script/Engine.EdGraph'Inside, (of) it'\"")
    objects = tuple(item for item in first.objects if item.name != named.name)
    return with_node(outer, replace(first, graph=named, properties=properties, objects=objects))


def like_exported(graph: Graph, name: str, guid: str) -> Graph:
    """The graph with the line that every printed graph has."""
    nodes = tuple(
        node if node.graph is None else replace(node, graph=like_exported(node.graph, node.graph.name, guid))
        for node in graph.nodes
    )
    schema = ("Schema", "\"/Script/CoreUObject.Class'/Script/BlueprintGraph.EdGraphSchema_K2'\"")
    kind = graph.kind if graph.kind == "collapsed" else "event"
    return replace(graph, name=name, nodes=nodes, kind=kind, guid=guid, properties=(schema,))


@st.composite
def blueprints(draw: st.DrawFn) -> Blueprint:
    outer, inner, second = draw(graphs()), draw(graphs()), draw(graphs())
    made = like_exported(collapsed(outer, inner) if draw(st.booleans()) else outer, "EventGraph", draw(GUID))
    function = replace(like_exported(second, "Go (now)", draw(GUID)), kind="function")
    listed = tuple({item.name: item for item in draw(st.lists(variables(), max_size=3))}.values())
    interfaces = (ImplementedInterface("/Game/BI_X.BI_X_C", draw(st.sampled_from([(), ("Go (now)",)]))),)
    return Blueprint(
        "/Game/Folder/BP_Any",
        "/Script/Engine.Actor",
        (made, function),
        listed,
        interfaces=draw(st.sampled_from([(), interfaces])),
        guid=draw(GUID),
        properties=(("BlueprintSystemVersion", "2"), ("GeneratedClass", '"X"')),
    )


@given(blueprints())
@settings(max_examples=examples(20), deadline=None)
def test_printing_then_parsing_gives_the_same_blueprint(blueprint: Blueprint) -> None:
    text = format_blueprint_t3d(blueprint)
    assert replace(parse_blueprint_t3d(text), unseen=()) == blueprint
    assert replace(parse_blueprint_t3d(text.replace("\n", "\r\n")), unseen=()) == blueprint


@given(graphs(), graphs())
@settings(max_examples=examples(20), deadline=None)
def test_a_copied_collapsed_node_reads_as_the_same_node(outer: Graph, inner: Graph) -> None:
    made = collapsed(outer, inner)
    made = replace(made, nodes=like_exported(made, "", "A" * 32).nodes)
    assert parse_t3d(format_t3d(made, "/Game/BP_Any")) == made
    assert parse_t3d(format_t3d(made)) == made


def test_a_variable_of_the_own_class_has_its_full_path_and_is_printed_short() -> None:
    text = LIFT.replace(
        "NewVariables(1)=",
        'NewVariables(9)=(VarName="Next",VarType=(PinCategory="object",PinSubCategoryObject='
        "\"/Script/Engine.BlueprintGeneratedClass'BP_Lift_C'\"),PropertyFlags=5)\n   NewVariables(1)=",
    )
    blueprint = parse_blueprint_t3d(text)
    following = blueprint.find_variable("Next")
    assert following is not None
    assert following.type.subcategory_object == ObjectRef("/Game/Lifts/BP_Lift.BP_Lift_C")
    assert (
        "PinSubCategoryObject=\"/Script/Engine.BlueprintGeneratedClass'BP_Lift_C'\""
        in format_blueprint_t3d(blueprint)
    )


def test_a_graph_that_was_exported_alone_is_what_its_nodes_say(lift: Blueprint) -> None:
    for graph in lift.graphs:
        expected = "function" if graph.kind == "delegate" else graph.kind
        assert parse_t3d(format_graph_export(graph, lift.path)).kind == expected


@pytest.mark.parametrize("owner", ["", "/Game/Lifts/BP_Lift"])
def test_what_has_no_name_is_exported_under_the_first_name_of_its_class(lift: Blueprint, owner: str) -> None:
    fragment = replace(lift.graphs[0], name="", kind="event")
    (holder,) = (node for node in fragment.nodes if node.graph is not None)
    assert holder.graph is not None
    fragment = with_node(fragment, replace(holder, graph=replace(holder.graph, name="")))
    back = parse_t3d(format_graph_export(fragment, owner))
    assert (back.name, len(back.nodes), back.links) == ("EdGraph_0", len(fragment.nodes), fragment.links)
    asset = parse_blueprint_t3d(format_blueprint_t3d(Blueprint(owner, lift.parent_class, (fragment,))))
    assert [graph.name for graph in asset.graphs] == ["EdGraph_0"]
    assert asset.name == ("BP_Lift" if owner else "Blueprint_0")


# --- back into the text --------------------------------------------------------------------------

FORMS: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("   ", "\t"),
    lambda text: f"\ufeffsaid before\n{text.rstrip()}",
]


@pytest.mark.parametrize("form", FORMS, ids=["as it is", "crlf", "tabs", "mark, no last line end"])
def test_an_export_prints_back_byte_for_byte(form: Callable[[str], str]) -> None:
    text = form(LIFT)
    blueprint, source = read_blueprint_t3d(text)
    assert format_blueprint_t3d(blueprint, source=source) == text
    graph, of_graph = read_t3d(text)
    assert format_t3d(graph, source=of_graph) == text


def test_a_single_exported_graph_prints_back_byte_for_byte_in_either_way() -> None:
    text = (SAMPLES / "moving_actor_export.t3d").read_text(encoding="utf-8").replace("   ", "  ")
    graph, source = read_t3d(text)
    assert format_t3d(graph, source=source) == text
    blueprint, of_blueprint = read_blueprint_t3d(text)
    assert format_blueprint_t3d(blueprint, source=of_blueprint) == text
    node = replace(graph.nodes[0], x=4096)
    printed = format_t3d(with_node(graph, node), source=source)
    assert changed_lines(text, printed) == ([], ["NodePosX=4096"])
    changed = with_graph(blueprint, with_node(graph, node))
    assert format_blueprint_t3d(changed, source=of_blueprint) == printed


@pytest.mark.parametrize("form", FORMS[:2], ids=["as it is", "crlf"])
def test_a_changed_node_changes_only_its_own_lines(form: Callable[[str], str]) -> None:
    text = form(LIFT)
    blueprint, source = read_blueprint_t3d(text)
    for graph in blueprint.graphs:
        for node in graph.nodes:
            changed = with_graph(blueprint, with_node(graph, replace(node, x=4096, y=node.y)))
            printed = format_blueprint_t3d(changed, source=source)
            removed, added = changed_lines(text, printed)
            assert added == ["NodePosX=4096"], node.name
            assert removed in ([], [f"NodePosX={node.x}"])
            assert parse_blueprint_t3d(printed) == changed


def test_a_node_inside_collapsed_nodes_changes_only_its_own_lines(lift: Blueprint) -> None:
    events = lift.graphs[0]
    outer_node = events.node("K2Node_Composite_3")
    assert outer_node.graph is not None
    inner_node = outer_node.graph.node("K2Node_Composite_0")
    assert inner_node.graph is not None
    moved = with_node(inner_node.graph, replace(inner_node.graph.nodes[2], y=777))
    outer = with_node(outer_node.graph, replace(inner_node, graph=moved))
    changed = with_graph(lift, with_node(events, replace(outer_node, graph=outer)))
    printed = format_blueprint_t3d(changed, source=read_blueprint_t3d(LIFT)[1])
    assert changed_lines(LIFT, printed) == (["NodePosY=160"], ["NodePosY=777"])
    assert parse_blueprint_t3d(printed) == changed


def test_a_removed_link_changes_the_lines_of_its_two_pins(lift: Blueprint) -> None:
    events = lift.graphs[0]
    changed = with_graph(lift, replace(events, links=events.links[1:]))
    printed = format_blueprint_t3d(changed, source=read_blueprint_t3d(LIFT)[1])
    removed, added = changed_lines(LIFT, printed)
    assert (len(removed), len(added)) == (2, 2)
    assert all("LinkedTo" in line for line in removed)
    assert parse_blueprint_t3d(printed) == changed


def test_nodes_are_added_and_removed_in_both_passes(lift: Blueprint) -> None:
    events = lift.graphs[0]
    new = replace(events.nodes[1], name="K2Node_Event_77", guid="9" * 32)
    kept = tuple(node for node in events.nodes if node.name != "EdGraphNode_Comment_0")
    changed = with_graph(lift, replace(events, nodes=(*kept, new)))
    printed = format_blueprint_t3d(changed, source=read_blueprint_t3d(LIFT)[1])
    assert parse_blueprint_t3d(printed) == changed
    assert printed.count('Name="K2Node_Event_77"') == 2
    assert "EdGraphNode_Comment_0" not in printed
    assert LEFTOVER in printed


def test_a_changed_variable_changes_only_its_line(lift: Blueprint) -> None:
    speed = replace(lift.variables[0], tooltip="Fast", category="Other")
    changed = replace(lift, variables=(speed, *lift.variables[1:]))
    printed = format_blueprint_t3d(changed, source=read_blueprint_t3d(LIFT)[1])
    removed, added = changed_lines(LIFT, printed)
    assert [line.partition("=")[0] for line in (*removed, *added)] == ["NewVariables(0)"] * 2
    assert parse_blueprint_t3d(printed).variables[0].category == "Other"


def test_graphs_and_variables_are_added_and_removed(lift: Blueprint) -> None:
    added = replace(lift.graphs[2], name="Load Of Two", guid="8" * 32)
    kept = [graph for graph in lift.graphs if graph.name != "Ring"]
    changed = replace(
        lift,
        graphs=(*kept[:3], added, *kept[3:]),
        variables=(*lift.variables, Variable("Extra", PinType("bool"), flags=PropertyFlag(5))),
        guid="7" * 32,
    )
    printed = format_blueprint_t3d(changed, source=read_blueprint_t3d(LIFT)[1])
    back = parse_blueprint_t3d(printed)
    assert {graph.name: graph for graph in back.graphs} == {graph.name: graph for graph in changed.graphs}
    assert [item.name for item in back.variables] == [item.name for item in changed.variables]
    assert (back.guid, back.interfaces) == (changed.guid, changed.interfaces)
    assert LEFTOVER in printed


def test_a_blueprint_under_another_path_is_printed_anew(lift: Blueprint) -> None:
    moved = replace(lift, path="/Game/Other/BP_Lift2")
    printed = format_blueprint_t3d(moved, source=read_blueprint_t3d(LIFT)[1])
    assert "/Game/Lifts/BP_Lift.BP_Lift:EventGraph" not in printed
    assert parse_blueprint_t3d(printed) == moved


@given(blueprints(), st.data())
@settings(max_examples=examples(20), deadline=None)
def test_any_change_printed_back_reads_as_the_changed_value(
    blueprint: Blueprint, data: st.DataObject
) -> None:
    text = format_blueprint_t3d(blueprint).replace("   ", "\t")
    before, source = read_blueprint_t3d(text)
    graph = before.graphs[data.draw(st.integers(0, 1))]
    nodes = list(graph.nodes)
    links = [link for link in graph.links if data.draw(st.booleans())]
    changed_node = data.draw(st.integers(0, len(nodes) - 1))
    if data.draw(st.booleans()):
        name = nodes.pop(changed_node).name
        links = [link for link in links if name not in (link.source.node, link.target.node)]
    else:
        nodes[changed_node] = replace(nodes[changed_node], x=data.draw(st.integers(-9, 9)))
    after = with_graph(before, replace(graph, nodes=tuple(nodes), links=tuple(links)))
    assert parse_blueprint_t3d(format_blueprint_t3d(after, source=source)) == after


def ends(links: Iterable[Link]) -> set[tuple[PinRef, PinRef]]:
    return {(link.source, link.target) for link in links}


def test_what_stands_between_copied_nodes_stays_where_it_is(moving_graph: Graph) -> None:
    blocks = format_t3d(moving_graph, "/Game/BP_Mover").split("Begin Object ")[1:]
    text = "first\r\n" + "between\r\n".join(f"Begin Object {block}" for block in blocks).replace("\n", "\r\n")
    text = text.replace("\r\r", "\r") + "last"
    graph, source = read_t3d(text)
    assert format_t3d(graph, source=source) == text
    moved = with_node(graph, replace(graph.nodes[2], x=4096))
    printed = format_t3d(moved, source=source)
    removed, added = changed_lines(text, printed)
    assert added == ["NodePosX=4096"]
    assert len(removed) == 1
    assert ends(parse_t3d(printed).links) == ends(graph.links)


@pytest.mark.parametrize(
    "class_path",
    [
        "/Script/AnimGraph.AnimationGraph",
        "/Script/AnimGraph.AnimationStateMachineGraph",
        "/Script/UnrealEd.MaterialGraph",
        "/Script/NiagaraEditor.NiagaraGraph",
        "/Script/AudioEditor.SoundCueGraph",
        "/Script/BehaviorTreeEditor.BehaviorTreeGraph",
    ],
)
def test_a_graph_export_of_another_class_is_a_graph_of_that_class(
    moving_graph: Graph, class_path: str
) -> None:
    other = replace(moving_graph, class_path=class_path, properties=())
    text = format_graph_export(other, "/Game/BP_Mover")
    assert "Schema=" not in text
    assert parse_t3d(text) == other


def test_a_node_whose_class_is_called_after_graphs_is_a_node() -> None:
    kind = "/Script/AnimGraph.AnimGraphNode_LinkedAnimGraph"
    graph = parse_t3d(f'Begin Object Class={kind} Name="AnimGraphNode_LinkedAnimGraph_0"\nEnd Object\n')
    assert (graph.kind, [node.class_path for node in graph.nodes]) == ("fragment", [kind])


def test_a_pin_that_strayed_into_a_graph_keeps_its_form(moving_graph: Graph) -> None:
    graph = parse_t3d(format_graph_export(moving_graph, "/Game/BP_Mover"))
    odd = replace(graph, properties=(*graph.properties, ("CustomProperties Pin", "(PinId=1,)")))
    text = format_graph_export(odd, "/Game/BP_Mover")
    assert "\n   CustomProperties Pin (PinId=1,)\n" in text
    assert parse_t3d(text) == odd
