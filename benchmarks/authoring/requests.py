"""The twelve requests, the project they are put to, and a right answer to each.

Outside uses REQUESTS and set_up. The project is one empty actor Blueprint with the members that
requests speak of, and one that is no part of any request.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan

if TYPE_CHECKING:
    from sandbox_project import SandboxProject

__all__ = ["BLUEPRINT", "REQUESTS", "AuthoringRequest", "set_up"]

BLUEPRINT = "/Game/BP_Crate"


@dataclass(frozen=True, slots=True)
class AuthoringRequest:
    """What a user asks for, and a program that does it."""

    number: int
    text: str
    answer: str

    @property
    def message(self) -> str:
        """The user's message: the request, and where it is meant for."""
        return f"In BP_Crate: {self.text}"


REQUESTS = (
    AuthoringRequest(
        1,
        "When the game starts, print Hello World.",
        """\
on BeginPlay():
  PrintString("Hello World")
""",
    ),
    AuthoringRequest(
        2,
        "When play begins print A, wait two seconds, then print B.",
        """\
on BeginPlay():
  PrintString("A")
  Delay(2.0)
  PrintString("B")
""",
    ),
    AuthoringRequest(
        3,
        "Move forward 10 units along X every tick.",
        """\
on Tick(DeltaSeconds):
  AddActorLocalOffset(MakeVector(10, 0, 0))
""",
    ),
    AuthoringRequest(
        4,
        "When another actor overlaps this one, destroy this actor.",
        """\
on ActorBeginOverlap(OtherActor):
  DestroyActor()
""",
    ),
    AuthoringRequest(
        5,
        "On begin play set Health to 100.",
        """\
on BeginPlay():
  Health = 100.0
""",
    ),
    AuthoringRequest(
        6,
        "When play begins, print open if bOpen is true, otherwise print closed.",
        """\
on BeginPlay():
  if bOpen:
    PrintString("open")
  else:
    PrintString("closed")
""",
    ),
    AuthoringRequest(
        7,
        "On begin play, print the numbers 0 to 4.",
        """\
on BeginPlay():
  for i in 0..4:
    PrintString(str(i))
""",
    ),
    AuthoringRequest(
        8,
        "When taking damage, subtract the damage from Health, "
        "and if Health is zero or less destroy the actor.",
        """\
on AnyDamage(Damage):
  Health = Health - Damage
  if Health <= 0:
    DestroyActor()
""",
    ),
    AuthoringRequest(
        9,
        "When something overlaps, add 1 to Score and print Got it.",
        """\
on ActorBeginOverlap(OtherActor):
  Score = Score + 1
  PrintString("Got it")
""",
    ),
    AuthoringRequest(
        10,
        "When a Character overlaps, make it jump; when something else overlaps, print ignored.",
        """\
on ActorBeginOverlap(OtherActor):
  if OtherActor is Character as who:
    who.Jump()
  else:
    PrintString("ignored")
""",
    ),
    AuthoringRequest(
        11,
        "On begin play start a timer that calls the function Pulse every second, looping.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Pulse", Time=1.0, bLooping=true)
""",
    ),
    AuthoringRequest(
        12,
        "Every tick rotate the actor around the vertical axis, 90 degrees per second.",
        """\
on Tick(DeltaSeconds):
  AddActorLocalRotation(MakeRotator(Yaw=90 * DeltaSeconds))
""",
    ),
)
"""The texts are those of the measurement of forms, so that figures can be compared."""

_MEMBERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("add_variable", {"variable_name": "Health", "variable_type": "float", "default_value": "50"}),
    ("add_variable", {"variable_name": "bOpen", "variable_type": "bool"}),
    ("add_variable", {"variable_name": "Score", "variable_type": "int"}),
    ("add_variable", {"variable_name": "Label", "variable_type": "string"}),
    ("add_function", {"function_name": "Pulse"}),
)


def set_up(project: SandboxProject) -> None:
    """Make the project as the user has it: compiled and saved."""
    project.create(BLUEPRINT)
    registry, context = ActionRegistry(), project.new_context()
    for tool, parameters in _MEMBERS:
        result = registry.call(tool, {"blueprint": BLUEPRINT, **parameters}, context)
        if not result.ok:
            raise RuntimeError(f"The project cannot be set up: {result.text}")
    project.editor.apply(EditPlan(BLUEPRINT, "set up", (CompileBlueprintStep(),)))
    project.editor.save(BLUEPRINT)
