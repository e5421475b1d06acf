"""The hint maps of the BlueCode protocol as JSON brings them (BC-072, BC-103). Outside uses read_hints.

What a reading gave is taken back unchanged; what a search found is taken as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import WithJsonSchema

from blueprint_assistant.errors import ToolError
from blueprint_assistant.languages.merge.call_hints import HintEvidence, HintMaps

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Hints", "read_hints"]

Hints = Annotated[Any, WithJsonSchema({"type": "object"})]
"""A map of hints; its JSON text means the same."""

_WRAPPED: Final = ("hint", "action")
_NODE: Final = ("node_id", "node_guid")
_TEXTS: Final = {
    "statement": ("statement",),
    "semantic_key": ("semantic_key",),
    "handle": ("action_handle", "handle"),
    "title": ("title", "display_name"),
    "category": ("category",),
    "node_class": ("node_class",),
    "node_class_path": ("node_class_path",),
    "signature": ("signature",),
    "member_name": ("member_name",),
    "member_class": ("member_class", "member_owner"),
}


class WrongHintError(ToolError):
    """A hint map is none."""

    code = "invalid_hint"


def read_hints(maps: Mapping[str, Any]) -> HintMaps:
    """The hint maps of a call by their names. Raises WrongHintError."""
    given = {name: _map(name, value) for name, value in maps.items()}
    by_line = {
        _line(key): tuple(_hint("action_hints_by_line", key, one) for one in _several(value))
        for key, value in given.get("action_hints_by_line", {}).items()
    }
    read = {
        name: {key: _hint(name, key, one) for key, one in given.get(name, {}).items()}
        for name in ("source_map", "action_hints", "expression_hints")
    }
    return HintMaps(
        source_map=read["source_map"],
        by_line=by_line,
        action_handles={
            key: _handle("action_handles", key, one) for key, one in given.get("action_handles", {}).items()
        },
        action_hints=read["action_hints"],
        expression_hints=read["expression_hints"],
        node_properties={
            key: HintEvidence(properties=_map(f"node_properties of '{key}'", one))
            for key, one in given.get("node_properties", {}).items()
        },
        member_classes={
            key: HintEvidence(member_class=_text("member_classes", key, one))
            for key, one in given.get("member_classes", {}).items()
        },
        aliases={key: _text("node_aliases", key, one) for key, one in given.get("node_aliases", {}).items()},
    )


def _map(name: str, value: Any) -> Mapping[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else {}
        except ValueError:
            value = None
    if value is not None and not isinstance(value, Mapping):
        value = None
    if value is None:
        raise WrongHintError(f"{name} is no object.", "Send what was read, or {text of a statement: hint}.")
    return {str(key): item for key, item in value.items()}


def _hint(name: str, key: str, value: Any) -> HintEvidence:
    """One hint: what a reading or a search gives, such an object in another, or a handle."""
    if isinstance(value, str):
        return _handle(name, key, value)
    if not isinstance(value, Mapping):
        raise WrongHintError(f"The hint for '{key}' in {name} is no object.", "Send it as it was read.")
    for inner in _WRAPPED:
        if isinstance(value.get(inner), Mapping):
            value = {**value, **value[inner]}
    actions = value.get("actions")
    if isinstance(actions, list) and actions:
        if len(actions) > 1:
            raise WrongHintError(
                f"The hint for '{key}' has {len(actions)} actions.", "Leave the one that is meant."
            )
        value = {**value, **actions[0]}
    descriptor = value.get("action_descriptor")
    said = {**descriptor, **value} if isinstance(descriptor, Mapping) else value
    texts = {item: _first(said, names) for item, names in _TEXTS.items()}
    target = _first(said, ("target_node_id",))
    properties = said.get("node_properties", said.get("properties", {}))
    return HintEvidence(
        node=target or _first(said, _NODE),
        is_target=bool(target),
        properties=_map(f"node_properties of '{key}'", properties),
        **texts,
    )


def _handle(name: str, key: str, value: Any) -> HintEvidence:
    if isinstance(value, Mapping):
        return _hint(name, key, value)
    return HintEvidence(handle=_text(name, key, value))


def _text(name: str, key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise WrongHintError(f"'{key}' in {name} has no text.", f"Send {name} as {{name: text}}.")
    return value.strip()


def _first(said: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((str(said[name]) for name in names if said.get(name)), "")


def _several(value: Any) -> Iterator[Any]:
    yield from value if isinstance(value, list) else [value]


def _line(key: str) -> int:
    if not key.strip().isdigit():
        raise WrongHintError(f"'{key}' in action_hints_by_line is no line.", "Send it as it was read.")
    return int(key)
