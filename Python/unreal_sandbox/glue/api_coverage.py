"""How much of the known API the sandbox has: what is there, and what of it does something.

A member is present when a script can reach it by its name, modelled when using it does not end
in NotModelledError. Outside uses measure, used_members and ApiCoverage.
"""

from __future__ import annotations

import ast
import inspect
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.implemented import CONSTRUCTIBLE
from unreal_sandbox.glue.objects import ObjectHandle
from unreal_sandbox.glue.structs import StructBase
from unreal_sandbox.sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from unreal_sandbox.glue.manifest import ClassEntry
    from unreal_sandbox.glue.namespace import Types

__all__ = ["ApiCoverage", "measure", "used_members"]

_MODULE = "unreal"
_SAMPLE = "/Game/BP_Sample"


@dataclass(frozen=True, slots=True)
class ApiCoverage:
    """The own members of one class, struct or enum (`unreal` for the module's functions), by name."""

    owner: str
    known: tuple[str, ...]
    present: frozenset[str]
    modelled: frozenset[str]

    @property
    def refused(self) -> tuple[str, ...]:
        """What is known and ends in NotModelledError, or cannot be reached at all."""
        return tuple(name for name in self.known if name not in self.modelled)

    @property
    def share(self) -> float:
        """The modelled part, 1.0 for a class without members."""
        return len(self.modelled) / len(self.known) if self.known else 1.0


def measure(engine_version: str) -> dict[str, ApiCoverage]:
    """Every class of an engine version that has members of its own, and the module's functions.

    Opens an editor of its own: none may be installed.
    """
    with SandboxEditor(engine_version=engine_version) as editor:
        samples = _Samples(editor)
        types = editor.types
        found = {_MODULE: _functions(types)}
        for name, entry in sorted(types.manifest.classes.items()):
            coverage = _class_coverage(samples, name, entry)
            if coverage.known:
                found[name] = coverage
        return found


def _functions(types: Types) -> ApiCoverage:
    known = tuple(types.manifest.functions)
    modelled = frozenset(name for name in known if _is_modelled(types.attribute(name)))
    return ApiCoverage(_MODULE, known, frozenset(known), modelled)


def _class_coverage(samples: _Samples, name: str, entry: ClassEntry) -> ApiCoverage:
    kind = samples.editor.types.get(name)
    methods = [method for method in entry.methods if method != "__init__"]
    names = tuple(dict.fromkeys([*methods, *entry.properties, *entry.values]))
    present, modelled = set(), set()
    for method in methods:
        attribute = inspect.getattr_static(kind, method, None)
        if attribute is not None:
            present.add(method)
            if _is_modelled(attribute):
                modelled.add(method)
    for value in entry.values:
        if hasattr(kind, value):
            present.add(value)
            modelled.add(value)
    reached = samples.properties(kind, tuple(entry.properties))
    return ApiCoverage(name, names, frozenset(present | reached.keys()), frozenset(modelled | _true(reached)))


def _true(reached: dict[str, bool]) -> set[str]:
    return {name for name, is_modelled in reached.items() if is_modelled}


def _is_modelled(attribute: Any) -> bool:
    """Whether an attribute does something: what the binding makes says so, the rest is hand-written."""
    return bool(getattr(getattr(attribute, "__func__", attribute), "is_modelled", True))


class _Samples:
    """One object of each class that can be had, to try properties on. Game thread."""

    def __init__(self, editor: SandboxEditor) -> None:
        self.editor = editor
        self._unreal = editor.install()
        self._has_graphs = editor.has_graph_api
        unreal = self._unreal
        parent = unreal.Actor.static_class()
        blueprints = unreal.BlueprintEditorLibrary
        self._blueprint = blueprints.create_blueprint_asset_with_parent(_SAMPLE, parent)
        self._comment: Any = None
        self._node: Any = None
        if self._has_graphs:
            nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(self._blueprint, "EventGraph")
            self._node = nodes.add_branch_node()
            with suppress(NotModelledError):
                self._comment = nodes.add_comment_node("sample", unreal.Vector2D(), unreal.Vector2D(64, 64))

    def properties(self, kind: Any, names: tuple[str, ...]) -> dict[str, bool]:
        """The properties that can be reached, and whether reading them does something."""
        if not names:
            return {}
        if issubclass(kind, StructBase):
            return dict.fromkeys(names, True)
        if not issubclass(kind, ObjectHandle):
            return {}
        sample = self._sample(kind)
        return {} if sample is None else {name: _can_read(sample, name) for name in names}

    def _sample(self, kind: Any) -> Any:
        unreal = self._unreal
        if kind.__name__ in CONSTRUCTIBLE:
            return kind()
        if issubclass(kind, unreal.Blueprint):
            return self._blueprint
        if kind.__name__.startswith("K2Node") or kind.__name__ == "EdGraphNode":
            return self._node
        if kind.__name__ == "EdGraphNode_Comment":
            return self._comment
        if kind.__name__.endswith("Subsystem"):
            return unreal.get_editor_subsystem(kind)
        return None


def _can_read(sample: Any, name: str) -> bool:
    try:
        sample.get_editor_property(name)
    except (NotModelledError, ScriptError):
        return False
    return True


def used_members(sources: Iterable[Path]) -> dict[str, set[str]]:
    """What Python files use of `unreal`: the member names by class, `unreal` for the module's own.

    `unreal.A.b` is certain. Any other attribute whose object is not known stands under `*`: the
    caller compares it with the members that the API has. Raises SyntaxError and OSError.
    """
    found: dict[str, set[str]] = {_MODULE: set(), "*": set()}
    for source in sources:
        tree = ast.parse(source.read_text(encoding="utf-8"), str(source))
        names = _names_of_unreal(tree)
        if not names:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                owner = node.value
                if isinstance(owner, ast.Name) and owner.id in names:
                    found[_MODULE].add(node.attr)
                elif _is_member_of_unreal(owner, names):
                    found.setdefault(owner.attr, set()).add(node.attr)  # type: ignore[attr-defined]  # checked
                else:
                    found["*"].add(node.attr)
    return found


def _names_of_unreal(tree: ast.AST) -> set[str]:
    """The names that a file gives the module."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == _MODULE
    }


def _is_member_of_unreal(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names
