"""What links do to the types of nodes, and what Add pin does to their pins."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.added_pins import add_node_pin, can_add_pin
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import BadSpecError, any_spec_of, member_reference
from blueprint_assistant.graph.kinds.specs import (
    ConstructObjectSpec,
    DoOnceMultiInputSpec,
    EnumEqualitySpec,
    FormatTextSpec,
    GetArrayItemSpec,
    KnotSpec,
    MacroSpec,
    MakeArraySpec,
    MakeMapSpec,
    MakeSetSpec,
    MultiGateSpec,
    OperatorSpec,
    SelectSpec,
    SpawnActorSpec,
    SwitchEnumSpec,
    SwitchIntSpec,
    SwitchStringSpec,
)
from blueprint_assistant.graph.model.blueprint import PinRef, PinType
from blueprint_assistant.graph.rules.inference import link_ends, settle
from blueprint_assistant.graph.rules.schema import Allowed, Refused
from graph.bench import Bench
from graph.sample_graphs import ENGINE, MACROS, MATH

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node

CATALOG = default_catalog()


@pytest.fixture
def bench() -> Bench:
    return Bench(CATALOG)


def linked(bench: Bench, spec: AnyNodeSpec, entry: str, name: str) -> dict[str, str]:
    """The types of a node's data pins after a link from a variable."""
    node = bench.add(spec)
    bench.link(bench.add(VariableGetSpec(name)), name, node, entry)
    return kinds(bench, node)


def kinds(bench: Bench, node: Node) -> dict[str, str]:
    pins = bench.draft.node(node.name).pins
    return {pin.name: str(pin.type) for pin in pins if not pin.is_exec and not pin.is_hidden}


@pytest.mark.parametrize(
    ("spec", "entry", "name", "types"),
    [
        (MakeArraySpec(2), "[0]", "My vector", {"Array": "array of struct Vector", "[1]": "struct Vector"}),
        (MakeSetSpec(), "[0]", "My name", {"Set": "set of name"}),
        (MakeMapSpec(), "Value 0", "My int", {"Map": "map of wildcard to int", "Key 0": "wildcard"}),
        (GetArrayItemSpec(), "Array", "My array int", {"Output": "int", "Dimension 1": "int"}),
        (
            MacroSpec(f"{MACROS}:ForEachLoop"),
            "Array",
            "My array Actor",
            {"Array Element": "object Actor", "Array Index": "int"},
        ),
        (KnotSpec(), "InputPin", "My array float", {"OutputPin": "array of double"}),
        (SelectSpec(), "Option 1", "My Actor", {"Option 0": "object Actor", "ReturnValue": "object Actor"}),
        (SelectSpec(), "Option 0", "My array int", {"ReturnValue": "array of int", "Index": "wildcard"}),
        (SelectSpec(), "Index", "My int", {"Index": "int", "Option 0": "wildcard"}),
        (FormatTextSpec(("Who", "Count")), "Who", "My name", {"Who": "name", "Count": "wildcard"}),
        (OperatorSpec("Add"), "A", "My vector", {"B": "struct Vector", "ReturnValue": "struct Vector"}),
        (OperatorSpec("Less"), "B", "My int", {"A": "int", "ReturnValue": "bool"}),
        (OperatorSpec("EqualEqual"), "A", "My Actor", {"A": "object Object", "B": "object Object"}),
        (
            CallFunctionSpec(f"{ENGINE}KismetArrayLibrary:Array_Add"),
            "TargetArray",
            "My array int",
            {"NewItem": "int", "ReturnValue": "int"},
        ),
        (
            CallFunctionSpec(f"{ENGINE}BlueprintMapLibrary:Map_Find"),
            "TargetMap",
            "My map name int",
            {"Key": "name", "Value": "int"},
        ),
        (
            CallFunctionSpec(f"{ENGINE}BlueprintSetLibrary:Set_Add"),
            "TargetSet",
            "My set name",
            {"NewItem": "name"},
        ),
    ],
    ids=str,
)
def test_a_first_link_settles_the_wildcards_that_go_with_it(
    bench: Bench, spec: AnyNodeSpec, entry: str, name: str, types: dict[str, str]
) -> None:
    found = linked(bench, spec, entry, name)
    assert {pin: found[pin] for pin in types} == types


@pytest.mark.parametrize(
    ("spec", "entry", "name", "settled"),
    [
        (MakeArraySpec(), "[0]", "My vector", "struct Vector"),
        (KnotSpec(), "InputPin", "My map name int", "map of name to int"),
        (SelectSpec(), "Index", "My EMovementMode", "byte EMovementMode"),
        (MacroSpec(f"{MACROS}:ForEachLoop"), "Array", "My array Actor", "array of object Actor"),
    ],
    ids=str,
)
def test_the_rules_tell_the_type_that_a_wildcard_will_take_on(
    bench: Bench, spec: AnyNodeSpec, entry: str, name: str, settled: str
) -> None:
    verdict = bench.verdict(bench.add(VariableGetSpec(name)), name, bench.add(spec), entry)
    assert isinstance(verdict, Allowed)
    assert str(verdict.settles) == settled


def test_a_settled_input_holds_what_fresh_pins_of_its_type_hold(bench: Bench) -> None:
    array = bench.add(MakeArraySpec(2))
    bench.link(bench.add(VariableGetSpec("My name")), "My name", array, "[0]")
    assert bench.pin(array, "[1]").autogenerated_default == "None"
    add = bench.add(CallFunctionSpec(f"{ENGINE}KismetArrayLibrary:Array_Add"))
    bench.link(bench.add(VariableGetSpec("My array int")), "My array int", add, "TargetArray")
    assert bench.pin(add, "NewItem").autogenerated_default == ""


def test_a_made_array_is_a_reference_where_its_link_is(bench: Bench) -> None:
    """As in every text that has such a node."""
    made = bench.add(MakeArraySpec())
    call = bench.add(CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:LineTraceSingleForObjects"))
    bench.link(made, "Array", call, "ObjectTypes")
    kind = bench.pin(made, "Array").type
    assert (kind.is_reference, kind.is_const) == (True, True)
    plain = bench.add(MakeArraySpec())
    bench.link(plain, "Array", bench.add(VariableSetSpec("My array int")), "My array int")
    assert not bench.pin(plain, "Array").type.is_reference


def test_a_boolean_index_labels_the_options(bench: Bench) -> None:
    select = bench.add(SelectSpec())
    bench.link(bench.add(VariableGetSpec("My bool")), "My bool", select, "Index")
    node = bench.draft.node(select.name)
    assert bench.pin(select, "Option 1").friendly_name == 'NSLOCTEXT("Core", "True", "True")'
    assert any_spec_of(node) == SelectSpec(2, PinType("bool"))


def test_an_enum_as_index_gives_an_option_for_each_enumerator(bench: Bench) -> None:
    select = bench.add(SelectSpec())
    bench.link(bench.add(VariableGetSpec("My float")), "My float", select, "Option 1")
    bench.link(bench.add(VariableGetSpec("My EMovementMode")), "My EMovementMode", select, "Index")
    node = bench.draft.node(select.name)
    made = bench.add(SelectSpec(index=parse_type("EMovementMode", CATALOG)))
    assert [pin.name for pin in node.pins] == [pin.name for pin in made.pins]
    assert [pin.friendly_name for pin in node.pins] == [pin.friendly_name for pin in made.pins]
    assert node.properties == made.properties
    assert len({pin.id for pin in node.pins}) == len(node.pins)
    assert {kinds(bench, select)[name] for name in ("MOVE_Walking", "MOVE_Custom")} == {"double"}
    assert any_spec_of(node) == any_spec_of(made)


def test_an_operator_keeps_a_float_for_a_vector_and_names_the_function_for_it(bench: Bench) -> None:
    scale = bench.add(CallFunctionSpec(f"{MATH}:Multiply_VectorVector"))
    bench.link(bench.add(VariableGetSpec("My vector")), "My vector", scale, "A")
    bench.link(bench.add(VariableGetSpec("My float")), "My float", scale, "B")
    assert kinds(bench, scale) == {"A": "struct Vector", "B": "double", "ReturnValue": "struct Vector"}
    add = bench.add(OperatorSpec("Add"))
    bench.link(bench.add(VariableGetSpec("My vector")), "My vector", add, "B")
    reference = member_reference(bench.draft.node(add.name).find_property("FunctionReference") or "")
    assert reference.name == "Add_VectorVector"


@pytest.mark.parametrize(
    ("operation", "first", "second", "types", "function"),
    [
        (
            "Add",
            "My int",
            "My float",
            {"A": "int", "B": "double", "ReturnValue": "double"},
            "Add_DoubleDouble",
        ),
        (
            "Add",
            "My float",
            "My int",
            {"A": "double", "B": "int", "ReturnValue": "double"},
            "Add_DoubleDouble",
        ),
        ("Add", "My byte", "My int64", {"A": "byte", "B": "int64", "ReturnValue": "int64"}, "Add_Int64Int64"),
        (
            "Less",
            "My int",
            "My float",
            {"A": "int", "B": "double", "ReturnValue": "bool"},
            "Less_DoubleDouble",
        ),
        (
            "Multiply",
            "My float",
            "My vector",
            {"A": "double", "B": "struct Vector", "ReturnValue": "struct Vector"},
            "Multiply_VectorVector",
        ),
    ],
)
def test_an_operator_widens_to_the_wider_of_its_links(  # noqa: PLR0913, PLR0917 - one row of the table
    bench: Bench, operation: str, first: str, second: str, types: dict[str, str], function: str
) -> None:
    node = bench.add(OperatorSpec(operation))
    bench.link(bench.add(VariableGetSpec(first)), first, node, "A")
    bench.link(bench.add(VariableGetSpec(second)), second, node, "B")
    assert kinds(bench, node) == types
    reference = member_reference(bench.draft.node(node.name).find_property("FunctionReference") or "")
    assert reference.name == function


def test_an_operator_settles_from_what_its_result_is_linked_to(bench: Bench) -> None:
    add, target = bench.add(OperatorSpec("Add")), bench.add(VariableSetSpec("My vector"))
    bench.link(add, "ReturnValue", target, "My vector")
    assert set(kinds(bench, add).values()) == {"struct Vector"}
    again = bench.add(OperatorSpec("Add"))
    text = bench.add(VariableSetSpec("My text"))
    refused = bench.verdict(again, "ReturnValue", text, "My text")
    assert isinstance(refused, Refused)
    assert refused.kind == "operator"


def test_reroutes_that_were_linked_first_all_take_the_type_that_comes(bench: Bench) -> None:
    loop = bench.add(MacroSpec(f"{MACROS}:ForEachLoop"))
    knots = [bench.add(KnotSpec()) for _ in range(300)]
    for before, behind in itertools.pairwise(knots):
        bench.link(before, "OutputPin", behind, "InputPin")
    bench.link(knots[-1], "OutputPin", loop, "Array")
    bench.link(bench.add(VariableGetSpec("My array int")), "My array int", knots[0], "InputPin")
    assert all(kinds(bench, knot)["OutputPin"] == "array of int" for knot in knots)
    assert kinds(bench, loop)["Array Element"] == "int"


def test_an_enum_test_takes_enums_and_format_text_what_it_can_show(bench: Bench) -> None:
    equal, words = bench.add(EnumEqualitySpec()), bench.add(FormatTextSpec(("Who",)))
    for name, node, entry in (
        ("My int", equal, "A"),
        ("My vector", words, "Who"),
        ("My array int", words, "Who"),
    ):
        assert isinstance(bench.verdict(bench.add(VariableGetSpec(name)), name, node, entry), Refused)
    for name, node, entry in (("My EMovementMode", equal, "B"), ("My float", words, "Who")):
        bench.link(bench.add(VariableGetSpec(name)), name, node, entry)


def test_a_single_precision_float_leaves_a_double_operator_as_it_is(bench: Bench) -> None:
    tick = bench.add(EventSpec("ReceiveTick"))
    less = bench.add(CallFunctionSpec(f"{MATH}:Less_DoubleDouble"))
    bench.link(tick, "DeltaSeconds", less, "A")
    assert kinds(bench, less)["A"] == "double"


@pytest.mark.parametrize(
    ("spec", "pin", "chosen", "output", "made"),
    [
        (
            CallFunctionSpec(f"{ENGINE}GameplayStatics:GetAllActorsOfClass"),
            "ActorClass",
            f"{ENGINE}Pawn",
            "OutActors",
            "array of object Pawn",
        ),
        (
            CallFunctionSpec(f"{ENGINE}Actor:GetComponentByClass"),
            "ComponentClass",
            f"{ENGINE}BoxComponent",
            "ReturnValue",
            "object BoxComponent",
        ),
        (SpawnActorSpec(), "Class", "/Game/BP_Ball.BP_Ball_C", "ReturnValue", "object BP_Ball_C"),
        (ConstructObjectSpec(), "Class", f"{ENGINE}SaveGame", "ReturnValue", "object SaveGame"),
    ],
    ids=str,
)
def test_a_chosen_class_types_what_comes_out(  # noqa: PLR0913, PLR0917 - one row of the table
    bench: Bench, spec: AnyNodeSpec, pin: str, chosen: str, output: str, made: str
) -> None:
    node = bench.add(spec)
    bench.set_class(node, pin, chosen)
    assert kinds(bench, node)[output] == made


def test_a_linked_class_types_what_comes_out_as_well(bench: Bench) -> None:
    find = bench.add(CallFunctionSpec(f"{ENGINE}GameplayStatics:GetActorOfClass"))
    bench.set_class(find, "ActorClass", f"{ENGINE}Pawn")
    bench.link(bench.add(VariableGetSpec("My class Actor")), "My class Actor", find, "ActorClass")
    assert kinds(bench, find)["ReturnValue"] == "object Actor"


def test_settling_again_changes_nothing(bench: Bench) -> None:
    for spec, entry, name in (
        (MakeMapSpec(), "Key 0", "My name"),
        (OperatorSpec("Multiply"), "A", "My float"),
        (SelectSpec(), "Option 0", "My text"),
    ):
        node = bench.add(spec)
        bench.link(bench.add(VariableGetSpec(name)), name, node, entry)
        settled = bench.draft.node(node.name)
        assert settle(settled, link_ends(bench.draft, settled), CATALOG) is settled
        graph = bench.draft.freeze()
        assert link_ends(graph, settled) == link_ends(bench.draft, settled)


def test_target_takes_several_links_where_the_call_gives_nothing_back(bench: Bench) -> None:
    hide = bench.add(CallFunctionSpec(f"{ENGINE}SceneComponent:SetVisibility"))
    mesh = bench.add(VariableGetSpec("Mesh"))
    assert bench.verdict(mesh, "Mesh", hide, "self") == Allowed("nothing")
    ask = bench.add(CallFunctionSpec(f"{ENGINE}SceneComponent:IsVisible"))
    assert bench.verdict(mesh, "Mesh", ask, "self") == Allowed("target")
    destroy = bench.add(CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"))
    many = bench.add(VariableGetSpec("My array Actor"))
    assert bench.verdict(many, "My array Actor", destroy, "self") == Allowed("nothing")
    assert isinstance(bench.verdict(many, "My array Actor", ask, "self"), Refused)


# --- Add pin -------------------------------------------------------------------------------------


def _ids() -> Callable[[], str]:
    numbers = itertools.count(5000)
    return lambda: f"{next(numbers):032X}"


@pytest.mark.parametrize(
    ("spec", "names", "property_name", "value"),
    [
        (SequenceSpec(2), ["then_2"], "", ""),
        (MultiGateSpec(2), ["Out 2"], "", ""),
        (SwitchIntSpec(2, 5), ["7"], "StartIndex", "5"),
        (SwitchStringSpec(("a",)), ["Case_0"], "PinNames(1)", '"Case_0"'),
        (SelectSpec(2, PinType("int")), ["Option 2"], "NumOptionPins", "3"),
        (MakeArraySpec(), ["[1]"], "NumInputs", "2"),
        (MakeMapSpec(), ["Key 1", "Value 1"], "NumInputs", "2"),
        (CallFunctionSpec(f"{MATH}:BooleanAND"), ["C"], "NumAdditionalInputs", "1"),
        (CallFunctionSpec(f"{MATH}:Add_VectorVector"), ["C"], "NumAdditionalInputs", "1"),
        (DoOnceMultiInputSpec(), ["B In", "B Out"], "NumAdditionalInputs", "1"),
    ],
    ids=str,
)
def test_add_pin_adds_the_next_pin_and_counts_it(
    bench: Bench, spec: AnyNodeSpec, names: list[str], property_name: str, value: str
) -> None:
    node = bench.add(spec)
    grown = add_node_pin(node, CATALOG, _ids())
    before = {pin.name for pin in node.pins}
    assert [pin.name for pin in grown.pins if pin.name not in before] == names
    assert not property_name or grown.find_property(property_name) == value
    assert can_add_pin(grown)


def test_an_added_operand_has_the_type_of_the_others_and_no_value(bench: Bench) -> None:
    node = add_node_pin(bench.add(CallFunctionSpec(f"{MATH}:Or_IntInt")), CATALOG, _ids())
    added = node.pins[-1]
    assert (added.name, str(added.type), added.default_value) == ("C", "int", "")


def test_an_item_added_to_a_settled_array_has_its_type(bench: Bench) -> None:
    array = bench.add(MakeArraySpec())
    bench.link(bench.add(VariableGetSpec("My vector")), "My vector", array, "[0]")
    grown = add_node_pin(bench.draft.node(array.name), CATALOG, _ids())
    assert (str(grown.pins[-1].type), grown.pins[-1].default_value) == ("struct Vector", "0, 0, 0")


@pytest.mark.parametrize(
    "spec",
    [
        BranchSpec(),
        SwitchEnumSpec(f"{ENGINE}EMovementMode"),
        SelectSpec(2, PinType("bool")),
        SelectSpec(index=parse_type("EMovementMode", CATALOG)),
        CallFunctionSpec(f"{ENGINE}Actor:K2_DestroyActor"),
    ],
    ids=str,
)
def test_a_node_whose_pins_are_fixed_takes_no_more(bench: Bench, spec: AnyNodeSpec) -> None:
    node = bench.add(spec)
    assert not can_add_pin(node)
    with pytest.raises(BadSpecError):
        add_node_pin(node, CATALOG, _ids())


def test_operands_end_with_the_alphabet(bench: Bench) -> None:
    node = bench.add(CallFunctionSpec(f"{MATH}:BooleanOR"))
    for _ in range(24):
        node = add_node_pin(node, CATALOG, _ids())
    assert node.pins[-1].name == "Z"
    with pytest.raises(BadSpecError):
        add_node_pin(node, CATALOG, _ids())


def test_a_link_to_nothing_settles_nothing(bench: Bench) -> None:
    knot, other = bench.add(KnotSpec()), bench.add(KnotSpec())
    bench.draft.connect(PinRef(knot.name, knot.pins[1].id), PinRef(other.name, other.pins[0].id))
    node = bench.draft.node(knot.name)
    assert settle(node, link_ends(bench.draft, node), CATALOG) is node
