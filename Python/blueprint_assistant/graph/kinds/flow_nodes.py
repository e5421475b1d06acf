"""The parts of nodes that steer the flow: branches, switches, macros, casts, timelines, reroutes.

Part of `graph.kinds.node_factory`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.graph.catalog.engine_catalog import object_path, subcategory_object
from blueprint_assistant.graph.catalog.name_lookup import spaced
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, SequenceSpec
from blueprint_assistant.graph.kinds.node_classes import MENU_ENTRY
from blueprint_assistant.graph.kinds.node_parts import WILDCARD, BadSpecError, display_text, indexed, near
from blueprint_assistant.graph.kinds.specs import (
    CastSpec,
    ClassCastSpec,
    CommentSpec,
    DoOnceMultiInputSpec,
    ForEachEnumSpec,
    KnotSpec,
    MacroSpec,
    MenuNodeSpec,
    MultiGateSpec,
    SelectSpec,
    SelfSpec,
    SwitchEnumSpec,
    SwitchIntSpec,
    SwitchNameSpec,
    SwitchStringSpec,
    TimelineSpec,
)
from blueprint_assistant.graph.model.blueprint import EXEC, ObjectRef, PinType
from blueprint_assistant.graph.model.object_references import format_object, quote
from blueprint_assistant.graph.model.pin_type_text import format_pin_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import EnumInfo
    from blueprint_assistant.graph.kinds.node_parts import NodeDraft, Parts
    from blueprint_assistant.graph.kinds.specs import AnyFlowSpec, TrackKind
    from blueprint_assistant.graph.model.blueprint import Direction, Graph, Pin, Properties

__all__ = [
    "INDEX",
    "cast_output",
    "enum_options",
    "enum_select_properties",
    "flow_parts",
    "option_label",
]

_MATH = "/Script/Engine.KismetMathLibrary"
_STRING = "/Script/Engine.KismetStringLibrary"
_OBJECT = "/Script/CoreUObject.Object"
_SHOWN_ENTRIES = 3
_MANY_ENTRIES = 5
INDEX = PinType("wildcard", "index")
"""The index of a Select that nothing has typed yet."""


def flow_parts(spec: AnyFlowSpec, make: NodeDraft) -> Parts:  # noqa: C901, PLR0912 - one case per kind
    """Properties and pins of a flow node. Raises a GraphError for what is not there."""
    match spec:
        case BranchSpec():
            return (), _branch(make)
        case SequenceSpec(outputs):
            then = [make.exec_out(f"then_{n}") for n in make.counted(outputs, 2, "Sequence")]
            return (), [make.exec_in(), *then]
        case MacroSpec(macro):
            return _macro(macro, make)
        case SwitchIntSpec():
            return _switch_int(spec, make)
        case SwitchStringSpec():
            return _switch_string(spec, make)
        case SwitchNameSpec(cases, has_default):
            make.named(cases, "Switch on Name", ("Default",) if has_default else ())
            pins = _switch(PinType("name"), "NotEqual_NameName", cases, make, has_default=has_default)
            return (*_without_default(has_default), *indexed("PinNames", cases)), pins
        case SwitchEnumSpec(enum, has_default):
            return _switch_enum(enum, make, has_default=has_default)
        case SelectSpec():
            return _select(spec, make)
        case MultiGateSpec(outputs):
            return (), _multi_gate(outputs, make)
        case DoOnceMultiInputSpec(inputs):
            return _do_once_multi_input(inputs, make)
        case ForEachEnumSpec(enum):
            return _for_each_enum(enum, make)
        case CastSpec(class_path, is_pure):
            return _cast(class_path, make, is_pure=is_pure, of_class=False)
        case ClassCastSpec(class_path, is_pure):
            return _cast(class_path, make, is_pure=is_pure, of_class=True)
        case TimelineSpec(name, tracks):
            return _timeline(name, tracks, make)
        case KnotSpec():
            pins = [make.pin("InputPin", "input", WILDCARD, default_is_ignored=True)]
            return (), [*pins, make.pin("OutputPin", "output", WILDCARD)]
        case SelfSpec():
            return (), [make.pin("self", "output", PinType("object", "self"))]
        case MenuNodeSpec(entry):
            return ((MENU_ENTRY, quote(entry)),), []
        case CommentSpec():
            return _comment(spec), []
        case _:
            assert_never(spec)


def _branch(make: NodeDraft) -> list[Pin]:
    return [
        make.exec_in(),
        make.pin("Condition", "input", PinType("bool"), default="true"),
        make.exec_out("then", 'NSLOCTEXT("K2Node", "true", "true")'),
        make.exec_out("else", 'NSLOCTEXT("K2Node", "false", "false")'),
    ]


# --- macros --------------------------------------------------------------------------------------


def _macro(text: str, make: NodeDraft) -> Parts:
    """A standard macro, or one of the Blueprint's own by the name of its graph."""
    known = make.catalog.macro(text)
    if known is not None:
        blueprint = known.path.rpartition(":")[0]
        pins = [make.pin.of_parameter(item, "input") for item in known.inputs]
        pins += [make.pin.of_parameter(item, "output") for item in known.outputs]
        return _macro_properties(known.path, blueprint, known.guid), pins
    graphs = [graph for graph in make.owner.graphs if graph.kind == "macro"]
    name = object_path(text).rsplit(":", 1)[-1]
    graph = next((item for item in graphs if item.name.lower() == name.lower()), None)
    if graph is None:
        names = [*(item.name for item in make.catalog.macros), *(item.name for item in graphs)]
        raise BadSpecError(f"There is no macro '{name}'.", f"Nearest: {', '.join(near(name, names))}.")
    blueprint = f"{make.owner.path}.{make.owner.name}"
    pins = [*_tunnel(graph, "output", "input", make), *_tunnel(graph, "input", "output", make)]
    return _macro_properties(f"{blueprint}:{graph.name}", blueprint, graph.guid), pins


def _tunnel(graph: Graph, inside: Direction, outside: Direction, make: NodeDraft) -> list[Pin]:
    """The pins of a macro's entry or exit, as its instances show them."""
    tunnels = [node for node in graph.nodes if node.class_name == "K2Node_Tunnel"]
    found = [pin for node in tunnels for pin in node.pins if pin.direction == inside]
    return [make.pin(pin.name, outside, pin.type) for pin in found]


def _macro_properties(graph: str, blueprint: str, guid: str) -> Properties:
    fields = [
        f"MacroGraph={format_object(ObjectRef(graph, '/Script/Engine.EdGraph'))}",
        f"GraphBlueprint={format_object(ObjectRef(blueprint, '/Script/Engine.Blueprint'))}",
        *([f"GraphGuid={guid}"] if guid else []),
    ]
    return (("MacroGraphReference", f"({','.join(fields)})"),)


# --- switches and Select -------------------------------------------------------------------------


def _without_default(has_default: bool) -> Properties:
    return () if has_default else (("bHasDefaultPin", "False"),)


def _switch(
    selection: PinType, comparison: str, cases: Iterable[str], make: NodeDraft, *, has_default: bool
) -> list[Pin]:
    """Default first, then the inputs, then the cases; the comparison is a hidden input."""
    library = _STRING if comparison.startswith("NotEqual_Str") else _MATH
    package, _, name = library.rpartition(".")
    pins = [make.exec_out("Default")] if has_default else []
    pins += [make.exec_in(), make.value("Selection", "input", selection)]
    pins.append(
        make.pin(
            comparison,
            "input",
            object_type(library),
            default_object=f"{package}.Default__{name}",
            is_hidden=True,
            is_not_connectable=True,
            default_is_read_only=True,
        )
    )
    return [*pins, *(make.exec_out(case) for case in cases)]


def _switch_int(spec: SwitchIntSpec, make: NodeDraft) -> Parts:
    numbers = make.counted(spec.cases, 0, "Switch on Int")
    cases = [str(spec.start + number) for number in numbers]
    start = (("StartIndex", str(spec.start)),) if spec.start else ()
    pins = _switch(PinType("int"), "NotEqual_IntInt", cases, make, has_default=spec.has_default)
    return (*start, *_without_default(spec.has_default)), pins


def _switch_string(spec: SwitchStringSpec, make: NodeDraft) -> Parts:
    make.named(spec.cases, "Switch on String", ("Default",) if spec.has_default else ())
    comparison = "NotEqual_StrStr" if spec.is_case_sensitive else "NotEqual_StriStri"
    case_sensitive = (("bIsCaseSensitive", "True"),) if spec.is_case_sensitive else ()
    properties = (*case_sensitive, *_without_default(spec.has_default), *indexed("PinNames", spec.cases))
    pins = _switch(PinType("string"), comparison, spec.cases, make, has_default=spec.has_default)
    return properties, pins


def _switch_enum(path: str, make: NodeDraft, *, has_default: bool) -> Parts:
    pin_type, enum = make.enum(path)
    pins = _switch(pin_type, "NotEqual_ByteByte", (), make, has_default=has_default)
    has_fold = len(enum.items) > _MANY_ENTRIES
    for number, item in enumerate(enum.items):
        is_folded = has_fold and number >= _SHOWN_ENTRIES
        label = display_text(enum, item)
        name = _entry_name(item.name)
        pins.append(make.pin(name, "output", EXEC, friendly_name=label, is_advanced=is_folded))
    default = (("bHasDefaultPin", "True"),) if has_default else ()
    entries = indexed("EnumEntries", (_entry_name(item.name) for item in enum.items))
    advanced = (("AdvancedPinDisplay", "Hidden"),) if has_fold else ()
    return (("Enum", make.reference(enum.path)), *entries, *default, *advanced), pins


def _entry_name(name: str) -> str:
    """An enumerator as the name of a pin: None is the empty name."""
    return "" if name == "None" else name


def option_label(index: PinType, number: int) -> str:
    """The label of a Select's option where the index gives it one."""
    if index.category != "bool":
        return ""
    word = "True" if number else "False"
    return f'NSLOCTEXT("Core", "{word}", "{word}")'


def _select(spec: SelectSpec, make: NodeDraft) -> Parts:
    index = spec.index or INDEX
    ref = index.subcategory_object
    if index.category == "byte" and ref is not None:
        return _select_by_enum(ref.path, make)
    options = [
        make.pin(f"Option {number}", "input", WILDCARD, friendly_name=option_label(index, number))
        for number in make.counted(spec.options, 2, "Select")
    ]
    pins = [*options, make.value("Index", "input", index), make.pin("ReturnValue", "output", WILDCARD)]
    count = (("NumOptionPins", str(spec.options)),) if len(options) > 2 else ()  # noqa: PLR2004 - two is unsaid
    typed = () if spec.index is None else (("IndexPinType", format_pin_type(index)),)
    return (*count, *typed), pins


def _select_by_enum(path: str, make: NodeDraft) -> Parts:
    index, enum = make.enum(path)
    options = [
        make.pin(name, "input", WILDCARD, friendly_name=label) for name, label in enum_options(enum).items()
    ]
    pins = [*options, make.value("Index", "input", index), make.pin("ReturnValue", "output", WILDCARD)]
    return enum_select_properties(index, enum), pins


def enum_options(enum: EnumInfo) -> dict[str, str]:
    """The names of the options of a Select by an enum, and their labels."""
    return {_entry_name(item.name): display_text(enum, item) for item in enum.items}


def enum_select_properties(index: PinType, enum: EnumInfo) -> Properties:
    """The properties of a Select by an enum."""
    options = enum_options(enum)
    return (
        *((("NumOptionPins", str(len(options))),) if len(options) != 2 else ()),  # noqa: PLR2004 - two is unsaid
        ("Enum", format_object(subcategory_object("byte", enum.path))),
        *indexed("EnumEntries", options),
        ("IndexPinType", format_pin_type(index)),
    )


# --- gates and loops -----------------------------------------------------------------------------


def _multi_gate(outputs: int, make: NodeDraft) -> list[Pin]:
    return [
        make.exec_in(),
        *(make.exec_out(f"Out {number}") for number in make.counted(outputs, 2, "MultiGate")),
        make.exec_in("Reset"),
        make.pin("IsRandom", "input", PinType("bool")),
        make.pin("Loop", "input", PinType("bool")),
        make.pin("StartIndex", "input", PinType("int"), default="-1"),
    ]


def _do_once_multi_input(inputs: int, make: NodeDraft) -> Parts:
    """Pins `A In` and `A Out`, `B In` and `B Out`, …; general knowledge of the engine."""
    pins: list[Pin] = []
    for number in make.counted(inputs, 1, "DoOnce MultiInput", most=26):
        letter = chr(ord("A") + number)
        pins += [make.exec_in(f"{letter} In"), make.exec_out(f"{letter} Out")]
    pins += [make.exec_in("Reset In"), make.exec_out("Reset Out")]
    pins.append(make.pin("Start Closed", "input", PinType("bool")))
    count = (("NumAdditionalInputs", str(inputs - 1)),) if inputs > 1 else ()
    return count, pins


def _for_each_enum(path: str, make: NodeDraft) -> Parts:
    pin_type, enum = make.enum(path)
    pins = [
        make.exec_in(),
        make.pin("SkipHidden", "input", PinType("bool"), default="true", is_advanced=True),
        make.exec_out("LoopBody"),
        make.pin("EnumValue", "output", pin_type),
        make.exec_out("then", 'NSLOCTEXT("K2Node", "Completed", "Completed")'),
    ]
    return (("Enum", make.reference(enum.path)), ("AdvancedPinDisplay", "Hidden")), pins


# --- casts and the rest --------------------------------------------------------------------------


def cast_output(class_path: str) -> str:
    """The name of a cast's result: `AsPlayer Controller`."""
    name = class_path.rsplit(".", 1)[-1].removesuffix("_C")
    return f"As{spaced(name)}"


def _cast(class_path: str, make: NodeDraft, *, is_pure: bool, of_class: bool) -> Parts:
    target = make.class_ref(class_path)
    info = make.catalog.class_info(target.path)
    is_interface = info is not None and info.is_interface
    category = "class" if of_class else "interface" if is_interface else "object"
    source = subcategory_object("object", _OBJECT)
    pins = [] if is_pure else [make.exec_in(), make.exec_out(), make.exec_out("CastFailed")]
    pins += [
        make.pin(
            "Class" if of_class else "Object",
            "input",
            PinType("class" if of_class else "object", subcategory_object=source),
        ),
        make.pin(cast_output(target.path), "output", PinType(category, subcategory_object=target)),
        make.pin("bSuccess", "output", PinType("bool"), is_hidden=not is_pure),
    ]
    pure = (("PureState", "Pure"),) if is_pure else ()
    return (("TargetType", format_object(target)), *pure), pins


_TRACKS: dict[TrackKind, PinType] = {
    "float": PinType("real", "float"),
    "vector": PinType(
        "struct", subcategory_object=subcategory_object("struct", "/Script/CoreUObject.Vector")
    ),
    "color": PinType(
        "struct", subcategory_object=subcategory_object("struct", "/Script/CoreUObject.LinearColor")
    ),
    "event": EXEC,
}


def _timeline(name: str, tracks: tuple[tuple[str, TrackKind], ...], make: NodeDraft) -> Parts:
    if not name.strip():
        raise BadSpecError("A timeline needs a name.", "Give it one.")
    make.named([track for track, _ in tracks], "Timeline", ("Update", "Finished", "Direction"))
    direction = subcategory_object("byte", "/Script/Engine.ETimelineDirection")
    pins = [
        *(make.exec_in(entry) for entry in ("Play", "PlayFromStart", "Stop", "Reverse", "ReverseFromEnd")),
        make.exec_out("Update"),
        make.exec_out("Finished"),
        make.exec_in("SetNewTime"),
        make.value("NewTime", "input", PinType("real", "float")),
        make.pin("Direction", "output", PinType("byte", subcategory_object=direction)),
        *(make.pin(track, "output", _TRACKS[kind]) for track, kind in tracks),
    ]
    properties = (
        ("TimelineName", quote(name)),
        ("TimelineGuid", make.guid),
        ("bCanRenameNode", "True"),
    )
    return properties, pins


def _comment(spec: CommentSpec) -> Properties:
    return (
        ("bCommentBubbleVisible_InDetailsPanel", "False"),
        ("NodeWidth", str(spec.width)),
        ("NodeHeight", str(spec.height)),
        ("bCommentBubblePinned", "False"),
        ("bCommentBubbleVisible", "False"),
        ("NodeComment", quote(spec.text)),
    )
