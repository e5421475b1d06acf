from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.memory_store import MAX_MEMORIES, MemoryStore, MemoryStoreError
from blueprint_assistant.host.redaction import redact

if TYPE_CHECKING:
    from pathlib import Path

    from actions.conftest import Tools


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "Saved" / "BlueprintAIAssistant" / "memories.json"


def store_of(file: Path | None) -> MemoryStore:
    return MemoryStore(file, redact=redact, now=lambda: "2026-02-27T14:30:00Z")


@pytest.fixture
def remembering(tools: Tools, file: Path) -> Tools:
    tools.context = replace(tools.context, memories=store_of(file))
    return tools


def test_a_fact_gets_an_id_and_is_in_the_file(remembering: Tools, file: Path) -> None:
    assert remembering.do("save_memory", content="  Blueprints start\nwith BP_ ") == (
        "Saved as M1: Blueprints start with BP_"
    )
    assert remembering.do("save_memory", fact="Ärger heißt 门").startswith("Saved as M2")
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "memories": [
            {"id": "M1", "content": "Blueprints start with BP_", "created_at": "2026-02-27T14:30:00Z"},
            {"id": "M2", "content": "Ärger heißt 门", "created_at": "2026-02-27T14:30:00Z"},
        ]
    }
    assert [item.id for item in store_of(file).read()] == ["M1", "M2"]


def test_the_same_fact_is_kept_once(remembering: Tools, file: Path) -> None:
    remembering.do("save_memory", content="Use BP_")
    before = file.read_bytes()
    assert remembering.do("save_memory", content="use bp_") == "M1 holds that already; nothing was changed."
    assert file.read_bytes() == before


def test_a_removed_fact_is_gone_and_its_id_is_not_given_again(remembering: Tools, file: Path) -> None:
    for content in ("one", "two"):
        remembering.do("save_memory", content=content)
    assert remembering.do("remove_memory", memory_id="m2") == "Removed M2: two"
    assert remembering.do("save_memory", content="three") == "Saved as M3: three"
    assert [item.content for item in store_of(file).read()] == ["one", "three"]


@pytest.mark.parametrize("memory_id", ["M1", "m1", "1", 1, "[M1]", "M01"])
def test_an_id_is_understood_however_it_is_written(remembering: Tools, memory_id: object) -> None:
    remembering.do("save_memory", content="one")
    assert remembering.do("remove_memory", memory_id=memory_id) == "Removed M1: one"


def test_an_unknown_id_is_refused_with_those_that_there_are(remembering: Tools, file: Path) -> None:
    assert "There are none" in remembering.refused("remove_memory", memory_id="M1")
    remembering.do("save_memory", content="Doors open inwards")
    before = file.read_bytes()
    assert "M1 Doors open inwards" in remembering.refused("remove_memory", memory_id="M7")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "secret"),
    [
        ("my key is sk-ant-abcdefghijkl1234", "sk-ant-abcdefghijkl1234"),
        ("the password=hunter2secret is secret", "hunter2secret"),
    ],
)
def test_a_key_never_gets_into_the_file(remembering: Tools, file: Path, content: str, secret: str) -> None:
    text = remembering.do("save_memory", content=content)
    assert "left out" in text
    assert secret not in text
    assert secret not in file.read_text(encoding="utf-8")


def test_a_fact_that_is_too_long_or_one_too_many_is_refused(remembering: Tools, file: Path) -> None:
    assert "500" in remembering.refused("save_memory", content="x" * 501)
    assert not file.exists()
    for number in range(MAX_MEMORIES):
        remembering.do("save_memory", content=f"fact {number}")
    assert "no room" in remembering.refused("save_memory", content="one more")
    assert len(store_of(file).read()) == MAX_MEMORIES


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b'{"memories": 5}',
        b'{"memories": [{"id": "M1"}]}',
        b'{"memories": [{"id": "X", "content": "a"}]}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b" " * 1_000_001,
    ],
    ids=["cut", "list", "number", "row", "id", "bytes", "deep", "large"],
)
def test_a_broken_file_is_named_and_never_overwritten(remembering: Tools, file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    for tool, given in (("save_memory", {"content": "a"}), ("remove_memory", {"memory_id": "M1"})):
        assert "memories.json cannot be read" in remembering.refused(tool, **given)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "Saved").write_text("no folder", encoding="utf-8")
    store = store_of(tmp_path / "Saved" / "memories.json")
    with pytest.raises(MemoryStoreError, match="cannot be written"):
        store.add("a")
    assert store.read() == ()


def test_two_editors_see_each_others_facts(file: Path) -> None:
    first, second = store_of(file), store_of(file)
    first.add("one")
    assert second.add("two")[0].id == "M2"
    assert [item.id for item in first.read()] == ["M1", "M2"]


def test_without_a_file_facts_last_as_long_as_the_store() -> None:
    store = store_of(None)
    store.add("one")
    assert [item.content for item in store.read()] == ["one"]


def test_without_a_place_for_memories_the_tool_says_so(tools: Tools) -> None:
    assert "no place for memories" in tools.refused("save_memory", content="a")
