"""Hints of the protocol: given back as they were read, and as the caller writes them."""

from __future__ import annotations

import json
import os
from dataclasses import fields, is_dataclass, replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from actions.conftest import Tools
from blueprint_assistant.actions.nodes.menu_handles import NodeMenu
from blueprint_assistant.actions.program.program_hints import CodeHints
from blueprint_assistant.actions.protocol.hint_maps import read_hints
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import SetPinDefaultStep
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import Blueprint
from blueprint_assistant.languages.ast.statement_paths import statement_paths, walk
from blueprint_assistant.languages.ast.syntax_tree import Do, NumberLiteral
from blueprint_assistant.languages.bluecode.hint_matching import AmbiguousHintError, found_evidence
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.bluecode.readout import readout_json, readout_of
from blueprint_assistant.languages.merge.program_plan import PlanOptions, plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext
from graph.corpus_graphs import k2_graphs
from languages.flow_graphs import corpus_graphs
from languages.stepwise import Stepwise, Untouched
from protocol_tools import asked
from real_texts import CORPUS, needs_corpus
from sandbox.replay_project import prepared
from sandbox_project import open_project

TARGET = "/Game/BP_Door:EventGraph"
MAPS = ("source_map", "action_hints", "expression_hints", "action_hints_by_line")
ALL_MAPS = (*MAPS, "action_handles", "node_properties", "node_aliases", "member_classes")
_WORDS = ("PrintString", 'PrintString("x")', "Score", "/body/0", "2", "node_id", "handle", "actions", "hint")
EVERY = 1 if os.environ.get("REBUILD_ALL") else 4


@needs_corpus
def test_what_was_read_of_a_real_graph_with_all_its_hints_plans_nothing() -> None:
    """BC-072, BC-074: every map as JSON, given back unchanged, for every real graph."""
    catalog = default_catalog()
    hinted = 0
    for name, graph, known in corpus_graphs():
        owner = known or Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (graph,))
        answer = json.loads(json.dumps(readout_json(readout_of(graph, owner, catalog, detail="roundtrip"))))
        program = parse_program(answer["code"])
        maps = read_hints({key: answer[key] for key in MAPS})
        hints = CodeHints.of(program, answer["code"], maps, NodeMenu(owner, catalog), catalog)
        options = hints.options(PlanOptions(), program)
        assert not options.identities, name  # what is only given back asks for no change
        plan = plan_program(program, GraphContext(graph, owner, catalog), Untouched(graph), options)
        assert plan.step_count == 0, name
        assert [item.kind for item in plan.operations] == ["noop"] * len(plan.operations), name
        hinted += len(options.hinted)
    assert hinted > 900


@needs_corpus
def test_a_changed_number_with_all_hints_is_one_step_in_every_real_graph() -> None:
    """BC-072, BC-073, BC-101: one number in the code that was read; the maps as they were read."""
    catalog = default_catalog()
    graphs = 0
    for name, graph, known in corpus_graphs():
        owner = known or Blueprint(
            "/Game/BP_Test", "/Script/Engine.Actor", (replace(graph, name=graph.name or "EventGraph"),)
        )
        graph = next(one for one in owner.graphs if one.name == (graph.name or "EventGraph"))  # noqa: PLW2901
        answer = json.loads(json.dumps(readout_json(readout_of(graph, owner, catalog, detail="roundtrip"))))
        code = with_other_number(answer["code"])
        if not code:
            continue
        program = parse_program(code)
        maps = read_hints({key: answer[key] for key in MAPS})
        hints = CodeHints.of(program, code, maps, NodeMenu(owner, catalog), catalog)
        builder = Stepwise(owner, graph.name)
        options = hints.options(PlanOptions(), program)
        plan = plan_program(program, GraphContext(graph, owner, catalog), builder, options)
        assert [item.kind for item in plan.operations if item.kind != "noop"] == ["update"], name
        assert [type(step) for step in builder.draft.steps] == [SetPinDefaultStep], name
        graphs += 1
    assert graphs >= 20


def with_other_number(code: str) -> str:
    """The code with another number in the first call that is given one; empty when there is none."""
    program = parse_program(code)
    for statement in statement_paths(program).values():
        if isinstance(statement, Do):
            for argument in statement.call.arguments:
                if isinstance(argument.value, NumberLiteral):
                    other = replace(
                        argument.value, text=str(float(argument.value.text) + 7).removesuffix(".0")
                    )
                    return print_program(_replaced(program, argument.value, other))
    return ""


def _replaced(part: Any, old: object, new: object) -> Any:
    if part is old:
        return new
    if isinstance(part, tuple):
        return tuple(_replaced(item, old, new) for item in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    inner = {item.name: getattr(part, item.name) for item in fields(part) if item.init}
    return replace(part, **{key: _replaced(value, old, new) for key, value in inner.items()})


def test_one_event_of_several_is_sent_back_with_the_hints_of_all(protocol: Tools) -> None:
    """BC-072, BC-075: each entry counts for itself, alone or with others of which one has grown."""
    code = 'on BeginPlay():\n  PrintString("one")\n\non Tick(Delta):\n  PrintString("two")\n'
    asked(protocol, "bluecode_apply", target=TARGET, code=code)
    reading = asked(protocol, "bluecode_read_function", target=TARGET, detail="roundtrip")
    only = 'on BeginPlay():\n  PrintString("ONE")\n'
    hints = {"source_map": reading["source_map"], "dry_run": True}
    answer = asked(protocol, "bluecode_apply", target=TARGET, code=only, **hints)
    assert [item["op"] for item in answer["operations"]] == ["update"]
    grown = 'on BeginPlay():\n  Delay(1)\n  PrintString("zero")\n\non Tick(Delta):\n  PrintString("TWO")\n'
    answer = asked(protocol, "bluecode_apply", target=TARGET, code=grown, **hints)
    assert [item["op"] for item in answer["operations"]] == ["append", "append", "update"]


def test_a_name_that_fits_several_functions_is_refused_with_calls_that_do_not(protocol: Tools) -> None:
    """BC-105: without any evidence; each candidate can be written as it is."""
    code = "on BeginPlay():\n  PrintString(EqualEqual_CompareLensDistortionModels())\n"
    answer = asked(protocol, "bluecode_apply", target=TARGET, code=code)
    assert not answer["ok"]
    assert answer["error_code"] == "ambiguous_action"
    assert answer["line"] == 2
    for candidate in answer["candidates"]:
        other = code.replace("EqualEqual_CompareLensDistortionModels", candidate)
        assert asked(protocol, "bluecode_apply", target=TARGET, code=other, dry_run=True)["ok"], candidate


@needs_corpus
def test_real_graphs_in_a_project_take_their_hints_back_through_the_tools() -> None:
    """BC-072, BC-073, I1: read, sent back, and sent back with one number changed."""
    registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    changed = 0
    real = [item for item in k2_graphs(CORPUS) if item.engine == "5.1+"]
    for item in real[::EVERY]:
        with open_project() as project:
            path = str(prepared(project.sandbox, item.graph).graph.get_path_name())
            project.sandbox.switches.pasted_absent_events_arrive = True
            project.sandbox.paste(path, (CORPUS / "t3d" / item.file).read_bytes().decode("utf-8"))
            tools = Tools(project, project.new_context(), registry)
            target = f"{path.partition('.')[0]}:{path.rpartition(':')[2]}"
            reading = asked(tools, "bluecode_read_function", target=target, detail="roundtrip")
            if not reading["code"]:
                continue
            hints = {name: reading[name] for name in (*MAPS, "base_revision")} | {"dry_run": True}
            answer = asked(tools, "bluecode_apply", target=target, code=reading["code"], **hints)
            assert {one["op"] for one in answer["operations"]} <= {"noop"}, item.file
            code = with_other_number(reading["code"])
            if code:
                answer = asked(tools, "bluecode_apply", target=target, code=code, **hints)
                ops = [one["op"] for one in answer["operations"] if one["op"] != "noop"]
                assert ops == ["update"], item.file
                changed += 1
    assert changed


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_WORDS), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(ALL_MAPS), _JSON, max_size=8))
def test_any_json_is_a_map_of_hints_or_refused_as_none(maps: dict[str, Any]) -> None:
    """BC-072: whatever a model sends, it means something or is an error with what to do."""
    hints, refusal = None, None
    try:
        hints = read_hints(maps)
    except ToolError as error:
        refusal = error
    if hints is None:
        assert refusal is not None
        assert refusal.code == "invalid_hint"
        assert refusal.fix
        return
    code = 'on BeginPlay():\n  PrintString("x")\n  Score = Score + 1\n'
    try:
        found = found_evidence(parse_program(code), code, hints)
    except AmbiguousHintError:
        return
    assert set(found.of) <= {path for path, _ in walk(parse_program(code))}
