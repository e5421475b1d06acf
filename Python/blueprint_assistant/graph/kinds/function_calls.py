"""Which node calls a function of the catalogue. Outside uses call_spec and is_message. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.async_tasks import task_of_function
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.specs import AsyncActionSpec, AsyncTaskSpec

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo

__all__ = ["call_spec", "is_message"]


def call_spec(
    info: FunctionInfo, *, with_tasks: bool = False
) -> CallFunctionSpec | AsyncActionSpec | AsyncTaskSpec:
    """The node that calls a function on what has it; `is_message` says whether an object has.

    `with_tasks` gives a function that starts one of the engine's async tasks that task's own node.
    """
    if info.is_async_factory:
        return AsyncActionSpec(info.path)
    task = task_of_function(info.path) if with_tasks else None
    return CallFunctionSpec(info.path) if task is None else AsyncTaskSpec(task)


def is_message(info: FunctionInfo, class_path: str, catalog: Catalog, *, of_engine: bool) -> bool:
    """Whether the call is a message: the function is of an interface that the class does not implement.

    What implements an interface of the engine is known by its class, and can be called as it is (seen in
    UE 5 exports); `of_engine` makes these calls messages too. Of a Blueprint's interface nothing is known.
    """
    owner = catalog.class_info(info.class_path)
    if owner is None or not owner.is_interface or info.is_static:
        return False
    if info.class_path.startswith("/Script/") and not of_engine:
        return False
    return not catalog.is_child_of(class_path, info.class_path)
