"""The tool get_class_functions: what can be called on a class, the engine's or a Blueprint."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_with, find_class
from blueprint_assistant.actions.receipts.function_text import call_text, signature_text
from blueprint_assistant.actions.receipts.node_text import class_name
from blueprint_assistant.graph.catalog.callables import declared_callables
from blueprint_assistant.graph.catalog.name_lookup import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo

__all__ = ["GetClassFunctions", "RowLimit"]

_MAX_ROWS = 100


def _row_limit(value: Any) -> Any:
    """Between 1 and 100, whatever number is sent."""
    try:
        number = round(float(value))
    except (TypeError, ValueError, OverflowError):
        return value
    return min(max(number, 1), _MAX_ROWS)


RowLimit = Annotated[int, BeforeValidator(_row_limit)]
"""How many rows a list may have."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One function: the names it may be found by, and its line."""

    names: tuple[str, ...]
    text: str


class GetClassFunctions(Action):
    """List the functions that can be called on a class, with parameters and results."""

    tool_name: ClassVar[str] = "get_class_functions"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {
        "class": "class_name",
        "blueprint": "class_name",
        "target_class": "class_name",
        "name": "class_name",
        "filter": "name_filter",
        "search": "name_filter",
        "query": "name_filter",
        "inherited": "include_inherited",
        "limit": "max_results",
        "max": "max_results",
    }
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "for a Blueprint's own functions: no game running in the editor"
    limits: ClassVar[str] = (
        "Classes of the engine and its plugins are looked up in packaged facts about UE 5.6 to 5.8, "
        "Blueprints in the project; C++ classes of the project itself are not known."
    )

    class_name: str = Field(min_length=1, description="class or Blueprint, e.g. CharacterMovementComponent")
    name_filter: str = Field(default="", description="part of the function's name")
    include_inherited: bool = Field(default=False, description="true adds those of the parent classes")
    max_results: RowLimit = Field(default=30, description="most functions to list")

    def run(self, context: ActionContext) -> ActionResult:
        """List them by class, nearest first; deprecated and internal ones are left out."""
        path = find_class(context, self.class_name)
        catalog = catalog_with(context, path)
        chain = catalog.ancestors(path)
        own = _filtered(context, catalog, chain[:1], self.name_filter)
        rows = own
        if self.include_inherited:
            rows = own + _filtered(
                context, catalog, (*chain[1:], *catalog.interfaces_of(path)), self.name_filter
            )
        wanted = f" with '{self.name_filter}' in the name" if self.name_filter else ""
        scope = f"{class_name(path)}{' and its parents' if self.include_inherited else ''}"
        if not rows:
            return ActionResult(
                ok=True, text=f"{scope}: no functions{wanted}.{self._hint(context, catalog, chain)}"
            )
        lines = [f"{scope}: {len(rows)} functions{wanted}", *(row.text for row in rows[: self.max_results])]
        more = len(rows) - self.max_results
        lines += [f"… and {more} more: narrow it with name_filter"] if more > 0 else []
        return ActionResult(ok=True, text="\n".join(lines))

    def _hint(self, context: ActionContext, catalog: Catalog, chain: tuple[str, ...]) -> str:
        """What the parents have, when the class itself has nothing."""
        if self.include_inherited:
            return " Use find_nodes to search all classes."
        count = len(_filtered(context, catalog, chain[1:], self.name_filter))
        return f" Its parent classes have {count}: set include_inherited." if count else " Use find_nodes."


def _filtered(
    context: ActionContext, catalog: Catalog, chain: tuple[str, ...], name_filter: str
) -> list[_Row]:
    wanted = fold(name_filter)
    rows: dict[str, _Row] = {}
    for path in chain:
        for row in _rows(context, catalog, path):
            if any(wanted in fold(name) for name in row.names):
                rows.setdefault(row.names[0].lower(), row)  # an override hides what it overrides
    return list(rows.values())


def _rows(context: ActionContext, catalog: Catalog, class_path: str) -> Iterator[_Row]:
    if class_path.startswith("/Script/"):
        found = [info for info in catalog.functions_of(class_path) if _is_offered(info)]
        for info in sorted(found, key=lambda item: item.name.removeprefix("K2_").lower()):
            yield _Row((info.name, info.display), _native_line(info))
        return
    blueprint = context.editor.read_blueprint(class_path.partition(".")[0])
    for function in declared_callables(blueprint):
        text = f"{function.name}{signature_text(function.inputs, function.outputs)}"
        yield _Row((function.name,), f"{text} [pure]" if function.is_pure else text)


def _is_offered(info: FunctionInfo) -> bool:
    return not (info.is_internal or info.is_deprecated)


def _native_line(info: FunctionInfo) -> str:
    marks = [
        name
        for name, is_set in (
            ("pure", info.is_pure),
            ("static", info.is_static),
            ("latent", info.is_latent),
            ("async", info.is_async_factory),
        )
        if is_set
    ]
    text = f"{info.name}{call_text(info.parameters, info.hidden_pins)}"
    return f"{text} [{', '.join(marks)}]" if marks else text
