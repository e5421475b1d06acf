"""The editor's language: what it makes of English titles, categories and type texts.

The table is small, so that much stays English: editors in other languages mix both as well
(`工具|Casting|CastToX`) [FIELD_NOTES 2]. Where a word was seen in such an editor it is that word
(Ramo, Utilità, Controllo Di Flusso, Booleano, 动画, 杂项, 镜像, 分支, 工具) [FIELD_NOTES 0, 2, 13];
the others are assumed.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import Literal

__all__ = ["Language", "localised", "localised_category"]

Language = Literal["en", "it", "zh", "ko"]


@cache
def _table(language: Language) -> dict[str, str]:
    text = resources.files("unreal_sandbox").joinpath("data/translations.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found.get(language, {})


@cache
def _forms(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The sentences with a hole: `Get {0}`. Names in the hole are never translated."""
    forms = ((key, value) for key, value in _table(language).items() if "{0}" in key)
    return tuple((re.compile(re.escape(key).replace(r"\{0\}", "(.+)")), value) for key, value in forms)


def localised(language: Language, text: str) -> str:
    """A title or type text in a language; English where the table has no word for it."""
    if language == "en" or not text:
        return text
    found = _table(language).get(text)
    if found is not None:
        return found
    for pattern, form in _forms(language):
        match = pattern.fullmatch(text)
        if match is not None:
            return form.replace("{0}", match[1])
    return text


def localised_category(language: Language, category: str) -> str:
    """A category path, part by part."""
    return "|".join(localised(language, part.strip()) for part in category.split("|"))
