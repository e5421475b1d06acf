"""Zips the plugin as Unreal's own packaging would: one zip for each engine version.

Takes the descriptor, Content and Resources, and what Config/FilterPlugin.ini lists. The same
sources give the same bytes. Standard library only; `python3 dev.py package` calls it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLUGIN = "BlueprintAIAssistant"
ALWAYS = ("/*.uplugin", "/Content/...", "/Resources/...")
NEVER = re.compile(r"(^|/)(__pycache__|\.[^/]*)(/|$)|\.py[co]$|~$")
LONGEST_PATH = 170  # counted from the plugin's folder; the marketplace's limit
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


class PackageError(Exception):
    """The plugin cannot be packaged as it is."""


def filter_patterns(root: Path) -> list[str]:
    """The patterns that a package takes: the automatic ones, then those of FilterPlugin.ini."""
    lines = (root / "Config" / "FilterPlugin.ini").read_text(encoding="utf-8").splitlines()
    listed = [line.strip() for line in lines if line.strip().startswith("/")]
    return [*ALWAYS, *listed]


def matcher(pattern: str) -> re.Pattern[str]:
    """A FilterPlugin pattern as a regular expression over `/`-rooted paths."""
    translated = {"...": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.split(r"(\.\.\.|\*|\?)", pattern)
    return re.compile("".join(translated.get(piece, re.escape(piece)) for piece in pieces), re.IGNORECASE)


def packaged_files(root: Path) -> list[str]:
    """The files of a package, as sorted paths from the root with `/`."""
    matchers = [matcher(pattern) for pattern in filter_patterns(root)]
    top_level = {pattern.split("/")[1] for pattern in filter_patterns(root)}
    files = []
    for entry in sorted(root.iterdir()):
        if entry.is_dir() and entry.name in top_level:
            files += [found for found in entry.rglob("*") if found.is_file()]
        elif entry.is_file():
            files.append(entry)
    paths = sorted(file.relative_to(root).as_posix() for file in files)
    return [
        path for path in paths if not NEVER.search(path) and any(m.fullmatch(f"/{path}") for m in matchers)
    ]


def descriptor(root: Path, engine: str) -> dict[str, object]:
    """The .uplugin with the engine version stamped in. Raises PackageError when it is not right."""
    path = root / f"{PLUGIN}.uplugin"
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PackageError(f"{path.name} is no JSON: {error}.") from error
    if content.get("Modules"):
        raise PackageError(f"{path.name} lists Modules, but this plugin has no C++ module.")
    version = product_version(root)
    if content.get("VersionName") != version:
        raise PackageError(f"{path.name} says {content.get('VersionName')}, the code says {version}.")
    if not re.fullmatch(r"5\.\d+", engine):
        raise PackageError(f"'{engine}' is no engine version. Use two numbers, such as 5.8.")
    return {**content, "EngineVersion": f"{engine}.0", "Installed": True}


def product_version(root: Path) -> str:
    """The version that the code carries."""
    text = (root / "Python" / "blueprint_assistant" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    if found is None:
        raise PackageError("Python/blueprint_assistant/__init__.py has no __version__.")
    return found[1]


def check_lengths(paths: list[str]) -> None:
    """Raise PackageError when a path is longer than the marketplace takes."""
    long = [path for path in paths if len(f"{PLUGIN}/{path}") > LONGEST_PATH]
    if long:
        raise PackageError(f"Paths longer than {LONGEST_PATH} characters: {', '.join(long)}.")


def write_package(root: Path, folder: Path, engine: str) -> Path:
    """Write one zip with the single top folder `BlueprintAIAssistant/`; its path comes back."""
    stamped = descriptor(root, engine)
    paths = packaged_files(root)
    check_lengths(paths)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{PLUGIN}-{stamped['VersionName']}-UE{engine}.zip"
    unfinished = target.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w") as archive:
        for path in paths:
            content = (root / path).read_bytes()
            if path == f"{PLUGIN}.uplugin":
                content = (json.dumps(stamped, indent="\t") + "\n").encode()
            add(archive, path, content)
    unfinished.replace(target)
    return target


def add(archive: zipfile.ZipFile, path: str, content: bytes) -> None:
    """Add one file with nothing in it that depends on the machine."""
    entry = zipfile.ZipInfo(f"{PLUGIN}/{path}", ZIP_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3
    entry.external_attr = 0o100644 << 16
    archive.writestr(entry, content, compresslevel=9)


def main(arguments: list[str]) -> int:
    """Package for every engine that was named."""
    parser = argparse.ArgumentParser(prog="dev.py package", description="Zip the plugin.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder for the zips (dist)")
    parser.add_argument("--engine", action="append", help="engine version, may be repeated (5.8)")
    options = parser.parse_args(arguments)
    try:
        for engine in options.engine or ["5.8"]:
            target = write_package(ROOT, options.out, engine)
            with zipfile.ZipFile(target) as archive:
                count = len(archive.namelist())
            print(f"{os.path.relpath(target)}: {count} files, {target.stat().st_size / 1e6:.1f} MB")
    except (PackageError, OSError) as error:
        print(f"Packaging failed. {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
