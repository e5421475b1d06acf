"""A function that is bound to a delegate of the engine takes what that gives, single floats too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.declarations import function_of
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

WANTED = (
    "DamagedActor: Actor, Damage: {}, DamageType: DamageType, InstigatedBy: Controller, DamageCauser: Actor"
)
BODY = "  PrintString(str(Damage))\n"


def types(tools: Tools, function: str = "HandleDamage") -> list[str]:
    graph = tools.door.find_graph(function)
    declared = None if graph is None else function_of(graph)
    return [] if declared is None else [str(item.type) for item in declared.inputs]


@pytest.mark.parametrize(
    ("target", "inputs"),
    thinned(
        [
            ("GetOwner().OnTakeAnyDamage", WANTED.format("float")),
            ("OnTakeAnyDamage", WANTED.format("single")),
            ("self.OnTakeAnyDamage", "DamagedActor, Damage, DamageType, InstigatedBy, DamageCauser"),
            ("Other.OnTakeAnyDamage", "A: Actor, Damage: float, B: DamageType, C: Controller, D: Actor"),
        ],
        2,
    ),
)
def test_a_new_function_gets_the_types_of_the_delegate(tools: Tools, target: str, inputs: str) -> None:
    code = f"var Other: Actor\non BeginPlay():\n  bind {target} += delegate HandleDamage\n"
    code += f"func HandleDamage({inputs}):\n{BODY}"
    assert "0 errors" in tools.do("write_graph", blueprint="BP_Door", code=code)
    assert types(tools)[1] == "float"
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_a_function_that_takes_something_else_is_refused_with_the_line_that_fits(tools: Tools) -> None:
    code = "on BeginPlay():\n  bind OnTakeAnyDamage += delegate HandleDamage\n"
    text = tools.refused(
        "write_graph", blueprint="BP_Door", code=f"{code}func HandleDamage(Damage: float):\n{BODY}"
    )
    line = f"func HandleDamage({WANTED.format('float32')}):"
    assert line in text
    assert "Line 2" in text
    tools.do("write_graph", blueprint="BP_Door", code=f"{code}{line}\n{BODY}")


def test_a_function_that_is_there_with_a_double_is_told_before_the_compiler_does(tools: Tools) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=f"func HandleDamage({WANTED.format('float')}):\n{BODY}")
    assert types(tools)[1] == "double"
    code = "on BeginPlay():\n  bind OnTakeAnyDamage += delegate HandleDamage\n"
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "Damage: float32" in text
    assert "under a new name" in text


def test_an_own_dispatcher_gives_doubles(tools: Tools) -> None:
    code = "dispatcher OnDied(Amount: float)\non BeginPlay():\n  bind OnDied += delegate Gone\n"
    tools.do("write_graph", blueprint="BP_Door", code=f"{code}func Gone(Amount: float):\n  pass\n")
    assert types(tools, "Gone") == ["double"]
