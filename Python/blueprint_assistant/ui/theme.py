"""The look of Unreal's editor for our own top-level widgets. Never touches the application."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QStyleFactory

from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.fonts import editor_font

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

__all__ = ["apply_theme", "palette", "style_sheet"]

_SHEET: Final = """
QWidget {{ color: {foreground}; }}
QWidget#window, QWidget#chat_panel, QWidget#graph_panel {{ background: {panel}; }}
QToolTip {{
    color: {foreground}; background: {header}; border: 1px solid {outline}; padding: 4px 6px;
}}
QFrame#header_bar {{ background: {header}; border: none; border-bottom: 1px solid {background}; }}
QFrame#status_bar {{ background: {background}; border: none; }}
QFrame#hand_card {{
    background: {header}; border: none; border-left: 3px solid {accent}; border-top: 1px solid {background};
}}
QFrame#revert_card {{ background: {header}; border: none; border-top: 1px solid {background}; }}
QFrame#revert_card QPlainTextEdit {{
    background: {background}; color: {foreground}; border: none; border-radius: 4px; padding: 4px;
}}
QFrame#composer {{ background: {panel}; border: none; }}
QLabel {{ background: transparent; }}
QLabel[role="title"] {{ color: {bright}; font-weight: bold; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="chip"] {{
    border-radius: 8px; padding: 1px 8px; background: {recessed}; color: {foreground};
}}
QPlainTextEdit#message_box {{
    background: {input}; color: {bright}; border: 1px solid {outline}; border-radius: 4px;
    padding: 4px 6px; selection-background-color: {accent};
}}
QPlainTextEdit#message_box:focus {{ border-color: {accent}; }}
QPushButton, QToolButton {{
    background: {outline}; color: {foreground}; border: 1px solid {outline};
    border-radius: 4px; padding: 5px 12px;
}}
QToolButton {{ padding: 4px 8px; }}
QPushButton:hover, QToolButton:hover {{ background: {hover}; color: {bright}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {recessed}; }}
QPushButton:focus, QToolButton:focus {{ border-color: {accent_hover}; }}
QPushButton:disabled, QToolButton:disabled {{
    background: {header}; color: #5c5c5c; border-color: {header};
}}
QPushButton#send_button {{
    background: {accent}; border-color: {accent}; color: {bright}; font-weight: bold;
}}
QPushButton#send_button:hover {{ background: {accent_hover}; }}
QPushButton#send_button:pressed {{ background: {accent_pressed}; }}
QPushButton#send_button:focus {{ border-color: {bright}; }}
QPushButton#send_button:disabled {{ background: {header}; border-color: {header}; color: #5c5c5c; }}
QPushButton#stop_button {{
    background: #7a1f1f; border-color: #7a1f1f; color: {bright}; font-weight: bold;
}}
QPushButton#stop_button:hover {{ background: #9a2a2a; }}
QPushButton#stop_button:focus {{ border-color: {bright}; }}
QPushButton[role="example"] {{
    background: {recessed}; border: 1px solid {outline}; border-radius: 6px; text-align: left;
    padding: 10px 14px; color: {foreground};
}}
QPushButton[role="example"]:hover {{ background: {header}; border-color: {accent}; color: {bright}; }}
QPushButton[role="example"]:focus {{ border-color: {accent_hover}; }}
QAbstractItemView#transcript {{ background: {recessed}; border: none; }}
QSplitter::handle {{ background: {background}; }}
QSplitter::handle:hover {{ background: {accent}; }}
QTabWidget::pane {{ border: none; background: {grid}; }}
QTabBar {{ background: {background}; }}
QTabBar::tab {{
    background: {background}; color: {muted}; padding: 6px 14px; border: none;
    border-top: 2px solid transparent; margin-right: 1px;
}}
QTabBar::tab:selected {{ background: {header}; color: {bright}; border-top-color: {accent}; }}
QTabBar::tab:hover:!selected {{ color: {foreground}; background: {recessed}; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{
    background: {hover}; border-radius: 4px; min-height: 28px; min-width: 28px; margin: 1px;
}}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QMenu {{ background: {panel}; color: {foreground}; border: 1px solid {outline}; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 14px; border-radius: 3px; }}
QMenu::item:selected {{ background: {accent}; color: {bright}; }}
QMenu::item:disabled {{ color: #5c5c5c; }}
QMenu::separator {{ height: 1px; background: {outline}; margin: 4px 6px; }}
"""


def style_sheet() -> str:
    """The rules for our widgets, in Slate's colours."""
    return _SHEET.format_map(SLATE)


def palette() -> QPalette:
    """The palette for what style sheets do not reach: item views, placeholders, links."""
    colors = QPalette()
    roles = {
        QPalette.ColorRole.Window: "panel",
        QPalette.ColorRole.Base: "recessed",
        QPalette.ColorRole.AlternateBase: "panel",
        QPalette.ColorRole.Button: "outline",
        QPalette.ColorRole.ToolTipBase: "header",
        QPalette.ColorRole.Text: "foreground",
        QPalette.ColorRole.WindowText: "foreground",
        QPalette.ColorRole.ButtonText: "foreground",
        QPalette.ColorRole.ToolTipText: "foreground",
        QPalette.ColorRole.BrightText: "bright",
        QPalette.ColorRole.Highlight: "accent",
        QPalette.ColorRole.HighlightedText: "bright",
        QPalette.ColorRole.Link: "accent_text",
        QPalette.ColorRole.PlaceholderText: "muted",
    }
    for role, name in roles.items():
        colors.setColor(role, QColor(SLATE[name]))
    return colors


def apply_theme(widget: QWidget) -> None:
    """Give a top-level widget and all inside it the editor's look: Fusion, palette, sheet, font."""
    style = QStyleFactory.create("Fusion")
    if style is not None:
        style.setParent(widget)
        widget.setStyle(style)
    widget.setPalette(palette())
    widget.setFont(editor_font("body"))
    widget.setStyleSheet(style_sheet())
