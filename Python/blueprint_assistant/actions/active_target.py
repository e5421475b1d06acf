"""What the tools of the BlueCode protocol work on when a call does not say it. Outside uses ActiveTarget.

Asset, then component or widget, then function (BC-010): each is looked up anew when it is used, so that
what the user renamed or deleted meanwhile is an error and not another target. Agent worker thread only.
"""

from __future__ import annotations

__all__ = ["ActiveTarget"]


class ActiveTarget:
    """The active asset, component and function of a conversation, as texts; empty for none."""

    def __init__(self) -> None:
        """Nothing is active yet."""
        self.asset = ""
        self.component = ""
        self.function = ""
        self.cursor = ""
        """The node behind which the older tool add_step puts the next one; empty for the end."""

    def choose(self, asset: str, component: str = "", function: str = "") -> None:
        """Make these the active ones. A wider scope that is another one ends the narrower ones."""
        self.asset, self.component, self.function = asset, component, function
        self.cursor = ""

    def clear(self) -> None:
        """Forget all."""
        self.choose("")
