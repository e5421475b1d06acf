"""The names that the editor's Python API has, with their signatures, as packaged data.

`load_manifest(version)` decides for the whole sandbox what is unknown (AttributeError) and
what is known but not modelled. Built by `tools/build_sandbox_manifest.py`.
"""

from __future__ import annotations

import ast
import gzip
import json
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal

__all__ = [
    "NO_DEFAULT",
    "ClassEntry",
    "Manifest",
    "ManifestParameter",
    "MethodEntry",
    "PropertyEntry",
    "load_manifest",
]

Kind = Literal["class", "struct", "enum"]

# Classes of plugins that are off unless a project enables them.
_OFF_BY_DEFAULT = frozenset(
    {
        "EditorAppToolset",
        "ToolCallAsyncResult",
        "ToolCallAsyncResultString",
        "ToolsetDefinition",
        "ToolsetLibrary",
        "ToolsetRegistry",
        "ToolsetRegistrySubsystem",
    }
)

# Classes whose Python name differs from the C++ name.
_CPP_NAMES = {
    "MathLibrary": "KismetMathLibrary",
    "Paths": "BlueprintPathsLibrary",
    "SystemLibrary": "KismetSystemLibrary",
    "EditorDialog": "EditorDialogLibrary",
}


class NoDefault:
    """The type of NO_DEFAULT."""


NO_DEFAULT = NoDefault()


@dataclass(frozen=True, slots=True)
class ManifestParameter:
    """One parameter. `default` is NO_DEFAULT, a plain value, or the text of an enum member."""

    name: str
    type: str
    default: Any = NO_DEFAULT

    @property
    def is_required(self) -> bool:
        """Whether a call must give it."""
        return self.default is NO_DEFAULT


@dataclass(frozen=True, slots=True)
class MethodEntry:
    """A method or module function. `hoisted_from` names the library whose static it is."""

    name: str
    parameters: tuple[ManifestParameter, ...]
    returns: str
    is_static: bool
    hoisted_from: str = ""


@dataclass(frozen=True, slots=True)
class PropertyEntry:
    """A property. `is_attribute` tells whether it can also be had as `object.name`."""

    name: str
    type: str
    is_writable: bool
    is_attribute: bool


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A class, struct or enum, with its own members only. `path` is the C++ class path."""

    name: str
    base: str
    kind: Kind
    path: str
    plugin: str = ""
    methods: dict[str, MethodEntry] = field(default_factory=dict)
    properties: dict[str, PropertyEntry] = field(default_factory=dict)
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything known of one engine version."""

    classes: dict[str, ClassEntry]
    functions: dict[str, MethodEntry]

    def chain(self, name: str) -> list[ClassEntry]:
        """A class and its bases, as far as they are known here."""
        found = []
        entry = self.classes.get(name)
        while entry is not None:
            found.append(entry)
            entry = self.classes.get(entry.base)
        return found


@cache
def load_manifest(engine_version: str) -> Manifest:
    """The names of an engine version such as `5.8` or `5.6.1`. Read once per version."""
    limit = _version(engine_version)
    data = resources.files("unreal_sandbox").joinpath("data/api.json.gz").read_bytes()
    raw = json.loads(gzip.decompress(data))
    classes = {
        name: _class_entry(name, entry, limit)
        for name, entry in raw["classes"].items()
        if _is_there(entry, limit) and name not in _OFF_BY_DEFAULT
    }
    functions = {
        name: _method_entry(name, entry)
        for name, entry in raw["functions"].items()
        if _is_there(entry, limit)
    }
    return Manifest(classes, functions)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("-", 1)[0].split(".")[:2])


def _is_there(entry: dict[str, Any], limit: tuple[int, ...]) -> bool:
    return "v" not in entry or _version(entry["v"]) <= limit


def _class_entry(name: str, entry: dict[str, Any], limit: tuple[int, ...]) -> ClassEntry:
    methods = {
        key: _method_entry(key, value) for key, value in entry.get("f", {}).items() if _is_there(value, limit)
    }
    properties = {
        key: PropertyEntry(key, value[0], value[1] == "rw", "editor" not in value)
        for key, value in entry.get("p", {}).items()
    }
    return ClassEntry(
        name=name,
        base=entry["b"],
        kind=entry["k"],
        path=entry.get("c") or f"/Script/{_module(name, entry)}.{_CPP_NAMES.get(name, name)}",
        plugin=entry.get("pl", ""),
        methods=methods,
        properties=properties,
        values=tuple(entry.get("e", ())),
    )


def _module(name: str, entry: dict[str, Any]) -> str:
    """The module of a class whose page does not state it."""
    if name.startswith("K2Node"):
        return "BlueprintGraph"
    if name == "EdGraphNode_Comment":
        return "UnrealEd"
    return str(entry.get("m", "Engine"))


def _method_entry(name: str, entry: dict[str, Any]) -> MethodEntry:
    parameters = tuple(
        ManifestParameter(name, kind, _default(default[0]) if default else NO_DEFAULT)
        for name, kind, *default in entry["p"]
    )
    return MethodEntry(name, parameters, entry["r"], bool(entry.get("s")), entry.get("of", ""))


def _default(text: str) -> Any:
    """A plain value where the text is one, else the text (an enum member or a call)."""
    if text in {"<any>", "..."}:
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
