"""What stands inside tool-call markup, read into calls: JSON and tag spellings.

Outside uses the `calls_in_…` functions; `parsing` finds where the markup begins and ends.
Nothing is guessed: what has no single meaning raises CallTextError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from blueprint_assistant.conversation.json_text import JsonTextError, read_json
from blueprint_assistant.errors import AssistantError

__all__ = [
    "CallTextError",
    "ParsedCall",
    "ToolTypes",
    "calls_in_json",
    "is_call_shaped",
    "read_argument_pairs",
    "read_function_block",
    "read_token_block",
    "typed_value",
]

ToolTypes = Mapping[str, Mapping[str, str]]
"""The known tools: the JSON type of each parameter, by tool and parameter name."""

_NAME_KEYS = ("name", "tool", "tool_name", "function", "function_name", "action")
_ARGUMENT_KEYS = ("arguments", "parameters", "params", "args", "input", "tool_input", "action_input")
_REMARK_KEYS = frozenset({"id", "call_id", "type", "index", "thought", "reasoning", "explanation"})
_LIST_KEYS = ("tool_calls", "calls")


@dataclass(frozen=True, slots=True)
class ParsedCall:
    """A call found in text. `name` is as the model wrote it; the registry resolves it."""

    name: str
    parameters: Mapping[str, Any]


class CallTextError(AssistantError):
    """A call in text that cannot be read; the model reads why and writes it again."""

    code = "malformed_tool_call"


def calls_in_json(value: Any, tools: ToolTypes) -> list[ParsedCall]:
    """The calls that a JSON value stands for: one object, or a list of them."""
    if isinstance(value, list):
        return [call for item in value for call in calls_in_json(item, tools)]
    if not isinstance(value, dict):
        raise CallTextError("The tool call is no JSON object.", _FORM)
    for key in _LIST_KEYS:
        if key in value and isinstance(value[key], list):
            return calls_in_json(value[key], tools)
    return [_call_in_object(value, tools)]


def is_call_shaped(value: Any, tools: ToolTypes) -> bool:
    """Whether JSON that stands somewhere in a text is meant as a call, by its keys alone."""
    if isinstance(value, list):
        return bool(value) and all(is_call_shaped(item, tools) for item in value)
    if not isinstance(value, dict):
        return False
    if any(isinstance(value.get(key), list) for key in _LIST_KEYS):
        return all(is_call_shaped(value[key], tools) for key in _LIST_KEYS if key in value)
    named = next((value[key] for key in _NAME_KEYS if key in value), None)
    if isinstance(named, dict):
        return is_call_shaped(named, tools)
    has_arguments = any(key in value for key in _ARGUMENT_KEYS)
    return isinstance(named, str) and (has_arguments or _plain_name(named) in tools)


_FORM = 'Write <tool_call>{"name": "…", "parameters": {…}}</tool_call>.'


def _call_in_object(value: dict[str, Any], tools: ToolTypes) -> ParsedCall:
    name_keys = [key for key in _NAME_KEYS if key in value]
    known = [key for key in name_keys if isinstance(value[key], str) and _plain_name(value[key]) in tools]
    name_key = next(iter([*known, *name_keys]), None)
    if name_key is None:
        return _call_by_key(value, tools)
    named = value[name_key]
    if isinstance(named, dict):
        return _call_in_object(named, tools)
    if not isinstance(named, str) or not named.strip():
        raise CallTextError("The tool call has no tool name.", _FORM)
    name = _plain_name(named)
    argument_keys = [key for key in _ARGUMENT_KEYS if key in value]
    others = {key: item for key, item in value.items() if key != name_key and key not in argument_keys}
    if not argument_keys:
        # {"name": "compile_blueprint", "blueprint": "BP_Door"}: the rest are the parameters.
        if others and name not in tools:
            raise CallTextError(f"'{name}' is no tool, and the call has no parameters object.", _FORM)
        return ParsedCall(name, others)
    extra = ", ".join([*(key for key in others if key not in _REMARK_KEYS), *argument_keys[1:]])
    if extra:
        raise CallTextError(f"The call of {name} has more than a name and parameters: {extra}.", _FORM)
    return ParsedCall(name, _arguments(name, value[argument_keys[0]]))


def _call_by_key(value: dict[str, Any], tools: ToolTypes) -> ParsedCall:
    """Read {"compile_blueprint": {"blueprint": …}}."""
    if len(value) == 1:
        ((name, arguments),) = value.items()
        if name in tools:
            return ParsedCall(name, _arguments(name, arguments))
    raise CallTextError("The tool call has no tool name.", _FORM)


def _arguments(name: str, value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    if isinstance(value, str):
        if not value.strip():
            return {}
        try:
            value = read_json(value)
        except JsonTextError as error:
            raise CallTextError(f"The parameters of {name} are no JSON: {error.what}", _FORM) from error
    if not isinstance(value, dict):
        raise CallTextError(f"The parameters of {name} are no JSON object.", _FORM)
    return value


def _plain_name(text: str) -> str:
    return text.strip().removeprefix("functions.").removeprefix("default_api.")


# --- tags -----------------------------------------------------------------------------------

_PREFIX = r"(?:antml:|\uff5cDSML\uff5c)?"
_FUNCTION_OPEN = re.compile(rf"""<{_PREFIX}(?:function=|invoke\s+name=)["']?([^"'<>\n]*?)["']?\s*(?:>|\n)""")
_PARAMETER_OPEN = re.compile(
    rf"""\s*<{_PREFIX}parameter(?:=|\s+name=)["']?([^"'<>\n]*?)["']?"""
    r"""(?:\s+string=["'](true|false)["'])?[ \t]*(>|\n)"""
)
_PARAMETER_CLOSE = re.compile(
    rf"</{_PREFIX}parameter>(?=\s*(?:<{_PREFIX}parameter[=\s]|</{_PREFIX}(?:function|invoke|tool_call)>|$))"
)
_END = re.compile(rf"\s*(?:</{_PREFIX}(?:function|invoke)>\s*)?$")


def read_function_block(text: str, tools: ToolTypes) -> ParsedCall | None:
    """The call of a `<function=…>` or `<invoke name="…">` block; None while a value is open.

    The text begins with the opening tag. Only the protocol's own tags are structure: other
    markup inside a value is data, and so are entities.
    """
    opened = _FUNCTION_OPEN.match(text)
    if opened is None or not opened.group(1).strip():
        raise CallTextError("The function block has no tool name.", _FORM)
    name = _plain_name(opened.group(1))
    types = tools.get(name, {})
    parameters: dict[str, Any] = {}
    at = opened.end()
    while (parameter := _PARAMETER_OPEN.match(text, at)) is not None:
        key = parameter.group(1).strip()
        closed = _PARAMETER_CLOSE.search(text, parameter.end())
        if closed is None:
            return None
        raw = text[parameter.end() : closed.start()]
        # A tag that lost its `>` ends with the line: that line break is not the value's.
        raw = raw if parameter.group(3) == "\n" else raw.removeprefix("\r").removeprefix("\n")
        value = raw.removesuffix("\n").removesuffix("\r")
        if not key or (key in parameters and parameters[key] != value):
            raise CallTextError(f"A parameter of {name} has no name or is given twice.", _FORM)
        is_text = parameter.group(2) == "true"
        parameters[key] = value if is_text else typed_value(value, types.get(key, "string"))
        at = closed.end()
    if _END.match(text, at) is None:
        rest = text[at:].strip()
        raise CallTextError(f"The call of {name} holds text outside parameters: '{rest[:60]}'.", _FORM)
    return ParsedCall(name, parameters)


_PAIR = re.compile(r"\s*<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)


def read_argument_pairs(text: str, tools: ToolTypes) -> ParsedCall:
    """The call of `name <arg_key>…</arg_key><arg_value>…</arg_value> …`."""
    name = _plain_name(text.split("<", 1)[0])
    at = len(text.split("<", 1)[0])
    types = tools.get(name, {})
    parameters: dict[str, Any] = {}
    while (pair := _PAIR.match(text, at)) is not None:
        key = pair.group(1).strip()
        parameters[key] = typed_value(pair.group(2), types.get(key, "string"))
        at = pair.end()
    if text[at:].strip():
        raise CallTextError(f"The call of {name} holds text outside its pairs.", _FORM)
    return ParsedCall(name, parameters)


_TOKEN_CALL = re.compile(
    r"\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>", re.DOTALL
)


def read_token_block(text: str) -> ParsedCall:
    """The call between `<|tool_call_begin|>` and `<|tool_call_end|>`: `functions.name:0` and JSON."""
    head = _TOKEN_CALL.match(text)
    if head is None:
        raise CallTextError("The tool call has no tool name.", _FORM)
    return ParsedCall(head.group(1), _arguments(head.group(1), text[head.end() :]))


def typed_value(text: str, json_type: str) -> Any:
    """A value without quotes or types of its own, by the declared type of its parameter."""
    if json_type == "string":
        return text
    try:
        value = read_json(text.strip())
    except JsonTextError:
        return text
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    fits = {
        "integer": is_number,
        "number": is_number,
        "boolean": isinstance(value, bool),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
    }
    return value if fits.get(json_type, False) else text
