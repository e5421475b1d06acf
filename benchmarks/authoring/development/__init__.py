"""Requests that prompts and readings may be tuned on besides the tuning set.

Outside uses Wish, WISHES and faults_of_wish. A wish is judged by what its Blueprint does afterwards: the same
as after one of its right programs.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from authoring.running.behaviour import Unknown, behaviour_of, differences
from authoring.setups import CRATE, GUARD, LANTERN, Setup, set_up
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from sandbox_project import open_project

if TYPE_CHECKING:
    from authoring.running.behaviour import Trace
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["WISHES", "Wish", "faults_of_wish"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for, of which Blueprint, and programs that do it."""

    number: int
    text: str
    on: Setup
    right: tuple[str, ...]

    @property
    def message(self) -> str:
        """The user's message."""
        return f"In {self.on.name}: {self.text}"


def _read() -> tuple[Wish, ...]:
    known = tomllib.loads((Path(__file__).parent / "requests.toml").read_text(encoding="utf-8"))
    setups = {item.name: item for item in (CRATE, LANTERN, GUARD)}
    setups |= {item["name"]: Setup(**item) for item in known["setup"]}
    return tuple(
        Wish(item["number"], item["text"], setups[item["on"]], tuple(item["right"]))
        for item in known["request"]
    )


WISHES: Final = _read()


def faults_of_wish(wish: Wish, after: Blueprint) -> list[str]:
    """How a Blueprint does something else than after each of the right programs: the nearest of them."""
    found = behaviour_of(after, default_catalog())
    return min((_faults(found, _after(wish.on, code)) for code in wish.right), key=len)


def _faults(found: Trace | Unknown, wanted: Trace | Unknown) -> list[str]:
    unknown = next((item.reason for item in (found, wanted) if isinstance(item, Unknown)), "")
    if isinstance(found, Unknown) or isinstance(wanted, Unknown):
        return [unknown]
    return differences(wanted, found)


def _after(on: Setup, code: str) -> Trace | Unknown:
    """What the Blueprint does once a program was written by who has read all of it. Raises RuntimeError."""
    with open_project() as project:
        set_up(project, on)
        context, registry = project.new_context(), ActionRegistry()
        for graph in project.blueprint(on.path).graphs:
            registry.call("read_graph", {"blueprint": on.path, "graph_name": graph.name}, context)
        result = registry.call("write_graph", {"blueprint": on.path, "code": code}, context)
        if not result.ok:
            raise RuntimeError(f"A right program of {on.name} is refused: {result.text}")
        return behaviour_of(project.blueprint(on.path), default_catalog())
