"""Classes of Blueprints by packages: `/Game/BP_Door` for `/Game/BP_Door.BP_Door_C`. Part of `languages`.

The path says the name twice, with `_C` behind. A name that is a package is always a class; a text that is one
may be an asset, so it is told as a class only where a class is wanted.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["class_of_package", "class_package"]

_TWICE: Final = re.compile(r"(?P<package>/(?!Script/)(?:[^.:]*/)?(?P<name>[^./:]+))\.(?P=name)_C")
_PACKAGE: Final = re.compile(r"/(?!Script/)(?:[^.:]*/)?(?P<name>[^./:]+)")


def class_package(path: str) -> str:
    """The shorter spelling of a class's path; the path itself where there is none."""
    found = _TWICE.fullmatch(path)
    return path if found is None else found["package"]


def class_of_package(text: str) -> str:
    """The path of the class that a package is named for; any other text as it is."""
    found = _PACKAGE.fullmatch(text)
    return text if found is None else f"{text}.{found['name']}_C"
