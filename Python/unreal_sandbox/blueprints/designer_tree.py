"""The designer's tree of a widget Blueprint: widgets that are variables, in one panel, and its text.

No script of the editor's own modules edits it (FIELD_NOTES 17); the artist does, here by `add_widget`.
To graphs a widget is a member as a component is one, so both are kept alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import NodeObject
from unreal_sandbox.assets.asset_kinds import WIDGET_BLUEPRINT
from unreal_sandbox.blueprints.blueprint_asset import ScsNode, new_guid
from unreal_sandbox.glue.class_paths import is_child_of

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["add_widget", "is_widget_blueprint", "widget_tree"]

_TREE = "/Script/UMG.WidgetTree"
_WIDGET = "/Script/UMG.Widget"
_PANEL = "/Script/UMG.CanvasPanel"
_SLOT = "/Script/UMG.CanvasPanelSlot"
_ROOT = "CanvasPanel_0"


def is_widget_blueprint(asset: BlueprintAsset) -> bool:
    """Whether the members in `components` are widgets."""
    return asset.asset_class == WIDGET_BLUEPRINT


def add_widget(editor: EditorState, path: str, class_path: str, name: str) -> None:
    """Put a widget into the panel, as a variable. Raises KeyError for no such Blueprint or class."""
    asset = editor.find_blueprint(path)
    if asset is None or not is_widget_blueprint(asset):
        raise KeyError(f"The project has no widget Blueprint '{path}'.")
    if not is_child_of(editor, class_path, _WIDGET):
        raise KeyError(f"'{class_path}' is no class of widgets.")
    asset.components = (*asset.components, ScsNode(name, class_path, new_guid()))
    asset.mark_changed()


def widget_tree(asset: BlueprintAsset) -> tuple[NodeObject, ...]:
    """The tree as an export has it: what there is, then what is set in it (EXPORTS 32)."""
    if not is_widget_blueprint(asset) or not asset.components:
        return ()
    names = [item.name for item in asset.components]
    classes = {_ROOT: _PANEL, **{item.name: item.class_path for item in asset.components}}
    slots = {f"CanvasPanelSlot_{number}": name for number, name in enumerate(names)}
    return (
        NodeObject("WidgetTree", _TREE, "\n".join(_declaration(asset, classes, list(slots)))),
        NodeObject("WidgetTree", "", "\n".join(_body(asset, classes, slots))),
    )


def _declaration(asset: BlueprintAsset, classes: dict[str, str], slots: list[str]) -> list[str]:
    lines = [_begin(asset, "WidgetTree", _TREE, is_first=True)]
    for name, class_path in classes.items():
        lines.append(f"   {_begin(asset, f'WidgetTree.{name}', class_path, is_first=True)}")
        for slot in slots if name == _ROOT else ():
            lines.append(f"      {_begin(asset, f'WidgetTree.{name}.{slot}', _SLOT, is_first=True)}")
            lines.append("      End Object")
        lines.append("   End Object")
    return [*lines, "End Object"]


def _body(asset: BlueprintAsset, classes: dict[str, str], slots: dict[str, str]) -> list[str]:
    lines = [_begin(asset, "WidgetTree", _TREE)]
    for name, class_path in classes.items():
        lines.append(f"   {_begin(asset, f'WidgetTree.{name}', class_path)}")
        if name == _ROOT:
            lines += _slot_lines(asset, classes, slots)
        else:
            slot = next(key for key, held in slots.items() if held == name)
            lines.append(f"      Slot={_reference(asset, f'{_ROOT}.{slot}', _SLOT)}")
            lines.append("      bIsVariable=True")
        lines.append(f'      DisplayLabel="{name}"')
        lines.append("   End Object")
    return [*lines, f"   RootWidget={_reference(asset, _ROOT, _PANEL)}", "End Object"]


def _slot_lines(asset: BlueprintAsset, classes: dict[str, str], slots: dict[str, str]) -> list[str]:
    lines: list[str] = []
    for slot, held in slots.items():
        lines.append(f"      {_begin(asset, f'WidgetTree.{_ROOT}.{slot}', _SLOT)}")
        lines.append(f"         Parent={_reference(asset, _ROOT, _PANEL)}")
        lines.append(f"         Content={_reference(asset, held, classes[held])}")
        lines.append("      End Object")
    held_slots = enumerate(slots)
    return [
        *lines,
        *(f"      Slots({n})={_reference(asset, f'{_ROOT}.{slot}', _SLOT)}" for n, slot in held_slots),
    ]


def _begin(asset: BlueprintAsset, path: str, class_path: str, *, is_first: bool = False) -> str:
    kind = f"Class={class_path} " if is_first else ""
    name = path.rsplit(".", 1)[-1]
    return f'Begin Object {kind}Name="{name}" ExportPath="{class_path}\'{asset.object_path}:{path}\'"'


def _reference(asset: BlueprintAsset, path: str, class_path: str) -> str:
    return f"\"{class_path}'{asset.name}:WidgetTree.{path}'\""
