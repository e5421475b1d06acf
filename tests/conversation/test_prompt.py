from __future__ import annotations

import json
import re
from pathlib import Path

from authoring.requests import REQUESTS
from blueprint_assistant.actions.memory_store import Memory
from blueprint_assistant.actions.node_tracker import TrackedNode
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.prompt import (
    BLUECODE_EXAMPLES,
    TELLING_LINES,
    ProjectSnapshot,
    build_system_prompt,
)
from blueprint_assistant.graph.model.blueprint import Blueprint

REGISTRY = ActionRegistry()


def prompt(*, is_native: bool = False, **state: object) -> str:
    given = {"snapshot": ProjectSnapshot(), "blueprints": {}, "nodes": (), **state}
    return build_system_prompt(REGISTRY.documentation(), is_native=is_native, **given)  # type: ignore[arg-type]


def test_the_text_prompt_shows_the_form_and_every_tool() -> None:
    text = prompt()
    assert "<tool_call>{" in text
    assert all(f"- {name}(" in text for name in REGISTRY.names)


def test_the_native_prompt_leaves_both_to_the_service() -> None:
    text = prompt(is_native=True)
    assert "<tool_call>" not in text
    assert "- add_node(" not in text


def test_the_prompt_stays_small() -> None:
    tools = REGISTRY.documentation()
    assert len(prompt()) - len(tools) < 2850
    assert len(tools) < 200 * len(REGISTRY.names)


def test_the_prompt_teaches_bluecode_with_four_examples_in_450_tokens() -> None:
    text = prompt()
    taught = text[text.index("BlueCode, four examples:") : text.index("\n\nProject:")]
    assert len(BLUECODE_EXAMPLES) == 4
    assert all(example in taught for example in BLUECODE_EXAMPLES.values())
    # Words and single signs, which is more than any tokenizer makes of such a text.
    assert len(re.findall(r"\w+|[^\w\s]", taught)) + taught.count("\n") < 450


def test_the_examples_do_one_thing_each_in_words_that_no_request_has() -> None:
    """Small models copy examples whole: words of a request in one of them bring its lines along."""
    own = set()
    for name, code in BLUECODE_EXAMPLES.items():
        statements = [line for line in code.splitlines() if line.startswith("  ")]
        assert len(statements) <= 2
        declared = re.findall(r"^(?:var|func|event) (\w+)|\((\w+): ", code, re.MULTILINE)
        own |= {name.removeprefix("BP_"), *(word for pair in declared for word in pair if word)}
        assert not re.search(r"[#\"]", code)
    plans = (Path(__file__).parents[1] / "artist_requests").glob("*.json")
    titles = [json.loads(plan.read_text(encoding="utf-8"))["title"] for plan in plans]
    asked = " ".join([*(item.text for item in REQUESTS), *titles])
    assert own
    assert not [word for word in own if re.search(rf"\b{word}", asked, re.IGNORECASE)]


def test_working_state_lists_blueprints_with_members_and_nodes_with_ids() -> None:
    door = Blueprint("/Game/BP_Door", "/Script/Engine.Actor", status="up_to_date")
    node = TrackedNode("N1", door.path, "EventGraph", "K2Node_Event_0", "", "Event Tick")
    text = prompt(blueprints={door.path: door}, nodes=[node])
    assert "- /Game/BP_Door (parent Actor; up to date): N1=Event Tick" in text


def test_what_changes_stands_behind_what_stays_so_that_services_can_cache() -> None:
    before = prompt(snapshot=ProjectSnapshot(("/Game/BP_A",), "5.8.0"))
    after = prompt(snapshot=ProjectSnapshot(("/Game/BP_A", "/Game/BP_B"), "5.8.0"))
    shared = next(at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other)
    assert shared > len(before) - 40


def test_a_project_that_cannot_be_read_is_said_to_be_so() -> None:
    assert "not readable now (the editor is busy)" in prompt(
        snapshot=ProjectSnapshot(trouble="the editor is busy")
    )


def test_what_was_created_meanwhile_is_named_and_a_busy_editor_is_told() -> None:
    door = Blueprint("/Game/BP_Door", "/Script/Engine.Actor")
    text = prompt(
        snapshot=ProjectSnapshot((), "5.8.1-56057345+++UE5+Release-5.8", busy="the game is playing"),
        blueprints={door.path: door},
    )
    assert "Project: Unreal 5.8.1. Blueprints: /Game/BP_Door." in text
    assert "no changes now: the game is playing" in text


def test_a_large_project_is_named_in_part() -> None:
    paths = tuple(f"/Game/BP_{number}" for number in range(100))
    text = prompt(snapshot=ProjectSnapshot(paths))
    assert "and 70 more" in text
    assert "BP_99" not in text


def test_what_is_remembered_stands_in_the_prompt_with_its_ids() -> None:
    text = prompt(memories=(Memory("M1", "Blueprints start with BP_", ""), Memory("M3", "No Tick", "")))
    assert "[M1] Blueprints start with BP_\n[M3] No Tick" in text
    assert "Remembered" not in prompt()


def test_the_lines_by_which_a_copy_is_told_stand_in_the_examples() -> None:
    shown = {line.strip() for code in BLUECODE_EXAMPLES.values() for line in code.splitlines()}
    assert set(TELLING_LINES) <= shown
    assert all(word in line for line, word in TELLING_LINES.items())
