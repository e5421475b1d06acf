"""The folder of real Blueprint texts, which are other people's and no part of the project.

BLUEPRINT_CORPUS names it: `t3d` in it holds copied nodes, `exports` exported assets. Tests that
read it carry `needs_corpus`, or take the fixture `corpus`, and are skipped visibly without it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

__all__ = ["CORPUS", "needs_corpus"]

CORPUS = Path(os.environ.get("BLUEPRINT_CORPUS") or "no folder named by BLUEPRINT_CORPUS")
needs_corpus = pytest.mark.skipif(
    not (CORPUS / "t3d").is_dir(), reason="BLUEPRINT_CORPUS names no folder of real Blueprint texts"
)
