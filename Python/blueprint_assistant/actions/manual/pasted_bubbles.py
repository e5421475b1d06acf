"""The comment of a node that is there: no call of the editor reaches it, so the artist pastes its text.

Outside uses comment_by_hand. The node itself stays: a paste would make another one, without its links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.actions.manual.manual_requests import ManualStepRequests
from blueprint_assistant.actions.manual.open_steps import called, shown_graph
from blueprint_assistant.actions.manual_steps import ManualStep, NotDoneYetError
from blueprint_assistant.editor.plan.simulate.node_bubbles import comment_text
from blueprint_assistant.errors import EditorError, ToolError

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.names.project_lookup import LiveNode
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["OnlyByHandError", "comment_by_hand"]


class OnlyByHandError(ToolError):
    """The editor offers no call for it, and there is nobody who can be asked."""

    code = "only_by_hand"


def comment_by_hand(context: ActionContext, live: LiveNode, text: str) -> ActionResult:
    """Have the comment of a node set by the artist, and check it. Raises NotDoneYetError, OnlyByHandError."""
    text = text.replace("\r\n", "\n").strip()
    if comment_text(live.node) == text:
        return ActionResult(ok=True, text=f"{live.label} has that comment already.", blueprint=live.blueprint)
    if context.clipboard is None and context.artist is None:
        raise OnlyByHandError(
            f"{live.label} cannot be given a comment: no call of the editor reaches the bubble of a node,"
            " it can only be typed by the user.",
            f"Use add_comment_box with node_ids {live.id} and the same text.",
        )
    busy = context.editor.status().busy
    if busy:
        raise EditorError(f"The comment cannot be set now: {busy}.", "Try again after that.")
    asking = ManualStepRequests(context, live.blueprint)
    where = f"{called(live.node, live.graph, context.catalog)} in {shown_graph(live.graph.name)}"
    how = "press Ctrl+V there and Enter" if text else "empty it and press Enter"
    sentence = f"In {live.blueprint.name} right-click {where}, click in Node Comment, {how}."
    step = ManualStep("comment", live.blueprint.path, live.graph.name, sentence, text, live.node.name)

    def is_done(now: Blueprint) -> bool:
        node = _same_node(live, now)
        return node is not None and comment_text(node) == text

    why = asking.to_do(step, is_done, lambda _: sentence)
    if why:
        raise NotDoneYetError(
            f"{why}. No call sets the comment of {live.label}. Nothing was changed.",
            f"For the user: {sentence} After that send the same call again.",
        )
    return ActionResult(
        ok=True, text=f"{live.label} has that comment now.", has_changed=True, blueprint=asking.now
    )


def _same_node(live: LiveNode, now: Blueprint) -> Node | None:
    graph = now.find_graph(live.graph.name)
    return None if graph is None else graph.nodes_by_name.get(live.node.name)
