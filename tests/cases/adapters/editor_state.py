"""What the editor is doing meanwhile: playing, discovering assets, showing a dialog, refusing to save.

Outside uses bring_editor_to, is_editor_state and looked_at.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cases.adapters.members import UnknownMemberError, as_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from unreal_sandbox import SandboxEditor

__all__ = ["bring_editor_to", "is_editor_state", "looked_at"]

_OFF = (False, None, "", 0, "stopped", "none", "no", "editing", "idle", "off")


def _play(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.is_in_pie = value not in _OFF


def _discover(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.is_loading_assets = value not in _OFF


def _show_dialog(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.modal_dialog = "" if value in _OFF else value if isinstance(value, str) else "Message"


def _fail_saves(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.switches.saves_fail = value not in _OFF


def _saves_return(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.switches.saves_fail = value in _OFF


def _lock_files(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.switches.read_only_packages |= {path.partition(".")[0] for path in as_list(value)}


def _speak(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.language = value


def _select(sandbox: SandboxEditor, value: Any) -> None:
    sandbox.selected_assets = as_list(value)


_STATES: tuple[tuple[re.Pattern[str], Callable[[SandboxEditor, Any], None]], ...] = (
    (re.compile(r"(?:is_|in_|game_)*(?:play\w*|pie\b\w*|simulat\w*)"), _play),
    (re.compile(r"(?:is_)?(?:discover\w*|loading_assets|scanning\w*)"), _discover),
    (re.compile(r"(?:modal_)?dialog|modal"), _show_dialog),
    (re.compile(r"saves?_fails?"), _fail_saves),
    (re.compile(r"saves?_returns?"), _saves_return),
    (re.compile(r"read_only(?:_packages|_files)?"), _lock_files),
    (re.compile(r"(?:editor_)?language"), _speak),
    (re.compile(r"selected(?:_assets)?"), _select),
)


def is_editor_state(name: str) -> bool:
    """Whether a member of a case says what the editor is doing."""
    return _setter(name) is not None


def bring_editor_to(sandbox: SandboxEditor, state: Mapping[str, Any]) -> None:
    """Set those members of a state that say what the editor is doing."""
    for name, value in state.items():
        setter = _setter(name)
        if setter is None:
            continue
        if isinstance(value, dict):
            raise UnknownMemberError(f"{name} says more than the sandbox can be: {value}")
        setter(sandbox, value)


@contextmanager
def looked_at(sandbox: SandboxEditor) -> Iterator[None]:
    """Let the editor rest while somebody looks at it: playing, it would let nobody read a Blueprint."""
    state = sandbox.is_in_pie, sandbox.is_loading_assets, sandbox.modal_dialog
    sandbox.is_in_pie, sandbox.is_loading_assets, sandbox.modal_dialog = False, False, ""
    try:
        yield
    finally:
        sandbox.is_in_pie, sandbox.is_loading_assets, sandbox.modal_dialog = state


def _setter(name: str) -> Callable[[SandboxEditor, Any], None] | None:
    return next((setter for pattern, setter in _STATES if pattern.fullmatch(name)), None)
