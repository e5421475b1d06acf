"""Whole turns on the real stack: worker thread, game-thread queue, editor adapter, sandbox."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.nodes.menu_handles import handle_of
from blueprint_assistant.conversation.events import ToolFinished, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d
from blueprint_assistant.providers.base import TextDelta
from scripted_provider import Pause, ScriptedProvider, call_text
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.host.assistant import Assistant

DEADLINE_S = 60.0
PROTOCOL = (
    *("bluecode_set_function", "bluecode_read_function", "bluecode_read_variables", "bluecode_read_events"),
    *("bluecode_search_nodes", "bluecode_apply", "bluecode_apply_variables", "bluecode_connect"),
    *("bluecode_delete", "bluecode_compile", "search_function_library"),
)
OLDER = (
    *("add_node", "connect_nodes", "set_pin_value", "disconnect_nodes", "delete_node", "build_graph"),
    *("add_variable", "set_variable_defaults", "remove_member", "compile_blueprint"),
)


@pytest.fixture
def sandbox() -> Iterator[SandboxEditor]:
    with SandboxEditor() as editor:
        yield editor
        assert not editor.violations


class Desk:
    """An assistant on the sandbox, ticked by the test as the editor ticks."""

    def __init__(self, sandbox: SandboxEditor, provider: ScriptedProvider, **given: Any) -> None:
        from blueprint_assistant.host.assistant import Assistant  # noqa: PLC0415 - needs `unreal`

        self.assistant: Assistant = Assistant(provider, ConversationSettings(), **given)
        self.sandbox = sandbox
        self.events: list[ConversationEvent] = []
        self.assistant.conversation.subscribe(self.events.append)

    def run(self, text: str, *, until: Callable[[], bool] | None = None) -> None:
        self.assistant.conversation.send(text)
        self.tick_until(until or self.is_over)

    def is_over(self) -> bool:
        """Whether the turn is over and all its events are there; it is idle a moment before the last."""
        return self.assistant.conversation.wait(0)

    def tick_until(self, is_reached: Callable[[], bool]) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not is_reached():
            assert time.monotonic() < deadline
            self.sandbox.tick()
            self.assistant.tick(1 / 60)
            self.assistant.conversation.wait(0.001)

    def results(self) -> list[ToolFinished]:
        return [event for event in self.events if isinstance(event, ToolFinished)]


def link(source: str, target: str) -> str:
    (source_node, source_pin), (target_node, target_pin) = source.split("."), target.split(".")
    return call_text(
        "connect_nodes",
        source_node=source_node,
        source_pin=source_pin,
        target_node=target_node,
        target_pin=target_pin,
    )


def node(**parameters: Any) -> str:
    return call_text("add_node", blueprint="BP_Enemy", **parameters)


ENEMY = [
    "I create it."
    + call_text("create_blueprint", name="BP_Enemy", parent_class="Actor")
    + call_text("add_component", blueprint="BP_Enemy", component_type="StaticMesh", component_name="Mesh")
    + call_text("add_variable", blueprint="BP_Enemy", name="Speed", type="float", default=200),
    node(node_type="Event", event_name="Tick")
    + node(node_type="CallFunction", function_name="AddActorWorldOffset")
    + node(node_type="CallFunction", function_name="GetActorForwardVector")
    + node(node_type="CallFunction", function_name="Multiply_VectorFloat")
    + node(node_type="CallFunction", function_name="Multiply_DoubleDouble")
    + node(node_type="GetVariable", variable_name="Speed"),
    link("N1.then", "N2.execute")
    + link("N6.Speed", "N5.A")
    + link("N1.DeltaSeconds", "N5.B")
    + link("N3.ReturnValue", "N4.A")
    + link("N5.ReturnValue", "N4.B")
    + link("N4.ReturnValue", "N2.DeltaLocation"),
    call_text("compile_blueprint", blueprint="BP_Enemy"),
    "BP_Enemy moves forward every tick.",
]


def test_a_sentence_becomes_a_compiled_blueprint(sandbox: SandboxEditor) -> None:
    provider = ScriptedProvider(ENEMY)
    desk = Desk(sandbox, provider)
    desk.run("Make an enemy that moves forward.")
    assert [result.text for result in desk.results() if not result.ok] == []
    assert isinstance(desk.events[-1], TurnFinished)
    assert desk.events[-1].reason == "end"
    compiled = desk.results()[-1]
    assert compiled.text == "Compiled /Game/BP_Enemy: up to date, 0 errors, 0 warnings."
    enemy = compiled.blueprint
    assert enemy is not None
    graph = enemy.find_graph("EventGraph")
    assert graph is not None
    assert len(graph.links) == 6
    text = format_t3d(graph)
    assert format_t3d(parse_t3d(text)) == text
    assert "N1=Event Tick" in provider.requests[-1].system
    desk.assistant.stop()


DOOR_CODE = """\
var IsOpen: bool = false
component Zone: BoxCollision
component Panel: StaticMesh

on Zone.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Character as who:
    Swing(90.0)

on Zone.OnComponentEndOverlap(OtherActor):
  if OtherActor is Character as who:
    Swing(0.0)

func Swing(Angle: float):
  IsOpen = Angle > 0.0
  Panel.SetRelativeRotation(MakeRotator(Yaw=Angle))
"""


def test_a_door_is_written_as_code_and_its_wrong_line_is_mended(sandbox: SandboxEditor) -> None:
    """A01: the first code names a function that there is not; its error is enough to mend it."""
    wrong = DOOR_CODE.replace("SetRelativeRotation", "SetRelativeRotatoin")
    script = [
        call_text("create_blueprint", name="BP_Door", parent_class="Actor")
        + call_text("write_graph", blueprint="BP_Door", code=wrong),
        call_text("write_graph", blueprint="BP_Door", code=DOOR_CODE),
        call_text("read_graph", blueprint="BP_Door"),
        "The door opens for characters.",
    ]
    provider = ScriptedProvider(script)
    desk = Desk(sandbox, provider)
    desk.run("When the player walks up to this door, swing it open; close it when they leave")
    made, refused, written, read = desk.results()
    assert made.ok
    assert not refused.ok
    assert "Line 15" in refused.text
    assert "SetRelativeRotation" in refused.text.partition("Panel.")[2]
    assert written.ok, written.text
    assert "up to date, 0 errors" in written.text
    assert "Swing(90.0)" in read.text.replace("`", "")
    door = desk.assistant.editor.read_blueprint("/Game/BP_Door")
    assert [item.name for item in door.variables] == ["IsOpen"]
    assert door.status == "up_to_date"
    assert provider.replies_left == 0
    desk.assistant.stop()


def test_wrong_calls_are_refused_by_the_real_stack_and_change_nothing(sandbox: SandboxEditor) -> None:
    wrong = [
        call_text("create_blueprint", name="BP_New", parent_class="Actr"),
        call_text("create_blueprint", name="BP_Enemy", parent_class="Pawn"),
        node(node_type="CallFunction", function_name="FlyAway"),
        node(node_type="Event", event_name="BeginsPlay"),
        link("N1.thn", "N1.execute"),
        call_text("set_pin_value", node_id="N9", pin_name="x", value=1),
    ]
    made = call_text("create_blueprint", name="BP_Enemy") + node(node_type="Branch")
    desk = Desk(sandbox, ScriptedProvider([made, "".join(wrong), "I give up."]))
    desk.run("go")
    before = desk.results()[1].blueprint
    refused = desk.results()[2:]
    assert [result.ok for result in refused] == [False] * len(wrong)
    assert "Actor" in refused[0].text
    assert "parent Actor" in refused[1].text
    assert "BeginPlay" in refused[3].text
    assert "then" in refused[4].text
    assert desk.assistant.editor.list_blueprints() == ("/Game/BP_Enemy",)
    assert desk.assistant.editor.read_blueprint("/Game/BP_Enemy") == before
    desk.assistant.stop()


def test_compile_errors_are_told_with_the_node_and_are_no_success(sandbox: SandboxEditor) -> None:
    script = [
        call_text("create_blueprint", name="BP_Enemy")
        + node(node_type="Event", event_name="BeginPlay")
        + node(node_type="CallFunction", function_name="SetStaticMesh", target_class="StaticMeshComponent"),
        link("N1.then", "N2.execute") + call_text("compile_blueprint", blueprint="BP_Enemy"),
        "It does not compile.",
    ]
    desk = Desk(sandbox, ScriptedProvider(script))
    desk.run("go")
    compiled = desk.results()[-1]
    assert not compiled.ok
    assert compiled.text.startswith("compile_errors: Compiled /Game/BP_Enemy: error, 1 errors")
    assert "error at N2:" in compiled.text
    desk.assistant.stop()


def test_stop_in_the_middle_takes_effect_at_once_and_the_project_is_consistent(
    sandbox: SandboxEditor,
) -> None:
    pause = Pause()
    script = [ENEMY[0], [TextDelta("Now the nodes"), pause], "Hello again."]
    desk = Desk(sandbox, ScriptedProvider(script))
    desk.run("go", until=pause.reached.is_set)
    desk.assistant.conversation.stop()
    desk.tick_until(desk.is_over)
    # The pause itself was ended: one that lasts to its own end fails the turn.
    assert desk.events[-1] == TurnFinished("stopped")
    assert desk.assistant.editor.read_blueprint("/Game/BP_Enemy").find_variable("Speed") is not None
    desk.run("again")
    assert desk.assistant.conversation.messages[-1].text == "Hello again."
    desk.assistant.stop()


def test_what_one_conversation_remembers_stands_in_the_prompt_of_the_next(
    sandbox: SandboxEditor, tmp_path: Path
) -> None:
    file = tmp_path / "Saved" / "memories.json"
    first = ScriptedProvider([call_text("save_memory", content="Doors open inwards"), "I keep it in mind."])
    desk = Desk(sandbox, first, memory_file=file)
    desk.run("Remember that doors open inwards.")
    assert [result.text for result in desk.results()] == ["Saved as M1: Doors open inwards"]
    desk.assistant.stop()
    second = ScriptedProvider(["Yes."])
    desk = Desk(sandbox, second, memory_file=file)
    desk.run("How do doors open?")
    desk.assistant.stop()
    assert "[M1] Doors open inwards" in second.requests[0].system


def test_copied_nodes_are_read_on_the_game_thread_in_the_middle_of_a_turn(sandbox: SandboxEditor) -> None:
    copied: list[str] = [""]
    threads: list[int] = []

    def clipboard() -> str:
        threads.append(threading.get_ident())
        return copied[0]

    provider = ScriptedProvider(
        [
            call_text("create_blueprint", name="BP_Enemy"),
            node(node_type="Branch"),
            call_text("get_selected_nodes"),
            "That is a branch.",
        ]
    )
    desk = Desk(sandbox, provider, clipboard=clipboard)
    desk.run("What have I selected?", until=lambda: len(desk.results()) == 2)
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    asset = unreal.EditorAssetLibrary.load_asset("/Game/BP_Enemy")
    hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
    copied[0] = sandbox.copy(
        [item for item in hands.list_all_nodes() if "IfThenElse" in str(item.get_name())]
    )
    desk.tick_until(desk.is_over)
    desk.assistant.stop()
    assert "N1: Branch (K2Node_IfThenElse)" in desk.results()[-1].text
    assert threads == [threading.get_ident()]


@pytest.mark.parametrize("is_shown", [False, True])
def test_the_bluecode_protocol_is_shown_when_a_setting_says_so(
    sandbox: SandboxEditor, *, is_shown: bool
) -> None:
    """BC-004."""
    from blueprint_assistant.host.assistant import Assistant  # noqa: PLC0415 - needs `unreal`

    provider = ScriptedProvider(["Hello."])
    desk = Desk(sandbox, provider)
    desk.assistant.stop()
    desk.assistant = Assistant(provider, ConversationSettings(bluecode_tools=is_shown))
    desk.run("Hello")
    prompt = provider.requests[-1].system
    protocol = [name for name in PROTOCOL if f"- {name}(" in prompt]
    assert protocol == (list(PROTOCOL) if is_shown else [])
    older = [name for name in OLDER if name in prompt]
    assert older == ([] if is_shown else list(OLDER))
    desk.assistant.stop()


def test_a_whole_turn_with_the_tools_of_the_protocol(sandbox: SandboxEditor) -> None:
    """BC-004, BC-010, BC-106: chosen, searched, written by handle, read, compiled, and the asset saved."""
    from blueprint_assistant.host.assistant import Assistant  # noqa: PLC0415 - needs `unreal`

    handle = handle_of(CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintText"), default_catalog())
    code = 'main()\n  node("Print Text", InText="on")\n  if true:\n    Delay(0.5)\n'
    provider = ScriptedProvider(
        [
            call_text("create_blueprint", name="BP_Lamp")
            + call_text("bluecode_set_function", target="BP_Lamp:BeginPlay")
            + call_text("bluecode_search_nodes", query="print text", exact=True),
            call_text("bluecode_apply", code=code, action_handles={"Print Text": handle}),
            call_text("bluecode_read_function") + call_text("bluecode_compile"),
            "Done.",
        ]
    )
    desk = Desk(sandbox, provider)
    desk.assistant.stop()
    desk.assistant = Assistant(provider, ConversationSettings(bluecode_tools=True))
    desk.assistant.conversation.subscribe(desk.events.append)
    desk.run("Let the lamp greet")
    results = [event.text for event in desk.results()]
    assert all(event.ok for event in desk.results()), results
    searched, _, read, compiled = (json.loads(text) for text in results[2:])
    assert [item["handle"] for item in searched["nodes"]] == [handle]
    assert read["code"].startswith('main()\n  PrintText("on")\n  if true:')
    assert compiled["saved"] is True
    assert not sandbox.dirty_packages
    desk.assistant.conversation.clear()
    provider.add(call_text("bluecode_read_function"), "Which one?")
    desk.run("What does it do?")
    assert json.loads(desk.results()[-1].text)["error_code"] == "no_target"  # a new conversation has no scope
    desk.assistant.stop()
