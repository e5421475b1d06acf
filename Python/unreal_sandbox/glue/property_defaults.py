"""The first class default of a new variable, from the text given when it was declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import MemberVariable
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["initial_default"]


def initial_default(editor: EditorState, variable: MemberVariable) -> tuple[str, str]:
    """The default text and the compiler's complaint; both empty when nothing was given.

    A real's text is never taken: the reports say that it stays 0 and that only the log tells.
    """
    given = variable.default_text
    if not given:
        return "", ""
    complaint = f"Could not parse default value '{given}' of variable '{variable.name}'."
    if variable.type.category == "real" or variable.type.container != "none":
        return "", complaint
    try:
        return editor.schema.validate_default(variable.type, given), ""
    except GraphError:
        return "", complaint
