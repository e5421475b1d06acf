import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.host.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
PAGES_ON_THE_CODE = [
    *(ROOT / "docs" / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs" / "architecture").glob("*.md")),
]
ROOTS = [ROOT, ROOT / "Python", ROOT / "Python" / "blueprint_assistant"]
KEPT_FREE = "Places that are kept free"
NO_MODULES = {"write_graph", "not_pasted_yet"}
"""A tool and an error, of which the pages on what happens speak."""
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def named_paths(text: str, *, with_modules: bool) -> list[str]:
    """What in back quotes has a slash or the suffix of a file; with modules, lower-case words too."""
    outside_fences = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    pattern = re.compile(
        r"[\w./-]*/[\w./-]*|[\w-]+\.(?:py|md|toml|txt|ini|uplugin)" + (r"|[a-z_]+" if with_modules else "")
    )
    return [word for word in re.findall(r"`([^`\n]+)`", outside_fences) if pattern.fullmatch(word)]


def found_path(name: str, folders: list[Path]) -> Path | None:
    """Where a path leads, with or without `.py`, from our roots or from a folder named before."""
    places = [folder / f"{name}{suffix}" for folder in (*ROOTS, *reversed(folders)) for suffix in ("", ".py")]
    return next((place for place in places if place.exists()), None)


@pytest.mark.parametrize("page", PAGES_ON_THE_CODE, ids=lambda page: page.name)
def test_every_path_that_a_page_on_the_code_names_is_there(page: Path) -> None:
    """How authors write paths, in back quotes.

    A path goes from the checkout, from `Python/` or from `Python/blueprint_assistant`. The name of a file
    alone will do where the same section has named its folder, or another file in it, before; the pages in
    `docs/architecture` name modules so, without `.py`. What has blanks, `<name>` or `…` in it is no path.
    Places that are kept free stand in the paragraph that begins with these words, and are not there yet.
    """
    with_modules = page.parent.name == "architecture"
    wrong = []
    for section in re.split(r"^#+ ", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        kept_free = "".join(re.findall(rf"^{KEPT_FREE}.*?(?:\n\n|\Z)", section, re.MULTILINE | re.DOTALL))
        wrong += [
            f"{name} is there" for name in named_paths(kept_free, with_modules=True) if found_path(name, [])
        ]
        folders: list[Path] = []
        for name in named_paths(section.replace(kept_free, ""), with_modules=with_modules):
            found = found_path(name, folders)
            if found is not None:
                folders.append(found if found.is_dir() else found.parent)
            elif name not in NO_MODULES:
                wrong.append(name)
    assert wrong == []


def test_the_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 dev.py run" in text
    assert "python3 dev.py test" in text


def drawn_layers() -> dict[str, list[str]]:
    """The columns of layers that the architecture draws, by the folder at their head; the rooms have none.

    Two columns stand beside each other; a blank line ends one.
    """
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    picture = page.partition("\n## Arrows\n")[2].split("```")[1].splitlines()
    middle = max(line.find("graph  ") for line in picture)
    columns: dict[str, list[str]] = {}
    for half in ([line[:middle] for line in picture], [line[middle:] for line in picture]):
        for block in "\n".join(line.rstrip() for line in half).strip("\n").split("\n\n"):
            head, *rest = block.strip("\n").splitlines()
            folder, first = head.split(maxsplit=1) if re.match(r"\w+  ", head) else ("", head)
            columns[folder] = [first, *(line.strip() for line in rest)]
    return columns


def test_the_arrows_of_the_architecture_are_those_that_are_checked() -> None:
    """The last line of a column may say in words what several layers have in common."""
    configured = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = configured["tool"]["importlinter"]["contracts"]
    checked = {
        contract["containers"][0].partition(".")[2].rpartition(".")[2]: contract["layers"]
        for contract in contracts
        if contract["type"] == "layers"
    }
    drawn = drawn_layers()
    assert drawn.keys() == checked.keys()
    for folder, layers in checked.items():
        names = [layer for layer in layers if layer != "__main__"]
        *upper, last = drawn[folder]
        assert upper == names[: len(upper)]
        assert last == names[len(upper)] or (" " in last and "|" not in last)


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
