"""Words of a reading that are shorter than the editor's, and mean the same node again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.model.blueprint import Link, Pin, PinRef
from languages.stepwise import written

if TYPE_CHECKING:
    from languages.stepwise import Written

BEGIN = "on BeginPlay()\n"


def _with_split_location() -> Written:
    """`Speed` is set to the Y of GetActorLocation, whose output is split in the editor."""
    made = written(f"{BEGIN}  Speed = FMax(GetActorLocation().Y, 2.0)\n", Speed="float")
    call, taker = (
        next(
            node for node in made.graph.nodes if node.find_property("FunctionReference") and word in str(node)
        )
        for word in ("GetActorLocation", "FMax")
    )
    whole = call.find_pin("ReturnValue", "output")
    taken = taker.find_pin("A", "input")
    assert whole is not None
    assert taken is not None
    real = parse_type("float", default_catalog())
    parts = tuple(
        Pin(f"{number}" * 32, f"ReturnValue_{field}", "output", real, parent_pin=whole.id)
        for number, field in enumerate("XYZ", 1)
    )
    split = replace(whole, is_hidden=True, sub_pins=tuple(part.id for part in parts))
    pins = (*(split if pin is whole else pin for pin in call.pins), *parts)
    broken = next(node for node in made.graph.nodes if "BreakVector" in str(node))
    links = tuple(
        link for link in made.graph.links if broken.name not in (link.source.node, link.target.node)
    )
    own = Link(PinRef(call.name, parts[1].id), PinRef(taker.name, taken.id))
    nodes = (replace(node, pins=pins) if node is call else node for node in made.graph.nodes)
    kept = tuple(node for node in nodes if node.name != broken.name)
    made.use(replace(made.graph, nodes=kept, links=(*links, own)))
    return made


def test_a_part_of_a_split_output_is_said_by_its_field_and_stays_the_part() -> None:
    made = _with_split_location()
    assert made.text == f"{BEGIN}  Speed = FMax(GetActorLocation().Y, 2.0)\n"
    assert made.plan(made.text)[0].step_count == 0
    # By its own name it is the same pin, and what is put in takes another part of the same node.
    before = {node.name for node in made.graph.nodes}
    for said in ("GetActorLocation().Z", "GetActorLocation().ReturnValue_Z"):
        other = _with_split_location()
        other.apply(f"{BEGIN}  Speed = FMax({said}, 2.0)\n", mode="replace")
        assert {node.name for node in other.graph.nodes} == before
        assert other.text == f"{BEGIN}  Speed = FMax(GetActorLocation().Z, 2.0)\n"


def test_a_class_of_which_only_its_path_is_known_is_said_by_its_package_and_stays() -> None:
    """A class pin takes both spellings, and a text that says the whole path is the same statement."""
    path = "/Game/Balls/BP_Ball.BP_Ball_C"
    made = written(f'{BEGIN}  let actors = GetAllActorsOfClass("{path}")\n  Array_Clear(actors)\n')
    told = made.text
    assert "GetAllActorsOfClass(`/Game/Balls/BP_Ball`)" in told
    for said in (told, *(told.replace("`/Game/Balls/BP_Ball`", word) for word in (f"`{path}`", f'"{path}"'))):
        assert made.plan(said)[0].step_count == 0
    again = written(told)
    pins = [pin for node in again.graph.nodes for pin in node.pins if pin.name == "ActorClass"]
    assert [pin.default_object or pin.default_value for pin in pins] == [path]


def test_whole_numbers_of_a_struct_and_blocks_of_nothing_take_no_room() -> None:
    made = written(
        f"{BEGIN}  if bReady:\n    pass\n  else:\n    Start = (1.0, 0.5, 3.0)\n",
        bReady="bool",
        Start="Vector",
    )
    assert made.text == f"{BEGIN}  if bReady: pass\n  else:\n    Start = (1, 0.5, 3)\n"
    assert made.plan(made.text)[0].step_count == 0


def test_an_event_is_said_as_the_editor_shows_it_and_taken_by_the_engines_name_too() -> None:
    made = written(
        'on ReceiveTick(DeltaSeconds)\n  Speed = DeltaSeconds\n\nevent Idle()\n  PrintString("a")\n',
        Speed="float",
    )
    assert made.text == 'event Idle()\n  PrintString("a")\n\non Tick(DeltaSeconds)\n  Speed = DeltaSeconds\n'
    for said in (made.text, made.text.replace("on Tick", "on ReceiveTick")):
        assert made.plan(said)[0].step_count == 0
