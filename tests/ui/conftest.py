from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

# Before any test makes the application: these tests need no display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if TYPE_CHECKING:
    from drawn_graphs import GraphBuilder


@pytest.fixture
def builder() -> GraphBuilder:
    from drawn_graphs import GraphBuilder  # noqa: PLC0415 - builds the catalogue

    return GraphBuilder()
