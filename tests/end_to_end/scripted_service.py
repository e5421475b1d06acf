"""A model service on the loopback that streams whatever a test wants, in Claude's Messages form."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Event = dict[str, Any]


@dataclass
class Service:
    """Gives the next answer to each request, the last one again and again."""

    url: str
    answers: list[bytes]
    requests: list[Any] = field(default_factory=list)

    def next_answer(self) -> bytes:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def running_service(*answers: bytes) -> Iterator[Service]:
    """The service, on a free port."""
    service = Service("", list(answers))

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
            pass

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.requests.append(json.loads(body))
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            self.wfile.write(service.next_answer())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def answer(*blocks: Sequence[Event]) -> bytes:
    """A whole answer of these blocks; it stops for tools when there is a call in it."""
    events = [event for block in blocks for event in block]
    calls = any((event.get("content_block") or {}).get("type") == "tool_use" for event in events)
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [],
        "model": "claude-x",
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    end = {"stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None}
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
        for event in (
            {"type": "message_start", "message": message},
            *events,
            {"type": "message_delta", "delta": end, "usage": {"output_tokens": 3}},
            {"type": "message_stop"},
        )
    )


def text(*pieces: str, index: int = 0) -> list[Event]:
    """A block of text, in these pieces."""
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return _block(index, {"type": "text", "text": ""}, deltas)


def call(name: str, arguments: str | dict[str, Any], *, index: int = 1, call_id: str = "") -> list[Event]:
    """A tool call; `arguments` is JSON text when it is to be damaged."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    block = {"type": "tool_use", "id": call_id or f"toolu_{index}", "name": name, "input": {}}
    return _block(index, block, [{"type": "input_json_delta", "partial_json": written}])


def _block(index: int, block: Event, deltas: list[Event]) -> list[Event]:
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]
