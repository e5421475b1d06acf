"""Loads the assistant while its window is already on screen. Outside uses Opening.

Loading takes many times as long as building the window. It happens on a thread of its own, so that
the window answers meanwhile; what belongs to the game thread is made there when it is over.
"""

from __future__ import annotations

import gc
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.cli.standalone import StandAlone

__all__ = ["Opening"]


class Opening:
    """The loading of the assistant, begun when it is made. All methods on the game thread.

    Until it is over there is no automatic garbage collection: on the loading thread it would end
    Qt objects, which do not survive that (see `host.collector`).
    """

    def __init__(self) -> None:
        """Begin."""
        self._was_collecting = gc.isenabled()
        gc.disable()
        self._stand_alone: type[StandAlone] | None = None
        self._error: BaseException | None = None
        # A daemon: who closes the window meanwhile does not wait for it.
        self._thread = threading.Thread(target=self._load, name="blueprint-assistant-loading", daemon=True)
        self._thread.start()

    def take(self) -> type[StandAlone] | None:
        """What makes the assistant, once it is loaded; None while it is not. Raises what loading raised."""
        if self._thread.is_alive():
            return None
        if self._was_collecting:
            gc.enable()
        if self._error is not None:
            raise self._error
        return self._stand_alone

    def _load(self) -> None:
        try:
            self._stand_alone = _loaded()
        except BaseException as error:  # noqa: BLE001 - raised again on the game thread
            self._error = error


def _loaded() -> type[StandAlone]:
    """Load all that the first turn needs, and the Blueprints that are shown before it."""
    # The whole assistant and what is known of the engine's nodes: see the module.
    from blueprint_assistant.cli.standalone import StandAlone  # noqa: PLC0415
    from blueprint_assistant.ui.appearance import node_appearance  # noqa: F401, PLC0415

    StandAlone.load()
    return StandAlone
