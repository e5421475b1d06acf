"""The offline recipes as a provider: no key, no network, no state. Outside uses `OfflineProvider`.

It speaks like any model that writes its calls as text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.providers.base import ModelInfo, ProviderEvent, Stop, TextDelta, Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.providers.base import CancelToken, CompletionRequest

__all__ = ["OfflineProvider"]

_MODEL = ModelInfo("offline-recipes", "Offline recipes", context_window=1_000_000, takes_tools=False)


@dataclass(frozen=True)
class OfflineProvider:
    """Builds Blueprints from plain English by recipes.

    `pace_s` is the pause between pieces of text, so that a window shows life and Stop is heard.
    """

    pace_s: float = 0.008

    @property
    def name(self) -> str:
        """What the user calls it."""
        return "Offline recipes"

    @property
    def model(self) -> ModelInfo:
        """Recipes, not a model; calls travel as text."""
        return _MODEL

    def stream(self, request: CompletionRequest, cancel: CancelToken) -> Iterator[ProviderEvent]:
        """The next reply to the history, in small pieces. Raises Cancelled, and nothing else."""
        cancel.raise_if_cancelled()
        # The recipes take long to load, and a window is shown before the first request.
        from blueprint_assistant.providers.recipes.replies import next_reply, pieces_of  # noqa: PLC0415

        reply = next_reply(request.messages)
        for piece in pieces_of(reply):
            yield TextDelta(piece)
            cancel.wait(self.pace_s)
        yield Usage(0, 0)
        yield Stop(reply.reason)
