"""What holds for every test."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Generator

# Set before Qt is loaded: without a display a Qt application ends the process.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Graphs are big values, and how fast a busy machine draws them says nothing about the code.
settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape what no encoding knows in captured text: a report is sent between processes."""
    report = yield
    report.sections = [
        (title, text.encode("utf-8", "backslashreplace").decode()) for title, text in report.sections
    ]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what tests have measured: beside servers of others, over real texts; no test fails by a clock."""
    passed = terminalreporter.stats.get("passed", ())
    lines = [value for report in passed for name, value in report.user_properties if name == "measured"]
    if lines:
        terminalreporter.section("measured")
        for line in lines:
            terminalreporter.write_line(line)


_FULL_EVERY = 100
_finished = 0


def pytest_configure() -> None:
    """Collect garbage on this thread only, as the assistant does (`host.collector`).

    A test's windows are garbage for a later test, whose worker threads must not end them.
    """
    gc.disable()


def pytest_runtest_logfinish() -> None:
    """Collect between tests: the young garbage each time, all of it now and then."""
    global _finished  # noqa: PLW0603 - a count of the whole run
    _finished += 1
    gc.collect(2 if _finished % _FULL_EVERY == 0 else 1)
