"""A raw loopback server, so that tests decide every byte that the real SDK receives."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


_TLS_HANDSHAKE = b"\x16"


@dataclass
class Wire:
    """Answers each connection with the next scripted answer (the last one again when they run out).

    An answer is bytes to send, and seconds of silence that end early when the client hangs up.
    `requests` holds the head and the JSON body of what arrived, `hung_up_at` the time when a
    client closed its connection in a silence; `silent` is set when one begins.
    """

    answers: list[list[bytes | float]] = field(default_factory=list)
    requests: list[tuple[str, Any]] = field(default_factory=list)
    silent: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    hung_up_at: float = 0.0
    url: str = ""

    def handle(self, connection: socket.socket, number: int) -> None:
        with connection:
            connection.settimeout(60)
            head, body = _read_request(connection)
            self.requests.append((head, json.loads(body) if body else None))
            for part in self.answers[min(number, len(self.answers) - 1)]:
                if isinstance(part, bytes):
                    connection.sendall(part)
                elif self._waits(connection, part):
                    return

    def _waits(self, connection: socket.socket, seconds: float) -> bool:
        """Whether the client hung up within that time."""
        connection.settimeout(seconds)
        self.silent.set()
        try:
            connection.recv(1)
        except TimeoutError:
            return False
        except OSError:
            pass
        self.hung_up_at = time.perf_counter()
        self.hung_up.set()
        return True


def _read_request(connection: socket.socket) -> tuple[str, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
        if data.startswith(_TLS_HANDSHAKE):
            return "TLS", b""
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        (
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        ),
        0,
    )
    while len(body) < length:
        body += connection.recv(65536)
    return head.decode("latin-1"), body


@contextmanager
def running_wire() -> Iterator[Wire]:
    """A server on a free loopback port."""
    server = Wire()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread = threading.Thread(target=_accept, args=(listener, server), daemon=True)
        thread.start()
        yield server
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(timeout=10)


def _accept(listener: socket.socket, server: Wire) -> None:
    number, handlers = 0, []
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            break
        handlers.append(
            threading.Thread(target=_guarded, args=(server.handle, connection, number), daemon=True)
        )
        handlers[-1].start()
        number += 1
    for handler in handlers:
        handler.join(timeout=10)


def _guarded(handle: Callable[[socket.socket, int], None], connection: socket.socket, number: int) -> None:
    with suppress(OSError):  # the client has gone
        handle(connection, number)


def answer(
    status: str, body: bytes, content_type: str = "application/json", **headers: str
) -> list[bytes | float]:
    """A whole HTTP answer that closes its connection."""
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ["\r\n".join(lines).encode() + b"\r\n\r\n" + body]


def error_body(kind: str, message: str) -> bytes:
    """An error as the service writes it."""
    return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()


STREAM_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
)


def sse(*events: dict[str, Any]) -> bytes:
    """Events as the service streams them."""
    return b"".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events)


def message_start(**usage: int) -> dict[str, Any]:
    """The first event of an answer."""
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [],
        "model": "claude-x",
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage or {"input_tokens": 20, "output_tokens": 1},
    }
    return {"type": "message_start", "message": message}


def text_block(*pieces: str, index: int = 0) -> list[dict[str, Any]]:
    """The events of a text block."""
    start = {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}
    deltas = [
        {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": piece}}
        for piece in pieces
    ]
    return [start, *deltas, {"type": "content_block_stop", "index": index}]


def tool_block(call_id: str, name: str, *fragments: str, index: int = 1) -> list[dict[str, Any]]:
    """The events of a tool_use block."""
    block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
    deltas = [
        {
            "type": "content_block_delta",
            "index": index,
            "delta": {"type": "input_json_delta", "partial_json": part},
        }
        for part in fragments
    ]
    start = {"type": "content_block_start", "index": index, "content_block": block}
    return [start, *deltas, {"type": "content_block_stop", "index": index}]


def message_end(reason: str | None, **usage: int) -> list[dict[str, Any]]:
    """The last two events of an answer."""
    delta = {"stop_reason": reason, "stop_sequence": None}
    return [
        {"type": "message_delta", "delta": delta, "usage": usage or {"output_tokens": 9}},
        {"type": "message_stop"},
    ]
