from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.model.blueprint import Graph
from blueprint_assistant.ui.graph_panel import GraphPanel, changed_nodes
from blueprint_assistant.ui.graph_scene import GraphScene
from blueprint_assistant.ui.graph_view import GraphView
from drawn_graphs import DESTROY, PRINT, many_nodes, moving_enemy

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from drawn_graphs import GraphBuilder


@pytest.fixture
def view(qtbot: QtBot) -> GraphView:
    view = GraphView()
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show()
    qtbot.waitExposed(view)
    return view


def seen(view: GraphView, name: str) -> bool:
    item = view.graph_scene.node_item(name)
    assert item is not None
    port = view.mapToScene(view.viewport().rect()).boundingRect()
    return port.contains(item.mapRectToScene(item.node_shape.frame))


def test_the_first_graph_is_fitted(view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder))
    assert all(seen(view, name) for name in builder.nodes)
    assert view.zoom <= 1.0


def test_a_view_that_the_user_moved_stays_where_it_is(view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder))
    view.zoom_by(1.5, QPointF(450, 300))
    before = (view.zoom, view.mapToScene(QPoint(0, 0)))
    builder.add("far", DESTROY, 4000, 0)
    view.set_graph(builder.graph(), ["far"])
    QApplication.processEvents()
    assert (view.zoom, view.mapToScene(QPoint(0, 0))) == before


def test_an_untouched_view_glides_to_new_nodes(qtbot: QtBot, view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder))
    builder.add("far", DESTROY, 3000, 0)
    view.set_graph(builder.graph(), ["far"])
    qtbot.waitUntil(lambda: seen(view, "far"), timeout=60_000)


def test_new_nodes_light_up_and_calm_down(qtbot: QtBot, view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder), ["tick"])
    item = view.graph_scene.node_item("tick")
    other = view.graph_scene.node_item("move")
    assert item is not None
    assert other is not None
    assert item.flash > 0.5
    assert other.flash == 0
    qtbot.waitUntil(lambda: item.flash == 0, timeout=60_000)


def test_the_wheel_zooms_around_the_pointer(view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder))
    place = QPoint(300, 200)
    before, zoom = view.mapToScene(place), view.zoom
    event = QWheelEvent(
        QPointF(place),
        view.viewport().mapToGlobal(QPointF(place)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - Qt's signature
    )
    QApplication.sendEvent(view.viewport(), event)
    assert view.zoom < zoom
    after = view.mapToScene(place)
    assert abs(after.x() - before.x()) < 4
    assert abs(after.y() - before.y()) < 4


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_dragging_with_the_right_or_middle_button_pans(
    qtbot: QtBot, view: GraphView, builder: GraphBuilder, button: Qt.MouseButton
) -> None:
    view.set_graph(moving_enemy(builder))
    before = view.mapToScene(QPoint(0, 0))
    qtbot.mousePress(view.viewport(), button, pos=QPoint(300, 300))
    qtbot.mouseMove(view.viewport(), QPoint(360, 340))
    qtbot.mouseRelease(view.viewport(), button, pos=QPoint(360, 340))
    moved = view.mapToScene(QPoint(0, 0)) - before
    assert moved.x() == pytest.approx(-60 / view.zoom, abs=2)
    assert moved.y() == pytest.approx(-40 / view.zoom, abs=2)


def test_a_view_that_nobody_moved_stays_fitted_when_its_size_changes(
    view: GraphView, builder: GraphBuilder
) -> None:
    view.set_graph(moving_enemy(builder))
    view.resize(500, 300)
    assert all(seen(view, name) for name in builder.nodes)
    view.zoom_by(1.3, QPointF(0, 0))
    zoom = view.zoom
    view.resize(900, 600)
    assert view.zoom == zoom


def test_home_fits_again(qtbot: QtBot, view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder))
    view.zoom_by(3.0, QPointF(0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert all(seen(view, name) for name in builder.nodes)


def test_zoom_has_limits(view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(moving_enemy(builder))
    for _ in range(60):
        view.zoom_by(2.0, QPointF(0, 0))
    assert view.zoom == 2.0
    for _ in range(60):
        view.zoom_by(0.5, QPointF(0, 0))
    assert view.zoom == 0.05


def test_unchanged_nodes_keep_their_items(qapp: QApplication, builder: GraphBuilder) -> None:
    del qapp
    scene = GraphScene()
    scene.set_graph(moving_enemy(builder))
    before = {name: scene.node_item(name) for name in builder.nodes}
    builder.add("end", DESTROY, 800, 0)
    builder.link("move", "then", "end", "execute")
    scene.set_graph(builder.graph())
    assert all(scene.node_item(name) is item for name, item in before.items())
    assert scene.node_item("end") is not None
    assert len(scene.link_items) == 3


def test_removed_nodes_and_links_go(qapp: QApplication, builder: GraphBuilder) -> None:
    del qapp
    scene = GraphScene()
    graph = moving_enemy(builder)
    scene.set_graph(graph)
    scene.set_graph(replace(graph, nodes=graph.nodes[:1], links=()))
    assert scene.node_item("move") is None
    assert not scene.link_items
    scene.set_graph(Graph("EventGraph"))
    assert scene.content_rect().isEmpty()


def test_links_to_nodes_that_were_not_copied_are_left_out(qapp: QApplication, builder: GraphBuilder) -> None:
    del qapp
    graph = moving_enemy(builder)
    scene = GraphScene()
    scene.set_graph(replace(graph, nodes=graph.nodes[:1]))
    assert not scene.link_items


def test_pins_explain_themselves_under_the_pointer(
    view: GraphView, qtbot: QtBot, builder: GraphBuilder
) -> None:
    view.set_graph(moving_enemy(builder))
    item = view.graph_scene.node_item("print")
    assert item is not None
    spot = next(spot for spot in item.node_shape.pins if spot.pin.name == "InString")
    place = view.mapFromScene(item.mapToScene(spot.icon.center()))
    qtbot.mouseMove(view.viewport(), place)
    qtbot.waitUntil(lambda: "In String" in item.toolTip(), timeout=60_000)
    assert "string" in item.toolTip()


def test_names_in_tool_tips_are_words_not_html(view: GraphView, qtbot: QtBot, builder: GraphBuilder) -> None:
    builder.add("bad", CustomEventSpec("<img src='file:///etc/passwd'>"))
    view.set_graph(builder.graph())
    item = view.graph_scene.node_item("bad")
    assert item is not None
    qtbot.mouseMove(view.viewport(), view.mapFromScene(item.mapToScene(QPointF(30, 12))))
    qtbot.waitUntil(lambda: "passwd" in item.toolTip(), timeout=60_000)
    assert "<img" not in item.toolTip()


def test_what_changed_is_new_nodes_changed_nodes_and_ends_of_new_links(builder: GraphBuilder) -> None:
    before = moving_enemy(builder)
    builder.add("end", DESTROY, 800, 0)
    builder.link("move", "then", "end", "execute")
    builder.set_default("print", "InString", "Bye")
    assert changed_nodes(before, builder.graph()) == {"end", "move", "print"}
    assert changed_nodes(None, before) == {"tick", "move", "begin", "print"}
    assert not changed_nodes(before, before)


@pytest.fixture
def panel(qtbot: QtBot) -> GraphPanel:
    panel = GraphPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    return panel


def test_a_blueprint_opens_a_tab_with_its_name_and_status(panel: GraphPanel, builder: GraphBuilder) -> None:
    moving_enemy(builder)
    panel.show_blueprint(builder.blueprint("dirty"))
    assert panel.tabs.count() == 1
    assert panel.tabs.tabText(0) == "Event Graph"
    assert panel.title_bar.name.whole_text == "BP_Enemy / EventGraph"
    assert "Needs compile" in panel.title_bar.chip.text()
    panel.show_blueprint(builder.blueprint("up_to_date"))
    assert "Good to go" in panel.title_bar.chip.text()


def test_with_two_blueprints_each_tab_says_whose_graph_it_is(
    panel: GraphPanel, builder: GraphBuilder
) -> None:
    moving_enemy(builder)
    panel.show_blueprint(builder.blueprint())
    panel.show_blueprint(replace(builder.blueprint(), path="/Game/BP_Coin"))
    titles = [panel.tabs.tabText(number) for number in range(panel.tabs.count())]
    assert titles == ["BP_Enemy: Event Graph", "BP_Coin: Event Graph"]


def test_the_graph_that_changed_comes_forward(panel: GraphPanel, builder: GraphBuilder) -> None:
    first = moving_enemy(builder)
    panel.show_blueprint(replace(builder.owner, graphs=(first,)))
    other = replace(first, name="Attack", kind="function")
    panel.show_blueprint(replace(builder.owner, graphs=(first, other)))
    assert panel.tabs.count() == 2
    assert panel.current_view() is panel.view("/Game/BP_Enemy", "Attack")
    builder.add("more", PRINT, 900, 900)
    panel.show_blueprint(replace(builder.owner, graphs=(builder.graph(), other)))
    assert panel.current_view() is panel.view("/Game/BP_Enemy", "EventGraph")


def test_graphs_with_only_their_entry_get_no_tab(panel: GraphPanel, builder: GraphBuilder) -> None:
    graph = moving_enemy(builder)
    entry = replace(graph.nodes[0], class_path="/Script/BlueprintGraph.K2Node_FunctionEntry")
    script = Graph("UserConstructionScript", (entry,), kind="function")
    panel.show_blueprint(replace(builder.owner, graphs=(graph, script)))
    assert [panel.tabs.tabText(number) for number in range(panel.tabs.count())] == ["Event Graph"]


def test_tabs_of_deleted_graphs_close(panel: GraphPanel, builder: GraphBuilder) -> None:
    graph = moving_enemy(builder)
    other = replace(graph, name="Attack", kind="function")
    panel.show_blueprint(replace(builder.owner, graphs=(graph, other)))
    panel.show_blueprint(replace(builder.owner, graphs=(graph,)))
    assert panel.tabs.count() == 1
    panel.clear()
    assert panel.tabs.count() == 0


def test_a_graph_of_thousands_of_nodes_is_shown(view: GraphView, builder: GraphBuilder) -> None:
    view.set_graph(many_nodes(builder, 2000))
    assert len(view.graph_scene.link_items) == 1999
    assert not view.grab().isNull()
