from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.conversation.parsing import ParsedReply, StreamFilter, parse_reply
from tiers import thinned

TOOLS = {
    "compile_blueprint": {"blueprint": "string"},
    "add_node": {"blueprint": "string", "node_type": "string", "x": "integer", "y": "integer"},
    "create_blueprint": {"name": "string", "parent_class": "string"},
    "set_pin_value": {"node_id": "string", "pin_name": "string", "value": "string"},
}
ARGUMENTS = '{"blueprint": "BP_Door"}'
CALL = '<tool_call>{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}</tool_call>'


def calls_of(reply: ParsedReply) -> list[tuple[str, dict[str, object]]]:
    return [(call.name, dict(call.parameters)) for call in reply.calls]


COMPILE = ("compile_blueprint", {"blueprint": "BP_Door"})


# --- forms of a call --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        '<tool_call>{"name": "compile_blueprint", "arguments": {"blueprint": "BP_Door"}}</tool_call>',
        '<tool_call>{"tool": "compile_blueprint", "args": {"blueprint": "BP_Door"}}</tool_call>',
        '<tool_call>{"name": "compile_blueprint", "blueprint": "BP_Door"}</tool_call>',
        '<tool_call>{"compile_blueprint": {"blueprint": "BP_Door"}}</tool_call>',
        f'<tool_call>{{"name": "compile_blueprint", "arguments": {json.dumps(ARGUMENTS)}}}</tool_call>',
        f'<tool_call>{{"function": {{"name": "compile_blueprint", "arguments": {ARGUMENTS}}}}}</tool_call>',
        '<tool_call>[{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}]</tool_call>',
        "<tool_call>{'name': 'compile_blueprint', 'parameters': {'blueprint': 'BP_Door',}}</tool_call>",
        '<tool_call>{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}</tool_call>',
        '<tool_call>{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}}}</tool_call>',
        '<tool_call>\n{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}\n',
        "<function=compile_blueprint><parameter=blueprint>BP_Door</parameter></function>",
        "<tool_call>\n<function=compile_blueprint>\n<parameter=blueprint>\nBP_Door\n</parameter>\n</function>\n</tool_call>",
        '<invoke name="compile_blueprint"><parameter name="blueprint">BP_Door</parameter></invoke>',
        "<tool_call>compile_blueprint\n<arg_key>blueprint</arg_key><arg_value>BP_Door</arg_value></tool_call>",
        '```tool_call\n{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}\n```',
        '```json\n{"name": "compile_blueprint", "arguments": {"blueprint": "BP_Door"}}\n```',
        '```\n{"name": "compile_blueprint", "arguments": {"blueprint": "BP_Door"}}\n```',
        f"```tool_call\n{CALL}\n```",
        f'```python\n{{"name": "compile_blueprint", "parameters": {ARGUMENTS}}}\n```',
        '{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}',
    ],
)
def test_a_call_is_found_in_each_form_that_models_use(text: str) -> None:
    reply = parse_reply(text, TOOLS)
    assert calls_of(reply) == [COMPILE]
    assert reply.prose == ""
    assert not reply.problems


def test_several_calls_keep_their_order_and_the_words_between_stay_visible() -> None:
    first = '<tool_call>{"name": "create_blueprint", "parameters": {"name": "BP_Door"}}</tool_call>'
    reply = parse_reply(f"First it is made.\n{first}\nThen compiled.\n{CALL}", TOOLS)
    assert [call.name for call in reply.calls] == ["create_blueprint", "compile_blueprint"]
    assert reply.prose == "First it is made.\n\nThen compiled."


def test_markup_inside_a_value_is_data() -> None:
    value = "see </tool_call> and {a,b and ``` and <think>"
    call = json.dumps({"name": "set_pin_value", "parameters": {"value": value}})
    reply = parse_reply(f"<tool_call>{call}</tool_call>", TOOLS)
    assert calls_of(reply) == [("set_pin_value", {"value": value})]


def test_a_tag_form_takes_its_types_from_the_tool() -> None:
    text = (
        "<function=add_node><parameter=x>320</parameter><parameter=y>left</parameter>"
        "<parameter=node_type>12</parameter></function>"
    )
    reply = parse_reply(text, TOOLS)
    assert calls_of(reply) == [("add_node", {"x": 320, "y": "left", "node_type": "12"})]


def test_an_unknown_tool_is_still_a_call_so_that_the_model_gets_an_answer() -> None:
    reply = parse_reply('<tool_call>{"name": "fly", "parameters": {}}</tool_call>', TOOLS)
    assert calls_of(reply) == [("fly", {})]


def test_a_bare_object_in_the_shape_of_a_call_is_one_even_when_the_tool_is_unknown() -> None:
    reply = parse_reply('{\n  "name": "BP_Enemy",\n  "arguments": {"parent_class": "Actor"}\n}', TOOLS)
    assert calls_of(reply) == [("BP_Enemy", {"parent_class": "Actor"})]


def test_bare_objects_one_after_the_other_are_all_calls() -> None:
    one = '{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"}}'
    reply = parse_reply(f"{one}, {one}\n{one}", TOOLS)
    assert calls_of(reply) == [COMPILE] * 3
    assert reply.prose == ""
    broken = parse_reply(f'{{"name": "compile_blueprint", "oops"}}, {one}', TOOLS)
    assert (len(broken.problems), calls_of(broken), broken.prose) == (1, [COMPILE], "")


# --- what is not run ---------------------------------------------------------------------------


def test_a_call_that_was_cut_is_not_run_and_the_complete_one_before_it_is() -> None:
    reply = parse_reply(
        f'{CALL}\n<tool_call>{{"name": "create_blueprint", "parameters": {{"na', TOOLS, is_cut=True
    )
    assert calls_of(reply) == [COMPILE]
    assert "cut" in reply.problems[0].reason
    assert reply.prose == ""


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "compile_blueprint", "parameters": {"blueprint": "BP_',
        '<tool_call>{"name": "compile_blueprint", "parameters": {"blueprint": "BP_Door"',
        "<function=compile_blueprint>\n<parameter=blueprint>\nBP_",
        '{"name": "compile_blueprint", "parameters": {"blueprint": "BP_',
        '```json\n{"name": "compile_blueprint", "parameters": {"blueprint": "BP_',
    ],
)
@pytest.mark.parametrize("is_cut", [True, False])
def test_an_incomplete_call_is_never_run_whatever_the_service_says(text: str, is_cut: bool) -> None:
    reply = parse_reply(text, TOOLS, is_cut=is_cut)
    assert not reply.calls
    assert reply.problems
    assert "BP_" not in reply.prose


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "set_pin_value", "parameters": {"value": "say "hi" now"}}</tool_call>',
        '<tool_call>{"name": "compile_blueprint", "parameters": {"blueprint": }}</tool_call>',
        '<tool_call>{"parameters": {"blueprint": "BP_Door"}}</tool_call>',
        f'<tool_call>{{"name": "compile_blueprint", "parameters": {ARGUMENTS}, "also": 1}}</tool_call>',
        "<tool_call>compile the door please</tool_call>",
        "<tool_call></tool_call>",
        "compile_blueprint(BP_Door)",
        "```python\ncompile_blueprint(BP_Door)\n```",
        "```xml\n" + CALL + "\n```",
        '[TOOL_CALLS] [{"name": "compile_blueprint", "arguments": {}}]',
        "<function=compile_blueprint>BP_Door</function>",
    ],
)
def test_an_attempt_that_cannot_be_read_is_reported_not_guessed(text: str) -> None:
    reply = parse_reply(text, TOOLS)
    assert not reply.calls
    assert len(reply.problems) == 1
    assert reply.problems[0].excerpt


def test_a_call_with_a_quote_too_many_does_not_swallow_the_next_one() -> None:
    broken = '<tool_call>{"name": "set_pin_value", "parameters": {"value": "5" tall"}}</tool_call>'
    reply = parse_reply(f"{broken}\n{CALL}", TOOLS)
    assert calls_of(reply) == [COMPILE]
    assert len(reply.problems) == 1


def test_a_reply_that_invents_a_result_instead_of_calling_is_told_so() -> None:
    reply = parse_reply("<tool_result>Health was added.</tool_result>", TOOLS)
    assert not reply.calls
    assert "never from you" in reply.problems[0].reason
    assert parse_reply(f"{CALL}<tool_result>ok</tool_result>", TOOLS).problems == ()


def test_calls_in_reasoning_and_invented_results_are_neither_run_nor_shown() -> None:
    text = (
        f"<think>Maybe {CALL}?</think>It is done."
        '<tool_response>{"success": true}</tool_response><tool_result name="x">ok</tool_result> Bye.'
    )
    reply = parse_reply(text, TOOLS)
    assert not reply.calls
    assert reply.prose == "It is done. Bye."


# --- what is only quoted -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "I use the `<tool_call>` form.",
        f"It looks like `{CALL}` in text.",
        "The <tool_call> tag starts a call.",
        f"An example:\n\n```text\n{CALL}\n```\n\nThat is all.",
        "5 < 6 and a <b> c, <functional> too",
        'Some JSON:\n```json\n{"name": "Bob", "age": 3}\n```\nfine',
        'Code:\n```python\n{"name": "Bob", "parameters": {}}\n```\nfine',
        "Use {Health} and [0] here.",
        "{not a call} at all",
        "Half a fence ```",
        "A ` lonely tick",
    ],
)
def test_quoted_markup_and_ordinary_signs_are_text(text: str) -> None:
    reply = parse_reply(text, TOOLS)
    assert reply.prose == text
    assert not reply.items


def test_orphan_closing_tags_disappear() -> None:
    assert parse_reply("It is added.\n</parameter>\n</function>\n</tool_call>", TOOLS).prose == "It is added."


# --- streaming -----------------------------------------------------------------------------------


def test_text_is_visible_as_soon_as_it_can_no_longer_be_markup() -> None:
    stream = StreamFilter(TOOLS)
    assert stream.feed("Working ") == "Working"
    assert stream.feed("on it. 5 <") == " on it. 5"
    assert stream.feed(" 6") == " < 6"
    assert stream.feed(" <tool_c") == ""
    assert stream.feed('all>{"name": "compile_blueprint", "parameters": {}}</tool_call>') == ""
    reply = stream.finish()
    assert reply.tail == ""
    assert reply.prose == "Working on it. 5 < 6"


_PIECES = st.sampled_from(
    [
        CALL,
        "<tool_call>",
        "</tool_call>",
        '{"name": "compile_blueprint", "parameters": {"blueprint": "B"}}',
        '{"name":',
        "}",
        "{",
        "[",
        "```",
        "```json\n",
        "```tool_call\n",
        "\n",
        "\n\n",
        " ",
        "word",
        "`",
        "<function=compile_blueprint>",
        "<parameter=blueprint>",
        "</parameter>",
        "</function>",
        "<think>",
        "</think>",
        "<tool_response>",
        "</tool_response>",
        "5 < 6",
        "<",
        '"',
        "'",
        "\\",
        "\\n",
        "<arg_key>a</arg_key><arg_value>b</arg_value>",
        "<|tool_call_begin|>functions.compile_blueprint:0<|tool_call_argument_begin|>",
        "<|tool_call_end|>",
        "[TOOL_CALLS]",
        '<invoke name="compile_blueprint">',
        "</invoke>",
        "é",
        "<tool_ca",
    ]
)
_TEXTS = st.lists(_PIECES | st.text(max_size=6), max_size=14).map("".join)


@given(_TEXTS, st.lists(st.integers(min_value=1, max_value=30), min_size=1), st.booleans())
def test_every_way_of_cutting_the_stream_gives_the_same_reply(
    text: str, sizes: list[int], is_cut: bool
) -> None:
    stream = StreamFilter(TOOLS)
    visible, at, turn = "", 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        visible += stream.feed(text[at : at + size])
        at, turn = at + size, turn + 1
    pieces = stream.finish(is_cut=is_cut)
    whole = parse_reply(text, TOOLS, is_cut=is_cut)
    assert (pieces.prose, pieces.items) == (whole.prose, whole.items)
    assert visible + pieces.tail == whole.prose


@given(st.text(alphabet=st.characters(exclude_characters="<`{[", exclude_categories=["Cs"])))
def test_text_without_signs_of_markup_is_shown_as_it_is(text: str) -> None:
    assert parse_reply(text, {}).prose == text.strip()


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["blueprint", "x", "value"]), st.text() | st.integers(), max_size=3),
        min_size=1,
        max_size=4,
    )
)
def test_calls_written_in_our_form_are_read_back_exactly(parameters: list[dict[str, object]]) -> None:
    text = "\n".join(
        f"<tool_call>{json.dumps({'name': 'add_node', 'parameters': item})}</tool_call>"
        for item in parameters
    )
    assert [dict(call.parameters) for call in parse_reply(text, TOOLS).calls] == parameters


@pytest.mark.parametrize(
    "unit",
    thinned(
        thinned(
            ["<", "`", "{", "[", '"', "<tool_call>", '<tool_call>{"a":"', "</function>", "<think>"],
            4,
            is_one_value=True,
        ),
        3,
        is_one_value=True,
    ),
)
def test_hostile_repetition_takes_no_more_than_linear_time(unit: str) -> None:
    reply = parse_reply(unit * (40_000 // len(unit)), TOOLS)
    assert not reply.calls
