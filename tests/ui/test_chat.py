from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QMouseEvent, QTextDocument, QTextFormat
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from blueprint_assistant.ui.chat.composer import Composer
from blueprint_assistant.ui.chat.rich_text import ClosedDocument, can_open, markdown_document, open_link
from blueprint_assistant.ui.chat.row_heights import RowHeights
from blueprint_assistant.ui.chat.status_bar import DISCLAIMER, StatusBar, short_count, usage_text
from blueprint_assistant.ui.chat.tool_document import tool_document
from blueprint_assistant.ui.chat.transcript import Transcript, TranscriptRow, short_parameters
from blueprint_assistant.ui.chat.transcript_view import TranscriptView
from blueprint_assistant.ui.chat.welcome import EXAMPLES, Welcome

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

# --- composer ------------------------------------------------------------------------------


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(420, 120)
    composer.show()
    return composer


def test_enter_submits_the_text_and_clears_the_box(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.box, "Add a jump event")
    with qtbot.waitSignal(composer.submitted) as sent:
        qtbot.keyClick(composer.box, Qt.Key.Key_Return)
    assert sent.args == ["Add a jump event"]
    assert not composer.box.text()


def test_shift_enter_breaks_the_line_and_sends_nothing(qtbot: QtBot, composer: Composer) -> None:
    qtbot.keyClicks(composer.box, "one")
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.box, "two")
    assert composer.box.text() == "one\ntwo"


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_is_not_sent(qtbot: QtBot, composer: Composer, text: str) -> None:
    composer.set_text(text)
    assert not composer.send_button.isEnabled()
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.box, Qt.Key.Key_Return)


def test_outer_blanks_are_not_sent(qtbot: QtBot, composer: Composer) -> None:
    composer.set_text("  make a coin \n")
    with qtbot.waitSignal(composer.submitted) as sent:
        qtbot.mouseClick(composer.send_button, Qt.MouseButton.LeftButton)
    assert sent.args == ["make a coin"]


def test_while_busy_stop_stands_in_the_place_of_send(qtbot: QtBot, composer: Composer) -> None:
    composer.set_busy(busy=True)
    assert composer.stop_button.isVisible()
    assert not composer.send_button.isVisible()
    qtbot.keyClicks(composer.box, "next wish")
    with qtbot.assertNotEmitted(composer.submitted):
        qtbot.keyClick(composer.box, Qt.Key.Key_Return)
    with qtbot.waitSignal(composer.stop_requested):
        qtbot.mouseClick(composer.stop_button, Qt.MouseButton.LeftButton)
    composer.set_busy(busy=False)
    assert composer.box.text() == "next wish"
    assert composer.send_button.isVisible()


def test_escape_stops_a_running_turn(qtbot: QtBot, composer: Composer) -> None:
    with qtbot.assertNotEmitted(composer.stop_requested):
        qtbot.keyClick(composer.box, Qt.Key.Key_Escape)
    composer.set_busy(busy=True)
    with qtbot.waitSignal(composer.stop_requested):
        qtbot.keyClick(composer.box, Qt.Key.Key_Escape)


def test_the_box_grows_to_six_lines_and_then_scrolls(composer: Composer) -> None:
    heights = []
    for lines in (1, 2, 3, 6, 7, 40):
        composer.set_text("\n".join("x" * lines))
        heights.append(composer.box.height())
    assert heights[0] == heights[1] < heights[2] < heights[3] == heights[4] == heights[5]


def test_up_in_an_empty_box_brings_earlier_messages_back(qtbot: QtBot, composer: Composer) -> None:
    for text in ("first", "second"):
        composer.set_text(text)
        composer.submit()
    qtbot.keyClick(composer.box, Qt.Key.Key_Up)
    assert composer.box.text() == "second"
    qtbot.keyClick(composer.box, Qt.Key.Key_Up)
    qtbot.keyClick(composer.box, Qt.Key.Key_Up)
    assert composer.box.text() == "first"
    qtbot.keyClick(composer.box, Qt.Key.Key_Down)
    assert composer.box.text() == "second"
    qtbot.keyClick(composer.box, Qt.Key.Key_Down)
    assert not composer.box.text()


def test_up_does_not_replace_what_is_being_written(qtbot: QtBot, composer: Composer) -> None:
    composer.set_text("first")
    composer.submit()
    qtbot.keyClicks(composer.box, "draft")
    qtbot.keyClick(composer.box, Qt.Key.Key_Up)
    assert composer.box.text() == "draft"


def test_an_edited_message_of_the_history_is_a_new_one(qtbot: QtBot, composer: Composer) -> None:
    for text in ("first", "second"):
        composer.set_text(text)
        composer.submit()
    qtbot.keyClick(composer.box, Qt.Key.Key_Up)
    qtbot.keyClicks(composer.box, "!")
    qtbot.keyClick(composer.box, Qt.Key.Key_Up)
    assert composer.box.text() == "second!"


# --- transcript ----------------------------------------------------------------------------


def test_streamed_text_equals_the_whole(qtmodeltester: ModelTester) -> None:
    transcript = Transcript()
    qtmodeltester.check(transcript)
    whole = "I will **build** it: 日本語 🎉\n\n- one\n- two"
    for letter in whole:
        transcript.append_text(letter)
    assert transcript.rowCount() == 1
    assert transcript.row(0).text == whole
    assert transcript.row(0).is_streaming
    transcript.finish_text(whole)
    assert transcript.row(0).text == whole
    assert not transcript.row(0).is_streaming


def test_a_message_that_was_never_streamed_gets_its_row() -> None:
    transcript = Transcript()
    transcript.finish_text("Done.")
    transcript.finish_text("   ")
    assert [transcript.row(number).text for number in range(transcript.rowCount())] == ["Done."]


def test_a_tool_row_runs_and_ends() -> None:
    transcript = Transcript()
    transcript.start_tool("c1", "add_node", {"name": "Tick", "x": 3})
    assert (transcript.row(0).state, transcript.row(0).parameters) == ("running", "name=Tick x=3")
    transcript.finish_tool("c1", "add_node", state="failed", text="unknown_event: none", elapsed_s=0.5)
    assert (transcript.row(0).state, transcript.row(0).text) == ("failed", "unknown_event: none")


def test_two_calls_that_overlap_keep_their_own_rows() -> None:
    transcript = Transcript()
    transcript.start_tool("a", "add_node", {})
    transcript.start_tool("b", "add_node", {})
    transcript.finish_tool("b", "add_node", state="ok", text="B", elapsed_s=0)
    transcript.finish_tool("a", "add_node", state="ok", text="A", elapsed_s=0)
    assert [transcript.row(0).text, transcript.row(1).text] == ["A", "B"]


def test_what_still_runs_when_the_turn_ends_is_marked_stopped() -> None:
    transcript = Transcript()
    transcript.start_tool("a", "compile_blueprint", {})
    transcript.append_text("half")
    transcript.end_turn()
    assert transcript.row(0).state == "stopped"
    assert not transcript.row(1).is_streaming


def test_every_change_of_the_model_is_announced(qtbot: QtBot) -> None:
    transcript = Transcript()
    tester = QAbstractItemModelTester(transcript, QAbstractItemModelTester.FailureReportingMode.Fatal)
    transcript.add_user("hello")
    transcript.append_text("a")
    with qtbot.waitSignal(transcript.dataChanged):
        transcript.append_text("b")
    transcript.start_tool("c", "add_node", {"long": "x" * 500})
    transcript.finish_tool("c", "add_node", state="ok", text="ok", elapsed_s=0.1)
    transcript.toggle_expanded(2)
    transcript.add_notice("n")
    transcript.add_error("e")
    transcript.clear()
    assert transcript.rowCount() == 0
    assert tester.model() is transcript


def test_the_conversation_copies_as_text() -> None:
    transcript = Transcript()
    transcript.add_user("make it")
    transcript.start_tool("c", "add_node", {"name": "Tick"})
    transcript.finish_tool("c", "add_node", state="ok", text="N1: Event Tick", elapsed_s=0)
    transcript.finish_text("Done.")
    assert transcript.plain_text() == (
        "You: make it\n\n[add_node] name=Tick\nok: N1: Event Tick\n\nAssistant: Done."
    )


CODE = """
on BeginPlay():
  PrintString("Ready 🎉", Duration=5.0)  # hello
"""


def test_code_in_a_call_is_a_part_of_its_row_of_its_own() -> None:
    transcript = Transcript()
    transcript.start_tool("c", "write_graph", {"blueprint": "BP_Door", "code": CODE})
    row = transcript.row(0)
    assert (row.parameters, row.code) == ("blueprint=BP_Door", CODE.strip("\n"))
    transcript.finish_tool("c", "write_graph", state="ok", text="Wrote BeginPlay.", elapsed_s=0.1)
    assert transcript.row(0).plain == f"[write_graph] blueprint=BP_Door\n{row.code}\nok: Wrote BeginPlay."


def colors_in(document: QTextDocument) -> dict[str, str]:
    """The colours of the pieces that have one of their own."""
    found = {}
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            piece = fragments.fragment()
            if piece.charFormat().hasProperty(QTextFormat.Property.ForegroundBrush):
                found[piece.text()] = piece.charFormat().foreground().color().name()
            fragments += 1
        block = block.next()
    return found


@pytest.mark.parametrize(("fence", "is_colored"), [("bluecode", True), ("", True), ("json", False)])
def test_code_in_a_message_has_the_same_colors(qtbot: QtBot, fence: str, *, is_colored: bool) -> None:
    del qtbot
    document = markdown_document(f'So:\n\n```{fence}\nif Open:\n  Say("hi")\n```\n', 400.0)
    assert len(set(colors_in(document).values())) == (4 if is_colored else 1)


def test_code_in_an_unfolded_row_is_colored_where_its_pieces_stand(qtbot: QtBot) -> None:
    del qtbot
    row = TranscriptRow("tool", "Wrote it.", tool="write_graph", parameters="name=🎉", code=CODE.strip("\n"))
    document = tool_document(row, 400.0)
    assert document.toPlainText() == f"name=🎉\n\n{row.code}\n\nWrote it."
    colored = colors_in(document)
    assert list(colored) == ["on", "BeginPlay", "PrintString", '"Ready 🎉"', "Duration", "5.0", "# hello"]
    assert len(set(colored.values())) == 6


def test_long_parameters_are_cut_to_a_line() -> None:
    text = short_parameters({"code": "line one\nline two " * 50, "list": list(range(100)), "name": "Tick"})
    assert "\n" not in text
    assert len(text) <= 160


# --- markdown ------------------------------------------------------------------------------


@pytest.mark.usefixtures("qapp")
def test_html_of_the_model_is_shown_not_obeyed() -> None:
    document = markdown_document("<b>bold</b> <script>x()</script> <img src='http://a.example/x.png'>", 400)
    assert "<b>bold</b>" in document.toPlainText()
    assert "<script>" in document.toPlainText()
    assert "font-weight:700" not in document.toHtml().split("<body", 1)[1]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("source", ["http://a.example/x.png", "file:///etc/passwd", "qrc:/x.png", "x.png"])
def test_images_of_the_model_are_words_and_nothing_is_loaded(source: str) -> None:
    document = markdown_document(f"before ![a cat]({source}) after", 400)
    assert "before [image: a cat] after" in document.toPlainText()
    assert "<img" not in document.toHtml()


@pytest.mark.usefixtures("qapp")
def test_a_document_gives_no_resource_to_anybody(tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("files") / "style.css"
    secret.write_text("p { color: red }", encoding="utf-8")
    document = ClosedDocument()
    for kind in (QTextDocument.ResourceType.ImageResource, QTextDocument.ResourceType.StyleSheetResource):
        assert document.resource(kind.value, QUrl.fromLocalFile(str(secret))) is None


@pytest.mark.usefixtures("qapp")
def test_markdown_is_formatted() -> None:
    html = markdown_document("# Title\n\n**bold** `code`\n\n- item", 400).toHtml()
    assert "font-weight" in html
    assert "<li" in html


@pytest.mark.usefixtures("qapp")
def test_line_breaks_of_the_model_are_kept() -> None:
    text = "One.\nTwo.\n- item\nAfter the list\n\n```\na\nb\n```\n| a | b |\n|---|---|\n| 1 | 2 |"
    lines = markdown_document(text, 400).toPlainText().replace("\u2028", "\n").split("\n")
    assert lines[:6] == ["One.", "Two.", "item", "After the list", "a", "b"]


@pytest.mark.parametrize(
    ("link", "opens"),
    [
        ("https://dev.example.com/docs", True),
        ("http://localhost:8080/x", True),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("unreal://run", False),
        ("C:\\Windows\\calc.exe", False),
        ("", False),
    ],
)
def test_only_web_pages_can_be_opened(link: str, opens: bool) -> None:
    assert can_open(link) is opens


@pytest.mark.usefixtures("qapp")
def test_a_refused_link_reaches_no_program() -> None:
    assert not open_link("file:///etc/passwd")


# --- transcript view -----------------------------------------------------------------------


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    view = TranscriptView(Transcript())
    qtbot.addWidget(view)
    view.resize(420, 500)
    view.show()
    qtbot.waitExposed(view)
    return view


def rows_of(view: TranscriptView) -> Transcript:
    model = view.model()
    assert isinstance(model, Transcript)
    return model


def fill(view: TranscriptView, number: int) -> None:
    for index in range(number):
        rows_of(view).add_user(f"message {index}")
    view.settle()


def test_the_newest_row_is_in_sight(view: TranscriptView) -> None:
    fill(view, 60)
    last = view.model().index(59, 0)
    assert view.viewport().rect().contains(view.visualRect(last))


def test_scrolled_up_the_view_stays_and_offers_the_way_back(view: TranscriptView) -> None:
    fill(view, 60)
    view.verticalScrollBar().setValue(0)
    fill(view, 5)
    assert view.verticalScrollBar().value() == 0
    assert not view.sticks_to_end
    view.scrollToBottom()
    assert view.sticks_to_end
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_a_growing_message_keeps_its_end_in_sight(view: TranscriptView) -> None:
    fill(view, 30)
    for number in range(40):
        rows_of(view).append_text(f"line {number}\n\n")
        view.settle()
        assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_rows_do_not_overlap_at_any_width(view: TranscriptView) -> None:
    fill(view, 3)
    rows_of(view).finish_text("word " * 300)
    rows_of(view).finish_text("很长的中文消息🎉" * 80 + "y" * 2000)
    for width in (600, 300, 180):
        view.resize(width, 500)
        view.scrollToBottom()
        rects = [view.visualRect(view.model().index(number, 0)) for number in range(5)]
        for above, below in pairwise(rects):
            assert above.bottom() + 1 == below.top()


def test_a_click_unfolds_a_result(qtbot: QtBot, view: TranscriptView) -> None:
    rows_of(view).start_tool("c", "get_blueprint_info", {})
    rows_of(view).finish_tool("c", "get_blueprint_info", state="ok", text="a\nb\nc", elapsed_s=0)
    view.settle()
    index = view.model().index(0, 0)
    folded = view.visualRect(index).height()
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(100, view.visualRect(index).top() + 8)
    )
    view.settle()
    assert view.visualRect(index).height() > folded + 30
    qtbot.keyClick(view, Qt.Key.Key_Space)
    view.settle()
    assert view.visualRect(index).height() == folded


def test_a_very_long_result_stays_small_on_screen_but_copies_whole(
    qtbot: QtBot, view: TranscriptView
) -> None:
    text = "\n".join(f"line {number}" for number in range(20_000))
    rows_of(view).start_tool("c", "get_blueprint_info", {})
    rows_of(view).finish_tool("c", "get_blueprint_info", state="ok", text=text, elapsed_s=0)
    rows_of(view).toggle_expanded(0)
    view.settle()
    index = view.model().index(0, 0)
    assert view.visualRect(index).height() < 10_000
    view.setCurrentIndex(index)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "line 19999" in QGuiApplication.clipboard().text()


def test_text_is_selected_with_the_pointer_and_copied(qtbot: QtBot, view: TranscriptView) -> None:
    rows_of(view).finish_text("copy these words")
    view.settle()
    rect = view.visualRect(view.model().index(0, 0))
    y = rect.center().y()
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, y))
    qtbot.mouseMove(view.viewport(), QPoint(400, y))
    drag(view, QPoint(400, y))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(400, y))
    assert view.selected_text() == "copy these words"
    view.copy()
    assert QGuiApplication.clipboard().text() == "copy these words"


def drag(view: TranscriptView, place: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        view.viewport().mapToGlobal(QPointF(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_a_click_on_a_link_opens_nothing(
    qtbot: QtBot, view: TranscriptView, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    rows_of(view).finish_text("[documentation](https://dev.example.com/docs)")
    view.settle()
    rect = view.visualRect(view.model().index(0, 0))
    place = QPoint(40, rect.center().y())
    with qtbot.waitSignal(view.link_hovered) as hovered:
        qtbot.mouseMove(view.viewport(), place)
    assert hovered.args == ["https://dev.example.com/docs"]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not opened
    menu = view.build_menu(view.indexAt(place), "https://dev.example.com/docs")
    next(action for action in menu.actions() if "Browser" in action.text()).trigger()
    assert [url.toString() for url in opened] == ["https://dev.example.com/docs"]


def test_the_menu_offers_no_way_to_a_local_file(view: TranscriptView) -> None:
    rows_of(view).finish_text("[x](file:///etc/passwd)")
    menu = view.build_menu(view.model().index(0, 0), "file:///etc/passwd")
    action = next(action for action in menu.actions() if "Browser" in action.text())
    assert not action.isEnabled()


def test_the_keyboard_reaches_every_row(qtbot: QtBot, view: TranscriptView) -> None:
    fill(view, 5)
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus, timeout=60_000)
    view.setCurrentIndex(view.model().index(4, 0))
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.currentIndex().row() == 3
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.currentIndex().row() == 0


def test_places_follow_from_heights() -> None:
    heights = RowHeights(8)
    heights.reset([20] * 5)
    assert (heights.total, heights.top(2)) == (116, 48)
    assert heights.set_exact(1, 50) == 30
    assert (heights.top(1), heights.top(2), heights.total) == (28, 78, 146)
    assert [heights.at(y) for y in (0, 8, 27, 28, 77, 78, 137, 138)] == [-1, 0, 0, 1, 1, 2, 4, -1]
    heights.insert(5, [10])
    assert heights.total == 156
    assert list(heights.between(28, 80)) == [1, 2]


# --- status, welcome -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "text"),
    [(0, "0"), (950, "950"), (1200, "1.2K"), (12_500, "12.5K"), (200_000, "200K"), (1_000_000, "1M")],
)
def test_counts_are_short(tokens: int, text: str) -> None:
    assert short_count(tokens) == text


def test_usage_is_shown_against_the_window() -> None:
    assert usage_text(1200, 200_000) == "1.2K / 200K (0.6 %)"
    assert usage_text(1200, 0) == "1.2K"


def test_the_status_bar_says_what_happens(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(400, 50)
    assert bar.state.whole_text == "Ready"
    assert bar.reminder.whole_text == DISCLAIMER
    bar.show_thinking()
    assert bar.state.whole_text == "Thinking…"
    bar.show_running("add_node")
    assert bar.state.whole_text == "Running add_node…"
    colors = []
    for tokens in (50_000, 120_000, 190_000):
        bar.set_usage(tokens, 200_000)
        colors.append(bar.usage.styleSheet())
    assert len(set(colors)) == 3


def test_examples_can_be_clicked(qtbot: QtBot) -> None:
    welcome = Welcome()
    qtbot.addWidget(welcome)
    welcome.resize(400, 600)
    welcome.show()
    assert len(welcome.examples) == 3
    with qtbot.waitSignal(welcome.example_chosen) as chosen:
        qtbot.mouseClick(welcome.examples[1], Qt.MouseButton.LeftButton)
    assert chosen.args == [EXAMPLES[1]]


def test_examples_fit_into_a_narrow_panel(qtbot: QtBot) -> None:
    welcome = Welcome()
    qtbot.addWidget(welcome)
    welcome.resize(260, 700)
    welcome.show()
    qtbot.waitExposed(welcome)
    assert all(button.width() <= 260 for button in welcome.examples)
