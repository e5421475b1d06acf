"""Blueprint assets: made, found, saved, read, deleted."""

from __future__ import annotations

import codecs
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import unreal
from conformance_bench import FOLDER, Answer, Facts

if TYPE_CHECKING:
    from conformance_bench import Bench

FACTS = Facts("assets")
believe = FACTS.believe


@believe("create", "a Blueprint with a parent is made and is a Blueprint", "api guide 2")
def _create(bench: Bench) -> Any:
    return isinstance(bench.blueprint().asset, unreal.Blueprint)


@believe("exists", "a new asset exists for the asset library at once", "api guide 2")
def _exists(bench: Bench) -> Any:
    return unreal.EditorAssetLibrary.does_asset_exist(bench.blueprint().path)


@believe("absent", "an asset that is not there does not exist", "api guide 2")
def _absent(_bench: Bench) -> Any:
    return unreal.EditorAssetLibrary.does_asset_exist(f"{FOLDER}/BP_Nowhere") is False


@believe("load", "loading by path gives the same object", "api guide 2")
def _load(bench: Bench) -> Any:
    scratch = bench.blueprint()
    return unreal.EditorAssetLibrary.load_asset(scratch.path) == scratch.asset


@believe("load-miss", "loading what is not there gives None and raises nothing", "field notes 15")
def _load_miss(_bench: Bench) -> Any:
    return unreal.EditorAssetLibrary.load_asset(f"{FOLDER}/BP_Nowhere") is None


@believe("object-path", "the path of an asset is its package, a dot and its name", "api guide 2")
def _object_path(bench: Bench) -> Any:
    scratch = bench.blueprint()
    return scratch.asset.get_path_name() == f"{scratch.path}.{scratch.name}" or scratch.asset.get_path_name()


@believe("generated-class", "the class of a Blueprint is called as the asset, with _C", "api guide 9")
def _generated_class(bench: Bench) -> Any:
    scratch = bench.blueprint()
    return scratch.library.generated_class(scratch.asset).get_name() == f"{scratch.name}_C"


@believe("load-class", "load_class finds that class by its path", "api guide 9")
def _load_class(bench: Bench) -> Any:
    scratch = bench.blueprint()
    found = unreal.load_class(None, f"{scratch.path}.{scratch.name}_C")
    return found == scratch.library.generated_class(scratch.asset)


@believe("native-class", "load_class finds a class of the engine", "api guide 9")
def _native_class(_bench: Bench) -> Any:
    return unreal.load_class(None, "/Script/Engine.Actor") == unreal.Actor.static_class()


@believe("renamed-class", "the path of a renamed class has its C++ name", "api guide 9")
def _renamed_class(_bench: Bench) -> Any:
    return unreal.SystemLibrary.static_class().get_path_name() == "/Script/Engine.KismetSystemLibrary"


@believe("parent", "the parent class can be read", "api guide 2")
def _parent(bench: Bench) -> Any:
    scratch = bench.blueprint(unreal.Pawn)
    return scratch.library.get_blueprint_parent_class(scratch.asset) == unreal.Pawn.static_class()


@believe("starts-dirty", "a new Blueprint has unsaved changes", "assumed")
def _starts_dirty(bench: Bench) -> Any:
    return bench.blueprint().is_dirty


@believe("saves", "saving gives True and leaves nothing unsaved", "api guide 2")
def _saves(bench: Bench) -> Any:
    scratch = bench.blueprint()
    return unreal.EditorAssetLibrary.save_loaded_asset(scratch.asset, False) is True and not scratch.is_dirty


@believe("reading-is-clean", "listing graphs, nodes, pins and variables dirties nothing", "assumed")
def _reading_is_clean(bench: Bench) -> Any:
    scratch = _saved(bench)
    for graph in scratch.library.list_graphs(scratch.asset):
        nodes = unreal.BlueprintGraphEditor.get_graph_editor(graph).list_all_nodes()
        [pin.get_pin_value() for node in nodes for pin in node.list_all_pins()]
    scratch.library.list_member_variable_names(scratch.asset, False)
    scratch.handles()
    return not scratch.is_dirty


@believe("exporting-is-clean", "exporting text dirties nothing", "assumed")
def _exporting_is_clean(bench: Bench) -> Any:
    scratch = _saved(bench)
    _exported(scratch.asset)
    return not scratch.is_dirty


@believe("edit-dirties", "a new node is an unsaved change", "assumed")
def _edit_dirties(bench: Bench) -> Any:
    scratch = _saved(bench)
    scratch.call()
    return scratch.is_dirty


@believe("delete", "a deleted asset does not exist any more", "field notes 15")
def _delete(bench: Bench) -> Any:
    scratch = bench.blueprint()
    done = unreal.EditorAssetLibrary.delete_asset(scratch.path)
    return done is True and not unreal.EditorAssetLibrary.does_asset_exist(scratch.path)


@believe("export-bom", "an export begins with a byte order mark", "field notes 12")
def _export_bom(bench: Bench) -> Any:
    data = _exported(bench.blueprint().asset)
    marks = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF8)
    return data.startswith(marks) or data[:4].hex()


@believe("export-encoding", "which encoding an export has", "field notes 12")
def _export_encoding(bench: Bench) -> Any:
    data = _exported(bench.blueprint().asset)
    return Answer("UTF-8" if data.startswith(codecs.BOM_UTF8) else "UTF-16")


@believe("export-graph", "a graph can be exported alone, and the text holds its nodes", "field notes 12")
def _export_graph(bench: Bench) -> Any:
    scratch = bench.blueprint()
    node = scratch.call()
    text = _text(_exported(scratch.library.find_event_graph(scratch.asset)))
    return f'Name="{node.get_name()}"' in text and 'MemberName="PrintString"' in text


@believe(
    "export-asset", "an exported asset holds its variables, which scripts cannot list whole", "field notes 12"
)
def _export_asset(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.variable("Speed")
    text = _text(_exported(scratch.asset))
    return "NewVariables(0)=" in text and 'VarName="Speed"' in text


@believe("registry-parent", "the registry knows the parent of a saved Blueprint", "api guide 2")
def _registry_parent(bench: Bench) -> Any:
    scratch = _saved(bench)
    tags = unreal.EditorAssetLibrary.get_tag_values(scratch.path)
    value = str(tags.get("ParentClass", ""))
    return "/Script/Engine.Actor" in value or value


def _saved(bench: Bench) -> Any:
    scratch = bench.blueprint()
    scratch.compile()
    unreal.EditorAssetLibrary.save_loaded_asset(scratch.asset, False)
    return scratch


def _exported(thing: Any) -> bytes:
    file = Path(tempfile.mkdtemp()) / "export.t3d"
    task = unreal.AssetExportTask()
    task.set_editor_property("object", thing)
    task.set_editor_property("filename", str(file))
    task.set_editor_property("automated", True)
    task.set_editor_property("prompt", False)
    task.set_editor_property("replace_identical", True)
    task.set_editor_property("exporter", unreal.ObjectExporterT3D())
    unreal.Exporter.run_asset_export_task(task)
    return file.read_bytes()


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-16")
