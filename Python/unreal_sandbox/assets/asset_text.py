"""One Blueprint asset as text: a JSON head, then the T3D export of each graph.

`parse_asset(format_asset(asset), uid)` gives the same asset.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, get_args

from blueprint_assistant.errors import TextError
from blueprint_assistant.graph.model.blueprint import BlueprintStatus, Graph, GraphKind, ImplementedInterface
from blueprint_assistant.graph.model.pin_type_text import format_pin_type
from blueprint_assistant.graph.t3d.graph_text import format_graph_export, parse_t3d
from unreal_sandbox.assets.asset_kinds import BLUEPRINT_TYPES, WIDGET_BLUEPRINT
from unreal_sandbox.blueprints.blueprint_asset import (
    BlueprintAsset,
    CompiledClass,
    CompilerMessage,
    MemberVariable,
    ScsNode,
)
from unreal_sandbox.blueprints.function_signatures import declaring_graphs
from unreal_sandbox.graphs.pin_type_structs import parse_pin_type

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["format_asset", "parse_asset"]

_FORMAT = 1
_ASSET_CLASSES = ("/Script/Engine.Blueprint", WIDGET_BLUEPRINT)
_MARK = "--- graph "


def format_asset(asset: BlueprintAsset) -> str:
    """The text of an asset."""
    head: dict[str, Any] = {
        "format": _FORMAT,
        "path": asset.path,
        "guid": asset.guid,
        "parent_class": asset.parent_class,
        **_kind(asset),
        "status": asset.status,
        "variables": _variables(asset.variables),
        "defaults": asset.defaults,
        "components": _components(asset.components),
        **({"overrides": _components(asset.overrides)} if asset.overrides else {}),
        **({"interfaces": _interfaces(asset.interfaces)} if asset.interfaces else {}),
        "messages": [asdict(message) for message in asset.messages],
        "graphs": [_shape(shape) for shape in asset.shapes.values()],
    }
    compiled = asset.compiled
    declared = (asset.variables, asset.components, declaring_graphs(asset))
    if compiled is not None and (compiled.variables, compiled.components, compiled.graphs) != declared:
        head["compiled"] = {
            "parent_class": compiled.parent_class,
            "variables": _variables(compiled.variables),
            "components": _components(compiled.components),
            "graphs": [_shape(graph, asset.path) for graph in compiled.graphs],
        }
    parts = [json.dumps(head, indent=1, ensure_ascii=False), ""]
    for name, draft in asset.graphs.items():
        parts += [f"{_MARK}{name}", format_graph_export(draft.freeze(), asset.path)]
    return "\n".join(parts)


def _shape(graph: Graph, package: str = "") -> dict[str, Any]:
    """A graph without its nodes; with a package, these come as lines of T3D too."""
    fields: dict[str, Any] = {"name": graph.name, "kind": graph.kind, "guid": graph.guid}
    fields["properties"] = list(graph.properties)
    if package:
        fields["nodes"] = format_graph_export(graph, package).split("\n")
    return fields


def _kind(asset: BlueprintAsset) -> dict[str, Any]:
    """What only some assets have: another kind than a plain Blueprint, metadata tags."""
    usual = {"asset_class": "/Script/Engine.Blueprint", "blueprint_type": "BPTYPE_Normal", "metadata": {}}
    return {name: getattr(asset, name) for name, value in usual.items() if getattr(asset, name) != value}


def _variables(variables: Iterable[MemberVariable]) -> list[dict[str, Any]]:
    """Each with its type as text and without what is as usual."""
    return [_shortened({**asdict(item), "type": format_pin_type(item.type)}) for item in variables]


def _components(components: Iterable[ScsNode]) -> list[dict[str, Any]]:
    return [_shortened({**asdict(item), "properties": dict(item.properties)}) for item in components]


def _interfaces(interfaces: Iterable[ImplementedInterface]) -> dict[str, list[str]]:
    return {item.class_path: list(item.graphs) for item in interfaces}


def _read_interfaces(fields: Any) -> tuple[ImplementedInterface, ...]:
    return tuple(
        ImplementedInterface(path, tuple(_text(name, "interfaces") for name in _list(graphs, "interfaces")))
        for path, graphs in fields.items()
    )


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
    if not isinstance(head, dict):
        raise TextError("The head of the asset is no JSON object.", line=1)
    if head.get("format") != _FORMAT:
        raise TextError(f"The asset has the format {head.get('format')!r}; this sandbox reads {_FORMAT}.")
    variables = _read_variables(head["variables"])
    components = _read_components(head["components"])
    asset = BlueprintAsset(
        uid=uid,
        path=_text(head["path"], "path"),
        parent_class=_text(head["parent_class"], "parent_class"),
        guid=_text(head["guid"], "guid"),
        asset_class=_known(head.get("asset_class", "/Script/Engine.Blueprint"), _ASSET_CLASSES),
        blueprint_type=_known(head.get("blueprint_type", "BPTYPE_Normal"), BLUEPRINT_TYPES),
        metadata=_texts(head.get("metadata", {}), "metadata"),
        variables=variables,
        components=components,
        overrides=_read_components(head.get("overrides", [])),
        interfaces=_read_interfaces(head.get("interfaces", {})),
        defaults=_texts(head["defaults"], "defaults"),
        messages=tuple(
            CompilerMessage(**_checked(item, "messages")) for item in _list(head["messages"], "messages")
        ),
        status=_one_of(head["status"], BlueprintStatus),
        is_dirty=False,
        is_on_disk=True,
        generation=1,
        is_reloaded=True,
    )
    bodies = dict(item.split("\n", 1) for item in graph_texts)
    for shape in head["graphs"]:
        asset.add_graph(_read_graph(shape, bodies[shape["name"]]))
    asset.compiled = _read_compiled(head, asset)
    asset.mark_saved()
    return asset


def _read_compiled(head: dict[str, Any], asset: BlueprintAsset) -> CompiledClass:
    own = head.get("compiled")
    if own is None:
        graphs = declaring_graphs(asset)
        return CompiledClass(1, asset.parent_class, asset.variables, asset.components, graphs)
    return CompiledClass(
        1,
        _text(own["parent_class"], "parent_class"),
        _read_variables(own["variables"]),
        _read_components(own["components"]),
        tuple(_read_declaring(item) for item in _list(own["graphs"], "compiled.graphs"))
        if "graphs" in own
        else declaring_graphs(asset),
    )


def _read_declaring(item: dict[str, Any]) -> Graph:
    return _read_graph(item, "\n".join(_text(line, "nodes") for line in _list(item["nodes"], "nodes")))


def _read_variables(items: list[dict[str, Any]]) -> tuple[MemberVariable, ...]:
    found = []
    for item in _list(items, "variables"):
        pin_type = parse_pin_type(item["type"])
        if pin_type is None:
            raise TextError(
                f"The variable '{item.get('name')}' has no type that can be read: {item['type']}."
            )
        found.append(MemberVariable(**{**_checked(item, "variables"), "type": pin_type}))
    return tuple(found)


def _read_components(items: list[dict[str, Any]]) -> tuple[ScsNode, ...]:
    found = []
    for item in _list(items, "components"):
        texts = {name: value for name, value in _object(item, "components").items() if name != "properties"}
        texts.setdefault("guid", "")
        properties = _texts(item.get("properties", {}), "properties")
        found.append(ScsNode(**_checked(texts, "components"), properties=tuple(properties.items())))
    return tuple(found)


def _read_graph(shape: dict[str, Any], text: str) -> Graph:
    properties = tuple(
        (_text(name, "properties"), _text(value, "properties")) for name, value in shape["properties"]
    )
    name, guid = _text(shape["name"], "name"), _text(shape["guid"], "guid")
    empty = Graph(name, kind=_one_of(shape["kind"], GraphKind), guid=guid, properties=properties)
    graph = parse_t3d(text)
    return replace(empty, nodes=graph.nodes, links=graph.links)


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise TextError(f"'{what}' is to be a text, and is {value!r}.")
    return value


def _list(values: Any, what: str) -> list[Any]:
    if not isinstance(values, list):
        raise TextError(f"'{what}' is to be a list, and is {values!r}.")
    return values


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TextError(f"'{what}' is to hold an object, and holds {value!r}.")
    return value


def _texts(values: Any, what: str) -> dict[str, str]:
    """An object of texts."""
    return {name: _text(value, f"{what}.{name}") for name, value in _object(values, what).items()}


def _checked(item: Any, what: str) -> dict[str, Any]:
    """An item of a list: texts, and true or false where the name begins with `is_`."""
    for name, value in _object(item, what).items():
        if not isinstance(value, bool if name.startswith("is_") else str):
            raise TextError(f"'{name}' in '{what}' cannot be {value!r}.")
    return dict(item)


def _one_of(value: Any, kind: Any) -> Any:
    """One of the texts that a Literal allows."""
    return _known(value, get_args(kind))


def _known(value: Any, allowed: tuple[str, ...]) -> Any:
    if value not in allowed:
        raise TextError(f"{value!r} is none of {', '.join(allowed)}.")
    return value
