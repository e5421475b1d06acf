"""The buttons of the cards over the composer. Outside uses `card_button`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

__all__ = ["card_button"]


def card_button(text: str, tip: str, parent: QWidget) -> QPushButton:
    """A button that says what it does to who points at it and to who cannot see it; Enter presses none."""
    button = QPushButton(text, parent)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setAutoDefault(False)
    return button
