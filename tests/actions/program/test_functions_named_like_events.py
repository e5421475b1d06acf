"""Functions that are called as an event is shown: which of both is meant, and how it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


def written(tools: Tools, code: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code)


def test_an_event_is_read_by_its_name_as_a_graph(tools: Tools) -> None:
    written(tools, 'func Hit():\n  PrintString("x")\n\nevent Open():\n  PrintString("y")\n')
    for name in ("Hit", "ReceiveHit"):
        text = tools.do("read_graph", blueprint="BP_Door", function_name=name)
        assert text.startswith(f"EventGraph of /Game/BP_Door, of it {name}:\non Hit()"), text
        assert "Open" not in text
    assert "event Open()" in tools.do("read_graph", blueprint="BP_Door", graph_name="Open")


def test_a_name_of_neither_a_graph_nor_an_event_is_refused(tools: Tools) -> None:
    assert "has no graph 'Nope'" in tools.refused("read_graph", blueprint="BP_Door", graph_name="Nope")


@pytest.mark.parametrize(
    "code",
    [
        'func Hit():\n  PrintString("x")\n',
        "func Hit(Other: Actor):\n  Other.K2_DestroyActor()\n",
        "func Hit(Other):\n  Other.K2_DestroyActor()\n",
    ],
)
def test_with_the_inputs_of_the_event_it_is_the_event(tools: Tools, code: str) -> None:
    written(tools, code)
    assert tools.door.find_graph("Hit") is None
    assert "on Hit" in tools.do("read_graph", blueprint="BP_Door")


@pytest.mark.parametrize("run", ["SetTimer(event Start, 1.0)", 'SetTimer("Start", 1.0)', "Start()"])
@pytest.mark.parametrize("head", ["event", "def"])
def test_what_is_only_like_the_name_of_an_event_is_its_own_where_the_program_runs_it(
    tools: Tools, head: str, run: str
) -> None:
    written(tools, f'{head} Start():\n  PrintString("x")\n\non Tick(DeltaSeconds):\n  {run}\n')
    text = tools.do("read_graph", blueprint="BP_Door")
    assert "event Start()" in text
    assert "BeginPlay" not in text


def test_an_event_of_the_engine_is_not_called(tools: Tools) -> None:
    code = 'on BeginPlay():\n  PrintString("x")\n\nevent Again():\n  BeginPlay()\n'
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "BeginPlay is an event, which nothing calls: write what both do as a function." in text


@pytest.mark.parametrize(
    "code",
    [
        'func Hit():\n  PrintString("x")\n\non BeginPlay():\n  Hit()\n',
        'func Hit():\n  PrintString("x")\n\non BeginPlay():\n  self.Hit()\n',
        "func Hit(Strength: float):\n  PrintString(Strength)\n",
        "func Hit() -> (bDead: bool):\n  return true\n",
    ],
)
def test_what_is_called_or_has_other_pins_is_a_function_and_the_result_says_so(
    tools: Tools, code: str
) -> None:
    text = written(tools, code)
    assert tools.door.find_graph("Hit") is not None
    assert "Hit is a function here, which the engine does not call: the event is ReceiveHit." in text
    assert "ReceiveHit" not in written(tools, code)
