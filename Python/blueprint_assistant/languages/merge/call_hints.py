"""What hints say of the parts of a program (BC-100 to BC-103). Outside: HintMaps, HintEvidence, FoundHints.

Values only: which hint is meant by which part depends on how a program is written, so the text form
finds it; which nodes and actions there are is the question of `hinted_calls` and `program_plan`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import StringLiteral
from blueprint_assistant.languages.lower.intrinsics import BY_TITLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Call

__all__ = ["NO_EVIDENCE", "FoundHints", "HintEvidence", "HintMaps", "called_names"]


@dataclass(frozen=True, slots=True)
class HintEvidence:
    """What one hint says; of what is empty it says nothing."""

    node: str = ""
    """The node's GUID or name."""
    is_target: bool = False
    """Whether the caller wants this node changed, whatever the statement was when it was read."""
    statement: str = ""
    """What the node said when it was read."""
    semantic_key: str = ""
    handle: str = ""
    title: str = ""
    category: str = ""
    node_class: str = ""
    node_class_path: str = ""
    signature: str = ""
    member_name: str = ""
    member_class: str = ""
    properties: Mapping[str, object] = field(default_factory=dict)

    @property
    def names_an_action(self) -> bool:
        """Whether it says what node is to be made."""
        return any((self.handle, self.category, self.node_class, self.node_class_path, self.member_class))

    def with_less(self, other: HintEvidence) -> HintEvidence:
        """This, and of a weaker hint what this does not say (all maps count, weakness 11 of 1.19)."""
        if other is NO_EVIDENCE or self is NO_EVIDENCE:
            return self if other is NO_EVIDENCE else other
        own = {item.name: getattr(self, item.name) or getattr(other, item.name) for item in fields(self)}
        of_node = other if other.is_target and not self.is_target else self
        if of_node.node:
            own |= {name: getattr(of_node, name) for name in _OF_NODE}
        own["properties"] = {**other.properties, **self.properties}
        return HintEvidence(**own)


_OF_NODE: Final = ("node", "is_target", "statement", "semantic_key")
NO_EVIDENCE: Final = HintEvidence()


@dataclass(frozen=True, slots=True)
class HintMaps:
    """The hint maps of a call. All but `source_map` (paths) and `by_line` (lines) are by texts or names."""

    source_map: Mapping[str, HintEvidence] = field(default_factory=dict)
    by_line: Mapping[int, Sequence[HintEvidence]] = field(default_factory=dict)
    action_handles: Mapping[str, HintEvidence] = field(default_factory=dict)
    action_hints: Mapping[str, HintEvidence] = field(default_factory=dict)
    expression_hints: Mapping[str, HintEvidence] = field(default_factory=dict)
    node_properties: Mapping[str, HintEvidence] = field(default_factory=dict)
    member_classes: Mapping[str, HintEvidence] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is said at all."""
        return any(getattr(self, item.name) for item in fields(self))

    @property
    def by_text(self) -> tuple[Mapping[str, HintEvidence], ...]:
        """The maps by text, strongest first (BC-101)."""
        return (
            self.action_handles,
            self.action_hints,
            self.expression_hints,
            self.node_properties,
            self.member_classes,
        )


@dataclass(frozen=True, slots=True)
class FoundHints:
    """What the hints say of each part of a program, by its path (BC-076)."""

    of: Mapping[str, HintEvidence] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    """The statements that get a name, by path."""
    unused: tuple[str, ...] = ()
    """Keys that only a caller writes and that fit nothing: `node_properties: switch Mood:`."""


def called_names(call: Call) -> tuple[str, ...]:
    """The name of a call; of `node("Title")` the title."""
    first = call.arguments[0].value if call.arguments else None
    if call.callee.name.lower() in BY_TITLE and isinstance(first, StringLiteral):
        return (first.text,)
    return (call.callee.name,)
