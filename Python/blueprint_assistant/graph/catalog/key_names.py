"""What the editor calls the keys of the keyboard, mouse and gamepad, and which of them are axes.

The names are those of the engine's `EKeys`; keys that are not listed are called by their words.
"""

from __future__ import annotations

import re
from typing import Final

from blueprint_assistant.graph.catalog.name_lookup import spaced

__all__ = ["is_axis_key", "key_name"]

_AXES: Final = re.compile(r".+(?:X|Y|2D)|.*Axis|Tilt|RotationRate|Gravity|Acceleration")

_DIGITS: Final = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_NAMES: Final = {
    **{word: str(number) for number, word in enumerate(_DIGITS)},
    **{f"NumPad{word}": f"Num {number}" for number, word in enumerate(_DIGITS)},
    "Multiply": "Num *",
    "Add": "Num +",
    "Subtract": "Num -",
    "Decimal": "Num .",
    "Divide": "Num /",
    "Semicolon": ";",
    "Equals": "=",
    "Comma": ",",
    "Underscore": "_",
    "Hyphen": "-",
    "Period": ".",
    "Slash": "/",
    "Tilde": "`",
    "LeftBracket": "[",
    "Backslash": "\\",
    "RightBracket": "]",
    "Apostrophe": "'",
    "Ampersand": "&",
    "Asterix": "*",
    "Caret": "^",
    "Colon": ":",
    "Dollar": "$",
    "Exclamation": "!",
    "LeftParantheses": "(",
    "RightParantheses": ")",
    "Quote": '"',
    "Section": "§",
    "A_AccentGrave": "à",
    "C_Cedille": "ç",
    "E_AccentAigu": "é",
    "E_AccentGrave": "è",
    **{f"F{number}": f"F{number}" for number in range(1, 13)},
    "BackSpace": "Backspace",
    "LeftControl": "Left Ctrl",
    "RightControl": "Right Ctrl",
    "LeftCommand": "Left Cmd",
    "RightCommand": "Right Cmd",
    "MouseScrollUp": "Mouse Wheel Up",
    "MouseScrollDown": "Mouse Wheel Down",
    "Mouse2D": "Mouse XY 2D-Axis",
    "ThumbMouseButton2": "Thumb Mouse Button 2",
    "Gamepad_LeftX": "Gamepad Left Thumbstick X-Axis",
    "Gamepad_LeftY": "Gamepad Left Thumbstick Y-Axis",
    "Gamepad_RightX": "Gamepad Right Thumbstick X-Axis",
    "Gamepad_RightY": "Gamepad Right Thumbstick Y-Axis",
    "Gamepad_Left2D": "Gamepad Left Thumbstick 2D-Axis",
    "Gamepad_Right2D": "Gamepad Right Thumbstick 2D-Axis",
    "Gamepad_LeftTriggerAxis": "Gamepad Left Trigger Axis",
    "Gamepad_RightTriggerAxis": "Gamepad Right Trigger Axis",
}


def key_name(key: str) -> str:
    """The name of a key by its `FKey` name: `9` for `Nine`, `Space Bar` for `SpaceBar`."""
    return _NAMES.get(key) or spaced(key.replace("_", " "))


def is_axis_key(key: str) -> bool:
    """Whether a key has a value instead of a press: its nodes are others."""
    return _AXES.fullmatch(key) is not None
