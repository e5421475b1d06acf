"""What holds for every test."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

import tiers

if TYPE_CHECKING:
    from collections.abc import Generator

# Set before Qt is loaded: without a display a Qt application ends the process.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The suite starts the program again and again, and several processes run it: what one has compiled is kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Graphs are big values, and how fast a busy machine draws them says nothing about the code.
settings.register_profile("deep", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# What everybody runs is the same each time; the deep tier looks for new examples.
settings.register_profile(
    "quick", settings.get_profile("deep"), max_examples=tiers.examples(), derandomize=True
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the two tiers (`tiers`)."""
    group = parser.getgroup("tiers")
    group.addoption("--deep", action="store_true", help="run the whole suite, not only its first tier")
    group.addoption("--shard", metavar="K/N", help="run part K of N of the whole suite")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the tier or the shard does not hold; what was asked for by name or mark is run."""
    shard = config.getoption("--shard")
    if shard:
        kept = [item for item in items if tiers.is_in_shard(item.nodeid, shard)]
    elif tiers.is_deep() or config.getoption("markexpr") or any("::" in argument for argument in config.args):
        return
    else:
        kept = [
            item
            for item in items
            if not any(item.iter_markers("deep")) and not any(item.iter_markers("model"))
        ]
    left = set(items) - set(kept)
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape what no encoding knows in captured text: a report is sent between processes."""
    report = yield
    report.sections = [
        (title, text.encode("utf-8", "backslashreplace").decode()) for title, text in report.sections
    ]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show how far a run came that was cut short, and what tests have measured.

    They measure beside servers of others and over real texts; no test fails by a clock.
    """
    chosen = 0 if config.option.collectonly else terminalreporter._session.testscollected
    if _finished < chosen:
        terminalreporter.section("cut short")
        terminalreporter.write_line(f"{_finished} of {chosen} tests were run.")
    passed = terminalreporter.stats.get("passed", ())
    lines = [value for report in passed for name, value in report.user_properties if name == "measured"]
    if lines:
        terminalreporter.section("measured")
        for line in lines:
            terminalreporter.write_line(line)


_FULL_EVERY = 400
_FIRST_FULL = (1, 10, 30)
"""The first tests import most of what is not imported yet."""
_finished = 0
_aside = pytest.MonkeyPatch()


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tier, and collect garbage on this thread only, as the assistant does (`host.collector`).

    A test's windows are garbage for a later test, whose worker threads must not end them.
    """
    shard = config.getoption("--shard")
    if shard:
        tiers.parts_of(shard)
    tiers.start(is_deep=bool(shard or config.getoption("--deep")))
    settings.load_profile("deep" if tiers.is_deep() else "quick")
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what the tests are made of out of the collections: an assistant that ends makes a full one."""
    _set_aside()


def pytest_runtest_logfinish() -> None:
    """Collect between tests: the young garbage each time, all of it now and then."""
    global _finished  # noqa: PLW0603 - a count of the whole run
    _finished += 1
    if _finished % _FULL_EVERY == 0 or _finished in _FIRST_FULL:
        _put_back()
        _set_aside()
    else:
        gc.collect(1)


@pytest.fixture
def whole_heap() -> Generator[None]:
    """Nothing is left out of the collections, and what a test leaves out and puts back is its own affair."""
    _put_back()
    yield
    _set_aside()


def _set_aside() -> None:
    """Leave what is there now out of the collections to come.

    An assistant does the same in each turn, and would put all of it back at the turn's end: it may not.
    """
    gc.collect()
    gc.freeze()
    _aside.setattr(gc, "freeze", _do_nothing)
    _aside.setattr(gc, "unfreeze", _do_nothing)


def _put_back() -> None:
    _aside.undo()
    gc.unfreeze()


def _do_nothing() -> None:
    pass
