"""The user's hands in the stand-in editor, which has no graph to click in. Outside uses do_step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.t3d.graph_text import parse_t3d

if TYPE_CHECKING:
    from blueprint_assistant.actions.manual_steps import ManualStep
    from unreal_sandbox import SandboxEditor

__all__ = ["do_step"]


def do_step(sandbox: SandboxEditor, step: ManualStep) -> bool:
    """Do a step as the user would; whether that did anything. Game thread.

    It pastes where the nodes are meant to stand, as somebody does who clicks there.
    """
    name = step.blueprint.rsplit("/", 1)[-1]
    graph = f"{step.blueprint}.{name}:{step.graph}"
    if step.kind == "paste":
        return bool(sandbox.paste(graph, step.clipboard, _middle(step.clipboard)))
    if step.kind == "comment":
        sandbox.comment(graph, step.node, step.clipboard)
        return True
    return False


def _middle(text: str) -> tuple[int, int]:
    nodes = parse_t3d(text).nodes
    return round(sum(node.x for node in nodes) / len(nodes)), round(
        sum(node.y for node in nodes) / len(nodes)
    )
