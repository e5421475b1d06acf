"""The markup in which models write tool calls: tags, tokens, fences and what looks like a call.

Part of `parsing`. Everything here is a pattern or a limit; nothing here reads a stream.
"""

from __future__ import annotations

import re

NAMES = (
    "function_calls",
    "function_call",
    "tool_response",
    "tool_result",
    "tool_calls",
    "tool_call",
    "arg_value",
    "parameter",
    "function",
    "thinking",
    "arg_key",
    "invoke",
    "think",
)
CALL_TAGS = frozenset({"tool_call", "tool_calls", "function_call", "function_calls"})
RESULT_TAGS = frozenset({"tool_response", "tool_result"})
HIDDEN_TAGS = frozenset({"think", "thinking"}) | RESULT_TAGS
TOKENS = ("<|tool_call_begin|>", "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>")
FOREIGN = ("<|python_tag|>", "<\uff5ctool\u2581calls\u2581begin\uff5c>", "[TOOL_CALLS]")
PREFIXES = ("", "antml:", "\uff5cDSML\uff5c")
TAG_STARTS = tuple(
    f"<{slash}{prefix.lower()}{name}" for slash in ("", "/") for prefix in PREFIXES for name in NAMES
)
STARTS = (*TAG_STARTS, *(token.lower() for token in (*TOKENS, *FOREIGN)))
LONGEST_START = max(map(len, STARTS))
SHORTEST_PARTIAL = 3  # "</" may be prose, "</t" at the end of a reply is a cut tag

MAX_TAG_CHARS = 200
TAG = re.compile(
    rf"<(?P<slash>/?)(?:antml:|\uff5cDSML\uff5c)?(?P<name>{'|'.join(NAMES)})(?![\w-])"
    rf"(?P<rest>[^<>\n]{{0,{MAX_TAG_CHARS}}})(?P<end>>|\n|(?=<)|\Z)",
    re.IGNORECASE,
)
INTEREST = re.compile(r"[<`{\[]")
SPACE = re.compile(r"(?:\s|\\n)*")
AFTER_OBJECT = re.compile(r"(?:[\s,}\]]|\\n)*")
CLOSING_TAG = re.compile(r"</[^\s<>]{0,40}>?")
FUNCTION_END = re.compile(r"</(?:antml:|\uff5cDSML\uff5c)?(?:function|invoke)>", re.IGNORECASE)
CALL_END = re.compile(r"</(?:antml:|\uff5cDSML\uff5c)?(?:tool_call|function_call)s?>", re.IGNORECASE)
CALL_TAG = re.compile(r"<(/?)(?:tool_call|function_call)s?>|<arg_key>", re.IGNORECASE)
TOKEN_END = re.compile(r"<\|tool_call_end\|>")
PAIR_START = re.compile(r"[\w.-]+\s*<arg_key>")
BACKTICKS = re.compile("`+")
KEY_OF_CALL = re.compile(
    r"""[\[{\s]*["']?(?:name|tool|tool_name|function|function_name|action|tool_calls|calls|type|id)["']?\s*:"""
)
MAX_KEY_CHARS = 60
MAX_QUOTED_CHARS = 300
MAX_INLINE_CODE_CHARS = 400
MAX_INFO_CHARS = 100
MAX_FUNCTION_ENDS = 20
EXCERPT_CHARS = 300

CALL_FENCES = frozenset({"tool_call", "tool_calls", "function_call", "tool_code", "tool_use"})
JSON_FENCES = frozenset({"json", "jsonc", "json5", ""})
CODE_FENCES = frozenset({"python", "py", "javascript", "js", "plaintext", "tool"})
MARKUP_FENCES = frozenset({"xml", "html", ""})

FORM = 'Write <tool_call>{"name": "…", "parameters": {…}}</tool_call>.'
TRUNCATED = "The reply was cut before this tool call was complete. Send it again."
UNREADABLE = f"This is no readable tool call. {FORM}"
UNENDED = "A string or brace of this tool call does not end."
INVENTED = f"Results come from the editor, never from you: nothing was run. To call a tool: {FORM}"
FENCED = "A tool call inside a code fence is not run. Write it without the fence."
