"""The tools for whole Blueprints: create_blueprint, compile_blueprint, get_blueprint_info."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, ClassVar, Final

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.asset_paths import new_asset_path, roots_of
from blueprint_assistant.actions.names.project_lookup import find_class, find_graph, read_blueprint
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.actions.receipts.node_text import class_name
from blueprint_assistant.actions.receipts.reachability import never_executed
from blueprint_assistant.actions.receipts.variable_text import described_variable
from blueprint_assistant.actions.tools.node_listing import NodeListing
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep as CompileStep
from blueprint_assistant.editor.plan.edit_plan import CreateBlueprintStep as CreateStep
from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.errors import EditorError, ToolError
from blueprint_assistant.graph.catalog.blueprint_interfaces import INTERFACE, is_interface
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError
from blueprint_assistant.graph.catalog.name_lookup import fold_letters
from blueprint_assistant.graph.catalog.widget_tree import has_widgets
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blueprint_assistant.editor.plan.edit_plan import CompileMessage, CompileReport
    from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Graph, Variable

__all__ = [
    "BLUEPRINT_ALIASES",
    "CompileBlueprint",
    "CreateBlueprint",
    "GetBlueprintInfo",
    "NameTakenError",
    "compile_text",
]

BLUEPRINT_ALIASES: Mapping[str, str] = {
    "blueprint_name": "blueprint",
    "blueprint_path": "blueprint",
    "bp": "blueprint",
    "asset": "blueprint",
    "asset_path": "blueprint",
}
"""What models call the Blueprint that a tool works on."""

_BY_KIND: Final[Mapping[str, str]] = {
    "widgetblueprint": "/Script/UMG.UserWidget",
    "blueprintinterface": INTERFACE,
}
"""Kinds of asset that are asked for in place of the class that all of them derive from."""
_INTERFACE_NEXT: Final = (
    "Declare its functions with add_function. The code of a Blueprint that has them begins with implements "
    "and its name; no call of the editor adds it: the user does, in Class Settings, Implemented Interfaces."
)
_MAX_MESSAGES = 10
_MAX_LISTED = 100
_MAX_MESSAGE_CHARS = 400


class NameTakenError(ToolError):
    """Something else has that name already."""

    code = "name_taken"


class CreateBlueprint(Action):
    """Create a Blueprint asset. parent_class: any class (Actor, Pawn, …), Interface or Blueprint."""

    tool_name: ClassVar[str] = "create_blueprint"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        "blueprint_name": "name",
        "blueprint": "name",
        "asset_name": "name",
        "folder": "path",
        "package_path": "path",
        "asset_path": "path",
        "parent": "parent_class",
        "base_class": "parent_class",
        "class": "parent_class",
        "parent_class_name": "parent_class",
    }

    name: str = Field(min_length=1, description="name of the new asset, e.g. BP_Enemy")
    path: str = Field(default="", description="content folder, /Game when left out")
    parent_class: str = Field(default="Actor", min_length=1, description="parent class, e.g. Actor")

    def run(self, context: ActionContext) -> ActionResult:
        """Create it, unless it exists with that parent class."""
        try:
            existing = context.editor.list_blueprints()
        except EditorError as error:
            name = self.name.rsplit("/", 1)[-1]
            raise EditorError(f"'AI: create {name}' is not possible now. {error.what}", error.fix) from error
        path = new_asset_path(self.name, self.path, roots_of(existing))
        if not self.path and "/" not in self.name:
            path = _elsewhere(path, existing) or path
        kind = fold_letters(self.parent_class)
        parent = _BY_KIND.get(kind) or find_class(context, self.parent_class)
        known = next((item for item in existing if item.lower() == path.lower()), None)
        if known is not None:
            return _use_existing(context.editor.read_blueprint(known), parent)
        plan = EditPlan(path, f"AI: create {path.rsplit('/', 1)[-1]}", (CreateStep(parent),))
        report = context.editor.apply(plan)
        after = report.after
        if not report.has_changed:  # it was not listed, and is there all the same
            return _use_existing(after, parent)
        text = f"Created {after.path} (parent {class_name(after.parent_class)})."
        text = f"{text} {_INTERFACE_NEXT}" if is_interface(after) else text
        return ActionResult(ok=True, text=text, has_changed=report.has_changed, blueprint=after)


def _elsewhere(path: str, existing: Sequence[str]) -> str:
    """Where the only Blueprint of that name is, when no folder was asked for."""
    name = path.rsplit("/", 1)[-1].lower()
    found = [item for item in existing if item.rsplit("/", 1)[-1].lower() == name]
    if len(found) > 1:
        raise AmbiguousNameError(name, found)
    return found[0] if found else ""


def _use_existing(blueprint: Blueprint, parent: str) -> ActionResult:
    if blueprint.parent_class.lower() != parent.lower():
        raise NameTakenError(
            f"{blueprint.path} exists already, with the parent {class_name(blueprint.parent_class)}.",
            "Use that Blueprint, or choose another name.",
        )
    text = f"{blueprint.path} exists already (parent {class_name(parent)}); nothing was changed."
    return ActionResult(ok=True, text=text, blueprint=blueprint)


class CompileBlueprint(Action):
    """Compile a Blueprint and report errors and warnings."""

    tool_name: ClassVar[str] = "compile_blueprint"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {**BLUEPRINT_ALIASES, "name": "blueprint", "path": "blueprint"}

    blueprint: str = Field(min_length=1, description="Blueprint name or path")

    def run(self, context: ActionContext) -> ActionResult:
        """Compile it; with errors the result is not ok."""
        path = read_blueprint(context, self.blueprint).path
        report = context.editor.apply(EditPlan(path, f"AI: compile {path}", (CompileStep(),)))
        if report.compile is None:
            raise ToolError(f"The editor reported no result of compiling {path}.", "Compile it again.")
        context.nodes.keep_places(path)  # what is done stays where it is
        has_changed = report.before is None or report.before.status != report.after.status
        return ActionResult(
            ok=report.compile.status != "error",
            text=compile_text(report.after, report.compile, context),
            has_changed=has_changed,
            blueprint=report.after,
        )


def compile_text(
    blueprint: Blueprint,
    compiled: CompileReport,
    context: ActionContext,
    line_of: Callable[[str, str], int] = lambda _graph, _node: 0,
) -> str:
    """What the compiler said, errors first, each with its node, and its line of code where that is known."""
    counts = {
        severity: sum(message.severity == severity for message in compiled.messages)
        for severity in ("error", "warning")
    }
    status = compiled.status.replace("_", " ")
    head = f"Compiled {blueprint.path}: {status}, {counts['error']} errors, {counts['warning']} warnings."
    if compiled.status == "error":
        head = f"compile_errors: {head}"
    ordered = sorted(compiled.messages, key=lambda item: ("error", "warning", "note").index(item.severity))
    lines = [
        _message_line(blueprint, message, context, line_of(message.graph, message.node))
        for message in ordered[:_MAX_MESSAGES]
    ]
    left_out = len(ordered) - _MAX_MESSAGES
    lines += [f"… and {left_out} more messages: repair these, then compile again"] if left_out > 0 else []
    return "\n".join([head, *lines, *_reachability_note(blueprint, context)])


def _reachability_note(blueprint: Blueprint, context: ActionContext) -> list[str]:
    idle = [(graph, node) for graph in blueprint.graphs for node in never_executed(graph)]
    shown = [
        f"{context.nodes.id_of(blueprint.path, graph.name, node)} {node_title(node).title}"
        for graph, node in idle[:_MAX_MESSAGES]
    ]
    more = f" and {len(idle) - _MAX_MESSAGES} more" if len(idle) > _MAX_MESSAGES else ""
    return [f"Note: no event leads to {', '.join(shown)}{more}: not executed."] if shown else []


def _message_line(blueprint: Blueprint, message: CompileMessage, context: ActionContext, line: int) -> str:
    graph = blueprint.find_graph(message.graph) if message.graph else None
    node = graph.nodes_by_name.get(message.node) if graph is not None else None
    place = f" at {context.nodes.id_of(blueprint.path, graph.name, node)}" if graph and node else ""
    place = f"{place} (line {line})" if line else place
    text = message.text
    short = text if len(text) <= _MAX_MESSAGE_CHARS else f"{text[:_MAX_MESSAGE_CHARS]}…"
    return f"{message.severity}{place}: {short}"


class GetBlueprintInfo(Action):
    """Show parent, components, variables and graphs; with include_nodes also nodes, pins and links."""

    tool_name: ClassVar[str] = "get_blueprint_info"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "no game running in the editor"
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "blueprint",
        "path": "blueprint",
        "nodes": "include_nodes",
        "with_nodes": "include_nodes",
        "graph": "graph_name",
        "filter": "node_filter",
        "name_filter": "node_filter",
        "offset": "first_node",
        "start": "first_node",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    include_nodes: bool = Field(default=False, description="true lists the nodes with their ids")
    graph_name: str = Field(default="", description="list the nodes of this graph only")
    node_filter: str = Field(default="", description="part of the names of the nodes to list")
    first_node: int = Field(default=1, ge=1, description="where to go on in a long list of one graph")

    def run(self, context: ActionContext) -> ActionResult:
        """Read it and give every shown node an id."""
        found = read_blueprint(context, self.blueprint)
        kind = "widgets" if has_widgets(found) else "components"
        lines = [
            _head(found),
            f"{kind}: {_listed([_component_text(item) for item in found.components])}",
            f"variables: {_listed([_variable_text(item) for item in found.variables])}",
            f"graphs: {_listed([_graph_text(item) for item in found.graphs])}",
        ]
        if self.graph_name or self.first_node > 1:
            graph = find_graph(found, self.graph_name or "EventGraph")
            lines += NodeListing(found, context, self.node_filter, self.first_node).of_one(graph)
        elif self.include_nodes or self.node_filter:
            lines += NodeListing(found, context, self.node_filter).of_all(found.graphs)
        lines += [f"not visible: {text}" for text in found.unseen]
        return ActionResult(ok=True, text="\n".join(lines), blueprint=found)


def _listed(items: Sequence[str]) -> str:
    return listed(items, _MAX_LISTED) or "none"


def _head(blueprint: Blueprint) -> str:
    """Where it is, what it derives from and implements, and whether it is compiled."""
    names = ", ".join(class_name(item.class_path) for item in blueprint.interfaces)
    parent = f"{class_name(blueprint.parent_class)}{f', implements {names}' if names else ''}"
    return f"{blueprint.path}: parent {parent}, {blueprint.status.replace('_', ' ')}"


def _component_text(component: Component) -> str:
    under = f" under {component.parent}" if component.parent else ""
    inherited = ", inherited" if component.is_inherited else ""
    return f"{component.name} ({class_name(component.class_path)}{under}{inherited})"


def _variable_text(variable: Variable) -> str:
    return described_variable(variable, with_category=False)


def _graph_text(graph: Graph) -> str:
    function = function_of(graph) if graph.kind == "function" else None
    names = [] if function is None else [f"{item.name}: {item.type}" for item in function.local_variables]
    shown = f", local {_listed(names)}" if names else ""
    return f"{graph.name} ({graph.kind}, {len(graph.nodes)} nodes{shown})"
