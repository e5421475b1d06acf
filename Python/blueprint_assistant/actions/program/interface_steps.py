"""The interfaces that a program says its Blueprint implements: `implements BPI_Use`.

No call of the editor adds one (Unreal 5.8), so the artist is asked to; once it is there, its functions are
written like others. Outside uses the names in `__all__`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.manual.manual_requests import ManualStepRequests
from blueprint_assistant.actions.manual_steps import ManualStep, NotDoneYetError
from blueprint_assistant.actions.names.project_lookup import catalog_with, find_class
from blueprint_assistant.actions.program.declared_members import BadDeclarationError, read_declarations
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.catalog.blueprint_interfaces import is_interface
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.graph.catalog.name_lookup import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.declared_members import Declaration
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["require_implemented", "with_interface_remedies", "with_interfaces"]

_NAMED_SO: Final = re.compile(r"(?:BPI|BI|I)_|.*Interface$|I[A-Z][a-z]")
_MOST_READ: Final = 20


def with_interfaces(context: ActionContext, owner: Blueprint, code: str) -> Blueprint:
    """The Blueprint once the artist has added the interfaces that a program names.

    Where nobody can be asked it is the same, and whoever plans the program says what is missing. Raises
    NotDoneYetError, with nothing changed, and BadDeclarationError with the line.
    """
    if context.artist is None or "implements" not in code.lower():
        return owner
    declared, _ = read_declarations(code)
    missing = _missing(context, owner, declared)
    if not missing:
        return owner
    names = " and ".join(path.rpartition(".")[2].removesuffix("_C") for path in missing)
    sentence = f"In {owner.name}: Class Settings, Implemented Interfaces, Add, choose {names}. Then Compile."
    asking = ManualStepRequests(context, owner)
    why = asking.to_do(
        ManualStep("other", owner.path, "", sentence),
        lambda now: all(_has(now, path) for path in missing),
        lambda _now: sentence,
    )
    if why:
        raise NotDoneYetError(
            f"{why}. No call of the editor adds an interface to a Blueprint. Nothing was changed.",
            f"For the user: {sentence} After that send the same call again.",
        )
    return asking.now


def require_implemented(context: ActionContext, owner: Blueprint, item: Declaration) -> None:
    """Raise BadDeclarationError, with what to do, for an interface that the Blueprint does not have."""
    for path in _missing(context, owner, (item,)):
        name = path.rpartition(".")[2].removesuffix("_C")
        raise BadDeclarationError(
            f"Line {item.line}: {owner.name} does not implement {name}, and no call of the editor adds it.",
            f"The user adds it: {owner.name}, Class Settings, Implemented Interfaces, Add, {name}, Compile. "
            "After that send the same code again.",
        )


def with_interface_remedies(context: ActionContext, faults: Iterable[CodeFault]) -> list[CodeFault]:
    """The faults; those of events and functions that an interface of the project declares say so."""
    return [_with_remedy(context, item) for item in faults]


def _with_remedy(context: ActionContext, fault: CodeFault) -> CodeFault:
    named = re.search(r"'(\w+)'", fault.what)
    if fault.code not in ("unknown_event", "unknown_function") or named is None:
        return fault
    name = named[1]
    for interface in _interfaces(context):
        if any(fold(item.name) == fold(name) for item in functions_of(interface)):
            fix = (
                f"The interface {interface.name} declares it: begin with implements {interface.name}."
                if fault.code == "unknown_event"
                else f"It is a function of the interface {interface.name}: write {interface.name}.{name}, "
                "and in its brackets the object first."
            )
            return replace(fault, fix=fix)
    return fault


def _interfaces(context: ActionContext) -> Iterator[Blueprint]:
    """The interfaces of the project that are called as such usually are."""
    try:
        paths = context.editor.list_blueprints()
        likely = [path for path in paths if _NAMED_SO.match(path.rpartition("/")[2])]
        for path in likely[:_MOST_READ]:
            found = context.editor.read_blueprint(path)
            if is_interface(found):
                yield found
    except EditorError:
        return  # the fault is told without it


def _missing(context: ActionContext, owner: Blueprint, declared: Iterable[Declaration]) -> list[str]:
    """The paths of the interfaces that are said and not there. Raises BadDeclarationError."""
    found: list[str] = []
    for item in declared:
        if item.kind != "implements":
            continue
        path = find_class(context, item.name)
        info = catalog_with(context, path).class_info(path)
        if info is None or not info.is_interface:
            raise BadDeclarationError(
                f"Line {item.line}: {item.name} is no interface.",
                "Make one with create_blueprint, parent_class Interface.",
            )
        if not _has(owner, path):
            found.append(path)
    return found


def _has(owner: Blueprint, path: str) -> bool:
    return any(item.class_path.lower() == path.lower() for item in owner.interfaces)
