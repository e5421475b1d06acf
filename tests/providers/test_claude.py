"""ClaudeProvider through the real SDK against a loopback server whose every byte is scripted."""

from __future__ import annotations

import logging
import socket
import time
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from blueprint_assistant.errors import ProviderError
from blueprint_assistant.providers.base import (
    AuthenticationError,
    BadEndpointError,
    Cancelled,
    CancelToken,
    CompletionRequest,
    IncompleteStreamError,
    Message,
    MissingKeyError,
    NetworkError,
    OverloadedError,
    ProviderEvent,
    RateLimitError,
    Stop,
    TextDelta,
    ToolCall,
    Usage,
)
from blueprint_assistant.providers.claude.claude_models import DEFAULT_CLAUDE_MODEL
from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider
from pressing_stop import HANG_S, is_once_within, seconds_to_stop
from providers.wire import (
    STREAM_HEAD,
    answer,
    error_body,
    message_end,
    message_start,
    sse,
    text_block,
    tool_block,
)

if TYPE_CHECKING:
    from pathlib import Path

    from providers.wire import Wire

KEY = "sk-ant-secret-0123456789-abcdefghij"
REQUEST = CompletionRequest("claude-x", "Be brief.", (Message("user", "hi"),), max_tokens=99)
HELLO = [STREAM_HEAD, sse(message_start(), *text_block("Hel", "lo."), *message_end("end_turn"))]


def provider(wire: Wire, **settings: Any) -> ClaudeProvider:
    settings = {"timeout_s": 10.0, "max_retries": 0, **settings}
    return ClaudeProvider(SecretStr(KEY), "claude-x", wire.url, **settings)


def ask(wire: Wire, **settings: Any) -> list[ProviderEvent]:
    return list(provider(wire, **settings).stream(REQUEST, CancelToken()))


def failure_of(wire: Wire, **settings: Any) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        ask(wire, **settings)
    return caught.value


def test_an_answer_streams_to_its_end(wire: Wire) -> None:
    wire.answers = [HELLO]

    assert ask(wire) == [TextDelta("Hel"), TextDelta("lo."), Usage(20, 9), Stop("end")]
    ((head, body),) = wire.requests
    assert head.startswith("POST /v1/messages ")
    assert KEY in head
    assert body == {
        "model": "claude-x",
        "system": "Be brief.",
        "max_tokens": 99,
        "stream": True,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
    }


def test_events_cut_anywhere_on_the_wire_read_the_same(wire: Wire) -> None:
    events = [
        message_start(),
        *text_block("Türe ", "öffnen 門"),
        *tool_block("t", "x", '{"名": "門"}'),
        *message_end("tool_use"),
    ]
    raw = sse(*events)
    wire.answers = [[STREAM_HEAD, *(raw[i : i + 7] for i in range(0, len(raw), 7))]]

    assert ask(wire) == [
        TextDelta("Türe "),
        TextDelta("öffnen 門"),
        ToolCall("t", "x", {"名": "門"}),
        Usage(20, 9),
        Stop("tool_calls"),
    ]


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/v1/messages"])
def test_the_base_url_may_be_pasted_in_any_of_its_forms(wire: Wire, path: str) -> None:
    wire.answers = [HELLO]

    list(ClaudeProvider(SecretStr(KEY), "claude-x", f" {wire.url}{path}").stream(REQUEST, CancelToken()))

    assert wire.requests[0][0].startswith("POST /v1/messages ")


@pytest.mark.parametrize("key", [None, SecretStr(""), SecretStr(" \n")])
def test_a_missing_key_is_said_before_any_network(wire: Wire, key: SecretStr | None) -> None:
    with pytest.raises(MissingKeyError, match="ANTHROPIC_API_KEY"):
        ClaudeProvider(key, base_url=wire.url).stream(REQUEST, CancelToken())

    assert not wire.requests


@pytest.mark.parametrize(
    "key", ["sk-ant\nsecret-0123", "sk-ant secret-0123", "sk-änt-secret-0123", "sk\x00secret-0123"]
)
def test_a_key_that_cannot_travel_is_refused_without_being_shown(wire: Wire, key: str) -> None:
    with pytest.raises(MissingKeyError) as caught:
        ClaudeProvider(SecretStr(key), base_url=wire.url).stream(REQUEST, CancelToken())

    assert "secret" not in str(caught.value)
    assert not wire.requests


def test_the_key_appears_in_no_text_even_when_the_server_echoes_it(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    message = f"invalid key Bearer {KEY}"
    wire.answers = [
        answer("401 Unauthorized", error_body("authentication_error", message), X_Echo=f"Bearer {KEY}"),
        answer("404 Not Found", error_body("not_found_error", message)),
        answer("500 Server Error", f"<html>{KEY}</html>".encode(), "text/html"),
        answer("200 OK", f'{{"error": "{message}"}}'.encode()),
        answer("200 OK", b"hello", f"text/{KEY}"),
        [
            STREAM_HEAD,
            sse(message_start(), {"type": "error", "error": {"type": "api_error", "message": message}}),
        ],
        [STREAM_HEAD, f"event: message_start\ndata: {{{KEY}\n\n".encode()],
    ]
    texts = []

    for _ in wire.answers:
        error = failure_of(wire)
        texts += [str(error), repr(error), error.for_model(), repr(error.args)]
        assert error.__context__ is None
        assert error.__cause__ is None
    texts += [repr(provider(wire)), str(provider(wire)), repr(provider(wire).model), caplog.text]

    assert len(wire.requests) == len(wire.answers)
    assert all(KEY in head for head, _ in wire.requests)
    assert KEY not in "\n".join(texts)
    assert "[key]" in "\n".join(texts)


def test_an_error_event_in_a_stream_that_began_well_is_told_by_its_type(wire: Wire) -> None:
    overloaded = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    wire.answers = [[STREAM_HEAD, sse(message_start(), *text_block("Hi")), sse(overloaded)]]

    assert isinstance(failure_of(wire), OverloadedError)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<!doctype html><title>Company log-in</title>", "text/html"),
        (b'{"object": "list"}', "application/json"),
        (b"hello", "text/plain"),
    ],
)
def test_an_address_that_is_not_claudes_is_said_to_be_so(wire: Wire, body: bytes, kind: str) -> None:
    wire.answers = [answer("200 OK", body, kind)]

    error = failure_of(wire)

    assert isinstance(error, BadEndpointError)
    assert "base URL" in error.fix
    assert "<" not in error.what


def test_a_stream_that_is_not_json_is_a_bad_endpoint(wire: Wire) -> None:
    wire.answers = [[STREAM_HEAD, b"event: message_start\ndata: hello\n\n"]]

    assert isinstance(failure_of(wire), BadEndpointError)


@pytest.mark.parametrize("tail", [b"", b"event: content_block_delta\ndata: {broken\n\n", b"\xff\xfe\n\n"])
def test_a_stream_that_ends_without_saying_so_is_incomplete(wire: Wire, tail: bytes) -> None:
    wire.answers = [[STREAM_HEAD, sse(message_start(), *text_block("Hi"), *tool_block("t", "x", "{}")), tail]]

    stream = provider(wire).stream(REQUEST, CancelToken())

    assert next(stream) == TextDelta("Hi")
    with pytest.raises(IncompleteStreamError):
        next(stream)


def test_nothing_listening_is_said_with_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    silent = ClaudeProvider(SecretStr(KEY), base_url=f"http://127.0.0.1:{port}", max_retries=0)

    with pytest.raises(NetworkError, match=f"Nothing answers at http://127.0.0.1:{port}"):
        list(silent.stream(REQUEST, CancelToken()))


@pytest.mark.parametrize("address", ["not a url", "ftp://127.0.0.1:9", "http://"])
def test_an_address_that_is_none_is_a_bad_endpoint(address: str) -> None:
    with pytest.raises(BadEndpointError):
        list(ClaudeProvider(SecretStr(KEY), base_url=address, max_retries=0).stream(REQUEST, CancelToken()))


def test_plain_text_behind_https_is_a_connection_that_cannot_be_secured(wire: Wire) -> None:
    wire.answers = [answer("200 OK", b"hello")]
    secure = ClaudeProvider(SecretStr(KEY), base_url=wire.url.replace("http:", "https:"), max_retries=0)

    with pytest.raises(NetworkError, match="secure"):
        list(secure.stream(REQUEST, CancelToken()))


def test_a_server_that_never_answers_ends_with_the_timeout(wire: Wire) -> None:
    wire.answers = [[20.0]]

    error = failure_of(wire, timeout_s=0.3)

    assert isinstance(error, NetworkError)
    assert "did not answer within" in error.what


def test_a_failed_request_is_tried_again_as_often_as_the_settings_say(wire: Wire) -> None:
    busy = answer("529 Overloaded", error_body("overloaded_error", "Overloaded"), retry_after_ms="10")
    wire.answers = [busy, busy, HELLO]

    assert ask(wire, max_retries=2)[-1] == Stop("end")
    assert len(wire.requests) == 3


def test_a_long_pause_is_told_instead_of_waited(wire: Wire) -> None:
    wire.answers = [answer("429 Too Many", error_body("rate_limit_error", "slow down"), retry_after="3600")]

    error = failure_of(wire, max_retries=2)

    assert isinstance(error, RateLimitError)
    assert error.retry_after_s == 3600
    assert "3600 s" in error.fix
    assert len(wire.requests) == 1


@pytest.mark.parametrize(
    "sent",
    [[], [STREAM_HEAD], [STREAM_HEAD, sse(message_start(), *text_block("Hi"))]],
    ids=["nothing", "head", "text"],
)
def test_stop_ends_a_silent_request_and_closes_its_connection_within_200_ms(
    wire: Wire, sent: list[bytes | float]
) -> None:
    wire.answers = [HELLO, [*sent, 2 * HANG_S]]
    ask(wire)  # the SDK is imported now

    def attempt() -> float:
        """As long as the stream took to end, or longer where its connection was not closed soon after."""
        wire.silent.clear()
        wire.hung_up.clear()
        took_s = seconds_to_stop(
            lambda cancel: provider(wire, timeout_s=2 * HANG_S).stream(REQUEST, cancel), wire.silent.is_set
        )
        ended = time.perf_counter()
        assert wire.hung_up.wait(HANG_S)
        return max(took_s, wire.hung_up_at - ended)

    assert is_once_within(0.2, attempt)


def test_stop_is_heard_in_a_retry_pause(wire: Wire) -> None:
    wire.answers = [HELLO, answer("429 Too Many", error_body("rate_limit_error", "slow"), retry_after="20")]
    ask(wire)
    attempts = []

    def attempt() -> float:
        attempts.append(len(wire.requests) + 1)
        return seconds_to_stop(
            lambda cancel: provider(wire, max_retries=3).stream(REQUEST, cancel),
            lambda: len(wire.requests) == attempts[-1],
        )

    assert is_once_within(0.2, attempt)
    assert len(wire.requests) == 1 + len(attempts)


def test_stop_before_the_start_sends_nothing(wire: Wire) -> None:
    cancel = CancelToken()
    cancel.cancel()

    with pytest.raises(Cancelled):
        provider(wire).stream(REQUEST, cancel)

    assert not wire.requests


def test_a_stream_that_is_dropped_closes_its_connection(wire: Wire) -> None:
    wire.answers = [[STREAM_HEAD, sse(message_start(), *text_block("Hi")), 20.0]]
    stream = provider(wire).stream(REQUEST, CancelToken())

    assert next(stream) == TextDelta("Hi")
    stream.close()  # type: ignore[attr-defined]

    assert wire.hung_up.wait(HANG_S)


def test_importing_the_provider_does_not_import_the_sdk(tmp_path: Path) -> None:
    import subprocess  # noqa: PLC0415 - only here
    import sys  # noqa: PLC0415 - only here

    script = (
        "import sys; import blueprint_assistant.providers.claude.claude_provider; "
        "print([m for m in ('anthropic', 'httpx2', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": ":".join(sys.path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("model", "name", "window"),
    [
        (DEFAULT_CLAUDE_MODEL, "Claude Sonnet 5.5", 1_000_000),
        ("claude-opus-5", "Claude Opus 5", 1_000_000),
        ("claude-haiku-4-5-20251001", "Claude Haiku 4.5", 200_000),
        ("qwen2.5-coder", "qwen2.5-coder", 200_000),
    ],
)
def test_what_is_known_of_a_model(model: str, name: str, window: int) -> None:
    info = ClaudeProvider(None, model).model

    assert (info.id, info.display_name, info.context_window, info.takes_tools) == (model, name, window, True)


def test_the_context_window_of_a_local_model_can_be_given() -> None:
    assert ClaudeProvider(None, "qwen", context_window=8192).model.context_window == 8192


def test_the_default_model_is_one_that_the_sdk_lists() -> None:
    from typing import get_args  # noqa: PLC0415 - only here

    from anthropic.types import Model  # noqa: PLC0415 - slow to import

    assert DEFAULT_CLAUDE_MODEL in get_args(get_args(Model)[0])


def test_a_request_forbidden_by_the_server_is_an_authentication_error(wire: Wire) -> None:
    wire.answers = [answer("403 Forbidden", error_body("permission_error", "no"))]

    assert isinstance(failure_of(wire), AuthenticationError)
