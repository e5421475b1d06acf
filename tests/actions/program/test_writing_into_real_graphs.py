"""What the model reads of a real graph it may send back with a statement more: that alone is written.

Real graphs name functions of plugins and assets that are not here: what is there need not be built.
With REBUILD_ALL=1 all of them are taken, else every fourth.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from graph.corpus_graphs import k2_graphs
from real_texts import CORPUS, needs_corpus
from sandbox.replay_project import prepared
from sandbox_project import open_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.model.blueprint import Graph
    from graph.corpus_graphs import CorpusGraph
    from sandbox_project import SandboxProject

EVERY = 1 if os.environ.get("REBUILD_ALL") else 4
MORE = parse_program('on BeginPlay()\n  PrintString("more")\n').entries[0].body


def _samples() -> Iterator[CorpusGraph]:
    """Copied graphs of this engine with an event or a function entry among their nodes."""
    heads = ("Event", "FunctionEntry", "InputAction")
    for item in [one for one in k2_graphs(CORPUS) if one.engine == "5.1+"]:
        if len(item.graph.nodes) > 1 and any(
            node.class_name.endswith(heads) and node.pins for node in item.graph.nodes
        ):
            yield item


def _pasted(project: SandboxProject, item: CorpusGraph) -> tuple[str, str]:
    """The sample in a Blueprint that has what it needs: the paths of the Blueprint and the graph's name."""
    path = str(prepared(project.sandbox, item.graph).graph.get_path_name())
    project.sandbox.switches.pasted_absent_events_arrive = True
    project.sandbox.paste(path, (CORPUS / "t3d" / item.file).read_text(encoding="utf-8"))
    return path.partition(".")[0], path.rpartition(":")[2]


def _graph(context: ActionContext, path: str, name: str) -> Graph:
    graph = context.editor.read_blueprint(path).find_graph(name)
    assert graph is not None
    return graph


@needs_corpus
def test_what_was_read_of_a_real_graph_is_written_back_with_a_statement_more() -> None:
    """I1, I9: through the tools, into graphs that have what is not in the project any more."""
    written = 0
    for item in [*_samples()][::EVERY]:
        with open_project() as project:
            path, name = _pasted(project, item)
            context = project.new_context()
            owner, before = context.editor.read_blueprint(path), _graph(context, path, name)
            told = decompile(before, owner, catalog_for_code(context, owner))
            entries = [
                replace(entry, body=(*MORE, *entry.body))
                for entry in told.entries
                if entry.body and not entry.arms
            ]
            if not entries:
                continue
            call = {"blueprint": path, "code": print_program(Program(tuple(entries)))}
            if before.kind != "function":
                call["graph_name"] = name
            text = ActionRegistry().call("write_graph", call, context).text
            after = _graph(context, path, name)
            assert f"{len(entries)} node" in text, (item.file, text)
            # A comment box that has to grow is drawn anew: no call gives one another size.
            there = {node.name for node in after.nodes}
            assert {node.name for node in before.nodes if not is_comment(node)} <= there, item.file
            assert len(after.nodes) == len(before.nodes) + len(entries), item.file
            again = ActionRegistry().call("write_graph", call, context).text
            assert "All of it is in" in again, (item.file, again)
            written += 1
    assert written >= (25 if EVERY == 1 else 5)


@needs_corpus
def test_a_dry_run_on_a_real_graph_changes_nothing_and_is_what_is_done() -> None:
    """I6, I8: exported graph, undo history and unsaved files stay; the apply has its hash and its nodes."""
    registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    done = 0
    for item in [*_samples()][:: EVERY * 2]:
        with open_project() as project:
            path, name = _pasted(project, item)
            context = project.new_context()

            def asked(tool: str, context: ActionContext = context, **parameters: Any) -> dict[str, Any]:
                answer: dict[str, Any] = json.loads(registry.call(tool, parameters, context).text)
                return answer

            target = f"{path}:{name}"
            known = asked("bluecode_read_function", target=target)["base_revision"]
            code = print_program(Program((), (MORE,)))
            before = project.state()
            dry = asked("bluecode_apply", target=target, code=code, base_revision=known, dry_run=True)
            assert project.state() == before, item.file
            assert dry["ok"], (item.file, dry)
            made = asked("bluecode_apply", target=target, code=code, plan_hash=dry["plan_hash"])
            assert made["new_revision"] != known, (item.file, made)
            assert [one["op"] for one in made["operations"]] == [one["op"] for one in dry["operations"]]
            now = project.state()
            stale = asked("bluecode_apply", target=target, code=code, base_revision=known)
            assert stale["error_code"] == "graph_revision_conflict", (item.file, stale)
            assert project.state() == now, item.file
            done += 1
    assert done >= (15 if EVERY == 1 else 3)
