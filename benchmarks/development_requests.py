"""Requests that may be looked at while prompts, readings and errors are tuned, put to a real model.

They are no measure of anything but of what was tuned on: for that there is bluecode_authoring.py. Without a
model a scripted one sends the right programs: all must be right.
python benchmarks/development_requests.py [--only 1,41] [--model 0.5b|1.5b] [--details]
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from authoring.development import WISHES, faults_of_wish
from authoring.model_servers import MODELS, served
from authoring.setups import set_up
from authoring.talking import Limits, talk
from sandbox_project import open_project
from scripted_provider import ScriptedProvider, call_text

if TYPE_CHECKING:
    from authoring.development import Wish
    from blueprint_assistant.providers.base import Provider

_CONTEXT_TOKENS = 100_000
_EACH_SHORT = 14
_LIMITS = Limits(attempts=3, until_written=True, requests=8, answer_tokens=400, tool_mode="text")


def main() -> int:
    """Put the requests, tell each as it is done, then how many are right; 1 when a scripted one is not."""
    options = _parser().parse_args()
    gc.disable()  # as in the editor: wrappers of its objects must end on this thread
    numbers = {int(part) for part in options.only.split(",")} if options.only else None
    wishes = [wish for wish in WISHES if numbers is None or wish.number in numbers]
    if options.short:
        wishes = wishes[::_EACH_SHORT]
    is_real = options.model is not None and not options.short
    with served(options.model) if is_real else nullcontext(None) as provider:
        right = sum([_put(wish, provider or _scripted(wish), has_details=options.details) for wish in wishes])
    print(f"{right} of {len(wishes)} right")
    return int(not is_real and right < len(wishes))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="numbers of requests, such as 1,41")
    parser.add_argument("--short", action="store_true", help="a few of them, by the scripted model")
    parser.add_argument("--model", choices=MODELS)
    parser.add_argument("--details", action="store_true", help="tell what was sent and answered")
    return parser


def _scripted(wish: Wish) -> Provider:
    """A model that reads what there is and sends the first of the right programs."""
    functions = re.findall(r"^func (\w+)", wish.on.code, re.MULTILINE)
    looks = [call_text("read_graph", blueprint=wish.on.name, graph_name=name) for name in functions]
    writing = call_text("write_graph", blueprint=wish.on.name, code=wish.right[0])
    provider = ScriptedProvider(
        [call_text("read_graph", blueprint=wish.on.name), *looks, writing], chunk_chars=200
    )
    provider.model = replace(provider.model, context_window=_CONTEXT_TOKENS)
    return provider


def _put(wish: Wish, provider: Provider, *, has_details: bool) -> bool:
    with open_project() as project:
        set_up(project, wish.on)
        turn = talk(project, provider, wish.message, _LIMITS)
        faults = faults_of_wish(wish, project.blueprint(wish.on.path))
    gc.collect()
    print(f"{wish.number}: {'right' if not faults else f'wrong: {faults[0]}'}", flush=True)
    if has_details:
        for call in turn.calls:
            print(f"{call.parameters.get('code', call.tool)}\n<- {call.text}\n")
    return not faults


if __name__ == "__main__":
    sys.exit(main())
