from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.t3d.copied_nodes import CopyOrigin, is_node_text, read_copied_nodes
from blueprint_assistant.graph.t3d.graph_text import T3DError, format_t3d, parse_t3d

NODE = """\
Begin Object Class=/Script/BlueprintGraph.K2Node_Knot Name="K2Node_Knot_0"{path}
   NodeGuid=0123456789ABCDEF0123456789ABCDEF
End Object
"""
KIND = "/Script/BlueprintGraph.K2Node_Knot"


def node(path: str = "") -> str:
    return NODE.format(path=f" ExportPath=\"{KIND}'{path}'\"" if path else "")


@pytest.mark.parametrize(
    ("path", "origin"),
    [
        (
            "/Game/A/BP_X.BP_X:EventGraph.K2Node_Knot_0",
            CopyOrigin("/Game/A/BP_X", "EventGraph", "K2Node_Knot_0"),
        ),
        (
            "/Game/BP_X.BP_X:G.K2Node_Composite_0.In.K2Node_Knot_0",
            CopyOrigin("/Game/BP_X", "In", "K2Node_Knot_0", is_nested=True),
        ),
        ("", None),
        ("/Game/BP_X.BP_X", None),
        ("EventGraph.K2Node_Knot_0", None),
        ("BP_X:K2Node_Knot_0", None),
    ],
)
def test_the_path_beside_a_node_is_its_origin(path: str, origin: CopyOrigin | None) -> None:
    assert read_copied_nodes(node(path)).origins.get("K2Node_Knot_0") == origin


def test_what_is_printed_for_a_blueprint_comes_from_it() -> None:
    text = format_t3d(parse_t3d(node()), "/Game/BP_X")
    origin = read_copied_nodes(text).origins["K2Node_Knot_0"]
    assert (origin.asset, origin.node) == ("/Game/BP_X", "K2Node_Knot_0")


def test_two_nodes_of_one_name_keep_their_own_origins() -> None:
    text = node("/Game/A.A:G.K2Node_Knot_0") + node("/Game/B.B:G.K2Node_Knot_0")
    copied = read_copied_nodes(text)
    assert [copied.origins[item.name].asset for item in copied.graph.nodes] == ["/Game/A", "/Game/B"]


def test_an_exported_graph_is_no_copy() -> None:
    with pytest.raises(T3DError, match="no copied nodes"):
        read_copied_nodes('Begin Object Class=/Script/Engine.EdGraph Name="G"\nEnd Object\n')


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("\ufeff\r\n Begin Object X", True),
        (node(), True),
        ("", False),
        ("Dear Begin Object", False),
        (" " * 300 + "Begin Object ", False),
    ],
)
def test_only_a_text_that_begins_like_nodes_claims_to_be_some(text: str, claims: bool) -> None:
    assert is_node_text(text) is claims


@given(st.integers(0, 400), st.integers(0, 400), st.text(max_size=12))
def test_a_damaged_text_is_read_or_refused_in_words(start: int, length: int, inserted: str) -> None:
    text = node("/Game/A.A:G.K2Node_Knot_0") + node("/Game/B.B:G.K2Node_Knot_0")
    with contextlib.suppress(AssistantError):
        copied = read_copied_nodes(text[:start] + inserted + text[start + length :])
        assert set(copied.origins) <= {item.name for item in copied.graph.nodes}
