from __future__ import annotations

from blueprint_assistant.graph.catalog.widget_tree import has_widgets, widgets_of
from blueprint_assistant.graph.model.blueprint import Component
from blueprint_assistant.graph.t3d.graph_text import format_blueprint_t3d, parse_blueprint_t3d

MENU = """\
Begin Object Class=/Script/UMGEditor.WidgetBlueprint Name="WBP_Menu" ExportPath="/Script/UMGEditor.WidgetBlueprint'/Game/UI/WBP_Menu.WBP_Menu'"
   Begin Object Class=/Script/UMG.WidgetTree Name="WidgetTree" ExportPath="/Script/UMG.WidgetTree'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree'"
      Begin Object Class=/Script/UMG.Button Name="PlayButton" ExportPath="/Script/UMG.Button'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.PlayButton'"
      End Object
      Begin Object Class=/Script/UMG.VerticalBox Name="Column" ExportPath="/Script/UMG.VerticalBox'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Column'"
         Begin Object Class=/Script/UMG.VerticalBoxSlot Name="VerticalBoxSlot_0" ExportPath="/Script/UMG.VerticalBoxSlot'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Column.VerticalBoxSlot_0'"
         End Object
      End Object
      Begin Object Class=/Script/UMG.TextBlock Name="Title" ExportPath="/Script/UMG.TextBlock'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Title'"
      End Object
      Begin Object Class=/Script/UMG.TextBlock Name="Hint" ExportPath="/Script/UMG.TextBlock'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Hint'"
      End Object
      Begin Object Class=/Game/UI/WBP_Row.WBP_Row_C Name="Row" ExportPath="/Game/UI/WBP_Row.WBP_Row_C'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Row'"
      End Object
   End Object
   Begin Object Name="WidgetTree" ExportPath="/Script/UMG.WidgetTree'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree'"
      Begin Object Name="PlayButton" ExportPath="/Script/UMG.Button'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.PlayButton'"
         DisplayLabel="PlayButton"
      End Object
      Begin Object Name="Column" ExportPath="/Script/UMG.VerticalBox'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Column'"
         Begin Object Name="VerticalBoxSlot_0" ExportPath="/Script/UMG.VerticalBoxSlot'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Column.VerticalBoxSlot_0'"
            Content="/Script/UMG.Button'WBP_Menu:WidgetTree.PlayButton'"
         End Object
         Slots(0)="/Script/UMG.VerticalBoxSlot'WBP_Menu:WidgetTree.Column.VerticalBoxSlot_0'"
      End Object
      Begin Object Name="Title" ExportPath="/Script/UMG.TextBlock'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Title'"
         bIsVariable=True
      End Object
      Begin Object Name="Hint" ExportPath="/Script/UMG.TextBlock'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Hint'"
      End Object
      Begin Object Name="Row" ExportPath="/Game/UI/WBP_Row.WBP_Row_C'/Game/UI/WBP_Menu.WBP_Menu:WidgetTree.Row'"
         bIsVariable=False
      End Object
      RootWidget="/Script/UMG.VerticalBox'WBP_Menu:WidgetTree.Column'"
   End Object
   ParentClass="/Script/CoreUObject.Class'/Script/UMG.UserWidget'"
End Object
"""  # noqa: E501 - a text of the editor


def test_widgets_that_are_variables_are_members_with_their_panel() -> None:
    menu = parse_blueprint_t3d(MENU)
    assert has_widgets(menu)
    assert widgets_of(menu) == (
        Component("PlayButton", "/Script/UMG.Button", parent="Column"),
        Component("Title", "/Script/UMG.TextBlock"),
    )


def test_the_tree_prints_back_as_it_was() -> None:
    menu = parse_blueprint_t3d(MENU)
    assert parse_blueprint_t3d(format_blueprint_t3d(menu)).objects == menu.objects


def test_a_blueprint_without_a_designer_has_no_widgets() -> None:
    door = parse_blueprint_t3d(
        'Begin Object Class=/Script/Engine.Blueprint Name="BP_Door"\n'
        "   ParentClass=\"/Script/CoreUObject.Class'/Script/Engine.Actor'\"\nEnd Object\n"
    )
    assert not has_widgets(door)
    assert widgets_of(door) == ()
