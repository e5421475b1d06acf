"""T3D export: `AssetExportTask` with `ObjectExporterT3D`, for one graph or a whole Blueprint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import Graph, set_property
from blueprint_assistant.graph.model.object_references import quote
from blueprint_assistant.graph.t3d.graph_text import format_graph_export
from unreal_sandbox.assets.blueprint_export import format_blueprint_export
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget, GraphTarget
from unreal_sandbox.blueprints.compiler_leftovers import leftover_graphs
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target, TransientTarget

__all__ = ["exported_graph", "exported_text"]

exporters = UnrealClass("Exporter")

_T3D = "/Script/UnrealEd.ObjectExporterT3D"
_SEVERITY = {"error": "1", "warning": "3", "note": "4"}


@exporters.method()
def run_asset_export_task(editor: EditorState, task: TransientTarget) -> bool:
    """Write the task's object to its file; False with a log line when that cannot be."""
    fields = task.fields
    subject, filename = fields.get("object"), str(fields.get("filename", ""))
    if subject is None or not filename:
        editor.write_log("LogExporter", "Error", "An export task needs an object and a file name.")
        return False
    if fields.get("prompt", False) or not fields.get("automated", False):
        raise editor.crash("An export task with a prompt opens a modal window that nobody answers.")
    exporter = fields.get("exporter")
    suffix = Path(filename).suffix.lower()
    is_text = suffix in {".t3d", ".copy"} if exporter is None else exporter.class_path() == _T3D
    if not is_text:
        editor.write_log("LogExporter", "Warning", f"No exporter found for '{filename}'.")
        return False
    return _write(editor, fields, subject, Path(filename))


def _write(editor: EditorState, fields: dict[str, object], subject: Target, path: Path) -> bool:
    if path.exists() and not fields.get("replace_identical", False):
        editor.write_log("LogExporter", "Warning", f"'{path}' exists and replace_identical is off.")
        return False
    subject.check()
    data = exported_text(editor, subject).replace("\n", "\r\n").encode(editor.switches.export_encoding)
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
        path.write_bytes(data)
    except OSError as error:
        editor.write_log("LogExporter", "Error", f"Cannot write '{path}': {error}")
        return False
    return True


@exporters.method()
def run_asset_export_tasks(editor: EditorState, export_tasks: list[TransientTarget | None]) -> bool:
    """Run several tasks; whether all could be written."""
    tasks = [task for task in export_tasks if task is not None]
    if len(tasks) < len(export_tasks):
        editor.write_log("LogExporter", "Error", "There is no export task.")
        return False
    results = [run_asset_export_task(editor, task) for task in tasks]
    return all(results)


def exported_text(editor: EditorState, subject: Target) -> str:
    """The T3D text of a graph or of a Blueprint. While the game runs, graphs are empty."""
    if isinstance(subject, GraphTarget):
        graph = exported_graph(subject.asset, subject.draft.freeze())
        if editor.is_in_pie:
            graph = replace(graph, nodes=(), links=())
        return format_graph_export(graph, subject.asset.path)
    if isinstance(subject, BlueprintTarget):
        asset = subject.asset
        graphs = tuple(exported_graph(asset, draft.freeze()) for draft in asset.graphs.values())
        if editor.switches.exports_hold_compiler_leftovers:
            graphs += leftover_graphs(asset)
        return format_blueprint_export(asset, graphs)
    raise NotModelledError(f"Exporting a {subject.class_name()} is not modelled in the sandbox.")


def exported_graph(asset: BlueprintAsset, graph: Graph) -> Graph:
    """The graph with the compiler's messages written on its nodes."""
    marked = {message.node: message for message in asset.messages if message.graph == graph.name}
    if not marked:
        return graph
    nodes = []
    for node in graph.nodes:
        message = marked.get(node.name)
        if message is None:
            nodes.append(node)
            continue
        properties = set_property(node.properties, "bHasCompilerMessage", "True")
        properties = set_property(properties, "ErrorType", _SEVERITY[message.severity])
        properties = set_property(properties, "ErrorMsg", quote(message.text))
        nodes.append(replace(node, properties=properties))
    return replace(graph, nodes=tuple(nodes))
