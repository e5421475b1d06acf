"""What other languages call by the name of a module or parent: `math.sin(x)`, `random.random()`. Of calls.

Where the meaning is certain: the call in the words of this language. A name that the program or the
Blueprint knows is never one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores
from blueprint_assistant.languages.ast.syntax_tree import Argument, Call, Identifier, Member, NumberLiteral
from blueprint_assistant.languages.lower.variable_calls import as_mention

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["is_parent", "plain_constant", "translated"]

_MATH: Final = ("math", "mathf", "fmath", "ukismetmathlibrary", "np", "numpy")
_OF_MATH: Final = {
    "floor": "FFloor",
    "floortoint": "FFloor",
    "ceil": "FCeil",
    "ceiltoint": "FCeil",
    "trunc": "FTrunc",
    "roundtoint": "Round",
    "sqrt": "Sqrt",
    "fabs": "abs",
    "abs": "abs",
    "min": "min",
    "max": "max",
    "pow": "pow",
    "power": "pow",
    "clamp": "clamp",
    "log": "Loge",
    "exp": "Exp",
    "radians": "DegreesToRadians",
    "degreestoradians": "DegreesToRadians",
    "degrees": "RadiansToDegrees",
    "radianstodegrees": "RadiansToDegrees",
    "fmod": "FMod",
    "frand": "RandomFloat",
    "frandrange": "RandomFloatInRange",
    "randrange": "RandomIntegerInRange",
    "randbool": "RandomBool",
    "random": "RandomFloat",
}
_OF_CPP: Final = {
    **{f"{kind}interpconstantto": f"{kind.upper()}InterpTo_Constant" for kind in ("f", "r", "v")},
    "vector2dinterpconstantto": "Vector2DInterpTo_Constant",
    "isnearlyequal": "NearlyEqual_FloatFloat",
    "vrand": "RandomUnitVector",
    "unwinddegrees": "NormalizeAxis",
    "frac": "Fraction",
    "fractional": "Fraction",
}
"""What `FMath` calls otherwise than Blueprints do, and nothing else is called."""
_OF_MODULES: Final[dict[str, dict[str, str]]] = {
    "random": {
        "uniform": "RandomFloatInRange",
        "randint": "RandomIntegerInRange",
        "random": "RandomFloat",
        "choice": "Array_Random",
    },
    "time": {"sleep": "Delay"},
    "asyncio": {"sleep": "Delay"},
    "console": {"log": "print"},
    "unreal": {"log": "print", "rotator": "MakeRotator"},
    "debug": {"log": "print"},
}
_LIBRARIES: Final = ("unreal", "unreal_engine", "ue")
_WORLDS: Final = ("GetWorld", "get_world", "GetTimerManager", "GetWorldTimerManager")
_PARENTS: Final = ("super", "base", "parent")


def translated(call: Call, scope: Scope) -> Expression | None:
    """The call in the words of this language; None when it is in these already, or of no known module."""
    callee = call.callee
    if isinstance(callee, Identifier):
        return _bare_word(call, callee.name, scope) or as_mention(call, scope)
    if isinstance(callee.of, Call) and callee.of.callee.name in _WORLDS:
        return _called(call, callee.name)
    if not isinstance(callee.of, Identifier) or scope.means_value(callee.of.name):
        return None
    module, name = callee.of.name.lower(), callee.name
    known = _OF_MODULES.get(module, {}).get(name.lower(), "")
    if module in _LIBRARIES and not known:
        return _called(call, name)
    if module in _MATH:
        return _called(call, _of_math(call, name))
    if not known:
        return None
    made = _called(call, known)
    if known == "Array_Random":
        return Member(made, "OutItem", place=call.place)
    return made


def _of_math(call: Call, name: str) -> str:
    """A function of C++'s or Python's mathematics by the engine's name for Blueprints."""
    word = fold_underscores(name)
    if word == "randrange" and any(_is_real(item.value) for item in call.arguments):
        return "RandomFloatInRange"
    return _OF_MATH.get(word) or _OF_CPP.get(word) or name


def _is_real(value: Expression) -> bool:
    return isinstance(value, NumberLiteral) and bool(set(value.text) & set(".eE"))


def _bare_word(call: Call, name: str, scope: Scope) -> Call | None:
    """A function that C++ calls so and nothing in Blueprints, though its class is left out."""
    known = _OF_CPP.get(fold_underscores(name), "")
    if not known or find_callable(scope.owner, name, with_macros=True) is not None:
        return None
    return _called(call, known)


def _called(call: Call, name: str) -> Call:
    return Call(Identifier(name, place=call.callee.place), call.arguments, place=call.place)


def plain_constant(module: str, name: str) -> Call | None:
    """`math.pi`, and C++'s `PI`, which has no module."""
    word = name.lower().removeprefix("ue_")
    if module.lower() in (*_MATH, "") and word in ("pi", "tau"):
        return Call(Identifier("GetPI" if word == "pi" else "GetTAU"), tuple[Argument, ...]())
    return None


def is_parent(call: Call, scope: Scope) -> bool:
    """Whether a call is `super().Event()`, `Super::Event()` or the like."""
    callee = call.callee
    if not isinstance(callee, Member):
        return False
    of = callee.of
    if isinstance(of, Call) and isinstance(of.callee, Identifier):
        return of.callee.name.lower() == "super" and not scope.means_value(of.callee.name)
    return isinstance(of, Identifier) and of.name.lower() in _PARENTS and not scope.means_value(of.name)
