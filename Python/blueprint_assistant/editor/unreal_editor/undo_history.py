"""Goes back and forth in the editor's undo history, as long as what comes of it is what was ours.

No call tells whose the newest transaction is (API notes 10), so the state is read after a step, and all
steps are undone in turn when it is not the one that was left before ours. Game thread only.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import unreal

from blueprint_assistant.editor.revert.turn_recorder import content_of, without_defaults
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint, read_blueprint
from blueprint_assistant.editor.unreal_editor.member_undo import restore_defaults
from blueprint_assistant.editor.unreal_editor.template_properties import with_same_properties

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from blueprint_assistant.editor.revert.reversal import HistoryWay
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = [
    "closed_windows",
    "go_in_history",
    "insist",
    "is_in_state",
    "is_or_reaches",
    "reach_state",
    "read_like",
    "undo_newest",
]

_log = logging.getLogger(__name__)

T = TypeVar("T")

_ATTEMPTS = 3
_ALWAYS_CHECKED = 3
_MOST_CHECKS = 20
"""Reading a large Blueprint takes as long as a step: in a long way only some steps are looked at, for their
number tells that no other transaction was among them."""
_OPPOSITE = {"UNDO": "REDO", "REDO": "UNDO"}


def go_in_history(way: HistoryWay) -> bool:
    """Go the whole way; whether that worked. When it did not, every step was undone in turn.

    Raises what a call raises; then the steps were undone in turn as well, as far as that was possible.
    """
    done = 0
    readable = _Readable()
    try:
        for number, pairs in enumerate(way.expected):
            _command(way.command)
            done += 1
            readable.follow(pairs)
            is_checked = _is_checked(number, len(way.expected))
            if is_checked and not all(_has_come_to(before, after, readable) for before, after in pairs):
                break
        else:
            return True
    except Exception:
        _turn_back(way, done)
        raise
    _turn_back(way, done)
    return False


def _turn_back(way: HistoryWay, count: int) -> None:
    for _ in range(count):
        insist(lambda: _command(_OPPOSITE[way.command]))


def undo_newest(states: list[Blueprint]) -> None:
    """Undo the newest transaction where it led away from these states; again when it was not ours."""
    away = [state for state in states if not insist(partial(is_in_state, state))]
    if not away:
        return
    insist(lambda: _command("UNDO"))
    back = [state for state in states if insist(partial(is_or_reaches, state))]
    if not any(state in back for state in away):
        insist(lambda: _command("REDO"))


def is_or_reaches(state: Blueprint) -> bool:
    """Whether a Blueprint is in a state, or comes to it by a compile."""
    return is_in_state(state) or reach_state(state)


def insist(call: Callable[[], T]) -> T:
    """Make a call that must not fail now, a few times if need be. Raises what it raises last."""
    for _ in range(_ATTEMPTS - 1):
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - any call of the engine may fail; the next attempt goes on
            _log.warning("Tried again: %s", error, exc_info=error)
    return call()


def _command(name: str) -> None:
    unreal.SystemLibrary.execute_console_command(None, f"TRANSACTION {name}")


def _is_checked(number: int, count: int) -> bool:
    stride = max(1, count // _MOST_CHECKS)
    return number < _ALWAYS_CHECKED or number == count - 1 or number % stride == 0


class _Readable:
    """Which variables have been there all the way: of the others the class has no default to be read.

    A default belongs to the compiled class, and history brings back no compile.
    """

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str]] = {}

    def follow(self, pairs: tuple[tuple[Blueprint, Blueprint], ...]) -> None:
        """Go one step on."""
        for before, after in pairs:
            known = self._names.get(before.path, frozenset(item.name for item in before.variables))
            self._names[before.path] = known & {item.name for item in after.variables}

    def changed(self, before: Blueprint, after: Blueprint) -> dict[str, str]:
        """The defaults that a step changed and that can be read."""
        old = {item.name: item.default for item in before.variables}
        return {
            item.name: item.default
            for item in after.variables
            if item.name in self._names[before.path] and item.default != old.get(item.name)
        }


def _has_come_to(before: Blueprint, after: Blueprint, readable: _Readable) -> bool:
    """Whether a step led to the state that it should, as far as that can be seen."""
    now = read_like(after)
    if without_defaults(now) != without_defaults(after):
        return False
    changed = readable.changed(before, after)
    if without_defaults(before) != without_defaults(after) or _holds(now, changed):
        return True
    unreal.BlueprintEditorLibrary.compile_blueprint(load_blueprint(after.path))
    return _holds(read_like(after), changed)


def _holds(now: Blueprint, defaults: Mapping[str, str]) -> bool:
    present = {item.name: item.default for item in now.variables}
    return all(present.get(name) == default for name, default in defaults.items())


# --- states --------------------------------------------------------------------------------------


def read_like(state: Blueprint) -> Blueprint:
    """The Blueprint as it is now, with the component properties that a state has."""
    return with_same_properties(read_blueprint(state.path), load_blueprint(state.path), state)


def is_in_state(state: Blueprint) -> bool:
    """Whether the Blueprint is in all what a state says, but for the compile."""
    return content_of(read_like(state)) == content_of(state)


def reach_state(state: Blueprint) -> bool:
    """Compile after a way through history, and set what defaults it left out; whether all is as it should."""
    unreal.BlueprintEditorLibrary.compile_blueprint(load_blueprint(state.path))
    if is_in_state(state):
        return True
    restore_defaults(state, read_like(state))
    return is_in_state(state)


@contextmanager
def closed_windows(paths: Iterable[str]) -> Iterator[None]:
    """Close the windows of assets for a while: undo under an open one may crash (field notes 8)."""
    windows = unreal.get_editor_subsystem(unreal.AssetEditorSubsystem)
    opened: list[Any] = []
    for path in paths:
        asset = load_blueprint(path)
        if windows.close_all_editors_for_asset(asset):
            opened.append(path)
    try:
        yield
    finally:
        for path in opened:
            _open_again(windows, path)


def _open_again(windows: Any, path: str) -> None:
    try:
        insist(lambda: windows.open_editor_for_assets([load_blueprint(path)]))
    except Exception as error:  # noqa: BLE001 - a window that stays shut is no reason to give up a revert
        _log.warning("The window of %s stays closed: %s", path, error, exc_info=error)
