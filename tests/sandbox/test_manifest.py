"""The packaged list of names and the tool that builds it."""

from __future__ import annotations

import gzip
import json
from importlib import util
from pathlib import Path
from typing import Any

from unreal_sandbox.glue.manifest import load_manifest

TOOL = Path(__file__).parents[2] / "tools" / "build_sandbox_manifest.py"

API: dict[str, Any] = {
    "classes": {
        "Thing": {
            "base": "Object",
            "kind": "class",
            "module": "Engine",
            "since": "5.8",
            "methods": {
                "act": {
                    "static": True,
                    "params": [{"name": "a", "type": "int"}, {"name": "b", "type": "str", "default": "'x'"}],
                    "returns": "bool",
                    "since": "<=5.6",
                }
            },
            "properties": {
                "size": {"type": "int", "access": "ro"},
                "mode": {"type": "str", "access": "rw", "via": "x"},
            },
            "values": [],
        }
    },
    "functions": {"go": {"static": True, "params": [], "returns": "None", "since": "5.7"}},
}


def tool() -> Any:
    spec = util.spec_from_file_location("build_sandbox_manifest", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tool_keeps_what_strictness_needs_and_is_reproducible(tmp_path: Path) -> None:
    source, target = tmp_path / "api.json", tmp_path / "deep" / "api.json.gz"
    source.write_text(json.dumps(API), encoding="utf-8")
    assert tool().main([str(source), str(target)]) == 0
    first = target.read_bytes()
    tool().main([str(source), str(target)])
    assert target.read_bytes() == first
    manifest = json.loads(gzip.decompress(first))
    assert manifest["classes"]["Thing"] == {
        "b": "Object",
        "k": "class",
        "m": "Engine",
        "v": "5.8",
        "f": {"act": {"p": [["a", "int"], ["b", "str", "'x'"]], "r": "bool", "s": 1}},
        "p": {"size": ["int", "ro"], "mode": ["str", "rw", "editor"]},
    }
    assert manifest["functions"]["go"]["v"] == "5.7"


def test_each_engine_version_has_the_names_that_it_brought() -> None:
    old, middle, new = (load_manifest(version) for version in ("5.6", "5.7", "5.8"))
    assert "BlueprintGraphEditor" not in middle.classes
    assert "BlueprintGraphEditor" in new.classes
    assert "register_ticker_callback" not in old.functions
    assert "register_ticker_callback" in middle.functions
    assert set(old.classes) < set(new.classes)


def test_the_names_of_a_version_are_read_once() -> None:
    load_manifest.cache_clear()
    first = load_manifest("5.8")
    assert load_manifest("5.8") is first
    assert load_manifest.cache_info().misses == 1
