"""All requests, by number. Outside uses REQUESTS and chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from authoring.tuning.chest import CHEST_EDITS
from authoring.tuning.creations import TUNING_CREATIONS
from authoring.tuning.enemy import ENEMY_EDITS
from authoring.tuning.meter import METER_EDITS
from authoring.validation.bridge import BRIDGE_EDITS
from authoring.validation.creations import VALIDATION_CREATIONS
from authoring.validation.runner import RUNNER_EDITS
from authoring.validation.turret import TURRET_EDITS

if TYPE_CHECKING:
    from collections.abc import Collection

    from authoring.asked import AuthoringRequest

__all__ = ["REQUESTS", "chosen"]

REQUESTS: tuple[AuthoringRequest, ...] = (
    *(*TUNING_CREATIONS, *VALIDATION_CREATIONS),
    *(*ENEMY_EDITS, *CHEST_EDITS, *METER_EDITS),
    *(*TURRET_EDITS, *BRIDGE_EDITS, *RUNNER_EDITS),
)


def chosen(
    sets: Collection[str] = (), kinds: Collection[str] = (), numbers: Collection[int] = ()
) -> list[AuthoringRequest]:
    """The requests of these sets, kinds and numbers; an empty choice is all."""
    return [
        item
        for item in REQUESTS
        if (not sets or item.set in sets)
        and (not kinds or item.kind in kinds)
        and (not numbers or item.number in numbers)
    ]
