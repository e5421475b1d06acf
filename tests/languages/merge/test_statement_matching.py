"""Which statement of a program is which node: what is certain enough, and what it is changed to."""

from __future__ import annotations

import pytest

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.languages.lower.lowering import ProgramError
from languages.stepwise import Written, written

_BEGIN = "on BeginPlay()\n"


def _plan(made: Written, text: str, **options: object) -> list[str]:
    return [item.kind for item in made.apply(text, **options).operations]


def _node(made: Written, class_name: str) -> str:
    (node,) = (node for node in made.graph.nodes if node.class_name == class_name)
    return node.name


def test_a_value_in_a_nested_expression_is_one_step() -> None:
    """BC-120: each value stays the node that stands in its place."""
    text = _BEGIN + "  Score = Score + (Bonus + Score * 2)\n"
    made = written(text, Score="int", Bonus="int")
    node = _node(made, "K2Node_VariableSet")
    plan = made.apply(text.replace("2", "3"), identities={"/body/0": node})
    assert plan.step_count == 1
    assert made.text == written(text.replace("2", "3"), Score="int", Bonus="int").text


@pytest.mark.parametrize("mode", ["union", "replace"])
def test_a_longer_nested_expression_takes_each_node_once(mode: str) -> None:
    made = written(_BEGIN + "  Score = Score + (Bonus + Score * 2)\n", Score="int", Bonus="int")
    text = _BEGIN + "  Score = (Bonus + 1) * (Score + (Bonus + Score * 2))\n"
    made.apply(text, mode="replace")
    assert made.text == written(text, Score="int", Bonus="int").text
    if mode == "union":
        assert _plan(made, text) == ["noop"]


def test_a_getter_that_is_named_once_says_the_same_as_one_for_each_use() -> None:
    """BC-072: code that was read with each node said once, and code with a getter for each use."""
    once = _BEGIN + "  let n = Name\n  PrintString(n)\n  PrintString(n, Duration=5)\n"
    made = written(once, Name="string")
    assert sum(node.class_name == "K2Node_VariableGet" for node in made.graph.nodes) == 1
    assert set(_plan(made, once)) == {"noop"}
    each = _BEGIN + "  PrintString(Name)\n  PrintString(Name, Duration=5)\n"
    assert set(_plan(made, each)) == {"noop"}
    assert sum(node.class_name == "K2Node_VariableGet" for node in made.graph.nodes) == 1


def test_bc_100_a_call_on_another_target_is_another_call() -> None:
    made = written(
        _BEGIN + "  One.AddLocalOffset((1, 2, 3), true)\n",
        One="object:SceneComponent",
        Two="object:SceneComponent",
    )
    text = _BEGIN + "  Two.AddLocalOffset((1, 2, 3), true)\n"
    assert _plan(made, text) == ["append"]
    assert _plan(made, _BEGIN + "  One.AddLocalOffset((1, 2, 3), true, bTeleport=true)\n") == ["update"]


def test_bc_100_an_exact_statement_is_found_before_one_that_is_alike() -> None:
    made = written(_BEGIN + '  PrintString("a")\n  PrintString("a", Duration=5)\n')
    assert _plan(made, _BEGIN + '  PrintString("a", Duration=5)\n') == ["noop"]
    assert _plan(made, _BEGIN + '  PrintString("a")\n') == ["noop"]


def test_bc_100_a_value_that_is_given_its_default_is_no_call_that_has_another() -> None:
    made = written(_BEGIN + '  PrintString("a", Duration=5)\n')
    assert _plan(made, _BEGIN + '  PrintString("a", Duration=2.0)\n') == ["append"]


def test_bc_100_a_call_without_values_in_common_is_another_call() -> None:
    made = written(_BEGIN + "  Delay(5)\n")
    assert _plan(made, _BEGIN + "  Delay()\n") == ["append"]


def test_bc_142_properties_come_before_the_pins_are_fed_and_led_from() -> None:
    """The pins 5 and 6 are there only because of the property."""
    text = _BEGIN + (
        '  node("SwitchInt|2", Selection=Level):\n    `5`:\n      PrintString("five")\n'
        '    `6`:\n      PrintString("six")\n'
    )
    made = written("", Level="int")
    with pytest.raises(ProgramError):
        made.plan(text)
    made.apply(text, properties={"/body/0": {"StartIndex": 5}})
    (switch,) = (node for node in made.graph.nodes if node.class_name == "K2Node_SwitchInteger")
    assert {pin.name for pin in switch.pins} >= {"5", "6"}
    assert made.plan(made.text, properties={"/body/0": {"StartIndex": 5}})[0].step_count == 0


def test_bc_141_properties_of_a_node_that_is_there_are_never_lost_silently() -> None:
    text = _BEGIN + "  switch Level:\n    case 0:\n      Delay(1)\n"
    made = written(text, Level="int")
    with pytest.raises(ProgramError, match="cannot be changed"):
        made.plan(text, properties={"/body/0": {"bHasDefaultPin": True}})


def test_bc_152_what_a_call_is_made_as_and_who_it_is_count_in_the_hash() -> None:
    made = written(_BEGIN + '  PrintString("a")\n  PrintString("b")\n')
    text = _BEGIN + '  PrintString("c")\n'
    names = [node.name for node in made.graph.nodes if node.class_name == "K2Node_CallFunction"]
    warning = kinds.CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintWarning")
    hashes = [
        made.plan(text)[0].plan_hash,
        *(made.plan(text, identities={"/body/0": name})[0].plan_hash for name in names),
        made.plan(text, choices={"/body/0": warning})[0].plan_hash,
    ]
    assert len(set(hashes)) == len(hashes)


def test_bc_073_a_value_is_the_node_that_it_is_said_to_be_or_an_error() -> None:
    made = written(_BEGIN + "  PrintString(GetGameName())\n")
    (name,) = (
        node.name
        for node in made.graph.nodes
        if 'MemberName="GetGameName"' in (node.find_property("FunctionReference") or "")
    )
    text = _BEGIN + "  PrintWarning(GetGameName())\n"
    made.apply(text, identities={"/body/0#0": name})
    assert (
        sum("GetGameName" in str(node.find_property("FunctionReference")) for node in made.graph.nodes) == 1
    )
    with pytest.raises(ProgramError) as caught:
        made.plan(_BEGIN + "  PrintText(GetPlatformUserName())\n", identities={"/body/0#0": name})
    assert caught.value.error.code == "another_kind_of_node"
