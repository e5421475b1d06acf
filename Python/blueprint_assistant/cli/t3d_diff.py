"""`t3d diff`: what makes one text of another. Outside uses compare_texts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from blueprint_assistant.cli.report import EXIT_FINE, EXIT_FOUND_SOMETHING
from blueprint_assistant.cli.t3d_text import read_text
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.diff_text import describe_diff, diff_as_json
from blueprint_assistant.graph.compare.graph_diff import diff

if TYPE_CHECKING:
    from blueprint_assistant.cli.report import Report
    from blueprint_assistant.cli.t3d_text import T3DText
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["compare_texts"]


def compare_texts(files: list[str], report: Report) -> int:
    """Report what makes the second file of the first; 0 when they are the same."""
    texts: list[T3DText] = []
    for file in files:
        try:
            texts.append(read_text(file))
        except AssistantError as error:
            report.failed(file, error)
    if len(texts) < len(files):
        return EXIT_FOUND_SOMETHING
    before, after = (_by_name(text, texts) for text in texts)
    both = [name for name in before if name in after]
    gone = [name for name in before if name not in after]
    came = [name for name in after if name not in before]
    changes = [(name, diff(before[name], after[name])) for name in both]
    is_same = not gone and not came and not any(change for _, change in changes)
    graphs = [
        {"graph": name, **diff_as_json(change, before[name], after[name])}
        for name, change in changes
        if change
    ]
    lines = [f"- graph {name}" for name in gone] + [f"+ graph {name}" for name in came]
    for name, change in changes:
        if change:
            lines += [f"graph {name}:"] if len(both) > 1 else []
            told = describe_diff(change, before[name], after[name])
            lines.append(told or "~ only GUIDs, pin ids, or the order of nodes, pins and links")
    values = {"files": files, "ok": True, "error": "", "same": is_same, "graphs": graphs}
    report.add(
        {**values, "removed_graphs": gone, "added_graphs": came}, *(lines or ["The graphs are the same."])
    )
    return EXIT_FINE if is_same else EXIT_FOUND_SOMETHING


def _by_name(text: T3DText, texts: list[T3DText]) -> dict[str, Graph]:
    """The graphs to compare, by name; single graphs are compared whatever their names."""
    if all(len(other.graphs) == 1 for other in texts):
        return {"": text.graphs[0]}
    count: Counter[str] = Counter()
    graphs = {}
    for graph in text.graphs:
        count[graph.name] += 1
        # Collapsed graphs of several functions may have one name.
        number = count[graph.name]
        graphs[graph.name if number == 1 else f"{graph.name} ({number})"] = graph
    return graphs
