"""Colours as artists know them from the Blueprint editor. Plain `#rrggbb` text, no Qt.

Pin colours are the editor's default graph settings of UE 5 (linear values there, converted to
sRGB here). Header colours are what the editor shows after it has laid its header texture over
the setting. Greys are those of the UE 5 Slate theme.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType, TerminalType

__all__ = ["HEADERS", "SLATE", "dimmed", "from_linear", "pin_color", "value_color"]


def from_linear(red: float, green: float, blue: float) -> str:
    """The sRGB `#rrggbb` of Unreal's linear colour components (0 to 1, clamped)."""
    return "#" + "".join(f"{_srgb_byte(part):02x}" for part in (red, green, blue))


def _srgb_byte(linear: float) -> int:
    clamped = min(max(linear, 0.0), 1.0)
    encoded = 12.92 * clamped if clamped <= 0.0031308 else 1.055 * clamped ** (1 / 2.4) - 0.055  # noqa: PLR2004 - the sRGB curve
    return round(encoded * 255)


_BY_CATEGORY: Final = {
    "exec": from_linear(1.0, 1.0, 1.0),
    "bool": from_linear(0.3, 0.0, 0.0),
    "byte": from_linear(0.0, 0.16, 0.13127),
    "enum": from_linear(0.0, 0.16, 0.13127),
    "int": from_linear(0.013575, 0.77, 0.429609),
    "int64": from_linear(0.413575, 0.77, 0.429609),
    # UE 5 draws every real pin in the darker green; the bright one is UE 4's float.
    "real": from_linear(0.039216, 0.666667, 0.0),
    "float": from_linear(0.357667, 1.0, 0.06),
    "name": from_linear(0.607717, 0.224984, 1.0),
    "string": from_linear(1.0, 0.0, 0.660537),
    "text": from_linear(0.8, 0.2, 0.4),
    "struct": from_linear(0.0, 0.1, 0.6),
    "object": from_linear(0.0, 0.4, 0.91),
    "fieldpath": from_linear(0.0, 0.4, 0.91),
    "interface": from_linear(0.8784, 1.0, 0.4),
    "softobject": from_linear(0.3, 1.0, 1.0),
    "softclass": from_linear(1.0, 0.3, 1.0),
    "class": from_linear(0.1, 0.0, 0.5),
    "delegate": from_linear(1.0, 0.04, 0.04),
    "mcdelegate": from_linear(1.0, 0.04, 0.04),
    "wildcard": from_linear(0.22, 0.1958, 0.1958),
}
_BY_STRUCT: Final = {
    "Vector": from_linear(1.0, 0.591255, 0.016512),
    "Vector3f": from_linear(1.0, 0.591255, 0.016512),
    "Rotator": from_linear(0.353393, 0.454175, 1.0),
    "Transform": from_linear(1.0, 0.172585, 0.0),
}
_OTHER: Final = from_linear(0.75, 0.6, 0.4)

HEADERS: Final = {
    "event": "#972120",
    "function": "#547a9c",
    "pure": "#5f815a",
    "parent": "#9a4a10",
    "terminator": "#7e1c96",
    "flow": "#8c8c8c",
    "macro": "#8c8c8c",
    "switch": "#848c26",
    "cast": "#2e686a",
    "timeline": "#947418",
    "struct": "#205080",
    "other": "#3f5a78",
}
"""Header colour by kind of node."""

SLATE: Final = {
    "background": "#151515",
    "recessed": "#1a1a1a",
    "panel": "#242424",
    "header": "#2f2f2f",
    "input": "#0f0f0f",
    "outline": "#383838",
    "hover": "#575757",
    "foreground": "#c0c0c0",
    "bright": "#ffffff",
    "muted": "#808080",
    "accent": "#0070e0",
    "accent_hover": "#0e86ff",
    "accent_pressed": "#0050a0",
    "accent_text": "#26bbff",
    "green": "#8bc24a",
    "yellow": "#ffb800",
    "red": "#ef3535",
    "grid": "#262626",
    "grid_minor": "#323232",
    "grid_major": "#161616",
    "grid_axis": "#000000",
}
"""Greys and signal colours of the editor's theme; `accent` is the one accent."""


def pin_color(pin_type: PinType) -> str:
    """The colour of a pin and of its links. A map's key decides, as in the editor."""
    return _color(pin_type)


def value_color(pin_type: PinType) -> str:
    """The colour of a map's values; the pin's own colour for everything else."""
    if pin_type.container == "map" and pin_type.value is not None:
        return _color(pin_type.value)
    return _color(pin_type)


def _color(kind: PinType | TerminalType) -> str:
    # Unreal's names ignore letter case; some texts write `Delegate`.
    if kind.category == "struct" and kind.subcategory_object is not None:
        return _BY_STRUCT.get(kind.subcategory_object.name, _BY_CATEGORY["struct"])
    return _BY_CATEGORY.get(kind.category.lower(), _OTHER)


def dimmed(color: str, share: float = 0.6) -> str:
    """A colour as the editor's header texture shows it: darker by `share`."""
    parts = (int(color[index : index + 2], 16) for index in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(part * share) + 10):02x}" for part in parts)
