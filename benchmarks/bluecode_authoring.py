"""Twelve requests through the whole agent loop, judged by running what is left in the sandbox.

Without options a scripted model that writes the right programs: all twelve must be right. `--model` puts
them to a real one (`python3 dev.py peers install model`, or `model-1.5b`), with up to three programs each.
python benchmarks/bluecode_authoring.py [--model 0.5b|1.5b] [--only 3,12] [--tool-mode text] [--log FILE]
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from authoring.model_servers import MODELS, provider_at, served
from authoring.reporting import log_of, table_of, totals_of
from authoring.requests import REQUESTS
from authoring.talking import Limits
from authoring.trying import try_request
from scripted_provider import ScriptedProvider, call_text

if TYPE_CHECKING:
    from authoring.requests import AuthoringRequest
    from authoring.trying import Tried
    from blueprint_assistant.providers.base import Provider

_REAL = Limits(attempts=3, requests=8, answer_tokens=400)
_CONTEXT_TOKENS = 100_000


def main() -> int:
    """Put the requests, print a table; 1 when the scripted model has one that is not right."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="the scripted model alone, which is the default")
    parser.add_argument("--model", choices=MODELS)
    parser.add_argument("--server", help="the address of a server that runs this model already")
    parser.add_argument("--only", help="numbers of requests, separated by commas")
    parser.add_argument("--tool-mode", default="auto", choices=("auto", "native", "text"))
    parser.add_argument(
        "--log", type=Path, help="write all that was said to this file, a line for each request"
    )
    parser.add_argument(
        "--until-written",
        action="store_true",
        help="stop a turn as soon as a program compiles, which saves half of the time",
    )
    options = parser.parse_args()
    gc.disable()  # as in the editor: wrappers of its objects must end on this thread
    only = {int(number) for number in options.only.split(",")} if options.only else set()
    requests = [item for item in REQUESTS if not only or item.number in only]
    if options.model is None or options.short:
        tries = [_scripted(request) for request in requests]
    else:
        limits = replace(_REAL, tool_mode=options.tool_mode, until_written=options.until_written)
        running = (
            nullcontext(provider_at(options.server, options.model))
            if options.server
            else served(options.model)
        )
        with running as provider:
            tries = [_real(request, provider, limits, options.log) for request in requests]
    print(table_of(tries))
    print(totals_of(tries))
    return int(options.model is None and not all(item.is_right for item in tries))


def _scripted(request: AuthoringRequest) -> Tried:
    """The request to a model that answers it rightly."""
    reply = call_text("write_graph", blueprint="BP_Crate", code=request.answer)
    provider = ScriptedProvider([reply, "It is done."], chunk_chars=200)
    provider.model = replace(provider.model, context_window=_CONTEXT_TOKENS)
    return try_request(request, provider, Limits())


def _real(request: AuthoringRequest, provider: Provider, limits: Limits, log: Path | None) -> Tried:
    """The request to a real model, told as soon as it is done."""
    tried = try_request(request, provider, limits)
    verdict = "right" if tried.is_right else f"wrong: {'; '.join(tried.faults)}"
    load = f"load {os.getloadavg()[0]:.1f}"
    print(f"{request.number}: {verdict} ({tried.talk.seconds:.0f} s, {load})", file=sys.stderr, flush=True)
    if log is not None:
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(log_of(tried), ensure_ascii=False)}\n")
    return tried


if __name__ == "__main__":
    sys.exit(main())
