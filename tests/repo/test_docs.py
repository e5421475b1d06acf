import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.host.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 dev.py run" in text
    assert "python3 dev.py test" in text


def test_the_arrows_of_the_architecture_are_those_that_are_checked() -> None:
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = [
        contract["layers"]
        for contract in configured["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    drawn = "\n".join(layer for layer in layers if layer != "__main__")
    assert f"```\n{drawn}\n```" in (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_every_setting_of_a_model_is_explained() -> None:
    text = (ROOT / "docs" / "using-claude.md").read_text(encoding="utf-8")
    for name in Settings.model_fields:
        assert f"`{name}`" in text or name == "log_level"
        assert f"BLUEPRINT_AI_{name.upper()}" in text or name == "log_level"
    assert Settings().conversation() == ConversationSettings()


def test_only_the_ci_script_looks_beside_the_checkout() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("This is no git checkout, so there is no list of its files.")
    beside = "../" + "shared"
    naming = []
    for name in listed.stdout.splitlines():
        file = ROOT / name
        if file.suffix in (".gz", ".png", ".ttf", ".zip") or not file.is_file():
            continue
        if beside in file.read_text(encoding="utf-8", errors="replace"):
            naming.append(name)
    assert set(naming) <= {".ci/run"}
