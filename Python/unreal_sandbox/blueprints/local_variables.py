"""Local variables of function graphs. They stand on the entry node, as `LocalVariables(i)` lines.

Nodes can use one when the function was compiled with it, as with members [FIELD_NOTES trap 12].
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds.specs import LocalVariableGetSpec, LocalVariableSetSpec
from blueprint_assistant.graph.model.blueprint import PropertyFlag, Variable, set_property
from blueprint_assistant.graph.model.object_references import format_reference, member_reference
from blueprint_assistant.graph.t3d.variable_text import format_variable
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.function_graphs import entry_of
from unreal_sandbox.blueprints.function_signatures import known_graphs
from unreal_sandbox.blueprints.taken_names import is_member_name_taken, is_no_name
from unreal_sandbox.blueprints.user_pins import parameter_type
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.graph_editor import add_node
from unreal_sandbox.graphs.pin_type_structs import pin_type_struct

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Function, Node, PinType
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget, NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.graphs.graph_editor import GraphEditorTarget
    from unreal_sandbox.graphs.pin_type_structs import EdGraphPinTypeBase

__all__ = ["known_function_of", "local_variables"]

graph_editor = UnrealClass("BlueprintGraphEditor")

_LOG = "LogBlueprintEditorLib"
_LINE = "LocalVariables("
_FLAGS = PropertyFlag.EDIT | PropertyFlag.BLUEPRINT_VISIBLE


def local_variables(graph: GraphTarget) -> tuple[Variable, ...]:
    """The declared local variables of a function graph; none elsewhere."""
    function = function_of(graph.draft.outline("K2Node_FunctionEntry")) if graph.kind == "function" else None
    return () if function is None else function.local_variables


def known_function_of(graph: GraphTarget) -> Function | None:
    """The function of a graph as it was last compiled."""
    asset = graph.asset
    for known in known_graphs(graph.editor, asset):
        if known.guid == graph.guid:
            return function_of(known)
    return None


def _find(variables: tuple[Variable, ...], name: str) -> Variable | None:
    return next((item for item in variables if item.name.lower() == name.lower()), None)


def _store(graph: GraphTarget, variables: tuple[Variable, ...]) -> None:
    entry = entry_of(graph)
    if entry is None:
        return
    graph.modify()
    lines = tuple((f"{_LINE}{number})", format_variable(item)) for number, item in enumerate(variables))
    others = tuple(item for item in entry.properties if not item[0].startswith(_LINE))
    # They come right after the metadata in exports.
    place = next((number + 1 for number, item in enumerate(others) if item[0] == "MetaData"), 0)
    graph.draft.replace(replace(entry, properties=(*others[:place], *lines, *others[place:])))


def _free_name(graph: GraphTarget, entry: Node, base: str) -> str:
    """`Base`, or `Base_0` when a local variable, parameter or member has the name."""
    known = local_variables(graph)

    def is_taken(name: str) -> bool:
        return (
            _find(known, name) is not None
            or entry.find_pin(name) is not None
            or is_member_name_taken(graph.editor, graph.asset, name)
        )

    name, number = base, 0
    while is_taken(name):
        name, number = f"{base}_{number}", number + 1
    return name


# --- declaring -------------------------------------------------------------------------------------


@graph_editor.method()
def list_local_variable_names(editor: EditorState, subject: GraphEditorTarget) -> list[str]:
    """The names; none outside function graphs."""
    return [item.name for item in local_variables(subject.graph)]


@graph_editor.method()
def get_local_variable_type(editor: EditorState, subject: GraphEditorTarget, local_variable_name: str) -> Any:
    """The type, or None."""
    found = _find(local_variables(subject.graph), local_variable_name)
    return None if found is None else pin_type_struct(editor, found.type)


@graph_editor.method()
def get_local_variable_default_value(
    editor: EditorState, subject: GraphEditorTarget, local_variable_name: str
) -> str | None:
    """The default as text, or None."""
    found = _find(local_variables(subject.graph), local_variable_name)
    return None if found is None else found.default


@graph_editor.method()
def set_local_variable_default_value(
    editor: EditorState, subject: GraphEditorTarget, local_variable_name: str, new_default_value: str
) -> bool:
    """Set the default. False for a variable that no compile has seen, and for a bad text."""
    graph = subject.graph
    known = known_function_of(graph)
    present = local_variables(graph)
    found = _find(present, local_variable_name)
    if found is None or known is None or _find(known.local_variables, found.name) is None:
        return False
    default = _checked(editor, found.type, new_default_value)
    if default is None or editor.is_in_pie:
        return False
    _store(graph, tuple(replace(item, default=default) if item is found else item for item in present))
    return True


def _checked(editor: EditorState, kind: PinType, text: str) -> str | None:
    """The text as the editor stores it, or None when the type does not take it."""
    try:
        return editor.schema.validate_default(kind, text) if text else ""
    except GraphError:
        return None


@graph_editor.method()
def add_local_variable(
    editor: EditorState,
    subject: GraphEditorTarget,
    local_name: str,
    pin_type: EdGraphPinTypeBase,
    value: str,
) -> bool:
    """Declare a local variable; a taken name is numbered without a word."""
    graph = subject.graph
    entry = entry_of(graph) if graph.kind == "function" else None
    kind = parameter_type(pin_type._pin_type)
    if entry is None or kind is None or is_no_name(local_name) or editor.is_in_pie:
        editor.write_log(_LOG, "Error", f"'{graph.name()}' takes no local variable '{local_name}'.")
        return False
    name = _free_name(graph, entry, local_name)
    added = Variable(
        name,
        kind,
        default=_checked(editor, kind, value) or "",
        category="Default",
        guid=new_guid(),
        flags=_FLAGS,
        friendly_name=display_name(name, is_bool=kind.category == "bool"),
    )
    _store(graph, (*local_variables(graph), added))
    return True


@graph_editor.method()
def remove_local_variable(editor: EditorState, subject: GraphEditorTarget, local_name: str) -> bool:
    """Remove a local variable; its nodes stay and break."""
    present = local_variables(subject.graph)
    found = _find(present, local_name)
    if found is None or editor.is_in_pie:
        return False
    _store(subject.graph, tuple(item for item in present if item is not found))
    return True


# --- nodes -----------------------------------------------------------------------------------------


@graph_editor.method()
def add_get_local_variable_node(
    editor: EditorState, subject: GraphEditorTarget, local_name: str
) -> NodeTarget | None:
    """A getter of a local variable or function input that the last compile knows; else None."""
    known = known_function_of(subject.graph)
    if known is None:
        return None
    variable = _find(known.local_variables, local_name)
    if variable is None:
        parameter = next((item for item in known.inputs if item.name.lower() == local_name.lower()), None)
        if parameter is None:
            return None
        spec = LocalVariableGetSpec(subject.graph.name(), parameter.name, parameter.type)
        return add_node(subject.graph, spec)
    spec = LocalVariableGetSpec(subject.graph.name(), variable.name, variable.type)
    return _with_guid(add_node(subject.graph, spec), variable)


@graph_editor.method()
def add_set_local_variable_node(
    editor: EditorState, subject: GraphEditorTarget, local_name: str
) -> NodeTarget | None:
    """A setter of a local variable that the last compile knows; else None, as for inputs."""
    known = known_function_of(subject.graph)
    variable = None if known is None else _find(known.local_variables, local_name)
    if variable is None:
        return None
    spec = LocalVariableSetSpec(subject.graph.name(), variable.name, variable.type)
    return _with_guid(add_node(subject.graph, spec), variable)


def _with_guid(added: NodeTarget | None, variable: Variable) -> NodeTarget | None:
    """Let the node refer to the variable by its GUID too (seen in UE 5.3 exports)."""
    if added is not None:
        node = added.node
        reference = member_reference(node.find_property("VariableReference") or "")
        text = format_reference(replace(reference, guid=variable.guid))
        properties = set_property(node.properties, "VariableReference", text)
        added.graph.draft.replace(replace(node, properties=properties))
    return added
