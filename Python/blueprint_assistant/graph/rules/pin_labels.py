"""What the editor shows beside a pin, out of the text value that it keeps. Outside uses label_of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin

__all__ = ["label_of"]

_LAST_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*\)?\s*$')


def label_of(pin: Pin) -> str:
    """The label that a pin has of its own; empty for one that is shown by its name."""
    # NSLOCTEXT("space", "key", "Label"), LOCTEXT and INVTEXT end with the text itself.
    found = _LAST_STRING.search(pin.friendly_name)
    return pin.friendly_name if found is None else found[1].replace('\\"', '"')
