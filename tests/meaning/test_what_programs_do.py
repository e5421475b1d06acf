"""Nothing silent: a drawn program does in the machine what it means, or is refused.

What it means is worked out on its tree, without the product. It is written into a Blueprint, written again,
changed at one place, and its reading is written into another Blueprint.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from meaning import tree as t
from meaning.drawing import drawn, edited
from meaning.meant import OutOfFuelError
from meaning.trying import Writer, done_by, meant
from sandbox_project import SandboxProject, open_project
from tiers import is_deep

_SEEDS = range(7000, 7012) if is_deep() else range(7000, 7001)


def _written(project: SandboxProject, name: str, program: t.Program) -> Writer | None:
    """Who wrote it into a new Blueprint; None where it was refused."""
    writer = Writer(project, f"/Game/BP_{name}")
    assert writer.write(t.declared()).ok
    return writer if writer.write(t.code_of(*program.entries)).ok else None


def _tried(project: SandboxProject, seed: int) -> str:
    """What became of a drawn program; whatever is wrong is a failed assertion."""
    program = drawn(Random(seed))
    wanted = meant(program)
    writer = _written(project, f"First{seed}", program)
    if writer is None:
        return "refused"
    assert wanted.difference(done_by(program, writer.blueprint)) == "", t.code_of(*program.entries)
    again = writer.write(t.code_of(*program.entries))
    assert again.ok, again.text
    # Some that jump are built anew: what they do is the same.
    assert wanted.difference(done_by(program, writer.blueprint)) == "", again.text
    other, name = edited(program, Random(seed))
    entry = other.entry(name)
    assert entry is not None
    answer = writer.write(t.code_of(entry))
    if not answer.ok:
        assert _written(project, f"Anew{seed}", other) is None, answer.text
        return "edit refused"
    wanted = meant(other)
    assert wanted.difference(done_by(other, writer.blueprint)) == "", t.code_of(entry)
    reader = Writer(project, f"/Game/BP_Read{seed}")
    text = writer.program_read()
    assert reader.write(writer.members() + text).ok, text
    assert wanted.difference(done_by(other, reader.blueprint)) == "", text
    return "built anew" if again.has_changed else "right"


def test_a_drawn_program_does_what_it_means_also_read_written_again_and_edited() -> None:
    came: Counter[str] = Counter()
    with open_project() as project:
        for seed in _SEEDS:
            try:
                came[_tried(project, seed)] += 1
            except OutOfFuelError:
                came["too long"] += 1
    assert came["right"] > len(_SEEDS) / 2, came


_FLOWS = {
    "a call with an effect in a sum": (
        t.Print(t.Op("+", t.Name("A"), t.Call("Bump", (t.Const(2),)))),
        t.Print(t.Op("+", t.Call("Bump", (t.Const(2),)), t.Name("A"))),
    ),
    "two of them": (t.Print(t.Op("-", t.Call("Bump", (t.Const(1),)), t.Call("Bump", (t.Const(5),)))),),
    "behind an and": (
        t.If(
            (
                (
                    t.Op(
                        "and",
                        t.Op(">", t.Name("A"), t.Const(9)),
                        t.Op(">", t.Call("Bump", (t.Const(1),)), t.Const(0)),
                    ),
                    (t.Print(t.Const("in")),),
                ),
            )
        ),
        t.Print(t.Name("A")),
    ),
    "in a choice": (
        t.Print(t.Choice(t.Call("Bump", (t.Const(1),)), t.Op(">", t.Name("A"), t.Const(9)), t.Const(7))),
        t.Print(t.Name("A")),
    ),
    "in the condition of a loop": (
        t.While(t.Op("<", t.Call("Bump", (t.Const(1),)), t.Const(6)), (t.Print(t.Name("A")),)),
    ),
    "in an elif": (
        t.If(
            (
                (t.Op(">", t.Name("A"), t.Const(1)), (t.Print(t.Const("one")),)),
                (t.Op(">", t.Call("Bump", (t.Const(1),)), t.Const(0)), (t.Print(t.Const("two")),)),
            )
        ),
        t.Print(t.Name("A")),
    ),
}


@pytest.mark.parametrize("flow", _FLOWS)
def test_calls_with_effects_are_done_when_they_are_meant_or_refused(flow: str) -> None:
    bump = t.Entry(
        "func",
        "Bump",
        (t.Assign("A", t.Name("By"), sign="+"), t.Leave("return", (t.Name("A"),))),
        (("By", "int"),),
        (("Out", "int"),),
    )
    program = t.Program((bump, t.Entry("on", "BeginPlay", _FLOWS[flow])))
    with open_project() as project:
        writer = Writer(project, "/Game/BP_Calls")
        writer.write(t.declared())
        answer = writer.write(t.code_of(*program.entries))
        difference = meant(program).difference(done_by(program, writer.blueprint)) if answer.ok else ""
        assert bool(difference) == ("Bump is done before A is read here" in answer.text), answer.text
