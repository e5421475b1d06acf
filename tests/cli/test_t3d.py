"""The `t3d` commands, run as a user runs them; their texts are printed by the project's own writer."""

from __future__ import annotations

import errno
import io
import itertools
import json
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.cli import main
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec, EventSpec, NodeSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Link, Node, PinRef
from blueprint_assistant.graph.t3d.graph_text import format_graph_export, format_t3d, parse_t3d
from real_texts import CORPUS, needs_corpus

if TYPE_CHECKING:
    from pathlib import Path

PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")


def ref(node: Node, name: str) -> PinRef:
    pin = node.find_pin(name)
    assert pin is not None
    return PinRef(node.name, pin.id)


@pytest.fixture
def graph() -> Graph:
    """Event BeginPlay, Branch, Print String."""
    owner, numbers = Blueprint("/Game/BP_Demo", "/Script/Engine.Actor"), itertools.count(1)

    def node(spec: NodeSpec, name: str, x: int) -> Node:
        return make_node(
            spec,
            owner=owner,
            catalog=default_catalog(),
            name=name,
            new_guid=lambda: f"{next(numbers):032X}",
            x=x,
        )

    event = node(EventSpec("ReceiveBeginPlay"), "K2Node_Event_0", 0)
    branch = node(BranchSpec(), "K2Node_IfThenElse_0", 300)
    show = node(PRINT, "K2Node_CallFunction_0", 600)
    links = (
        Link(ref(event, "then"), ref(branch, "execute")),
        Link(ref(branch, "then"), ref(show, "execute")),
    )
    return Graph("EventGraph", (event, branch, show), links, guid="E" * 32)


@pytest.fixture
def demo(graph: Graph, tmp_path: Path) -> Path:
    file = tmp_path / "demo.t3d"
    file.write_bytes(format_t3d(graph, "/Game/BP_Demo").encode())
    return file


def run(*arguments: str | Path) -> int:
    return main(["t3d", *map(str, arguments)])


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_good_text_is_counted_and_prints_back(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", demo) == 0
    assert capsys.readouterr().out == f"ok     {demo}: 3 nodes, 2 links, prints back byte for byte\n"
    assert run("check", "--json", demo) == 0
    assert lines(capsys) == [
        {"file": str(demo), "ok": True, "error": "", "nodes": 3, "links": 2, "identical": True}
    ]


def test_what_cannot_be_read_gets_one_line_and_the_rest_is_done(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.t3d"
    cut.write_bytes(demo.read_bytes()[:900])
    binary = tmp_path / "picture.t3d"
    binary.write_bytes(b"\x89PNG\xff\xff")
    names = [cut, tmp_path / "missing.t3d", binary, tmp_path, demo]
    assert run("check", *names) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"ok     {demo}")
    assert [line.split(":")[0] for line in told.err.splitlines()] == [f"FAILED {name}" for name in names[:4]]
    assert run("check", "--json", *names) == 1
    results = lines(capsys)
    assert [result["ok"] for result in results] == [False] * 4 + [True]
    assert all(result["error"] and result["nodes"] == 0 for result in results[:4])


def test_texts_with_a_mark_or_in_utf_16_or_with_windows_line_ends_print_back_too(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = demo.read_text(encoding="utf-8")
    forms = {
        "mark": b"\xef\xbb\xbf" + text.encode(),
        "wide": text.encode("utf-16"),
        "windows": text.replace("\n", "\r\n").encode(),
    }
    for name, content in forms.items():
        (tmp_path / f"{name}.t3d").write_bytes(content)
    assert run("check", "--json", *(tmp_path / f"{name}.t3d" for name in forms)) == 0
    assert [(result["nodes"], result["identical"]) for result in lines(capsys)] == [(3, True)] * 3


def test_an_exported_graph_is_checked_as_well(
    graph: Graph, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "EventGraph.copy"
    file.write_bytes(format_graph_export(graph, "/Game/BP_Demo").encode("utf-16"))
    assert run("check", "--json", file) == 0
    assert lines(capsys)[0] | {"file": ""} == {
        "file": "", "ok": True, "error": "", "nodes": 3, "links": 2, "identical": True,
    }  # fmt: skip


def test_standard_input_is_a_file_called_dash(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(demo.read_bytes())))
    assert run("check", "-") == 0
    assert capsys.readouterr().out.startswith("ok     -: 3 nodes")


def test_standard_input_that_is_closed_or_named_twice_is_said(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("check", "-", demo) == 1
    told = capsys.readouterr()
    assert "standard input is closed" in told.err
    assert told.out.startswith(f"ok     {demo}")
    assert run("check", "-", demo, "-") == run("diff", "-", "-") == 2
    assert "only once" in capsys.readouterr().err


def test_names_that_no_file_can_have_are_said(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "", "a\0b.t3d", demo) == 1
    told = capsys.readouterr()
    assert [line.split(":")[0] for line in told.err.splitlines()] == ["FAILED ", "FAILED a\\x00b.t3d"]
    assert told.out.startswith("ok")


def test_nothing_in_a_text_or_its_name_works_on_the_terminal(
    graph: Graph, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show = graph.nodes[2]
    pins = tuple(
        replace(pin, name="\x1b]52;c;eA==\x07") if pin.name == "InString" else pin for pin in show.pins
    )
    nodes = (*graph.nodes[:2], replace(show, pins=pins))
    wrong = Link(ref(graph.nodes[0], "then"), ref(show, "InString"))
    file = tmp_path / "wrong\x1b[2J.t3d"
    file.write_bytes(format_t3d(replace(graph, nodes=nodes, links=(*graph.links, wrong))).encode())
    assert run("links", file, tmp_path / "missing\x1b[2J") == 1
    told = capsys.readouterr()
    assert "\\x1b]52;c;eA==\\x07" in told.out
    assert "missing\\x1b[2J" in told.err
    assert "\x1b" not in told.out + told.err


class _FullDisk(io.StringIO):
    """Standard output into a file on a full disk."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["words", "json"])
def test_results_that_cannot_be_printed_are_an_error_and_no_bug(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", _FullDisk())
    assert run("check", *options, demo, demo) == 1
    assert capsys.readouterr().err.startswith(
        "error (unwritable_output): The results cannot be printed: No space"
    )


def test_a_pattern_that_the_shell_left_is_looked_up(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", demo.parent / "*.t3d") == 0
    assert str(demo) in capsys.readouterr().out


def test_a_link_that_the_editor_would_refuse_is_named_with_the_reason(
    graph: Graph, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event, branch, show = graph.nodes
    wrong = Link(ref(event, "then"), ref(show, "InString"))
    file = tmp_path / "wrong.t3d"
    file.write_bytes(format_t3d(replace(graph, links=(*graph.links, wrong))).encode())
    assert run("links", "--json", file) == 1
    assert lines(capsys) == [
        {
            "file": str(file),
            "links": 3,
            "refused": [
                {
                    "from": f"{event.name}.then",
                    "to": f"{show.name}.InString",
                    "reason": "Exec is not compatible with String.",
                }
            ],
        }
    ]
    assert run("links", file) == 1
    assert "1 of 3 links refused" in capsys.readouterr().out
    assert branch.name


def test_good_links_are_fine(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("links", demo) == 0
    assert capsys.readouterr().out == f"ok     {demo}: 0 of 2 links refused\n"


def test_a_picture_is_drawn_beside_the_text_in_a_folder_or_into_a_file(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("draw", demo) == 0
    assert (tmp_path / "demo.png").read_bytes().startswith(b"\x89PNG")
    assert run("draw", demo, "--out", tmp_path / "new" / "folder", "--scale", "1") == 0
    assert (tmp_path / "new/folder/demo.png").exists()
    capsys.readouterr()
    assert run("draw", demo, "--out", tmp_path / "mine.png", "--scale", "1", "--json") == 0
    (result,) = lines(capsys)
    (picture,) = result["pictures"]
    assert picture["path"] == str(tmp_path / "mine.png")
    assert 700 < picture["width"] < 1200
    assert (tmp_path / "mine.png").stat().st_size < (tmp_path / "demo.png").stat().st_size


def test_pictures_of_texts_with_one_name_do_not_overwrite_each_other(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other").mkdir()
    again = tmp_path / "other" / demo.name
    again.write_bytes(demo.read_bytes())
    assert run("draw", demo, again, "--out", tmp_path / "out", "--scale", "0.5", "--json") == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["demo-2.png", "demo.png"]
    assert len(lines(capsys)) == 2


def test_wrong_use_is_exit_code_2(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("draw", demo, demo, "--out", "one.png") == 2
    assert run("draw", demo, "--scale", "0.01") == run("draw", demo, "--scale", "nan") == 2
    assert run("draw", demo, "--out", " ") == 2
    for arguments in (["t3d"], ["t3d", "check"], ["t3d", "diff", str(demo)], ["t3d", "print", str(demo)]):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 2
    assert "Name a folder." in capsys.readouterr().err


def test_equal_texts_have_no_difference(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("diff", demo, demo) == 0
    assert capsys.readouterr().out == "The graphs are the same.\n"


def test_a_difference_is_told_in_words_and_as_json(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph = parse_t3d(demo.read_text(encoding="utf-8"))
    show = graph.node("K2Node_CallFunction_0")
    pins = tuple(replace(pin, default_value="Bye") if pin.name == "InString" else pin for pin in show.pins)
    changed = replace(show, pins=pins, x=640)
    other = tmp_path / "other.t3d"
    nodes = tuple(changed if node is show else node for node in graph.nodes)
    other.write_bytes(format_t3d(replace(graph, nodes=nodes)).encode())
    assert run("diff", demo, other) == 1
    assert capsys.readouterr().out.splitlines() == [
        "~ Print String (K2Node_CallFunction_0): InString 'Hello' -> 'Bye'",
        "> Print String (K2Node_CallFunction_0): moved from 600, 0 to 640, 0",
    ]
    assert run("diff", demo, other, "--json") == 1
    (result,) = lines(capsys)
    assert result["same"] is False
    (told,) = result["graphs"]
    assert told["moved"] == [{"node": "K2Node_CallFunction_0", "from": [600, 0], "to": [640, 0]}]
    assert told["changed"][0]["pins"][0]["fields"] == [
        {"field": "default_value", "before": "Hello", "after": "Bye"}
    ]
    assert told["added"] == told["removed"] == told["linked"] == told["unlinked"] == []


def with_collapsed(graph: Graph, name: str, inside: Graph) -> Graph:
    """The graph with a node that holds another graph."""
    reference = f"\"/Script/Engine.EdGraph'{inside.name}'\""
    composite = Node(
        name,
        "/Script/BlueprintGraph.K2Node_Composite",
        "C" * 32,
        properties=(("BoundGraph", reference),),
        graph=inside,
    )
    return replace(graph, nodes=(*graph.nodes, composite))


def test_collapsed_graphs_of_one_name_are_all_compared_and_drawn(
    graph: Graph, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = replace(graph, name="Inner", kind="collapsed")
    last = replace(first, name="inner", nodes=graph.nodes[:1], links=())
    files = []
    for name, inside in (
        ("old", first),
        ("new", replace(first, nodes=(replace(graph.nodes[0], x=99), *graph.nodes[1:]))),
    ):
        both = with_collapsed(
            with_collapsed(graph, "K2Node_Composite_0", inside), "K2Node_Composite_1", first
        )
        files.append(tmp_path / f"{name}.t3d")
        files[-1].write_bytes(format_graph_export(both, "/Game/BP_Demo").encode())
    assert run("diff", *files, "--json") == 1
    (result,) = lines(capsys)
    assert [told["graph"] for told in result["graphs"]] == ["EventGraph", "Inner"]
    both = with_collapsed(with_collapsed(graph, "K2Node_Composite_0", first), "K2Node_Composite_1", last)
    files[0].write_bytes(format_graph_export(both, "/Game/BP_Demo").encode())
    assert run("draw", files[0], "--scale", "0.2", "--json") == 0
    (result,) = lines(capsys)
    names = [picture["path"].casefold() for picture in result["pictures"]]
    assert len(set(names)) == 3


def test_a_text_that_cannot_be_read_has_no_difference(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("diff", demo, tmp_path / "missing.t3d") == 1
    assert "missing.t3d" in capsys.readouterr().err


@needs_corpus
def test_all_real_texts_print_back_and_none_of_their_links_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = [*sorted((CORPUS / "t3d").glob("*.t3d")), *sorted((CORPUS / "exports").glob("*.copy"))]
    assert run("check", "--json", *files) == 0
    checked = lines(capsys)
    assert len(checked) == len(files) > 310
    assert all(result["ok"] and result["identical"] for result in checked)
    assert run("links", "--json", *files) == 0
    assert sum(result["links"] for result in lines(capsys)) == sum(result["links"] for result in checked)


# --- conflicts -----------------------------------------------------------------------------------


CONFLICT = """<<<<<<< HEAD
{ours}
||||||| base
{base}
=======
{theirs}
>>>>>>> feature
"""


def conflicted(text: str, line: str) -> str:
    """A text in which git could not merge one line."""
    sides = {
        side: line.replace("0", digit) for side, digit in (("ours", "1"), ("base", "2"), ("theirs", "3"))
    }
    return text.replace(f"{line}\n", CONFLICT.format(**sides), 1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_text_that_git_could_not_merge_is_refused_at_its_line(
    encoding: str, demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = demo.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "NodePosX" in line)
    unmerged, out = tmp_path / "unmerged.t3d", tmp_path / "out.t3d"
    unmerged.write_text(conflicted(text, line), encoding=encoding)
    code = tmp_path / "code.bluecode"
    code.write_text('event Ping()\n  PrintString("a")\n', encoding="utf-8")
    where = f"(line {text.splitlines().index(line) + 1}, column 1)"
    for command in (
        ("t3d", "check", unmerged),
        ("t3d", "diff", demo, unmerged),
        ("code", "read", unmerged),
        ("code", "apply", code, "--onto", unmerged, "-o", out),
    ):
        assert main([*map(str, command)]) == 1
        said = capsys.readouterr().err
        assert f"git conflict in it {where}" in said
    assert not out.exists()
    code.write_text(conflicted("event Ping()\n  Delay(0)\n", "  Delay(0)"), encoding="utf-8")
    assert main(["code", "apply", str(code), "--onto", str(demo), "-o", str(out)]) == 1
    assert "The program has a git conflict in it (line 2, column 1)" in capsys.readouterr().err
    assert not out.exists()
