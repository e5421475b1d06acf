"""Links that the editor refuses, each for its own reason: legal ones of our own graphs with one thing
changed, and the traps of the field notes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import object_type, parse_type
from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
)
from blueprint_assistant.graph.kinds.specs import (
    CreateDelegateSpec,
    DelegateSpec,
    KnotSpec,
    MacroSpec,
    MakeArraySpec,
    MakeMapSpec,
    MakeSetSpec,
    OperatorSpec,
    SelectSpec,
    SelfSpec,
)
from blueprint_assistant.graph.model.blueprint import EXEC, ObjectRef, PinRef, PinType, TerminalType
from blueprint_assistant.graph.rules.schema import Allowed, Conversion, RefusalKind, Refused, Schema
from graph.bench import Bench
from graph.sample_graphs import MACROS, sample_benches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node, Pin

CATALOG = default_catalog()
BENCHES = sample_benches(CATALOG)


@dataclass(frozen=True)
class Case:
    """Two pins that must not be linked, and why."""

    name: str
    schema: Schema
    source: Pin
    target: Pin
    kind: RefusalKind
    source_node: Node | None = None
    target_node: Node | None = None

    def __str__(self) -> str:
        return self.name


def _struct(name: str) -> PinType:
    return parse_type(f"struct:{name}", CATALOG)


_HIT, _TIMER = _struct("HitResult"), _struct("TimerHandle")
_UNRELATED = object_type("/Script/Engine.SoundCue")
_OTHER_ENUM = parse_type("ECollisionEnabled", CATALOG)
_INTERFACE = PinType("interface", subcategory_object=ObjectRef("/Script/Engine.LevelInstanceInterface"))


def _with(pin: Pin, kind: PinType) -> Pin:
    return replace(pin, type=kind)


def _children(kind: PinType) -> str:
    """A class that derives from that of a reference."""
    ref = kind.subcategory_object
    path = "/Script/Engine.Character" if ref is None else ref.path
    return next((info.path for info in CATALOG.classes if info.parent == path), "")


def _mutations(source: Pin, target: Pin) -> Iterator[tuple[str, Pin, Pin, RefusalKind]]:
    """One thing changed at a time, with what is then wrong."""
    yield "backwards", target, source, "direction"
    yield "two outputs", source, replace(target, direction="output"), "direction"
    yield "two inputs", replace(source, direction="input"), target, "direction"
    yield "hidden input", source, replace(target, is_hidden=True), "hidden"
    yield "hidden output", replace(source, is_hidden=True), target, "hidden"
    yield "fixed input", source, replace(target, is_not_connectable=True), "not_connectable"
    yield "lost input", source, replace(target, is_orphaned=True), "orphaned"
    yield "lost output", replace(source, is_orphaned=True), target, "orphaned"
    if source.is_exec:
        yield from _exec_mutations(source, target)
    else:
        yield from _data_mutations(source, target)


def _exec_mutations(source: Pin, target: Pin) -> Iterator[tuple[str, Pin, Pin, RefusalKind]]:
    for kind in (PinType("bool"), object_type("/Script/Engine.Actor"), PinType("int", container="array")):
        yield f"exec into {kind}", source, _with(target, kind), "exec_with_data"
        yield f"{kind} into exec", _with(source, kind), target, "exec_with_data"


def _data_mutations(source: Pin, target: Pin) -> Iterator[tuple[str, Pin, Pin, RefusalKind]]:
    given, wanted = source.type, target.type
    yield "exec for data", _with(source, EXEC), target, "exec_with_data"
    yield "data for exec", source, _with(target, EXEC), "exec_with_data"
    for container in ("array", "set"):
        if given.container not in {container, "map"}:
            yield (
                f"{container} wanted",
                source,
                _with(target, replace(wanted, container=container)),
                "container",
            )
    if given.container == "none" and given.category != "delegate":
        yield "array given", _with(source, replace(given, container="array")), target, "container"
    if given.container != "none":
        yield "one given", _with(source, replace(given, container="none", value=None)), target, "container"
    if given.container == "map":
        values = replace(wanted, value=TerminalType("text"))
        yield "other values", source, _with(target, values), "map_value"
    yield from _type_mutations(source, target)


def _type_mutations(source: Pin, target: Pin) -> Iterator[tuple[str, Pin, Pin, RefusalKind]]:
    given, wanted = source.type, target.type
    container, value = wanted.container, wanted.value
    if given.category != "struct":
        other = replace(_TIMER, container=container, value=value)
        yield "a struct wanted", source, _with(target, other), "category"
    if given.category == "struct":
        kind = replace(_TIMER, container=container, value=value)
        yield "another struct", source, _with(target, kind), "struct"
        yield "an object wanted", source, _with(target, replace(_UNRELATED, container=container)), "category"
    if given.category == "byte" and given.subcategory_object is not None:
        yield "another enum", source, _with(target, replace(_OTHER_ENUM, container=container)), "enum"
        yield "a plain byte", _with(source, PinType("byte", container=container)), target, "enum"
    if given.category == "object":
        yield from _object_mutations(source, target)


def _object_mutations(source: Pin, target: Pin) -> Iterator[tuple[str, Pin, Pin, RefusalKind]]:
    container = target.type.container
    yield "unrelated class", source, _with(target, replace(_UNRELATED, container=container)), "class"
    narrower = _children(source.type)
    if narrower:
        yield (
            "narrower class",
            source,
            _with(target, replace(object_type(narrower), container=container)),
            "cast_needed",
        )
    kind = PinType("class", subcategory_object=ObjectRef("/Script/Engine.Actor"), container=container)
    yield "a class wanted", source, _with(target, kind), "reference_kind"
    yield "an interface wanted", source, _with(target, replace(_INTERFACE, container=container)), "interface"


def _mutated() -> Iterator[Case]:
    seen: set[tuple[object, ...]] = set()
    for bench in BENCHES:
        for source_node, source, target_node, target in bench.links():
            for name, one, other, kind in _mutations(source, target):
                # The same change on pins of the same types proves nothing new.
                key = (name, source.type, target.type)
                if key in seen:
                    continue
                seen.add(key)
                title = f"{source_node.name}.{source.name} to {target_node.name}.{target.name}: {name}"
                yield Case(title, bench.schema, one, other, kind)
            yield Case(
                f"{source_node.name}.{source.name} to itself",
                bench.schema,
                source,
                replace(target, is_hidden=False),
                "same_node",
                source_node,
                source_node,
            )


MUTATED = list(_mutated())


def test_three_hundred_and_more_illegal_links_of_every_kind_are_tried() -> None:
    kinds = Counter(case.kind for case in MUTATED)
    assert len(MUTATED) >= 300
    assert len(kinds) >= 13, kinds


@pytest.mark.parametrize("case", MUTATED, ids=str)
def test_a_legal_link_with_one_thing_changed_is_refused_for_that_reason(case: Case) -> None:
    result = case.schema.can_connect(
        case.source, case.target, source_node=case.source_node, target_node=case.target_node
    )
    assert isinstance(result, Refused), result
    assert result.kind == case.kind, result.reason
    assert result.reason.endswith(".")


def test_the_links_that_were_changed_are_legal_themselves() -> None:
    links = [(bench, ends) for bench in BENCHES for ends in bench.links()]
    assert len(links) > 90
    for bench, (source_node, source, target_node, target) in links:
        result = bench.schema.can_connect(source, target, source_node=source_node, target_node=target_node)
        assert isinstance(result, Allowed), (source_node.name, source.name, target_node.name, target.name)


# --- traps of the field notes --------------------------------------------------------------------


@pytest.fixture
def bench() -> Bench:
    return Bench(CATALOG)


def call(path: str) -> CallFunctionSpec:
    return CallFunctionSpec(f"/Script/Engine.{path}")


@dataclass(frozen=True)
class Trap:
    """A link from a pin of one node to a pin of another that is refused, and what the refusal says."""

    source: AnyNodeSpec
    output: str
    target: AnyNodeSpec
    entry: str
    kind: RefusalKind
    words: str


def _get(name: str) -> tuple[VariableGetSpec, str]:
    return VariableGetSpec(name), name


@pytest.mark.parametrize(
    "trap",
    [
        # 6: object to subclass needs a cast; a class into IsValid is refused; Slate colours are no colours.
        Trap(
            *_get("My Actor"),
            call("Pawn:GetController"),
            "self",
            "cast_needed",
            "Cast To Pawn",
        ),
        Trap(
            *_get("My class Actor"),
            call("KismetSystemLibrary:IsValid"),
            "Object",
            "reference_kind",
            "Actor Class Reference is not compatible with Object Reference",
        ),
        Trap(
            *_get("My color"),
            CallFunctionSpec("/Script/UMG.TextBlock:SetColorAndOpacity"),
            "InColorAndOpacity",
            "struct",
            "Linear Color is not compatible with Slate Color",
        ),
        # Containers do not nest, texts are no keys.
        Trap(
            *_get("My array int"),
            MakeArraySpec(),
            "[0]",
            "item_container",
            "wrap the inner one in a struct",
        ),
        Trap(
            *_get("My map name int"),
            MakeMapSpec(),
            "Value 0",
            "item_container",
            "wrap",
        ),
        Trap(*_get("My text"), MakeSetSpec(), "[0]", "key_type", "in a set"),
        Trap(*_get("My text"), MakeMapSpec(), "Key 0", "key_type", "key of a map"),
        Trap(
            *_get("My int"),
            call("KismetArrayLibrary:Array_Length"),
            "TargetArray",
            "container",
            "Integer is not compatible with Array of Wildcards",
        ),
        Trap(
            *_get("My array int"),
            call("KismetArrayLibrary:Array_Add"),
            "NewItem",
            "container",
            "Array of Integers is not compatible with Wildcard",
        ),
        Trap(
            *_get("My set name"),
            MacroSpec(f"{MACROS}:ForEachLoop"),
            "Array",
            "container",
            "Set of Names",
        ),
        # Operators have functions for some types only; an index counts.
        Trap(*_get("My Actor"), OperatorSpec("Add"), "A", "operator", "There is no Add for"),
        Trap(*_get("My bool"), OperatorSpec("Less"), "B", "operator", "There is no Less for Boolean"),
        Trap(*_get("My array int"), OperatorSpec("Add"), "A", "operator", "Array of Integers"),
        Trap(*_get("My float"), SelectSpec(), "Index", "index", "Float cannot be an index"),
        Trap(*_get("My string"), SelectSpec(), "Index", "index", "String"),
        # Only reroutes carry execution as a wildcard.
        Trap(EventSpec("ReceiveTick"), "then", SelectSpec(), "Option 0", "exec_with_data", "Exec"),
        Trap(EventSpec("ReceiveTick"), "then", MakeArraySpec(), "[0]", "exec_with_data", "Exec"),
        # Delegates need an event of their signature.
        Trap(
            CustomEventSpec("Plain"),
            "OutputDelegate",
            DelegateSpec("add", "OnDestroyed", "/Script/Engine.Actor"),
            "Delegate",
            "signature",
            "no parameters",
        ),
        Trap(
            *_get("My name"),
            DelegateSpec("add", "OnDestroyed", "/Script/Engine.Actor"),
            "Delegate",
            "category",
            "Name is not compatible with Delegate",
        ),
        Trap(
            CreateDelegateSpec(),
            "OutputDelegate",
            call("KismetSystemLibrary:PrintString"),
            "InString",
            "category",
            "Delegate is not compatible with String",
        ),
        # No implicit promotion, no parsing of strings, no enum out of a number.
        Trap(*_get("My string"), call("KismetSystemLibrary:Delay"), "Duration", "category", "Float"),
        Trap(*_get("My vector"), call("KismetSystemLibrary:Delay"), "Duration", "category", "Vector"),
        Trap(
            *_get("My int"),
            CallFunctionSpec("/Script/Engine.CharacterMovementComponent:SetMovementMode"),
            "NewMovementMode",
            "category",
            "EMovementMode",
        ),
        Trap(
            *_get("My byte"),
            CallFunctionSpec("/Script/Engine.CharacterMovementComponent:SetMovementMode"),
            "NewMovementMode",
            "enum",
            "Byte is not compatible with EMovementMode Enum",
        ),
        Trap(
            *_get("My EMovementMode"),
            call("KismetSystemLibrary:PrintString"),
            "InString",
            "category",
            "EMovementMode Enum",
        ),
        # References: soft and hard are different kinds, and so are objects and classes.
        Trap(
            *_get("My soft Texture2D"),
            call("KismetSystemLibrary:IsValid"),
            "self",
            "hidden",
            "hidden",
        ),
        Trap(
            SelfSpec(),
            "self",
            call("StaticMeshComponent:SetStaticMesh"),
            "NewMesh",
            "class",
            "Self Object Reference",
        ),
    ],
    ids=str,
)
def test_a_trap_of_the_field_notes_is_refused_for_its_own_reason(bench: Bench, trap: Trap) -> None:
    result = bench.verdict(bench.add(trap.source), trap.output, bench.add(trap.target), trap.entry)
    assert isinstance(result, Refused), result
    assert result.kind == trap.kind, result.reason
    assert trap.words in result.reason


def test_a_settled_wildcard_refuses_another_type(bench: Bench) -> None:
    array = bench.add(MakeArraySpec(2))
    number, words = bench.add(VariableGetSpec("My vector")), bench.add(VariableGetSpec("My Actor"))
    bench.link(number, "My vector", array, "[0]")
    result = bench.verdict(words, "My Actor", array, "[1]")
    assert isinstance(result, Refused)
    assert result.kind == "category"
    knot = bench.add(KnotSpec())
    bench.link(number, "My vector", knot, "InputPin")
    result = bench.verdict(words, "My Actor", knot, "InputPin")
    assert isinstance(result, Refused)


def test_a_soft_reference_is_converted_to_any_object_but_to_no_class_of_its_own(bench: Bench) -> None:
    soft = bench.add(VariableGetSpec("My soft Texture2D"))
    check = bench.add(call("KismetSystemLibrary:IsValid"))
    show = bench.add(CallFunctionSpec("/Script/UMG.Image:SetBrushFromTexture"))
    assert isinstance(bench.verdict(soft, "My soft Texture2D", check, "Object"), Conversion)
    result = bench.verdict(soft, "My soft Texture2D", show, "Texture")
    assert isinstance(result, Refused)
    assert result.kind == "reference_kind"


def test_reroutes_in_a_ring_and_links_to_nothing_are_refused(bench: Bench) -> None:
    one, other = bench.add(KnotSpec()), bench.add(KnotSpec())
    bench.draft.connect(PinRef(one.name, one.pins[1].id), PinRef(other.name, other.pins[0].id))
    graph = bench.draft.freeze()
    ring = bench.schema.can_link(
        graph, PinRef(other.name, other.pins[1].id), PinRef(one.name, one.pins[0].id)
    )
    nothing = bench.schema.can_link(graph, PinRef("K2Node_Nothing_0", "1"), PinRef(one.name, one.pins[0].id))
    own = bench.schema.can_link(graph, PinRef(one.name, one.pins[1].id), PinRef(one.name, one.pins[0].id))
    assert isinstance(ring, Refused)
    assert ring.kind == "reroute_loop"
    assert isinstance(nothing, Refused)
    assert nothing.kind == "missing_pin"
    assert isinstance(own, Refused)
    assert own.kind in ("same_node", "reroute_loop")


def test_an_event_with_other_parameters_does_not_fit_a_delegate(bench: Bench) -> None:
    event = bench.add(CustomEventSpec("OnGone"))
    bind = bench.add(DelegateSpec("add", "OnDestroyed", "/Script/Engine.Actor"))
    parameter = replace(bench.pin(event, "then"), id="P", name="Who", type=PinType("int"))
    for kind, fits in ((PinType("int"), False), (object_type("/Script/Engine.Actor"), True)):
        node = replace(event, pins=(*event.pins, replace(parameter, type=kind)))
        result = bench.schema.can_connect(
            bench.pin(event, "OutputDelegate"),
            bench.pin(bind, "Delegate"),
            source_node=node,
            target_node=bind,
        )
        assert isinstance(result, Allowed) is fits, result
        assert fits or (isinstance(result, Refused) and result.kind == "signature")
