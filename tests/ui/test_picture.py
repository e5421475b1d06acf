from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage

from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.layout.sizes import node_size, pin_height
from blueprint_assistant.graph.model.blueprint import Graph, Node
from blueprint_assistant.graph.t3d.graph_text import parse_t3d
from blueprint_assistant.ui.appearance import node_appearance
from blueprint_assistant.ui.colors import HEADERS, SLATE
from blueprint_assistant.ui.graph_items import LinkGraphicsItem, link_path
from blueprint_assistant.ui.graph_scene import GraphScene
from blueprint_assistant.ui.node_shape import NodeShape, measure_node
from blueprint_assistant.ui.picture import PictureError, render_graph, render_image
from drawn_graphs import BEGIN_PLAY, DELAY, PRINT, TICK, moving_enemy
from real_texts import CORPUS, needs_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from drawn_graphs import GraphBuilder

PADDING = 48

pytestmark = pytest.mark.usefixtures("qapp")


class Canvas:
    """A rendered graph that is asked for colours by graph coordinates."""

    def __init__(self, graph: Graph, scale: float = 2.0) -> None:
        self.image = render_image(graph, scale)
        self.scene = GraphScene()
        self.scene.set_graph(graph)
        self.scale = self.image.devicePixelRatio()
        content = self.scene.content_rect()
        width, height = self.image.width() / self.scale, self.image.height() / self.scale
        self.origin = content.center() - QPointF(width / 2, height / 2)

    def color(self, point: QPointF) -> QColor:
        place = (point - self.origin) * self.scale
        return self.image.pixelColor(round(place.x()), round(place.y()))

    def shape(self, name: str) -> NodeShape:
        item = self.scene.node_item(name)
        assert item is not None
        return item.node_shape

    def at(self, name: str) -> QPointF:
        item = self.scene.node_item(name)
        assert item is not None
        return item.pos()


def difference(a: QColor, b: QColor | str) -> int:
    other = QColor(b)
    return max(abs(a.red() - other.red()), abs(a.green() - other.green()), abs(a.blue() - other.blue()))


def on_link(link: LinkGraphicsItem, share: float) -> QPointF:
    return link.path.pointAtPercent(share)


def test_the_background_is_the_editors_grid(builder: GraphBuilder) -> None:
    canvas = Canvas(moving_enemy(builder))
    corner = QPointF(canvas.origin.x() + 5, canvas.origin.y() + 5)
    seen = {canvas.color(corner + QPointF(x / 2, 3)).name() for x in range(64)}
    assert SLATE["grid"] in seen
    assert SLATE["grid_minor"] in seen


@pytest.mark.parametrize(("key", "kind"), [("tick", "event"), ("move", "function"), ("begin", "event")])
def test_a_header_has_its_colour_at_its_left(builder: GraphBuilder, key: str, kind: str) -> None:
    canvas = Canvas(moving_enemy(builder))
    # Below the glyph, above the header's lower edge.
    place = canvas.at(key) + QPointF(5, canvas.shape(key).header - 4)
    assert difference(canvas.color(place), HEADERS[kind]) < 40


@pytest.mark.parametrize("share", [0.35, 0.5, 0.65])
def test_an_exec_link_is_white_all_the_way(builder: GraphBuilder, share: float) -> None:
    canvas = Canvas(moving_enemy(builder))
    for link in canvas.scene.link_items:
        assert difference(canvas.color(on_link(link, share)), "#ffffff") < 12


@pytest.mark.parametrize(
    ("variable", "pin", "target", "color"),
    [("Speed", "Speed", "Duration", "#38d500")],
)
def test_a_data_link_has_its_types_colour(
    builder: GraphBuilder, variable: str, pin: str, target: str, color: str
) -> None:
    builder.add("get", VariableGetSpec(variable), 0, 200)
    builder.add("delay", DELAY, 500, 0)
    builder.link("get", pin, "delay", target)
    canvas = Canvas(builder.graph(), scale=3.0)
    (link,) = canvas.scene.link_items
    for share in (0.3, 0.5, 0.7):
        assert difference(canvas.color(on_link(link, share)), color) < 24


def test_links_end_at_their_pins(builder: GraphBuilder) -> None:
    canvas = Canvas(moving_enemy(builder))
    (first, _) = canvas.scene.link_items
    tick, move = canvas.shape("tick"), canvas.shape("move")
    then = next(spot for spot in tick.pins if spot.pin.name == "then")
    execute = next(spot for spot in move.pins if spot.pin.name == "execute")
    assert first.path.pointAtPercent(0) == canvas.at("tick") + then.anchor
    assert first.path.pointAtPercent(1) == canvas.at("move") + execute.anchor


def test_a_linked_pin_is_filled_and_an_open_one_is_not(builder: GraphBuilder) -> None:
    builder.add("get", VariableGetSpec("Speed"), 0, 200)
    builder.add("delay", DELAY, 400, 0)
    open_canvas = Canvas(builder.graph(), scale=3.0)
    builder.link("get", "Speed", "delay", "Duration")
    linked_canvas = Canvas(builder.graph(), scale=3.0)

    def middle(canvas: Canvas) -> QColor:
        spot = next(spot for spot in canvas.shape("delay").pins if spot.pin.name == "Duration")
        return canvas.color(canvas.at("delay") + spot.icon.topLeft() + QPointF(7, 8))

    assert difference(middle(linked_canvas), "#38d500") < 16
    assert difference(middle(open_canvas), "#38d500") > 100


def test_first_exec_pins_line_up_as_in_the_editor(builder: GraphBuilder) -> None:
    """The editor's own layouts put a node with a second title line 16 units higher."""
    canvas = Canvas(moving_enemy(builder))
    (first, _) = canvas.scene.link_items
    assert first.path.pointAtPercent(0).y() == first.path.pointAtPercent(1).y()


def test_forward_links_bend_by_the_editors_spline_settings() -> None:
    path = link_path(QPointF(0, 0), QPointF(300, 150))
    handle = path.elementAt(1)
    assert (handle.x, handle.y) == (150, 0)


def test_backward_links_leave_to_the_right_and_arrive_from_the_left() -> None:
    path = link_path(QPointF(0, 0), QPointF(-400, 100))
    box = path.boundingRect()
    assert box.right() > 40
    assert box.left() < -440


def test_a_link_bends_only_outside_its_nodes(builder: GraphBuilder) -> None:
    """Its ends are painted over the nodes: a curve that began at the pin would come out with a kink."""
    canvas = Canvas(moving_enemy(builder))
    (first, _) = canvas.scene.link_items
    start, leaving = first.path.elementAt(0), first.path.elementAt(1)
    assert (leaving.x, leaving.y) == (canvas.at("tick").x() + canvas.shape("tick").frame.width(), start.y)
    arriving, end = first.path.elementAt(4), first.path.elementAt(5)
    assert (arriving.x, arriving.y) == (canvas.at("move").x(), end.y)


def test_the_layout_knows_how_high_nodes_and_exec_pins_are_drawn(builder: GraphBuilder) -> None:
    for number, spec in enumerate(
        [
            TICK,
            CustomEventSpec("Go"),
            BranchSpec(),
            SequenceSpec(5),
            VariableGetSpec("Speed"),
            VariableSetSpec("Speed"),
            DELAY,
            PRINT,
            CallFunctionSpec("/Script/Engine.Actor:K2_SetActorLocation"),
            CallFunctionSpec("/Script/Engine.KismetMathLibrary:Multiply_DoubleDouble"),
        ]
    ):
        builder.add(f"n{number}", spec, 400 * number, 0)
    graph = builder.graph()
    for node, frame in frames(graph):
        assert node_size(node, graph)[1] == pytest.approx(frame.height(), abs=2), node.name
        assert node_size(node, graph)[0] >= frame.width() - 16, node.name
    scene = GraphScene()
    scene.set_graph(graph)
    for node in graph.nodes:
        item = scene.node_item(node.name)
        assert item is not None
        for pin in node.visible_pins:
            spot = item.node_shape.spot(pin.id)
            if pin.is_exec and spot is not None:
                assert pin_height(node, pin, graph) == spot.anchor.y(), (node.name, pin.name)


def frames(graph: Graph) -> list[tuple[Node, QRectF]]:
    scene = GraphScene()
    scene.set_graph(graph)
    found: list[tuple[Node, QRectF]] = []
    for node in graph.nodes:
        item = scene.node_item(node.name)
        assert item is not None
        if item.node_shape.appearance.style != "comment":
            found.append((node, item.mapRectToScene(item.node_shape.frame)))
    return found


def test_nodes_of_a_tidy_graph_do_not_overlap(builder: GraphBuilder) -> None:
    for (_, a), (_, b) in combinations(frames(moving_enemy(builder)), 2):
        assert not a.intersects(b)


@needs_corpus
@pytest.mark.parametrize("sample", ["047", "316", "421", "433", "463", "085", "014"])
def test_positions_from_the_editor_do_not_overlap(sample: str) -> None:
    path = next((CORPUS / "t3d").glob(f"{sample}-*.t3d"))
    placed = frames(parse_t3d(path.read_text(encoding="utf-8")))
    for (first, a), (second, b) in combinations(placed, 2):
        shared = a.intersected(b)
        assert min(shared.width(), shared.height()) <= 4, (first.name, second.name)


@needs_corpus
def test_every_text_of_the_corpus_can_be_drawn() -> None:
    for path in sorted((CORPUS / "t3d").glob("*.t3d")):
        graph = parse_t3d(path.read_text(encoding="utf-8"))
        assert not render_image(graph, 0.25).isNull()


def test_a_faded_event_is_darker_than_a_live_one(builder: GraphBuilder) -> None:
    builder.add("begin", BEGIN_PLAY)
    live = Canvas(builder.graph())
    builder.set_property("begin", "EnabledState", "Disabled")
    ghost = Canvas(builder.graph())
    place = QPointF(5, 20)
    assert ghost.color(place).red() < live.color(place).red() - 30
    assert ghost.shape("begin").bubble is not None


def test_an_error_shows_red_under_its_node(builder: GraphBuilder) -> None:
    builder.add("print", PRINT)
    builder.set_property("print", "ErrorType", "1")
    builder.set_property("print", "ErrorMsg", '"The pin is not linked"')
    canvas = Canvas(builder.graph())
    message = canvas.shape("print").message
    assert message is not None
    assert difference(canvas.color(message.bottomLeft() + QPointF(4, -4)), "#a31515") < 12


def test_long_titles_and_other_scripts_stay_inside_their_nodes(builder: GraphBuilder) -> None:
    node = builder.add("tick", TICK)
    odd = replace(
        node,
        class_path="/Script/BlueprintGraph.K2Node_CustomEvent",
        properties=(("CustomFunctionName", '"' + "移动敌人🎉 Überlänge " * 12 + '"'),),
    )
    shape = measure_node(node_appearance(odd, Graph("G", (odd,))))
    title = shape.appearance.title
    assert "移动敌人🎉" in title
    assert shape.frame.width() > 12 * len(title) / 2


def test_a_comment_breaks_its_text_to_its_width() -> None:
    words = "When the player enters this volume it updates its respawn checkpoint"
    node = Node(
        "EdGraphNode_Comment_0",
        "/Script/UnrealEd.EdGraphNode_Comment",
        "",
        properties=(("NodeWidth", "320"), ("NodeHeight", "200"), ("NodeComment", f'"{words}"')),
    )
    shape = measure_node(node_appearance(node, Graph("G", (node,))))
    assert " ".join(shape.title_lines) == words
    assert len(shape.title_lines) > 2
    assert (shape.frame.width(), shape.frame.height()) == (320, 200)


def test_a_picture_is_written_whole(builder: GraphBuilder, tmp_path: Path) -> None:
    target = tmp_path / "enemy.png"
    info = render_graph(moving_enemy(builder), target, scale=2.0)
    image = QImage(str(target))
    assert (image.width(), image.height()) == (info.width, info.height)
    assert info.scale == 2.0


def test_a_picture_that_cannot_be_written_says_so_and_leaves_nothing(
    builder: GraphBuilder, tmp_path: Path
) -> None:
    with pytest.raises(PictureError, match="cannot be written"):
        render_graph(moving_enemy(builder), tmp_path / "missing" / "enemy.png")
    assert not list(tmp_path.iterdir())


def test_an_empty_graph_has_a_picture_too(tmp_path: Path) -> None:
    info = render_graph(Graph("EventGraph"), tmp_path / "empty.png", scale=1.0)
    assert info.width >= 320


def test_a_huge_graph_is_drawn_smaller_instead_of_failing(builder: GraphBuilder) -> None:
    far = replace(builder.add("far", PRINT), name="far", x=400_000, y=90_000)
    builder.nodes["far"] = far
    builder.add("near", PRINT)
    image = render_image(builder.graph(), 2.0)
    assert 0 < image.width() <= 16_000
    assert image.devicePixelRatio() < 1


def test_pictures_need_no_window(qapp: QApplication, builder: GraphBuilder) -> None:
    before = [widget for widget in qapp.topLevelWidgets() if widget.isVisible()]
    render_image(moving_enemy(builder), 1.0)
    assert [widget for widget in qapp.topLevelWidgets() if widget.isVisible()] == before
