"""Whose function a call is: the name that is printed leads back to the same one, or to none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.copied_owner import owner_of
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import Graph, PinRef, PinType, Variable
from blueprint_assistant.languages.ast.shortest_names import CALL_WORDS, ShortestNames
from blueprint_assistant.languages.ast.syntax_tree import Call, Do, Entry, Identifier, Member, Program
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower import intrinsics
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.lower.lowering import lower_program
from graph.corpus_graphs import k2_graphs
from languages.program_building import DraftBuilder, blueprint_with, build, built_text, catalog_for
from real_texts import CORPUS, needs_corpus

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

PRINT = "on BeginPlay()\n  PrintString({})\n"


def blueprint() -> Blueprint:
    return blueprint_with("/Game/BP_Door", "/Script/Engine.Actor", ())


def code_of(graph: Graph, owner: Blueprint | None = None) -> str:
    known = default_catalog() if owner is None else catalog_for(owner)
    return print_program(decompile(graph, owner, known))


def of_class(graph: Graph, class_path: str) -> Graph:
    """The graph with its calls as those of another class, which has a function of the same name."""
    nodes = tuple(_of_class(node, class_path) for node in graph.nodes)
    return replace(graph, nodes=nodes)


def _of_class(node: Node, class_path: str) -> Node:
    if node.class_name != "K2Node_CallFunction":
        return node
    of = f"MemberParent=/Script/CoreUObject.Class'\"{class_path}\"'" if class_path else "bSelfContext=True"
    # The class stands at the hidden `self` as well.
    pins = tuple(pin for pin in node.pins if pin.name != "self")
    reference = ("FunctionReference", f'({of},MemberName="PrintString")')
    return replace(node, properties=(reference,), pins=pins)


@pytest.mark.parametrize("class_path", ["/Script/MyPlugin.MyPluginLibrary", ""])
def test_a_call_of_a_function_that_is_called_as_one_of_the_engine_is_never_built_as_that(
    class_path: str,
) -> None:
    graph = built_text(PRINT.format('"a"'), blueprint())
    foreign = of_class(graph, class_path)
    assert code_of(graph) == PRINT.format('"a"')
    said = code_of(foreign)
    assert said != code_of(graph)
    with pytest.raises(ProgramError) as refused:
        built_text(said, blueprint())
    assert (class_path or ":PrintString") in str(refused.value)


def test_an_own_event_or_variable_does_not_take_the_name_of_what_the_engine_has() -> None:
    """`PrintString` is the own event, `KismetSystemLibrary.PrintString` would be asked of the variable."""
    owner = blueprint()
    own = built_text("event PrintString()\n  Delay(1.0)\n", owner)
    calling = built_text(PRINT.format('"a"'), owner)
    kept = replace(owner, graphs=(own,))
    assert code_of(calling, kept) == 'on BeginPlay()\n  KismetSystemLibrary.PrintString("a")\n'
    kept = replace(kept, variables=(Variable("KismetSystemLibrary", PinType("string")),))
    said = code_of(calling, kept)
    assert "`/Script/Engine.KismetSystemLibrary`.PrintString" in said
    again = build(parse_program(said), replace(kept, graphs=(*kept.graphs, Graph("Other"))), "Other")
    assert [node.properties for node in again.nodes if node.class_name == "K2Node_CallFunction"] == [
        node.properties for node in calling.nodes if node.class_name == "K2Node_CallFunction"
    ]


def test_every_word_that_is_no_function_is_known_to_those_who_name_functions() -> None:
    words = intrinsics.Intrinsics(None, None)._words  # type: ignore[arg-type]
    assert {*words, *intrinsics._HABITS} <= CALL_WORDS


# --- real texts ----------------------------------------------------------------------------------


class _Built(Exception):  # noqa: N818 - what was built, no error
    def __init__(self, spec: AnyNodeSpec) -> None:
        super().__init__()
        self.spec = spec


class _FirstCall(DraftBuilder):
    """Stops at the first node that is a call."""

    def add(self, spec: AnyNodeSpec) -> str:
        if type(spec).__name__ in ("VariableGetSpec", "EventSpec"):
            return super().add(spec)
        raise _Built(spec)


def _meaning(callee: Identifier | Member, target: PinType | None, owner: Blueprint) -> str:
    """The function that a callee means when it is written; empty when it is refused."""
    if target is not None:
        owner = replace(owner, variables=(*owner.variables, Variable("Its Target", target)))
        callee = Member(Identifier("Its Target"), callee.name) if isinstance(callee, Identifier) else callee
    owner = replace(owner, graphs=(*owner.graphs, Graph("Here")))
    call = Do(Call(callee, ()))
    catalog = catalog_for(owner)
    try:
        program = Program((Entry("event", "ReceiveBeginPlay", body=(call,)),))
        lower_program(program, owner, catalog, _FirstCall(owner, "Here", catalog))
    except _Built as built:
        return str(getattr(built.spec, "function", built.spec))
    except AssistantError:
        return ""
    return ""


@needs_corpus
def test_the_name_of_every_real_call_leads_back_to_its_class_or_is_refused() -> None:
    catalog, seen, wrong = default_catalog(), 0, []
    for real in k2_graphs(CORPUS):
        owner = real.owner or replace(owner_of(real.graph, "", catalog), graphs=(Graph("EventGraph"),))
        words = ShortestNames(real.owner, catalog if real.owner is None else catalog_for(owner), real.graph)
        for node in real.graph.nodes:
            spec = any_spec_of(node)
            if not isinstance(spec, CallFunctionSpec) or words.means_a_library(spec.function):
                continue
            target = _linked_target(real.graph, node)
            ref = None if target is None else target.subcategory_object
            callee = words.function(spec.function, target_class="" if ref is None else ref.path)
            meant = _meaning(callee, target, owner)
            seen += 1
            if meant and not _is_same(meant, spec.function):
                wrong.append((real.file, spec.function, callee, meant))
    assert seen > 400
    assert wrong == []


def _linked_target(graph: Graph, node: Node) -> PinType | None:
    pin = node.find_pin("self", "input")
    sources = () if pin is None else graph.linked_pins.get(PinRef(node.name, pin.id), ())
    found = [graph.pin(source) for source in sources]
    return None if not found or found[0] is None else found[0].type


def _is_same(meant: str, function: str) -> bool:
    """Whether it is that function: inherited, of the own class, or by its name of today."""
    owner, _, name = function.rpartition(":")
    found, _, called = meant.rpartition(":")
    known = default_catalog().function(function)
    if not owner:
        return name.lower() == called.lower()
    return default_catalog().is_child_of(owner, found) and (known is None or known.name == called)
