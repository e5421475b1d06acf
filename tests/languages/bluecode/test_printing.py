"""BlueCode as a text form: what is printed is read back as the same program."""

from __future__ import annotations

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from languages.flow_graphs import corpus_graphs
from real_texts import needs_corpus


@needs_corpus
def test_every_real_graph_is_printed_and_read_back_as_the_same_program() -> None:
    for name, graph, owner in corpus_graphs():
        program = decompile(graph, owner, default_catalog())
        text = print_program(program)
        again = parse_program(text)
        assert print_program(again) == text, name
        assert again == program, name
