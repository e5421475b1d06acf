"""The graph side of the panel: a tab per graph of the Blueprints that the assistant works on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from blueprint_assistant.ui.chat.status_bar import ElidedLabel
from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.fonts import editor_font
from blueprint_assistant.ui.graph_view import GraphView
from blueprint_assistant.ui.labels import display_name, tooltip, without_mnemonic

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, BlueprintStatus, Graph

__all__ = ["GraphPanel", "changed_nodes"]

_STATUS: Final[dict[BlueprintStatus, tuple[str, str, str]]] = {
    "unknown": ("Not compiled yet", SLATE["muted"], "Nothing is known of the last compile."),
    "dirty": ("Needs compile", SLATE["yellow"], "Changed since the last compile."),
    "error": ("Compile error", SLATE["red"], "The last compile failed."),
    "up_to_date": ("Good to go", SLATE["green"], "Compiled without errors or warnings."),
    "up_to_date_with_warnings": ("Compiled with warnings", SLATE["yellow"], "Compiled, with warnings."),
}
_SETUP_ONLY: Final = frozenset({"K2Node_FunctionEntry", "K2Node_FunctionResult"})


def changed_nodes(before: Graph | None, after: Graph) -> frozenset[str]:
    """The nodes to point out: new ones, changed ones, and both ends of new links."""
    known = {} if before is None else before.nodes_by_name
    changed = {node.name for node in after.nodes if known.get(node.name) != node}
    old_links = frozenset(() if before is None else before.links)
    for link in after.links:
        if link not in old_links:
            changed |= {link.source.node, link.target.node}
    return frozenset(changed & after.nodes_by_name.keys())


class _TitleBar(QFrame):
    """Which Blueprint and graph is seen, and whether it compiles."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header_bar")
        self.name = ElidedLabel("", self)
        self.name.setProperty("role", "title")
        self.chip = QLabel("", self)
        self.chip.setProperty("role", "chip")
        self.chip.setFont(editor_font("label"))
        self.chip.hide()
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 8, 12, 8)
        line.addWidget(self.name, 1)
        line.addWidget(self.chip)

    def show_blueprint(self, blueprint: Blueprint, graph: str) -> None:
        self.name.set_whole_text(f"{blueprint.name}  /  {graph}")
        self.name.setToolTip(tooltip(blueprint.path))
        text, color, tip = _STATUS[blueprint.status]
        self.chip.setText(f"●  {text}")
        self.chip.setStyleSheet(f"color: {color};")
        self.chip.setToolTip(tip)
        self.chip.setAccessibleName(f"Compile status: {text}")
        self.chip.show()

    def clear(self) -> None:
        self.name.set_whole_text("")
        self.chip.hide()


class GraphPanel(QWidget):
    """Shows Blueprint values as they come. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start with an empty graph."""
        super().__init__(parent)
        self.setObjectName("graph_panel")
        self.title_bar = _TitleBar(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setMovable(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setAccessibleName("Graphs")
        self.tabs.currentChanged.connect(self._show_title)
        self._empty = GraphView(self)
        self._views: dict[tuple[str, str], GraphView] = {}
        self._blueprints: dict[str, Blueprint] = {}
        area = QWidget(self)
        self._pages = QStackedLayout(area)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title_bar)
        column.addWidget(area, 1)
        self.title_bar.hide()

    def view(self, blueprint: str, graph: str) -> GraphView | None:
        """The view of a graph, by Blueprint path and graph name, or None."""
        return self._views.get((blueprint, graph))

    def current_view(self) -> GraphView:
        """The view that is seen."""
        current = self.tabs.currentWidget()
        return current if isinstance(current, GraphView) and self._views else self._empty

    def show_blueprint(self, blueprint: Blueprint) -> None:
        """Show a Blueprint's state: its graphs change in place, the one that changed comes forward."""
        before = self._blueprints.get(blueprint.path)
        self._blueprints[blueprint.path] = blueprint
        foremost: GraphView | None = None
        for graph in blueprint.graphs:
            known = before.find_graph(graph.name) if before is not None else None
            changed = changed_nodes(known, graph)
            is_open = (blueprint.path, graph.name) in self._views
            if not is_open and not _is_worth_a_tab(graph, blueprint):
                continue
            view = self._open(blueprint, graph)
            view.set_graph(graph, changed)
            if changed and foremost is None:
                foremost = view
        self._close_missing(blueprint)
        self._name_tabs()
        if foremost is not None:
            self.tabs.setCurrentWidget(foremost)
        self._show_title()

    def forget_blueprint(self, path: str) -> None:
        """Close the tabs of a Blueprint that is no longer there."""
        for key in [key for key in self._views if key[0] == path]:
            view = self._views.pop(key)
            self.tabs.removeTab(self.tabs.indexOf(view))
            view.deleteLater()
        self._blueprints.pop(path, None)
        self._name_tabs()
        self._show_title()

    def clear(self) -> None:
        """Close all tabs."""
        for view in self._views.values():
            self.tabs.removeTab(self.tabs.indexOf(view))
            view.deleteLater()
        self._views.clear()
        self._blueprints.clear()
        self._show_title()

    def _open(self, blueprint: Blueprint, graph: Graph) -> GraphView:
        key = (blueprint.path, graph.name)
        view = self._views.get(key)
        if view is None:
            view = GraphView(self.tabs)
            self._views[key] = view
            number = self.tabs.addTab(view, _tab_title(graph.name))
            self.tabs.setTabToolTip(number, tooltip(f"{blueprint.path} : {graph.name}"))
        return view

    def _name_tabs(self) -> None:
        """With more than one Blueprint, each tab says whose graph it is."""
        owners = {path for path, _ in self._views}
        for (path, graph), view in self._views.items():
            owner = f"{self._blueprints[path].name}: " if len(owners) > 1 else ""
            self.tabs.setTabText(self.tabs.indexOf(view), without_mnemonic(owner + _tab_title(graph)))

    def _close_missing(self, blueprint: Blueprint) -> None:
        names = {graph.name for graph in blueprint.graphs}
        for key in [key for key in self._views if key[0] == blueprint.path and key[1] not in names]:
            view = self._views.pop(key)
            self.tabs.removeTab(self.tabs.indexOf(view))
            view.deleteLater()

    def _show_title(self) -> None:
        self._pages.setCurrentWidget(self.tabs if self._views else self._empty)
        self.title_bar.setVisible(bool(self._views))
        key = next((key for key, view in self._views.items() if view is self.tabs.currentWidget()), None)
        if key is None:
            self.title_bar.clear()
        else:
            self.title_bar.show_blueprint(self._blueprints[key[0]], key[1])


def _is_worth_a_tab(graph: Graph, blueprint: Blueprint) -> bool:
    """The event graph always; others once there is more in them than the nodes they start with."""
    first_event = next((item for item in blueprint.graphs if item.kind == "event"), None)
    return graph is first_event or any(node.class_name not in _SETUP_ONLY for node in graph.nodes)


def _tab_title(graph: str) -> str:
    if graph == "UserConstructionScript":
        return "Construction Script"
    return display_name(graph) if graph == "EventGraph" else graph
