"""The component tree beyond adding and deleting: detaching, copies, other classes, look-ups, undo, disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import NotModelledError, SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path


def data_of(unreal: Any, handle: Any) -> Any:
    return unreal.SubobjectDataBlueprintFunctionLibrary.get_data(handle)


def name_of(unreal: Any, handle: Any) -> str:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    return str(library.get_variable_name(data_of(unreal, handle)))


def parent_name(unreal: Any, handle: Any) -> str:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    return name_of(unreal, library.get_parent_handle(data_of(unreal, handle)))


def template_of(unreal: Any, handle: Any) -> Any:
    return unreal.SubobjectDataBlueprintFunctionLibrary.get_object(data_of(unreal, handle))


@pytest.fixture
def tree(unreal: Any, door: Any) -> dict[str, Any]:
    """Body is the root, Lamp hangs under it, Bulb under Lamp."""
    body, _ = door.add_component(unreal.StaticMeshComponent)
    lamp, _ = door.add_component(unreal.PointLightComponent, body)
    bulb, _ = door.add_component(unreal.SpotLightComponent, lamp)
    for handle, name in ((body, "Body"), (lamp, "Lamp"), (bulb, "Bulb")):
        door.subsystem.rename_subobject(handle, unreal.Text(name))
    return {"body": body, "lamp": lamp, "bulb": bulb}


def test_detaching_hangs_a_component_under_the_root(unreal: Any, door: Any, tree: dict[str, Any]) -> None:
    detach = door.subsystem.detach_subobject
    assert detach(tree["body"], tree["lamp"]) is False
    assert detach(tree["body"], tree["bulb"]) is False
    assert detach(door.handles()[0], tree["body"]) is False
    assert detach(tree["lamp"], tree["bulb"]) is True
    assert parent_name(unreal, tree["bulb"]) == "Body"


def test_several_move_and_the_result_tells_whether_all_did(
    unreal: Any, door: Any, tree: dict[str, Any]
) -> None:
    params = unreal.ReparentSubobjectParams(new_parent_handle=tree["body"], blueprint_context=door.asset)
    assert door.subsystem.reparent_subobjects(params, [tree["bulb"], tree["lamp"]]) is True
    assert parent_name(unreal, tree["bulb"]) == "Body"
    assert door.subsystem.reparent_subobjects(params, [tree["bulb"], tree["body"]]) is False
    assert door.subsystem.reparent_subobjects(params, []) is False


def test_a_copy_has_the_values_and_no_children(unreal: Any, door: Any, tree: dict[str, Any]) -> None:
    template_of(unreal, tree["lamp"]).set_editor_property("intensity", 7.0)
    copies = door.subsystem.duplicate_subobjects(door.handles()[0], [tree["lamp"]], door.asset)
    assert [name_of(unreal, handle) for handle in copies] == ["Lamp_0"]
    assert parent_name(unreal, copies[0]) == "Body"
    assert template_of(unreal, copies[0]).get_editor_property("intensity") == 7.0
    assert template_of(unreal, copies[0]).get_name() == "Lamp_0_GEN_VARIABLE"
    assert door.component_names() == ["Body", "Lamp", "Lamp_0", "Bulb"]
    root_copy = door.subsystem.duplicate_subobjects(door.handles()[0], [tree["body"]], door.asset)
    assert parent_name(unreal, root_copy[0]) == "Body"


def test_the_actor_cannot_be_copied(unreal: Any, door: Any, tree: dict[str, Any]) -> None:
    actor = door.handles()[0]
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    assert not library.can_copy(data_of(unreal, actor))
    assert not library.can_duplicate(data_of(unreal, actor))
    assert library.can_duplicate(data_of(unreal, tree["bulb"]))
    assert library.can_reparent(data_of(unreal, tree["bulb"]))
    assert not library.can_reparent(data_of(unreal, tree["body"]))
    assert door.subsystem.can_copy_subobjects([actor]) is False
    assert list(door.subsystem.duplicate_subobjects(actor, [actor], door.asset)) == []
    assert list(door.subsystem.duplicate_subobjects(actor, [], door.asset)) == []


def test_components_are_pasted_into_another_blueprint(unreal: Any, door: Any, tree: dict[str, Any]) -> None:
    window = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Win", unreal.Actor)
    subsystem = door.subsystem
    actor = subsystem.k2_gather_subobject_data_for_blueprint(window)[0]
    assert subsystem.can_paste_subobjects(actor) is False
    subsystem.copy_subobjects([tree["lamp"], tree["bulb"]], door.asset)
    assert subsystem.can_paste_subobjects(actor) is True
    pasted = subsystem.paste_subobjects(actor, [], window)
    assert [name_of(unreal, handle) for handle in pasted] == ["Lamp", "Bulb"]
    assert [parent_name(unreal, handle) for handle in pasted] == ["DefaultSceneRoot", "DefaultSceneRoot"]
    assert list(subsystem.paste_subobjects(actor, [], door.asset)) == []


def test_another_class_keeps_name_and_shared_values_and_ends_the_handles(
    unreal: Any, door: Any, tree: dict[str, Any]
) -> None:
    template = template_of(unreal, tree["lamp"])
    template.set_editor_property("relative_location", unreal.Vector(1.0, 2.0, 3.0))
    change = door.subsystem.change_subobject_class
    assert change(tree["lamp"], unreal.Actor) is False
    assert change(tree["lamp"], unreal.RotatingMovementComponent) is False
    assert change(tree["lamp"], unreal.SpotLightComponent) is True
    assert not unreal.SubobjectDataBlueprintFunctionLibrary.is_handle_valid(tree["bulb"])
    lamp = door.handles()[2]
    assert name_of(unreal, lamp) == "Lamp"
    changed = template_of(unreal, lamp)
    assert changed.get_class().get_name() == "SpotLightComponent"
    assert changed.get_editor_property("relative_location").y == 2.0
    assert change(tree["lamp"], unreal.PointLightComponent) is False


def test_the_default_root_keeps_its_class(unreal: Any, door: Any) -> None:
    assert door.subsystem.change_subobject_class(door.handles()[1], unreal.StaticMeshComponent) is False


def test_handles_are_found_by_object(unreal: Any, door: Any, tree: dict[str, Any]) -> None:
    actor = door.handles()[0]
    find = door.subsystem.find_handle_for_object
    is_valid = unreal.SubobjectDataBlueprintFunctionLibrary.is_handle_valid
    assert find(actor, template_of(unreal, tree["bulb"]), door.asset) == tree["bulb"]
    assert find(actor, unreal.get_default_object(door.asset.generated_class())) == actor
    assert not is_valid(find(actor, door.asset))
    assert not is_valid(find(actor, None))


def test_a_component_class_is_made_as_a_blueprint(unreal: Any, door: Any) -> None:
    make = unreal.SubobjectDataSubsystem.create_new_bp_component
    made = make(unreal.SceneComponent, "/Game/Parts", "BP_Part")
    assert made.get_path_name() == "/Game/Parts/BP_Part.BP_Part_C"
    assert make(unreal.Actor, "/Game/Parts", "BP_Other") is None
    assert make(unreal.SceneComponent, "/Game/Parts", "BP_Part") is None
    handle, reason = door.add_component(made)
    assert reason.is_empty()
    assert template_of(unreal, handle).get_class() == made


def test_placed_actors_are_not_modelled(door: Any) -> None:
    handle = door.handles()[0]
    with pytest.raises(NotModelledError):
        door.subsystem.k2_delete_subobject_from_instance(handle, handle)


@pytest.mark.usefixtures("tree")
def test_every_change_is_one_undo_step(unreal: Any, door: Any) -> None:
    before = door.component_names()
    actor, _, lamp, bulb = door.handles()
    changes = (
        lambda: door.subsystem.detach_subobject(lamp, bulb),
        lambda: door.subsystem.duplicate_subobjects(actor, [bulb], door.asset),
        lambda: door.subsystem.change_subobject_class(door.handles()[2], unreal.SpotLightComponent),
    )
    for change in changes:
        with unreal.ScopedEditorTransaction("change"):
            assert change()
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
        assert door.component_names() == before
        actor, _, lamp, bulb = door.handles()
        assert parent_name(unreal, bulb) == "Lamp"
        assert template_of(unreal, lamp).get_class().get_name() == "PointLightComponent"


def test_nothing_changes_while_the_game_runs(
    editor: SandboxEditor, unreal: Any, door: Any, tree: dict[str, Any]
) -> None:
    actor = door.handles()[0]
    editor.is_in_pie = True
    assert door.subsystem.detach_subobject(tree["lamp"], tree["bulb"]) is False
    assert door.subsystem.change_subobject_class(tree["lamp"], unreal.SpotLightComponent) is False
    assert list(door.subsystem.duplicate_subobjects(actor, [tree["lamp"]], door.asset)) == []
    editor.is_in_pie = False
    assert door.component_names() == ["Body", "Lamp", "Bulb"]


def test_a_changed_tree_is_the_same_after_reopening(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
        actor, root = subsystem.k2_gather_subobject_data_for_blueprint(asset)
        params = unreal.AddNewSubobjectParams(
            parent_handle=root, new_class=unreal.PointLightComponent, blueprint_context=asset
        )
        lamp, _ = subsystem.add_new_subobject(params)
        template_of(unreal, lamp).set_editor_property("intensity", 3.0)
        subsystem.duplicate_subobjects(actor, [lamp], asset)
        subsystem.change_subobject_class(lamp, unreal.SpotLightComponent)
        editor.save_all()
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        asset = unreal.load_asset("/Game/BP_A")
        subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
        handles = subsystem.k2_gather_subobject_data_for_blueprint(asset)
        assert [name_of(unreal, handle) for handle in handles[1:]] == [
            "DefaultSceneRoot",
            "PointLight",
            "PointLight_0",
        ]
        assert [template_of(unreal, handle).get_class().get_name() for handle in handles[2:]] == [
            "SpotLightComponent",
            "PointLightComponent",
        ]
        assert template_of(unreal, handles[3]).get_editor_property("intensity") == 3.0
        assert editor.dirty_packages == []


# --- inherited components ------------------------------------------------------------------------


def inherited(unreal: Any, asset: Any, index: int = 1) -> Any:
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    data = data_of(unreal, subsystem.k2_gather_subobject_data_for_blueprint(asset)[index])
    return unreal.SubobjectDataBlueprintFunctionLibrary.get_object_for_blueprint(data, asset)


def test_a_child_changes_its_own_copy_of_an_inherited_component(unreal: Any, door: Any) -> None:
    lamp, _ = door.add_component(unreal.PointLightComponent)
    template_of(unreal, lamp).set_editor_property("intensity", 2.0)
    door.compile()
    create = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent
    child = create("/Game/BP_Child", door.asset.generated_class())
    grandchild = create("/Game/BP_Grand", child.generated_class())
    own = inherited(unreal, child)
    assert own.get_name() == "PointLight_GEN_VARIABLE"
    assert own.get_editor_property("intensity") == 2.0
    with unreal.ScopedEditorTransaction("dim"):
        own.set_editor_property("intensity", 3.0)
    assert own.get_editor_property("intensity") == 3.0
    assert template_of(unreal, lamp).get_editor_property("intensity") == 2.0
    assert inherited(unreal, grandchild).get_editor_property("intensity") == 3.0
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert inherited(unreal, grandchild).get_editor_property("intensity") == 2.0


def test_what_the_cpp_class_sets_is_not_modelled_but_a_change_of_it_is(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        create = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent
        capsule = inherited(unreal, create("/Game/BP_Hero", unreal.Character))
        assert capsule.get_name() == "CapsuleComponent"
        with pytest.raises(NotModelledError):
            capsule.get_editor_property("hidden_in_game")
        capsule.set_editor_property("hidden_in_game", True)
        editor.save_all()
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        capsule = inherited(unreal, unreal.load_asset("/Game/BP_Hero"))
        assert capsule.get_editor_property("hidden_in_game") is True
