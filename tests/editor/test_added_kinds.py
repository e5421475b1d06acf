"""Every kind of node that the API can build is built in editors of every language, and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CreateBlueprintStep,
    EditPlan,
)
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import PinType
from matrices import diagonal

if TYPE_CHECKING:
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from unreal_sandbox import SandboxEditor
    from unreal_sandbox.desk.editor_language import Language

GRAPH = "EventGraph"
MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"
COLLISION = "/Script/Engine.ECollisionChannel"
HIT = "/Script/Engine.HitResult"

SPECS: tuple[AnyNodeSpec, ...] = (
    EventSpec("ReceiveBeginPlay"),
    CustomEventSpec("Opened"),
    BranchSpec(),
    CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString"),
    SequenceSpec(4),
    kinds.MacroSpec(f"{MACROS}:ForEachLoopWithBreak"),
    kinds.MacroSpec(f"{MACROS}:Do N"),
    kinds.MultiGateSpec(3),
    kinds.DoOnceMultiInputSpec(3),
    kinds.SwitchIntSpec(3),
    kinds.SwitchStringSpec(("Case_0", "Case_1")),
    kinds.SwitchNameSpec(()),
    kinds.SwitchEnumSpec(COLLISION),
    kinds.ForEachEnumSpec(COLLISION),
    kinds.EnumLiteralSpec(COLLISION),
    kinds.EnumEqualitySpec(COLLISION),
    kinds.EnumEqualitySpec(COLLISION, is_unequal=True),
    kinds.EnumEqualitySpec("/Script/Engine.EAutoExposureMethod"),  # no function takes one
    CallFunctionSpec("/Script/Engine.KismetMathLibrary:BooleanAND", 4),
    CallFunctionSpec("/Script/Engine.KismetMathLibrary:Add_DoubleDouble", 3),
    kinds.SelectSpec(4),
    kinds.KnotSpec(),
    kinds.SelfSpec(),
    kinds.CommentSpec("Doors", 300, 200),
    kinds.MakeArraySpec(3),
    kinds.MakeSetSpec(2),
    kinds.MakeMapSpec(2),
    kinds.GetArrayItemSpec(),
    kinds.GetArrayItemSpec(by_reference=True),
    kinds.FormatTextSpec(),
    kinds.MakeStructSpec("/Script/Engine.PostProcessSettings"),
    kinds.BreakStructSpec("/Script/Engine.PostProcessSettings"),
    kinds.BreakStructSpec("/Script/AIModule.AIStimulus"),  # no library has one
    kinds.SetFieldsInStructSpec("/Script/Engine.PostProcessSettings"),
    kinds.CastSpec("/Script/Engine.Pawn"),
    kinds.ClassCastSpec("/Script/Engine.PlayerController"),
    kinds.SpawnActorSpec(),
    kinds.SpawnActorSpec("/Script/Engine.Pawn"),
    kinds.ConstructObjectSpec("/Script/Engine.Pawn"),
    kinds.CreateWidgetSpec(),
    kinds.GetSubsystemSpec("/Script/EnhancedInput.EnhancedInputLocalPlayerSubsystem"),
    kinds.AsyncTaskSpec("AIMoveTo"),
    kinds.AsyncTaskSpec("PlayMontage"),
    kinds.InputKeySpec("SpaceBar"),
    kinds.InputKeySpec("E", is_debug=True),
    kinds.InputKeyAxisSpec("MouseX"),
    kinds.InputKeyValueSpec("MouseX"),
    kinds.EnhancedInputActionSpec("/Game/Input/IA_Jump.IA_Jump"),
    kinds.CreateDelegateSpec(),
    kinds.OtherVariableGetSpec("/Script/Engine.Actor", "bHidden"),
)


def add(editor: BlueprintEditor, path: str, spec: AnyNodeSpec, graph: str = GRAPH) -> AnyNodeSpec | None:
    """Add one node; the spec that the read-back shows."""
    report = editor.apply(EditPlan(path, "AI: add", (AddNodeStep(graph, "new", spec, 320, 64),)))
    found = report.after.find_graph(graph)
    assert found is not None
    return any_spec_of(found.node(report.node_of("new")))


@pytest.mark.parametrize(
    ("spec", "language"),
    diagonal(SPECS, ["en", "it", "zh", "ko"], SPECS),
    ids=lambda item: item if isinstance(item, str) else repr(item),
)
def test_a_node_of_every_kind_is_built_in_every_language(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, spec: AnyNodeSpec, language: Language
) -> None:
    sandbox.language = language
    sandbox.input_actions["/Game/Input/IA_Jump.IA_Jump"] = "bool"
    assert add(editor, door, spec) == spec


# --- members -------------------------------------------------------------------------------------


LANGUAGES = ("en", "it", "zh", "ko")
GUN = "/Game/BP_Gun"
GUN_CLASS = f"{GUN}.BP_Gun_C"


def prepare(editor: BlueprintEditor, path: str) -> None:
    """A Blueprint with a component, a dispatcher, a function with an input, and a custom event."""
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    library = unreal.BlueprintEditorLibrary
    editor.apply(
        EditPlan(
            path,
            "set up",
            (
                AddComponentStep("Box", "/Script/Engine.BoxComponent"),
                AddVariableStep("Ammo", PinType("int")),
                AddNodeStep(GRAPH, "reload", CustomEventSpec("Reload")),
            ),
        )
    )
    asset = unreal.EditorAssetLibrary.load_asset(path)
    integer = library.get_basic_type_by_name("int")
    library.add_event_dispatcher(asset, "OnFired")
    library.add_event_dispatcher_parameter(asset, "OnFired", "Count", integer)
    function = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Fire")
    function.add_graph_output_parameter("Done", library.get_basic_type_by_name("bool"))
    function.add_graph_input_parameter("Times", integer, "1")
    function.add_local_variable("Left", integer)
    library.compile_blueprint(asset)


OWN: tuple[tuple[AnyNodeSpec, str], ...] = (
    (kinds.ComponentEventSpec("Box", "OnComponentBeginOverlap"), GRAPH),
    (VariableGetSpec("Ammo"), GRAPH),
    (VariableGetSpec("Box"), GRAPH),
    (VariableSetSpec("Ammo"), GRAPH),
    (CallFunctionSpec(f"{GUN_CLASS}:Fire"), GRAPH),
    (CallFunctionSpec(f"{GUN_CLASS}:Reload"), GRAPH),
    (kinds.DelegateSpec("call", "OnFired"), GRAPH),
    (kinds.DelegateSpec("add", "OnFired"), GRAPH),
    (kinds.DelegateSpec("remove", "OnFired"), GRAPH),
    (kinds.DelegateSpec("clear", "OnFired"), GRAPH),
    (kinds.CreateDelegateSpec("Reload"), GRAPH),
    (kinds.FunctionResultSpec("Fire"), "Fire"),
    (kinds.LocalVariableGetSpec("Fire", "Times"), "Fire"),
    (kinds.LocalVariableGetSpec("Fire", "Left"), "Fire"),
    (kinds.LocalVariableSetSpec("Fire", "Left"), "Fire"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nodes_of_a_blueprints_own_members_are_built_in_every_language(
    editor: BlueprintEditor, sandbox: SandboxEditor, language: Language
) -> None:
    editor.apply(EditPlan(GUN, "set up", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    prepare(editor, GUN)
    sandbox.language = language
    for spec, graph in OWN:
        found = add(editor, GUN, spec, graph)
        if isinstance(spec, kinds.FunctionResultSpec):
            assert isinstance(found, kinds.FunctionResultSpec)
        elif isinstance(spec, CallFunctionSpec):
            assert isinstance(found, CallFunctionSpec)
            assert found.function.endswith(spec.function.rpartition(":")[2])
        else:
            assert found == spec


FOREIGN: tuple[AnyNodeSpec, ...] = (
    kinds.CastSpec(GUN_CLASS),
    kinds.OtherVariableGetSpec(GUN_CLASS, "Ammo"),
    kinds.OtherVariableSetSpec(GUN_CLASS, "Ammo"),
    CallFunctionSpec(f"{GUN_CLASS}:Fire"),
    kinds.DelegateSpec("call", "OnFired", GUN_CLASS),
    kinds.DelegateSpec("add", "OnFired", GUN_CLASS),
    kinds.DelegateSpec("clear", "OnFired", GUN_CLASS),
    kinds.SpawnActorSpec(GUN_CLASS),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nodes_of_another_blueprints_members_are_built_in_every_language(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, language: Language
) -> None:
    editor.apply(EditPlan(GUN, "set up", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    prepare(editor, GUN)
    sandbox.language = language
    for spec in FOREIGN:
        assert add(editor, door, spec) == spec


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cast_to_a_class_that_was_only_just_made_goes_through_its_native_parent(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, language: Language
) -> None:
    editor.apply(EditPlan(GUN, "set up", (CreateBlueprintStep("/Script/Engine.Pawn"),)))
    sandbox.language = language
    assert add(editor, door, kinds.CastSpec(GUN_CLASS)) == kinds.CastSpec(GUN_CLASS)


def test_a_child_uses_what_its_parent_blueprint_has(editor: BlueprintEditor) -> None:
    editor.apply(EditPlan(GUN, "set up", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    prepare(editor, GUN)
    rifle = "/Game/BP_Rifle"
    editor.apply(EditPlan(rifle, "set up", (CreateBlueprintStep(GUN_CLASS),)))
    assert add(editor, rifle, VariableGetSpec("Ammo")) == VariableGetSpec("Ammo")
    call = add(editor, rifle, CallFunctionSpec(f"{GUN_CLASS}:Fire"))
    assert isinstance(call, CallFunctionSpec)
    assert call.function.endswith(":Fire")


# --- what no call can build ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "graph", "mentioned"),
    [
        (kinds.TimelineSpec("Open", (("Alpha", "float"),)), GRAPH, "Tracks and curves"),
        (kinds.ValidatedGetSpec("Box"), GRAPH, "IsValid"),
        (kinds.FunctionEntrySpec("Fire"), "Fire", "entry"),
        (kinds.CastSpec("/Script/Engine.Pawn", is_pure=True), GRAPH, "exec pins"),
        (kinds.SwitchStringSpec(("open", "shut")), GRAPH, "Details panel"),
        (kinds.SwitchIntSpec(2, start=5), GRAPH, "Details panel"),
        (kinds.FormatTextSpec(("Name",)), GRAPH, "in braces"),
        (kinds.DelegateSpec("assign", "OnFired"), GRAPH, "action add"),
        (CustomEventSpec("Opened"), "Fire", "event graph"),
        (CallFunctionSpec("/Script/Engine.KismetSystemLibrary:Delay"), "Fire", "event graph"),
        (kinds.LocalVariableGetSpec("Fire", "Left"), GRAPH, "function graph"),
        (kinds.CastSpec("/Script/Engine.NoSuchThing"), GRAPH, ""),
        (kinds.EnumLiteralSpec("/Script/Engine.ENoSuchThing"), GRAPH, "enum"),
        (kinds.ComponentEventSpec("Lid", "OnComponentHit"), GRAPH, "no component 'Lid'"),
        (kinds.InputKeySpec("NoSuchKey"), GRAPH, ""),
        (kinds.EnhancedInputActionSpec("/Game/IA_None.IA_None"), GRAPH, "IA_None"),
    ],
    ids=repr,
)
def test_what_cannot_be_built_is_refused_with_what_to_do_and_nothing_changes(
    editor: BlueprintEditor, spec: AnyNodeSpec, graph: str, mentioned: str
) -> None:
    editor.apply(EditPlan(GUN, "set up", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    prepare(editor, GUN)
    before = editor.read_blueprint(GUN)
    with pytest.raises(EditorError) as refused:
        add(editor, GUN, spec, graph)
    assert mentioned in str(refused.value)
    assert editor.read_blueprint(GUN).graphs == before.graphs
