"""The folder of real Blueprint texts, which are other people's and no part of the project.

BLUEPRINT_CORPUS names it: `t3d` in it holds copied nodes, `exports` exported assets. Tests that
read it carry `needs_corpus`, or take the fixture `corpus`, and are skipped visibly without it. Reading
all of it takes long: they belong to the deep tier.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CORPUS", "needs_corpus"]

CORPUS = Path(os.environ.get("BLUEPRINT_CORPUS") or "no folder named by BLUEPRINT_CORPUS")
_skipped_without = pytest.mark.skipif(
    not (CORPUS / "t3d").is_dir(), reason="BLUEPRINT_CORPUS names no folder of real Blueprint texts"
)
_Test = TypeVar("_Test", bound="Callable[..., Any]")


def needs_corpus(test: _Test) -> _Test:
    """Mark a test that reads the corpus."""
    return deep(_skipped_without(test))
