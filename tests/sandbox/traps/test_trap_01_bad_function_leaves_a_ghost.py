"""Trap 1: `add_call_function_node(bad)` gives a truthy node without pins, which stays in the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

LIBRARY = "/Script/Engine.KismetSystemLibrary"
# Names that people expect and the engine does not have [FIELD_NOTES 3].
INVENTED = [
    f"{LIBRARY}:LineTraceByChannel",
    f"{LIBRARY}:SetTimerByFunctionName",
    "/Script/Engine.Actor:SetActorLocation",
    "/Script/Engine.KismetMathLibrary:Max_IntInt",
    "/Script/Engine.Nowhere:Nothing",
    "NoFunctionOfThis",
]


@pytest.mark.parametrize("path", INVENTED)
def test_a_bad_path_gives_a_node_without_pins_that_stays(door: Any, path: str) -> None:
    before = len(door.nodes.list_all_nodes())
    node = door.call(path)
    assert node
    assert len(node.list_all_pins()) == 0
    assert len(door.nodes.list_all_nodes()) == before + 1
    assert door.compile() is True
    door.nodes.remove_nodes([node])
    assert len(door.nodes.list_all_nodes()) == before


@pytest.mark.parametrize("path", INVENTED)
def test_it_is_none_where_the_switch_says_so(editor: SandboxEditor, door: Any, path: str) -> None:
    editor.switches.bad_function_gives_ghost_node = False
    before = len(door.nodes.list_all_nodes())
    assert door.call(path) is None
    assert len(door.nodes.list_all_nodes()) == before


@pytest.mark.parametrize("works", [False, True])
def test_an_old_name_is_a_bad_path_unless_redirects_are_followed(
    editor: SandboxEditor, door: Any, *, works: bool
) -> None:
    editor.switches.old_function_names_work = works
    node = door.call("/Script/Engine.KismetMathLibrary:Add_FloatFloat")
    assert (len(node.list_all_pins()) == 3) is works
