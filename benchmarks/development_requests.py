"""Requests that may be looked at while prompts, readings and errors are tuned, put to a real model.

They are no measure of anything but of what was tuned on: for that there is bluecode_authoring.py.
python benchmarks/development_requests.py [--only 1,41] [--model 0.5b|1.5b] [--details]
"""

from __future__ import annotations

import argparse
import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from authoring.development import WISHES, faults_of_wish
from authoring.model_servers import MODELS, served
from authoring.setups import set_up
from authoring.talking import Limits, talk
from sandbox_project import open_project

if TYPE_CHECKING:
    from authoring.development import Wish
    from blueprint_assistant.providers.base import Provider

_LIMITS = Limits(attempts=3, until_written=True, requests=8, answer_tokens=400, tool_mode="text")


def main() -> None:
    """Put the requests, tell each as it is done, then how many are right."""
    options = _parser().parse_args()
    gc.disable()  # as in the editor: wrappers of its objects must end on this thread
    numbers = {int(part) for part in options.only.split(",")} if options.only else None
    wishes = [wish for wish in WISHES if numbers is None or wish.number in numbers]
    with served(options.model) as provider:
        right = sum([_put(wish, provider, has_details=options.details) for wish in wishes])
    print(f"{right} of {len(wishes)} right")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="numbers of requests, such as 1,41")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--details", action="store_true", help="tell what was sent and answered")
    return parser


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
    main()
