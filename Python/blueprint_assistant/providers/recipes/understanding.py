"""Reads a plain English request. Outside uses `understand`.

What is understood becomes values; what is not is kept as it was written, and a clause whose
unknown part could turn its meaning round (a condition, a negation, a limit) is left out whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from blueprint_assistant.providers.recipes.clauses import Clause, Unit, sentences, units
from blueprint_assistant.providers.recipes.components import ADD_VERBS, take_components
from blueprint_assistant.providers.recipes.intents import (
    Behaviour,
    Bob,
    Destroy,
    Move,
    Print,
    Request,
    Rotate,
    Trigger,
    UndonePart,
    WantedComponent,
    WantedVariable,
)
from blueprint_assistant.providers.recipes.motions import take_direction, take_motion, take_pace
from blueprint_assistant.providers.recipes.reactions import (
    BEGIN_PLAY,
    Moment,
    take_destroy,
    take_print,
    take_trigger,
)
from blueprint_assistant.providers.recipes.speed_variables import use_speed_variables
from blueprint_assistant.providers.recipes.spelling import mended
from blueprint_assistant.providers.recipes.targets import TargetReader
from blueprint_assistant.providers.recipes.variables import (
    NoValueError,
    take_default,
    take_variable,
    value_text,
)
from blueprint_assistant.providers.recipes.words import (
    ClauseWords,
    Quotes,
    digits_for_number_words,
    plain_english,
)

__all__ = ["understand"]

_POLITE = (
    r"^(?:(?:please|pls|(?:hi|hello|hey)(?: there| everyone)?|"
    r"ok|okay|now|so|well|next|finally|first(?:ly)?|second(?:ly)?|thanks?|"
    r"thank you|(?:can|could|would|will) you|i want you to|i(?:'d| would) like you to|"
    r"i want to|i(?:'d| would) like to|let's|kindly|go ahead and|also|then|and|but)\b[\s,!]*)+"
)
_NEGATION = (
    r"not|never|no|none|nothing|cannot|neither|nor|without|instead|except|\w+n't|dont|doesnt|cant|wont|shouldnt|"
    r"isnt|stops?|stopped|prevent\w*|avoid\w*|rather than|unless"
)
_OTHER_WORK = (
    r"remov\w+|delet\w+|renam\w+|replac\w+|swap\w*|disabl\w+|hid(?:e|es|ing)|undo|convert\w*|duplicat\w+|copy|"
    r"copies|import\w*|export\w*|reparent\w*|explain\w*|describe\w*|tell me|reset\w*"
)
_DESTRUCTION = r"(?:remov|delet)\w+ (?:itself|self|it|this|the (?:other|player|actor)|whatever|anything)"
_LIMITING_WORDS = """
to toward towards until till if unless when while only except between from for before against away randomly
like than once twice times player mouse target every each after through across along around over under
behind near path spline distance random relative or faster slower
"""
_LIMITS = frozenset(_LIMITING_WORDS.split())
_QUESTION = r"^(?:what|why|how|who|where|which|does|do|did|is|are|was|were|should|am|has)\b[^?]*\? ?$"
_VARIABLE_SIGN = (
    r"variables?|vars?|property|properties|"
    r"(?:bool|boolean|int|integer|float|string|vector|rotator) (?:called|named)"
)
_PRINT_VERB = r"print(?:s|ing|ed)?|log(?:s|ging)?|shows?|displays?|says?|writes?"
_CREATE_SURE = r"(?:creat|build|mak|generat|design|produc|construct)\w*|need|want"
_LONGEST_CLAUSE = 400
_ADD_NOW = r"(?:add|creat|spawn|attach|giv|put|plac)\w*"
_PART_LEADS = ("with", "having", "contain", "includ", "featur", "along with", "together with", "as well")
_LIST_LEADS = ("and", ",", "&", "plus", ", and", "and also", ", also", ", plus")


def understand(text: str, known_blueprint: str = "") -> Request:
    """What a request asks for. `known_blueprint` is the path of the one that was talked of last."""
    quotes = Quotes()
    protected, changes = mended(quotes.protect(plain_english(text)))
    reader = _Reader(quotes, changes)
    if not re.match(_QUESTION, protected, re.IGNORECASE):
        for clauses in sentences(digits_for_number_words(protected)):
            reader.read_sentence(clauses)
    return reader.finish(known_blueprint)


@dataclass
class _Part:
    """What one clause gave, so that a later clause can still change or undo it."""

    unit: Unit
    words: ClauseWords
    trigger: Trigger | None
    behaviours: list[Behaviour] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    has_own_time: bool = False
    has_members: bool = False
    names_target: bool = False
    is_explained: bool = False

    @property
    def is_understood(self) -> bool:
        """Whether anything was found in the clause, or said about it already."""
        return bool(self.behaviours) or self.has_members or self.names_target or self.is_explained

    @property
    def follows_directly(self) -> bool:
        """Whether a bare `and` joins it to the clause before."""
        return self.unit.clause.lead == "and"


class _Reader:
    """Goes through the clauses in order and gathers what they say."""

    def __init__(self, quotes: Quotes, assumed: list[str]) -> None:
        self._quotes = quotes
        self._target = TargetReader(quotes)
        self._components: list[WantedComponent] = []
        self._variables: list[WantedVariable] = []
        self._parts: list[_Part] = []
        self._left_out: list[UndonePart] = []
        self._assumed = assumed
        self._scope: Trigger | None = None
        self._is_blocked = False
        self._in_list = False
        self._is_first = True
        self._is_doubtful = False
        self._is_over = False

    def read_sentence(self, clauses: list[Clause]) -> None:
        """Read one sentence; a leading `when …` holds until it ends."""
        self._scope, self._is_blocked, self._in_list = None, self._is_over, False
        start = len(self._parts)
        for unit in units(clauses):
            words = ClauseWords(re.sub(_POLITE, "", unit.clause.text, flags=re.IGNORECASE))
            if len(unit.text) > _LONGEST_CLAUSE:
                self._leave_out(f"{unit.text[:60]}\u2026", "it is too long for one part of a request")
            elif self._is_over or (self._is_blocked and not unit.clause.tells_time):
                self._extend_last_left_out(unit)
            elif unit.clause.tells_time:
                self._read_leading_time(unit, words)
            elif words.text.strip():
                self._read_action(unit, words, start)

    def _read_leading_time(self, unit: Unit, words: ClauseWords) -> None:
        moment = None if words.find(_NEGATION) else take_trigger(words)
        if moment is None:
            self._leave_out(unit.text, "I do not know this condition")
            self._is_blocked = True
            return
        self._is_blocked = False
        self._scope = self._timed(self._scope, moment)
        if words.rest():
            self._read_action(unit, words, len(self._parts))

    def _timed(self, scope: Trigger | None, moment: Moment) -> Trigger:
        if moment.note:
            self._assume(moment.note)
        event = moment.event or scope or BEGIN_PLAY
        return replace(event, delay_s=moment.delay_s or event.delay_s)

    # --- one clause ----------------------------------------------------------------------

    def _read_action(self, unit: Unit, words: ClauseWords, sentence_start: int) -> None:
        part = _Part(unit, words, self._scope)
        if not self._read_times(part):
            self._drop_directly_before(part, sentence_start)
            self._leave_out(unit.text, "I do not know this condition")
        elif self._is_other_work(words):
            self._leave_out(unit.text, "I can only add to a Blueprint")
        elif words.find(_NEGATION):
            self._leave_out(unit.text, "it says what should not happen")
        else:
            self._read_part(part)
            self._share_time(part, sentence_start)
        self._is_first = self._is_first and not part.is_understood

    def _read_times(self, part: _Part) -> bool:
        """Read the times behind an action into its trigger; False when one is not known."""
        for time in part.unit.times:
            words = ClauseWords(time.text)
            moment = None if words.find(_NEGATION) else take_trigger(words)
            if moment is None or words.rest():
                return False
            part.trigger = self._timed(part.trigger, moment)
            part.has_own_time = part.has_own_time or moment.event is not None
        return True

    @staticmethod
    def _is_other_work(words: ClauseWords) -> bool:
        return words.find(_OTHER_WORK) is not None and words.find(_DESTRUCTION) is None

    def _read_part(self, part: _Part) -> None:
        part.names_target = self._target.read(part.words, is_first=self._is_first)
        if self._target.names_another:
            self._leave_out(part.unit.text, "I build one Blueprint at a time")
            self._is_over = True
            return
        if part.words.find(_VARIABLE_SIGN) or part.words.find(r"\w*components?"):
            self._read_members(part)
        self._read_behaviours(part)
        self._read_members(part)
        if not part.behaviours and not part.has_members:
            self._read_addition(part)
        if self._is_first:
            part.names_target = self._read_noun(part.words) or part.names_target
        elif not part.is_understood:
            self._read_bare_part(part)
        self._read_list(part)
        if not part.is_understood:
            self._leave_out(part.unit.text)
            return
        if part.behaviours and part not in self._parts:
            self._parts.append(part)
        self._settle(part)

    def _read_bare_part(self, part: _Part) -> None:
        """A clause that is nothing but a part, such as `Static mesh`."""
        trial = part.words.copy()
        components, assumed = take_components(trial, self._quotes, in_list=True)
        if components and not trial.rest():
            part.words.become(trial)
            self._keep_components(part, components, assumed)

    def _read_list(self, part: _Part) -> None:
        """Whether parts may follow without a verb: after parts, `with …`, `add …`, or the new name."""
        header = part.words.take(
            rf"(?:{ADD_VERBS} )?(?:the )?(?:following )?(?:\d+ )?(?:components?|variables?)"
        )
        part.is_explained = part.is_explained or header is not None
        self._in_list = not part.behaviours and (
            part.has_members
            or header is not None
            or part.names_target
            or self._may_name_parts(part)
            or part.words.find(ADD_VERBS) is not None
        )

    def _read_noun(self, words: ClauseWords) -> bool:
        """`make a coin that …` names the new Blueprint after what it is."""
        trial = words.copy()
        if self._target.name or not (trial.take(_CREATE_SURE) or self._target.has_creation):
            return False
        named = self._target.take_noun(trial)
        if named:
            words.become(trial)
        return named

    # --- members -------------------------------------------------------------------------

    def _may_name_parts(self, part: _Part) -> bool:
        lead = part.unit.clause.lead
        return lead.startswith(_PART_LEADS) or (self._in_list and lead in _LIST_LEADS)

    def _read_members(self, part: _Part) -> None:
        in_list = self._may_name_parts(part)
        if self._scope is not None and part.words.find(_ADD_NOW):
            return  # adding while the game runs is something else
        has_variable = False
        if part.words.find(_VARIABLE_SIGN) or not part.words.find(_PRINT_VERB):
            has_variable = self._read_variable(part.words, in_list=in_list)
        components, assumed = take_components(part.words, self._quotes, in_list=in_list or has_variable)
        part.has_members = part.has_members or has_variable
        self._keep_components(part, components, assumed)
        if part.has_members:
            part.words.take(ADD_VERBS)

    def _keep_components(self, part: _Part, components: list[WantedComponent], assumed: list[str]) -> None:
        for component in components:
            self._add_component(component)
        for note in assumed:
            self._assume(note)
        part.has_members = part.has_members or bool(components)

    def _read_variable(self, words: ClauseWords, *, in_list: bool) -> bool:
        found = take_variable(words, self._quotes, in_list=in_list)
        if found is None:
            return False
        if found.assumed:
            self._assume(found.assumed)
        if found.problem:
            self._leave_out(found.problem)
        if all(item.name.lower() != found.variable.name.lower() for item in self._variables):
            self._variables.append(found.variable)
        return True

    def _add_component(self, component: WantedComponent) -> None:
        taken = {item.name.lower() for item in self._components}
        name, number = component.name, 2
        while name.lower() in taken:
            name, number = f"{component.name}{number}", number + 1
        self._components.append(replace(component, name=name))

    # --- behaviours ----------------------------------------------------------------------

    def _read_behaviours(self, part: _Part) -> None:
        for read in (self._read_print, self._read_destroy, self._read_motion):
            while read(part):
                pass

    def _read_print(self, part: _Part) -> bool:
        taken = take_print(part.words, self._quotes, part.trigger or BEGIN_PLAY)
        if taken is None:
            return False
        action, note = taken
        if part.trigger is None and action.trigger == BEGIN_PLAY:
            part.assumed.append(f'"{action.text}" is printed on Begin Play, as no other time was named')
        part.behaviours.append(action)
        part.assumed += [note] if note else []
        return True

    def _read_destroy(self, part: _Part) -> bool:
        taken = take_destroy(part.words, part.trigger)
        if isinstance(taken, Destroy):
            part.behaviours.append(taken)
        elif taken is not None:
            self._leave_out(part.unit.text, taken)
            part.is_explained = True
        return taken is not None

    def _read_motion(self, part: _Part) -> bool:
        trigger = part.trigger
        is_each_tick = trigger is not None and trigger.event == "ReceiveTick"
        motion = take_motion(part.words, is_each_tick=is_each_tick)
        if motion is None:
            return False
        if trigger is not None and (
            trigger.delay_s or trigger.event not in ("ReceiveTick", "ReceiveBeginPlay")
        ):
            self._leave_out(part.unit.text, "I can only build motions that go on every tick")
            part.is_explained = True
            return True
        part.behaviours.append(motion.behaviour)
        part.assumed += motion.assumed
        return True

    # --- more about the clause before ------------------------------------------------------

    def _read_addition(self, part: _Part) -> None:
        """`… and right`, `at 200 units per second`, `is true`: more about what was just said."""
        for read in (self._add_default, self._add_direction, self._add_pace):
            trial = part.words.copy()
            if read(part, trial):
                part.words.become(trial)
                part.is_explained = True
                return

    def _add_default(self, _: _Part, words: ClauseWords) -> bool:
        if not self._in_list or not self._variables or self._variables[-1].default:
            return False
        value = take_default(words, self._quotes)
        if not value or words.rest():
            return False
        last = self._variables[-1]
        try:
            self._variables[-1] = replace(last, default=value_text(last.type, value))
        except NoValueError:
            self._leave_out(f"'{value}' is no {last.type} value")
        return True

    def _add_direction(self, part: _Part, words: ClauseWords) -> bool:
        last = self._last_behaviour()
        direction = take_direction(words)
        if not isinstance(last, Move) or direction is None:
            return False
        axis, sign, is_world = direction
        turned = replace(last, axis=axis, sign=sign, is_world=is_world)
        paced = take_pace(words, turned)
        if words.rest():
            return False
        if isinstance(paced, Move) and last.is_speed_assumed:
            self._set_last(replace(last, speed=paced.speed, is_speed_assumed=False))
        part.behaviours.append(paced or turned)
        return True

    def _add_pace(self, _: _Part, words: ClauseWords) -> bool:
        last = self._last_behaviour()
        changed = take_pace(words, last) if isinstance(last, Move | Rotate | Bob) else None
        if changed is None or words.rest():
            return False
        self._set_last(changed)
        return True

    def _set_last(self, changed: Behaviour) -> None:
        """Give the last motion a pace that was named after it."""
        last = self._parts[-1]
        last.behaviours[-1] = changed
        last.assumed = [note for note in last.assumed if "was named" not in note]

    def _last_behaviour(self) -> Behaviour | None:
        return self._parts[-1].behaviours[-1] if self._parts else None

    # --- what is left over -----------------------------------------------------------------

    def _settle(self, part: _Part) -> None:
        """Words that nobody took: a limit takes its behaviours with it, anything else is only told."""
        rest = part.words.rest()
        if part.behaviours and any(word in _LIMITS for group in rest for word in group.words):
            self._parts.remove(part)
            unknown = " … ".join(self._quotes.restore(" ".join(group.words)) for group in rest)
            self._leave_out(part.unit.text, f"I do not know what to do with '{unknown}'")
            return
        for group in rest:
            self._leave_out(group.text)
        is_mere_name = part.names_target and not part.behaviours and not part.has_members
        self._is_doubtful = self._is_doubtful or (
            bool(rest) and is_mere_name and not self._target.has_creation
        )

    def _share_time(self, part: _Part, sentence_start: int) -> None:
        """`prints "x" and destroys itself when …`: what a bare `and` joins happens at the same time."""
        if part not in self._parts or not part.has_own_time or part.trigger is None:
            return
        joined = part.follows_directly
        for earlier in reversed(self._parts[sentence_start : self._parts.index(part)]):
            if not joined or earlier.trigger is not None:
                return
            earlier.behaviours = [_at(item, part.trigger) for item in earlier.behaviours]
            earlier.assumed = [note for note in earlier.assumed if "Begin Play" not in note]
            joined = earlier.follows_directly

    def _drop_directly_before(self, part: _Part, sentence_start: int) -> None:
        """A condition at the end of `moves and spins unless …` may hold for both."""
        joined = part.follows_directly
        while joined and len(self._parts) > sentence_start and self._parts[-1].trigger is None:
            dropped = self._parts.pop()
            self._leave_out(dropped.unit.text, "the condition after it may be meant for it too")
            joined = dropped.follows_directly

    def _extend_last_left_out(self, unit: Unit) -> None:
        last = self._left_out[-1]
        self._left_out[-1] = replace(last, text=f"{last.text}, {self._quotes.restore(unit.text)}")

    def _leave_out(self, text: str, reason: str = "") -> None:
        item = UndonePart(self._quotes.restore(text), reason)
        if item not in self._left_out:
            self._left_out.append(item)

    def _assume(self, text: str) -> None:
        if text not in self._assumed:
            self._assumed.append(text)

    # --- the end --------------------------------------------------------------------------

    def finish(self, known_blueprint: str) -> Request:
        """The request as a whole."""
        behaviours = [item for part in self._parts for item in part.behaviours]
        assumed = self._assumed + [note for part in self._parts for note in part.assumed]
        request = Request(
            self._target.finish(known_blueprint),
            tuple(self._components),
            tuple(self._variables),
            tuple(dict.fromkeys(behaviours)),
            tuple(self._left_out),
            tuple(dict.fromkeys(assumed)),
        )
        if request.is_empty and (self._is_doubtful or not self._target.is_asked_for):
            return replace(request, target=None)
        return use_speed_variables(request)


def _at(item: Behaviour, trigger: Trigger) -> Behaviour:
    if isinstance(item, Print | Destroy) and item.trigger == BEGIN_PLAY:
        return replace(item, trigger=trigger)
    return item
