"""Menu entries that are Python classes: `@unreal.uclass`, overrides, contexts, lifetime."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import NotModelledError, ScriptError, StaleObjectError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

TOOLS = "LevelEditor.MainMenu.Tools"
BLUEPRINT_TOOLS = "AssetEditor.BlueprintEditor.MainMenu.Tools"


def make_class(unreal: Any) -> Any:
    @unreal.uclass()
    class Ask(unreal.ToolMenuEntryScript):  # type: ignore[misc]  # the base is only known at run time
        count = unreal.uproperty(int)

        def _post_init(self) -> None:
            self.count = 0

        @unreal.ufunction(override=True)
        def execute(self, context: Any) -> None:
            self.count += 1
            found = context.find_by_class(unreal.BlueprintEditorToolMenuContext)
            self.blueprint = None if found is None else found.get_blueprint_obj()

        @unreal.ufunction(override=True)
        def can_execute(self, context: Any) -> bool:
            return self.count < 2 and context is not None

        @unreal.ufunction(override=True)
        def get_label(self, context: Any) -> Any:
            assert isinstance(context, unreal.ToolMenuContext)
            return unreal.Text(f"Asked {self.count}")

        def is_visible(self, context: Any) -> bool:
            raise AssertionError(f"not marked, so never called: {context}")

    return Ask


def add(unreal: Any, kind: Any, menu: str = TOOLS) -> Any:
    entry = kind()
    entry.init_entry("Assistant", menu, "Assistant", "Ask", "Ask", "Ask the assistant")
    menus = unreal.ToolMenus.get()
    menus.extend_menu(menu).add_section("Assistant", "AI")
    assert unreal.ToolMenus.add_menu_entry_object(entry) is True
    menus.refresh_all_widgets()
    return entry


def test_a_click_runs_the_override_while_it_can(editor: SandboxEditor, unreal: Any) -> None:
    entry = add(unreal, make_class(unreal))
    for _ in range(3):
        editor.click(TOOLS, "Ask")
    assert entry.count == 2
    assert [item.label for item in editor.menus.shown(TOOLS)] == ["Asked 2"]
    assert editor.menus.shown(TOOLS)[0].tool_tip == "Ask the assistant"


def test_the_context_names_the_blueprint_of_the_editor(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    entry = add(unreal, make_class(unreal), BLUEPRINT_TOOLS)
    editor.menus.register(BLUEPRINT_TOOLS)
    editor.click(BLUEPRINT_TOOLS, "Ask", blueprint="/Game/BP_Door")
    assert entry.blueprint == door.asset
    editor.click(BLUEPRINT_TOOLS, "Ask")
    assert entry.blueprint is None


def test_an_entry_that_nobody_keeps_is_gone(editor: SandboxEditor, unreal: Any) -> None:
    entry = add(unreal, make_class(unreal))
    assert len(editor.menus.shown(TOOLS)) == 1
    del entry
    gc.collect()
    assert editor.menus.shown(TOOLS) == []
    with pytest.raises(KeyError):
        editor.click(TOOLS, "Ask")


def test_a_class_without_the_decorator_overrides_nothing(editor: SandboxEditor, unreal: Any) -> None:
    called: list[str] = []

    class Plain(unreal.ToolMenuEntryScript):  # type: ignore[misc]  # the base is only known at run time
        @unreal.ufunction(override=True)
        def execute(self, context: Any) -> None:
            called.append(str(context))

    entry = add(unreal, Plain)
    editor.click(TOOLS, "Ask")
    assert called == []
    assert entry.get_class().get_name() == "ToolMenuEntryScript"


def test_an_override_that_raises_is_logged(editor: SandboxEditor, unreal: Any) -> None:
    @unreal.uclass()
    class Broken(unreal.ToolMenuEntryScript):  # type: ignore[misc]  # the base is only known at run time
        @unreal.ufunction(override=True)
        def execute(self, context: Any) -> None:
            raise ZeroDivisionError(context)

    entry = add(unreal, Broken)
    editor.click(TOOLS, "Ask")
    assert "ZeroDivisionError" in editor.log_text("LogPython")
    assert entry.get_class().get_name() == "Broken"


def test_an_override_needs_a_super_function_with_its_parameters(unreal: Any) -> None:
    with pytest.raises(ScriptError, match="no super function 'run' to override"):

        @unreal.uclass()
        class Unknown(unreal.ToolMenuEntryScript):  # type: ignore[misc]  # the base is only known at run time
            @unreal.ufunction(override=True)
            def run(self, context: Any) -> None: ...

    with pytest.raises(ScriptError, match="incorrect number of arguments for 'execute'"):

        @unreal.uclass()
        class Short(unreal.ToolMenuEntryScript):  # type: ignore[misc]  # the base is only known at run time
            @unreal.ufunction(override=True)
            def execute(self) -> None: ...


def test_other_classes_cannot_be_derived_from(unreal: Any) -> None:
    with pytest.raises(ScriptError, match="does not derive from an Unreal type"):
        unreal.uclass()(type("Thing", (), {}))
    with pytest.raises(NotModelledError):
        unreal.uclass()(type("Thing", (unreal.Actor,), {}))
    with pytest.raises(TypeError):
        unreal.uclass("config")
    with pytest.raises(NotModelledError):
        unreal.ustruct()


def test_an_entry_is_removed_with_its_owner_or_by_itself(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    entry = add(unreal, make_class(unreal))
    assert unreal.ToolMenus.remove_menu_entry_object(entry) is True
    assert unreal.ToolMenus.remove_menu_entry_object(entry) is False
    entry.register_menu_entry()
    menus.unregister_owner_by_name("Assistant")
    menus.refresh_all_widgets()
    assert editor.menus.shown(TOOLS) == []
    menus.find_menu(TOOLS).add_menu_entry_object(entry)
    menus.refresh_menu_widget(TOOLS)
    assert len(editor.menus.shown(TOOLS)) == 1
    entry.unregister_menu_entry()
    menus.refresh_menu_widget(TOOLS)
    assert editor.menus.shown(TOOLS) == []
    assert unreal.ToolMenus.add_menu_entry_object(unreal.ToolMenuEntryScript()) is False


def test_the_data_of_an_entry_are_a_copy_until_written_back(unreal: Any) -> None:
    entry = unreal.ToolMenuEntryScript()
    entry.init_entry("Owner", TOOLS, "Section", "Name", "Label")
    data = entry.get_editor_property("data")
    data.label = unreal.Text("Other")
    assert entry.get_label(unreal.ToolMenuContext()) == "Label"
    entry.set_editor_property("data", data)
    data.label = unreal.Text("Third")
    assert entry.get_label(unreal.ToolMenuContext()) == "Other"


def test_a_content_browser_menu_tells_the_selected_assets(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    found: list[Any] = []

    @unreal.uclass()
    class Pick(unreal.ToolMenuEntryScript):  # type: ignore[misc]  # the base is only known at run time
        @unreal.ufunction(override=True)
        def execute(self, context: Any) -> None:
            kind = unreal.ContentBrowserAssetContextMenuContext
            selection = unreal.ToolMenus.find_context(context, kind)
            found.extend(selection.get_selected_objects())
            found.append(str(selection.selected_assets[0].asset_name))
            found.append(context.find_by_class(unreal.BlueprintEditorToolMenuContext))

    menu = "ContentBrowser.AssetContextMenu"
    entry = add(unreal, Pick, menu)
    editor.selected_assets.append("/Game/BP_Door")
    editor.click(menu, "Ask")
    assert found == [door.asset, "BP_Door", None]
    assert entry.get_name().startswith("Pick_")


def test_a_stale_entry_says_so(unreal: Any) -> None:
    entry = unreal.ToolMenuEntryScript()
    target = entry._target
    del entry
    gc.collect()
    with pytest.raises(StaleObjectError):
        target.check()
