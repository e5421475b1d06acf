"""The text of a whole exported Blueprint: declarations, bodies, then the asset's own lines.

It holds no components and no class defaults: those belong to the generated class, which is not
inside the asset (seen in UE 5.3 exports).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.pin_type_text import format_pin_type
from blueprint_assistant.graph.references import quote
from blueprint_assistant.graph.t3d import format_graph_export

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model import Graph
    from unreal_sandbox.blueprint_asset import BlueprintAsset, MemberVariable

__all__ = ["format_blueprint_export"]

_INDENT = "   "
_LISTS = {
    "event": "UbergraphPages",
    "function": "FunctionGraphs",
    "macro": "MacroGraphs",
    "delegate": "DelegateSignatureGraphs",
}
_EDIT, _VISIBLE, _NOT_ON_TEMPLATE, _NOT_ON_INSTANCE = 0x1, 0x4, 0x800, 0x10000
_NET, _NOTIFY, _CINEMATICS, _ON_SPAWN = 0x20, 0x100000000, 0x200000000, 0x1000000000000


def format_blueprint_export(asset: BlueprintAsset, graphs: tuple[Graph, ...]) -> str:
    """The T3D text of a Blueprint with these graphs."""
    head = f'Name="{asset.name}" ExportPath="/Script/Engine.Blueprint\'{asset.object_path}\'"'
    lines = [f"Begin Object Class=/Script/Engine.Blueprint {head}"]
    parts = [_split(_lines(format_graph_export(graph, asset.path))) for graph in graphs]
    for declaration, _ in parts:
        lines += [f"{_INDENT}{line}" for line in declaration]
    for _, body in parts:
        lines += [f"{_INDENT}{line}" for line in body]
    lines += [f"{_INDENT}{line}" for line in _own_lines(asset, graphs)]
    lines.append("End Object")
    return "\n".join(lines) + "\n"


def _lines(text: str) -> list[str]:
    """The lines of T3D: other separators (U+2028, a form feed) are parts of the values they stand in."""
    return text.removesuffix("\n").split("\n")


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """One graph's text as its declaration and its body, each a block of its own."""
    opening, inside, closing = lines[0], lines[1:-1], lines[-1]
    declared, index = [], 0
    while index < len(inside):
        end = _block_end(inside, index)
        if end is None or " Class=" not in inside[index]:
            break
        declared += inside[index:end]
        index = end
    class_text = opening.split(" Name=", 1)[0].removeprefix("Begin Object ")
    body_opening = opening.replace(f"{class_text} ", "", 1)
    return [opening, *declared, closing], [body_opening, *inside[index:], closing]


def _block_end(lines: list[str], start: int) -> int | None:
    """The index after the block that opens at `start`, None when none opens there."""
    if not lines[start].strip().startswith("Begin Object"):
        return None
    depth = 0
    for index in range(start, len(lines)):
        text = lines[index].strip()
        depth += text.startswith("Begin Object")
        depth -= text == "End Object"
        if depth == 0:
            return index + 1
    return None


def _own_lines(asset: BlueprintAsset, graphs: tuple[Graph, ...]) -> Iterator[str]:
    kind = "Class" if asset.parent_class.startswith("/Script/") else "BlueprintGeneratedClass"
    module = "CoreUObject" if kind == "Class" else "Engine"
    yield f"ParentClass=\"/Script/{module}.{kind}'{asset.parent_class}'\""
    yield "BlueprintSystemVersion=2"
    if asset.components:
        script = f"{asset.name}_C:SimpleConstructionScript_0"
        yield f"SimpleConstructionScript=\"/Script/Engine.SimpleConstructionScript'{script}'\""
    counts: dict[str, int] = {}
    for graph in graphs:
        name = _LISTS.get(graph.kind)
        if name is not None:
            number = counts[name] = counts.get(name, -1) + 1
            yield f"{name}({number})=\"/Script/Engine.EdGraph'{graph.name}'\""
    for number, variable in enumerate(asset.variables):
        yield f"NewVariables({number})={_variable(variable)}"
    yield f"GeneratedClass=\"/Script/Engine.BlueprintGeneratedClass'{asset.name}_C'\""
    yield f"BlueprintGuid={asset.guid}"


def _variable(variable: MemberVariable) -> str:
    fields = [
        f"VarName={quote(variable.name)}",
        f"VarGuid={variable.guid}",
        f"VarType={format_pin_type(variable.type)}",
        f"FriendlyName={quote(variable.name)}",
        f"Category={_category(variable.category)}",
        f"PropertyFlags={_flags(variable)}",
    ]
    if variable.is_exposed_on_spawn:
        fields.append('MetaDataArray=((DataKey="ExposeOnSpawn",DataValue="true"))')
    return f"({','.join(fields)})"


def _category(text: str) -> str:
    return f'NSLOCTEXT("", "", {quote(text)})' if text else 'NSLOCTEXT("KismetSchema", "Default", "Default")'


def _flags(variable: MemberVariable) -> int:
    flags = _EDIT | _VISIBLE
    if not variable.is_instance_editable:
        flags |= _NOT_ON_INSTANCE
    if variable.type.category in {"object", "interface"}:
        flags |= _NOT_ON_TEMPLATE
    if variable.replication != "NONE":
        flags |= _NET
    if variable.replication == "REP_NOTIFY":
        flags |= _NOTIFY
    if variable.is_exposed_to_cinematics:
        flags |= _CINEMATICS
    if variable.is_exposed_on_spawn:
        flags |= _ON_SPAWN
    return flags
