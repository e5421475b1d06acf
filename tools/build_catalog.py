"""Packs the two fact files of the engine into the catalogue data that the plugin ships.

    python tools/build_catalog.py FUNCTIONS.json TYPES.json [--output FOLDER]

The same input gives the same bytes. `graph/catalog/catalog_data.py` reads what this writes; the
layout of both files is described there.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from pathlib import Path
from typing import Any

PACKAGE_DATA = Path(__file__).resolve().parent.parent / "Python/blueprint_assistant/graph/data"

Facts = dict[str, Any]

CATEGORIES = {"boolean": "bool"}
DIRECTIONS = {"in": 0, "out": 1, "return": 2}
PARAMETER_FLAGS = {"advanced": 4, "expands_to_exec": 8, "name_guessed": 16}
IMPLIED_DEFAULT = 32
FUNCTION_FLAGS = {
    "static": 1,
    "pure": 2,
    "const": 4,
    "latent": 8,
    "deprecated": 16,
    "maybe_internal": 32,
    "async_factory": 64,
    "name_guessed": 128,
    "event": 256,
}
CLASS_FLAGS = {
    "actor": 1,
    "component": 2,
    "scene_component": 4,
    "abstract": 8,
    "library": 16,
    "interface": 32,
    "widget": 64,
    "subsystem": 128,
}
ABSTRACT_CLASSES = {"/Script/Engine.ActorComponent"}
"""Abstract classes that the facts do not mark: general knowledge of the engine, to check in an editor."""
DISPLAYS = {
    "KismetMathLibrary.VSize": "Vector Length",
    "KismetMathLibrary.VSizeSquared": "Vector Length Squared",
    "KismetMathLibrary.Vector4_Size": "Length (Vector4)",
    "KismetMathLibrary.Vector4_SizeSquared": "Length Squared (Vector4)",
    "KismetMathLibrary.BreakVector4": "Break Vector 4",
}
"""Display names that the facts give to another function of the same pins."""
FIXED_DEFAULTS = {
    "bool": "false",
    "int": "0",
    "int64": "0",
    "real": "0.0",
    "name": "None",
}
CONST_VALUES = {
    "KismetSystemLibrary": {"Key"},
    "KismetMathLibrary.SelectName": {"A", "B"},
    "WidgetBlueprintLibrary": {"bFlushInput"},
    "AnimInstance": {"Montage"},
    "EnhancedInputSubsystemInterface.AddMappingContext": {"MappingContext"},
}
"""Parameters that are constant without being references, seen in UE 5 clipboard texts."""
CONST_RETURNS = {"Actor.GetTransform"}
"""Functions that return a constant reference, seen in UE 5 clipboard texts."""
CONTAINER_LIBRARIES = {"KismetArrayLibrary", "BlueprintSetLibrary", "BlueprintMapLibrary"}
"""Libraries that take containers and items as constant references (UE 5 clipboard texts)."""
TRACE_ENDS = {"Start", "End"}
IMPLEMENTED = {"/Script/Engine.NavMovementComponent": ["/Script/Engine.NavMovementInterface"]}
"""Interfaces that the facts leave out, seen in links of UE 5 clipboard texts."""
STANDARD_MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"
MACROS = {
    f"{STANDARD_MACROS}:CompareInt": {
        "inputs": [
            {"name": "Exec", "type": "exec"},
            {"name": "Input", "type": "int"},
            {"name": "CompareWith", "type": "int"},
        ],
        "outputs": [{"name": sign, "type": "exec"} for sign in (">", "==", "<")],
    }
}
"""Macros that the facts leave out, seen in UE 5 exports."""
MACRO_GUIDS = {
    "CompareInt": "8C6421D24FF3518D73B9DBA737995BC4",
    "DecrementFloat": "C72D7612414C8F7153EE1FA375F0EC9C",
    "DecrementInt": "313497C74768FD0B41B3D18DA5D1DAA4",
    "Do N": "E8C56B2F4535DC8B7DB8469140DCA455",
    "DoOnce": "1281F54248A2ECB5B8B2C5B24AE6FDF4",
    "FlipFlop": "BFFFAAE4434E166F549665AD1AA89B60",
    "ForEachLoop": "99DBFD5540A796041F72A5A9DA655026",
    "ForEachLoopWithBreak": "F07560274C5742E391E84B8F394CFB36",
    "ForLoop": "55C904AF4B45FE1761FB55A8DB9FB801",
    "ForLoopWithBreak": "1FCFFE2843C702031581E5A273BD4C6B",
    "IncrementFloat": "70854B89453748898717A58553B9112D",
    "IncrementInt": "ABF609A74436C3ED7357E59E21A41B9A",
    "IsValid": "64422BCD430703FF5CAEA8B79A32AA65",
    "ReverseForEachLoop": "6DB5FE084A27CDF3569C7980D75D7E14",
    "WhileLoop": "FA93B260444755CD702C21A123E9A987",
}
"""The guid of a macro's graph, seen in UE 5 clipboard texts; the editor finds the others by name."""
HIT_RESULT = "/Script/Engine.HitResult"
KEYS = [
    *(f"Touch{number}" for number in range(3, 11)),
    *("Tilt", "RotationRate", "Gravity", "Acceleration"),
    *("Gamepad_Special_Left_X", "Gamepad_Special_Left_Y"),
    *("A_AccentGrave", "E_AccentGrave", "E_AccentAigu", "C_Cedille", "Section"),
]
"""Keys that the facts leave out: seen in UE 5 clipboard texts, with the rest of their families."""
ZERO_STRUCTS = ("/Script/CoreUObject.Vector", "/Script/CoreUObject.Rotator")


class Table:
    """Values that are written once and named by index. Keeps the order of first use."""

    def __init__(self) -> None:
        """Start empty."""
        self.index: dict[str, int] = {}

    def of(self, value: object) -> int:
        """The index of a JSON value."""
        return self.index.setdefault(json.dumps(value), len(self.index))

    @property
    def values(self) -> list[object]:
        """The values by index."""
        return [json.loads(text) for text in self.index]


class Packer:
    """Turns fact entries into rows. One instance per run: it collects the shared tables."""

    def __init__(self, types: Facts) -> None:
        """Keep what parameter types need: enums for first values, delegate signatures."""
        self.enums = types["enums"]
        self.delegates = types["delegate_types"]
        self.types = Table()
        self.categories = Table()
        self.hidden = Table()

    def function(self, entry: Facts) -> list[object]:
        """`[category, flags, hidden pins, parameters, extras]`; the names stand in the index."""
        flags = sum(bit for key, bit in FUNCTION_FLAGS.items() if entry.get(key))
        extras = {key: entry[key] for key in ("exec_in", "exec_out", "world_context") if entry.get(key)}
        if not is_made_by_rule(entry):
            extras["doc"] = entry["doc"]
        row: list[object] = [
            self.categories.of(entry["category"] or ""),
            flags,
            self.hidden.of(entry["hidden_pins"]),
            [self.parameter({**item, **const_value(entry, item)}) for item in entry["params"]],
        ]
        return [*row, extras] if extras else row

    def parameter(self, entry: Facts) -> list[object]:
        """`[name, type, flags]` and the default where a fresh pin holds one."""
        direction = entry.get("direction", "in")
        flags = DIRECTIONS[direction] + sum(bit for key, bit in PARAMETER_FLAGS.items() if entry.get(key))
        default, is_implied = self.fresh_default(entry)
        if is_implied:
            flags += IMPLIED_DEFAULT
        row: list[object] = [entry["name"], self.types.of(self.pin_type(entry)), flags]
        return [*row, default] if default else row

    def fresh_default(self, entry: Facts) -> tuple[str, bool]:
        """The text of a fresh pin, and whether it comes from the enum rather than the function."""
        if "default" in entry:
            return entry["default"] or "", False
        if entry.get("container", "none") != "none":
            return "", False
        category = CATEGORIES.get(entry["type"], entry["type"])
        subtype = entry.get("subtype")
        if category == "byte" and subtype:
            items = self.enums.get(subtype, {}).get("items", [])
            return (items[0]["name"] if items else ""), True
        if category == "byte":
            return "0", False
        if category == "struct" and subtype in ZERO_STRUCTS:
            return "0, 0, 0", False
        return FIXED_DEFAULTS.get(category, ""), False

    def pin_type(self, entry: Facts) -> list[object]:
        """`[category, subcategory, object path, container, value, member reference, flags]`."""
        category, subcategory, subtype = self.terminal(entry)
        container = entry.get("container") or "none"
        value = list(self.terminal(entry["value"])) if entry.get("value") else None
        by_ref = bool(entry.get("by_ref"))
        is_const = bool(entry.get("const_value") or (by_ref and entry.get("const")))
        # Class parameters are TSubclassOf, also where the facts say only UClass.
        flags = by_ref + 2 * is_const + 4 * (category == "class")
        signature = self.signature(entry) if category == "delegate" else ""
        return [category, subcategory, subtype, container, value, signature, flags]

    @staticmethod
    def terminal(entry: Facts) -> tuple[str, str, str]:
        """Category, subcategory and object path of one side of a type."""
        category = CATEGORIES.get(entry["type"], entry["type"])
        cpp = entry.get("cpp", "")
        subcategory = ("double" if "double" in cpp else "float") if category == "real" else ""
        subtype = entry.get("subtype") or ""
        if category == "interface" and not subtype:
            subtype = "/Script/CoreUObject.Interface"
        if category in ("object", "class") and not subtype:
            subtype = "/Script/CoreUObject.Object"
        return category, subcategory, subtype

    def signature(self, entry: Facts) -> str:
        """The member reference of a delegate type, empty when its signature is unknown."""
        known = self.delegates.get(entry.get("cpp", ""))
        if not known or "." not in known["signature"]:
            return ""
        package, name = known["signature"].rsplit(".", 1)
        return f'(MemberParent="/Script/CoreUObject.Package\'{package}\'",MemberName="{name}")'


def const_value(function: Facts, parameter: Facts) -> Facts:
    """Marks a parameter that is constant though passed by value."""
    owner, name = function["class"], parameter["name"]
    known = CONST_VALUES.get(owner, set()) | CONST_VALUES.get(f"{owner}.{function['name']}", set())
    if name == "ReturnValue" and f"{owner}.{function['name']}" in CONST_RETURNS:
        return {"by_ref": True, "const": True}
    is_input = parameter.get("direction", "in") == "in"
    if owner in CONTAINER_LIBRARIES and is_input and parameter["type"] == "wildcard":
        return {"by_ref": True, "const": True}
    is_trace_end = owner == "KismetSystemLibrary" and "Trace" in function["name"] and name in TRACE_ENDS
    return {"const_value": True} if name in known or is_trace_end else {}


def is_made_by_rule(entry: Facts) -> bool:
    """Whether the doc text says no more than the display name does."""
    known = {*words(entry["display"]), *words(entry["class"]), *words(entry["name"])}
    known |= {"it", "can", "into", "to", "of", "whether", "the", "a", "an", "is", "from", "in", "on", "out"}
    said = [word for word in words(entry["doc"])[1:] if word not in known]
    return not said


def words(text: str) -> list[str]:
    """The words of a name or sentence, lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", text)]


def pack_functions(functions: Facts, packer: Packer) -> list[object]:
    """The lines of functions.json.gz: an index of names, the shared tables, one line per class."""
    classes: dict[str, list[Facts]] = {}
    for entry in functions["functions"]:
        classes.setdefault(entry["class_path"], []).append(entry)
    index, rows = [], []
    for path, entries in sorted(classes.items()):
        names = [entry["name"] for entry in entries]
        displays = [DISPLAYS.get(f"{entry['class']}.{entry['name']}", entry["display"]) for entry in entries]
        pythons = [(entry["python"] or "").rsplit(".", 1)[-1] for entry in entries]
        index.append([path, *("\n".join(column) for column in (names, displays, pythons))])
        rows.append([packer.function(entry) for entry in entries])
    tables = {
        "types": packer.types.values,
        "categories": packer.categories.values,
        "hidden": packer.hidden.values,
    }
    return [index, tables, *rows]


def pack_types(types: Facts) -> Facts:
    """The one line of types.json.gz."""
    packer = Packer(types)

    def members(entries: list[Facts]) -> list[object]:
        return [
            [*packer.parameter(entry)[:2], member_flags(entry), entry.get("default") or ""]
            for entry in entries
        ]

    def signature(entry: Facts) -> list[object]:
        return [[packer.parameter(p) for p in handed_over(entry["params"])], entry.get("signature") or ""]

    def delegates(entries: list[Facts]) -> list[object]:
        return [[item["name"], *signature(item)] for item in entries]

    return {
        "classes": [pack_class(entry) for entry in sorted(types["classes"], key=lambda item: item["path"])],
        "enums": {path: pack_enum(entry) for path, entry in sorted(types["enums"].items())},
        "structs": {
            path: [members(entry["members"]), entry.get("native_make", ""), entry.get("native_break", "")]
            for path, entry in sorted(types["structs"].items())
        },
        "events": {
            path: [pack_event(entry, packer) for entry in entries]
            for path, entries in sorted(types["events"].items())
        },
        "delegates": {path: delegates(items) for path, items in sorted(types["delegates"].items())},
        "signatures": [signature(item) for _, item in sorted(types["delegate_types"].items())],
        "properties": {path: members(items) for path, items in sorted(types["properties"].items())},
        "macros": {
            path: pack_macro(path, entry, packer)
            for path, entry in sorted({**types["macros"], **MACROS}.items())
        },
        "renamed_functions": dict(sorted(types["renamed_functions"].items())),
        "keys": list(dict.fromkeys([*types["keys"], *KEYS])),
        "types": packer.types.values,
    }


def member_flags(entry: Facts) -> int:
    """1 for a member that scripts cannot write, 2 for one that they cannot see."""
    return int(bool(entry.get("read_only"))) + 2 * (entry.get("script_visible") is False)


def handed_over(parameters: list[Facts]) -> list[Facts]:
    """Native events hand over hit results as constant references (UE 5 clipboard texts)."""
    reference = {"by_ref": True, "const": True}
    return [{**p, **reference} if p.get("subtype") == HIT_RESULT else p for p in parameters]


def pack_macro(path: str, entry: Facts, packer: Packer) -> list[object]:
    """`[inputs, outputs, graph guid]`. What a macro counts up is handed in by reference."""
    name = path.rsplit(":", 1)[-1]
    counts = name.startswith(("Increment", "Decrement"))
    sides = []
    for side in ("inputs", "outputs"):
        entries = [{**item, "cpp": "double"} if item["type"] == "real" else item for item in entry[side]]
        entries = [{**p, "by_ref": counts and p["name"] == "Value"} for p in entries]
        # Seen in UE 5 clipboard texts: a macro's pins hold no value until someone sets one.
        sides.append([packer.parameter({**p, "default": ""}) for p in entries])
    return [*sides, MACRO_GUIDS.get(name, "")]


def pack_class(entry: Facts) -> list[object]:
    """`[path, parent, flags, short names, Python name, interfaces]`."""
    flags = sum(bit for key, bit in CLASS_FLAGS.items() if entry.get(key))
    if entry["path"] in ABSTRACT_CLASSES:
        flags |= CLASS_FLAGS["abstract"]
    short = list(dict.fromkeys(entry.get("short", ())))
    return [
        entry["path"],
        entry["parent"] or "",
        flags,
        short,
        entry.get("python", ""),
        [*entry.get("implements", []), *IMPLEMENTED.get(entry["path"], [])],
    ]


def pack_enum(entry: Facts) -> list[object]:
    """Enumerators, as `[name, display]` where the display name differs."""
    return [
        item["name"] if item["name"] == item["display"] else [item["name"], item["display"]]
        for item in entry["items"]
    ]


def pack_event(entry: Facts, packer: Packer) -> list[object]:
    """`[name, display, opens a function graph, parameters]`."""
    opens_function = int(entry.get("override_as") == "function")
    params = [packer.parameter(p) for p in handed_over(entry["params"])]
    return [entry["name"], entry["display"], opens_function, params]


def write(path: Path, lines: list[object]) -> None:
    """Write compact JSON lines, gzipped without time stamp, so that equal content gives equal bytes."""
    text = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    packed = gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0)
    path.write_bytes(packed)
    print(f"{path.name}: {len(text):,} characters, {len(packed):,} bytes packed")


def main() -> None:
    """Read both files, write both packed files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("functions", type=Path)
    parser.add_argument("types", type=Path)
    parser.add_argument("--output", type=Path, default=PACKAGE_DATA)
    options = parser.parse_args()
    functions = json.loads(options.functions.read_text(encoding="utf-8"))
    types = json.loads(options.types.read_text(encoding="utf-8"))
    options.output.mkdir(parents=True, exist_ok=True)
    write(options.output / "functions.json.gz", pack_functions(functions, Packer(types)))
    write(options.output / "types.json.gz", [pack_types(types)])


if __name__ == "__main__":
    main()
