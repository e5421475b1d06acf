"""Real graphs survive a writing call that fails at any step: what the editor exports is the same bytes.

Graphs of the corpus are pasted into a Blueprint with the members that they need. write_graph puts statements
into their flows, or writes the longest of them anew. `BLUEPRINT_STRESS=all` takes every graph and every step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, format_t3d, parse_blueprint_t3d
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.decompile.source_map import link_ends
from graph.corpus_graphs import k2_graphs
from real_texts import CORPUS, needs_corpus
from sandbox.replay_project import prepared
from sandbox_project import open_project
from tools_under_stress.bluecode_calls import changing_calls
from tools_under_stress.stress import is_everything_tried, sample
from tools_under_stress.trials import listening
from unreal_sandbox.desk.fault_injection import FaultInjection
from unreal_sandbox.desk.kept_state import KeptState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from graph.corpus_graphs import CorpusGraph
    from sandbox_project import SandboxProject
    from unreal_sandbox.glue.faulty_calls import Fault

_GRAPHS = 6
_STEPS = 8
_BIG = 8
_PROBE = parse_program(
    'event AssistantProbe()\n  if true:\n    PrintString("a")\n  for i in 0..3:\n    PrintString(i)\n'
).entries
_MORE = parse_program('on BeginPlay()\n  PrintString("more")\n').entries[0].body


@dataclass
class Pasted:
    """A real graph in a project. `path` is the Blueprint's, `graph` the graph's name."""

    project: SandboxProject
    context: ActionContext
    path: str
    graph: str
    kept: KeptState

    def put_back(self) -> None:
        """Make all what it was; nobody knows of what was done meanwhile."""
        self.kept.put_back()
        self.context = self.project.new_context()

    def write(self, code: str, mode: str) -> ActionResult:
        parameters = {"blueprint": self.path, "code": code, "mode": mode, "graph_name": self.graph}
        return ActionRegistry().call("write_graph", parameters, self.context)

    def delete(self, targets: list[str], *, confirm: bool) -> dict[str, Any]:
        return self._asked("bluecode_delete", {"targets": targets, "confirm_delete": confirm})

    def connect(self, links: list[str]) -> dict[str, Any]:
        return self._asked("bluecode_connect", {"connects": links})

    def _asked(self, tool: str, parameters: dict[str, Any]) -> dict[str, Any]:
        registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
        parameters = {"target": f"{self.path}:{self.graph}", **parameters}
        answer: dict[str, Any] = json.loads(registry.call(tool, parameters, self.context).text)
        return answer

    def exported(self) -> bytes:
        return self.project.unreal_editor.look_at(self.path).exported


def _pasted(project: SandboxProject, item: CorpusGraph) -> Pasted:
    project.sandbox.switches.pasted_absent_events_arrive = True
    # What a compile leaves in an export is made anew by each.
    project.sandbox.switches.exports_hold_compiler_leftovers = False
    graph = str(prepared(project.sandbox, item.graph).graph.get_path_name())
    project.sandbox.paste(graph, format_t3d(item.graph))
    path, _, name = graph.rpartition(":")
    path = path.partition(".")[0]
    project.compile(path)
    return Pasted(project, project.new_context(), path, name, KeptState(project.sandbox))


def _orders(pasted: Pasted) -> Iterator[tuple[str, str]]:
    """Code and mode of the calls: statements in front of what is there, new ones, and one flow anew."""
    owner = pasted.context.editor.read_blueprint(pasted.path)
    graph = owner.find_graph(pasted.graph)
    assert graph is not None
    entries = [
        entry
        for entry in decompile(graph, owner, catalog_for_code(pasted.context, owner)).entries
        if entry.body and not entry.arms and entry.kind in ("event", "custom_event", "component_event")
    ]
    yield print_program(Program((*_PROBE, *(replace(one, body=(*_MORE, *one.body)) for one in entries)))), ""
    yield print_program(Program(_PROBE)), ""
    longest = max(entries, key=_length, default=None)
    if longest is not None:
        yield print_program(Program((replace(longest, body=_MORE),))), "replace"


def _length(entry: Entry) -> int:
    return len(print_program(Program((entry,))).splitlines())


def _samples() -> list[CorpusGraph]:
    graphs = [item for item in k2_graphs(CORPUS) if item.is_ue5 and item.graph.kind in ("event", "fragment")]
    return sample([item for item in graphs if len(item.graph.nodes) >= _BIG], _GRAPHS)


@needs_corpus
@pytest.mark.timeout(3600)
def test_a_failure_at_any_step_leaves_every_byte_of_a_real_graph() -> None:
    """I7, BC-160, BC-162: with the ids of nodes and pins, and what belongs to the graph besides nodes."""
    tried, refused, failures = 0, 0, 0
    for item in _samples():
        with open_project() as project:
            pasted = _pasted(project, item)
            assert len(parse_blueprint_t3d(decode_t3d(pasted.exported())).graphs) > 0
            for code, mode in _orders(pasted):
                made = _made(pasted, code, mode)
                tried, refused = tried + 1, refused + (not made)
                for number in sample(made, _STEPS, tried):
                    failures += _fails_whole(pasted, code, mode, number)
    assert refused <= tried // 4, f"{refused} of {tried} programs were refused on a calm day"
    assert failures >= (400 if is_everything_tried() else 40), f"only {failures} calls failed"


def _made(pasted: Pasted, code: str, mode: str) -> list[int]:
    """The calls that change something on a calm day; none when the program is refused."""
    names: list[str] = []
    with listening(pasted.project.sandbox, names):
        result = pasted.write(code, mode)
    pasted.put_back()
    return changing_calls(tuple(names)) if result.has_changed else []


def _fails_whole(pasted: Pasted, code: str, mode: str, number: int) -> bool:
    """Play it with one call that fails; whether the whole of it failed then, as it mostly does."""
    sandbox, before = pasted.project.sandbox, pasted.exported()
    fault: Fault = "raises" if number % 2 else "raises_afterwards"
    sandbox.faults = FaultInjection(fault=fault, faulty_calls=range(number, number + 1))
    result = pasted.write(code, mode)
    sandbox.faults = FaultInjection()
    if not result.has_changed:
        assert not result.ok
        assert pasted.exported() == before, f"{pasted.path}, call {number}: {result.text}"
    pasted.put_back()
    return not result.has_changed


@needs_corpus
@pytest.mark.timeout(3600)
def test_what_a_deletion_would_do_is_what_it_does_to_a_real_graph() -> None:
    """BC-190, BC-192: without confirmation the same edges and flow are told, and every byte stays."""
    done = 0
    for item in _samples():
        with open_project() as project:
            pasted = _pasted(project, item)
            for targets in _targets(pasted):
                before = pasted.exported()
                told = pasted.delete(targets, confirm=False)
                assert pasted.exported() == before
                if told["error_code"] != "confirm_delete_required":
                    assert "cannot be removed" in told["error"], told
                    continue
                gone = pasted.delete(targets, confirm=True)
                if not gone["ok"]:  # one text has a comment box with pins, which no editor shows
                    assert "shows no pin" in gone["error"], f"{item.file}: {gone}"
                    assert gone["rollback_verified"]
                    continue
                assert gone["affected_edges"] == told["affected_edges"], item.file
                assert gone["new_flow_summary"] == told["new_flow_summary"], item.file
                assert pasted.exported() != before
                done += 1
                pasted.put_back()
    assert done >= 20


@needs_corpus
@pytest.mark.timeout(3600)
def test_a_link_that_goes_and_is_connected_again_leaves_the_same_graph() -> None:
    """BC-182, BC-191: the revision is what it was, so that nothing else was touched."""
    tried, refused = 0, 0
    for item in _samples():
        with open_project() as project:
            pasted = _pasted(project, item)
            links = [targets[0] for targets in _targets(pasted) if len(targets) == 1 and "->" in targets[0]]
            for link in links:
                gone = pasted.delete([link], confirm=True)
                made = pasted.connect([link])
                tried, refused = tried + 1, refused + (not made["ok"])
                assert not made["ok"] or made["new_revision"] == gone["base_revision"], f"{item.file}: {link}"
                pasted.put_back()
    assert tried >= 15
    assert refused <= tried // 10, "links to classes that the stand-in does not know"


def _targets(pasted: Pasted) -> Iterator[list[str]]:
    """Some nodes one by one, some links, and several of both at once."""
    owner = pasted.context.editor.read_blueprint(pasted.path)
    graph = owner.find_graph(pasted.graph)
    assert graph is not None
    nodes = sample([node.guid for node in graph.nodes if not is_ghost(node)], 3)
    links = sample([" -> ".join(ends) for _, ends in link_ends(graph)], 3)
    yield from ([node] for node in nodes)
    yield from ([link] for link in links)
    yield [*nodes, *links]
