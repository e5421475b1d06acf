"""What the facts stand on: scratch Blueprints, short ways to the editor's calls, and the runner."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import unreal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["DELAY", "PRINT", "Answer", "Bench", "CannotTellError", "Fact", "Facts", "run_facts"]

FOLDER = "/Game/BlueprintConformance"
PRINT = "/Script/Engine.KismetSystemLibrary:PrintString"
DELAY = "/Script/Engine.KismetSystemLibrary:Delay"
_MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"


class CannotTellError(Exception):
    """A fact cannot be tried here; the text says why."""


@dataclass(frozen=True)
class Answer:
    """What the editor did where nobody knew; no reply is wrong."""

    seen: str


@dataclass(frozen=True)
class Fact:
    """Something that we believe of the editor. `check` gives True, what was seen instead, or an Answer."""

    name: str
    text: str
    source: str
    check: Callable[[Bench], Any]


class Facts(list):  # type: ignore[type-arg]  # runs in the editor's Python as it is
    """The facts of one group, in order; `believe` adds one."""

    def __init__(self, group: str) -> None:
        super().__init__()
        self._group = group

    def believe(self, name: str, text: str, source: str) -> Callable[[Callable[[Bench], Any]], Any]:
        """Register a function as the check of a fact."""

        def register(check: Callable[[Bench], Any]) -> Callable[[Bench], Any]:
            self.append(Fact(f"{self._group}.{name}", text, source, check))
            return check

        return register


class Bench:
    """Makes scratch Blueprints. Game thread."""

    def __init__(self) -> None:
        self._number = 0

    def path(self, prefix: str = "BP") -> str:
        """A package path that nothing has."""
        self._number += 1
        return f"{FOLDER}/{prefix}_{self._number}"

    def blueprint(self, parent: Any = None) -> Scratch:
        """A new Blueprint, of an Actor unless told otherwise."""
        path = self.path()
        parent = parent or unreal.Actor
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, parent.static_class())
        if asset is None:
            raise CannotTellError(f"no Blueprint could be made at {path}")
        return Scratch(path, asset)

    def clean_up(self) -> None:
        """Delete everything that was made."""
        if unreal.EditorAssetLibrary.does_directory_exist(FOLDER):
            unreal.EditorAssetLibrary.delete_directory(FOLDER)


class Scratch:
    """One scratch Blueprint with short ways to the calls."""

    library = unreal.BlueprintEditorLibrary

    def __init__(self, path: str, asset: Any) -> None:
        self.path = path
        self.asset = asset

    @property
    def name(self) -> str:
        """The asset's own name."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def nodes(self) -> Any:
        """A graph editor of the event graph."""
        return unreal.BlueprintGraphEditor.get_graph_editor_by_name(self.asset, "EventGraph")

    @property
    def is_dirty(self) -> bool:
        """Whether the package has changes that are not saved."""
        dirty = unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages()
        return self.path in [str(package.get_name()) for package in dirty]

    def kind(self, name: str) -> Any:
        """A basic pin type."""
        return self.library.get_basic_type_by_name(name)

    def variable(self, name: str, kind: str = "real", *, compile_it: bool = True) -> Any:
        """Add a variable; what the call gave."""
        result = self.library.add_member_variable(self.asset, name, self.kind(kind))
        if compile_it:
            self.compile()
        return result

    def call(self, path: str = PRINT) -> Any:
        """A call node."""
        return self.nodes.add_call_function_node(path)

    def macro(self, name: str) -> Any:
        """A node of a standard macro."""
        return self.nodes.add_macro_node(f"{_MACROS}:{name}")

    def compile(self) -> Any:
        """Compile; what the call gave."""
        return self.library.compile_blueprint(self.asset)

    def status(self) -> str:
        """The name of the compile status."""
        return str(self.asset.get_editor_property("status")).rsplit(".", 1)[-1].split(":")[0].strip("<> ")

    def default(self) -> Any:
        """The class default object."""
        return unreal.get_default_object(self.library.generated_class(self.asset))

    @property
    def subsystem(self) -> Any:
        """The subsystem of components."""
        return unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)

    def handles(self) -> list[Any]:
        """The handles of the actor and its components."""
        return list(self.subsystem.k2_gather_subobject_data_for_blueprint(self.asset))

    def component(self, kind: Any, parent: Any = None) -> tuple[Any, Any]:
        """Add a component; its handle and the reason against it."""
        params = unreal.AddNewSubobjectParams(
            parent_handle=parent or self.handles()[0],
            new_class=kind.static_class(),
            blueprint_context=self.asset,
        )
        handle, reason = self.subsystem.add_new_subobject(params)
        return handle, reason

    def component_names(self) -> list[str]:
        """The variable names of the components."""
        data = unreal.SubobjectDataBlueprintFunctionLibrary
        return [str(data.get_variable_name(data.get_data(handle))) for handle in self.handles()[1:]]


def names(pins: Iterable[Any]) -> list[str]:
    """The names of pins, `''` for the empty one."""
    return ["" if str(pin.get_pin_name()) == "None" else str(pin.get_pin_name()) for pin in pins]


def is_nothing(node: Any) -> bool:
    """Whether a node call came to nothing: None, or a node without pins."""
    return not node or len(node.list_all_pins()) == 0


def run_facts(bench: Bench, facts: Iterable[Fact]) -> list[str]:
    """Try the facts one after the other; a line each, then the count of each verdict."""
    lines, verdicts = [], Counter()  # type: ignore[var-annotated]  # runs in the editor's Python as it is
    for fact in facts:
        verdict, seen = _try(bench, fact)
        verdicts[verdict] += 1
        shown = f" (seen: {seen})" if seen else ""
        lines.append(f"{verdict:8} {fact.name}: {fact.text} [{fact.source}]{shown}")
    lines.append(", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items())))
    return lines


def _try(bench: Bench, fact: Fact) -> tuple[str, str]:
    try:
        result = fact.check(bench)
    except CannotTellError as reason:
        return "untold", str(reason)
    except Exception as error:
        return "DIFFERS", f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
    if isinstance(result, Answer):
        return "answer", result.seen
    return ("holds", "") if result is True else ("DIFFERS", str(result))
