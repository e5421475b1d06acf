"""Components in a clause: any component class of the catalogue, by its words or an artist's."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.providers.recipes.intents import WantedComponent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.providers.recipes.words import ClauseWords, Quotes

__all__ = ["ADD_VERBS", "take_components"]

ADD_VERBS = (
    r"(?:has|have|having|with|add(?:s|ing)?|give[sn]?|giving|include[sd]?|including|contain(?:s|ing)?|"
    r"attach(?:es|ed)?|put|place|featur(?:es|ing)|carr(?:y|ies)|uses?|using|needs?|gets?|wants?|plus)"
)
"""Verbs after which a thing is a part of the Blueprint."""

_ARTIST_WORDS: Mapping[str, tuple[str, str]] = {
    "mesh": ("StaticMeshComponent", ""),
    "3d model": ("StaticMeshComponent", "choose its mesh in the details panel"),
    "model": ("StaticMeshComponent", "choose its mesh in the details panel"),
    **{
        shape: ("StaticMeshComponent", f"choose the {shape} as its mesh in the details panel")
        for shape in ("cube", "cylinder", "cone", "plane")
    },
    "light": ("PointLightComponent", "'light' became a point light"),
    "lamp": ("PointLightComponent", "'lamp' became a point light"),
    "spotlight": ("SpotLightComponent", ""),
    "flashlight": ("SpotLightComponent", "'flashlight' became a spot light"),
    "collision": ("BoxComponent", "'collision' became a box collision"),
    "collider": ("BoxComponent", "'collider' became a box collision"),
    "hitbox": ("BoxComponent", ""),
    "trigger": ("BoxComponent", "'trigger' became a box collision"),
    "trigger box": ("BoxComponent", ""),
    "trigger volume": ("BoxComponent", "the trigger volume became a box collision"),
    "trigger zone": ("BoxComponent", "the trigger zone became a box collision"),
    "trigger sphere": ("SphereComponent", ""),
    **{
        f"{pattern}".format(shape): (f"{shape.capitalize()}Component", "")
        for shape in ("box", "sphere", "capsule")
        for pattern in ("{} collision", "{} collider", "collision {}", "{} trigger", "{} collision shape")
    },
    "camera boom": ("SpringArmComponent", ""),
    "boom arm": ("SpringArmComponent", ""),
    "sound": ("AudioComponent", "choose its sound in the details panel"),
    "audio source": ("AudioComponent", ""),
    "particles": ("NiagaraComponent", "'particles' became a Niagara component"),
    "particle effect": ("NiagaraComponent", "the particle effect became a Niagara component"),
    "particle emitter": ("NiagaraComponent", "the particle emitter became a Niagara component"),
    "text": ("TextRenderComponent", ""),
    "3d text": ("TextRenderComponent", ""),
    "skeleton mesh": ("SkeletalMeshComponent", ""),
    "skinned mesh": ("SkeletalMeshComponent", ""),
    "scene root": ("SceneComponent", ""),
    "root": ("SceneComponent", ""),
    "sprite": ("PaperSpriteComponent", ""),
}

_AS_IS = frozenset({"input", "brain", "timeline", "movement", "scene"})
"""Class words that mean a component only when the word component follows."""

_LONGEST_NAME = 5
_TOKEN = re.compile(r"[A-Za-z0-9]\w*(?:-\w+)*")
_NAMED = r"(?:(?:that is |which is )?(?:called|named|name|labelled|labeled) )"


def take_components(
    words: ClauseWords, quotes: Quotes, *, in_list: bool
) -> tuple[list[WantedComponent], list[str]]:
    """The components of a clause, taken out of it, and what was assumed about them.

    `in_list` is whether the clause goes on with a list of parts; otherwise a verb such as
    `with` or the word component must say that a part is meant.
    """
    if not in_list and not words.find(ADD_VERBS) and not words.find(r"\w*components?"):
        return [], []
    components: list[WantedComponent] = []
    assumed: list[str] = []
    while (found := _take_one(words, quotes)) is not None:
        more, note = found
        components += more
        assumed += [note] if note else []
    if components:
        words.take(ADD_VERBS)
    return components, assumed


def _take_one(words: ClauseWords, quotes: Quotes) -> tuple[list[WantedComponent], str] | None:
    for start, end, key in _phrases(words.low):
        found = _component_of(key)
        if found is None:
            continue
        tail = re.compile(r" ?components?\b").match(words.low, end)
        if key in _AS_IS and tail is None and not key.endswith("component"):
            continue
        count = _count_before(words, start)
        words.blank(start, tail.end() if tail else end)
        class_name, note = found
        name = _take_name(words, quotes, tail.end() if tail else end) or _default_name(class_name)
        names = [name] + [f"{name}{number}" for number in range(2, count + 1)]
        return [WantedComponent(class_name, item) for item in names], note
    return None


def _phrases(text: str) -> Iterator[tuple[int, int, str]]:
    """Word groups with their place, the longest first, left to right."""
    tokens = list(_TOKEN.finditer(text))
    for length in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        for first in range(len(tokens) - length + 1):
            group = tokens[first : first + length]
            gaps = (text[left.end() : right.start()] for left, right in pairwise(group))
            if all(gap.isspace() for gap in gaps):
                yield group[0].start(), group[-1].end(), " ".join(token[0] for token in group)


def _component_of(key: str) -> tuple[str, str] | None:
    """The class of a phrase: artists' words first, then the catalogue, plural or not."""
    for candidate in dict.fromkeys((key, key.removesuffix("s"), key.removesuffix("es"))):
        if candidate in _ARTIST_WORDS:
            return _ARTIST_WORDS[candidate]
        class_name = _classes().get(re.sub(r"[ _-]", "", candidate))
        if class_name is not None:
            return class_name, ""
    return None


@cache
def _classes() -> Mapping[str, str]:
    """Concrete component classes by their names in small letters, with and without `Component`."""
    found: dict[str, str] = {}
    catalog = default_catalog()
    components = [info for info in catalog.classes if info.is_component and not info.is_abstract]
    for info in sorted(components, key=lambda item: (not item.path.startswith("/Script/Engine."), item.name)):
        for name in (info.name, info.name.removesuffix("Component"), *info.short_names):
            found.setdefault(re.sub(r"[ _-]", "", name).lower(), info.name)
    return found


def _count_before(words: ClauseWords, start: int) -> int:
    match = re.search(r"(\d+) (?:\w+ )?$", words.low[:start])
    if match is None or not 1 <= int(match[1]) <= 20:  # noqa: PLR2004 - more than twenty is no count of parts
        return 1
    words.blank(match.start(1), match.end(1))
    return int(match[1])


def _take_name(words: ClauseWords, quotes: Quotes, end: int) -> str:
    match = re.compile(rf" ?(?:{_NAMED}|\( ?)(\u27e6\d+\u27e7|[a-z_]\w*) ?\)?").match(words.low, end)
    if match is None:
        return ""
    name = quotes.text_of(words.original(match, 1))
    words.blank(match.start(), match.end())
    return re.sub(r"\W+", "", name)


def _default_name(class_name: str) -> str:
    return class_name.removesuffix("Component") or class_name
