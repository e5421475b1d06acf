"""Builds the sandbox's list of known names from a description of the editor's Python API.

    python tools/build_sandbox_manifest.py API.json [OUT.json.gz]

Keeps what strictness needs: classes, methods with parameters, properties, enum values and the
engine version from which each is there. Texts are left out. The output is reproducible.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any

_OUT = Path(__file__).parents[1] / "Python" / "unreal_sandbox" / "data" / "api.json.gz"
_FIRST = "5.6"


def _since(entry: dict[str, Any]) -> str:
    """The first of the versions 5.6, 5.7, 5.8 that has an entry."""
    found = re.search(r"5\.[678]", str(entry.get("since", "")))
    return _FIRST if found is None or str(entry["since"]).startswith("<=") else found.group()


def _method(entry: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        [item["name"], item["type"], *([str(item["default"])] if "default" in item else [])]
        for item in entry.get("params", [])
    ]
    method: dict[str, Any] = {"p": parameters, "r": entry.get("returns", "None")}
    if entry.get("static"):
        method["s"] = 1
    if _since(entry) != _FIRST:
        method["v"] = _since(entry)
    if "script_method_of" in entry:
        method["of"] = entry["script_method_of"]
    return method


def _property(entry: dict[str, Any]) -> list[str]:
    """Type, access, and a third item when it is no attribute but only an editor property."""
    return [entry["type"], entry["access"], *(["editor"] if "via" in entry else [])]


def _class(entry: dict[str, Any]) -> dict[str, Any]:
    compact: dict[str, Any] = {"b": entry["base"], "k": entry["kind"]}
    for short, key in (("c", "cpp"), ("m", "module"), ("pl", "plugin")):
        if entry.get(key):
            compact[short] = entry[key]
    if _since(entry) != _FIRST:
        compact["v"] = _since(entry)
    if entry["methods"]:
        compact["f"] = {name: _method(method) for name, method in entry["methods"].items()}
    if entry["properties"]:
        compact["p"] = {name: _property(item) for name, item in entry["properties"].items()}
    if entry["values"]:
        compact["e"] = entry["values"]
    if entry.get("constants"):
        compact["n"] = entry["constants"]
    return compact


def build(api: dict[str, Any]) -> bytes:
    """The compact manifest, compressed; the same input gives the same bytes."""
    manifest = {
        "classes": {name: _class(entry) for name, entry in api["classes"].items()},
        "functions": {name: _method(entry) for name, entry in api["functions"].items()},
    }
    text = json.dumps(manifest, separators=(",", ":"), sort_keys=False)
    return gzip.compress(text.encode(), mtime=0)


def main(arguments: list[str]) -> int:
    """Read the description named on the command line and write the manifest."""
    api = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    out = Path(arguments[1]) if len(arguments) > 1 else _OUT
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(build(api))
    print(
        f"{out}: {len(api['classes'])} classes, {len(api['functions'])} functions, {out.stat().st_size} bytes"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
