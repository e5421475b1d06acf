"""Functions that a program binds to delegates of the engine, and what these give them.

Outside uses BoundFunctions. A delegate of the engine may give a float of single precision, which no word of a
declaration is: a new function gets the types of the delegate that it is bound to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.statement_faults import CodeFault, not_written
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.model.blueprint import Parameter
from blueprint_assistant.languages.ast.blocks import entry_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import Bind, Call, Handler, Identifier, Member
from blueprint_assistant.languages.ast.type_names import TypeNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from blueprint_assistant.graph.catalog.catalog_entries import DelegateInfo
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Expression

__all__ = ["BoundFunctions"]


class BoundFunctions:
    """What delegates of the engine give to the functions that the entries of a program bind to them."""

    def __init__(self, entries: Iterable[Entry], owner: Blueprint, catalog: Catalog) -> None:
        """Look for all that is bound; what its object is of is known of members and of calls."""
        self._catalog = catalog
        self._found: dict[str, tuple[Bind, DelegateInfo]] = {}
        own = {item.name.lower() for item in owner.variables}
        for statement in walk_blocks(block for entry in entries for block in entry_blocks(entry)):
            if not isinstance(statement, Bind) or not isinstance(statement.handler, Handler):
                continue
            target = statement.dispatcher
            of = target.of if isinstance(target, Member) and target.of != Identifier("self") else None
            if statement.handler.kind != "delegate" or (of is None and target.name.lower() in own):
                continue
            path = owner.parent_class if of is None else _class_of(of, owner, catalog)
            info = self._delegate(path, target.name)
            if info is not None:
                self._found.setdefault(statement.handler.name.lower(), (statement, info))

    def typed(self, function: str, parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
        """The parameters with the delegate's numbers, where a function is bound to one."""
        wanted = self.given(function)
        if len(wanted) != len(parameters):
            return tuple(parameters)
        pairs = zip(parameters, wanted, strict=True)
        return tuple(
            Parameter(own.name, other) if own.type.category == other.category == "real" else own
            for own, other in pairs
        )

    def given(self, function: str) -> tuple[PinType, ...]:
        """The types of what the delegate gives that a function is bound to; nothing for others."""
        found = self._found.get(function.lower())
        return () if found is None else tuple(item.type for item in found[1].parameters)

    def check(self, owner: Blueprint, code: str) -> None:
        """Raises NotWrittenError for functions that do not take what their delegates give."""
        faults = [*self._faults(owner)]
        if faults:
            raise not_written(faults, code)

    def _faults(self, owner: Blueprint) -> Iterator[CodeFault]:
        for statement, info in self._found.values():
            handler = statement.handler
            graph = owner.find_graph(handler.name) if isinstance(handler, Handler) else None
            declared = None if graph is None else function_of(graph, owner.path)
            if declared is None or graph is None:
                continue
            own = [_kind(item.type) for item in declared.inputs]
            if own == [_kind(item.type) for item in info.parameters] and not declared.outputs:
                continue
            names = TypeNames(self._catalog)
            shown = ", ".join(f"{item.name}: {_said(item.type, names)}" for item in info.parameters)
            place = statement.place
            yield CodeFault(
                "pin_type_mismatch",
                f"{graph.name} does not take what {info.name} gives.",
                f"Write func {graph.name}({shown}): or, where it is there already, under a new name.",
                place.line,
                place.column,
            )

    def _delegate(self, path: str, name: str) -> DelegateInfo | None:
        """The delegate of a class; of an unknown one that which is the same wherever it is called so."""
        if path:
            return self._catalog.delegate(path, name)
        every = [item for kind in self._catalog.classes for item in self._own(kind.path) if item.name == name]
        kinds = {tuple(_kind(item.type) for item in info.parameters) for info in every}
        return every[0] if len(kinds) == 1 else None

    def _own(self, path: str) -> Iterator[DelegateInfo]:
        return (item for item in self._catalog.delegates_of(path) if item.class_path == path)


def _class_of(value: Expression, owner: Blueprint, catalog: Catalog) -> str:
    """The class of the object that a value gives, as far as it can be told before anything is built."""
    if isinstance(value, Identifier):
        component = next((item for item in owner.components if item.name.lower() == value.name.lower()), None)
        if component is not None:
            return component.class_path
        kinds = (item.type for item in owner.variables if item.name.lower() == value.name.lower())
        return _path(next(kinds, None))
    if isinstance(value, Call) and isinstance(value.callee, Identifier):
        try:
            info = catalog.find_function(value.callee.name, owner.parent_class)
        except AssistantError:
            return ""
        return _path(next((item.type for item in info.parameters if item.direction == "return"), None))
    return ""


def _path(kind: PinType | None) -> str:
    if kind is None or kind.subcategory_object is None or kind.category != "object":
        return ""
    return kind.subcategory_object.path


def _kind(kind: PinType) -> tuple[object, ...]:
    """What has to be the same of an input and of what a delegate gives."""
    ref = kind.subcategory_object
    number = kind.subcategory if kind.category == "real" else ""
    return kind.category, number, "" if ref is None else ref.path.lower(), kind.container


def _said(kind: PinType, names: TypeNames) -> str:
    is_single = kind.category == "real" and kind.subcategory == "float" and kind.container == "none"
    return "float32" if is_single else names.of(kind)
