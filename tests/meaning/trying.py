"""A drawn program written through the tools and run in the machine: what it did, and what was said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from authoring.running.machine import Machine
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from meaning import tree as t
from meaning.meant import Life

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from sandbox_project import SandboxProject

_MOST_STEPS = 200_000


@dataclass(frozen=True)
class Done:
    """What came of it: prints with their times, the members at the end, and what functions gave."""

    prints: tuple[tuple[float, str], ...]
    members: tuple[tuple[str, Any], ...]
    given: tuple[Any, ...]

    def difference(self, other: Done) -> str:
        """How the other one differs; empty where it does not."""
        for at, (one, two) in enumerate(zip(self.prints, other.prints, strict=False)):
            if one != two:
                return f"print {at} is {two} instead of {one}"
        if len(self.prints) != len(other.prints):
            return f"{len(other.prints)} prints instead of {len(self.prints)}: {self.prints} {other.prints}"
        if self.members != other.members:
            return f"it leaves {other.members} instead of {self.members}"
        return "" if self.given == other.given else f"functions give {other.given} instead of {self.given}"


def meant(program: t.Program) -> Done:
    """What the program is to do. Raises OutOfFuelError."""
    life = Life(program)
    given = _live(program, life.fire, life.advance)
    members = tuple((name, life.members[name]) for name in t.MEMBERS)
    return Done(tuple(life.prints), members, given)


def done_by(program: t.Program, blueprint: Blueprint) -> Done:
    """What the Blueprint does that was made of it."""
    machine = Machine(blueprint, default_catalog(), {}, None, _MOST_STEPS)
    machine.draw = Random(5).random

    def fire(name: str, *given: Any) -> Any:
        if name in ("BeginPlay", "Tick"):
            machine.fire(f"Receive{name}", **({"DeltaSeconds": given[0]} if given else {}))
            return None
        return tuple(machine.call(name, *given))

    given = _live(program, fire, machine.advance)
    prints = tuple((one.at_s, str(one.detail)) for one in machine.effects if one.what == "prints")
    return Done(prints, tuple((name, machine.variables[name]) for name in t.MEMBERS), given)


def _live(program: t.Program, fire: Any, advance: Any) -> tuple[Any, ...]:
    """What happens to it: it begins, and each entry is called in turn."""
    fire("BeginPlay")
    advance(40.0)
    given: list[Any] = []
    for turn in (1, 2):
        for entry in program.entries:
            if entry.name == "BeginPlay":
                continue
            values = [2 * turn if kind == "int" else 0.25 * turn for _, kind in entry.inputs]
            found = fire(entry.name, *values)
            if entry.is_function:
                given.append(found)
            advance(40.0 if entry.name == "Ping" else 0.25)
    return tuple(given)


# --- through the tools -------------------------------------------------------------------------------


class Writer:
    """Who writes programs into one Blueprint of a project."""

    def __init__(self, project: SandboxProject, path: str) -> None:
        self.project, self.path = project, path
        project.create(path)
        self.context: ActionContext = project.new_context()

    def call(self, tool: str, **parameters: Any) -> ActionResult:
        return ActionRegistry().call(tool, {"blueprint": self.path, **parameters}, self.context)

    def write(self, code: str, mode: str = "update") -> ActionResult:
        return self.call("write_graph", code=code, mode=mode)

    @property
    def blueprint(self) -> Blueprint:
        return self.project.blueprint(self.path)

    def reading(self) -> str:
        """All of its graphs as one program, with its members."""
        parts = []
        blueprint = self.blueprint
        for graph in blueprint.graphs:
            text = self.call("read_graph", graph_name=graph.name).text
            parts.append(text)
        return "\n".join(parts)

    def program_read(self) -> str:
        """What read_graph says of its graphs, as one program."""
        parts = []
        for graph in self.blueprint.graphs:
            if graph.kind == "delegate" or graph.name == "UserConstructionScript":
                continue
            text = self.call("read_graph", graph_name=graph.name).text.partition(":\n")[2]
            parts.append(re.split(r"\nOther graphs|\nNot executed", f"{text}\n")[0].replace("(empty)", ""))
        return "\n\n".join(parts) + "\n"

    def members(self) -> str:
        """All of its variables, also those that keep values."""
        more = [item for item in self.blueprint.variables if item.name not in t.MEMBERS]
        kinds = {"real": "float"}
        lines = [f"var {one.name}: {kinds.get(one.type.category, one.type.category)}" for one in more]
        return t.declared() + "".join(f"{line}\n" for line in lines if not line.endswith("mcdelegate"))
