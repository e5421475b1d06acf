"""Other ways to write a type, as the forms with a colon that `pin_types.parse_type` reads.

People and models write C++, brackets, the editor's words and plain English; `array of Vectors`,
`Actor Object Reference`, `int[]` and `TMap<FName, int32>` all have one colon form. Pure.
"""

from __future__ import annotations

import re

from blueprint_assistant.graph.catalog.name_lookup import fold_spaces

__all__ = ["colon_form", "spoken_forms"]

_GENERIC = {
    **dict.fromkeys(("tarray", "array", "list"), "array"),
    **dict.fromkeys(("tset", "set"), "set"),
    **dict.fromkeys(("tmap", "map", "dict", "dictionary"), "map"),
    **dict.fromkeys(("tsubclassof", "subclassof", "class"), "class"),
    **dict.fromkeys(("tobjectptr", "tweakobjectptr", "object"), "object"),
    **dict.fromkeys(("tenumasbyte", "enum"), "enum"),
    **dict.fromkeys(("tsoftobjectptr", "soft", "softobject", "softobjectptr"), "softobject"),
    **dict.fromkeys(("tsoftclassptr", "softclass", "softclassptr"), "softclass"),
    **dict.fromkeys(("tscriptinterface", "interface"), "interface"),
    "struct": "struct",
}

_OF = re.compile(
    r"(?P<head>array|list|set|class|soft ?class|soft ?object|reference|subclass) (?:of|to) (?P<rest>.+)",
    re.IGNORECASE,
)
_MAP_OF = re.compile(r"(?:map|dictionary|dict) (?:of|from) (?P<key>.+?) to (?P<value>.+)", re.IGNORECASE)
_HEADED = re.compile(
    r"(?P<head>soft ?object|soft ?class|soft|object|class|struct|structure|enum|byte|interface) (?P<rest>.+)",
    re.IGNORECASE,
)
_TAILED = re.compile(
    r"(?P<rest>.+?) (?P<tail>soft object reference|soft class reference|soft reference|class reference"
    r"|object reference|interface reference|reference|ref|array|list|set|structure|struct|enum|interface)s?",
    re.IGNORECASE,
)
_REMARK = re.compile(r"(?P<rest>\w+) \((?:single|double)[- ]precision\)", re.IGNORECASE)
_HEADS = {
    "list": "array",
    "array": "array",
    "set": "set",
    "class": "class",
    "subclass": "class",
    "softclass": "softclass",
    "soft": "softobject",
    "softobject": "softobject",
    "reference": "object",
    "object": "object",
    "interface": "interface",
    "struct": "struct",
    "structure": "struct",
    "enum": "enum",
    "byte": "enum",
}
_TAILS = {
    "softobjectreference": "softobject",
    "softreference": "softobject",
    "softclassreference": "softclass",
    "classreference": "class",
    "objectreference": "object",
    "interfacereference": "interface",
    "reference": "object",
    "ref": "object",
}


def colon_form(text: str) -> str:
    """`TArray<int>` and `int[]` as `array:int`, `AActor*` as `AActor`; other texts as they are."""
    text = text.strip().removeprefix("const ").rstrip("*& ").strip()
    if text.endswith("[]"):
        return f"array:{text[:-2].strip()}"
    head, separator, rest = text.partition("<")
    word = _GENERIC.get(head.strip().lower())
    if separator and word and rest.endswith(">"):
        return f"{word}:{rest[:-1].strip()}"
    return text


def spoken_forms(text: str) -> list[str]:
    """The colon forms that a text in plain words may have, the likeliest first."""
    text = " ".join(text.split())
    found = []
    pair = _MAP_OF.fullmatch(text)
    if pair is not None:
        found += [
            f"map:{key},{value}" for key in _singular(pair["key"]) for value in _singular(pair["value"])
        ]
    for match in (_OF.fullmatch(text), _HEADED.fullmatch(text)):
        if match is not None:
            head = _HEADS[fold_spaces(match["head"])]
            found += [f"{head}:{rest}" for rest in _singular(match["rest"])]
    match = _TAILED.fullmatch(text)
    if match is not None:
        tail = fold_spaces(match["tail"])
        head = _TAILS.get(tail) or _HEADS[tail]
        found += [f"{head}:{rest}" for rest in _singular(match["rest"])]
    match = _REMARK.fullmatch(text)
    return [*found, match["rest"]] if match is not None else found


def _singular(text: str) -> list[str]:
    """A word as it stands, and without the ending of a plural."""
    text = text.strip()
    return [text, text[:-1]] if text.lower().endswith("s") else [text]
