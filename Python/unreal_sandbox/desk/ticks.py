"""Slate and ticker callbacks: called once per tick, re-entered by compile and save.

An exception in a callback is logged and the callback stays registered. Nothing is called while
a package is being written.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CallbackHandle", "Ticks"]

Phase = Literal["pre", "post", "ticker", "shutdown"]


class CallbackHandle:
    """An opaque handle, as the register functions give it."""

    __slots__ = ("phase",)
    __module__ = "unreal"

    def __init__(self, phase: Phase) -> None:
        self.phase = phase


@dataclass
class Ticks:
    """The registered callbacks of one editor. `log_error` gets a traceback as text."""

    log_error: Callable[[str], None]
    callbacks: dict[Phase, dict[CallbackHandle, Callable[..., Any]]] = field(
        default_factory=lambda: {"pre": {}, "post": {}, "ticker": {}, "shutdown": {}}
    )
    depth: int = 0
    nested_count: int = 0
    """How often a tick ran inside another one or inside an editor call."""
    is_suspended: bool = False

    def register(self, phase: Phase, callback: Callable[..., Any]) -> CallbackHandle:
        """Keep a strong reference to a callable until it is unregistered."""
        if not callable(callback):
            raise TypeError(f"Cannot nativize '{type(callback).__name__}' as 'Callable'")
        handle = CallbackHandle(phase)
        self.callbacks[phase][handle] = callback
        return handle

    def unregister(self, phase: Phase, handle: object) -> None:
        """Forget a callback. A foreign handle is a TypeError, an old one is ignored."""
        if not isinstance(handle, CallbackHandle) or handle.phase != phase:
            raise TypeError(f"Cannot nativize '{type(handle).__name__}' as a '{phase}' tick handle")
        self.callbacks[phase].pop(handle, None)

    def run(self, delta_s: float) -> None:
        """One Slate tick. Skipped while a package is being written."""
        if self.is_suspended:
            return
        self.depth += 1
        if self.depth > 1:
            self.nested_count += 1
        try:
            self._call("pre", delta_s)
            if self.depth == 1:  # the core ticker does not run inside an operation
                self._call("ticker", delta_s)
            self._call("post", delta_s)
        finally:
            self.depth -= 1

    def run_nested(self, delta_s: float) -> None:
        """The tick that a progress dialog pumps in the middle of an editor call."""
        if self.is_suspended:
            return
        self.depth += 1
        try:
            self.run(delta_s)
        finally:
            self.depth -= 1

    def run_shutdown(self) -> None:
        """Call the shutdown callbacks, newest registration last, and forget them."""
        self._call("shutdown")
        self.callbacks["shutdown"].clear()

    def _call(self, phase: Phase, *arguments: float) -> None:
        for handle, callback in list(self.callbacks[phase].items()):
            if handle not in self.callbacks[phase]:
                continue  # another callback removed it just now
            try:
                keep = callback(*arguments)
            except Exception:  # noqa: BLE001 - the editor logs whatever a callback raises
                self.log_error(traceback.format_exc())
                continue
            if phase == "ticker" and not keep:
                self.callbacks[phase].pop(handle, None)
