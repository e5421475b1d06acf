import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.host.redaction import HIDDEN, redact

KEY = "sk-ant-api03-AbCd_EfGh-0123456789"
PLAIN = "opaque0value1without2shape3"


@pytest.mark.parametrize(
    "text",
    [
        f"key {KEY} was used",
        f"Authorization: Bearer {KEY}",
        f"{{'x-api-key': '{KEY}'}}",
        f"https://proxy:{KEY}@example.com/",
        f"ANTHROPIC_API_KEY={KEY}",
    ],
)
def test_a_key_with_a_known_shape_is_hidden_anywhere(text: str) -> None:
    assert KEY not in redact(text)
    assert HIDDEN in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer {PLAIN}",
        f"authorization: {PLAIN}",
        f"AUTHORIZATION: Basic {PLAIN}",
        f"{{'Authorization': 'Bearer {PLAIN}'}}",
        f"('x-api-key', '{PLAIN}')",
        f"[(b'x-api-key', b'{PLAIN}'), (b'host', b'a')]",
        f'{{"X-Api-Key": "{PLAIN}"}}',
        f"GET /models?api_key={PLAIN}&page=2",
        f"OPENAI_API_KEY={PLAIN}",
        f"api_key='{PLAIN}'",
        f"client_secret: {PLAIN}",
        f"Set-Cookie: {PLAIN}; Path=/",
        f"postgres://user:{PLAIN}@host/db",
    ],
)
def test_whatever_stands_where_a_key_stands_is_hidden(text: str) -> None:
    assert PLAIN not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "N3: Print String (K2Node_CallFunction) pins: execute, then, InString",
        "authorization: None",
        "api_key: [hidden]",
        "The password pin of the Login node is a string.",
        "task-manager and risk-0123456789 are no keys",
        "/Game/BP_Door:EventGraph at https://docs.example.com:8080/path",
        "content-type: application/json",
    ],
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert redact(text) == text


@given(st.text())
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    assert redact(redact(text)) == redact(text)


@given(st.text(), st.text())
def test_no_surrounding_text_lets_a_key_through(before: str, after: str) -> None:
    assert KEY not in redact(f"{before} {KEY} {after}")
