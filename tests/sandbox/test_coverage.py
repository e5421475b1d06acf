"""What is modelled of the API, and that the assistant uses nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from unreal_sandbox.__main__ import main
from unreal_sandbox.glue.api_coverage import ApiCoverage, measure, used_members
from unreal_sandbox.glue.manifest import load_manifest

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
ASSISTANT = ROOT / "Python/blueprint_assistant"
SOURCES = [
    *(ASSISTANT / "editor").rglob("*.py"),
    *(ASSISTANT / "host").rglob("*.py"),
    *(ROOT / "Content").rglob("*.py"),
]
AUTHORING = (
    "BlueprintEditorLibrary",
    "BlueprintGraphEditor",
    "BlueprintGraphPin",
    "BlueprintGraphPinLibrary",
    "K2Node",
    "SubobjectDataSubsystem",
    "SubobjectDataBlueprintFunctionLibrary",
    "EditorAssetLibrary",
)


@pytest.fixture(scope="module")
def coverage() -> dict[str, ApiCoverage]:
    return measure("5.8")


@pytest.mark.parametrize("version", ["5.6", "5.7", "5.8"])
def test_every_known_member_is_counted_and_only_those(version: str) -> None:
    found = measure(version)
    manifest = load_manifest(version)
    assert set(found["unreal"].known) == set(manifest.functions)
    for name, entry in manifest.classes.items():
        own = {*entry.methods, *entry.properties, *entry.values} - {"__init__"}
        assert set(found[name].known if name in found else ()) == own
    for row in found.values():
        assert row.modelled <= row.present <= set(row.known)
        assert set(row.refused) == set(row.known) - row.modelled


@pytest.mark.parametrize("name", AUTHORING)
def test_most_of_what_authors_blueprints_is_modelled(coverage: dict[str, ApiCoverage], name: str) -> None:
    assert coverage[name].share >= 0.8, coverage[name].refused


def test_the_assistant_uses_only_what_is_modelled(coverage: dict[str, ApiCoverage]) -> None:
    used = used_members(SOURCES)
    unsure = used.pop("*")
    module = used.pop("unreal")
    manifest = load_manifest("5.8")
    functions = module & manifest.functions.keys()
    assert functions
    assert functions <= coverage["unreal"].modelled
    certain = {(owner, name) for owner, names in used.items() for name in names}
    assert certain
    assert {(owner, name) for owner, name in certain if not is_modelled(coverage, owner, name)} == set()
    # Where the class is not written down, one class at least must do something with the name.
    known = {name for row in coverage.values() for name in row.known}
    assert {"list_all_nodes", "get_editor_property", "modify"} <= unsure & known
    assert {name for name in unsure & known if not is_modelled_somewhere(coverage.values(), name)} == set()


def is_modelled(coverage: dict[str, ApiCoverage], owner: str, name: str) -> bool:
    """Whether the class or one of its bases does something with the name; a type's own are not members."""
    chain = [entry.name for entry in load_manifest("5.8").chain(owner)] or [owner]
    rows = [coverage[each] for each in (*chain, "_ObjectBase") if each in coverage]
    return any(name in row.modelled for row in rows) or name.startswith("__")


def is_modelled_somewhere(rows: Iterable[ApiCoverage], name: str) -> bool:
    return any(name in row.modelled for row in rows)


def test_used_members_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "import unreal as ue\nue.log('x')\nue.Paths.project_dir()\nfoo.modify()\n", encoding="utf-8"
    )
    (tmp_path / "two.py").write_text("import os\nos.path\n", encoding="utf-8")
    assert used_members(sorted(tmp_path.iterdir())) == {
        "unreal": {"log", "Paths"},
        "Paths": {"project_dir"},
        "*": {"modify"},
    }


def test_the_command_prints_a_row_for_each_class_and_what_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["coverage", "BlueprintGraphPin", "EditorActorSubsystem", "--refused"]) == 0
    head, pins, actors, *names, total = capsys.readouterr().out.splitlines()
    assert head.split() == ["class", "known", "present", "modelled", "refused", "share"]
    assert pins.split() == ["BlueprintGraphPin", "15", "15", "15", "0", "100%"]
    assert actors.split()[0] == "EditorActorSubsystem"
    assert "spawn_actor_from_class" in " ".join(names)
    assert total.startswith("2 classes")


def test_the_command_names_a_class_that_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["coverage", "BlueprintLibrary"])
    assert ended.value.code == 2
    assert "BlueprintLibrary" in capsys.readouterr().err
