from __future__ import annotations

import codecs
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.errors import TextError
from blueprint_assistant.graph.model.blueprint import PinRef, set_property
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from blueprint_assistant.graph.t3d.graph_text import (
    T3DError,
    decode_t3d,
    format_graph_export,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
    read_t3d,
)
from graph.graphs import graphs
from tiers import examples

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph

SAMPLES = Path(__file__).resolve().parents[2] / "data/t3d"


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


@given(graphs())
@settings(max_examples=examples(60), deadline=None)
def test_printing_then_parsing_gives_the_same_graph(graph: Graph) -> None:
    assert parse_t3d(format_t3d(graph)) == graph
    assert parse_t3d(format_t3d(graph, "/Game/BP_Any")) == graph


@given(graphs())
@settings(max_examples=examples(40), deadline=None)
def test_exporting_then_parsing_gives_the_same_graph(graph: Graph) -> None:
    event = replace(graph, name="EventGraph", kind="event", guid="A" * 32)
    back = parse_t3d(format_graph_export(event, "/Game/BP_Any"))
    assert (back.nodes, back.links, back.guid) == (event.nodes, event.links, event.guid)


@given(graphs())
@settings(max_examples=examples(40), deadline=None)
def test_parsing_then_printing_gives_the_same_text(graph: Graph) -> None:
    for text in (format_t3d(graph), format_t3d(graph, "/Game/BP_Any")):
        path = "/Game/BP_Any" if "ExportPath" in text else ""
        assert format_t3d(parse_t3d(text), path) == text
        assert format_t3d(parse_t3d(text.replace("\n", "\r\n")), path) == text


@given(graphs())
@settings(max_examples=examples(40), deadline=None)
def test_the_spelling_of_an_older_engine_reads_as_the_same_graph(graph: Graph) -> None:
    old = format_t3d(graph, "/Game/BP_Any", spelling="5.1")
    assert parse_t3d(old) == graph
    assert format_t3d(parse_t3d(old), "/Game/BP_Any", spelling="5.1") == old


@given(graphs())
@settings(max_examples=examples(40), deadline=None)
def test_a_text_that_was_read_prints_back_byte_for_byte(graph: Graph) -> None:
    text = format_t3d(graph, "/Game/BP_Any").replace("\n", "\r\n").replace("   ", "\t ")
    read, source = read_t3d(text)
    assert format_t3d(read, source=source) == text


@pytest.mark.parametrize("name", ["moving_actor.t3d", "moving_actor_export.t3d"])
def test_the_printed_form_is_the_form_of_the_samples(moving_graph: Graph, name: str) -> None:
    printer = format_t3d if name == "moving_actor.t3d" else format_graph_export
    assert printer(moving_graph, "/Game/BP_Mover") == sample(name)


@pytest.mark.parametrize("name", ["moving_actor.t3d", "moving_actor_export.t3d"])
def test_a_sample_reads_as_the_graph_that_it_shows(moving_graph: Graph, name: str) -> None:
    graph = parse_t3d(sample(name))
    assert graph.nodes == moving_graph.nodes
    assert graph.links == moving_graph.links


def test_a_changed_node_is_printed_anew_and_the_others_as_they_were(moving_graph: Graph) -> None:
    text = format_t3d(moving_graph, "/Game/BP_Mover").replace("   ", "      ")
    graph, source = read_t3d(text)
    draft = GraphDraft(graph)
    draft.replace(replace(draft.node("K2Node_Event_0"), x=4096))
    printed = format_t3d(draft.freeze(), "/Game/BP_Mover", source=source)
    assert "NodePosX=4096" in printed
    assert printed.count("      NodeGuid") == len(graph.nodes) - 1
    assert parse_t3d(printed) == draft.freeze()


def test_a_removed_link_changes_both_of_its_nodes(moving_graph: Graph) -> None:
    graph, source = read_t3d(format_t3d(moving_graph))
    draft = GraphDraft(graph)
    first = graph.links[0]
    draft.disconnect(first.source, first.target)
    assert parse_t3d(format_t3d(draft.freeze(), source=source)) == draft.freeze()


def test_an_exported_graph_is_a_blueprint_with_that_graph(moving_graph: Graph) -> None:
    blueprint = parse_blueprint_t3d(format_graph_export(moving_graph, "/Game/Folder/BP_Mover"))
    assert blueprint.path == "/Game/Folder/BP_Mover"
    assert [graph.name for graph in blueprint.graphs] == ["EventGraph"]
    assert blueprint.graphs[0].guid == moving_graph.guid
    assert blueprint.unseen


BLUEPRINT = sample("door_blueprint.t3d")


def test_an_exported_blueprint_gives_graphs_in_list_order_and_variables() -> None:
    blueprint = parse_blueprint_t3d(BLUEPRINT)
    assert (blueprint.path, blueprint.parent_class) == ("/Game/BP_Door", "/Script/Engine.Actor")
    assert [(graph.name, graph.kind) for graph in blueprint.graphs] == [
        ("EventGraph", "event"),
        ("Open", "function"),
    ]
    events = blueprint.graphs[0]
    assert [node.name for node in events.nodes] == ["K2Node_IfThenElse_0", "K2Node_CustomEvent_0"]
    assert len(events.links) == 1
    is_open, speed = blueprint.variables
    assert (is_open.name, is_open.category, is_open.is_instance_editable) == ("Is Open", "State", True)
    assert (speed.tooltip, speed.default, speed.is_instance_editable) == ("In cm, per second", "2.0", False)


def test_the_event_graph_is_what_a_blueprint_text_reads_as() -> None:
    assert parse_t3d(BLUEPRINT).name == "EventGraph"


NODE = """\
Begin Object Class={kind} Name="{name}"
   CustomProperties Pin ({fields})
End Object
"""


def node(name: str, fields: str, kind: str = "/Script/BlueprintGraph.K2Node_Knot") -> str:
    return NODE.format(kind=kind, name=name, fields=fields)


def test_a_link_written_on_one_side_only_is_a_link() -> None:
    text = node("A", 'PinId=1,PinName="o",Direction="EGPD_Output",') + node("B", "PinId=2,LinkedTo=(A 1,),")
    graph = parse_t3d(text)
    assert [(link.source, link.target) for link in graph.links] == [(PinRef("A", "1"), PinRef("B", "2"))]
    assert "LinkedTo=(B 2,)" in format_t3d(graph)


def test_a_link_to_a_node_that_was_not_copied_stays_in_the_text() -> None:
    graph = parse_t3d(node("A", 'PinId=1,Direction="EGPD_Output",LinkedTo=(Gone 9,),'))
    assert graph.links == ()
    assert graph.nodes[0].pins[0].extra == (("LinkedTo", "(Gone 9,)"),)
    assert "LinkedTo=(Gone 9,)" in format_t3d(graph)


def test_two_pastes_with_the_same_names_stay_apart() -> None:
    first = node("N_0", 'PinId=1,Direction="EGPD_Output",LinkedTo=(N_1 2,),') + node("N_1", "PinId=2,")
    second = node("N_0", 'PinId=3,Direction="EGPD_Output",LinkedTo=(N_1 4,),') + node("N_1", "PinId=4,")
    graph = parse_t3d(first + second)
    assert [item.name for item in graph.nodes] == ["N_0", "N_1", "N_2", "N_3"]
    assert [(link.source.node, link.target.node) for link in graph.links] == [("N_0", "N_1"), ("N_2", "N_3")]
    assert parse_t3d(format_t3d(graph)) == graph


def test_a_pin_without_a_name_keeps_having_none() -> None:
    graph = parse_t3d(node("A", 'PinId=1,PinType.PinCategory="exec",'))
    assert graph.nodes[0].pins[0].name == ""
    assert "PinName" not in format_t3d(graph)


@pytest.mark.parametrize(
    "reference",
    [
        "\"/Script/CoreUObject.Class'/Script/Engine.Actor'\"",
        "/Script/CoreUObject.Class'\"/Script/Engine.Actor\"'",
        "Class'\"/Script/Engine.Actor\"'",
        "Class'/Script/Engine.Actor'",
    ],
)
def test_a_reference_reads_the_same_in_the_spelling_of_every_version(reference: str) -> None:
    graph = parse_t3d(
        node("A", f'PinId=1,PinType.PinCategory="object",PinType.PinSubCategoryObject={reference},')
    )
    ref = graph.nodes[0].pins[0].type.subcategory_object
    assert ref is not None
    assert (ref.path, ref.class_path) == ("/Script/Engine.Actor", "/Script/CoreUObject.Class")


def test_an_old_float_is_a_double() -> None:
    pin = parse_t3d(node("A", 'PinId=1,PinType.PinCategory="float",')).nodes[0].pins[0]
    assert (pin.type.category, pin.type.subcategory) == ("real", "double")


def test_a_pin_may_go_on_in_the_next_line_wherever_a_field_or_bracket_ends() -> None:
    """Reported of asset exports; no real text at hand does it."""
    fields = 'PinId=1,PinName="o, (p",PinType.PinCategory="exec",SubPins=(A 2,A 3,),LinkedTo=(B 4,B 5,),'
    whole = node("A", fields) + node("B", "PinId=4,")
    opening = whole.index("(PinId=1")
    ends = [n for n, char in enumerate(whole) if char in ",)" and opening < n < whole.index("End Object")]
    for end in ends:
        if whole.count('"', opening, end) % 2 == 0:
            for place in (end, end + 1):
                broken = f"{whole[:place]}\n      {whole[place:]}"
                assert parse_t3d(broken) == parse_t3d(whole), broken


def test_a_property_that_comes_stands_before_the_lines_that_follow_the_pins() -> None:
    user_pin = 'CustomProperties UserDefinedPin (PinName="Amount")'
    text = node("A", "PinId=1,").replace("End Object", f"   {user_pin}\nEnd Object")
    graph = parse_t3d(text)
    (made,) = graph.nodes
    noted = replace(made, properties=set_property(made.properties, "NodeComment", '"Hi"'))
    changed = replace(graph, nodes=(noted,))
    assert [name for name, _ in noted.properties] == ["NodeComment", "CustomProperties UserDefinedPin"]
    assert parse_t3d(format_t3d(changed)) == changed


def test_the_value_type_of_a_map_keeps_its_flags() -> None:
    """A map to classes has `bTerminalIsUObjectWrapper` as a class pin has its own."""
    value = (
        'PinType.PinValueType=(TerminalCategory="class",TerminalSubCategoryObject='
        "\"/Script/CoreUObject.Class'/Script/Engine.Actor'\",bTerminalIsConst=True,bTerminalIsUObjectWrapper=True)"
    )
    graph = parse_t3d(node("A", f'PinId=1,PinType.PinCategory="name",{value},PinType.ContainerType=Map,'))
    assert f",{value},PinType.ContainerType=Map," in format_t3d(graph)


LEGACY = """\
Begin Object Class=K2Node_IfThenElse Name="K2Node_IfThenElse_1"
   Begin Object Class=EdGraphPin Name="EdGraphPin_3"
   End Object
   Begin Object Name="EdGraphPin_3"
      PinName="execute"
      PinType=(PinCategory="exec")
      LinkedTo(0)=EdGraphPin'K2Node_Event_7.EdGraphPin_9'
   End Object
   Pins(0)=EdGraphPin'EdGraphPin_3'
   NodePosX=64
End Object
Begin Object Class=K2Node_Event Name="K2Node_Event_7"
   Begin Object Class=EdGraphPin Name="EdGraphPin_9"
   End Object
   Begin Object Name="EdGraphPin_9"
      PinName="then"
      Direction=EGPD_Output
      PinType=(PinCategory="exec")
      LinkedTo(0)=EdGraphPin'K2Node_IfThenElse_1.EdGraphPin_3'
   End Object
   Pins(0)=EdGraphPin'EdGraphPin_9'
End Object
"""


def test_pins_that_were_objects_are_read_as_pins() -> None:
    graph = parse_t3d(LEGACY)
    branch = graph.node("K2Node_IfThenElse_1")
    assert branch.class_path == "/Script/BlueprintGraph.K2Node_IfThenElse"
    assert [(pin.name, pin.direction, pin.is_exec) for pin in branch.pins] == [("execute", "input", True)]
    assert [(link.source.node, link.target.node) for link in graph.links] == [("K2Node_Event_7", branch.name)]


LEGACY_SPLIT = """\
Begin Object Class=K2Node_VariableSet Name="K2Node_VariableSet_4"
   Begin Object Class=EdGraphPin Name="EdGraphPin_8"
   End Object
   Begin Object Class=EdGraphPin Name="EdGraphPin_7"
   End Object
   Begin Object Class=EdGraphPin Name="EdGraphPin_6"
   End Object
   Begin Object Name="EdGraphPin_8"
      PinName="Spot_Y"
      PinType=(PinCategory="float")
      ParentPin=EdGraphPin'EdGraphPin_6'
   End Object
   Begin Object Name="EdGraphPin_7"
      PinName="Spot_X"
      PinType=(PinCategory="float")
      ParentPin=EdGraphPin'K2Node_VariableSet_4.EdGraphPin_6'
   End Object
   Begin Object Name="EdGraphPin_6"
      PinName="Spot"
      PinType=(PinCategory="struct",PinSubCategoryObject=ScriptStruct'/Script/CoreUObject.Object:Vector2D')
      SubPins(0)=EdGraphPin'EdGraphPin_7'
      SubPins(1)=EdGraphPin'EdGraphPin_8'
   End Object
   Pins(0)=EdGraphPin'EdGraphPin_6'
   Pins(1)=EdGraphPin'EdGraphPin_7'
   Pins(2)=EdGraphPin'EdGraphPin_8'
End Object
"""


def test_split_pins_that_were_objects_keep_their_family_and_the_order_of_the_node() -> None:
    graph = parse_t3d(LEGACY_SPLIT)
    spot, x, y = graph.nodes[0].pins
    assert [pin.name for pin in (spot, x, y)] == ["Spot", "Spot_X", "Spot_Y"]
    assert spot.sub_pins == (x.id, y.id)
    assert (x.parent_pin, y.parent_pin) == (spot.id, spot.id)
    assert parse_t3d(format_t3d(graph)) == graph


@pytest.mark.parametrize(
    "data",
    [
        b"{0}",
        codecs.BOM_UTF8 + b"{0}",
        "\ufeff{0}".encode("utf-16-le"),
        "\ufeff{0}".encode("utf-16-be"),
    ],
    ids=["utf8", "utf8-bom", "utf16-le", "utf16-be"],
)
def test_a_text_is_read_in_every_encoding_that_the_editor_writes(data: bytes) -> None:
    assert decode_t3d(data) == "{0}"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_recognised(moving_graph: Graph, encoding: str) -> None:
    text = format_t3d(moving_graph)
    assert decode_t3d(text.replace("\n", "\r\n").encode(encoding)) == text.replace("\n", "\r\n")
    assert parse_t3d(text.replace("\n", "\r\n")) == parse_t3d(text)
    assert decode_t3d(f"\n   {text}".encode(encoding)) == f"\n   {text}"


def test_bytes_of_no_known_encoding_are_refused() -> None:
    with pytest.raises(T3DError):
        decode_t3d(b"Begin Object \xff\xfe\xfa")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("hello\nworld", 1, 1),
        ("Begin Object\nX=\0", 2, 3),
        ('Begin Object Class=A Name="A"\nEnd Object\nBegin Ob', 3, 8),
        ('Begin Object Class=A Name="A"\n   X=1\n', 1, 1),
        ('\n  Begin Object Class=A Name="A"\n', 2, 3),
        ("End Object\n", 1, 1),
        ('Begin Object Class=A Name="A"\nEnd Object\nEnd Object\n', 3, 1),
        ("Begin Object Class=A\nEnd Object\n", 1, 1),
        (node("A", 'PinId=1,PinName="x'), 2, 42),
        (node("A", "PinId=1,=3,"), 2, 34),
        (node("A", "PinId=1,LinkedTo=(B 2"), 2, 25),
        (node("A", "PinId=1,X=" + "(" * 100), 2, 100),
        ('Begin Object Name="A"\n' * 100, 65, 1),
    ],
    ids=range(14),
)
def test_a_broken_text_is_refused_where_it_breaks(text: str, line: int, column: int) -> None:
    with pytest.raises(TextError) as caught:
        parse_t3d(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.fix
    assert caught.value.excerpt


@given(st.data())
@settings(max_examples=examples(200, 40), deadline=None)
def test_a_damaged_text_gives_a_graph_or_a_text_error_and_nothing_else(data: st.DataObject) -> None:
    text = sample("moving_actor.t3d") if data.draw(st.booleans()) else BLUEPRINT
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 400)))
        text = (
            text[:start]
            + data.draw(st.sampled_from(["", '"', "(", ")", "\n", "\\", text[:80], "\0"]))
            + text[end:]
        )
    for parse in (parse_t3d, parse_blueprint_t3d):
        try:
            parse(text)
        except T3DError as error:
            assert str(error)  # noqa: PT017 - both outcomes are right


def test_a_text_of_many_copies_gives_the_nodes_and_links_of_each(moving_graph: Graph) -> None:
    graph = parse_t3d(format_t3d(moving_graph) * 200)
    assert len(graph.nodes_by_name) == 200 * len(moving_graph.nodes)
    assert len(graph.links) == 200 * len(moving_graph.links)


def test_a_pin_broken_over_several_lines_is_joined() -> None:
    text = node("A", 'PinId=1,PinName="o",\n      PinType.PinCategory="exec",')
    assert parse_t3d(text).nodes[0].pins[0].is_exec


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_property_broken_over_several_lines_is_joined(line_end: str) -> None:
    body = 'LocalVariables(0)=(VarName="A",\n      VarType=(PinCategory="bool"),\n   )\n   NodePosX=32'
    text = f'Begin Object Class=/Script/A.B Name="N"\n   {body}\nEnd Object\n'.replace("\n", line_end)
    found = parse_t3d(text).nodes[0]
    assert found.properties == (("LocalVariables(0)", '(VarName="A",VarType=(PinCategory="bool"),)'),)
    assert found.x == 32


def test_a_user_defined_pin_of_ue_4_does_not_swallow_the_next_line() -> None:
    old = 'CustomProperties UserDefinedPin Name="Value" IsArray=0 IsReference=0 Category=float'
    text = f'Begin Object Class=/Script/A.B Name="N"\n   {old} \n   NodePosX=32\nEnd Object\n'
    found = parse_t3d(text).nodes[0]
    assert found.x == 32
    assert found.properties == ((old, ""),)
    assert old in format_t3d(parse_t3d(text))


DEPRECATED = """\
Begin Object Class=/Script/BlueprintGraph.K2Node_Knot Name="N"
   Begin Object Class=/Script/Engine.EdGraphPin_Deprecated Name="EdGraphPin_1"
   End Object
   Begin Object Name="EdGraphPin_1"
      PinName="then"
   End Object
   CustomProperties Pin (PinId=A1,PinName="then",PinType.PinCategory="exec",)
End Object
"""


def test_pin_objects_beside_real_pins_are_leftovers_and_kept_as_text() -> None:
    found = parse_t3d(DEPRECATED).nodes[0]
    assert [pin.id for pin in found.pins] == ["A1"]
    assert [item.name for item in found.objects] == ["EdGraphPin_1", "EdGraphPin_1"]


def test_the_same_node_reads_the_same_from_the_text_of_any_version() -> None:
    spellings = ["Class'\"/Script/Engine.Actor\"'", "\"/Script/CoreUObject.Class'/Script/Engine.Actor'\""]
    one, other = (
        parse_t3d(
            f'Begin Object Class=/Script/A.B Name="N"\n   FunctionReference=(MemberParent={reference},'
            'MemberName="Go")\nEnd Object\n'
        )
        for reference in spellings
    )
    assert one == other
