"""What a node is beside its words stands before them: disabled, replicated, with which keys, and the like.

Two graphs that work differently are two texts; a text that repeats the graph changes nothing; what the editor
has no call for is refused with what the artist does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.stepwise import Written, written

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node

CODE = """\
event Fire()
  PrintString("fire")

on BeginPlay()
  if GetActorForwardVector().X > 0.5:
    PrintString("a")
  while IsOverlappingActor(None):
    SetActorHiddenInGame(true)

on input F()
  Pressed:
    SetActorHiddenInGame(false)
"""
REPLICATED = 0x0C22_00C0


def with_property(graph: Graph, wanted: str, number: int, *properties: tuple[str, str]) -> Graph:
    """The graph with other properties at the node of a class, the first, second, … of it."""
    found = [node for node in graph.nodes if node.class_name == wanted]
    changed = found[number]
    kept = [item for item in changed.properties if item[0] not in dict(properties)]
    made = replace(changed, properties=(*kept, *(item for item in properties if item[1])))
    return replace(graph, nodes=tuple(made if node is changed else node for node in graph.nodes))


MARKED = [
    ("K2Node_CustomEvent", 0, ("FunctionFlags", str(REPLICATED)), "@server @reliable event Fire()"),
    ("K2Node_CustomEvent", 0, ("FunctionFlags", str(0x0C02_4040)), "@multicast event Fire()"),
    ("K2Node_CustomEvent", 0, ("bCallInEditor", "True"), '@"bCallInEditor=True" event Fire()'),
    ("K2Node_Event", 0, ("EnabledState", "Disabled"), "@disabled on BeginPlay()"),
    ("K2Node_IfThenElse", 0, ("EnabledState", "DevelopmentOnly"), "@development if "),
    ("K2Node_MacroInstance", 0, ("EnabledState", "Disabled"), "@disabled while "),
    ("K2Node_InputKey", 0, ("bShift", "True"), "@shift on input F()"),
    ("K2Node_InputKey", 0, ("bExecuteWhenPaused", "True"), "@paused on input F()"),
    ("K2Node_InputKey", 0, ("bConsumeInput", "False"), '@"bConsumeInput=False" on input F()'),
]


@pytest.mark.parametrize(("kind", "number", "value", "said"), MARKED)
def test_a_mark_is_told_read_back_and_never_dropped(
    kind: str, number: int, value: tuple[str, str], said: str
) -> None:
    plain, marked = written(CODE), written(CODE)
    marked.use(with_property(marked.graph, kind, number, value))
    text = marked.text
    assert said in text
    assert print_program(parse_program(text)) == text
    plan, _ = marked.plan(text)
    assert plan.step_count == 0
    for there in (plain, written()):
        if there is not plain and value[0] == "FunctionFlags":
            continue  # such an event can be pasted
        with pytest.raises(ProgramError, match="from here") as refused:
            there.plan(text)
        assert said.partition(" ")[0] in str(refused.value) or "@reliable" in str(refused.value)


def test_an_event_that_runs_on_the_server_is_made_so() -> None:
    text = '@server @reliable event Fire(Aim: Vector)\n  PrintString("fire")\n'
    made = written(text)
    assert made.text == text
    assert dict(made.graph.nodes[0].properties)["FunctionFlags"] == str(0x20_00C0)


def test_a_statement_without_the_mark_is_another_one() -> None:
    """A call that runs is not there because one is that does not run."""
    made = written(CODE)
    disabled = ("EnabledState", "Disabled"), ("bUserSetEnabledState", "True")
    made.use(with_property(made.graph, "K2Node_CallFunction", 0, *disabled))
    assert '@disabled PrintString("fire")' in made.text
    plan = made.apply('event Fire()\n  PrintString("fire")\n')
    assert [one.kind for one in plan.operations] == ["append"]
    assert made.text.startswith('event Fire()\n  @disabled PrintString("fire")\n  PrintString("fire")\n')
    with pytest.raises(AssistantError, match="@disabled"):
        made.apply("event Fire()\n  @disabled Delay(1.0)\n", mode="replace")


def test_an_entry_may_leave_its_marks_out_but_not_the_keys_that_are_held() -> None:
    made = written(CODE)
    made.use(with_property(made.graph, "K2Node_CustomEvent", 0, ("FunctionFlags", str(REPLICATED))))
    made.use(with_property(made.graph, "K2Node_InputKey", 0, ("bControl", "True")))
    plan = made.apply('event Fire()\n  PrintString("fire")\n  PrintString("more")\n')
    assert [one.kind for one in plan.operations] == ["noop", "append"]
    assert made.text.startswith("@server @reliable event Fire()\n")
    with pytest.raises(ProgramError, match="@ctrl"):
        made.plan("on input F()\n  Pressed:\n    SetActorHiddenInGame(false)\n")


def test_a_call_that_runs_in_a_shipped_game_is_told_so_and_is_the_same_call() -> None:
    """The editor makes Print String for development only."""
    made = written(CODE)
    usual = made.text
    made.use(with_property(made.graph, "K2Node_CallFunction", 0, ("EnabledState", "")))
    assert '@enabled PrintString("fire")' in made.text
    plan, _ = made.plan(usual)
    assert plan.step_count == 0


def test_a_value_that_is_disabled_is_told_on_its_own() -> None:
    made = written('event Fire()\n  PrintString(GetObjectName(self) + "a")\n')
    names = [node.class_name for node in made.graph.nodes]
    assert names.count("K2Node_CallFunction") > 1
    for number in range(names.count("K2Node_CallFunction")):
        one = Written(made.owner)
        one.use(with_property(made.graph, "K2Node_CallFunction", number, ("EnabledState", "Disabled")))
        assert one.text.count("@disabled") == 1
        plan, _ = one.plan(one.text)
        assert plan.step_count == 0


def test_what_a_node_of_an_unknown_kind_holds_is_told_with_it() -> None:
    made = written("event Fire()\n  SetActorHiddenInGame(true)\n")
    (call,) = (node for node in made.graph.nodes if node.class_name == "K2Node_CallFunction")
    texts = set()
    for table in ("DT_A", "DT_B", "DT_" + "C" * 400, "DT_" + "C" * 400 + "D"):
        path = f'"/Game/{table}.{table}"'
        fancy: Node = replace(
            call, class_path="/Script/MyPlugin.K2Node_Fancy", properties=(("Table", path), ("NodePosX", "3"))
        )
        one = Written(made.owner)
        nodes = tuple(fancy if node is call else node for node in made.graph.nodes)
        one.use(replace(made.graph, nodes=nodes))
        assert 'node("/Script/MyPlugin.K2Node_Fancy|Table=' in one.text
        assert "NodePosX" not in one.text
        assert one.plan(one.text)[0].step_count == 0
        with pytest.raises(ProgramError):
            written().plan(one.text)
        texts.add(one.text)
    assert len(texts) == 4


@pytest.mark.parametrize("is_set", [False, True])
def test_a_ghost_is_left_out_until_something_is_linked_to_it(is_set: bool) -> None:
    """One that the artist has disabled is no ghost."""
    made = written("on BeginPlay()\n  pass\n")
    own = (("bUserSetEnabledState", "True"),) if is_set else ()
    made.use(with_property(made.graph, "K2Node_Event", 0, ("EnabledState", "Disabled"), *own))
    assert made.text == ("@disabled on BeginPlay()\n  pass\n" if is_set else "")
    if not is_set:
        made.apply('on BeginPlay()\n  PrintString("a")\n')
        assert made.text == 'on BeginPlay()\n  PrintString("a")\n'
        assert [node.class_name for node in made.graph.nodes].count("K2Node_Event") == 1


@pytest.mark.parametrize(
    "text",
    [
        '@server\n@reliable\nevent Fire()\n  @disabled\n  PrintString("a")\n',
        "@Server @RELIABLE event Fire():\n  @disabled PrintString('a')\n",
    ],
)
def test_marks_may_stand_above_what_they_mark(text: str) -> None:
    told = print_program(parse_program(text))
    assert told == '@server @reliable event Fire()\n  @disabled PrintString("a")\n'


def test_a_label_that_is_called_like_a_mark_stays_a_label() -> None:
    text = 'event Fire()\n  @server:\n  @disabled PrintString("a")\n  goto server\n'
    assert print_program(parse_program(text)) == text


def test_an_update_leaves_what_is_marked_and_takes_out_what_is_said_without() -> None:
    """What the writer was shown as disabled and writes plainly is meant to run: it becomes a new node."""
    made = written(CODE)
    disabled = ("EnabledState", "Disabled"), ("bUserSetEnabledState", "True")
    made.use(with_property(made.graph, "K2Node_CallFunction", 0, *disabled))
    made.use(with_property(made.graph, "K2Node_CustomEvent", 0, ("FunctionFlags", str(REPLICATED))))
    head = "@server @reliable event Fire()\n"
    shown = f'{head}  @disabled PrintString("fire")\n'
    for text, kinds in (
        (shown, ["noop"]),
        (f'{shown}  PrintString("more")\n', ["noop", "append"]),
    ):
        plan, _ = made.plan(text, mode="update", base=made.graph)
        assert [one.kind for one in plan.operations] == kinds
    made.apply('event Fire()\n  PrintString("fire")\n', mode="update", base=made.graph)
    assert made.text.startswith(f'{head}  PrintString("fire")\n\n')
