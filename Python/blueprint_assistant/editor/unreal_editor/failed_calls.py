"""Turns what calls of the engine raise into errors that say what failed and what to do.

Any call may raise, and one that gives None where an object is due ends in an AttributeError a line
later. Outside uses `says_what_failed`, on the methods that the rest of the assistant calls.
"""

from __future__ import annotations

import logging
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from blueprint_assistant.errors import AssistantError, EditorError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["reason_of", "says_what_failed"]

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def reason_of(error: Exception) -> str:
    """An exception in a few words, without a full stop: `RuntimeError: unreal.X failed`."""
    return f"{type(error).__name__}: {error}".rstrip(". ").replace("\n", " ")


def says_what_failed(
    what: str, *, state: str = "Nothing was changed."
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a method raise EditorError for what the engine raises in it.

    `what` goes on from "The editor failed to"; `state` says what holds then.
    """

    def decorate(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return method(*args, **kwargs)
            except AssistantError:
                raise
            except Exception as error:
                _log.exception("The editor failed to %s", what)
                raise EditorError(
                    f"The editor failed to {what} ({reason_of(error)}).",
                    f"{state} Try again; if it fails again, the user should look into the Output Log.",
                ) from error

        return wrapped

    return decorate
