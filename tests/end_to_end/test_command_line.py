"""The command line as a newcomer uses it: the real process, the real project folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.graph.compare.facts import graph_facts
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import spec_of
from blueprint_assistant.graph.model.blueprint import Graph, PinRef
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d, pasteable
from blueprint_assistant.providers.offline import OfflineProvider
from tiers import thinned

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node

ROOT = Path(__file__).parents[2]
SENTENCE = (
    "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component"
    " and moves forward every tick."
)
WORDINGS = [
    "Make an actor blueprint named BP_Enemy. Give it a static mesh, and let it move forward each tick.",
    "I need BP_Enemy: an Actor with a StaticMeshComponent which goes forward every frame",
    (
        "please build a new Actor Blueprint (BP_Enemy) that has a static mesh component"
        " and keeps moving forward on tick"
    ),
]


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("ANTHROPIC_", "BLUEPRINT_AI_"))
    }
    return subprocess.run(
        [sys.executable, "-m", "blueprint_assistant", "run", *arguments],
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT / "Python"), "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=90,
        check=False,
    )


def find_event(graph: Graph, name: str) -> Node:
    return next(node for node in graph.nodes if spec_of(node) == EventSpec(name))


def exec_chain(graph: Graph, start: Node) -> list[Node]:
    """The nodes that run after a node, in order of discovery."""
    found: dict[str, Node] = {}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for pin in node.pins:
            if pin.is_exec and pin.direction == "output":
                for ref in graph.links_of(node.name, pin.id):
                    if ref.node not in found:
                        found[ref.node] = graph.node(ref.node)
                        waiting.append(found[ref.node])
    return list(found.values())


def data_sources(graph: Graph, node: Node, pin_name: str) -> set[tuple[str, str]]:
    """Every (node, output pin) whose value flows into a pin, directly or through pure nodes."""
    pin = node.find_pin(pin_name, "input")
    assert pin is not None
    found: set[tuple[str, str]] = set()
    waiting: deque[PinRef] = deque([PinRef(node.name, pin.id)])
    while waiting:
        target = waiting.popleft()
        for source in graph.links_of(target.node, target.pin):
            source_node, source_pin = graph.node(source.node), graph.pin(source)
            assert source_pin is not None
            if (source.node, source_pin.name) in found:
                continue
            found.add((source.node, source_pin.name))
            waiting.extend(
                PinRef(source.node, item.id)
                for item in source_node.pins
                if item.direction == "input" and not item.is_exec
            )
    return found


def assert_moves_forward_by_delta_seconds(graph: Graph) -> None:
    tick = find_event(graph, "ReceiveTick")
    assert tick.find_property("EnabledState") is None
    moves = [
        node
        for node in exec_chain(graph, tick)
        if isinstance(spec := spec_of(node), CallFunctionSpec)
        and spec.function.rsplit(":", 1)[-1] in {"K2_AddActorWorldOffset", "K2_AddActorLocalOffset"}
    ]
    assert len(moves) == 1
    assert (tick.name, "DeltaSeconds") in data_sources(graph, moves[0], "DeltaLocation")


def read_event_graph(file: Path) -> Graph:
    text = file.read_text(encoding="utf-8")
    graph = parse_t3d(text)
    assert parse_t3d(format_t3d(graph)) == graph
    return graph


@pytest.mark.parametrize("sentence", thinned([SENTENCE, *WORDINGS], 1))
def test_the_sentence_becomes_a_compiled_blueprint_a_text_and_a_picture(
    sentence: str, tmp_path: Path
) -> None:
    done = run(
        "--prompt", sentence, "--project", "demo", "--picture", "enemy.png", "--t3d", "enemy.t3d",
        "--events", "events.jsonl", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "enemy.png").read_bytes().startswith(b"\x89PNG")

    events = [
        json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    finished = [event for event in events if event["event"] == "ToolFinished"]
    assert finished
    assert all(event["ok"] for event in finished)
    assert all(event["name"] in done.stdout for event in finished)
    compiled = [event for event in finished if event["name"] == "compile_blueprint"]
    assert compiled
    assert "up to date, 0 errors, 0 warnings" in compiled[-1]["text"]

    with StandAlone(tmp_path / "demo", OfflineProvider(), ConversationSettings()) as app:
        (blueprint,) = app.read_all()
    assert blueprint.parent_class == "/Script/Engine.Actor"
    assert blueprint.status == "up_to_date"
    assert [item.class_path for item in blueprint.components] == ["/Script/Engine.StaticMeshComponent"]
    assert_moves_forward_by_delta_seconds(blueprint.graphs[0])
    # An event of the engine cannot be pasted: the text has the rest, and the output says so.
    whole = pasteable(blueprint.graphs[0], blueprint.generated_class).graph
    assert graph_facts(whole) == graph_facts(read_event_graph(tmp_path / "enemy.t3d"))
    assert "to be added by hand: Event Tick" in done.stdout


def test_a_saved_project_opens_again_and_goes_on(tmp_path: Path) -> None:
    assert run("--prompt", SENTENCE, "--project", "demo", cwd=tmp_path).returncode == 0
    more = run(
        "--prompt",
        "Add a float variable Health with default 100 to BP_Enemy",
        "--project",
        "demo",
        cwd=tmp_path,
    )
    assert more.returncode == 0, more.stdout + more.stderr
    kept = "".join(
        file.read_text(encoding="utf-8") for file in (tmp_path / "demo").rglob("*") if file.is_file()
    )
    assert "Health" in kept
    assert "StaticMeshComponent" in kept


@pytest.mark.parametrize(
    "request_text", thinned(["write me a poem", "Make me a sandwich with cheese.", "asdf qwer"], 1)
)
def test_a_request_that_is_not_understood_is_refused_and_creates_nothing(
    request_text: str, tmp_path: Path
) -> None:
    done = run(
        "--prompt", request_text, "--project", "demo", "--picture", "no.png", "--t3d", "no.t3d", cwd=tmp_path
    )
    assert done.returncode == 1
    assert "Nothing was changed." in done.stdout
    assert not (tmp_path / "no.png").exists()
    assert not (tmp_path / "no.t3d").exists()
    assert not list((tmp_path / "demo").rglob("*BP_*"))


def test_a_missing_key_is_said_before_anything_happens(tmp_path: Path) -> None:
    done = run("--prompt", SENTENCE, "--project", "demo", "--provider", "claude", cwd=tmp_path)
    assert done.returncode != 0
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unreachable_endpoint_is_an_error_with_its_address_and_the_key_stays_secret(
    tmp_path: Path,
) -> None:
    done = run(
        "--prompt", SENTENCE, "--provider", "claude", "--base-url", "http://127.0.0.1:9", cwd=tmp_path,
        ANTHROPIC_API_KEY="sk-ant-secret-0123456789",
    )  # fmt: skip
    assert done.returncode == 1
    assert "127.0.0.1:9" in done.stderr
    assert "sk-ant-secret" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_project_folder_that_cannot_be_used_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "demo").write_text("a file, not a folder")
    done = run("--prompt", SENTENCE, "--project", "demo", cwd=tmp_path)
    assert done.returncode != 0
    assert "demo" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "demo").read_text() == "a file, not a folder"


def test_an_output_file_in_a_missing_folder_is_refused_before_the_run(tmp_path: Path) -> None:
    done = run("--prompt", SENTENCE, "--project", "demo", "--picture", "nowhere/enemy.png", cwd=tmp_path)
    assert done.returncode == 2
    assert "nowhere" in done.stderr
    assert not (tmp_path / "demo").exists()
