import io
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from blueprint_assistant.host.logging import FILE_NAME, LogWriter, start_logging
from blueprint_assistant.host.settings import Settings

KEY = "sk-ant-test-pour0through1everything2"
log = logging.getLogger("blueprint_assistant.tests")


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[LogWriter]:
    started = start_logging(Settings(), tmp_path)
    yield started
    started.stop()


def written(folder: Path) -> str:
    return (folder / FILE_NAME).read_text(encoding="utf-8")


def fail_with(text: str) -> None:
    raise ValueError(text)


def test_a_record_is_one_line_with_level_thread_and_logger(writer: LogWriter, tmp_path: Path) -> None:
    worker = threading.Thread(target=log.info, args=("Job %s took %d ms", "N1", 12), name="agent-7")
    worker.start()
    worker.join()
    writer.stop()
    assert written(tmp_path).endswith(" INFO    agent-7 blueprint_assistant.tests: Job N1 took 12 ms\n")


def test_a_key_never_reaches_the_file_by_message_argument_header_or_traceback(
    writer: LogWriter, tmp_path: Path
) -> None:
    log.warning("key " + KEY)  # noqa: G003 - a key inside the format is the point
    log.warning("key %s", KEY)
    log.error("request failed %s %d", {"Authorization": f"Bearer {KEY}", "x-api-key": KEY}, 401)
    log.info("stack", stack_info=True)
    try:
        fail_with(f"401 for {KEY}")
    except ValueError:
        log.exception("request with %s failed", KEY)
    writer.stop()
    text = written(tmp_path)
    assert KEY not in text
    assert text.count("[hidden]") >= 5
    assert "request failed" in text
    assert "401" in text
    assert "ValueError: 401 for [hidden]" in text
    assert "raise ValueError(text)" in text


def test_the_mirror_gets_warnings_and_errors_without_keys(tmp_path: Path) -> None:
    mirrored: list[tuple[int, str]] = []
    writer = start_logging(Settings(), tmp_path, mirror=lambda level, text: mirrored.append((level, text)))
    log.info("not for the editor's log")
    log.warning("coped with %s", KEY)
    log.error("lost it")
    writer.stop()
    assert mirrored == [(logging.WARNING, "coped with [hidden]"), (logging.ERROR, "lost it")]


def test_no_other_handler_of_the_process_sees_our_records(tmp_path: Path) -> None:
    stream = io.StringIO()
    other = logging.StreamHandler(stream)
    logging.getLogger().addHandler(other)
    try:
        writer = start_logging(Settings(), tmp_path)
        log.warning("with %s", KEY)
        writer.stop()
        log.warning("the loggers are as before")
    finally:
        logging.getLogger().removeHandler(other)
    assert stream.getvalue() == "the loggers are as before\n"


def test_the_sdks_own_chatter_is_not_kept(writer: LogWriter, tmp_path: Path) -> None:
    logging.getLogger("anthropic._base_client").debug("Request options: %s", {"x-api-key": KEY})
    logging.getLogger("httpx2").info("HTTP Request: POST")
    logging.getLogger("httpx2").warning("retrying with %s", KEY)
    writer.stop()
    assert written(tmp_path).count("\n") == 1
    assert "retrying with [hidden]" in written(tmp_path)


def test_the_level_is_the_setting(tmp_path: Path) -> None:
    writer = start_logging(Settings(log_level="ERROR"), tmp_path)
    log.warning("left out")
    log.error("kept")
    writer.stop()
    assert "left out" not in written(tmp_path)
    assert "kept" in written(tmp_path)


def test_text_that_no_encoding_knows_is_written_all_the_same(writer: LogWriter, tmp_path: Path) -> None:
    log.warning("half an emoji: \ud83d")
    writer.stop()
    assert "half an emoji: \\ud83d" in written(tmp_path)


def test_a_folder_that_cannot_be_written_costs_the_file_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    mirrored: list[str] = []
    writer = start_logging(Settings(), tmp_path / "file", mirror=lambda _level, text: mirrored.append(text))
    writer.stop()
    assert writer.file is None
    assert "no log file" in mirrored[0]


def test_a_second_start_replaces_the_first_and_stop_ends_the_thread(tmp_path: Path) -> None:
    before = threading.active_count()
    first = start_logging(Settings(), tmp_path / "one")
    second = start_logging(Settings(), tmp_path / "two")
    log.info("hello")
    first.stop()
    second.stop()
    second.stop()
    assert "hello" not in written(tmp_path / "one")
    assert written(tmp_path / "two").count("hello") == 1
    assert threading.active_count() == before


def test_the_file_is_rotated_before_it_grows_without_end(tmp_path: Path) -> None:
    writer = start_logging(Settings(), tmp_path)
    for _ in range(30):
        log.info("x" * 100_000)
    writer.stop()
    sizes = {entry.name: entry.stat().st_size for entry in tmp_path.iterdir()}
    assert set(sizes) == {FILE_NAME, f"{FILE_NAME}.1"}
    assert max(sizes.values()) <= 2_000_000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told_once_and_costs_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).symlink_to("/dev/full")
    told: list[str] = []
    writer = start_logging(Settings(), tmp_path, mirror=lambda _level, text: told.append(text))
    for number in range(20):
        log.info("record %d", number)
    wait_until(lambda: bool(told))
    log.error("still here")
    writer.stop()
    assert [text.partition(":")[0] for text in told] == [
        f"The log cannot be written to {tmp_path / FILE_NAME}",
        "still here",
    ]
    assert capsys.readouterr().err == ""


def wait_until(is_reached: Callable[[], bool]) -> None:
    for _ in range(12_000):
        if is_reached():
            return
        threading.Event().wait(0.005)
    pytest.fail("nothing was told")
