"""Eighty requests through the whole agent loop, judged by running what is left in the sandbox.

Without options a scripted model that makes the right calls: all must be right. `--model` puts them to a
real one (`python3 dev.py peers install model`, or `model-1.5b`), with up to three programs each. Half of
the requests are a validation set: of these only counts are told, unless you ask for `--details`.
python benchmarks/bluecode_authoring.py [--set tuning|validation|all] [--kind create|edit] [--only 1-12,41]
    [--model 0.5b|1.5b] [--tool-mode text] [--log FILE] [--details]
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
from authoring.reporting import log_of, report_of
from authoring.requests import chosen
from authoring.talking import Limits
from authoring.trying import try_request
from scripted_provider import ScriptedProvider, call_text

if TYPE_CHECKING:
    from authoring.asked import AuthoringRequest
    from authoring.trying import Tried
    from blueprint_assistant.providers.base import Provider

_REAL = Limits(attempts=3, requests=8, answer_tokens=400)
_CONTEXT_TOKENS = 100_000


def main() -> int:
    """Put the requests, print a table; 1 when the scripted model has one that is not right."""
    options = _parser().parse_args()
    gc.disable()  # as in the editor: wrappers of its objects must end on this thread
    numbers = _numbers(options.only) if options.only else set()
    sets = () if options.set == "all" else (options.set,)
    requests = chosen(sets, (options.kind,) if options.kind else (), numbers)
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
            tries = [_real(request, provider, limits, options) for request in requests]
    print(report_of(tries, has_details=options.details))
    return int(options.model is None and not all(item.is_right for item in tries))


def _numbers(text: str) -> set[int]:
    """Which requests `1-12,41` means."""
    ends = (part.partition("-") for part in text.split(","))
    return {number for first, _, last in ends for number in range(int(first), int(last or first) + 1)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="the scripted model alone, which is the default")
    parser.add_argument("--set", choices=("tuning", "validation", "all"), default="all")
    parser.add_argument("--kind", choices=("create", "edit"), help="only new logic, or only changes")
    parser.add_argument("--only", help="numbers of requests, such as 1-12,41")
    parser.add_argument("--model", choices=MODELS)
    parser.add_argument("--server", help="the address of a server that runs this model already")
    parser.add_argument("--tool-mode", default="auto", choices=("auto", "native", "text"))
    parser.add_argument(
        "--details",
        action="store_true",
        help="tell of each request of the validation set too: never while anything is being tuned",
    )
    parser.add_argument(
        "--log",
        type=Path,
        help="write all that was said to this file, a line for each request (validation: with --details)",
    )
    parser.add_argument(
        "--until-written",
        action="store_true",
        help="stop a turn as soon as a program compiles, which saves half of the time",
    )
    return parser


def _scripted(request: AuthoringRequest) -> Tried:
    """The request to a model that answers it rightly."""
    replies = [call_text(tool, blueprint=request.on.name, **given) for tool, given in request.calls]
    provider = ScriptedProvider([*replies, "It is done."], chunk_chars=200)
    provider.model = replace(provider.model, context_window=_CONTEXT_TOKENS)
    return try_request(request, provider, Limits())


def _real(
    request: AuthoringRequest, provider: Provider, limits: Limits, options: argparse.Namespace
) -> Tried:
    """The request to a real model, told as soon as it is done."""
    tried = try_request(request, provider, limits)
    may_be_seen = request.set == "tuning" or options.details
    verdict = "right" if tried.is_right else f"wrong: {'; '.join(tried.faults)}"
    shown = verdict if may_be_seen else "done"
    load = f"load {os.getloadavg()[0]:.1f}"
    print(f"{request.number}: {shown} ({tried.talk.seconds:.0f} s, {load})", file=sys.stderr, flush=True)
    if options.log is not None and may_be_seen:
        with options.log.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(log_of(tried), ensure_ascii=False)}\n")
    return tried


if __name__ == "__main__":
    sys.exit(main())
