"""Serves a GGUF model with llama.cpp's own server: `model_server.py WEIGHTS PORT [TEMPERATURE]`.

Without a temperature the server's own holds; 0 gives the same answer to the same question.
Run by the Python of the peers' environment, which has xllamacpp; ends with SIGTERM.
"""

from __future__ import annotations

import signal
import struct
import sys
from pathlib import Path
from typing import IO, Any

import xllamacpp

_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9


def chat_template(weights: Path) -> str:
    """The chat template in the header of a GGUF file."""
    with weights.open("rb") as file:
        file.seek(8)
        _, entries = struct.unpack("<QQ", file.read(16))
        for _ in range(entries):
            key = _text(file)
            (kind,) = struct.unpack("<I", file.read(4))
            value = _value(file, kind)
            if key == "tokenizer.chat_template":
                return str(value)
    raise SystemExit(f"{weights} has no chat template.")


def _text(file: IO[bytes]) -> str:
    (length,) = struct.unpack("<Q", file.read(8))
    return file.read(length).decode("utf-8", "replace")


def _value(file: IO[bytes], kind: int) -> Any:
    if kind == _STRING:
        return _text(file)
    if kind == _ARRAY:
        item, count = struct.unpack("<IQ", file.read(12))
        for _ in range(count):
            _value(file, item)
        return None
    return file.read(_SIZES[kind])


def serve(weights: Path, port: int, temperature: float | None = None) -> None:
    """Listen on the loopback address until a signal ends the process."""
    settings = xllamacpp.CommonParams()
    settings.model.path, settings.port, settings.hostnames = str(weights), port, ["127.0.0.1"]
    if temperature is not None:
        settings.sampling.temp = temperature
    settings.n_ctx, settings.n_parallel, settings.use_jinja = 8192, 1, True
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 2
    # This model writes calls as fenced JSON instead of <tool_call>: with that in its template the
    # server's parser finds them.
    template = chat_template(weights)
    settings.chat_template = template.replace("<tool_call>", "```json").replace("</tool_call>", "```")
    server = xllamacpp.Server(settings)
    sys.stdout.write(f"listening at {server.listening_address}\n")
    sys.stdout.flush()
    signal.pause()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]), *map(float, sys.argv[3:]))
