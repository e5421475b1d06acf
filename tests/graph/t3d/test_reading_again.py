"""Reading the next text of an asset costs what has changed in it, and means the same as reading it all."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.model.blueprint import (
    EXEC,
    Blueprint,
    Graph,
    Link,
    Node,
    Pin,
    PinRef,
    PinType,
    Variable,
)
from blueprint_assistant.graph.t3d.graph_text import (
    NodeMemo,
    format_blueprint_t3d,
    own_lines,
    parse_blueprint_t3d,
    read_exported_variables,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

PATH = "/Game/BP_Door"
CLASS = "/Script/BlueprintGraph.K2Node_IfThenElse"


def node(name: str, *, value: str = "true", class_path: str = CLASS) -> Node:
    return Node(
        name,
        class_path,
        "A" * 32,
        16,
        32,
        (
            Pin("1" * 32, "execute", "input", EXEC),
            Pin("2" * 32, "then", "output", EXEC),
            Pin("3" * 32, "Condition", "input", PinType("bool"), value),
        ),
    )


def blueprint(*graphs: Graph, variables: Sequence[Variable] = ()) -> Blueprint:
    return Blueprint(PATH, "/Script/Engine.Actor", graphs, tuple(variables))


def chain(name: str, nodes: Sequence[Node], *, is_linked: bool = True) -> Graph:
    links = tuple(
        Link(PinRef(one.name, "2" * 32), PinRef(other.name, "1" * 32)) for one, other in pairwise(nodes)
    )
    kind = "event" if name == "EventGraph" else "function"
    return Graph(name, tuple(nodes), links if is_linked else (), kind)


NODES = [node(f"K2Node_IfThenElse_{number}") for number in range(4)]


@st.composite
def blueprints(draw: st.DrawFn) -> Blueprint:
    def nodes() -> list[Node]:
        numbers = draw(st.lists(st.integers(0, 5), unique=True, max_size=6))
        return [
            node(
                f"Node_{number}",
                value=draw(st.sampled_from(["true", "false", "End Object", "Begin Object Name=x"])),
                class_path=draw(st.sampled_from([CLASS, f"{CLASS}2"])),
            )
            for number in numbers
        ]

    graphs = [chain("EventGraph", nodes(), is_linked=draw(st.booleans()))]
    graphs += [chain("Open", nodes())] if draw(st.booleans()) else []
    return blueprint(*graphs)


@given(st.lists(blueprints(), min_size=2, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_a_text_means_the_same_after_any_other(versions: list[Blueprint], line_end: str) -> None:
    memo = None
    for version in versions:
        text = format_blueprint_t3d(version).replace("\n", line_end)
        memo = NodeMemo(memo)
        assert parse_blueprint_t3d(text, memo=memo) == parse_blueprint_t3d(text)


def test_what_did_not_change_is_the_very_same_value() -> None:
    before = blueprint(chain("EventGraph", NODES), chain("Open", NODES[:2]))
    changed = [*NODES[:3], node(NODES[3].name, value="false")]
    after = replace(before, graphs=(chain("EventGraph", changed), before.graphs[1]))
    memo = NodeMemo()
    first = parse_blueprint_t3d(format_blueprint_t3d(before), memo=memo)
    second = parse_blueprint_t3d(format_blueprint_t3d(after), memo=NodeMemo(memo))
    kept = [one is other for one, other in zip(first.graphs[0].nodes, second.graphs[0].nodes, strict=True)]
    assert kept == [True, True, True, False]
    assert first.graphs[1] is second.graphs[1]


def test_two_texts_can_be_read_after_the_same_one() -> None:
    memo = NodeMemo()
    parse_blueprint_t3d(format_blueprint_t3d(blueprint(chain("EventGraph", NODES))), memo=memo)
    for count in (1, 3, 2):
        text = format_blueprint_t3d(blueprint(chain("EventGraph", NODES[:count])))
        assert len(parse_blueprint_t3d(text, memo=NodeMemo(memo)).graphs[0].nodes) == count


def test_an_error_names_its_line_although_blocks_before_it_were_known() -> None:
    text = format_blueprint_t3d(blueprint(chain("EventGraph", NODES)))
    memo = NodeMemo()
    parse_blueprint_t3d(text, memo=memo)
    broken = text.replace("PinId=", "PinIt=(", text.count("PinId=")).replace("PinIt=(", "PinId=", 9)
    with pytest.raises(Exception, match="line") as whole:
        parse_blueprint_t3d(broken)
    with pytest.raises(type(whole.value)) as after:
        parse_blueprint_t3d(broken, memo=NodeMemo(memo))
    assert str(after.value) == str(whole.value)


# --- variables -----------------------------------------------------------------------------------

SPEED = Variable("Speed", PinType("real", "double"), tooltip='End Object\r\n   NewVariables(0)=(VarName="X")')


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_variables_are_read_without_the_rest(encoding: str, line_end: str) -> None:
    variables = (Variable("Öffnen", PinType("bool")), Variable("Speed", PinType("real", "double")))
    text = format_blueprint_t3d(blueprint(chain("EventGraph", NODES), variables=variables))
    data = text.replace("\n", line_end).encode(encoding)
    assert 'VarName="Speed"' in own_lines(data)
    assert "K2Node_IfThenElse_3" not in own_lines(data)
    assert read_exported_variables(data) == parse_blueprint_t3d(text).variables


@pytest.mark.parametrize("variables", [(), (SPEED,), (SPEED, Variable("Last", PinType("bool")))])
def test_words_that_look_like_lines_do_not_hide_variables(variables: tuple[Variable, ...]) -> None:
    text = format_blueprint_t3d(blueprint(chain("EventGraph", NODES), variables=variables))
    assert read_exported_variables(text.encode()) == parse_blueprint_t3d(text).variables


def test_variables_before_the_objects_are_found_all_the_same() -> None:
    text = format_blueprint_t3d(
        blueprint(chain("EventGraph", NODES), variables=[Variable("A", PinType("bool"))])
    )
    lines = text.splitlines()
    line = next(item for item in lines if "NewVariables(0)" in item)
    lines.remove(line)
    moved = "\n".join([lines[0], line, *lines[1:]])
    assert [item.name for item in read_exported_variables(moved.encode())] == ["A"]
