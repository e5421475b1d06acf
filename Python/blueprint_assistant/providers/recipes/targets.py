"""Which Blueprint a request means: its name, whether it is new, its parent class and folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.providers.recipes.intents import TargetMode, WantedBlueprint
from blueprint_assistant.providers.recipes.words import PLACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.providers.recipes.words import ClauseWords, Quotes

__all__ = ["TargetReader"]

_CREATE = (
    r"(?:creat(?:e|es|ing)|build(?:s|ing)?|generat(?:e|es|ing)|mak(?:e|es|ing)|set up|design|produce|"
    r"construct|scaffold|need|want|would like|i'd like)"
)
_CODE_NAME = r"(?:bp|bpa|bpc|abp|wbp|b)_\w+"
_NO_NAME = r"(?!(?:that|which|with|and|is|as|for|the|an?|in|to|of|it|its|from|derived|based)\b)"
_WORD_NAME = rf"(?:{PLACE}|{_NO_NAME}[a-z_]\w*)"
_CALLED = r"(?:called|named|titled|name it|call it|with (?:the )?name|by the name of|name is|name)"
_NOUN = r"(?:blueprint(?: (?:class|actor|asset|object))?|bp|actor class)"
_PATH = r"/game(?:/\w+)+"
_FOLDER = r"(?:in|into|under|inside) (?:the )?(?:folder |directory )?(/game(?:/\w+)*)(?: folder)?"
_PARENT_OF = (
    r"(?:deriv(?:ed|ing|es) from|based on|child (?:class )?of|sub ?class(?:ing)?(?: of)?|"
    r"inherit(?:s|ed|ing)? from|extend(?:s|ing)|(?:whose|its) parent(?: class)? (?:is|should be)|"
    r"(?:with )?(?:the )?parent(?: class)?(?: (?:is|of|=|being)| ?:)?)"
)
_PRONOUN = r"(?:it|(?:this|that|the(?: same)?) (?:blueprint|one|actor)|this)"
_INTO = r"(?:to|into|in|on|onto|for|of|inside|from|within)"
_EDIT = r"(?:update|edit|modify|change|extend|improve|upgrade|open)"
_WISH = r"(?:need|want|would like|i'd like)"
_PART_VERB = r"(?:add|attach|give|put|place|insert)(?:s|es|ing)?"

_USUAL_PARENTS: Mapping[str, str] = {
    "actor": "Actor",
    "pawn": "Pawn",
    "character": "Character",
    "player controller": "PlayerController",
    "ai controller": "AIController",
    "game mode": "GameModeBase",
    "game mode base": "GameModeBase",
    "game state": "GameStateBase",
    "player state": "PlayerState",
    "hud": "HUD",
    "static mesh actor": "StaticMeshActor",
    "info": "Info",
}
_CLASS_WORDS = "|".join(
    re.escape(name).replace(r"\ ", r" ?") for name in sorted(_USUAL_PARENTS, key=len, reverse=True)
)
_NAME_BEFORE_NOUN = (
    r"(?P<name>(?!(?:new|simple|basic|empty|another|an?|the|my|this|that|one|create|make|build|generate|add|"
    rf"design|please|me|actor|{_CLASS_WORDS})\b)[a-z_]\w*) {_NOUN}"
)
_QUOTED_NAME = rf"(?:{_CREATE}|{_NOUN}|{_CLASS_WORDS})(?: (?:me|an?|the|new))* (?P<name>{PLACE})"


@dataclass
class TargetReader:
    """Gathers what the clauses of a request say about its Blueprint."""

    quotes: Quotes
    name: str = ""
    mode: TargetMode | None = None
    parent: str = ""
    folder: str = ""
    is_pronoun: bool = False
    has_creation: bool = False
    has_class_word: bool = False
    is_noun_name: bool = False
    _other: str = ""

    @property
    def names_another(self) -> bool:
        """Whether a second Blueprint was named; the first one is kept."""
        return bool(self._other)

    def read(self, words: ClauseWords, *, is_first: bool) -> bool:
        """Take out of a clause what it says about the Blueprint; whether it said something."""
        before = words.low
        self._take_place(words)
        is_creation = words.find(_CREATE) is not None and self._asks_for_new(words, is_first=is_first)
        has_parent = self._take_stated_parent(words)
        self._take_existing(words)
        if not has_parent:
            self._take_parent(words, is_creation=is_creation or is_first)
        self._take_name(words, is_creation=is_creation, is_first=is_first)
        if is_creation and (self.name or self.has_class_word):
            self.has_creation = True
            words.take(_CREATE)
            self.mode = self.mode or "new"
        return words.low != before

    @property
    def is_asked_for(self) -> bool:
        """Whether the Blueprint itself is asked for, even with nothing in it: not a mere name or noun."""
        if self.mode == "existing" or self.is_noun_name:
            return False
        return self.has_class_word or self.has_creation

    def finish(self, known: str) -> WantedBlueprint | None:
        """The Blueprint; `known` is the one that was talked of last. None when none is meant."""
        if not self.name and known and (self.is_pronoun or not (self.has_creation or self.has_class_word)):
            folder, _, name = known.rpartition("/")
            return WantedBlueprint(name, "existing", self.parent or "Actor", folder)
        if not self.name and not self.has_class_word:
            return None
        mode: TargetMode = self.mode or ("new" if self.has_class_word or self.has_creation else "either")
        return WantedBlueprint(self.name or "BP_NewActor", mode, self.parent or "Actor", self.folder)

    def take_noun(self, words: ClauseWords) -> bool:
        """Name a new Blueprint after the one noun that is left in its first clause: `a coin`."""
        rest = [item.text for item in words.rest()]
        if self.name or len(rest) != 1 or not re.fullmatch(r"[A-Za-z]+(?: [A-Za-z]+)?", rest[0]):
            return False
        self.name = "BP_" + "".join(part[0].upper() + part[1:] for part in rest[0].split())
        self.is_noun_name = self.has_creation = True
        self.mode = self.mode or "new"
        words.take(re.escape(rest[0].lower()))
        return True

    # --- the parts -----------------------------------------------------------------------

    def _asks_for_new(self, words: ClauseWords, *, is_first: bool) -> bool:
        """Whether `make` and its like make something new here, rather than make something do something."""
        thing = rf"(?:{_CODE_NAME}|it|this)"
        if words.find(rf"(?:make|let|have|get) {thing} (?!with\b|that\b|which\b)\w+|{_WISH} {thing} to"):
            return False
        sure = r"(?:creat|build|generat|design|construct|scaffold|produce|set up)\w*"
        has_thing = words.find(rf"{_CREATE} (?:me |us |for me )?(?:an?|one|1|the|my|some|another|new)\b")
        has_noun = words.find(rf"{_NOUN}|{_CLASS_WORDS}|{_CODE_NAME}")
        return is_first and (words.find(sure) is not None or has_thing is not None or has_noun is not None)

    def _take_place(self, words: ClauseWords) -> None:
        folder = words.take(_FOLDER)
        if folder is not None:
            path = words.original(folder, 1).rstrip("/")
            if re.search(rf"/{_CODE_NAME}$", path, re.IGNORECASE):
                self._set_name(path, self.mode or "either")
            else:
                self.folder = path
        path_match = words.take(_PATH)
        if path_match is not None:
            self._set_name(words.original(path_match), self.mode)

    def _take_existing(self, words: ClauseWords) -> None:
        """`to BP_Enemy`, `make BP_Enemy move`, `BP_Enemy should move`, `add it to the Enemy blueprint`."""
        named = rf"(?:the |my |our )?(?:existing )?(?:blueprint )?(?P<name>{_CODE_NAME})(?: {_NOUN})?"
        by_noun = rf"(?:the |my |our )(?:existing )?(?P<name>[a-z_]\w*) {_NOUN}"
        is_told_to = r"(?= (?!with\b|that\b|which\b|having\b)\w)"
        patterns: tuple[tuple[str, TargetMode], ...] = (
            (rf"(?P<gone>{_INTO} {named})", "existing"),
            (rf"(?P<gone>{_INTO} {by_noun})", "existing"),
            (rf"(?P<gone>{_EDIT} {named})", "existing"),
            (rf"(?:give|gives|giving) (?P<gone>{named}){is_told_to}", "existing"),
            (rf"(?P<gone>(?:make|let|have|tell|get|take) {named}){is_told_to}", "either"),
            (rf"(?P<gone>{_WISH} {named} to)", "either"),
            (rf"(?P<gone>{named} (?:should|must|needs to|has to|shall))", "either"),
        )
        for pattern, mode in patterns:
            match = words.find(pattern)
            if match is not None:
                self._set_name(words.original(match, "name"), mode)
                words.blank(*match.span("gone"))
                return
        pronoun = words.find(rf"(?:{_INTO}|make|let|have|gives?|get) (?P<pronoun>{_PRONOUN})")
        if pronoun is not None:
            words.blank(*pronoun.span("pronoun"))
            self.is_pronoun = self.is_pronoun or not self.name

    def _take_stated_parent(self, words: ClauseWords) -> bool:
        """`derived from Pawn`, `of type Pawn`: any name, known or not, as it was written."""
        match = words.take(rf"{_PARENT_OF} (?:an? |the )?(?P<name>{_CLASS_WORDS}|[a-z_]\w*)(?: class)?")
        if match is None and words.find(r"variables?|vars?|property") is None:
            match = words.take(rf"of (?:type|class) (?P<name>{_CLASS_WORDS}|[a-z_]\w*)")
        if match is not None:
            self._set_parent(words.original(match, "name"))
        return match is not None

    def _take_parent(self, words: ClauseWords, *, is_creation: bool) -> None:
        match = words.take(
            rf"(?:is|be|as) (?:an? |the )?(?:new )?(?P<name>{_CLASS_WORDS})(?: (?:class|blueprint))?"
        )
        if match is None and (is_creation or words.find(rf"^ ?(?:an? |the )?(?:{_CLASS_WORDS}) ?$")):
            match = words.take(rf"(?P<name>{_CLASS_WORDS})(?: (?:class|{_NOUN}))?s?")
        if match is not None:
            self._set_parent(words.original(match, "name"))
        elif is_creation:
            class_name = self._native_class(words)
            if class_name:
                self._set_parent(class_name)

    def _native_class(self, words: ClauseWords) -> str:
        """A class written as one word with capitals, such as StaticMeshActor or AActor."""
        for match in re.finditer(r"(?<![\w.])[A-Z][A-Za-z0-9]+(?!\w)", words.text):
            if words.low[match.start()] != "|" and match[0].lower() in _actor_classes():
                words.blank(*match.span())
                return _actor_classes()[match[0].lower()]
        return ""

    def _set_parent(self, text: str) -> None:
        usual = {key.replace(" ", ""): value for key, value in _USUAL_PARENTS.items()}
        self.parent = usual.get(text.replace(" ", "").lower(), text)
        self.has_class_word = True

    def _take_name(self, words: ClauseWords, *, is_creation: bool, is_first: bool) -> None:
        if self.name and self.mode in ("existing", "either"):
            words.take(rf"(?:the )?{_NOUN}")
            return
        named = words.take(rf"(?:be )?{_CALLED}(?: ?: ?| )(?P<name>{_CODE_NAME})")
        if named is not None:
            self._set_name(words.original(named, "name"), self.mode)
        has_noun = self._take_noun_phrase(words)
        quoted = re.search(_QUOTED_NAME, words.text, re.IGNORECASE) if is_creation else None
        if quoted is not None and not self.name:
            self._set_name(quoted["name"], self.mode)
            words.blank(*quoted.span("name"))
        if is_creation or has_noun or (is_first and not words.find(_PART_VERB)):
            called = words.take(rf"{_CALLED}(?: ?: ?| )(?P<name>{_WORD_NAME})")
            if called is not None:
                self._set_called(words, called)
        code = words.take(_CODE_NAME)
        if code is not None:
            self._set_name(words.original(code), self.mode)

    def _take_noun_phrase(self, words: ClauseWords) -> bool:
        """`a Blueprint Enemy`, `the Enemy Blueprint`, or just `Blueprint`."""
        match = words.find(rf"{_NOUN} (?P<name>(?!called|named){_WORD_NAME})")
        if match is not None and re.match(r"[A-Z\u27e6]", words.original(match, "name")):
            words.take(rf"{_NOUN} (?P<name>(?!called|named){_WORD_NAME})")
            self._set_name(words.original(match, "name"), self.mode)
            self.has_class_word = True
            return True
        match = words.find(_NAME_BEFORE_NOUN)
        if match is not None and re.match(r"[A-Z]\w*[a-z]", words.original(match, "name")) and not self.name:
            words.take(_NAME_BEFORE_NOUN)
            self._set_name(words.original(match, "name"), self.mode)
            self.has_class_word = True
            return True
        if words.take(rf"{_NOUN}s?"):
            self.has_class_word = True
            return True
        return False

    def _set_called(self, words: ClauseWords, match: re.Match[str]) -> None:
        """The name after `called`; following words with capitals belong to it: `Big Door`."""
        name = words.original(match, "name")
        while (more := re.compile(r" ([A-Z]\w*)").match(words.text, match.end())) is not None:
            if words.low[more.start(1)] == "|" or name[0].islower() or more[1].lower() in _USUAL_PARENTS:
                break
            name += more[0]
            words.blank(*more.span())
            match = more
        self._set_name(name, self.mode)

    def _set_name(self, text: str, mode: TargetMode | None) -> None:
        written = self.quotes.text_of(text).strip().rstrip("/")
        folder, _, last = written.rpartition("/")
        parts = [part for part in re.split(r"[^\w]+", last) if part]
        name = "".join(parts if len(parts) == 1 else (part[0].upper() + part[1:] for part in parts))
        if self.name and name.lower() != self.name.lower() and not self.is_noun_name:
            self._other = name
            return
        self.name, self.folder, self.mode = name, folder or self.folder, mode


@cache
def _actor_classes() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for info in default_catalog().classes:
        if info.is_actor:
            found.setdefault(info.name.lower(), info.name)
            found.setdefault(f"a{info.name.lower()}", info.name)
    return found
