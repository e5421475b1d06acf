"""Entries that are inputs of the project: keys and Input Actions by their names. Outside uses with_inputs.

What an action's value is says its asset; a body without ways is that of Triggered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.input_actions import (
    InputAction,
    UnknownInputActionError,
    find_input_action,
)
from blueprint_assistant.actions.names.input_keys import key_of_event, keys_named
from blueprint_assistant.actions.program.statement_faults import CodeFault
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.catalog.callables import has_custom_event
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.syntax_tree import Arm, EntryParameter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["with_inputs"]

_PREFIX: Final = "ia_"
_WAYS: Final = frozenset({"started", "triggered", "ongoing", "completed", "canceled"})
_VALUE: Final = "ActionValue"
_TYPES: Final[dict[kinds.InputValue, str]] = {
    "bool": "bool",
    "axis1d": "float",
    "axis2d": "Vector2D",
    "axis3d": "Vector",
}
_SAME: Final = {"double": "float", "real": "float", "boolean": "bool"}


def with_inputs(
    context: ActionContext, entries: Iterable[Entry], owner: Blueprint, catalog: Catalog
) -> tuple[list[Entry], dict[int, CodeFault]]:
    """The entries of a program with its inputs in full, and what is wrong with others, by their number."""
    inputs = _Inputs(context, owner, catalog)
    made: list[Entry] = []
    faults: dict[int, CodeFault] = {}
    for number, entry in enumerate(entries):
        try:
            made.append(inputs.settled(entry))
        except AssistantError as error:
            line, column = entry.place.line, entry.place.column
            faults[number] = CodeFault(error.code, error.what, error.fix, line, column, error.candidates)
    return made, faults


class _Inputs:
    def __init__(self, context: ActionContext, owner: Blueprint, catalog: Catalog) -> None:
        self._context = context
        self._owner = owner
        self._catalog = catalog

    def settled(self, entry: Entry) -> Entry:
        if entry.kind in ("event", "custom_event") and not entry.owner:
            return self._event(entry)
        if entry.kind != "input" or entry.name in self._catalog.keys:
            return entry
        if self._has_mapping(entry.name):
            return entry
        known = self._there(entry.name)
        is_action = known is not None or "/" in entry.name or self._is_action_like(entry)
        is_mapping = None if is_action else self._is_mapping(entry.name)
        if is_mapping:
            return entry
        keys = [] if is_action else keys_named(entry.name, self._catalog.keys)
        if len(keys) == 1:
            return replace(entry, name=keys[0])
        try:
            action = known or find_input_action(self._context, entry.name)
        except UnknownInputActionError:
            is_axis = any(item.name == "AxisValue" for item in entry.parameters)
            if is_action or (is_mapping is False and not is_axis):
                raise
            return entry  # whoever makes the node says whether there is such a mapping
        except EditorError:
            return entry  # the editor does not list assets now, and will say what it does not have
        return self._of(action, entry)

    def _event(self, entry: Entry) -> Entry:
        """`on IA_Jump:` is the input, where nothing else is called so."""
        if entry.kind == "custom_event" and (
            not entry.name.lower().startswith(_PREFIX) or has_custom_event(self._owner, entry.name)
        ):
            return entry  # the assets of a project are many: they are listed for such names only
        if self._is_event(entry.name):
            return entry
        given = [item.name for item in entry.parameters]
        key, way = key_of_event(entry.name, given, self._catalog.keys) if entry.kind == "event" else ("", "")
        if key:
            pressed = replace(entry, kind="input", name=key, parameters=())
            is_plain = way == "Pressed" or bool(entry.arms)
            return pressed if is_plain else replace(pressed, arms=(Arm(way, entry.body),), body=())
        try:
            action = self._there(entry.name) or find_input_action(self._context, entry.name)
        except UnknownInputActionError:
            if entry.kind == "event" and self._is_action_like(entry):
                raise
            return entry
        except AssistantError:
            return entry
        if action.path.rpartition(".")[2].lower() != entry.name.lower():
            return entry
        return self._of(action, replace(entry, kind="input"))

    def _is_event(self, name: str) -> bool:
        try:
            find_event_for(name, self._owner, self._catalog)
        except AssistantError:
            return False
        return True

    @staticmethod
    def _is_action_like(entry: Entry) -> bool:
        return entry.name.lower().startswith(_PREFIX) or bool({arm.pin.lower() for arm in entry.arms} & _WAYS)

    def _there(self, name: str) -> InputAction | None:
        """The action of a node that is there already, whatever the project lists."""
        wanted = name.strip("/").lower()
        for graph in self._owner.graphs:
            for node in graph.nodes:
                spec = any_spec_of(node)
                if not isinstance(spec, kinds.EnhancedInputActionSpec):
                    continue
                package, _, short = spec.action.rpartition(".")
                if wanted in (short.lower(), package.strip("/").lower(), spec.action.strip("/").lower()):
                    return InputAction(spec.action, spec.value)
        return None

    def _has_mapping(self, name: str) -> bool:
        """Whether the Blueprint has a node of an action or axis mapping of that name, as in UE 4."""
        specs = (any_spec_of(node) for graph in self._owner.graphs for node in graph.nodes)
        mappings = (spec for spec in specs if isinstance(spec, kinds.InputActionSpec | kinds.InputAxisSpec))
        return any(spec.name == name for spec in mappings)

    def _is_mapping(self, name: str) -> bool | None:
        """Whether the project has such a mapping; None where the editor does not say."""
        try:
            menu = self._context.editor.menu_entries(self._owner.path, "EventGraph")
        except EditorError:
            return None
        entries = (item.rpartition("|") for item in menu)
        return any(fold(title) == fold(name) and _is_of_mappings(category) for category, _, title in entries)

    def _of(self, action: InputAction, entry: Entry) -> Entry:
        """The entry with the path of its asset, the type of its value, and a way for its body."""
        if entry.body and not entry.arms:
            entry = replace(entry, arms=(Arm("Triggered", entry.body),), body=())
        name = action.path.partition(".")[0]
        if action.value is None:
            return replace(entry, name=name)
        return replace(entry, name=name, parameters=_with_type(entry, _TYPES[action.value]))


def _is_of_mappings(category: str) -> bool:
    return fold(category) in (
        "inputactionevents",
        "inputaxisevents",
        "input|actionevents",
        "input|axisevents",
    )


def _with_type(entry: Entry, kind: str) -> tuple[EntryParameter, ...]:
    """The parameters of an input with the type of its value. Raises WrongValueError where another is said."""
    first = entry.parameters[0] if entry.parameters else None
    said = "" if first is None else _SAME.get(first.type.lower(), first.type)
    if said and said.lower() != kind.lower():
        name = first.name if first is not None else _VALUE
        raise WrongValueError(entry.name, said, f"on input {entry.name}({name}: {kind}):")
    if kind == "bool":
        return entry.parameters
    others = tuple(item for item in entry.parameters if item.name != _VALUE)
    named = [item for item in entry.parameters if item.name == _VALUE]
    typed = EntryParameter(_VALUE, kind)
    if first is not None and named and first is named[0]:
        return (typed, *others)
    return (*others, typed)


class WrongValueError(AssistantError):
    """An input's value is declared as another type than its asset has."""

    code = "pin_type_mismatch"

    def __init__(self, action: str, said: str, line: str) -> None:
        """Write the line that fits."""
        super().__init__(f"The value of {action} is no {said}.", f"Write {line}")
