"""Pins: look-ups, literals, links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conformance_bench import DELAY, PRINT, Answer, Facts

if TYPE_CHECKING:
    from conformance_bench import Bench

FACTS = Facts("pins")
believe = FACTS.believe
MATH = "/Script/Engine.KismetMathLibrary"
OFFSET = "/Script/Engine.Actor:K2_AddActorWorldOffset"


@believe("miss-is-invalid", "a look-up by a wrong name gives an invalid pin, not None", "field notes 3")
def _miss(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("Nonsense")
    return pin is not None and pin.is_valid() is False


@believe(
    "invalid-does-nothing", "an invalid pin takes no value and no link, and raises nothing", "field notes 3"
)
def _invalid(bench: Bench) -> Any:
    call = bench.blueprint().call()
    pin = call.find_input_pin("Nonsense")
    return pin.set_pin_value("x") is False and pin.try_create_connection(call.find_then_pin()) is False


@believe("hidden", "hidden pins are not found", "field notes, trap 3")
def _hidden(bench: Bench) -> Any:
    call = bench.blueprint().call(DELAY)
    found = [
        name for name in ("self", "WorldContextObject", "LatentInfo") if call.find_input_pin(name).is_valid()
    ]
    return found or True


@believe("equal-not-identical", "two look-ups give equal pins", "field notes 0")
def _equal(bench: Bench) -> Any:
    call = bench.blueprint().call()
    first, second = call.find_input_pin("InString"), call.find_input_pin("InString")
    return first.is_same_native_pin(second)


@believe("case", "whether look-ups mind letter case", "assumed")
def _case(bench: Bench) -> Any:
    return Answer("no" if bench.blueprint().call().find_input_pin("instring").is_valid() else "yes")


@believe("owner", "a pin knows its node", "api guide 6.2")
def _owner(bench: Bench) -> Any:
    call = bench.blueprint().call()
    return call.find_input_pin("InString").get_owning_node() == call


@believe("set-changes", "a new value is taken and read back", "field notes 5")
def _set_changes(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("InString")
    return pin.set_pin_value("Hi") is True and pin.get_pin_value() == "Hi"


@believe("set-unchanged", "setting the value that is there gives False", "field notes 5")
def _set_unchanged(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("InString")
    return pin.set_pin_value(pin.get_pin_value()) is False


@believe("bool-garbage", "nonsense on a bool pin gives True", "field notes 5")
def _bool_garbage(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("bPrintToLog")
    return pin.set_pin_value("nonsense") is True


@believe("bool-garbage-value", "what the pin holds then", "field notes 5")
def _bool_garbage_value(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("bPrintToLog")
    pin.set_pin_value("nonsense")
    return Answer(pin.get_pin_value())


@believe("bool-case", "True is read back as true", "field notes 5")
def _bool_case(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("bPrintToLog")
    pin.set_pin_value("False")
    return pin.get_pin_value() == "false" or pin.get_pin_value()


@believe("number-garbage", "nonsense on a number is refused", "assumed")
def _number_garbage(bench: Bench) -> Any:
    pin = bench.blueprint().call(DELAY).find_input_pin("Duration")
    pin.set_pin_value("nonsense")
    return pin.get_pin_value() != "nonsense" or pin.get_pin_value()


@believe("number-form", "how a number is read back", "field notes 5")
def _number_form(bench: Bench) -> Any:
    pin = bench.blueprint().call(DELAY).find_input_pin("Duration")
    pin.set_pin_value("3")
    return Answer(pin.get_pin_value())


@believe("vector-literal", "whether a vector pin takes X,Y,Z", "field notes 5")
def _vector_literal(bench: Bench) -> Any:
    pin = bench.blueprint().call(OFFSET).find_input_pin("DeltaLocation")
    result = pin.set_pin_value("1,2,3")
    return Answer(f"{result}, then {pin.get_pin_value()!r}")


@believe("vector-text", "whether a vector pin takes (X=,Y=,Z=)", "field notes 5")
def _vector_text(bench: Bench) -> Any:
    pin = bench.blueprint().call(OFFSET).find_input_pin("DeltaLocation")
    result = pin.set_pin_value("(X=1.0,Y=2.0,Z=3.0)")
    return Answer(f"{result}, then {pin.get_pin_value()!r}")


@believe("color-literal", "a colour takes (R=,G=,B=,A=)", "field notes 5")
def _color_literal(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("TextColor")
    pin.set_pin_value("(R=1.0,G=0.0,B=0.0,A=1.0)")
    return "R=1" in pin.get_pin_value() or pin.get_pin_value()


def _refuses(pin: Any, good: str, bad: str) -> Any:
    """Whether a pin takes the one text and refuses the other."""
    taken, refused = pin.set_pin_value(good) is True, pin.set_pin_value(bad) is False
    return (taken and refused) or f"{good}: {taken}, {bad}: {not refused}, then {pin.get_pin_value()!r}"


@believe("int-decimals", "an int pin refuses 1.0", "assumed")
def _int_decimals(bench: Bench) -> Any:
    call = bench.blueprint().call("/Script/Engine.GameplayStatics:GetPlayerController")
    return _refuses(call.find_input_pin("PlayerIndex"), "3", "1.0")


@believe("enum-display", "an enum pin takes the enumerator and not the name that is shown", "field notes 5")
def _enum_display(bench: Bench) -> Any:
    call = bench.blueprint().call("/Script/Engine.KismetSystemLibrary:LineTraceSingle")
    return _refuses(call.find_input_pin("DrawDebugType"), "ForDuration", "For Duration")


@believe("enum-number", "an enum pin refuses a number", "assumed")
def _enum_number(bench: Bench) -> Any:
    call = bench.blueprint().call("/Script/Engine.KismetSystemLibrary:LineTraceSingle")
    return _refuses(call.find_input_pin("DrawDebugType"), "ForDuration", "1")


@believe("key-display", "a key pin takes the bare name and not the name that is shown", "field notes 5")
def _key_display(bench: Bench) -> Any:
    call = bench.blueprint().call("/Script/Engine.PlayerController:IsInputKeyDown")
    return _refuses(call.find_input_pin("Key"), "SpaceBar", "Space Bar")


@believe("color-bare", "a colour refuses bare numbers", "assumed")
def _color_bare(bench: Bench) -> Any:
    return _refuses(bench.blueprint().call().find_input_pin("TextColor"), "(R=1,G=0,B=0,A=1)", "1,0,0,1")


@believe("color-part", "a colour refuses (R=1)", "assumed")
def _color_part(bench: Bench) -> Any:
    return _refuses(bench.blueprint().call().find_input_pin("TextColor"), "(R=1,G=0,B=0,A=1)", "(R=1)")


@believe("vector-part", "a vector refuses (X=1)", "assumed")
def _vector_part(bench: Bench) -> Any:
    pin = bench.blueprint().call(OFFSET).find_input_pin("DeltaLocation")
    return pin.set_pin_value("(X=1)") is False or pin.get_pin_value()


@believe("no-fields", "a pin has no readable fields, only methods", "api")
def _no_fields(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("InString")
    names = ("direction", "index", "owner", "pin_name", "name", "node", "owning_node", "pin_index")
    return [name for name in names if hasattr(pin, name)] or True


@believe("nul", "a NUL ends a text", "assumed")
def _nul(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("InString")
    pin.set_pin_value("a\0b")
    return pin.get_pin_value() == "a" or pin.get_pin_value()


@believe("surrogate", "half a surrogate pair is a TypeError", "assumed")
def _surrogate(bench: Bench) -> Any:
    pin = bench.blueprint().call().find_input_pin("InString")
    try:
        pin.set_pin_value("\ud800")
    except TypeError:
        return True
    return pin.get_pin_value()


@believe("class-literal", "a class pin takes the path of a class", "field notes 5")
def _class_literal(bench: Bench) -> Any:
    pin = (
        bench.blueprint()
        .call("/Script/Engine.GameplayStatics:GetAllActorsOfClass")
        .find_input_pin("ActorClass")
    )
    pin.set_pin_value("/Script/Engine.Pawn")
    return "Pawn" in pin.get_pin_value() or pin.get_pin_value()


@believe("class-retypes", "a chosen class types the output", "field notes 6")
def _class_retypes(bench: Bench) -> Any:
    call = bench.blueprint().call("/Script/Engine.Actor:GetComponentByClass")
    call.find_input_pin("ComponentClass").set_pin_value("/Script/Engine.StaticMeshComponent")
    text = call.find_output_pin("ReturnValue").get_pin_type().export_text()
    return "StaticMeshComponent" in text or text


@believe("link", "exec pins are linked, in either order", "api guide 6.2")
def _link(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two = scratch.call(), scratch.call()
    return two.find_execute_pin().try_create_connection(one.find_then_pin()) is True


@believe("link-listed", "a link is listed at both ends", "api guide 6.2")
def _link_listed(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two = scratch.call(), scratch.call()
    one.find_then_pin().try_create_connection(two.find_execute_pin())
    ends = [len(one.find_then_pin().list_connected_pins()), len(two.find_execute_pin().list_connected_pins())]
    return ends == [1, 1] or ends


@believe("exec-replaces", "a second link of an exec output silently replaces the first", "field notes 6")
def _exec_replaces(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two, three = (scratch.call() for _ in range(3))
    one.find_then_pin().try_create_connection(two.find_execute_pin())
    done = one.find_then_pin().try_create_connection(three.find_execute_pin())
    ends = [pin.get_owning_node() for pin in one.find_then_pin().list_connected_pins()]
    return done is True and ends == [three]


@believe("exec-input-many", "an exec input keeps many links", "field notes 6")
def _exec_input_many(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two, three = (scratch.call() for _ in range(3))
    for call in (one, two):
        call.find_then_pin().try_create_connection(three.find_execute_pin())
    return len(three.find_execute_pin().list_connected_pins()) == 2


@believe("data-replaces", "a second link of a data input replaces the first", "field notes 6")
def _data_replaces(bench: Bench) -> Any:
    scratch = bench.blueprint()
    call = scratch.call(DELAY)
    for _ in range(2):
        made = scratch.call(f"{MATH}:RandomFloat")
        made.find_output_pin("ReturnValue").try_create_connection(call.find_input_pin("Duration"))
    return len(call.find_input_pin("Duration").list_connected_pins()) == 1


@believe("refused", "an exec pin and a data pin are not linked", "field notes 6")
def _refused(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two = scratch.call(), scratch.call()
    return one.find_then_pin().try_create_connection(two.find_input_pin("InString")) is False


@believe("refused-object", "an Actor is not linked to a subclass input", "field notes 6")
def _refused_object(bench: Bench) -> Any:
    scratch = bench.blueprint()
    owner = scratch.call("/Script/Engine.Actor:GetOwner").find_output_pin("ReturnValue")
    target = scratch.call("/Script/Engine.Pawn:IsPlayerControlled").find_self_pin()
    return owner.try_create_connection(target) is False


@believe("converts", "a number into a string inserts a conversion node", "field notes 6")
def _converts(bench: Bench) -> Any:
    scratch = bench.blueprint()
    number = scratch.call(f"{MATH}:RandomFloat").find_output_pin("ReturnValue")
    call = scratch.call()
    before = len(scratch.nodes.list_all_nodes())
    done = number.try_create_connection(call.find_input_pin("InString"))
    grown = len(scratch.nodes.list_all_nodes()) - before
    return (done is True and grown == 1) or f"{done}, {grown} new nodes"


@believe("no-conversion", "float into double inserts none", "field notes 6")
def _no_conversion(bench: Bench) -> Any:
    scratch = bench.blueprint()
    number = scratch.nodes.find_event_node("ReceiveTick").find_output_pin("DeltaSeconds")
    call = scratch.call(f"{MATH}:Multiply_DoubleDouble")
    before = len(scratch.nodes.list_all_nodes())
    number.try_create_connection(call.find_input_pin("A"))
    return len(scratch.nodes.list_all_nodes()) == before


@believe("break", "breaking the links of a pin gives True", "field notes 6")
def _break(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two = scratch.call(), scratch.call()
    one.find_then_pin().try_create_connection(two.find_execute_pin())
    done = one.find_then_pin().break_pin_links()
    return done is True and len(one.find_then_pin().list_connected_pins()) == 0


@believe("break-nothing", "what breaking no link gives", "assumed")
def _break_nothing(bench: Bench) -> Any:
    return Answer(str(bench.blueprint().call().find_then_pin().break_pin_links()))


@believe("can-connect", "asking changes nothing", "api guide 6.2")
def _can_connect(bench: Bench) -> Any:
    scratch = bench.blueprint()
    one, two = scratch.call(), scratch.call()
    can = one.find_then_pin().can_create_connection(two.find_execute_pin())
    return can is True and len(one.find_then_pin().list_connected_pins()) == 0


@believe("wakes-ghost", "linking a ghost event makes it an event that runs", "field notes 4")
def _wakes_ghost(bench: Bench) -> Any:
    scratch = bench.blueprint()
    event = scratch.nodes.find_event_node("ReceiveTick")
    return event.find_then_pin().try_create_connection(scratch.call(PRINT).find_execute_pin()) is True


@believe("foreach-settles", "an array settles what a ForEachLoop gives", "field notes 6")
def _foreach(bench: Bench) -> Any:
    scratch = bench.blueprint()
    found = scratch.call("/Script/Engine.GameplayStatics:GetAllActorsOfClass").find_output_pin("OutActors")
    loop = scratch.macro("ForEachLoop")
    found.try_create_connection(loop.find_input_pin("Array"))
    text = loop.find_output_pin("Array Element").get_pin_type().export_text()
    return ('PinCategory="object"' in text) or text


@believe("wildcard-literal", "a wildcard pin keeps no literal", "field notes 5")
def _wildcard_literal(bench: Bench) -> Any:
    pin = bench.blueprint().call("/Script/Engine.KismetArrayLibrary:Array_Add").find_input_pin("NewItem")
    pin.set_pin_value("3")
    return pin.get_pin_value() == "" or pin.get_pin_value()


@believe("array-literal", "an array pin keeps no literal", "field notes 5")
def _array_literal(bench: Bench) -> Any:
    pin = bench.blueprint().macro("ForEachLoop").find_input_pin("Array")
    pin.set_pin_value("(1,2)")
    return pin.get_pin_value() == "" or pin.get_pin_value()


@believe("type-text", "the type of a pin has a text for people", "field notes 0")
def _type_text(bench: Bench) -> Any:
    return Answer(str(bench.blueprint().call(DELAY).find_input_pin("Duration").get_pin_type_display_string()))


@believe("stale-pin", "a pin of a removed node is invalid", "field notes, trap 9")
def _stale_pin(bench: Bench) -> Any:
    scratch = bench.blueprint()
    call = scratch.call()
    pin = call.find_input_pin("InString")
    scratch.nodes.remove_nodes([call])
    return pin.is_valid() is False
