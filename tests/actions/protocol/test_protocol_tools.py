"""The tools of the BlueCode protocol: readings, dry runs, revisions, plan hashes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from blueprint_assistant.actions.registry import ActionRegistry
from protocol_tools import asked

if TYPE_CHECKING:
    from actions.conftest import Tools

TARGET = "/Game/BP_Door:EventGraph"
CODE = 'on BeginPlay():\n  PrintString("one")\n  PrintString("two")\n'


def test_the_protocol_is_not_shown_by_default() -> None:
    """BC-004."""
    assert not any(name.startswith("bluecode_") for name in ActionRegistry().names)


def test_a_function_is_read_with_its_revision_and_an_unknown_detail_is_refused(protocol: Tools) -> None:
    """BC-040, BC-041, BC-011."""
    asked(protocol, "bluecode_apply", target=TARGET, code=CODE)
    answer = asked(protocol, "bluecode_read_function", target=TARGET)
    assert answer["base_revision"].startswith("bcrev:")
    assert "source_map" not in answer
    assert "source_map" in asked(protocol, "bluecode_read_function", target=TARGET, detail="roundtrip")
    refusal = json.loads(protocol.refused("bluecode_read_function", target=TARGET, detail="loud"))
    assert refusal["error_code"] == "invalid_bluecode_detail"
    assert "roundtrip" in refusal["suggested_fix"]


def test_a_dry_run_changes_nothing_and_its_plan_is_the_one_that_is_done(protocol: Tools) -> None:
    """BC-150, BC-151, BC-152, BC-153."""
    before = protocol.project.state()
    dry = asked(protocol, "bluecode_apply", target=TARGET, code=CODE, dry_run=True)
    assert protocol.project.state() == before
    assert dry["plan_hash"].startswith("bcplan:")
    assert [item["op"] for item in dry["operations"]] == ["append", "append"]
    other = CODE.replace("two", "three")
    refused = asked(protocol, "bluecode_apply", target=TARGET, code=other, plan_hash=dry["plan_hash"])
    assert refused["error_code"] == "plan_mismatch"
    assert protocol.project.state() == before
    done = asked(protocol, "bluecode_apply", target=TARGET, code=CODE, plan_hash=dry["plan_hash"])
    assert done["ok"]
    assert done["merge_report"]["deleted_count"] == 0


def test_a_stale_revision_is_refused_with_both_and_nothing_changes(protocol: Tools) -> None:
    """BC-060, I8."""
    old = asked(protocol, "bluecode_read_function", target=TARGET)["base_revision"]
    new = asked(protocol, "bluecode_apply", target=TARGET, code=CODE, base_revision=old)["new_revision"]
    assert new != old
    before = protocol.project.state()
    answer = asked(protocol, "bluecode_apply", target=TARGET, code=CODE, base_revision=old)
    assert protocol.project.state() == before
    assert answer["error_code"] == "graph_revision_conflict"
    assert (answer["expected_revision"], answer["actual_revision"]) == (old, new)


def test_an_error_has_its_code_its_line_and_what_to_do(protocol: Tools) -> None:
    """BC-170: 1.18."""
    answer = asked(protocol, "bluecode_apply", target=TARGET, code="on BeginPlay():\n  PrintStrin('x')\n")
    assert not answer["ok"]
    assert answer["line"] == 2
    assert "PrintString" in answer["suggested_fix"]


def test_variables_and_events_are_read(protocol: Tools) -> None:
    """BC-048."""
    code = "var Speed: float = 5.0\non Tick(Delta):\n  Speed = Speed + Delta\n"
    asked(protocol, "bluecode_apply", target=TARGET, code=code)
    (speed,) = asked(protocol, "bluecode_read_variables", target="BP_Door")["variables"]
    assert (speed["name"], speed["type"], float(speed["default"])) == ("Speed", "float", 5.0)
    assert speed["references"] == {"count": 2, "reads": 1, "writes": 1, "graphs": ["EventGraph"]}
    events = {item["name"]: item for item in asked(protocol, "bluecode_read_events", target=TARGET)["events"]}
    assert not events["Tick"]["is_empty"]
    assert events["Tick"]["parameters"] == ["DeltaSeconds"]


def test_variables_are_added_and_updated_and_never_removed(protocol: Tools) -> None:
    """BC-200."""
    speed = {"name": "Speed", "type": "float", "default": 5}
    assert asked(protocol, "bluecode_apply_variables", target="BP_Door", variables=[speed])["ok"]
    wanted = [{"name": "Speed", "type": "float", "default": 7}, {"name": "IsOpen", "type": "bool"}]
    assert asked(protocol, "bluecode_apply_variables", target="BP_Door", variables=wanted)["ok"]
    assert asked(
        protocol, "bluecode_apply_variables", target="BP_Door", variables=[{"name": "Lid", "type": "bool"}]
    )["ok"]
    assert [item.name for item in protocol.door.variables] == ["Speed", "IsOpen", "Lid"]
    assert float(protocol.door.variables[0].default) == 7
    wrong = asked(protocol, "bluecode_apply_variables", target="BP_Door", variables=[{"name": "x"}])
    assert not wrong["ok"]


def test_compiling_answers_diagnostics_with_their_nodes(protocol: Tools) -> None:
    """BC-201."""
    assert asked(protocol, "bluecode_compile", target="BP_Door")["diagnostics"] == []
    code = "on BeginPlay():\n  StaticMeshComponent.SetStaticMesh()\n"
    asked(protocol, "bluecode_apply", target=TARGET, code=code)
    answer = asked(protocol, "bluecode_compile", target="BP_Door")
    assert not answer["ok"]
    assert any(item["severity"] == "error" and item["node"] for item in answer["diagnostics"])
