"""The `code` commands: graphs as BlueCode, and BlueCode looked over and worked into graphs.

As with `t3d`, each file gets its lines also when another one cannot be read, and `--json` makes
JSON objects of them, for programs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.cli.code_apply import apply_code
from blueprint_assistant.cli.code_text import excerpt_at, read_code, shown_place
from blueprint_assistant.cli.given_files import STDIN, named_files, require_one_stdin
from blueprint_assistant.cli.output_files import check_writable, write_output
from blueprint_assistant.cli.report import (
    EXIT_FINE,
    EXIT_FOUND_SOMETHING,
    Report,
)
from blueprint_assistant.cli.t3d_text import read_text
from blueprint_assistant.errors import AssistantError, ConfigurationError, TextError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.diff_text import describe_diff, diff_as_json
from blueprint_assistant.graph.compare.graph_diff import diff
from blueprint_assistant.graph.compare.semantics import is_comment, node_digest
from blueprint_assistant.graph.kinds.foreign_graphs import foreign_graph
from blueprint_assistant.graph.rules.link_check import catalog_for
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.bluecode.lexer import BlueCodeError
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.readout import readout_json, readout_of
from blueprint_assistant.languages.lower.emitter import ProgramError

if TYPE_CHECKING:
    import argparse

    from blueprint_assistant.cli.code_apply import Applied
    from blueprint_assistant.cli.t3d_text import T3DText
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["run_code"]

_FATES: Final = {
    "noop": "=",
    "update": "~",
    "insert_before": "+",
    "append": "+",
    "remove": "-",
}


def run_code(parsed: argparse.Namespace) -> int:
    """Run a command: 0 all is fine, 1 something cannot be read or done.

    Raises ConfigurationError for wrong use.
    """
    report = Report(is_json=parsed.json)
    require_one_stdin([*parsed.files, *([parsed.onto] if "onto" in parsed else [])])
    if parsed.code_command == "apply":
        return EXIT_FINE if _apply(parsed, report) else EXIT_FOUND_SOMETHING
    files = list(named_files(parsed.files))
    if parsed.code_command == "check":
        done = [_check(file, report) for file in files]
    else:
        done = [_read(file, report, parsed.detail, has_heading=len(files) > 1) for file in files]
    return EXIT_FINE if all(done) else EXIT_FOUND_SOMETHING


# --- read ----------------------------------------------------------------------------------------


def _read(file: str, report: Report, detail: str, *, has_heading: bool) -> bool:
    try:
        text = read_text(file)
        told = [_told(graph, text, detail) for graph in text.graphs if _has_flow(graph)]
    except AssistantError as error:
        report.failed(file, error, graphs=[])
        return False
    values = {"file": file, "ok": True, "error": "", "detail": detail, "graphs": told}
    lines = [f"# {file}", ""] if has_heading else []
    for number, one in enumerate(told):
        # Headings are comments: what is printed is BlueCode as a whole.
        lines += [*([""] if number else []), *_heading(one, len(told)), one["code"].rstrip("\n")]
    report.add(values, *lines, *([""] if has_heading else []))
    return True


def _has_flow(graph: Graph) -> bool:
    """Whether a graph does something; an event dispatcher's only declares."""
    return bool(graph.nodes) and graph.kind != "delegate"


def _told(graph: Graph, text: T3DText, detail: str) -> dict[str, Any]:
    """One graph as values. Raises GraphError."""
    foreign = foreign_graph(graph)
    if foreign:
        return {"graph": graph.name, "kind": graph.kind, "code": _foreign_code(graph, foreign)}
    catalog = catalog_for(text.blueprint, default_catalog())
    reading = readout_of(graph, text.blueprint, catalog, detail=detail)
    # Collapsed graphs are graphs of the text of their own.
    return {"graph": graph.name, "kind": graph.kind, **readout_json(replace(reading, inner=()))}


def _foreign_code(graph: Graph, what: str) -> str:
    """What is said of a graph that is none of a Blueprint: comments, others for each other graph."""
    lines = [f"# This is {what}, no Blueprint graph: it can be kept, not written."]
    digests = ((node.name, node_digest(node)) for node in graph.nodes if not is_comment(node))
    return "\n".join((*lines, *(f"# {name} {digest}" for name, digest in digests), ""))


def _heading(told: dict[str, Any], count: int) -> list[str]:
    return [f"# {told['kind']} graph {told['graph']}"] if count > 1 else []


# --- check ---------------------------------------------------------------------------------------


def _check(file: str, report: Report) -> bool:
    code = ""
    try:
        code = read_code(file)
        program = parse_program(code)
    except TextError as error:
        report.failed(file, error, *shown_place(code, error.line, error.column), **_place_of(error, code))
        return False
    entries, statements = len(program.entries), sum(1 for _ in walk_statements(program))
    values = {"file": file, "ok": True, "error": "", "entries": entries, "statements": statements}
    word = "entry" if entries == 1 else "entries"
    report.add(values, f"ok     {file}: {entries} {word}, {counted(statements, 'statement')}")
    return True


# --- apply ---------------------------------------------------------------------------------------


def _apply(parsed: argparse.Namespace, report: Report) -> bool:
    out = _out_of(parsed)
    catalog = default_catalog()
    parent = catalog.find_class(parsed.parent).path if parsed.parent else ""
    (file,) = parsed.files
    code = ""
    try:
        code = read_code(file)
        program = parse_program(code)
        text = read_text(parsed.onto)
        applied = apply_code(program, text, catalog, parent=parent, graph=parsed.graph)
    except AssistantError as error:
        is_of_code = isinstance(error, BlueCodeError | ProgramError)
        where = parsed.onto if isinstance(error, TextError) and not is_of_code and code else file
        code = code if is_of_code else ""
        place = shown_place(code, getattr(error, "line", 0), getattr(error, "column", 0))
        report.failed(where, error, *place, **_place_of(error, code))
        return False
    if parsed.out == STDIN and not parsed.dry_run and not report.is_json:
        report.add_text(applied.text)
        return True
    if out is not None:
        write_output(out, text.encoded(applied.text))
    values = {"file": file, "ok": True, "error": "", "onto": parsed.onto, "out": parsed.out or ""}
    values["text"] = applied.text if parsed.out == STDIN and not parsed.dry_run else ""
    graphs = [_applied_values(applied, number) for number in range(len(applied.plans))]
    report.add({**values, "graphs": graphs}, *_applied_lines(applied, parsed.out or "", code))
    return True


def _out_of(parsed: argparse.Namespace) -> Path | None:
    """The file for the new text; None where there is none. Raises ConfigurationError."""
    if parsed.dry_run:
        return None
    if not parsed.out:
        raise ConfigurationError("It is not said where the new text goes.", "Give -o FILE, or --dry-run.")
    out = None if parsed.out == STDIN else Path(parsed.out)
    check_writable(out)
    return out


def _applied_values(applied: Applied, number: int) -> dict[str, Any]:
    """What became of one graph, as values (BC-150, BC-151)."""
    plan, before, after = applied.plans[number]
    return {
        "graph": before.name,
        "expected_revision": plan.expected_revision,
        "plan_hash": plan.plan_hash,
        "merge_report": dict(plan.report),
        "operations": [
            {"kind": item.kind, "path": item.path, "line": item.line, "node": item.node}
            for item in plan.operations
        ],
        "changes": diff_as_json(diff(before, after), before, after),
    }


def _applied_lines(applied: Applied, out: str, code: str) -> list[str]:
    """What became of each statement and of each graph, for people."""
    shown = code.splitlines()
    lines = []
    for plan, before, after in applied.plans:
        lines.append(f"graph {before.name}:")
        for item in plan.operations:
            said = shown[item.line - 1].strip() if 0 < item.line <= len(shown) else ""
            lines.append(f"  {_FATES[item.kind]} {said}".rstrip())
        told = describe_diff(diff(before, after), before, after)
        lines += [f"    {line}" for line in told.splitlines()]
    if not any(plan.step_count for plan, _, _ in applied.plans):
        lines.append("All of it is there already.")
    return [*lines, f"wrote {out}"] if out else lines


def _place_of(error: AssistantError, code: str) -> dict[str, Any]:
    """An error as values: what, where and what to write instead."""
    place: dict[str, Any] = {"line": 0, "column": 0, "excerpt": "", "candidates": ()}
    cause = error.error if isinstance(error, ProgramError) else error
    found = {name: getattr(error, name, getattr(cause, name, value)) for name, value in place.items()}
    found["excerpt"] = found["excerpt"] or excerpt_at(code, found["line"])
    return {"error_code": cause.code, **found, "candidates": list(found["candidates"]), "fix": error.fix}
