"""Threads, ticks, transactions, menus."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import Answer, Facts

if TYPE_CHECKING:
    from conformance_bench import Bench

FACTS = Facts("process")
believe = FACTS.believe


@believe("off-thread", "touching the engine off the game thread raises RuntimeError", "field notes 11")
def _off_thread(_bench: Bench) -> Any:
    seen: list[str] = []

    def work() -> None:
        try:
            unreal.Paths.project_dir()
        except RuntimeError as error:
            seen.append(str(error))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    return bool(seen) or "nothing was raised"


@believe("log-off-thread", "writing to the log off the game thread is allowed", "assumed")
def _log_off_thread(_bench: Bench) -> Any:
    seen: list[BaseException] = []

    def work() -> None:
        try:
            unreal.log("editor conformance: a line of another thread")
        except Exception as error:
            seen.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    return not seen or str(seen[0])


@believe("compile-ticks", "a compile calls the tick callbacks in its middle", "field notes 11")
def _compile_ticks(bench: Bench) -> Any:
    scratch = bench.blueprint()
    ticks: list[float] = []
    handle = unreal.register_slate_post_tick_callback(ticks.append)
    try:
        scratch.compile()
    finally:
        unreal.unregister_slate_post_tick_callback(handle)
    return Answer(f"{'at least one tick' if ticks else 'no tick'}")


@believe("ticker", "5.7 and newer have a callback that does not need Slate", "api guide 11")
def _ticker(_bench: Bench) -> Any:
    return hasattr(unreal, "register_ticker_callback")


@believe("transaction", "edits can stand in a transaction", "api guide 10")
def _transaction(bench: Bench) -> Any:
    scratch = bench.blueprint()
    with unreal.ScopedEditorTransaction("Conformance"):
        scratch.call()
    return len(scratch.nodes.list_all_nodes()) == 4


@believe("undo", "whether undoing takes a node away again", "field notes 8")
def _undo(bench: Bench) -> Any:
    scratch = bench.blueprint()
    with unreal.ScopedEditorTransaction("Conformance"):
        scratch.asset.modify()
        scratch.library.find_event_graph(scratch.asset).modify()
        scratch.call()
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    return Answer(f"{len(scratch.nodes.list_all_nodes()) - 3} of 1 new nodes left")


@believe("menu", "a menu of the main window can be extended", "api guide 12")
def _menu(_bench: Bench) -> Any:
    return unreal.ToolMenus.get().extend_menu("LevelEditor.MainMenu.Tools") is not None


@believe("version", "the engine tells its version", "api guide 1")
def _version(_bench: Bench) -> Any:
    return Answer(unreal.SystemLibrary.get_engine_version().split("-")[0])


@believe("wrong-argument", "an argument of the wrong type is a TypeError", "api")
def _wrong_argument(_bench: Bench) -> Any:
    try:
        unreal.BlueprintEditorLibrary.compile_blueprint("/Game/Nowhere")
    except TypeError:
        return True
    return "nothing was raised"


@believe("large-int", "an int beyond 32 bits is a TypeError", "assumed")
def _large_int(_bench: Bench) -> Any:
    try:
        unreal.IntPoint(2**40, 0)
    except (TypeError, OverflowError) as error:
        return isinstance(error, TypeError) or type(error).__name__
    return "nothing was raised"


@believe("no-class", "the default object of None is None", "assumed")
def _no_class(_bench: Bench) -> Any:
    return unreal.get_default_object(None) is None


@believe("unknown-name", "an unknown name of the module is an AttributeError", "api")
def _unknown_name(_bench: Bench) -> Any:
    return not hasattr(unreal, "BlueprintEditorLibary")


@believe("enum-names", "enum members are upper case without the E", "field notes, trap 23")
def _enum_names(_bench: Bench) -> Any:
    return hasattr(unreal.BlueprintStatus, "BS_UP_TO_DATE")


@believe("rotator-order", "a rotator is roll, pitch, yaw by position", "field notes 5")
def _rotator_order(_bench: Bench) -> Any:
    rotator = unreal.Rotator(1.0, 2.0, 3.0)
    return (rotator.roll, rotator.pitch, rotator.yaw) == (1.0, 2.0, 3.0)
