"""The projects that requests are put to: one Blueprint each, as the user has it.

Outside uses Setup, set_up and the set-ups. Those of creations have members that requests speak of, and ones
that are no part of any request; nothing is wired. Set-ups of edits stand beside their requests.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox_project import SandboxProject

__all__ = ["ACTOR", "CRATE", "GUARD", "LANTERN", "Setup", "set_up"]

ACTOR, CHARACTER = "/Script/Engine.Actor", "/Script/Engine.Character"


@dataclass(frozen=True, slots=True)
class Setup:
    """A Blueprint before a request: its name, what it has as BlueCode, its parent, and assets beside it."""

    name: str
    code: str
    parent: str = ACTOR
    assets: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where it is in the project."""
        return f"/Game/{self.name}"


CRATE = Setup(
    "BP_Crate",
    """\
var Health: float = 50
var bOpen: bool
var Score: int
var Label: string
func Pulse():
  pass
""",
)
LANTERN = Setup(
    "BP_Lantern",
    """\
component Post: StaticMesh as root
component Bulb: PointLight under Post
component Zone: BoxCollision under Post
var Power: float = 300
var bLit: bool
var Visits: int
""",
)
GUARD = Setup(
    "BP_Guard",
    """\
var Stamina: float = 100
var Lives: int = 3
var Names: array:string
var bAwake: bool
""",
    CHARACTER,
)


def set_up(project: SandboxProject, setup: Setup = CRATE) -> None:
    """Make the project as the user has it: compiled and saved."""
    for path, kind in setup.assets.items():
        project.sandbox.other_assets[path] = f"/Script/Engine.{kind}"
    project.create(setup.path, setup.parent)
    call: dict[str, Any] = {"blueprint": setup.path, "code": setup.code}
    result = ActionRegistry().call("write_graph", call, project.new_context())
    if not result.ok:
        raise RuntimeError(f"The project cannot be set up: {result.text}")
    report = project.editor.apply(EditPlan(setup.path, "set up", (CompileBlueprintStep(),))).compile
    if report is None or not report.is_clean:
        raise RuntimeError(f"{setup.name} does not compile cleanly.")
    project.editor.save(setup.path)
