"""The adapter on the sandbox: plans are validated, applied, verified, and undone when they fail."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
    PinAt,
    PlanError,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import is_ghost, spec_of
from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from tiers import thinned

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from unreal_sandbox import SandboxEditor
    from unreal_sandbox.desk.editor_language import Language

GRAPH = "EventGraph"
PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
MOVE = CallFunctionSpec("/Script/Engine.Actor:K2_AddActorWorldOffset")
DOUBLE = PinType("real", "double")


def apply(editor: BlueprintEditor, path: str, *operations: EditOperation) -> ApplyReport:
    return editor.apply(EditPlan(path, "AI: test", operations))


def event_graph(blueprint: Blueprint) -> Graph:
    graph = blueprint.find_graph(GRAPH)
    assert graph is not None
    return graph


def text_of(editor: BlueprintEditor, path: str) -> str:
    """Everything of a Blueprint as text, to compare byte by byte."""
    blueprint = editor.read_blueprint(path)
    graphs = [format_t3d(graph, owner_path=path) for graph in blueprint.graphs]
    return "\n".join([*graphs, repr(blueprint.variables), repr(blueprint.components)])


def linked(graph: Graph, source: tuple[str, str], target: tuple[str, str]) -> bool:
    node = graph.node(source[0])
    pin = node.find_pin(source[1], "output")
    assert pin is not None
    names = [(ref.node, other.name) for ref in graph.links_of(node.name, pin.id) if (other := graph.pin(ref))]
    return target in names


def test_a_new_actor_blueprint_has_its_parent_and_three_greyed_out_events(
    editor: BlueprintEditor, door: str
) -> None:
    blueprint = editor.read_blueprint(door)
    assert blueprint.parent_class == "/Script/Engine.Actor"
    assert editor.list_blueprints() == (door,)
    ghosts = [spec_of(node) for node in event_graph(blueprint).nodes if is_ghost(node)]
    assert set(ghosts) == {
        EventSpec("ReceiveBeginPlay"),
        EventSpec("ReceiveTick"),
        EventSpec("ReceiveActorBeginOverlap"),
    }


def test_a_whole_plan_is_built_verified_and_compiled(editor: BlueprintEditor, door: str) -> None:
    report = apply(
        editor,
        door,
        AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"),
        AddVariableStep("Speed", DOUBLE, "300"),
        AddNodeStep(GRAPH, "tick", EventSpec("ReceiveTick")),
        AddNodeStep(
            GRAPH, "forward", CallFunctionSpec("/Script/Engine.Actor:GetActorForwardVector"), 200, 200
        ),
        AddNodeStep(GRAPH, "speed", VariableGetSpec("Speed"), 200, 300),
        AddNodeStep(
            GRAPH,
            "step",
            CallFunctionSpec("/Script/Engine.KismetMathLibrary:Multiply_DoubleDouble"),
            400,
            300,
        ),
        AddNodeStep(
            GRAPH,
            "offset",
            CallFunctionSpec("/Script/Engine.KismetMathLibrary:Multiply_VectorFloat"),
            600,
            200,
        ),
        AddNodeStep(GRAPH, "move", MOVE, 800, 0),
        ConnectPinsStep(GRAPH, PinAt("tick", "then"), PinAt("move", "execute")),
        ConnectPinsStep(GRAPH, PinAt("tick", "DeltaSeconds"), PinAt("step", "A")),
        ConnectPinsStep(GRAPH, PinAt("speed", "Speed"), PinAt("step", "B")),
        ConnectPinsStep(GRAPH, PinAt("forward", "ReturnValue"), PinAt("offset", "A")),
        ConnectPinsStep(GRAPH, PinAt("step", "ReturnValue"), PinAt("offset", "B")),
        ConnectPinsStep(GRAPH, PinAt("offset", "ReturnValue"), PinAt("move", "DeltaLocation")),
        SetPinDefaultStep(GRAPH, PinAt("move", "bSweep"), "True"),
        CompileBlueprintStep(),
    )
    assert report.compile is not None
    assert report.compile.is_clean
    graph = event_graph(report.after)
    move = report.node_of("move")
    assert linked(graph, (report.node_of("tick"), "then"), (move, "execute"))
    assert linked(graph, (report.node_of("offset"), "ReturnValue"), (move, "DeltaLocation"))
    assert not is_ghost(graph.node(report.node_of("tick")))
    sweep = graph.node(move).find_pin("bSweep")
    assert sweep is not None
    assert sweep.default_value == "true"
    assert (graph.node(move).x, graph.node(move).y) == (800, 0)
    speed = report.after.find_variable("Speed")
    assert speed is not None
    assert float(speed.default) == 300
    mesh = report.after.find_component("Mesh")
    assert mesh is not None
    assert mesh.class_path == "/Script/Engine.StaticMeshComponent"


@pytest.mark.parametrize("language", ["en", "it", "zh", "ko"])
@pytest.mark.parametrize(
    "spec",
    thinned(
        thinned(
            [
                EventSpec("ReceiveEndPlay"),
                CustomEventSpec("OpenDoor"),
                PRINT,
                CallFunctionSpec("/Script/Engine.KismetSystemLibrary:Delay"),
                CallFunctionSpec("/Script/Engine.Actor:K2_DestroyActor"),
                BranchSpec(),
                SequenceSpec(),
                SequenceSpec(4),
                VariableGetSpec("Health"),
                VariableSetSpec("Health"),
            ],
            4,
            is_one_value=True,
        ),
        5,
        is_one_value=True,
    ),
    ids=str,
)
def test_every_kind_of_node_is_built_where_it_was_asked_for(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, spec: object, language: Language
) -> None:
    sandbox.language = language
    apply(editor, door, AddVariableStep("Health", DOUBLE))
    report = apply(editor, door, AddNodeStep(GRAPH, "new", spec, 640, -160))  # type: ignore[arg-type]
    node = event_graph(report.after).node(report.node_of("new"))
    assert spec_of(node) == spec
    assert (node.x, node.y) == (640, -160)
    assert node.visible_pins
    others = [other for other in event_graph(report.after).nodes if other is not node]
    assert all(is_ghost(other) for other in others), "nothing else may be left of the search"


@pytest.mark.parametrize(
    ("pin_type", "default", "stored"),
    [
        (PinType("bool"), "True", "true"),
        (PinType("int"), "42", "42"),
        (DOUBLE, "1.5", "1.500000"),
        (PinType("string"), "hello, world", "hello, world"),
        (PinType("name"), "Socket", "Socket"),
        (
            PinType("struct", "", ObjectRef("/Script/CoreUObject.Vector")),
            "(X=1,Y=2,Z=3)",
            "1.000000,2.000000,3.000000",
        ),
        (
            PinType("struct", "", ObjectRef("/Script/CoreUObject.Rotator")),
            "0,90,0",
            "0.000000,90.000000,0.000000",
        ),
    ],
    ids=str,
)
def test_a_variable_gets_its_type_and_its_default_on_the_class(
    editor: BlueprintEditor, door: str, pin_type: PinType, default: str, stored: str
) -> None:
    variable = apply(editor, door, AddVariableStep("Thing", pin_type, default)).after.find_variable("Thing")
    assert variable is not None
    assert variable.type == pin_type
    assert variable.default == stored


def test_doing_the_same_again_changes_nothing(editor: BlueprintEditor, door: str) -> None:
    steps = (
        AddVariableStep("Health", DOUBLE, "100"),
        AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"),
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
    )
    apply(editor, door, *steps)
    before = text_of(editor, door)
    again = apply(editor, door, *steps)
    assert [result.status for result in again.results] == ["unchanged"] * 3
    assert not again.has_changed
    assert text_of(editor, door) == before


def test_a_second_exec_link_replaces_the_first_and_says_so(editor: BlueprintEditor, door: str) -> None:
    first = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(GRAPH, "one", PRINT, 300),
        AddNodeStep(GRAPH, "two", PRINT, 300, 300),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("one", "execute")),
    )
    begin, one, two = (first.node_of(key) for key in ("begin", "one", "two"))
    report = apply(editor, door, ConnectPinsStep(GRAPH, PinAt(begin, "then"), PinAt(two, "execute")))
    assert f"replacing the link to {one}.execute" in report.results[0].detail
    assert linked(event_graph(report.after), (begin, "then"), (two, "execute"))
    assert not linked(event_graph(report.after), (begin, "then"), (one, "execute"))


def test_a_conversion_node_that_the_editor_inserts_is_expected(editor: BlueprintEditor, door: str) -> None:
    report = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "tick", EventSpec("ReceiveTick")),
        AddNodeStep(GRAPH, "print", PRINT, 600),
        ConnectPinsStep(GRAPH, PinAt("tick", "DeltaSeconds"), PinAt("print", "InString")),
    )
    assert "Conv_" in report.results[-1].detail


def test_an_inserted_node_is_recognised_whatever_the_editor_calls_it(
    editor: BlueprintEditor, door: str
) -> None:
    apply(
        editor, door, *(AddNodeStep(GRAPH, f"old{number}", PRINT, 300 * number, 900) for number in range(3))
    )
    import unreal  # noqa: PLC0415 - the sandbox is installed now

    asset = unreal.EditorAssetLibrary.load_asset(door)
    graph = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, GRAPH)
    old = [node for node in graph.list_all_nodes() if "CallFunction" in str(node.get_name())]
    graph.remove_nodes(old)  # so that the editor's next number is not the first free one
    report = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "tick", EventSpec("ReceiveTick")),
        AddNodeStep(GRAPH, "print", PRINT, 600),
        ConnectPinsStep(GRAPH, PinAt("tick", "DeltaSeconds"), PinAt("print", "InString")),
    )
    assert report.node_of("print") != "K2Node_CallFunction_0"
    assert len(event_graph(report.after).links) == 2


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        ([AddNodeStep(GRAPH, "n", CallFunctionSpec("/Script/Engine.Actor:Fly"))], "Fly"),
        ([AddNodeStep("NoGraph", "n", PRINT)], "NoGraph"),
        ([AddNodeStep(GRAPH, "n", VariableGetSpec("Mana"))], "Mana"),
        ([AddNodeStep(GRAPH, "n", EventSpec("ReceiveNothing"))], "ReceiveNothing"),
        ([AddNodeStep(GRAPH, "n", PRINT), SetPinDefaultStep(GRAPH, PinAt("n", "InStrng"), "x")], "InString"),
        ([AddNodeStep(GRAPH, "n", PRINT), SetPinDefaultStep(GRAPH, PinAt("n", "Duration"), "soon")], "soon"),
        (
            [
                AddNodeStep(GRAPH, "n", PRINT),
                ConnectPinsStep(GRAPH, PinAt("n", "then"), PinAt("n", "InString")),
            ],
            "cannot be linked",
        ),
        ([AddComponentStep("C", "/Script/Engine.Actor")], "component"),
        ([AddComponentStep("C", "/Script/Engine.StaticMeshComponent", parent="Nobody")], "Nobody"),
        ([AddVariableStep("V", PinType("int"), "five")], "five"),
        ([CreateBlueprintStep("/Script/Engine.Pawn")], "must be the first step"),
        ([], "no steps"),
    ],
)
def test_a_wrong_plan_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operations: list[EditOperation], says: str
) -> None:
    before = text_of(editor, door)
    dirty = sandbox.dirty_packages
    with pytest.raises(PlanError, match=says):
        apply(editor, door, AddVariableStep("First", PinType("int")), *operations) if operations else apply(
            editor, door
        )
    assert text_of(editor, door) == before
    assert sandbox.dirty_packages == dirty


@pytest.mark.parametrize("undo_covers_graphs", [True, False])
def test_a_step_that_the_editor_does_not_do_takes_the_whole_plan_back(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, undo_covers_graphs: bool
) -> None:
    first = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(GRAPH, "one", PRINT, 300),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("one", "execute")),
        SetPinDefaultStep(GRAPH, PinAt("one", "InString"), "first"),
    )
    begin, one = first.node_of("begin"), first.node_of("one")
    before = text_of(editor, door)
    sandbox.switches = replace(
        sandbox.switches, vector_pins_take_literals=False, records_graph_edits=undo_covers_graphs
    )
    with pytest.raises(PlanError, match="something else than planned"):
        apply(
            editor,
            door,
            AddVariableStep("Health", DOUBLE, "5"),
            AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"),
            AddNodeStep(GRAPH, "two", PRINT, 600),
            ConnectPinsStep(GRAPH, PinAt(begin, "then"), PinAt("two", "execute")),
            SetPinDefaultStep(GRAPH, PinAt(one, "InString"), "second"),
            AddNodeStep(GRAPH, "move", MOVE, 900),
            SetPinDefaultStep(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    assert text_of(editor, door) == before


def test_taking_back_never_undoes_an_older_step_of_the_artist(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    apply(editor, door, AddVariableStep("Mine", DOUBLE, "7"))
    sandbox.switches = replace(sandbox.switches, vector_pins_take_literals=False, records_graph_edits=False)
    before = text_of(editor, door)
    with pytest.raises(PlanError, match="something else than planned"):
        apply(
            editor,
            door,
            AddNodeStep(GRAPH, "move", MOVE, 900),
            SetPinDefaultStep(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    assert text_of(editor, door) == before
    assert "Mine" in before


def test_creating_again_is_fine_with_the_same_parent_and_refused_with_another(
    editor: BlueprintEditor, door: str
) -> None:
    assert not apply(editor, door, CreateBlueprintStep("/Script/Engine.Actor")).has_changed
    with pytest.raises(PlanError, match=r"exists already, with parent class /Script/Engine\.Actor"):
        apply(editor, door, CreateBlueprintStep("/Script/Engine.Pawn"))


def test_a_blueprint_can_derive_from_a_blueprint_of_the_project(editor: BlueprintEditor, door: str) -> None:
    child = "/Game/Doors/BP_IronDoor"
    report = apply(
        editor,
        child,
        CreateBlueprintStep("/Game/BP_Door.BP_Door_C"),
        AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"),
        AddNodeStep(GRAPH, "tick", EventSpec("ReceiveTick")),
        AddNodeStep(GRAPH, "destroy", CallFunctionSpec("/Script/Engine.Actor:K2_DestroyActor"), 300),
        ConnectPinsStep(GRAPH, PinAt("tick", "then"), PinAt("destroy", "execute")),
    )
    assert report.after.parent_class == f"{door}.BP_Door_C"
    assert editor.list_blueprints() == (door, child)


def test_a_character_shows_the_components_that_its_class_brings(editor: BlueprintEditor) -> None:
    hero = apply(editor, "/Game/BP_Hero", CreateBlueprintStep("/Script/Engine.Character")).after
    capsule = hero.find_component("CapsuleComponent")
    assert capsule is not None
    assert capsule.is_inherited
    assert capsule.class_path == "/Script/Engine.CapsuleComponent"
    with pytest.raises(PlanError, match="already has a component"):
        apply(editor, hero.path, AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"))


def test_a_failed_creation_leaves_no_asset(editor: BlueprintEditor, sandbox: SandboxEditor) -> None:
    sandbox.switches = replace(sandbox.switches, vector_pins_take_literals=False)
    with pytest.raises(PlanError):
        apply(
            editor,
            "/Game/BP_New",
            CreateBlueprintStep("/Script/Engine.Actor"),
            AddNodeStep(GRAPH, "move", MOVE),
            SetPinDefaultStep(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    assert editor.list_blueprints() == ()


def test_a_refused_plan_never_undoes_what_the_artist_did_before(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddNodeStep(GRAPH, "mine", PRINT, 300))
    before = text_of(editor, door)
    with pytest.raises(PlanError):
        apply(editor, door, AddNodeStep(GRAPH, "n", CallFunctionSpec("/Script/Engine.Actor:Fly")))
    assert text_of(editor, door) == before


def test_one_undo_in_the_editor_takes_a_whole_plan_back(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    before = text_of(editor, door)
    apply(
        editor,
        door,
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(GRAPH, "one", PRINT, 300),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("one", "execute")),
    )
    import unreal  # noqa: PLC0415 - the sandbox is installed now

    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert text_of(editor, door) == before
    assert sandbox.blueprints


def test_reading_does_not_dirty_the_asset(editor: BlueprintEditor, sandbox: SandboxEditor, door: str) -> None:
    editor.save(door)
    editor.read_blueprint(door)
    editor.status()
    assert not sandbox.dirty_packages


def test_play_in_editor_refuses_reading_changing_and_saving(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    sandbox.is_in_pie = True
    assert "playing" in editor.status().busy
    for attempt in (
        lambda: editor.read_blueprint(door),
        lambda: apply(editor, door, AddNodeStep(GRAPH, "n", PRINT)),
        lambda: editor.save(door),
    ):
        with pytest.raises(EditorError, match="playing"):
            attempt()


def test_a_save_that_the_editor_refuses_is_an_error(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    sandbox.switches = replace(sandbox.switches, saves_fail=True)
    with pytest.raises(EditorError, match="did not save"):
        editor.save(door)


def test_a_missing_blueprint_is_named(editor: BlueprintEditor) -> None:
    with pytest.raises(EditorError, match="/Game/BP_Nothing"):
        editor.read_blueprint("/Game/BP_Nothing")
    with pytest.raises(PlanError, match="/Game/BP_Nothing"):
        apply(editor, "/Game/BP_Nothing", AddNodeStep(GRAPH, "n", PRINT))


def test_compile_errors_are_reported_with_their_node(editor: BlueprintEditor, door: str) -> None:
    report = apply(
        editor,
        door,
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(GRAPH, "attach", CallFunctionSpec("/Script/Engine.SceneComponent:SetHiddenInGame"), 300),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("attach", "execute")),
        CompileBlueprintStep(),
    )
    assert report.compile is not None
    assert report.compile.status == "error"
    assert [message.node for message in report.compile.messages] == [report.node_of("attach")]
    assert report.compile.messages[0].text


def test_the_adapter_is_refused_off_the_game_thread(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    failures: list[Exception] = []

    def read() -> None:
        try:
            editor.read_blueprint(door)
        except EditorError as error:
            failures.append(error)

    worker = threading.Thread(target=read)
    worker.start()
    worker.join()
    assert "outside the main game thread" in str(failures[0])
    assert sandbox.violations
    sandbox.violations.clear()
