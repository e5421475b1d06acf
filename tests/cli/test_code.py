"""The `code` commands, run as a user runs them."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blueprint_assistant.cli import main
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d, parse_t3d
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from end_to_end.program import clean_environment
from real_texts import CORPUS, needs_corpus

DATA = Path(__file__).parents[1] / "data" / "t3d"
MOVER, LIFT = DATA / "moving_actor.t3d", DATA / "lift_blueprint.t3d"


def run(*arguments: str | Path) -> int:
    return main(["code", *map(str, arguments)])


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# --- read ----------------------------------------------------------------------------------------


def test_copied_nodes_are_printed_as_code(capsys: pytest.CaptureFixture[str]) -> None:
    """BC-040, BC-041: semantic is the default, without noise."""
    assert run("read", MOVER) == 0
    printed = capsys.readouterr().out
    told = decompile(parse_t3d(MOVER.read_text(encoding="utf-8")), None, default_catalog())
    assert printed == print_program(told)
    assert run("read", "--json", MOVER) == 0
    (result,) = lines(capsys)
    (graph,) = result["graphs"]
    assert (result["ok"], result["detail"], graph["code"]) == (True, "semantic", printed)
    assert (graph["covered_nodes"], graph["statement_count"]) == ("6/6", 1)
    assert graph["base_revision"].startswith("bcrev:")
    assert not graph.keys() & {"source_map", "connections", "nodes"}


def test_more_detail_says_where_each_node_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """BC-042, BC-043: roundtrip has a source map, debug connections and nodes."""
    for detail, has in (("roundtrip", {"source_map"}), ("debug", {"source_map", "connections", "nodes"})):
        assert run("read", "--json", "--detail", detail, MOVER) == 0
        (result,) = lines(capsys)
        (graph,) = result["graphs"]
        assert has <= graph.keys()
        assert result["detail"] == detail


def test_every_graph_of_a_blueprint_has_a_heading_and_the_whole_is_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("read", LIFT) == 0
    printed = capsys.readouterr().out
    headings = [line for line in printed.splitlines() if line.startswith("#")]
    assert headings[0] == "# event graph EventGraph"
    assert "# function graph Load Of" in headings
    assert "# collapsed graph Compare" in headings
    assert not any("delegate graph" in heading for heading in headings)
    assert len(parse_program(printed).entries) >= len(headings)
    assert run("read", "--json", LIFT) == 0
    (result,) = lines(capsys)
    assert [f"# {graph['kind']} graph {graph['graph']}" for graph in result["graphs"]] == headings


def test_what_cannot_be_read_as_a_graph_gets_one_line_and_the_rest_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.t3d"
    cut.write_bytes(MOVER.read_bytes()[:900])
    missing = tmp_path / "missing.t3d"
    assert run("read", cut, missing, MOVER) == 1
    told = capsys.readouterr()
    assert [line.split(":")[0] for line in told.err.splitlines()] == [f"FAILED {cut}", f"FAILED {missing}"]
    assert told.out.startswith(f"# {MOVER}\n\non Tick")
    assert run("read", "--json", cut, MOVER) == 1
    failed, read = lines(capsys)
    assert (failed["ok"], failed["graphs"], read["ok"]) == (False, [], True)
    assert failed["error"]


def test_an_unknown_detail_and_standard_input_twice_are_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    """BC-040: an unknown detail fails."""
    with pytest.raises(SystemExit) as stopped:
        run("read", "--detail", "everything", MOVER)
    assert stopped.value.code == 2
    assert run("read", "-", "-") == 2
    assert "'-' once" in capsys.readouterr().err


@needs_corpus
def test_real_texts_are_read_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    texts = sorted((CORPUS / "exports").glob("*.copy"))
    assert run("read", "--json", *texts) == 0
    results = lines(capsys)
    assert len(results) == len(texts) > 0
    for result in results:
        for graph in result["graphs"]:
            assert print_program(parse_program(graph["code"])) == graph["code"], result["file"]


# --- check ---------------------------------------------------------------------------------------

GOOD = 'on BeginPlay()\n  if bReady:\n    PrintString("a")\n  else:\n    PrintString("b")\n'
BAD = 'on BeginPlay()\n  PrintString("ok")\n  Name = "not closed\n'


def test_good_code_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """BC-020: what models write around it counts for nothing."""
    file = tmp_path / "good.bluecode"
    file.write_text(GOOD, encoding="utf-8")
    assert run("check", file) == 0
    assert capsys.readouterr().out == f"ok     {file}: 1 entry, 3 statements\n"
    file.write_bytes(b"\xef\xbb\xbf```bluecode\r\n" + GOOD.replace("\n", "\r\n").encode() + b"```\r\n")
    assert run("check", "--json", file) == 0
    assert lines(capsys) == [{"file": str(file), "ok": True, "error": "", "entries": 1, "statements": 3}]


def test_an_error_says_where_and_what_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """BC-029, `parse_error` of 1.18: line, column, excerpt and fix."""
    bad, good = tmp_path / "bad.bluecode", tmp_path / "good.bluecode"
    bad.write_text(BAD, encoding="utf-8")
    good.write_text(GOOD, encoding="utf-8")
    assert run("check", bad, good) == 1
    told = capsys.readouterr()
    first, shown, mark = told.err.splitlines()
    assert first.startswith(f"FAILED {bad}: ")
    assert "line 3, column 10" in first
    assert shown.endswith('|   Name = "not closed')
    assert mark.index("^") == shown.index('"')
    assert told.out.startswith("ok ")
    assert run("check", "--json", bad) == 1
    (result,) = lines(capsys)
    assert (result["ok"], result["error_code"], result["line"], result["column"]) == (
        False,
        "parse_error",
        3,
        10,
    )
    assert result["fix"]
    assert "Name" in result["excerpt"]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00x", b"x" * 1_200_000, b'a = "' + b"(" * 300_000, b"\x00\x01\x1b[2J(", b"(" * 5_000]
)
def test_hostile_bytes_are_one_error_and_nothing_for_the_terminal(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hostile.bluecode"
    file.write_bytes(data)
    assert run("check", file) == 1
    told = capsys.readouterr()
    assert told.err.startswith(f"FAILED {file}: ")
    assert "internal_error" not in told.err
    assert "\x1b" not in told.err
    assert len(told.err) < 1_000


def test_standard_input_is_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    assert run("check", "-") == 0
    assert capsys.readouterr().out.startswith("ok     -: 1 entry")


# --- git -----------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_shows_the_difference_of_two_texts_as_code(tmp_path: Path) -> None:
    """The driver of docs/bluecode.md, in a repository of its own."""
    environment = {
        **clean_environment(tmp_path),
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
    }
    repository = tmp_path / "game"
    repository.mkdir()

    def git(*arguments: str) -> str:
        who = ("-c", "user.name=Artist", "-c", "user.email=artist@example.invalid")
        done = subprocess.run(
            ["git", *who, *arguments],
            cwd=repository,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return done.stdout

    file = repository / "mover.t3d"
    text = MOVER.read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    (repository / ".gitattributes").write_text("*.t3d diff=bluecode\n", encoding="utf-8")
    git("init", "--quiet")
    git("config", "diff.bluecode.textconv", f'"{sys.executable}" -m blueprint_assistant code read')
    git("add", ".")
    git("commit", "--quiet", "--message", "Add the mover")
    moved = text.replace("NodePosX=", "NodePosX=1")
    assert moved != text
    file.write_text(moved, encoding="utf-8")
    assert git("diff") == "", "moving nodes says nothing (BC-047)"
    file.write_text(text.replace("K2_AddActorWorldOffset", "K2_AddActorLocalOffset"), encoding="utf-8")
    changed = [
        line for line in git("diff").splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    before, after = changed
    assert before.startswith("-  AddActorWorldOffset(")
    assert after.startswith("+  AddActorLocalOffset(")


# --- apply ---------------------------------------------------------------------------------------

PATCH = 'on ReceiveTick(DeltaSeconds)\n  PrintString("moved")\n'


@pytest.fixture
def patch(tmp_path: Path) -> Path:
    file = tmp_path / "patch.bluecode"
    file.write_text(PATCH, encoding="utf-8")
    return file


def code_of(text: Path) -> str:
    return print_program(decompile(parse_t3d(text.read_text(encoding="utf-8")), None, default_catalog()))


@pytest.mark.parametrize("name", ["moving_actor.t3d", "moving_actor_export.t3d"])
def test_a_program_is_worked_into_a_text_and_nothing_of_it_goes(
    name: str, patch: Path, tmp_path: Path
) -> None:
    """BC-080, BC-081, BC-083: union, appended at the block's end; what was there stays byte for byte."""
    onto, out = DATA / name, tmp_path / "out.t3d"
    assert run("apply", patch, "--onto", onto, "-o", out) == 0
    before, after = parse_t3d(onto.read_text(encoding="utf-8")), parse_t3d(out.read_text(encoding="utf-8"))
    assert len(after.nodes) == len(before.nodes) + 1
    assert {node.name: (node.x, node.y, node.guid) for node in before.nodes}.items() <= {
        node.name: (node.x, node.y, node.guid) for node in after.nodes
    }.items()
    assert set(before.links) < set(after.links)
    assert code_of(out).splitlines()[-1] == '  PrintString("moved")'
    assert len({(node.x, node.y) for node in after.nodes}) == len(after.nodes)


def test_applying_again_changes_no_byte(
    patch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """BC-082: matched statements are no operation. The same call gives the same text."""
    first, second, again = tmp_path / "first.t3d", tmp_path / "second.t3d", tmp_path / "again.t3d"
    assert run("apply", patch, "--onto", MOVER, "-o", first) == 0
    assert run("apply", patch, "--onto", MOVER, "-o", again) == 0
    assert again.read_bytes() == first.read_bytes()
    capsys.readouterr()
    assert run("apply", patch, "--onto", first, "-o", second) == 0
    assert second.read_bytes() == first.read_bytes()
    assert "All of it is there already." in capsys.readouterr().out


def test_a_dry_run_tells_the_plan_and_writes_nothing(
    patch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """BC-088, BC-150, BC-151, I6: operations, revision and hash, equal for equal input; no file."""
    out = tmp_path / "out.t3d"
    results = []
    for _ in range(2):
        assert run("apply", "--json", "--dry-run", patch, "--onto", MOVER, "-o", out) == 0
        (result,) = lines(capsys)
        results.append(result)
    assert results[0] == results[1]
    assert not out.exists()
    (graph,) = results[0]["graphs"]
    assert graph["expected_revision"].startswith("bcrev:")
    assert graph["plan_hash"].startswith("bcplan:")
    assert graph["merge_report"]["deleted_count"] == 0
    assert [(item["kind"], item["line"]) for item in graph["operations"]] == [("append", 2)]
    assert len(graph["changes"]["added"]) == 1
    assert run("apply", "--dry-run", patch, "--onto", MOVER) == 0
    assert '  + PrintString("moved")' in capsys.readouterr().out.splitlines()


def test_the_new_text_can_be_printed(patch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("apply", patch, "--onto", MOVER, "-o", "-") == 0
    printed = capsys.readouterr().out
    assert len(parse_t3d(printed).nodes) == 7


def test_a_statement_that_cannot_be_built_is_shown_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """BC-153, BC-160: names are resolved before anything is written; the line is named."""
    file, out = tmp_path / "wrong.bluecode", tmp_path / "out.t3d"
    file.write_text('on Tick(DeltaSeconds)\n  PrintString("a")\n  PrintStrin("b")\n', encoding="utf-8")
    out.write_text("old", encoding="utf-8")
    assert run("apply", file, "--onto", MOVER, "-o", out) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"FAILED {file}: Line 3: ")
    assert "PrintString" in told
    assert '    3 |   PrintStrin("b")' in told
    assert out.read_text(encoding="utf-8") == "old"
    assert run("apply", "--json", file, "--onto", MOVER, "-o", out) == 1
    (result,) = lines(capsys)
    assert (result["ok"], result["line"]) == (False, 3)
    assert result["error_code"]


def test_wrong_use_of_apply_is_said_and_the_right_file_is_blamed(
    patch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("apply", patch, "--onto", MOVER) == 2
    assert "-o FILE" in capsys.readouterr().err
    assert run("apply", "-", "--onto", "-", "--dry-run") == 2
    capsys.readouterr()
    missing = tmp_path / "missing.t3d"
    assert run("apply", patch, "--onto", missing, "--dry-run") == 1
    assert capsys.readouterr().err.startswith(f"FAILED {missing}: ")
    assert run("apply", patch, "--onto", MOVER, "-o", tmp_path / "no" / "out.t3d") == 2
    assert run("apply", patch, "--onto", MOVER, "--dry-run", "--graph", "Other") == 1
    assert "Graphs of the text: EventGraph" in capsys.readouterr().err


def test_a_function_goes_into_its_own_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """BC-011: an entry says which graph is meant; one that is not there is refused with candidates."""
    file, out = tmp_path / "f.bluecode", tmp_path / "out.t3d"
    file.write_text('func `Can Stop`(Floor: int)\n  PrintString("stop")\n  return\n', encoding="utf-8")
    assert run("apply", file, "--onto", LIFT, "-o", out) == 0, capsys.readouterr().err
    before, after = (parse_blueprint_t3d(text.read_text(encoding="utf-8")) for text in (LIFT, out))
    changed = [one.name for one, other in zip(before.graphs, after.graphs, strict=True) if one != other]
    assert changed == ["Can Stop"]
    file.write_text("func `Can Stopp`(Floor: int)\n  return\n", encoding="utf-8")
    assert run("apply", file, "--onto", LIFT, "--dry-run") == 1
    assert "Can Stop" in capsys.readouterr().err.partition("Graphs of the text")[2]


@needs_corpus
def test_what_was_read_from_copied_nodes_changes_no_byte_of_them(tmp_path: Path) -> None:
    """I1, over real texts: also those of functions and of children of other classes than Actor."""
    names = [
        "065-can-jump.t3d",
        "071-hexa-sphere-pathfinding.t3d",
        "082-demo125.t3d",
        "209-set-finish-on-message.t3d",
    ]
    for text in (CORPUS / "t3d" / name for name in names):
        code, out = tmp_path / "code.bluecode", tmp_path / "out.t3d"
        told = decompile(parse_t3d(decode_t3d(text.read_bytes())), None, default_catalog())
        code.write_text(print_program(told), encoding="utf-8")
        assert run("apply", code, "--onto", text, "-o", out) == 0, text.name
        assert decode_t3d(out.read_bytes()) == decode_t3d(text.read_bytes()), text.name


_ALL_TEXTS = bool(os.environ.get("REBUILD_ALL"))
_ONCE_CHANGED = ("061-", "154-", "169-", "257-", "386-", "001-function-locals", "007-interface-isdone")
"""Texts with inherited calls in copied nodes, and exports without an event graph."""


@needs_corpus
def test_what_the_command_read_of_any_real_text_changes_no_byte_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """I1: `code read` and then `code apply`, over every text (without REBUILD_ALL=1 every sixth)."""
    texts = [*sorted((CORPUS / "t3d").glob("*.t3d")), *sorted((CORPUS / "exports").glob("*.copy"))]
    chosen = (
        texts if _ALL_TEXTS else [*texts[::6], *(one for one in texts if one.name.startswith(_ONCE_CHANGED))]
    )
    code, out = tmp_path / "code.bluecode", tmp_path / "out.t3d"
    done = 0
    for text in chosen:
        assert run("read", text) == 0, text.name
        printed = capsys.readouterr().out
        if not printed.strip() or "no Blueprint graph" in printed:
            continue
        code.write_text(printed, encoding="utf-8")
        assert run("apply", code, "--onto", text, "-o", out) == 0, (text.name, capsys.readouterr().err)
        assert "All of it is there already." in capsys.readouterr().out, text.name
        assert decode_t3d(out.read_bytes()) == decode_t3d(text.read_bytes()), text.name
        done += 1
    assert done >= (275 if _ALL_TEXTS else 44)


# --- what a text holds besides -------------------------------------------------------------------

NODE = """\
Begin Object Class={kind} Name="{name}"
{lines}
   NodeGuid={guid}
End Object
"""


def node_text(kind: str, *given: str, number: int = 0) -> str:
    name = f"{kind.rpartition('.')[2]}_{number}"
    inner = "\n".join(f"   {line}" for line in given)
    return NODE.format(kind=kind, name=name, lines=inner, guid=f"{number:032X}")


def pin_line(name: str, category: str, rest: str = "") -> str:
    return (
        f'CustomProperties Pin (PinId={name.encode().hex():0>32},PinName="{name}",'
        f'PinType.PinCategory="{category}",{rest})'
    )


GRAPH, OUT = "/Script/BlueprintGraph", 'Direction="EGPD_Output",'
TEXTS = {
    "tunnel": node_text(f"{GRAPH}.K2Node_Tunnel", "bCanHaveOutputs=True", pin_line("execute", "exec", OUT)),
    "result": node_text(
        f"{GRAPH}.K2Node_FunctionResult",
        'FunctionReference=(MemberName="GetSize",bSelfContext=True)',
        pin_line("execute", "exec"),
    ),
    "quoted": node_text(
        f"{GRAPH}.K2Node_PromotableOperator",
        '"bIsPureFunc"=True',
        '"FunctionReference"=(MemberParent="/Script/CoreUObject.Class\'/Script/Engine.KismetMathLibrary\'",'
        'MemberName="EqualEqual_ByteByte")',
        pin_line("A", "byte"),
        pin_line("B", "byte"),
        pin_line("ReturnValue", "bool", OUT),
    ),
    "struct": node_text(f"{GRAPH}.K2Node_MakeStruct", pin_line("Unknown", "struct", OUT)),
}
SAID = {
    "tunnel": "macro Macro()\n  pass\n",
    "result": "floating:\n  - return\n",
    "quoted": "floating:\n  - EqualEqual_ByteByte()\n",
    "struct": 'floating:\n  - node("MakeStruct|")\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_single_nodes_are_told_and_repeated_without_a_change(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    onto, code, out = (tmp_path / one for one in ("onto.t3d", "code.bluecode", "out.t3d"))
    onto.write_text(TEXTS[name], encoding="utf-8")
    assert run("read", onto) == 0
    printed = capsys.readouterr().out
    assert printed == SAID[name]
    code.write_text(printed, encoding="utf-8")
    assert run("apply", code, "--onto", onto, "-o", out) == 0
    assert out.read_text(encoding="utf-8") == TEXTS[name]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("floating:\n  - return\n", "Line 2: A return that nothing leads to"),
        ("func Missing()\n  return\n", "Line 1: The text has no function graph 'Missing'"),
        ('on Tick(DeltaSeconds)\n  for x in Items:\n    PrintString("a")\n', "Line 2: There is no"),
        ('floating:\n  - node("/Script/UMG.Button")\n', "Line 2: No node of class '/Script/UMG.Button'"),
        ("floating:\n  - Less_IntInt(1, 2, 3)\n", "Line 2: Less_IntInt takes 2 values: A, B."),
    ],
)
def test_what_a_text_cannot_take_is_said_with_its_line(
    program: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = tmp_path / "code.bluecode", tmp_path / "out.t3d"
    code.write_text(program, encoding="utf-8")
    assert run("apply", code, "--onto", MOVER, "-o", out) == 1
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_copied_events_say_of_what_class_their_blueprint_is(tmp_path: Path) -> None:
    """Those of a widget take what only widgets have."""
    event = node_text(
        f"{GRAPH}.K2Node_Event",
        "EventReference=(MemberParent=\"/Script/CoreUObject.Class'/Script/UMG.UserWidget'\","
        'MemberName="PreConstruct")',
        "bOverrideFunction=True",
        pin_line("then", "exec", OUT),
        pin_line("IsDesignTime", "bool", OUT),
    )
    onto, code, out = (tmp_path / one for one in ("onto.t3d", "code.bluecode", "out.t3d"))
    onto.write_text(event, encoding="utf-8")
    program = "on Destruct()\n  pass\n\non PreConstruct()\n  RemoveFromParent()\n"
    code.write_text(program, encoding="utf-8")
    assert run("apply", code, "--onto", onto, "-o", out) == 0
    assert code_of(out) == program


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("/Script/UMG.VerticalBox", "a widget tree"),
        ("/Script/UnrealEd.MaterialGraphNode", "a material"),
        ("/Script/NiagaraEditor.NiagaraNodeOp", "a Niagara graph"),
        ("/Script/BehaviorTreeEditor.BehaviorTreeGraphNode_Task", "a behaviour tree"),
        ("/Script/AnimGraph.AnimGraphNode_Slot", "an animation graph"),
    ],
)
def test_what_is_no_blueprint_graph_says_so_and_is_not_written(
    kind: str, what: str, patch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = set()
    for value in ("0.5", "0.9"):
        onto = tmp_path / f"{value}.t3d"
        onto.write_text(node_text(kind, f"Constant=(R=1,G={value},B=0)"), encoding="utf-8")
        assert run("read", onto) == 0
        printed = capsys.readouterr().out
        assert printed.startswith(f"# This is {what}, no Blueprint graph: it can be kept, not written.\n")
        told.add(printed)
        assert run("apply", patch, "--onto", onto, "-o", tmp_path / "out.t3d") == 1
        assert f"This is {what}, no Blueprint graph" in capsys.readouterr().err
    assert len(told) == 2


@pytest.mark.parametrize(
    "kept", ['INVTEXT("Press E")', 'NSLOCTEXT("UI","A1","Press E")', 'LOCTEXT("A1", "Press E")']
)
def test_a_localised_text_is_the_plain_words_of_a_program_and_stays_as_it_is(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, onto, out = (tmp_path / one for one in ("code.bluecode", "onto.t3d", "out.t3d"))
    code.write_text('on Tick(DeltaSeconds)\n  PrintText("Press E")\n', encoding="utf-8")
    assert run("apply", code, "--onto", MOVER, "-o", onto) == 0
    text, count = re.subn(
        r'NSLOCTEXT\("", "[0-9A-F]{32}", "Press E"\)', lambda _: kept, onto.read_text(encoding="utf-8")
    )
    assert count == 1
    onto.write_text(text, encoding="utf-8")
    assert run("apply", code, "--onto", onto, "-o", out) == 0
    assert "All of it is there already." in capsys.readouterr().out
    assert out.read_text(encoding="utf-8") == text


def test_a_flow_that_entries_share_is_applied_twice_without_a_change(tmp_path: Path) -> None:
    """Which of its entries a graph is told with the flow in does not depend on where a program has it."""
    program, out = tmp_path / "gate.bluecode", tmp_path / "out.t3d"
    program.write_text(
        'on Tick(DeltaSeconds)\n  let g = node("Gate", bStartClosed=true):\n    Exit:\n'
        '      PrintString("open")\n\nevent Open()\n  goto g.Open\n',
        encoding="utf-8",
    )
    assert run("apply", program, "--onto", DATA / "moving_actor.t3d", "-o", out) == 0
    once = out.read_bytes()
    assert run("apply", program, "--onto", out, "-o", out) == 0
    assert out.read_bytes() == once


# --- encodings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "mark", "line_end"),
    [
        ("utf-8", "\ufeff", "\n"),
        ("utf-8", "", "\r\n"),
        ("utf-16-le", "\ufeff", "\r\n"),
        ("utf-16-le", "", "\n"),
        ("utf-16-be", "\ufeff", "\n"),
    ],
)
def test_a_text_keeps_its_encoding_its_mark_and_its_line_ends(
    encoding: str, mark: str, line_end: str, patch: Path, tmp_path: Path
) -> None:
    data = (mark + MOVER.read_text(encoding="utf-8").replace("\n", line_end)).encode(encoding)
    onto, out, again = (tmp_path / name for name in ("onto.t3d", "out.t3d", "again.t3d"))
    onto.write_bytes(data)
    own = tmp_path / "own.bluecode"
    own.write_text(code_of(MOVER), encoding="utf-8")
    assert run("apply", own, "--onto", onto, "-o", out) == 0
    assert out.read_bytes() == data
    assert run("apply", patch, "--onto", onto, "-o", out) == 0
    changed = out.read_bytes()
    assert changed[:4] == data[:4]
    assert "moved" in changed.decode(encoding)
    assert run("apply", patch, "--onto", out, "-o", again) == 0
    assert again.read_bytes() == changed
    said = changed.decode(encoding)
    assert said.count("\n") == said.count(line_end)


JAPANESE = '時間による 🎮 \\"x\\" \\\\ {a,(b}'


def test_what_other_programs_read_is_utf_8_whatever_the_console_knows(tmp_path: Path) -> None:
    added, onto, changed = (tmp_path / name for name in ("added.bluecode", "onto.t3d", "changed.t3d"))
    added.write_text(f'on Tick(DeltaSeconds)\n  PrintString("{JAPANESE}")\n', encoding="utf-8")
    assert run("apply", added, "--onto", MOVER, "-o", onto) == 0
    added.write_text('on Tick(DeltaSeconds)\n  PrintString("速度")\n', encoding="utf-8")
    assert run("apply", added, "--onto", MOVER, "-o", changed) == 0
    environment = {**clean_environment(tmp_path), "PYTHONIOENCODING": "cp1252", "LANG": "C"}

    def printed(*command: str | Path) -> bytes:
        whole = [sys.executable, "-m", "blueprint_assistant", *map(str, command)]
        return subprocess.run(whole, env=environment, capture_output=True, check=False).stdout

    assert f'PrintString("{JAPANESE}")' in printed("code", "read", onto).decode()
    assert printed("code", "apply", added, "--onto", changed, "-o", "-") == changed.read_bytes()
    told = printed("t3d", "diff", onto, changed).decode()
    assert "速度" in told
    assert "🎮" in told


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("while true:\n    PrintString(1)", "endless_loop"),
        ("for i in 5..1:\n    PrintString(i)", "empty_range"),
        ("for i in 0..2:\n    Delay(1.0)", "latent_in_loop"),
        ('SetTimer("Nope", 1.0)', "unknown_function"),
        ("SetTimer(event Nope, 1.0)", "unknown_function"),
        ("GetActorLocation()", "unused_value"),
    ],
)
def test_what_does_something_else_is_refused_as_in_the_editor(
    body: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.bluecode"
    file.write_text(f"event Shut()\n  {body}\n", encoding="utf-8")
    assert run("apply", "--json", file, "--onto", LIFT, "-o", tmp_path / "out.t3d") == 1
    (result,) = lines(capsys)
    assert (result["error_code"], result["line"]) == (code, 2)
    assert not (tmp_path / "out.t3d").exists()


def test_of_copied_nodes_it_is_not_known_which_functions_there_are(tmp_path: Path) -> None:
    file = tmp_path / "fine.bluecode"
    file.write_text('on ReceiveTick()\n  SetTimer("Close", 1.0)\n', encoding="utf-8")
    assert run("apply", file, "--onto", MOVER, "-o", tmp_path / "out.t3d") == 0
