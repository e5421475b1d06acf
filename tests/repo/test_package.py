import importlib.util
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = "BlueprintAIAssistant/"


@pytest.fixture(scope="module")
def package() -> ModuleType:
    spec = importlib.util.spec_from_file_location("package_tool", ROOT / "tools" / "package.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def zipped(package: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    written: Path = package.write_package(ROOT, tmp_path_factory.mktemp("dist"), "5.8")
    return written


def test_the_package_holds_the_plugin_and_nothing_else(zipped: Path) -> None:
    with zipfile.ZipFile(zipped) as archive:
        names = archive.namelist()
    assert all(name.startswith(TOP) for name in names)
    inside = {name.removeprefix(TOP) for name in names}
    for needed in (
        "BlueprintAIAssistant.uplugin",
        "Content/Python/init_unreal.py",
        "Python/blueprint_assistant/host/bootstrap.py",
        "Python/unreal_sandbox/__init__.py",
        "Config/DefaultBlueprintAIAssistant.ini",
        "requirements.txt",
        "README.md",
        "LICENSE",
    ):
        assert needed in inside
    tops = {name.split("/")[0] for name in inside}
    assert tops <= {
        "BlueprintAIAssistant.uplugin", "Content", "Python", "Config", "Resources",
        "requirements.txt", "README.md", "LICENSE",
    }  # fmt: skip
    assert not [name for name in inside if "__pycache__" in name or name.endswith(".pyc") or "/." in name]


def test_the_same_sources_give_the_same_bytes(package: ModuleType, zipped: Path, tmp_path: Path) -> None:
    again = package.write_package(ROOT, tmp_path, "5.8")
    assert again.read_bytes() == zipped.read_bytes()


def test_the_engine_version_is_stamped_for_each_engine(package: ModuleType, tmp_path: Path) -> None:
    for engine in ("5.6", "5.8"):
        with zipfile.ZipFile(package.write_package(ROOT, tmp_path, engine)) as archive:
            stamped = json.loads(archive.read(f"{TOP}BlueprintAIAssistant.uplugin"))
        assert stamped["EngineVersion"] == f"{engine}.0"
        assert stamped["Installed"] is True
    with pytest.raises(package.PackageError, match="6"):
        package.write_package(ROOT, tmp_path, "6")


def test_every_path_is_short_enough_for_the_marketplace(package: ModuleType, zipped: Path) -> None:
    with zipfile.ZipFile(zipped) as archive:
        assert max(len(name) for name in archive.namelist()) <= 170
    with pytest.raises(package.PackageError, match="170"):
        package.check_lengths(["Python/" + "x" * 160])


def test_the_unpacked_package_runs_with_its_own_folder_only(zipped: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(tmp_path)
    program = (
        "import sys; sys.path = [p for p in sys.path if 'site-packages' in p or 'lib' in p]\n"
        f"sys.path.insert(0, {str(tmp_path / TOP / 'Python')!r})\n"
        "import blueprint_assistant.graph.catalog.engine_catalog as catalog\n"
        "print(catalog.__file__)\n"
        "print(catalog.default_catalog().function('/Script/Engine.Actor:K2_DestroyActor').name)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) in done.stdout
    assert "K2_DestroyActor" in done.stdout


@pytest.mark.parametrize(
    ("pattern", "path", "is_taken"),
    [
        ("/Python/...", "/Python/a/b/c.py", True),
        ("/Python/...", "/PythonOther/a.py", False),
        ("/LICENSE*", "/LICENSE.txt", True),
        ("/LICENSE*", "/docs/LICENSE", False),
        ("/a?.ini", "/ab.ini", True),
        ("/a?.ini", "/abc.ini", False),
        ("/*.uplugin", "/Sub/x.uplugin", False),
    ],
)
def test_patterns_mean_what_unreals_packaging_means(
    package: ModuleType, pattern: str, path: str, is_taken: bool
) -> None:
    assert bool(package.matcher(pattern).fullmatch(path)) is is_taken
