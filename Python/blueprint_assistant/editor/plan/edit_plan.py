"""The one way to change a Blueprint: an `EditPlan`, a list of small operations.

A plan is validated before anything is touched, applied in one transaction, verified by
reading back, and undone when any step fails; `ApplyReport` is what came of it. Dry run,
picture, receipt, undo entry and log line are views of these values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.editor.plan.member_steps import MemberOperation
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, BlueprintStatus, Direction, PinType

__all__ = [
    "AddCommentStep",
    "AddComponentStep",
    "AddNodeStep",
    "AddVariableStep",
    "ApplyReport",
    "CompileBlueprintStep",
    "CompileMessage",
    "CompileReport",
    "ConnectPinsStep",
    "CreateBlueprintStep",
    "DisconnectPinsStep",
    "EditOperation",
    "EditPlan",
    "MoveNodesStep",
    "NoGraphCallsError",
    "NodeOperation",
    "OperationResult",
    "PinAt",
    "PlanError",
    "RemoveNodesStep",
    "SetCommentTextStep",
    "SetPinDefaultStep",
    "names_of",
]


class PlanError(EditorError):
    """A step of a plan is refused or failed; nothing stays changed."""

    code = "plan_refused"


class NoGraphCallsError(EditorError):
    """The engine is older than its Python calls for graphs."""

    def __init__(self) -> None:
        """Say from which version on it has them."""
        super().__init__("This engine has no Python calls for Blueprint graphs.", "Use Unreal 5.8 or later.")


@dataclass(frozen=True, slots=True)
class PinAt:
    """A pin by node and internal pin name. The node is a graph node's name or an `AddNodeStep.key`."""

    node: str
    pin: str

    def __str__(self) -> str:
        """`node.pin`, for messages."""
        return f"{self.node}.{self.pin}"


@dataclass(frozen=True, slots=True)
class CreateBlueprintStep:
    """Create the plan's Blueprint; only valid as the first step. `parent_class` is a class path."""

    parent_class: str


@dataclass(frozen=True, slots=True)
class AddVariableStep:
    """Add a member variable. `default` is Unreal's text form; None keeps the type's own."""

    name: str
    type: PinType
    default: str | None = None
    category: str = ""
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class AddComponentStep:
    """Add a component under `parent`, or under the root when that is empty."""

    name: str
    class_path: str
    parent: str = ""
    make_root: bool = False


@dataclass(frozen=True, slots=True)
class AddNodeStep:
    """Add a node. Later steps of the plan name it by `key`. An existing event node is reused.

    A node with a `comment` in its bubble can only be pasted, as some kinds can.
    """

    graph: str
    key: str
    spec: AnyNodeSpec
    x: int = 0
    y: int = 0
    comment: str = ""


@dataclass(frozen=True, slots=True)
class ConnectPinsStep:
    """Link an output pin to an input pin."""

    graph: str
    source: PinAt
    target: PinAt


@dataclass(frozen=True, slots=True)
class SetPinDefaultStep:
    """Set the default of an input pin, in Unreal's text form."""

    graph: str
    pin: PinAt
    value: str


@dataclass(frozen=True, slots=True)
class DisconnectPinsStep:
    """Break the links of an output or input pin: the one to `other`, or all when that is None."""

    graph: str
    pin: PinAt
    direction: Direction
    other: PinAt | None = None


@dataclass(frozen=True, slots=True)
class RemoveNodesStep:
    """Remove nodes with their links. Comment boxes are nodes too; what stands in them stays."""

    graph: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveNodesStep:
    """Put nodes elsewhere: node, x, y. Comment boxes cannot be moved."""

    graph: str
    places: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class AddCommentStep:
    """Add a comment box. `color` is R, G, B, A from 0 to 1, None for the editor's own white."""

    graph: str
    key: str
    text: str
    x: int
    y: int
    width: int
    height: int
    color: tuple[float, float, float, float] | None = None
    font_size: int | None = None
    moves_content: bool = True


@dataclass(frozen=True, slots=True)
class SetCommentTextStep:
    """Give a comment box another text."""

    graph: str
    node: str
    text: str


@dataclass(frozen=True, slots=True)
class CompileBlueprintStep:
    """Compile the Blueprint; the report carries the messages. Errors do not undo the plan."""


NodeOperation = (
    AddNodeStep
    | ConnectPinsStep
    | DisconnectPinsStep
    | SetPinDefaultStep
    | RemoveNodesStep
    | MoveNodesStep
    | AddCommentStep
    | SetCommentTextStep
)
"""The steps on the nodes of a graph."""

EditOperation = (
    CreateBlueprintStep
    | AddVariableStep
    | AddComponentStep
    | MemberOperation
    | NodeOperation
    | CompileBlueprintStep
)


@dataclass(frozen=True, slots=True)
class EditPlan:
    """Steps on one Blueprint. `title` names the transaction in the editor's undo history."""

    blueprint: str
    title: str
    operations: tuple[EditOperation, ...]


@dataclass(frozen=True, slots=True)
class OperationResult:
    """What one step did: `done`, or `unchanged` when it already was so. `node` is the real name."""

    status: Literal["done", "unchanged"]
    detail: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class CompileMessage:
    """One message of the compiler. `graph` and `node` are empty when it names none."""

    severity: Literal["error", "warning", "note"]
    text: str
    graph: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class CompileReport:
    """The outcome of a compile."""

    status: BlueprintStatus
    messages: tuple[CompileMessage, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Up to date without errors or warnings."""
        return self.status == "up_to_date" and not any(m.severity != "note" for m in self.messages)


@dataclass(frozen=True, slots=True)
class ApplyReport:
    """What a plan changed, as read back. `before` is None when the plan created the Blueprint."""

    plan: EditPlan
    results: tuple[OperationResult, ...]
    before: Blueprint | None
    after: Blueprint
    warnings: tuple[str, ...] = ()
    compile: CompileReport | None = None

    @property
    def has_changed(self) -> bool:
        """Whether any step changed something."""
        return any(result.status == "done" for result in self.results)

    @property
    def names(self) -> dict[str, str]:
        """The real names of the nodes behind the keys of AddNodeStep and AddCommentStep."""
        steps = zip(self.plan.operations, self.results, strict=True)
        return {
            step.key: result.node for step, result in steps if isinstance(step, AddNodeStep | AddCommentStep)
        }

    @property
    def done(self) -> list[EditOperation]:
        """The steps that changed something."""
        steps = zip(self.plan.operations, self.results, strict=True)
        return [step for step, result in steps if result.status == "done"]

    def node_of(self, key: str) -> str:
        """The real name behind the key of an AddNodeStep or AddCommentStep. Raises KeyError for others."""
        return self.names[key]


def names_of(reports: Iterable[ApplyReport]) -> dict[str, str]:
    """`names` of the reports of several plans."""
    return {key: node for report in reports for key, node in report.names.items()}
