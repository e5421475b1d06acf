"""Any program on any other: `replace` leaves what the program says, `union` what both say."""

from __future__ import annotations

import pytest

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds.specs import KnotSpec
from blueprint_assistant.languages.lower.lowering import ProgramError
from blueprint_assistant.languages.lower.scope import Output
from languages.stepwise import Stepwise, written
from tiers import deep

_BEGIN = "on BeginPlay()\n"
_TYPES = {"bReady": "bool", "Score": "int", "Bonus": "int", "N": "int"}


def _lines(*texts: str) -> str:
    return _BEGIN + "".join(f"  {text}\n" for text in texts)


_BODIES = [
    _lines('PrintString("one")'),
    _lines('PrintString("two")', 'PrintString("one")'),
    _lines('PrintString("one", Duration=5)', "Delay(1)", 'PrintString("three")'),
    _lines("Score = Score + Bonus", "if bReady:", "  Delay(2)", "else:", "  Score = 0"),
    _lines("if bReady:", '  PrintString("one")', "Score = Bonus"),
    _lines("for i in 0..Score:", '  PrintString("one")', "  Score = i", "Delay(1)"),
    _lines("for k in 0..9:", "  Score = k + Bonus"),
    _lines("switch N:", "  case 0:", '    PrintString("a")', "  case 1:", "    Delay(1)"),
    _lines("sequence:", "  then 0:", "    Delay(1)", "  then 1:", '    PrintString("b")'),
]
_COUNT = len(_BODIES)
# The first tier puts each on some other one, and under it.
_each_on_each = pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(old, new, marks=() if (old * 2 + 1 - new) % _COUNT == 0 else deep)
        for old in range(_COUNT)
        for new in range(_COUNT)
    ],
)


@_each_on_each
def test_an_entry_says_what_the_program_says_and_nothing_else(old: int, new: int) -> None:
    made = written(_BODIES[old], **_TYPES)
    wanted = written(_BODIES[new], **_TYPES)
    made.apply(_BODIES[new], mode="replace")
    assert made.text == wanted.text
    assert len(made.graph.nodes) == len(wanted.graph.nodes)
    assert len(made.graph.links) == len(wanted.graph.links)
    assert made.apply(_BODIES[new], mode="replace").step_count == 0


@_each_on_each
def test_i9_a_union_of_any_two_keeps_all_and_is_there_then(old: int, new: int) -> None:
    """I9 and I2, or nothing follows the sequence that is there (BC-087)."""
    made = written(_BODIES[old], **_TYPES)
    before = made.graph
    try:
        made.apply(_BODIES[new])
    except ProgramError as error:
        refused = error.error.code
    else:
        refused = ""
    assert refused == ("ambiguous_append_point" if "sequence" in _BODIES[old] and new != old else "")
    assert {node.name for node in before.nodes} <= {node.name for node in made.graph.nodes}
    assert len(made.graph.links) >= len(before.links)
    assert refused or made.apply(_BODIES[new]).step_count == 0


def test_what_stays_is_kept_and_other_values_are_changed_in_place() -> None:
    made = written(_lines('PrintString("a")', "Delay(1)", 'PrintString("c")', "Score = 3"), **_TYPES)
    names = [node.name for node in made.graph.nodes]
    plan = made.apply(_lines('PrintString("a")', "Delay(2)", 'PrintString("c")'), mode="replace")
    assert [item.kind for item in plan.operations] == ["noop", "update", "noop", "remove"]
    assert [node.name for node in made.graph.nodes] == [name for name in names if "VariableSet" not in name]
    assert plan.report["deleted_count"] == 1


def test_other_entries_are_left_alone() -> None:
    other = '\nevent Boom()\n  PrintString("boom")\n'
    made = written(_lines('PrintString("a")') + other)
    made.apply(_lines("Delay(1)"), mode="replace")
    assert made.text == written(_lines("Delay(1)") + other).text


def test_a_link_from_another_entry_is_not_cut() -> None:
    made = written(_lines("goto here") + '\nevent Boom()\n  @here: Delay(1)\n  PrintString("a")\n')
    with pytest.raises(AssistantError, match="not of this entry"):
        made.plan('event Boom()\n  PrintString("a")\n', mode="replace")
    made.apply(_lines('PrintString("b")'), mode="replace")
    wanted = _lines('PrintString("b")') + '\nevent Boom()\n  Delay(1)\n  PrintString("a")\n'
    assert made.text == written(wanted).text


def test_no_reroute_is_left_on_a_link_that_goes() -> None:
    old = _lines('PrintString("one")', 'PrintString("two")')
    made = written(old)
    first, second = (node.name for node in made.graph.nodes if node.class_name == "K2Node_CallFunction")
    builder = Stepwise(made.owner)
    near, far = builder.add(KnotSpec()), builder.add(KnotSpec())
    builder.disconnect(Output(first, "then"), (second, "execute"))
    builder.connect(Output(first, "then"), (near, "InputPin"))
    builder.connect(Output(near, "OutputPin"), (far, "InputPin"))
    builder.connect(Output(far, "OutputPin"), (second, "execute"))
    made.use(builder.draft.graph("EventGraph"))
    made.apply(old, mode="replace")
    assert len([node for node in made.graph.nodes if is_reroute(node)]) == 2
    made.apply(_lines('PrintString("one")', "Delay(1)", 'PrintString("two")'), mode="replace")
    assert not [node for node in made.graph.nodes if is_reroute(node)]
