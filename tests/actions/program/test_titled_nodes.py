"""`node("…")` and `value("…")` take every title that the search of nodes lists."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, get_args

import pytest

from blueprint_assistant.actions.nodes.menu_handles import NodeMenu, node_menu
from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.plan_values import CodeRequest
from blueprint_assistant.actions.program.statement_faults import NotWrittenError
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.languages.ast.node_texts import spec_text
from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from actions.conftest import Tools
    from blueprint_assistant.actions.nodes.menu_actions import NodeAction
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

MEMBERS = """\
var Health: float
component Mesh: StaticMesh as root
dispatcher OnDied(Killer: Actor)
func Sum(A: int) -> (B: int):
  var Half: int = 3
  return Half + A
event Blink():
  PrintString("blink")
"""
_NO_STATEMENTS = (*get_args(kinds.AnyEventSpec), kinds.FunctionResultSpec, kinds.TimelineSpec)


@pytest.fixture
def door(tools: Tools) -> Tools:
    tools.do("write_graph", blueprint="BP_Door", code=MEMBERS)
    return tools


def _built(door: Tools, title: str, function: str = "", word: str = "node") -> set[str]:
    """The signatures of the nodes that a program with the title adds, in small letters."""
    head = f"func {function}(A: int) -> (B: int):" if function else "on Tick():"
    code = f'{head}\n  let made = {word}("{title}")\n'
    plan = plan_code(door.context, door.door, CodeRequest(code))
    steps = (step for graph in plan.graphs for step in graph.steps if isinstance(step, AddNodeStep))
    return {spec_text(step.spec).lower() for step in steps}


def _sampled(menu: NodeMenu, every: int) -> Iterator[NodeAction]:
    """All that the Blueprint brings itself, and one of so many of each kind of the engine's nodes."""
    yield from menu.own
    seen: Counter[type] = Counter()
    for action in menu.actions[len(menu.own) :]:
        seen[type(action.spec)] += 1
        if seen[type(action.spec)] % every == 1:
            yield action


@deep
def test_every_title_that_the_search_lists_is_its_node_or_says_what_to_write(door: Tools) -> None:
    """Never another node than one of that title; refused are entries of a flow, and titles of several."""
    menu = node_menu(door.context, door.door)
    told: Counter[str] = Counter()
    for action in _sampled(menu, 150):
        alike = {spec_text(item.spec).lower() for item in menu.titled(action.title)}
        try:
            assert _built(door, action.title, action.function) & alike, action
            told["built"] += 1
        except NotWrittenError as error:
            fault = error.faults[0]
            told[fault.code] += 1
            assert fault.fix
            if fault.code == "unsupported_statement":
                assert isinstance(action.spec, _NO_STATEMENTS), action
            elif fault.code == "ambiguous_action":
                assert sum(fold(item.title) == fold(action.title) for item in menu.actions) > 1, action
            else:
                assert fault.code == "plan_refused", (action, fault)
    assert told["plan_refused"] <= 5, told
    assert told["built"] > 10 * told["ambiguous_action"], told


@pytest.mark.parametrize(
    ("title", "spec"),
    [
        ("Cast To Pawn", kinds.CastSpec("/Script/Engine.Pawn")),
        ("Cast To Pawn Class", kinds.ClassCastSpec("/Script/Engine.Pawn")),
        ("Get Initial Life Span", common_specs.VariableGetSpec("InitialLifeSpan")),
        ("Set Replicates", common_specs.CallFunctionSpec("/Script/Engine.Actor:SetReplicates")),
        ("Divide", kinds.OperatorSpec("Divide")),
        ("Bind Event to On Died", kinds.DelegateSpec("add", "OnDied")),
        ("Literal enum ECollisionChannel", kinds.EnumLiteralSpec("/Script/Engine.ECollisionChannel")),
        ("Utilities|Casting|Cast To Pawn", kinds.CastSpec("/Script/Engine.Pawn")),
    ],
)
def test_a_title_is_its_node(door: Tools, title: str, spec: AnyNodeSpec) -> None:
    assert spec_text(spec).lower() in _built(door, title)


@pytest.mark.parametrize(
    ("title", "code", "fix"),
    [
        ("Event BeginPlay", "unsupported_statement", "on BeginPlay():"),
        ("On Component Hit (Mesh)", "unsupported_statement", "on Mesh.OnComponentHit():"),
        ("Add Return Node...", "unsupported_statement", "Write return"),
        ("Set Press Method", "ambiguous_action", 'node("CallFunction|/Script/UMG.Button:SetPressMethod")'),
    ],
)
def test_a_title_that_is_no_node_here_says_what_to_write(
    door: Tools, title: str, code: str, fix: str
) -> None:
    text = door.refused("write_graph", blueprint="BP_Door", code=f'on Tick():\n  node("{title}")\n')
    assert f"({code})" in text
    assert fix in text


def test_a_title_with_values_is_written_and_is_the_same_the_second_time(door: Tools) -> None:
    code = 'on Tick():\n  node("Cast To Pawn", GetOwner()):\n    then:\n      PrintString("a pawn")\n'
    door.do("write_graph", blueprint="BP_Door", code=code)
    door.done_before("write_graph", blueprint="BP_Door", code=code)
    assert "exec" in door.refused(
        "write_graph", blueprint="BP_Door", code='on Tick():\n  Health = value("Set Actor Scale 3D")\n'
    )
