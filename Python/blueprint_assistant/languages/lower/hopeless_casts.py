"""Refuses to ask an object for a class that it can never be of. Part of `branch_lowering`.

The editor only warns of such a cast: what stands behind it never runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering
    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["HopelessCastError", "refuse_hopeless"]


class HopelessCastError(GraphError):
    """An object is asked for a class that it can never be of."""

    code = "hopeless_cast"

    def __init__(self, given: str, wanted: str, others: Sequence[str]) -> None:
        """`others` are the names of what may be of that class."""
        name = wanted.rpartition(".")[2].removesuffix("_C")
        fix = f"What may be one: {', '.join(others)}." if others else "Ask what may be one, or leave it out."
        super().__init__(f"A {given} is never a {name}.", fix)


def refuse_hopeless(feeder: ExpressionLowering, value: Output, path: str) -> None:
    """Raises HopelessCastError for an object, or a class, that can never be of the class of a path."""
    catalog = feeder.catalog
    if not _is_hopeless(_class_of(feeder, value), path, catalog):
        return
    objects = [(name, _class_of(feeder, output)) for name, output in feeder.scope.outputs()]
    others = [name for name, of in objects if of and not _is_hopeless(of, path, catalog)]
    raise HopelessCastError(_class_of(feeder, value).rpartition(".")[2], path, others)


def _class_of(feeder: ExpressionLowering, output: Output) -> str:
    """The class of an object or class; empty for all else."""
    kind = feeder.type_of(output)
    is_reference = kind.category in ("object", "class", "softclass") and kind.container == "none"
    return kind.subcategory_object.path if is_reference and kind.subcategory_object is not None else ""


def _is_hopeless(given: str, wanted: str, catalog: Catalog) -> bool:
    """Whether nothing can be of both classes.

    Of the engine's own alone: who a project's or plugin's class derives from may be known in part only.
    """
    infos = [default_catalog().class_info(path) for path in (given, wanted)]
    if any(info is None or info.is_interface for info in infos):
        return False
    return not (catalog.is_child_of(given, wanted) or catalog.is_child_of(wanted, given))
