"""Laws over generated edits: undo is exact, text and asset are the same, pin types read back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType, TerminalType
from blueprint_assistant.graph.model.pin_type_text import format_pin_type
from sandbox.functions import PRINT
from tiers import examples
from unreal_sandbox import SandboxEditor
from unreal_sandbox.assets.asset_text import format_asset, parse_asset
from unreal_sandbox.graphs.pin_type_structs import parse_pin_type

if TYPE_CHECKING:
    from collections.abc import Callable

Step = tuple[str, int, int]

STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["call", "event", "link", "break", "value", "move", "remove", "variable", "component"]
        ),
        st.integers(0, 7),
        st.integers(0, 7),
    ),
    max_size=25,
)


def pins_of(nodes: Any, number: int) -> Any:
    listed = nodes.list_all_nodes()
    return listed[number % len(listed)].list_all_pins() if len(listed) else []


def do(unreal: Any, asset: Any, step: Step) -> None:
    """One edit as a script makes it; many are refused, which is part of the law."""
    library = unreal.BlueprintEditorLibrary
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(asset))
    kind, first, second = step
    listed = nodes.list_all_nodes()
    edits: dict[str, Callable[[], object]] = {
        "call": lambda: nodes.add_call_function_node([PRINT, "K2_DestroyActor", "nonsense"][first % 3]),
        "event": lambda: nodes.add_custom_event_node(f"Event{first}"),
        "link": lambda: [
            one.try_create_connection(other)
            for one, other in zip(pins_of(nodes, first), reversed(list(pins_of(nodes, second))), strict=False)
        ],
        "break": lambda: [pin.break_pin_links() for pin in pins_of(nodes, first)],
        "value": lambda: [pin.set_pin_value(str(second)) for pin in pins_of(nodes, first)],
        "move": lambda: [node.set_node_pos(unreal.IntPoint(first, second)) for node in listed[:2]],
        "remove": lambda: nodes.remove_nodes(listed[:first]),
        "variable": lambda: library.add_member_variable(
            asset, f"Var{first}", library.get_basic_type_by_name(["int", "bool", "real", "text"][second % 4])
        ),
        "component": lambda: change_components(unreal, asset, first),
    }
    edits[kind]()


def change_components(unreal: Any, asset: Any, number: int) -> None:
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    handles = subsystem.k2_gather_subobject_data_for_blueprint(asset)
    if number % 3 == 0:
        subsystem.delete_subobject(handles[0], handles[-1], asset)
        return
    kind = unreal.StaticMeshComponent if number % 2 else unreal.RotatingMovementComponent
    parent = handles[number % len(handles)]
    params = unreal.AddNewSubobjectParams(parent_handle=parent, new_class=kind, blueprint_context=asset)
    subsystem.add_new_subobject(params)


@settings(max_examples=examples(40), deadline=None)
@given(before=STEPS, steps=STEPS)
def test_undo_and_redo_are_exact_whatever_was_done(before: list[Step], steps: list[Step]) -> None:
    with SandboxEditor() as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        held = editor.blueprints["/game/bp_a"]
        for step in before:
            do(unreal, asset, step)
        old = held.content()
        with unreal.ScopedEditorTransaction("steps"):
            for step in steps:
                do(unreal, asset, step)
        new = held.content()
        assert len(editor.transactions.done) == (old != new)
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
        assert held.content() == old
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION REDO")
        assert held.content() == new


@settings(max_examples=examples(40), deadline=None)
@given(steps=STEPS, compiles=st.booleans())
def test_an_asset_is_its_text_whatever_was_done(steps: list[Step], compiles: bool) -> None:
    with SandboxEditor() as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        for step in steps:
            do(unreal, asset, step)
        if compiles:
            unreal.BlueprintEditorLibrary.compile_blueprint(asset)
        held = editor.blueprints["/game/bp_a"]
        read = parse_asset(format_asset(held), held.uid)
        assert read.content() == held.content()
        assert (read.status, read.messages, read.shapes) == (held.status, held.messages, held.shapes)
        assert format_asset(read) == format_asset(held)


@settings(max_examples=examples(60), deadline=None)
@given(cut=st.integers(0, 4000), length=st.integers(0, 40), text=st.text(max_size=8))
def test_damaged_text_is_refused_or_read_never_a_crash(cut: int, length: int, text: str) -> None:
    with SandboxEditor() as editor:
        unreal = editor.install()
        unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        whole = format_asset(editor.blueprints["/game/bp_a"])
        with suppress(AssistantError):
            parse_asset(whole[:cut] + text + whole[cut + length :], 1)


OBJECTS = st.sampled_from(
    [
        None,
        ObjectRef("/Script/Engine.Actor", "/Script/CoreUObject.Class"),
        ObjectRef("/Game/A/BP_X.BP_X_C", "/Script/Engine.BlueprintGeneratedClass"),
    ]
)
CATEGORIES = st.sampled_from(
    ["bool", "byte", "int", "int64", "name", "string", "text", "object", "softclass"]
)
TYPES = st.builds(
    PinType,
    CATEGORIES,
    subcategory_object=OBJECTS,
    container=st.sampled_from(["none", "array", "set"]),
    is_reference=st.booleans(),
    is_const=st.booleans(),
    is_weak_pointer=st.booleans(),
    is_uobject_wrapper=st.booleans(),
) | st.builds(
    PinType,
    CATEGORIES,
    container=st.just("map"),
    value=st.builds(TerminalType, CATEGORIES, subcategory_object=OBJECTS),
)


@given(TYPES)
def test_a_pin_type_reads_back_from_its_text(pin_type: PinType) -> None:
    assert parse_pin_type(format_pin_type(pin_type)) == pin_type


@given(st.text(max_size=60))
def test_no_text_breaks_reading_a_pin_type(text: str) -> None:
    for candidate in (
        text,
        f"({text})",
        f"(PinCategory={text})",
        f'(PinCategory="map",PinValueType=({text}))',
    ):
        found = parse_pin_type(candidate)
        assert found is None or parse_pin_type(format_pin_type(found)) == found
