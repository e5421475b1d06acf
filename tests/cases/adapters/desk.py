"""The assistant's tools on a sandbox project that is brought into the state a case describes.

Outside uses open_desk and Desk.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.actions.known_graphs import KnownGraphs
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.protocol.protocol_tools import protocol_registry
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.member_steps import ChangeFunctionStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import Parameter
from cases.adapters.case_ids import CaseIds
from cases.adapters.editor_state import looked_at
from cases.adapters.missing import NoProductPartError
from cases.adapters.project_state import bring_to
from cases.adapters.tool_words import call_of
from sandbox_project import SandboxProject, open_project
from users_hands import UsersClipboard, UsersHands

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["EVENT_GRAPH", "Desk", "InternalError", "open_desk"]


class InternalError(Exception):
    """A tool failed in a way that nobody expected."""


EVENT_GRAPH = "EventGraph"
_PARAMETER_TOOLS = {"add_function_output": "new_outputs", "add_function_input": "new_inputs"}


class Desk:
    """A project, the tools on it, and the ids that a case gives to nodes."""

    def __init__(self, project: SandboxProject) -> None:
        self.project = project
        self.catalog = default_catalog()
        self.editor = project.editor
        # The tools are called as in a conversation: there is a person who pastes what they ask for.
        self.context = replace(
            project.new_context(), artist=UsersHands(project.sandbox), clipboard=UsersClipboard()
        )
        self.ids = CaseIds()

    def bring_to(self, state: Mapping[str, Any]) -> None:
        """Make what a case says is there before."""
        bring_to(self, state)

    def apply(self, path: str, *steps: EditOperation) -> ApplyReport:
        """Do steps that only prepare a case."""
        return self.editor.apply(EditPlan(path, "set up", steps))

    def graph(self, path: str, name: str = EVENT_GRAPH) -> Graph:
        """A graph as it is now."""
        graph = self.blueprint(path).find_graph(name)
        if graph is None:
            raise NoProductPartError(f"{path} without a graph {name}")
        return graph

    def blueprints(self) -> dict[str, Blueprint]:
        """All Blueprints as they are now, whatever the editor is doing."""
        with looked_at(self.project.sandbox):
            return self.project.blueprints()

    def blueprint(self, path: str) -> Blueprint:
        """One of them."""
        with looked_at(self.project.sandbox):
            return self.project.blueprint(path)

    def state(self) -> object:
        """All that a change of anything would show in, for comparison."""
        with looked_at(self.project.sandbox):
            return self.project.state()

    def paths(self) -> tuple[str, ...]:
        """The paths of all Blueprints."""
        with looked_at(self.project.sandbox):
            return self.editor.list_blueprints()

    def call(self, tool: str, args: Mapping[str, Any]) -> ActionResult:
        """Call a tool with the arguments of a case, in its words or in ours."""
        if tool in _PARAMETER_TOOLS:
            return self._add_parameter(args, _PARAMETER_TOOLS[tool])
        name, ours = call_of(tool, args)
        registry = _registry_of(name)
        if registry is None:
            raise NoProductPartError(f"the tool {tool}")
        given = {key: self.our_id(value) for key, value in ours.items()}
        return without_bug(registry.call(name, given, self.context), tool)

    def call_unseen(self, tool: str, args: Mapping[str, Any]) -> ActionResult:
        """The same for what is there before the conversation begins: the model has not seen it."""
        context = replace(self.context, nodes=NodeTracker(), known=KnownGraphs())
        return without_bug(ActionRegistry().call(tool, args, context), tool)

    def _add_parameter(self, args: Mapping[str, Any], side: str) -> ActionResult:
        """Give a function one more input or output. There is no tool for it alone; it is a step of a plan."""
        try:
            new = (Parameter(args["name"], find_type(self.context, args["type"])),)
            step = ChangeFunctionStep(args["function"], **{side: new})
            report = self.editor.apply(EditPlan(args["blueprint"], "change a function", (step,)))
        except AssistantError as error:
            return ActionResult(ok=False, text=error.for_model())
        return ActionResult(ok=True, text="", has_changed=report.has_changed, blueprint=report.after)

    def name_node(self, case_id: str, path: str, graph: str, node: Node) -> None:
        """Let an id of the case mean that node."""
        self.ids.add(case_id, self.context.nodes.id_of(path, graph, node))

    def our_id(self, value: Any) -> Any:
        """A value of the case with our ids in place of its own."""
        return self.ids.in_ours(value)

    def in_words_of_case(self, text: str) -> str:
        """A text of the product with the ids of the case."""
        return self.ids.in_theirs(text)


def _registry_of(name: str) -> ActionRegistry | None:
    """The tools of the assistant, or those that other agents see, whichever have one of that name."""
    for registry in (ActionRegistry(), protocol_registry()):
        with suppress(AssistantError):
            registry.resolve(name)
            return registry
    return None


def without_bug(result: ActionResult, tool: str) -> ActionResult:
    """A result as it is. Raises where the product only says that it has a bug: that is no refusal."""
    if result.text.startswith("internal_error"):
        raise InternalError(f"{tool}: {result.text}")
    return result


@contextmanager
def open_desk() -> Iterator[Desk]:
    """A desk on an empty project."""
    with open_project() as project:
        yield Desk(project)
