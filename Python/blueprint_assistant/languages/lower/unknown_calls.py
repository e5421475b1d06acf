"""What is said of a call of an unknown function: the nearest ones, with their pins. Part of `call_lowering`.

Functions that can be called where the call stands come first; those of other classes only where none is near.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.callables import custom_event_names
from blueprint_assistant.graph.catalog.name_lookup import (
    UnknownFunctionError,
    fold_bare,
    is_slip,
    likeness,
    near_names,
    nearest_slips,
    shown_name,
    strip_prefix,
    words_of,
)
from blueprint_assistant.graph.catalog.word_search import says_all_of, search_words
from blueprint_assistant.languages.lower.tool_words import said_of_tool_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from blueprint_assistant.graph.catalog.catalog_entries import FunctionInfo
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.lower.scope import Output, Scope

__all__ = ["LIBRARIES", "UnknownCallError", "UnknownCalls", "said_function"]

_STARTING: Final = ("Play", "Activate")
_MOST: Final = 4
_MOST_INPUTS: Final = 6
_ASKING: Final = ("get", "is", "has", "can")
_LIKE: Final = 0.6
_SAID: Final = {
    # As `dialect_builtins` reads them: the function first.
    "K2_SetTimer": "SetTimer(FunctionName, Time, bLooping)",
    "K2_SetTimerDelegate": "SetTimer(Event, Time, bLooping)",
}
_NODES: Final = {
    "addcomponentbyclass": (
        "Write one that is always there at the left margin, as component Lamp: PointLight; "
        "else the user has to add the node Add Component by Class."
    ),
    "getclassdefaults": (
        "Read the value of an object of that class; else the user has to add the node Get Class Defaults."
    ),
}
"""What is no function but a node that no kind is known of, by its folded name."""
_SUBSYSTEM: Final = "/Script/Engine.Subsystem"
_OF_PLAYER: Final = "/Script/Engine.LocalPlayerSubsystem"
LIBRARIES: Final = tuple(
    f"/Script/Engine.{name}"
    for name in ("KismetSystemLibrary", "KismetMathLibrary", "GameplayStatics", "KismetStringLibrary")
)


class UnknownCallError(UnknownFunctionError):
    """The same as UnknownFunctionError; the nearest functions are written as calls with their pins."""

    def __init__(self, what: str, fix: str, candidates: Sequence[str]) -> None:
        """`candidates` are calls as they can be written."""
        super().__init__("")
        self.what, self.fix, self.candidates = what, fix, tuple(candidates)

    def __str__(self) -> str:
        """Both sentences."""
        return f"{self.what} {self.fix}"


class UnknownCalls:
    """Says what is near a function that there is not; of each name it is looked for once."""

    def __init__(self, scope: Scope, class_of: Callable[[Output], str]) -> None:
        """Functions are those of the scope's Blueprint and catalogue; `class_of` raises for no objects."""
        self._scope = scope
        self._class_of = class_of
        self._known: dict[tuple[str, str], tuple[str, str, tuple[str, ...]]] = {}

    def find(self, name: str, class_path: str) -> FunctionInfo:
        """The function of a name that can be called on a class. Raises UnknownCallError."""
        key = name, class_path
        if key in self._known:
            raise UnknownCallError(*self._known[key])
        try:
            return self._scope.catalog.find_function(name, class_path)
        except UnknownFunctionError as error:
            self._known[key] = error.what, *self._near(error, name, class_path)
            raise UnknownCallError(*self._known[key]) from error

    def about(self, word: str) -> tuple[str, ...]:
        """The calls that have all words of a name in theirs: `SetTimer(…)` for `Timer.Start(…)`."""
        infos = _of_class(self._scope.catalog, self._scope.owner.parent_class)
        wanted = set(words_of(word))
        unique = {info.path: info for info in infos}.values()
        found = [info for info in unique if wanted and wanted <= set(words_of(info.name))]
        return tuple(map(said_function, _alike(word, found)))

    def _is_event(self, name: str, class_path: str) -> bool:
        try:
            event = self._scope.catalog.find_event(name, class_path or self._scope.owner.parent_class)
        except AssistantError:
            return False
        return fold_bare(name) in (fold_bare(event.name), fold_bare(event.name.removeprefix("Receive")))

    def _near(self, error: UnknownFunctionError, name: str, class_path: str) -> tuple[str, tuple[str, ...]]:
        """What to write, and the calls that could be meant."""
        said = said_of_tool_word(name) or _NODES.get(fold_bare(name), "")
        if said:
            return said, ()
        started = self._started(name)
        if started:
            return f"{shown_name(name)} is a component, and no function: {started}.", (started,)
        subsystem = _subsystem_of(name.removeprefix("Get"), self._scope.catalog)
        if subsystem:
            return f"Write GetSubsystem({subsystem}).", ()
        if self._is_event(name, class_path):
            return (
                f"{shown_name(name)} is an event, which nothing calls: write what both do as a function.",
                (),
            )
        candidates = tuple(dict.fromkeys(_nearest(error, self._scope, name, class_path)))[:_MOST]
        if candidates:
            return f"Nearest: {', '.join(candidates)}.", candidates
        elsewhere = [info for info in _infos(error, self._scope.catalog) if _is_called(info, name)]
        if not _is_own(class_path, self._scope.owner):
            # Called on an object: what that can never be is no help.
            elsewhere = [
                info for info in elsewhere if self._scope.catalog.is_child_of(info.class_path, class_path)
            ]
        for info in elsewhere:
            fix, casts = self._on_cast(info)
            if casts:
                return fix, casts
        own = f"write it in the same code, with its statements: func {shown_name(name)}():"
        if elsewhere:
            return f"{_on_its_class(elsewhere[0], self._scope.catalog)} Or {own}", ()
        return f"Check the name, or {own}", ()

    def _started(self, name: str) -> str:
        """`Hum()` of a component Hum: the call that lets it play or work; empty for all else."""
        component = self._scope.owner.find_component(name)
        if component is None:
            return ""
        for verb in _STARTING:
            try:
                self._scope.catalog.find_function(verb, component.class_path)
            except AssistantError:
                continue
            return f"{component.name}.{verb}()"
        return ""

    def on_class(self, info: FunctionInfo, name: str) -> UnknownCallError:
        """The error for a function of a class of which there is no object where it is called."""
        fix, casts = self._on_cast(info)
        what = f"There is no {info.class_name} on which '{shown_name(name)}' could be called."
        return UnknownCallError(what, fix or _on_its_class(info, self._scope.catalog), casts)

    def _on_cast(self, info: FunctionInfo) -> tuple[str, tuple[str, ...]]:
        """What to write for a function of another class, and the calls; empty when nothing can be that."""
        casts = tuple(self._through_casts(info))
        fix = f"It is a function of {info.class_name}: write {casts[0]}." if casts else ""
        return fix, casts

    def _through_casts(self, info: FunctionInfo) -> Iterator[str]:
        """The call on values of the program or Blueprint that can be of the function's class."""
        kind = info.class_name
        name = f"{kind[:1].lower()}{kind[1:]}"
        for value in dict.fromkeys((*self._objects_of_program(info), *_wider_members(info, self._scope))):
            yield f"if {value} is {kind} as {name}: {name}.{said_function(info)}"

    def _objects_of_program(self, info: FunctionInfo) -> Iterator[str]:
        for name, output in self._scope.outputs():
            try:
                path = self._class_of(output)
            except AssistantError:
                continue
            if _can_be(path, info, self._scope.catalog):
                yield name


def said_function(info: FunctionInfo) -> str:
    """A function as a call, with the names of its inputs: `SetActorLocation(NewLocation, bSweep, …)`."""
    if info.name in _SAID:
        return _SAID[info.name]
    inputs = [
        item.name
        for item in info.parameters
        if item.direction == "in" and item.name not in info.hidden_pins and item.type.category != "exec"
    ]
    return f"{strip_prefix(info.name)}({', '.join(inputs[:_MOST_INPUTS])})"


def _is_own(class_path: str, owner: Blueprint) -> bool:
    """Whether a call is on the Blueprint itself, as far as its class says it."""
    return class_path.lower() in ("", owner.generated_class.lower(), owner.parent_class.lower())


def _members_of(class_path: str, scope: Scope) -> Iterator[str]:
    """The components and variables of the Blueprint that are of a class."""
    for component in scope.owner.components:
        if scope.catalog.is_child_of(component.class_path, class_path):
            yield component.name
    for variable in scope.owner.variables:
        ref = variable.type.subcategory_object
        is_object = variable.type.category == "object" and variable.type.container == "none"
        if is_object and ref is not None and scope.catalog.is_child_of(ref.path, class_path):
            yield variable.name


def _wider_members(info: FunctionInfo, scope: Scope) -> Iterator[str]:
    """The variables of the Blueprint that may hold an object of the function's class."""
    for variable in scope.owner.variables:
        ref = variable.type.subcategory_object
        is_object = variable.type.category == "object" and variable.type.container == "none"
        if is_object and ref is not None and _can_be(ref.path, info, scope.catalog):
            yield variable.name


def _can_be(path: str, info: FunctionInfo, catalog: Catalog) -> bool:
    """Whether an object of a class may be one of the class that has a function."""
    return path != info.class_path and catalog.is_child_of(info.class_path, path)


def _nearest(error: UnknownFunctionError, scope: Scope, name: str, class_path: str) -> Iterator[str]:
    """The calls that are near by spelling or have the words of the name, none that only looks alike."""
    catalog, owner = scope.catalog, scope.owner
    is_own = _is_own(class_path, owner)
    if is_own:
        own = [graph.name for graph in owner.graphs if graph.kind in ("function", "macro")]
        events = [*scope.events.values(), *custom_event_names(owner)]
        yield from (f"{item}()" for item in near_names(name, [*own, *events], 2))
    infos = _infos(error, catalog)
    of_class = {info.path: info for info in _of_class(catalog, class_path or owner.parent_class)}
    callable_here = {**of_class, **{info.path: info for info in infos if info.is_static}}.values()
    others = [info for info in infos if info.path not in of_class and not info.is_static] if is_own else []
    on_members = [
        (info, f"{target}.{said_function(info)}")
        for info in others
        for target in _members_of(info.class_path, scope)
    ]
    # A function of that very name on a member is more likely meant than one that is spelled alike.
    exact = [said for info, said in on_members if _is_called(info, name)]
    slips = nearest_slips(name, (strip_prefix(info.name) for info in callable_here))
    likest = [info for info in callable_here if strip_prefix(info.name) in slips]
    yield from (*exact, *map(said_function, likest))
    if exact or likest:
        return
    own_classes = {path.lower() for path in catalog.ancestors(class_path or owner.parent_class)}
    yield from map(said_function, _of_same_words(name, callable_here, infos, own_classes))
    yield from (said for info, said in on_members if _says(info, name) or is_slip(name, info.name))


def _of_same_words(
    name: str, callable_here: Iterable[FunctionInfo], infos: Sequence[FunctionInfo], own_classes: set[str]
) -> list[FunctionInfo]:
    """The functions that have the words of a name: what begins with it, then what the class itself can do.

    A word alone says nothing about the functions of libraries, and who does something wants no getter.
    """
    is_sure = len(search_words(name)) > 1
    found = [
        info
        for info in callable_here
        if (is_sure or info.class_path.lower() in own_classes) and _says(info, name)
    ]
    asks = strip_prefix(name).lower().startswith(_ASKING)
    begun = fold_bare(name)
    listed = [info.path for info in infos]

    def rank(info: FunctionInfo) -> tuple[object, ...]:
        return (
            not fold_bare(info.name).startswith(begun),
            info.is_pure and not asks,
            info.class_path.lower() not in own_classes,
            listed.index(info.path) if info.path in listed else len(listed),
            -likeness(name, info.name),
        )

    return sorted(found, key=rank)


def _says(info: FunctionInfo, name: str) -> bool:
    """Whether a function has all the words of a name, or such as mean the same."""
    return says_all_of(name, info.name)


def _on_its_class(info: FunctionInfo, catalog: Catalog) -> str:
    """How a function of another class is called: on a subsystem, which is always there, or on a cast."""
    subsystems = [
        known
        for known in catalog.classes
        if catalog.is_child_of(known.path, _SUBSYSTEM) and catalog.is_child_of(known.path, info.class_path)
    ]
    subsystems.sort(key=lambda known: not catalog.is_child_of(known.path, _OF_PLAYER))
    if subsystems:
        return f"Write GetSubsystem({subsystems[0].name}).{said_function(info)}."
    return f"It is a function of {info.class_name}, which nothing here is."


def _subsystem_of(name: str, catalog: Catalog) -> str:
    """The subsystem that is called so; empty when there is none."""
    try:
        info = catalog.find_class(name, _SUBSYSTEM)
    except AssistantError:
        return ""
    return info.name if fold_bare(info.name) == fold_bare(name) else ""


def _is_called(info: FunctionInfo, name: str) -> bool:
    """Whether a function has just that name, in any spelling."""
    return fold_bare(info.name) == fold_bare(name)


def _infos(error: UnknownFunctionError, catalog: Catalog) -> list[FunctionInfo]:
    """The functions that the error names."""
    return [info for short in error.candidates if (info := _info(catalog, short)) is not None]


def _of_class(catalog: Catalog, class_path: str) -> Iterator[FunctionInfo]:
    """What can be called on an object of a class, and the functions of the most used libraries."""
    for path in (*catalog.ancestors(class_path), *catalog.interfaces_of(class_path), *LIBRARIES):
        yield from (info for info in catalog.functions_of(path) if not info.is_internal)


def _alike(name: str, infos: Iterable[FunctionInfo]) -> list[FunctionInfo]:
    """The functions that are spelled most like a name, or have all its words."""
    wanted = set(words_of(name))
    rated = [
        (likeness(name, info.name) + (0.3 if wanted and wanted <= set(words_of(info.name)) else 0.0), info)
        for info in infos
    ]
    best = sorted((pair for pair in rated if pair[0] >= _LIKE), key=lambda pair: (-pair[0], pair[1].path))
    return [info for _, info in best[:_MOST]]


def _info(catalog: Catalog, short_name: str) -> FunctionInfo | None:
    try:
        return catalog.find_function(short_name)
    except AssistantError:
        return None
