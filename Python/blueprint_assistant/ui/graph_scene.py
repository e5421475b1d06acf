"""A scene that shows one graph value. Setting another graph changes only what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsScene

from blueprint_assistant.graph.model.blueprint import Graph, PinRef
from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.graph_items import LinkGraphicsItem, NodeGraphicsItem, link_path
from blueprint_assistant.ui.node_shape import measure_node

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtCore import QObject

    from blueprint_assistant.graph.model.blueprint import Link, Node

__all__ = ["GraphScene", "paint_grid"]

GRID: Final = 16
GRID_MAJOR: Final = 128
_FINEST_CELL_PX: Final = 9.0
_FLASH_MS: Final = 1600
_MARGIN: Final = 2000.0


class GraphScene(QGraphicsScene):
    """The items of one graph. GUI thread only."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._graph = Graph("")
        self._nodes: dict[str, NodeGraphicsItem] = {}
        self._links: dict[Link, LinkGraphicsItem] = {}
        self._flash = QVariantAnimation(self)
        self._flash.setStartValue(1.0)
        self._flash.setEndValue(0.0)
        self._flash.setDuration(_FLASH_MS)
        self._flash.valueChanged.connect(self._set_flash)
        self._flashing: tuple[NodeGraphicsItem, ...] = ()

    @property
    def graph(self) -> Graph:
        """The graph that is shown."""
        return self._graph

    def node_item(self, name: str) -> NodeGraphicsItem | None:
        """The item of a node, or None."""
        return self._nodes.get(name)

    @property
    def link_items(self) -> tuple[LinkGraphicsItem, ...]:
        """The items of the links, in graph order."""
        return tuple(self._links.values())

    def set_graph(self, graph: Graph, highlight: Collection[str] = ()) -> None:
        """Show a graph. Unchanged nodes keep their items; named ones light up for a moment."""
        before = self._graph
        self._graph = graph
        wanted = graph.nodes_by_name
        for name in [name for name in self._nodes if name not in wanted]:
            self.removeItem(self._nodes.pop(name))
        relinked = _nodes_with_changed_links(before, graph)
        drawn: set[str] = set()
        for node in graph.nodes:
            item = self._nodes.get(node.name)
            if item is None or before.nodes_by_name.get(node.name) is not node or node.name in relinked:
                self._show_node(node, graph, item)
                drawn.add(node.name)
        self._replace_links(graph, drawn)
        if self._nodes:
            self.setSceneRect(self.content_rect().adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN))
        self._start_flash(highlight)

    def content_rect(self) -> QRectF:
        """The box around all nodes; empty for an empty graph."""
        rect = QRectF()
        for item in self._nodes.values():
            rect = rect.united(item.sceneBoundingRect())
        return rect

    def _show_node(self, node: Node, graph: Graph, item: NodeGraphicsItem | None) -> None:
        # With it comes all that is known of the engine's nodes: an empty window opens without.
        from blueprint_assistant.ui.appearance import node_appearance  # noqa: PLC0415

        shape = measure_node(node_appearance(node, graph))
        position = QPointF(node.x, node.y)
        if item is not None:
            item.set_node_shape(shape, position)
            return
        item = NodeGraphicsItem(shape, position, _comment_depth(node))
        self._nodes[node.name] = item
        self.addItem(item)

    def _replace_links(self, graph: Graph, drawn: Collection[str]) -> None:
        """Keep the links between nodes that were not drawn anew, make the others again."""
        old = self._links
        self._links = {}
        for link in graph.links:
            kept = None
            if link.source.node not in drawn and link.target.node not in drawn:
                kept = old.pop(link, None)
            item = kept or self._link_item(link)
            if item is not None and link not in self._links:
                self._links[link] = item
                if kept is None:
                    self.addItem(item)
        for item in old.values():
            self.removeItem(item)

    def _link_item(self, link: Link) -> LinkGraphicsItem | None:
        """The link's item, or None when an end is not shown (a hidden pin, a node not copied)."""
        source, target = self._nodes.get(link.source.node), self._nodes.get(link.target.node)
        if source is None or target is None:
            return None
        start = source.node_shape.spot(link.source.pin)
        end = target.node_shape.spot(link.target.pin)
        if start is None or end is None:
            return None
        is_exec = start.pin.shape == "exec" or end.pin.shape == "exec"
        is_faded = source.node_shape.appearance.is_faded or target.node_shape.appearance.is_faded
        color = start.pin.color if source.node_shape.appearance.style != "knot" else end.pin.color
        leads = source.node_shape.lead(start), target.node_shape.lead(end)
        path = link_path(source.pos() + start.anchor, target.pos() + end.anchor, leads)
        return LinkGraphicsItem(path, color, is_exec=is_exec, is_faded=is_faded)

    # --- highlight -----------------------------------------------------------------------

    def _start_flash(self, names: Collection[str]) -> None:
        if not names:
            return
        self._flash.stop()
        self._set_flash(0.0)
        self._flashing = tuple(self._nodes[name] for name in names if name in self._nodes)
        if self._flashing:
            self._set_flash(1.0)
            self._flash.start()

    def _set_flash(self, value: float) -> None:
        for item in self._flashing:
            if item.scene() is self:
                item.set_flash(value)

    # --- background ----------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802 - Qt's name
        """The grid of the Blueprint editor."""
        paint_grid(painter, QRectF(rect))


def paint_grid(painter: QPainter, rect: QRectF) -> None:
    """Paint the grid over a rectangle of graph units, coarser when far away."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.fillRect(rect, QColor(SLATE["grid"]))
    zoom = painter.worldTransform().m11()
    step = GRID
    while step * zoom < _FINEST_CELL_PX:
        step *= 4
    major = max(GRID_MAJOR, step * 8)
    for spacing, color in ((step, SLATE["grid_minor"]), (major, SLATE["grid_major"])):
        painter.setPen(QPen(QColor(color), 0))
        painter.drawLines(_grid_lines(rect, spacing))
    painter.setPen(QPen(QColor(SLATE["grid_axis"]), 0))
    painter.drawLines([QLineF(rect.left(), 0, rect.right(), 0), QLineF(0, rect.top(), 0, rect.bottom())])
    painter.restore()


def _grid_lines(rect: QRectF, spacing: int) -> list[QLineF]:
    first_x = int(rect.left() // spacing) * spacing
    first_y = int(rect.top() // spacing) * spacing
    columns = range(first_x, int(rect.right()) + spacing, spacing)
    rows = range(first_y, int(rect.bottom()) + spacing, spacing)
    return [QLineF(x, rect.top(), x, rect.bottom()) for x in columns] + [
        QLineF(rect.left(), y, rect.right(), y) for y in rows
    ]


def _nodes_with_changed_links(before: Graph, after: Graph) -> set[str]:
    """Nodes with a pin that gained its first or lost its last link: they look different."""
    changed: set[PinRef] = before.linked_pins.keys() ^ after.linked_pins.keys()
    return {ref.node for ref in changed}


def _comment_depth(node: Node) -> int:
    try:
        return int(node.find_property("CommentDepth") or 0)
    except ValueError:
        return 0
