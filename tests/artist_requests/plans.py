"""The artists' requests and the hand-written plan for each, as files. Outside uses read_plans, read_requests.

A plan is one JSON file: the project it starts from, the calls exactly as a model would send them,
the features that the result must have, and what of the request no tool can express. These are the
benchmark's reference solutions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping  # pydantic reads the annotations
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from artist_requests.features import Feature

__all__ = [
    "ArtistRequest",
    "Call",
    "Gap",
    "Plan",
    "Project",
    "StartingBlueprint",
    "read_plans",
    "read_requests",
]

_FOLDER = Path(__file__).parent
_REQUESTS = _FOLDER.parent / "data" / "artist_requests.json"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ArtistRequest(_Part):
    """What an artist asked for. `needs` are the features that an answer has."""

    id: str
    request: str
    needs: tuple[str, ...]
    size: Literal["S", "M", "L", "read", "edit"]
    proof: str
    seen: str


class Call(_Part):
    """One tool call, as a model sends it."""

    tool: str
    arguments: Mapping[str, Any] = {}


class StartingBlueprint(_Part):
    """A Blueprint that is there before; `dispatchers` have names and types of their inputs.

    `widgets` are what the artist has put into the designer, name and class.
    """

    path: str
    parent: str = "Actor"
    dispatchers: Mapping[str, Mapping[str, str]] = {}
    widgets: Mapping[str, str] = {}


class Project(_Part):
    """What is there before the request, compiled and saved.

    `input_actions` are object paths with the kind of their value, `assets` package paths with the
    class (`StaticMesh`, as `/Script/…` path where it is not of Engine), `selected` what is selected
    in the Content Browser.
    """

    blueprints: tuple[StartingBlueprint, ...] = ()
    input_actions: Mapping[str, Literal["bool", "axis1d", "axis2d", "axis3d"]] = {}
    assets: Mapping[str, str] = {}
    selected: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()


class Gap(_Part):
    """Something asked for that the tools cannot express: what, why, and what the artist does instead.

    `need` is the need of the request that it belongs to, empty when it is beside all of them.
    """

    need: str = ""
    what: str
    why: str
    instead: str = ""


class Plan(_Part):
    """The plan for a request. `tick` says why an active Event Tick is right, where a graph has one."""

    id: str
    title: str
    project: Project = Project()
    calls: tuple[Call, ...] = Field(min_length=1)
    expected: tuple[Feature, ...] = Field(min_length=1)
    gaps: tuple[Gap, ...] = ()
    tick: str = ""


def read_requests() -> dict[str, ArtistRequest]:
    """All requests by id."""
    rows = json.loads(_REQUESTS.read_text("utf-8"))
    return {row["id"]: ArtistRequest.model_validate(row) for row in rows}


def read_plans() -> dict[str, Plan]:
    """All plans by id, in order. Raises ValidationError for a file that is none."""
    files = sorted(_FOLDER.glob("A*.json"))
    plans = [Plan.model_validate_json(file.read_text("utf-8")) for file in files]
    return {plan.id: plan for plan in plans}
