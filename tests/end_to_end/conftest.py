"""What the tests of the whole program start from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from end_to_end.program import Program, clean_environment

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program, in a folder and with a home of its own."""
    return Program(tmp_path, clean_environment(tmp_path / "home"))
