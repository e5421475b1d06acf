"""`t3d links`: which links of a text the Blueprint editor would refuse. Outside uses check_links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.cli.t3d_text import read_text
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.rules.link_check import refused_links, schema_for

if TYPE_CHECKING:
    from blueprint_assistant.cli.report import Report

__all__ = ["check_links"]


def check_links(file: str, report: Report) -> bool:
    """Report the links of a file that are refused; whether there are none."""
    try:
        text = read_text(file)
    except AssistantError as error:
        report.failed(file, error, links=0, refused=[])
        return False
    schema = schema_for(text.blueprint, default_catalog())
    refused = [link for graph in text.graphs for link in refused_links(graph, schema)]
    values = {
        "file": file,
        "links": text.link_count,
        "refused": [{"from": link.source, "to": link.target, "reason": link.reason} for link in refused],
    }
    head = (
        f"{'REFUSED' if refused else 'ok    '} {file}: {len(refused)} of {counted(text.link_count, 'link')}"
    )
    lines = [f"  {link.source} -> {link.target}: {link.reason}" for link in refused]
    report.add(values, f"{head} refused", *lines)
    return not refused
