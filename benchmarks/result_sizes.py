"""How long tool results and tool descriptions are: every token of them is paid again with each request.

Tokens are estimated as the conversation does where a service reports none: a quarter of the characters.
python benchmarks/result_sizes.py [--short]
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from _tool_scenarios import BLUEPRINT, GRAPH, big_graph, filled_blueprint
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    EditOperation,
    EditPlan,
    PinAt,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from sandbox_project import open_project

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from sandbox_project import SandboxProject

_WITHOUT_TARGET = CallFunctionSpec("/Script/Engine.SceneComponent:SetHiddenInGame")
CHARS_PER_TOKEN = 4
EDIT_ASKED = 500
MOST = 3000
"""A conversation cuts a result at so many tokens; no tool should need that."""


def tokens(text: str) -> int:
    """The estimate of the conversation."""
    return -(-len(text) // CHARS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools on a project."""

    project: SandboxProject
    context: ActionContext
    registry: ActionRegistry

    def text(self, tool: str, **parameters: Any) -> str:
        """The result of a call."""
        return self.registry.call(tool, parameters, self.context).text


def single_calls(tools: Tools, nodes: int) -> list[str]:
    """The results of an edit by single calls: each node, each link, each value."""
    texts = [tools.text("add_node", blueprint=BLUEPRINT, node_type="PrintString") for _ in range(nodes)]
    ids = [text.partition(":")[0] for text in texts]
    pins = {"source_pin": "then", "target_pin": "execute"}
    for one, other in pairwise(ids):
        texts.append(tools.text("connect_nodes", source_node=one, target_node=other, **pins))
    texts += [tools.text("set_pin_value", node_id=one, pin_name="InString", value=one) for one in ids[1:]]
    return texts


def broken_blueprint(tools: Tools, errors: int) -> str:
    """What compiling says of so many calls that have no target."""
    path = "/Game/BP_Broken"
    tools.project.create(path)
    steps: list[EditOperation] = [AddNodeStep(GRAPH, "n0", EventSpec("ReceiveBeginPlay"))]
    for number in range(1, errors + 1):
        steps.append(AddNodeStep(GRAPH, f"n{number}", _WITHOUT_TARGET, 300 * number))
        steps.append(ConnectPinsStep(GRAPH, PinAt(f"n{number - 1}", "then"), PinAt(f"n{number}", "execute")))
    tools.project.editor.apply(EditPlan(path, "break", tuple(steps)))
    return tools.text("compile_blueprint", blueprint=path)


def measured(*, short: bool) -> list[tuple[str, int, int]]:
    """What was measured: name, tokens, the most that there may be."""
    rows: list[tuple[str, int, int]] = []
    for nodes in (30,) if short else (30, 300):
        with open_project() as project:
            tools = Tools(project, project.new_context(), ActionRegistry())
            project.editor.apply(filled_blueprint(nodes))
            for name, more in (("get_blueprint_info", {}), ("… with include_nodes", {"include_nodes": True})):
                text = tools.text("get_blueprint_info", blueprint=BLUEPRINT, **more)
                rows.append((f"{name}, {nodes} nodes", tokens(text), MOST))
            if nodes == 30:  # noqa: PLR2004 - the edit that the limit is about
                built = tools.text("build_graph", blueprint=BLUEPRINT, **big_graph(nodes))
                rows.append(("edit of 30 nodes, build_graph", tokens(built), EDIT_ASKED))
                calls = single_calls(tools, nodes)
                longest = max(map(tokens, calls))
                rows.append((f"the same in {len(calls)} calls, longest", longest, EDIT_ASKED))
                rows.append((f"the same in {len(calls)} calls, all", sum(map(tokens, calls)), MOST))
    with open_project() as project:
        tools = Tools(project, project.new_context(), ActionRegistry())
        count = 100 if short else 1000
        for number in range(count):
            project.sandbox.other_assets[f"/Game/Art/T_Stone{number}"] = "/Script/Engine.Texture2D"
        rows.append((f"list_assets of {count}", tokens(tools.text("list_assets")), MOST))
        rows.append(("compile with 50 errors", tokens(broken_blueprint(tools, 50)), MOST))
    return rows


def descriptions() -> list[tuple[str, int]]:
    """What the tools cost in each request, natively and as text."""
    registry = ActionRegistry()
    native = [
        {"name": t.name, "description": t.description, "input_schema": t.parameters}
        for t in registry.schemas()
    ]
    longest = max(native, key=lambda tool: len(json.dumps(tool)))
    return [
        (f"{len(native)} tools, native", tokens(json.dumps(native, ensure_ascii=False))),
        (f"the longest, {longest['name']}", tokens(json.dumps(longest, ensure_ascii=False))),
        (f"{len(native)} tools, in text", tokens(registry.documentation())),
    ]


def main() -> int:
    """Measure and print; 1 when something is longer than it may be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="small graphs and projects")
    rows = measured(short=parser.parse_args().short)
    print("tokens (characters / 4)")
    for name, count, most in rows:
        print(f"{name:40}{count:7}  (at most {most}){'' if count <= most else '  TOO LONG'}")
    for name, count in descriptions():
        print(f"{name:40}{count:7}")
    return int(any(count > most for _, count, most in rows))


if __name__ == "__main__":
    sys.exit(main())
