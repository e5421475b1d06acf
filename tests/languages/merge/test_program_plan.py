"""One plan for dry run and apply: operations, revision, hash; a stale revision is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import EditPlan, PlanError
from blueprint_assistant.editor.plan.member_steps import AddFunctionStep
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Parameter
from blueprint_assistant.languages.ast.blocks import parts_of
from blueprint_assistant.languages.ast.syntax_tree import StringLiteral
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.lower.lowering import ProgramError
from blueprint_assistant.languages.merge.program_plan import (
    PlanMismatchError,
    PlanOptions,
    RevisionConflictError,
    merge_mode,
    plan_program,
)
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError
from blueprint_assistant.languages.merge.statement_keys import GraphContext
from languages.stepwise import Stepwise, Written, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.lower.scope import Output
    from blueprint_assistant.languages.merge.program_plan import MergeMode, ProgramPlan

_BEGIN = "on BeginPlay()\n"


def _prints(*texts: str) -> str:
    return _BEGIN + "".join(f'  PrintString("{text}")\n' for text in texts)


def test_bc_150_a_dry_run_says_what_becomes_of_each_statement_and_changes_nothing() -> None:
    made = written(_prints("one", "three"))
    before = made.graph
    one, three = (node.name for node in before.nodes if node.class_name == "K2Node_CallFunction")
    plan, _ = made.plan(_prints("one", "two", "three", "four"))
    said = [(item.kind, item.path, item.node, item.line) for item in plan.operations]
    assert said == [
        ("noop", "/body/0", one, 2),
        ("insert_before", "/body/1", three, 3),
        ("noop", "/body/2", three, 4),
        ("append", "/body/3", three, 5),
    ]
    assert plan.expected_revision == str(revision(before))
    assert plan.plan_hash.startswith("bcplan:")
    assert made.graph == before
    assert plan.report["deleted_count"] == 0
    assert (plan.report["matched_count"], plan.report["added_count"]) == (2, 2)


def test_i6_an_apply_does_what_the_dry_run_said() -> None:
    made = written(_prints("one"))
    dry, builder = made.plan(_prints("two", "one"))
    again, other = made.plan(_prints("two", "one"))
    assert builder.draft.steps == other.draft.steps
    assert dry == again
    assert made.apply(_prints("two", "one"), plan_hash=dry.plan_hash) == dry


def test_bc_152_another_plan_is_refused() -> None:
    made = written(_prints("one"))
    dry, _ = made.plan(_prints("two"))
    for text in (_prints("three"), _prints("two", "one"), _prints("two", "two")):
        with pytest.raises(PlanMismatchError) as caught:
            made.plan(text, plan_hash=dry.plan_hash)
        assert caught.value.code == "plan_mismatch"


def test_bc_152_the_hash_stands_for_the_graph_as_well() -> None:
    made = written(_prints("one"))
    dry, _ = made.plan(_prints("two"))
    made.apply(_prints("three"))
    assert made.plan(_prints("two"))[0].plan_hash != dry.plan_hash


def _edits(graph: Graph) -> Iterator[Graph]:
    """The graph with any one thing changed that counts."""
    for number, node in enumerate(graph.nodes):
        others = graph.nodes[:number], graph.nodes[number + 1 :]
        for place, pin in enumerate(node.pins):
            if pin.direction == "input" and not pin.is_exec:
                pins = list(node.pins)
                pins[place] = replace(pin, default_value=f"{pin.default_value}1")
                yield replace(graph, nodes=(*others[0], replace(node, pins=tuple(pins)), *others[1]))
    for number in range(len(graph.links)):
        yield replace(graph, links=(*graph.links[:number], *graph.links[number + 1 :]))


def test_i8_a_stale_revision_is_refused_after_any_edit() -> None:
    made = written(_BEGIN + "  if bReady:\n    Delay(2)\n  PrintString(bReady)\n", bReady="bool")
    known = str(revision(made.graph))
    made.plan(_prints("x"), base_revision=known)
    graphs = list(_edits(made.graph))
    assert len(graphs) > 10
    for graph in graphs:
        made.use(graph)
        with pytest.raises(RevisionConflictError) as caught:
            made.plan(_prints("x"), base_revision=known)
        assert caught.value.code == "graph_revision_conflict"
        assert (caught.value.expected, caught.value.actual) == (known, str(revision(graph)))


def test_i5_moving_a_node_makes_no_revision_stale() -> None:
    made = written(_prints("one"))
    known = str(revision(made.graph))
    made.use(replace(made.graph, nodes=tuple(replace(node, x=node.x + 64) for node in made.graph.nodes)))
    assert made.plan(_prints("one"), base_revision=known)[0].step_count == 0


def test_bc_080_modes_have_their_words() -> None:
    assert [merge_mode(word) for word in ("", "union", "Upsert", "append", "replace")] == [
        *("union", "union", "union", "append", "replace")
    ]
    with pytest.raises(GraphError, match="union, append or replace"):
        merge_mode("overwrite")


def test_bc_080_append_puts_in_what_is_there_already() -> None:
    made = written(_prints("one", "two"))
    plan = made.apply(_prints("one"), mode="append")
    assert [item.kind for item in plan.operations] == ["append"]
    assert made.text == written(_prints("one", "two", "one")).text


def _only(made: Written, class_name: str) -> str:
    return next(node.name for node in made.graph.nodes if node.class_name == class_name)


def test_bc_073_a_statement_that_is_said_to_be_a_node_changes_that_node() -> None:
    made = written(_prints("one", "two"))
    node = _only(made, "K2Node_CallFunction")
    count = len(made.graph.nodes)
    text = _BEGIN + '  PrintString("changed", Duration=5)\n'
    plan = made.apply(text, identities={"/body/0": node})
    assert [(item.kind, item.node) for item in plan.operations] == [("update", node)]
    assert plan.step_count == 2
    assert len(made.graph.nodes) == count
    assert made.text == written(_BEGIN + '  PrintString("changed", Duration=5)\n  PrintString("two")\n').text


def test_bc_120_pins_that_are_not_mentioned_stay() -> None:
    made = written(_BEGIN + '  PrintString("one", Duration=5)\n')
    guid = next(node.guid for node in made.graph.nodes if node.class_name == "K2Node_CallFunction")
    made.apply(_BEGIN + "  PrintString(bPrintToLog=false)\n", identities={"/body/0": guid})
    assert made.text == written(_BEGIN + '  PrintString("one", bPrintToLog=false, Duration=5)\n').text


def test_bc_120_an_expression_is_built_and_linked() -> None:
    made = written(_BEGIN + "  Score = 1\n", Score="int", Bonus="int")
    node = _only(made, "K2Node_VariableSet")
    plan = made.apply(_BEGIN + "  Score = Score + Bonus\n", identities={"/body/0": node})
    assert [item.kind for item in plan.operations] == ["update"]
    assert made.text == written(_BEGIN + "  Score = Score + Bonus\n", Score="int", Bonus="int").text


@pytest.mark.parametrize("value", ["Bonus", "7", "Score - Bonus"])
def test_bc_121_a_pin_with_another_link_is_refused(value: str) -> None:
    made = written(_BEGIN + "  Score = Score + Bonus\n", Score="int", Bonus="int")
    node = _only(made, "K2Node_VariableSet")
    with pytest.raises(ProgramError) as caught:
        made.plan(_BEGIN + f"  Score = {value}\n", identities={"/body/0": node})
    assert caught.value.error.code == "would_replace_link"
    assert caught.value.line == 2


def test_bc_122_a_link_that_is_there_is_no_change() -> None:
    made = written(_BEGIN + "  if bReady:\n    Delay(1)\n", bReady="bool")
    branch = _only(made, "K2Node_IfThenElse")
    text = _BEGIN + "  if bReady:\n    Delay(1)\n"
    assert made.apply(text, identities={"/body/0": branch}).step_count == 0


def test_bc_073_a_branch_is_updated_and_its_arms_are_merged() -> None:
    made = written(_BEGIN + "  if true:\n    Delay(1)\n", bReady="bool")
    branch = _only(made, "K2Node_IfThenElse")
    text = _BEGIN + '  if bReady:\n    Delay(1)\n    PrintString("then")\n'
    plan = made.apply(text, identities={"/body/0": branch})
    assert [item.kind for item in plan.operations] == ["update", "noop", "append"]
    assert made.text == written(text, bReady="bool").text


def test_bc_073_another_kind_of_node_is_refused() -> None:
    made = written(_prints("one"))
    with pytest.raises(ProgramError, match="another kind"):
        made.plan(_BEGIN + "  Delay(2)\n", identities={"/body/0": _only(made, "K2Node_CallFunction")})
    with pytest.raises(GraphError) as caught:
        made.plan(_prints("one"), identities={"/body/0": "F" * 32})
    assert caught.value.code == "unknown_node"


@pytest.mark.parametrize(
    "said",
    ['InString="one"', '"one", bPrintToScreen=true', 'Duration=2.0, InString="one"', 'instring="one"'],
)
def test_bc_085_the_same_values_by_place_name_or_default_are_the_same(said: str) -> None:
    made = written(_prints("one"))
    plan, _ = made.plan(_BEGIN + f"  PrintString({said})\n")
    assert [item.kind for item in plan.operations] == ["noop"]
    assert plan.step_count == 0


def _map(made: Written, text: str) -> dict[str, str]:
    """The source map of what was read, which says `text`."""
    plan, _ = made.plan(text)
    return {item.path: item.node for item in plan.operations}


def test_bc_075_a_source_map_of_as_many_statements_is_trusted() -> None:
    made = written(_prints("one", "two"))
    source_map = _map(made, _prints("one", "two"))
    plan = made.apply(_prints("one", "TWO"), source_map=source_map)
    assert [item.kind for item in plan.operations] == ["noop", "update"]
    assert made.text == written(_prints("one", "TWO")).text


def test_bc_075_what_is_the_same_already_is_nothing_else() -> None:
    """A statement that moved up keeps its node; the map's place is not taken for another."""
    made = written(_prints("one", "two"))
    plan = made.apply(_prints("two", "three"), source_map=_map(made, _prints("one", "two")))
    assert [item.kind for item in plan.operations] == ["noop", "append"]
    assert made.text == written(_prints("one", "two", "three")).text


def test_bc_075_a_source_map_of_another_number_is_not_trusted() -> None:
    made = written(_prints("one", "two"))
    plan, _ = made.plan(_prints("one", "TWO", "three"), source_map=_map(made, _prints("one", "two")))
    assert [item.kind for item in plan.operations] == ["noop", "append", "append"]


def _changed_since(theirs: str, ours: str, text: str, **options: str) -> tuple[Written, ProgramPlan]:
    """A graph that said `text`, was changed to say `ours`, and gets `theirs`, written for `text`."""
    made = written(text, bReady="bool")
    base, known = made.graph, str(revision(made.graph))
    source_map = _map(made, text)
    made.apply(ours, mode="replace")
    plan = made.apply(theirs, base_revision=known, base=base, source_map=source_map, **options)
    return made, plan


@pytest.mark.parametrize(
    ("text", "ours", "theirs", "then"),
    [
        # Both put something in.
        (("a", "b"), ("a", "x", "b"), ("a", "b", "y"), ("a", "x", "b", "y")),
        (("a", "b"), ("a", "b", "x"), ("a", "y", "b"), ("a", "y", "b", "x")),
        # Theirs repeats what ours changed or deleted: ours stays.
        (("a", "b"), ("a2", "b"), ("a", "b", "y"), ("a2", "b", "y")),
        (("a", "b"), ("b",), ("a", "b", "y"), ("b", "y")),
        # Theirs changes what ours left alone.
        (("a", "b"), ("a2", "b"), ("a", "B"), ("a2", "B")),
    ],
)
def test_a_stale_program_is_merged_when_the_base_is_known(
    text: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...], then: tuple[str, ...]
) -> None:
    """BC 1.20: what only one side changed is taken."""
    made, plan = _changed_since(_prints(*theirs), _prints(*ours), _prints(*text))
    assert made.text == written(_prints(*then)).text
    assert plan.conflicts == ()


@pytest.mark.parametrize(("ours", "state"), [(_prints("A", "b"), "changed"), (_prints("b"), "deleted")])
def test_what_both_sides_changed_is_a_conflict(ours: str, state: str) -> None:
    """BC 1.20: never resolved by silence."""
    theirs = _prints("mine", "b")
    with pytest.raises(MergeConflictError) as caught:
        _changed_since(theirs, ours, _prints("a", "b"))
    assert caught.value.code == "merge_conflict"
    assert [(item.path, item.kind, item.line) for item in caught.value.conflicts] == [("/body/0", state, 2)]
    (conflict,) = caught.value.conflicts
    said = [_texts(part) for part in (conflict.base, conflict.ours, conflict.theirs)]
    assert said == [["a"], ["A"] if state == "changed" else [], ["mine"]]
    made, plan = _changed_since(theirs, ours, _prints("a", "b"), on_conflict="report")
    assert made.text == written(ours).text
    assert [item.kind for item in plan.conflicts] == [state]


def _texts(part: object) -> list[str]:
    return [one.text for one in parts_of(part) if isinstance(one, StringLiteral)]


def test_what_both_sides_changed_alike_is_no_conflict() -> None:
    """BC 1.20: a conflict is two values, not two edits."""
    made, plan = _changed_since(_prints("A", "b"), _prints("A", "b"), _prints("a", "b"))
    assert plan.conflicts == ()
    assert made.text == written(_prints("A", "b")).text


def test_i8_a_base_that_is_not_the_one_of_the_revision_is_refused() -> None:
    made = written(_prints("one"))
    with pytest.raises(RevisionConflictError):
        made.plan(_prints("two"), base_revision="bcrev:1-0", base=made.graph)


def _function() -> Written:
    """A function that has just been made: its entry leads to its result."""
    integer = parse_type("int", default_catalog())
    made = Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (Graph("EventGraph"),))
    step = AddFunctionStep("Double", (Parameter("X", integer),), (Parameter("Y", integer),))
    owner = simulate(made, EditPlan(made.path, "Prepare", (step,)), default_catalog()).after
    return Written(owner, "Double")


def test_the_return_of_a_function_is_updated_and_not_doubled() -> None:
    made = _function()
    text = 'func Double(X: int) -> (Y: int)\n  PrintString("x")\n  return X + X\n'
    plan = made.apply(text)
    assert [item.kind for item in plan.operations] == ["insert_before", "update"]
    results = [node for node in made.graph.nodes if node.class_name == "K2Node_FunctionResult"]
    assert len(results) == 1
    assert made.text.endswith('  PrintString("x")\n  return X + X\n')
    assert made.apply(text).step_count == 0


def test_bc_121_another_return_value_is_refused_while_the_old_one_is_linked() -> None:
    made = _function()
    made.apply("func Double(X: int) -> (Y: int)\n  return X\n")
    with pytest.raises(ProgramError) as caught:
        made.apply("func Double(X: int) -> (Y: int)\n  return X * 2\n")
    assert caught.value.error.code == "would_replace_link"
    made.apply("func Double(X: int) -> (Y: int)\n  return X * 2\n", mode="replace")
    assert made.text.endswith("  return X * 2\n")


def test_i10_an_exec_output_and_a_data_input_have_one_link() -> None:
    made = written(_prints("one") + '\nevent Boom()\n  PrintString("boom")\n', bReady="bool")
    made.apply(_BEGIN + "  if bReady:\n    end\n" + '  PrintString("one")\n')
    nodes = {node.name: node for node in made.graph.nodes}
    ends = []
    for link in made.graph.links:
        pin = nodes[link.source.node].pin_by_id(link.source.pin)
        assert pin is not None
        ends.append(link.source if pin.is_exec else link.target)
    assert len(ends) == len(set(ends))


def test_a_big_graph_is_planned_in_one_go() -> None:
    """500 statements in a row, one more in the middle: nothing else is touched."""
    lines = [f"n{number}" for number in range(500)]
    made = written(_prints(*lines))
    plan, builder = made.plan(_prints(*lines[:250], "more", *lines[250:]))
    assert plan.report["matched_count"] == 500
    # The node, its text, and the link that it stands on now.
    assert len(builder.draft.steps) == plan.step_count == 5


class _Failing(Stepwise):
    """Refuses the step of one number."""

    def __init__(self, owner: Blueprint, at: int) -> None:
        super().__init__(owner)
        self._left = at

    def _count_down(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise PlanError("The editor refuses.", "")

    def add(self, spec: AnyNodeSpec) -> str:
        self._count_down()
        return super().add(spec)

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        self._count_down()
        super().connect(source, target)

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        self._count_down()
        super().disconnect(source, target)

    def set_default(self, key: str, pin: str, value: str) -> None:
        self._count_down()
        super().set_default(key, pin, value)

    def remove(self, keys: tuple[str, ...]) -> None:
        self._count_down()
        super().remove(keys)


@pytest.mark.parametrize("mode", ["union", "replace"])
def test_i7_a_step_that_is_refused_is_an_error_and_changes_nothing(mode: MergeMode) -> None:
    """I7: whatever step fails, there is no plan, and the graph is what it was."""
    made = written(_prints("one", "three"), bReady="bool")
    text = _BEGIN + '  PrintString("one")\n  if bReady:\n    Delay(2)\n  PrintString("three")\n'
    before = made.graph
    program, ground = parse_program(text), GraphContext(before, made.owner, default_catalog())
    wanted = made.plan(text, mode=mode)[0]
    for number in range(wanted.step_count):
        with pytest.raises(AssistantError, match="refuses"):
            plan_program(program, ground, _Failing(made.owner, number), PlanOptions(mode))
        assert made.graph == before
    whole = plan_program(program, ground, _Failing(made.owner, wanted.step_count), PlanOptions(mode))
    assert whole == wanted
