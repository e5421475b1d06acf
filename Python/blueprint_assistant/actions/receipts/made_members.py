"""What a receipt says of the members that a program made or changed. Outside uses made_members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AttachComponentStep,
    ChangeFunctionStep,
    ChangeVariableStep,
    MakeRootStep,
    RemoveParametersStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.component_properties import BODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.editor.plan.edit_plan import EditOperation

__all__ = ["made_members"]


def made_members(done: Sequence[EditOperation]) -> str:
    """`made variable Health (double), component Mesh (…); set Mesh.StaticMesh`; empty when nothing was."""
    new = {step.name for step in done if isinstance(step, AddVariableStep)}
    made = ", ".join(text for step in done if (text := _made(step)))
    changed = ", ".join(dict.fromkeys(text for step in done for text in _changed(step, new)))
    gone = ", ".join(text for step in done if (text := _gone(step, done)))
    return "; ".join(
        filter(None, (made and f"made {made}", gone and f"took out {gone}", changed and f"set {changed}"))
    )


def _made(step: EditOperation) -> str:
    match step:
        case AddVariableStep(name, kind):
            return f"variable {name} ({kind})"
        case AddComponentStep(name, path):
            return f"component {name} ({path.rpartition('.')[2]})"
        case AddFunctionStep(name):
            return f"function {name}"
        case AddDispatcherStep(name):
            return f"event dispatcher {name}"
        case ChangeFunctionStep(name, inputs, outputs):
            new = [f"input {item.name}" for item in inputs] + [f"output {item.name}" for item in outputs]
            return f"{', '.join(new)} of {name}"
        case _:
            return ""


def _gone(step: EditOperation, done: Sequence[EditOperation]) -> str:
    """The parameters that went; one that came again is another now, or has another place."""
    if not isinstance(step, RemoveParametersStep):
        return ""
    changes = [item for item in done if isinstance(item, ChangeFunctionStep) and item.name == step.function]
    new = {one.name.lower() for item in changes for one in (*item.new_inputs, *item.new_outputs)}
    gone = [name for name in step.names if name.lower() not in new]
    return f"{', '.join(gone)} of {step.function}" if gone else ""


def _changed(step: EditOperation, new: set[str]) -> Iterator[str]:
    """What of a member is another now; of a new variable all of it is."""
    match step:
        case SetComponentPropertyStep(component, name):
            yield f"{component}.{name.removeprefix(BODY)}"
        case AttachComponentStep(name, parent):
            yield f"{name} under {parent}"
        case MakeRootStep(name):
            yield f"{name} as root"
        case ChangeVariableStep(name) if name not in new:
            if step.default is not None:
                yield f"default of {name}"
            if step.category is not None:
                yield f"category of {name}"
            if step.is_instance_editable is not None:
                yield f"{name} {'editable' if step.is_instance_editable else 'not editable'} at instances"
            if step.is_exposed_on_spawn:
                yield f"{name} exposed on spawn"
        case _:
            return
