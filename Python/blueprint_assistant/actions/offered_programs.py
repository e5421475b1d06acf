"""The programs that were refused with every line told as it would be right: sent again, they are written so.

Outside uses OfferedPrograms (`ActionContext.offered`) and Offer. Small models send what was refused once more
as it is; they were told what would be right, so that is what they ask for now. Agent worker thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

__all__ = ["Offer", "OfferedPrograms"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A refused program, and the same with the lines that its writer was told.

    `renamed` are the old and new name of a member instead, where that is all that the program changes.
    """

    refused: str
    corrected: str = ""
    renamed: tuple[str, str] = ("", "")

    @property
    def told(self) -> tuple[str, ...]:
        """The lines that are written in place of what was sent."""
        old, new = self.refused.split("\n"), self.corrected.split("\n")
        changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        spans = ((start, end) for kind, *_, start, end in changes if kind != "equal")
        return tuple(line.strip() for start, end in spans for line in new[start:end] if line.strip())


class OfferedPrograms:
    """The last offer for each Blueprint, until another program is sent for it."""

    def __init__(self) -> None:
        """Nothing is offered yet."""
        self._offers: dict[str, Offer] = {}

    def make(self, path: str, offer: Offer) -> None:
        """Offer the corrected program to whoever sends the refused one again."""
        self._offers[path.lower()] = offer

    def take(self, path: str, code: str) -> Offer | None:
        """What a program is written as that was refused and is sent again; None for any other."""
        offer = self._offers.pop(path.lower(), None)
        return offer if offer is not None and _said(offer.refused) == _said(code) else None


def _said(code: str) -> list[str]:
    """The lines of a program without what says nothing."""
    return [line.rstrip() for line in code.strip("\n").splitlines() if line.strip()]
