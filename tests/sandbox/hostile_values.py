"""Arguments that nobody should give, by the manifest's type texts."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from unreal_sandbox.glue.objects import ObjectHandle
from unreal_sandbox.glue.structs import EnumBase, StructBase
from unreal_sandbox.glue.value_conversion import split_type

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from unreal_sandbox import SandboxEditor

TEXTS = (
    *("", "None", "EventGraph", "BP_Door", "Health", "Fn", "Fn:0", "Disp", "self", "execute", "then", "-1"),
    *(
        "/Game/BP_Door",
        "/Game/BP_Door.BP_Door",
        "/Game/BP_Door.BP_Door_C",
        "/Game/New",
        "/Game/",
        "/Game/../X",
    ),
    *("//", "../../etc/x", "/Script/Engine.Actor", "/Script/Engine.KismetSystemLibrary:PrintString", "CON"),
    *("ReceiveTick", "UserConstructionScript", "Utilities|Operators|Add", "AddEvent|EventTick"),
    *(
        "x" * 1000,
        "a\0b",
        "\ud800",
        "\r\n",
        '"q" \\ b',
        "(X=1,Y=2",
        '(PinCategory="real")',
        "日本語",
        "e\u0301",
    ),
    *(
        "--- graph EventGraph",
        "\n--- graph X\n",
        "End Object",
        "a.b",
        "a:b",
        " lead",
        "trail ",
        "a\\",
        "\u202e",
    ),
    *(
        "nan",
        "inf",
        "1e999",
        "9" * 30,
        "0x10",
        "true",
        "1,2,3",
        "'",
        'NSLOCTEXT("","k","v")',
        "%s{0}",
        "\x1b[0m",
    ),
    *("TRANSACTION UNDO", "TRANSACTION REDO", "\x85\u2028"),
)
ODD = (
    *(None, True, 0, -1, 2**63, 2**200, 10**400, 1.5, float("nan"), float("inf"), b"bytes", 1j, int),
    *([], {}, (), set(), object(), ["a"], {"a": 1}, [None], [[]], range(3), ValueError("x")),
)
_MOST = 30
"""How many values of a type are remembered."""


class Bag:
    """Values that calls gave, by the name of their Python type, and new ones for a type text."""

    def __init__(self, random: Random, editor: SandboxEditor, unreal: Any) -> None:
        self.random, self.types, self.unreal = random, editor.types, unreal
        self._kept: dict[str, list[Any]] = defaultdict(list)

    def put(self, value: object, depth: int = 0) -> None:
        """Remember a value; of a list its first elements."""
        if isinstance(value, ObjectHandle | StructBase):
            kept = self._kept[type(value).__name__]
            if len(kept) < _MOST:
                kept.append(value)
            else:
                kept[self.random.randrange(_MOST)] = value
        elif isinstance(value, list | tuple | self.unreal.Array) and depth < 3:
            for item in list(value)[:5]:
                self.put(item, depth + 1)

    def of(self, kind: type) -> list[Any]:
        """The remembered values of a type."""
        return [item for items in self._kept.values() for item in items if isinstance(item, kind)]

    def value(self, text: str) -> Any:
        """A value for a parameter, now and then one of no fitting type."""
        pick, head, arguments = self.random.choice, *split_type(text)
        if self.random.random() < 0.06:
            return pick(ODD)
        if head in {"str", "Name", "Text"}:
            return pick(TEXTS)
        if head == "bool":
            return pick((True, False))
        if head in {"int", "int32"}:
            return pick((0, 1, -1, 5, 2**31, -(2**31), 2**63, 100_000))
        if head == "float":
            return pick((0.0, 1.0, -1.5, 1e300, float("nan"), float("inf"), 2**70))
        if head in {"Optional", "Union"}:
            return self.value(pick(arguments))
        if head in {"Array", "Set", "Iterable"}:
            return self._several(arguments[0])
        if head in {"Class", "type(Class)", "type", "Type"}:
            return pick((self.unreal.Actor, self.unreal.SceneComponent, self.unreal.Blueprint, None))
        if head in {"Any", "object", ""}:
            return pick((*TEXTS, *ODD, *self.of(object)))
        return self._of_named_type(head)

    def _several(self, text: str) -> list[Any]:
        return [self.value(text) for _ in range(self.random.randrange(4))]

    def _of_named_type(self, name: str) -> Any:
        kind = self.types.find(name)
        if kind is None:
            return self.random.choice(ODD)
        if issubclass(kind, EnumBase):
            return self.random.choice(list(kind._entries.values()) or [None])
        known = self.of(kind)
        return self.random.choice(known) if known else None

    def fill(self, values: Iterable[object]) -> None:
        """Remember several values."""
        for value in values:
            self.put(value)
