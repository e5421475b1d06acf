"""What an action is: parameters as a frozen pydantic model, and `run`.

The docstring and the field descriptions are what the model reads. Actions run on the
agent's worker thread; the editor that they are given takes care of the game thread.
"""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from blueprint_assistant.actions.active_target import ActiveTarget
from blueprint_assistant.actions.known_graphs import KnownGraphs
from blueprint_assistant.actions.manual_steps import PasteMemory
from blueprint_assistant.actions.offered_programs import OfferedPrograms

if TYPE_CHECKING:
    from blueprint_assistant.actions.clipboard_protocol import Clipboard
    from blueprint_assistant.actions.manual_steps import Artist
    from blueprint_assistant.actions.memory_store import MemoryStore
    from blueprint_assistant.actions.node_tracker import NodeTracker
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["Action", "ActionContext", "ActionResult", "Effect", "Remedy"]

Effect = Literal["read", "mutate"]


@dataclass(frozen=True, slots=True)
class Remedy:
    """A wrong line of a program, what is wrong with it, and the lines that would be right, where known.

    `without` is the program with the lines of its block in its place, where it is an `if` without an else.
    """

    line: int
    was: str
    what: str
    right: tuple[str, ...] = ()
    without: str = ""


@dataclass(frozen=True, slots=True)
class ActionResult:
    """What a call did. `text` is for the model; `blueprint` is the state after it, for the picture.

    `remedies` are those of a program that was not written.
    """

    ok: bool
    text: str
    has_changed: bool = False
    blueprint: Blueprint | None = None
    remedies: tuple[Remedy, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionContext:
    """What an action works with. Without a clipboard or memories the tools for them say so."""

    editor: BlueprintEditor
    catalog: Catalog
    nodes: NodeTracker
    clipboard: Clipboard | None = None
    memories: MemoryStore | None = None
    artist: Artist | None = None
    """Who does by hand what no call does, while a turn of a conversation runs."""
    pastes: PasteMemory = field(default_factory=PasteMemory)
    known: KnownGraphs = field(default_factory=KnownGraphs)
    """The graphs as the model knows them: what the user changed since is told by them."""
    offered: OfferedPrograms = field(default_factory=OfferedPrograms)
    """The programs that are written as it was told when they are sent again."""
    scope: ActiveTarget = field(default_factory=ActiveTarget)
    """What the tools of the BlueCode protocol work on when a call does not say it."""


class Action(BaseModel):
    """A tool. Subclasses set `tool_name` and `effect`, declare fields, and implement `run`."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", coerce_numbers_to_str=True, str_strip_whitespace=True
    )

    tool_name: ClassVar[str]
    effect: ClassVar[Effect]
    other_names: ClassVar[tuple[str, ...]] = ()
    """What models call it as well; these names are accepted and never shown."""
    aliases: ClassVar[Mapping[str, str]] = {}
    """Other parameter names that models use, and the field that each of them means."""
    since: ClassVar[str] = "5.8"
    """The oldest engine version on which it works."""
    by_hand_since: ClassVar[str] = ""
    """The oldest one on which the user's hands make up for calls that it has not; empty for none."""
    needs: ClassVar[str] = ""
    """What must be there beside the editor at rest, for people (`docs/TOOLS.md`)."""
    limits: ClassVar[str] = ""
    """What it cannot do and why, for people; empty when it does all that its docstring says."""

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Bring other shapes that models send into the form of the fields, guessing nothing."""
        return parameters

    def run(self, context: ActionContext) -> ActionResult:
        """Do it. Raises AssistantError when it cannot be done; nothing is changed then."""
        raise NotImplementedError
