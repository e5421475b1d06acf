"""Delegates, the play events, call_method, and the iterators over what is loaded."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import NotModelledError, ScriptError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def test_play_events_reach_callables_and_survive_a_broken_one(editor: SandboxEditor, unreal: Any) -> None:
    seen: list[str] = []

    def broken(is_simulating: bool) -> None:
        raise ZeroDivisionError(is_simulating)

    def begun(is_simulating: bool) -> None:
        seen.append(f"begin {is_simulating}")

    subsystem = unreal.get_editor_subsystem(unreal.EditorUtilitySubsystem)
    subsystem.on_begin_pie.add_callable(broken)
    subsystem.on_begin_pie.add_callable(begun)
    again = unreal.get_editor_subsystem(unreal.EditorUtilitySubsystem)
    again.on_end_pie.add_callable(lambda _: seen.append("end"))
    editor.is_in_pie = True
    editor.is_in_pie = True
    editor.is_in_pie = False
    assert seen == ["begin False", "end"]
    assert "ZeroDivisionError" in editor.log_text("LogPython")
    again.on_begin_pie.remove_callable(begun)
    again.on_end_pie.clear()
    editor.is_in_pie = True
    assert seen == ["begin False", "end"]


def test_a_multicast_delegate_counts_its_bindings(unreal: Any) -> None:
    delegate = unreal.MulticastDelegateBase()
    seen: list[int] = []
    assert not delegate.is_bound()
    delegate.add_callable(seen.append)
    delegate.add_callable_unique(seen.append)
    assert delegate.contains_callable(seen.append)
    delegate.broadcast(1)
    copy = delegate.copy()
    delegate.add_callable(seen.append)
    delegate.broadcast(2)
    copy.broadcast(3)
    assert seen == [1, 2, 2, 3]
    with pytest.raises(TypeError):
        delegate.add_callable("no")
    assert unreal.MulticastDelegateBase.cast(delegate) is delegate
    with pytest.raises(TypeError):
        unreal.MulticastDelegateBase.cast(3)


def test_a_method_of_an_object_is_bound_by_name(unreal: Any, door: Any) -> None:
    delegate = unreal.DelegateBase()
    with pytest.raises(ScriptError, match="unbound"):
        delegate.execute()
    assert delegate.execute_if_bound() is None
    delegate.bind_function(door.asset, "get_name")
    assert delegate.execute() == "BP_Door"
    other = unreal.DelegateBase()
    other.bind_delegate(delegate)
    delegate.unbind()
    assert other.execute_if_bound() == "BP_Door"
    with pytest.raises(ScriptError, match="Failed to find function 'nonsense'"):
        delegate.bind_function(door.asset, "nonsense")
    many = unreal.MulticastDelegateBase()
    many.add_function(door.asset, "get_name")
    many.add_function_unique(door.asset, "get_name")
    assert many.contains_function(door.asset, "get_name")
    many.remove_object(door.asset)
    assert not many.is_bound()


def test_binding_off_the_game_thread_is_refused(unreal: Any) -> None:
    delegate = unreal.DelegateBase()
    errors: list[str] = []

    def work() -> None:
        try:
            delegate.bind_callable(print)
        except RuntimeError as error:
            errors.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)
    assert "outside the main game thread" in errors[0]


# --- call_method -----------------------------------------------------------------------------------


def test_call_method_takes_the_cpp_name_and_arguments(unreal: Any, door: Any) -> None:
    library = unreal.get_default_object(unreal.BlueprintEditorLibrary)
    graph = library.call_method("FindEventGraph", (door.asset,))
    assert graph == door.graph
    assert library.call_method("FindGraph", args=(door.asset,), kwargs={"graph_name": "EventGraph"}) == graph


@pytest.mark.parametrize("name", ["Nonsense", "find_event_graph", "CreateWidgetBlueprint", ""])
def test_call_method_refuses_what_is_no_function_of_the_class(unreal: Any, name: str) -> None:
    library = unreal.get_default_object(unreal.BlueprintEditorLibrary)
    with pytest.raises(ScriptError, match="Failed to find function"):
        library.call_method(name, ())


def test_a_toolset_has_no_python_name_while_its_plugin_is_off(unreal: Any) -> None:
    with pytest.raises(AttributeError):
        _ = unreal.UMGToolSet


# --- iterators -------------------------------------------------------------------------------------


def test_loaded_functions_are_found_by_path(unreal: Any) -> None:
    paths = {item.get_path_name() for item in unreal.ObjectIterator(unreal.Function)}
    assert "/Script/Engine.KismetSystemLibrary:PrintString" in paths


def test_loaded_objects_are_found_by_class(unreal: Any, door: Any) -> None:
    assert list(unreal.ObjectIterator(unreal.Blueprint)) == [door.asset]
    assert door.graph in list(unreal.ObjectIterator(unreal.EdGraph))
    assert len(list(unreal.ObjectIterator(unreal.EdGraphNode))) >= 3
    names = [item.get_name() for item in unreal.ObjectIterator(unreal.Package)]
    assert names == ["/Game/BP_Door"]
    assert len(list(unreal.ObjectIterator(unreal.WidgetBlueprint))) == 0
    assert unreal.Vector.static_struct() in list(unreal.ObjectIterator(unreal.ScriptStruct))
    with pytest.raises(NotModelledError):
        next(iter(unreal.ObjectIterator()))


def test_classes_and_types_are_found_by_base(unreal: Any, door: Any) -> None:
    names = {item.get_name() for item in unreal.ClassIterator(unreal.Pawn)}
    assert {"Pawn", "Character"} <= names
    assert "Actor" not in names
    assert door.asset.generated_class() in list(unreal.ClassIterator(unreal.Actor))
    assert unreal.Character in list(unreal.TypeIterator(unreal.Pawn))
    with pytest.raises(TypeError):
        unreal.ClassIterator("Pawn")


def test_modules_load_without_a_word_when_they_are_there(editor: SandboxEditor, unreal: Any) -> None:
    assert unreal.load_module("UMG") is None
    assert editor.log_text("LogPython") == ""
    assert unreal.load_module("NoSuchModule") is None
    assert "Failed to load module 'NoSuchModule'" in editor.log_text("LogPython")
    assert unreal.reload("core") is None
