"""One Blueprint asset as text: a JSON head, then the T3D export of each graph.

`parse_asset(format_asset(asset), uid)` gives the same asset.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import TextError
from blueprint_assistant.graph.model import Graph
from blueprint_assistant.graph.pin_type_text import format_pin_type
from blueprint_assistant.graph.t3d import format_graph_export, parse_t3d
from unreal_sandbox.blueprint_asset import BlueprintAsset, CompiledClass, MemberVariable, Message, ScsNode
from unreal_sandbox.pin_types import parse_pin_type

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["format_asset", "parse_asset"]

_FORMAT = 1
_MARK = "--- graph "


def format_asset(asset: BlueprintAsset) -> str:
    """The text of an asset."""
    head: dict[str, Any] = {
        "format": _FORMAT,
        "path": asset.path,
        "guid": asset.guid,
        "parent_class": asset.parent_class,
        "status": asset.status,
        "variables": _variables(asset.variables),
        "defaults": asset.defaults,
        "components": _components(asset.components),
        "messages": [asdict(message) for message in asset.messages],
        "graphs": [
            {"name": shape.name, "kind": shape.kind, "guid": shape.guid, "properties": list(shape.properties)}
            for shape in asset.shapes.values()
        ],
    }
    compiled = asset.compiled
    if compiled is not None and (compiled.variables, compiled.components) != (
        asset.variables,
        asset.components,
    ):
        head["compiled"] = {
            "parent_class": compiled.parent_class,
            "variables": _variables(compiled.variables),
            "components": _components(compiled.components),
        }
    parts = [json.dumps(head, indent=1, ensure_ascii=False), ""]
    for name, draft in asset.graphs.items():
        parts += [f"{_MARK}{name}", format_graph_export(draft.freeze(), asset.path)]
    return "\n".join(parts)


def _variables(variables: Iterable[MemberVariable]) -> list[dict[str, Any]]:
    """Each with its type as text and without what is as usual."""
    return [_shortened({**asdict(item), "type": format_pin_type(item.type)}) for item in variables]


def _components(components: Iterable[ScsNode]) -> list[dict[str, Any]]:
    return [_shortened({**asdict(item), "properties": dict(item.properties)}) for item in components]


def _shortened(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value not in ("", False, "NONE", {})}


def parse_asset(text: str, uid: int) -> BlueprintAsset:
    """The asset of a text. Raises TextError or GraphError saying what is wrong with it."""
    try:
        return _parse(text, uid)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TextError(f"The asset is damaged: {type(error).__name__}: {error}.") from error


def _parse(text: str, uid: int) -> BlueprintAsset:
    head_text, *graph_texts = text.split(f"\n{_MARK}")
    try:
        head = json.loads(head_text)
    except json.JSONDecodeError as error:
        raise TextError(
            f"The head of the asset is not JSON: {error.msg}.", line=error.lineno, column=error.colno
        ) from None
    if head.get("format") != _FORMAT:
        raise TextError(f"The asset has the format {head.get('format')!r}; this sandbox reads {_FORMAT}.")
    variables = _read_variables(head["variables"])
    components = _read_components(head["components"])
    asset = BlueprintAsset(
        uid=uid,
        path=head["path"],
        parent_class=head["parent_class"],
        guid=head["guid"],
        variables=variables,
        components=components,
        defaults=dict(head["defaults"]),
        messages=tuple(Message(**item) for item in head["messages"]),
        status=head["status"],
        is_dirty=False,
        is_on_disk=True,
        generation=1,
        is_reloaded=True,
    )
    asset.compiled = _read_compiled(head, variables, components)
    bodies = dict(item.split("\n", 1) for item in graph_texts)
    for shape in head["graphs"]:
        asset.add_graph(_read_graph(shape, bodies[shape["name"]]))
    return asset


def _read_compiled(
    head: dict[str, Any], variables: tuple[MemberVariable, ...], components: tuple[ScsNode, ...]
) -> CompiledClass:
    own = head.get("compiled")
    if own is None:
        return CompiledClass(1, head["parent_class"], variables, components)
    return CompiledClass(
        1, own["parent_class"], _read_variables(own["variables"]), _read_components(own["components"])
    )


def _read_variables(items: list[dict[str, Any]]) -> tuple[MemberVariable, ...]:
    found = []
    for item in items:
        pin_type = parse_pin_type(item["type"])
        if pin_type is None:
            raise TextError(
                f"The variable '{item.get('name')}' has no type that can be read: {item['type']}."
            )
        found.append(MemberVariable(**{**item, "type": pin_type}))
    return tuple(found)


def _read_components(items: list[dict[str, Any]]) -> tuple[ScsNode, ...]:
    return tuple(
        ScsNode(**{**item, "properties": tuple(item.get("properties", {}).items())}) for item in items
    )


def _read_graph(shape: dict[str, Any], text: str) -> Graph:
    properties = tuple((name, value) for name, value in shape["properties"])
    empty = Graph(shape["name"], kind=shape["kind"], guid=shape["guid"], properties=properties)
    graph = parse_t3d(text)
    return replace(empty, nodes=graph.nodes, links=graph.links)
