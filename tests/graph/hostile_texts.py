"""Texts made to break a reader or to make it slow, of any size.

Each maker takes a number of characters and gives a text of about that length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["HOSTILE", "NESTED"]

_BEGIN = 'Begin Object Class=/Script/BlueprintGraph.K2Node_Knot Name="A"\n'
_BLUEPRINT = 'Begin Object Class=/Script/Engine.Blueprint Name="B"\n'
_GRAPH = 'Begin Object Class=/Script/Engine.EdGraph Name="G"'
_END = "End Object\n"


def _filled(text: str, length: int) -> str:
    return text * (length // len(text) + 1)


def _numbered(text: str, length: int) -> str:
    return "".join(text.format(number) for number in range(length // (len(text) + 4) + 1))


def _repeated(text: str) -> Callable[[int], str]:
    return lambda length: _filled(text, length)


def _in_node(before: str, text: str, after: str = "") -> Callable[[int], str]:
    return lambda length: f"{_BEGIN}{before}{_filled(text, length)}{after}\n{_END}"


def _in_pin(before: str, text: str, after: str = "") -> Callable[[int], str]:
    return _in_node(f"CustomProperties Pin ({before}", text, f"{after})")


def _in_blueprint(before: str, text: str, after: str = "") -> Callable[[int], str]:
    return lambda length: f"{_BLUEPRINT}{before}{_filled(text, length)}{after}\n{_END}"


def _on_first_line(before: str, text: str, after: str = "") -> Callable[[int], str]:
    return lambda length: f"{before}{_filled(text, length)}{after}\n{_END}"


def _many_pins(text: str) -> Callable[[int], str]:
    return lambda length: f"{_BEGIN}CustomProperties Pin ({_numbered(text, length)})\n{_END}"


_LOOP = (
    'CustomProperties Pin (PinId=1,Direction="EGPD_Output",LinkedTo=(A 2,),)\n'
    "CustomProperties Pin (PinId=2,LinkedTo=(A 1,),)\n"
)
_LOOSE = 'CustomProperties Pin (PinId=1,Direction="EGPD_Output",LinkedTo=(Z 2,),)\n'
_PIN_OBJECT = 'Begin Object Class=EdGraphPin Name="EdGraphPin_1"\n'
_KNOT = 'Begin Object Class=/Script/BlueprintGraph.K2Node_Knot Name="N"\nEnd Object\n'

HOSTILE: Mapping[str, Callable[[int], str]] = {
    # lines
    "blanks": _repeated(" "),
    "carriage returns": _repeated("\r"),
    "byte order marks": _repeated("\ufeff"),
    "one word": _repeated("a"),
    "one NUL at the end": lambda length: _filled(_BEGIN + _END, length) + "\0",
    "many NULs": _repeated("\0"),
    "open blocks": _repeated(_BEGIN),
    "closed blocks": lambda length: _BEGIN + _filled(_END, length),
    # Begin Object
    "a long first word": _on_first_line("Begin Object ", "a"),
    "many first words": _on_first_line("Begin Object ", "a "),
    "attributes in quotes": _on_first_line("Begin Object ", "a=\"b' "),
    "attributes in open quotes": _on_first_line('Begin Object Name="', "a='b\\\" "),
    "attributes of escapes": _on_first_line("Begin Object ", 'a="\\"'),
    "paths of quotes": _on_first_line(f'{_GRAPH} ExportPath="', "'\""),
    "paths of apostrophes": _on_first_line(f"{_GRAPH} ExportPath=a'", "b'"),
    # pins
    "quotes for a pin": _in_pin("", '"'),
    "quotes for a value": _in_pin("PinId=", '"'),
    "an odd number of quotes": _in_pin('PinId="', '""'),
    "escaped quotes": _in_pin('DefaultValue="', '\\"'),
    "texts that end in an escape": _in_pin("PinId=1,", 'DefaultValue="\\",'),
    "open brackets": _in_pin("X=", "("),
    "closed brackets": _in_pin("X=", "()"),
    "brackets with words": _in_pin("X=", "((a"),
    "more opened than closed": _in_pin("X=", "((()"),
    "one field again and again": _in_pin("", "F=1,"),
    "many fields": _many_pins("F{}=1,"),
    "many fields of a type": _many_pins("PinType.F{}=1,"),
    "commas": _in_pin("", ","),
    "links to itself": _in_pin("PinId=1,LinkedTo=(", "A 1,", ")"),
    "links of an output": _in_pin('PinId=1,Direction="EGPD_Output",LinkedTo=(', "A 1,B 2,", ")"),
    "a pin over many lines": _in_node("CustomProperties Pin (", "\nFieldOfThePin=1,"),
    # properties
    "apostrophes": _in_node("X=", "a'b"),
    "quotes and apostrophes": _in_node("X=", "\"'"),
    "open references": _in_node("X=", "a'\""),
    "references": _in_node("X=", "Class'\"/A.B\"',"),
    "escapes behind an apostrophe": _in_node("X='\"", '\\"'),
    "slashes": _in_node("X='", "/"),
    "open brackets of a property": _in_node("X=(", "("),
    "a property over many lines": _in_node("X=(", "\nabcdefghijkl"),
    "a position of many digits": _in_node("NodePosX=", "1"),
    "comments": _in_node('NodeComment="', "\\n"),
    # nodes
    "equal nodes that link": _repeated(f"{_BEGIN}{_LOOP}{_END}"),
    "equal nodes": _repeated(_BEGIN + _END),
    "links to absent nodes": _repeated(f"{_BEGIN}{_LOOSE}{_END}"),
    "many pins that were objects": lambda length: (
        _BEGIN + _numbered('Begin Object Class=EdGraphPin Name="EdGraphPin_{}"\nEnd Object\n', length) + _END
    ),
    "links of a pin that was an object": _in_node(
        _PIN_OBJECT, "LinkedTo(0)=EdGraphPin'a:b.c'\n", "End Object"
    ),
    "open links of a pin that was an object": _in_node(
        f"{_PIN_OBJECT}LinkedTo(0)=", "EdGraphPin'", "\nEnd Object"
    ),
    "sub pins of a pin that was an object": _in_node(
        _PIN_OBJECT, "SubPins(0)=EdGraphPin'a.c'\n", "ParentPin=EdGraphPin'A.b'\nEnd Object"
    ),
    "the order of pins that were objects": _in_node(
        f"{_PIN_OBJECT}End Object\n", "Pins(0)=EdGraphPin'EdGraphPin_1'\n"
    ),
    "brackets that close on lines of their own": _in_node("X=(\n", ")\n"),
    "lines that go on and end": _in_node("CustomProperties Pin (\n", ",A=(1)\nB=2\n"),
    # exports
    "nodes of an exported graph": lambda length: f"{_GRAPH}\n{_filled(_KNOT, length)}{_END}",
    "variables": _in_blueprint("", 'NewVariables(0)=(VarName="x",VarType=(PinCategory="bool"))\n'),
    "a variable of brackets": _in_blueprint("NewVariables(0)=(VarType=", "()", ")"),
    "metadata": _in_blueprint("NewVariables(0)=(MetaDataArray=(", '(DataKey="a",DataValue="b"),', "))"),
    "flags of many digits": _in_blueprint("NewVariables(0)=(PropertyFlags=", "1", ")"),
    "graphs of an interface": _in_blueprint(
        'ImplementedInterfaces(0)=(Interface="/A.B",Graphs=(', '"X",', "))"
    ),
    "graphs that are listed": lambda length: (
        _BLUEPRINT + _numbered("UbergraphPages({0})=\"/Script/Engine.EdGraph'G{0}'\"\n", length) + _END
    ),
    "a parent of apostrophes": _in_blueprint("ParentClass=", "a'b"),
    "a parent of quotes": _in_blueprint("ParentClass=", 'a"'),
}
"""Makers by what is wrong with their texts."""

NESTED: Mapping[str, Callable[[int], str]] = {
    "objects": lambda depth: "".join(f"{_BEGIN}" for _ in range(depth)) + _END * depth,
    "objects of exports": lambda depth: f"{_GRAPH}\n" * depth + _END * depth,
    "collapsed nodes": lambda depth: (
        'Begin Object Class=/Script/BlueprintGraph.K2Node_Composite Name="C"\n'
        'Begin Object Class=/Script/Engine.EdGraph Name="G"\n'
        * depth
        + f"{_END}BoundGraph=\"/Script/Engine.EdGraph'G'\"\n{_END}" * depth
    ),
    "brackets of a pin": lambda depth: (
        f"{_BEGIN}CustomProperties Pin (PinId=1,X={'(' * depth}{')' * depth},)\n{_END}"
    ),
    "brackets of a type": lambda depth: (
        f"{_BEGIN}CustomProperties Pin (PinId=1,PinType.PinValueType={'(' * depth}{')' * depth},)\n{_END}"
    ),
    "brackets of a property": lambda depth: f"{_BEGIN}X={'(' * depth}{')' * depth}\n{_END}",
    "brackets of a variable": lambda depth: (
        f"{_BLUEPRINT}NewVariables(0)=(VarType={'(' * depth}{')' * depth})\n{_END}"
    ),
    "texts of a pin": lambda depth: (
        f"{_BEGIN}CustomProperties Pin (PinId=1,"
        f"DefaultTextValue={'LOCGEN_FORMAT_NAMED(' * depth}{')' * depth},)\n{_END}"
    ),
}
"""Makers of texts that nest so deep, by what nests."""
