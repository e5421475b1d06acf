"""Titles and categories of nodes, as people see them: in the editor's language, half of it.

Never to be compared: classes tell nodes apart [FIELD_NOTES 13].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, spec_of
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.kinds.specs import OperatorSpec
from unreal_sandbox.desk.editor_language import localised

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["node_category", "title_text"]

_FLOW = "Utilities|Flow Control"
_CATEGORIES = {
    "K2Node_CustomEvent": "Add Event",
    "K2Node_Event": "Add Event",
    "K2Node_ComponentBoundEvent": "Add Event",
    "K2Node_ExecutionSequence": _FLOW,
    "K2Node_IfThenElse": _FLOW,
    "K2Node_MultiGate": _FLOW,
    "K2Node_DoOnceMultiInput": _FLOW,
    "K2Node_SwitchInteger": f"{_FLOW}|Switch",
    "K2Node_SwitchString": f"{_FLOW}|Switch",
    "K2Node_SwitchName": f"{_FLOW}|Switch",
    "K2Node_SwitchEnum": f"{_FLOW}|Switch",
    "K2Node_Select": "Utilities",
    "K2Node_DynamicCast": "Utilities|Casting",
    "K2Node_ClassDynamicCast": "Utilities|Casting",
    "K2Node_PromotableOperator": "Utilities|Operators",
    "K2Node_MakeArray": "Utilities|Array",
    "K2Node_GetArrayItem": "Utilities|Array",
    "K2Node_MakeSet": "Utilities|Set",
    "K2Node_MakeMap": "Utilities|Map",
    "K2Node_MakeStruct": "Utilities|Struct",
    "K2Node_BreakStruct": "Utilities|Struct",
    "K2Node_SetFieldsInStruct": "Utilities|Struct",
    "K2Node_EnumLiteral": "Utilities|Enum",
    "K2Node_FormatText": "Utilities|Text",
    "K2Node_Self": "Variables",
    "K2Node_VariableGet": "Variables",
    "K2Node_VariableSet": "Variables",
    "K2Node_SpawnActorFromClass": "Game",
    "K2Node_GenericCreateObject": "Game",
    "K2Node_CreateWidget": "User Interface",
    "K2Node_CreateDelegate": "Event Dispatchers",
    "K2Node_InputKey": "Input|Keyboard Events",
    "K2Node_EnhancedInputAction": "Input|Enhanced Action Events",
}


def title_text(editor: EditorState, node: Node) -> str:
    """The title, a custom event's with its second line."""
    title = node_title(node, editor.catalog)
    language = editor.language
    if node.class_name == "K2Node_CustomEvent":
        return f"{title.title}\n{_lines(editor, title.subtitle)}"
    spec = any_spec_of(node)
    # Once linked, it is called after whatever overload it stands for [FIELD_NOTES 2].
    words = display_name(spec.operation) if isinstance(spec, OperatorSpec) else title.title
    if node.class_name == "K2Node_CallArrayFunction" and words.startswith("Get ("):
        words = "Get"  # [FIELD_NOTES 13]
    first = localised(language, words)
    return f"{first}\n{_lines(editor, title.subtitle)}" if title.subtitle else first


def _lines(editor: EditorState, text: str) -> str:
    return "\n".join(localised(editor.language, line) for line in text.split("\n"))


def node_category(editor: EditorState, node: Node) -> str:
    """The palette category, English; it does not lead back to an entry that can be created."""
    known = _CATEGORIES.get(node.class_name)
    if known is not None:
        return known
    spec = spec_of(node)
    if isinstance(spec, CallFunctionSpec):
        info = editor.catalog.function(spec.function)
        return "" if info is None else info.category
    return ""
