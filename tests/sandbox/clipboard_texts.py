"""Clipboard texts of our own, in the short form that the editor completes when it pastes them."""

from __future__ import annotations

__all__ = ["BRANCH", "PRINT_NODE", "block", "call", "chain", "event", "pin", "pin_id"]

K2 = "/Script/BlueprintGraph.K2Node_"
SYSTEM = "\"/Script/CoreUObject.Class'/Script/Engine.KismetSystemLibrary'\""


def pin_id(number: int) -> str:
    """A pin id with 32 digits."""
    return f"{number:032X}"


def pin(  # noqa: PLR0913 - what a pin line says; all but the first three by keyword
    number: int,
    name: str,
    category: str = "exec",
    *,
    output: bool = False,
    links: tuple[tuple[str, int], ...] = (),
    more: str = "",
) -> str:
    """A pin line. `links` are pairs of a node name and a pin number; `more` are further fields."""
    linked = "".join(f"{node} {pin_id(other)}," for node, other in links)
    return (
        f"   CustomProperties Pin (PinId={pin_id(number)}"
        + (f',PinName="{name}"' if name else "")
        + (',Direction="EGPD_Output"' if output else "")
        + f',PinType.PinCategory="{category}"'
        + (f",{more}" if more else "")
        + (f",LinkedTo=({linked})" if linked else "")
        + ",)"
    )


def block(kind: str, name: str, *lines: str, at: tuple[int, int] = (0, 0)) -> str:
    """A node. `kind` is a class path, or what follows `K2Node_` in the BlueprintGraph module."""
    path = kind if kind.startswith("/") else f"{K2}{kind}"
    place = f"   NodePosX={at[0]}\n   NodePosY={at[1]}\n   NodeGuid={pin_id(0xABC)}\n"
    first = [line for line in lines if "CustomProperties" not in line]
    pins = [line for line in lines if "CustomProperties" in line]
    head = "".join(f"   {line}\n" for line in first)
    return (
        f'Begin Object Class={path} Name="{name}"\n{head}{place}'
        + "".join(f"{line}\n" for line in pins)
        + "End Object\n"
    )


def call(
    function: str,
    *pins: str,
    name: str = "K2Node_CallFunction_0",
    owner: str = SYSTEM,
    at: tuple[int, int] = (0, 0),
    kind: str = "CallFunction",
) -> str:
    """A call of a function of a class; without an owner of the Blueprint's own."""
    parent = f"MemberParent={owner}," if owner else ""
    self_context = "" if owner else ",bSelfContext=True"
    reference = f'FunctionReference=({parent}MemberName="{function}"{self_context})'
    return block(kind, name, reference, *pins, at=at)


def event(name: str, node: str, *pins: str, extra: tuple[str, ...] = ()) -> str:
    """An override of an event of Actor."""
    parent = "\"/Script/CoreUObject.Class'/Script/Engine.Actor'\""
    reference = f'EventReference=(MemberParent={parent},MemberName="{name}")'
    return block("Event", node, reference, "bOverrideFunction=True", *extra, *pins)


PRINT_NODE = call(
    "PrintString",
    pin(1, "execute"),
    pin(2, "then", output=True),
    pin(3, "InString", "string", more='DefaultValue="Hi"'),
)
BRANCH = block(
    "IfThenElse", "K2Node_IfThenElse_0", pin(1, "execute"), pin(2, "then", output=True), at=(400, 160)
)


def chain(*, records: str = "both") -> str:
    """A Branch whose `then` runs a Print; `records` says which of the two pins says so."""
    to_print = (("K2Node_CallFunction_0", 1),) if records in ("both", "output") else ()
    to_branch = (("K2Node_IfThenElse_0", 2),) if records in ("both", "input") else ()
    branch = block(
        "IfThenElse",
        "K2Node_IfThenElse_0",
        pin(1, "execute"),
        pin(2, "then", output=True, links=to_print),
        at=(100, 40),
    )
    printing = call(
        "PrintString",
        pin(1, "execute", links=to_branch),
        pin(3, "InString", "string", more='DefaultValue="Hi"'),
        at=(500, 80),
    )
    return branch + printing
