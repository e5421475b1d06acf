"""The raw loopback server as a fixture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from providers.wire import Wire, running_wire

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def wire() -> Iterator[Wire]:
    with running_wire() as server:
        yield server
