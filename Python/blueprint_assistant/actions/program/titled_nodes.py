"""Nodes that a program names as the editor's node menu does: `node("Cast To Pawn", x)`.

Outside uses with_titles. A title is put into the exact words of its node, which the language reads in every
graph; what the language reads by itself stays as it is. The menu is only built when a title asks for it.
"""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from blueprint_assistant.actions.program.statement_faults import CodeFault, faults_of
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.languages.ast.node_texts import is_spec_text, spec_text
from blueprint_assistant.languages.ast.syntax_tree import Call, Identifier, StringLiteral, said_fields
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.lower.intrinsics import BY_TITLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.nodes.menu_actions import NodeAction
    from blueprint_assistant.actions.nodes.menu_handles import NodeMenu
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["with_titles"]

_Part = TypeVar("_Part")
_SHAPED: Final = (
    *(kinds.FormatTextSpec, kinds.MakeArraySpec, kinds.MakeSetSpec, kinds.MakeMapSpec, kinds.SelectSpec),
    *(kinds.MultiGateSpec, kinds.SpawnActorSpec, kinds.CreateWidgetSpec, kinds.ConstructObjectSpec),
)
"""What the language makes by a word of its own, with as many pins as it is given values for."""
_MOST_TOLD: Final = 4
_SIGN: Final = "|"


class AmbiguousTitleError(GraphError):
    """Several nodes of the menu have that title."""

    code = "ambiguous_action"


class EntryTitleError(GraphError):
    """A title is that of what begins or ends a flow, which is no statement in the language."""

    code = "unsupported_statement"


def with_titles(
    part: _Part, owner: Blueprint, catalog: Catalog, menu: Callable[[], NodeMenu], *, function: str = ""
) -> tuple[_Part, list[CodeFault]]:
    """A part of a program with its titles in exact words, and what is wrong with them.

    `function` is the one whose graph it is for.
    """
    titles = _Titles(owner, catalog, menu, function)
    return titles.changed(part), titles.faults


class _Titles:
    def __init__(
        self, owner: Blueprint, catalog: Catalog, menu: Callable[[], NodeMenu], function: str
    ) -> None:
        self._owner = owner
        self._catalog = catalog
        self._menu = menu
        self._function = function
        self.faults: list[CodeFault] = []

    def changed(self, part: Any) -> Any:
        """The part, and all in it, with exact words; itself where nothing is to be changed."""
        if isinstance(part, tuple):
            items = tuple(self.changed(item) for item in part)
            return part if all(new is old for new, old in zip(items, part, strict=True)) else items
        if not is_dataclass(part) or isinstance(part, type):
            return part
        inner = {name: getattr(part, name) for name in said_fields(type(part))}
        new = {name: self.changed(value) for name, value in inner.items()}
        different = {name: value for name, value in new.items() if value is not inner[name]}
        made: Any = replace(part, **different) if different else part
        return self._exact(made) if isinstance(made, Call) else made

    def _exact(self, call: Call) -> Call:
        first = call.arguments[0] if call.arguments else None
        callee = call.callee
        is_titled = isinstance(callee, Identifier) and callee.name.lower() in BY_TITLE
        if not is_titled or first is None or not isinstance(first.value, StringLiteral):
            return call
        try:
            spec = self._spec(first.value.text.strip(), has_values=len(call.arguments) > 1)
        except GraphError as error:
            place = first.value.place
            self.faults += faults_of(ProgramError(error, place.line, place.column))
            return call
        if spec is None:
            return call
        title = replace(first, value=replace(first.value, text=spec_text(spec)))
        return replace(call, arguments=(title, *call.arguments[1:]))

    def _spec(self, title: str, *, has_values: bool) -> AnyNodeSpec | None:
        """The node of a title; None where the language reads it by itself. Raises GraphError."""
        if is_spec_text(title) and (_SIGN in title or " " not in title):
            return None
        if self._is_word(title, has_values=has_values):
            return None
        menu = self._menu()
        found = self._choice(_of_title(title, menu))
        if not found:
            return None
        instead = "" if _is_statement(found[0]) else _as_entry(found[0].spec)
        if instead:
            raise EntryTitleError(f"'{title}' is no statement.", f"Write {instead}")
        if len(found) > 1:
            words = [f'node("{spec_text(item.spec)}")' for item in found[:_MOST_TOLD]]
            raise AmbiguousTitleError(
                f"{len(found)} nodes are called '{title}'.", f"Write one of: {', '.join(words)}."
            )
        spec = found[0].spec
        return None if isinstance(spec, _SHAPED) else spec

    def _is_word(self, title: str, *, has_values: bool) -> bool:
        """Whether the language finds the title by itself, so that no menu has to be built for it."""
        catalog = self._catalog
        # Among functions of one title, `Lerp` and `Lerp (Vector)`, the values choose.
        is_family = has_values and len(catalog.function_family(title)) > 1
        if is_family or catalog.macro(title) is not None:
            return True
        if title.lower().startswith(("get ", "set ")):
            return False  # a variable may be called as the function is: SetReplicates, bReplicates
        try:
            info = catalog.find_function(title.replace(" ", ""), self._owner.parent_class)
        except GraphError:
            return False
        return fold(info.display) == fold(title) and not info.is_internal

    def _choice(self, found: list[NodeAction]) -> list[NodeAction]:
        """Those of a title that are meant: possible here, not outdated, a function before a variable."""
        catalog = self._catalog
        classes = (self._owner.parent_class, *(item.class_path for item in self._owner.components))

        def is_at_hand(item: NodeAction) -> bool:
            return not item.object_class or any(
                catalog.is_child_of(path, item.object_class) for path in classes
            )

        tests: tuple[Callable[[NodeAction], bool], ...] = (
            _is_statement,
            lambda item: item.function in ("", self._function),
            lambda item: item.function == self._function != "",
            is_at_hand,
            lambda item: not item.is_seldom,
            lambda item: isinstance(item.spec, common_specs.CallFunctionSpec),
        )
        for is_better in tests:
            found = [item for item in found if is_better(item)] or found
        return list({spec_text(item.spec).lower(): item for item in found}.values())


_ENDS: Final = (kinds.FunctionResultSpec, common_specs.CustomEventSpec, kinds.TimelineSpec)


def _of_title(title: str, menu: NodeMenu) -> list[NodeAction]:
    """The entries of exactly that title, with its category where the title has one."""
    category, _, bare = title.rpartition(_SIGN)
    found = [item for item in menu.titled(bare) if fold(item.title) == fold(bare)]
    return [item for item in found if not category or fold(item.category) == fold(category)]


def _is_statement(item: NodeAction) -> bool:
    return not item.is_event and not isinstance(item.spec, _ENDS)


def _as_entry(spec: AnyNodeSpec) -> str:
    """What is written for a node that begins or ends a flow; nothing for one without words of its own."""
    match spec:
        case common_specs.EventSpec(name):
            return f"on {name.removeprefix('Receive')}(): at the left margin."
        case kinds.ComponentEventSpec(component, delegate):
            return f"on {component}.{delegate}(): at the left margin."
        case kinds.InputKeySpec(key) | kinds.InputKeyAxisSpec(key):
            return f"on input {key}(): at the left margin."
        case common_specs.CustomEventSpec():
            return "event and its name, as in event Blink():, at the left margin."
        case kinds.FunctionResultSpec():
            return "return, with the value behind it."
        case kinds.TimelineSpec():
            return "timeline and its name, as in timeline(Fade):."
        case _:
            return ""
