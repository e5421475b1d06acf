from types import SimpleNamespace

import pytest

from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.host.redaction import redact
from blueprint_assistant.host.secrets import SecretStore

KEY = "sk-ant-test-0123456789abcdefXYZ"


class Drawer:
    """A credential store with the functions of `keyring`."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, name: str) -> str | None:
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, password: str) -> None:
        self.kept[service, name] = password

    def delete_password(self, service: str, name: str) -> None:
        del self.kept[service, name]


def locked(*_arguments: str) -> str:
    raise RuntimeError("the store is locked")


LOCKED = SimpleNamespace(get_password=locked, set_password=locked, delete_password=locked)


def test_the_environment_comes_before_the_credential_store() -> None:
    drawer = Drawer()
    drawer.set_password("BlueprintAIAssistant", "claude", "from-the-store")
    store = SecretStore({"ANTHROPIC_API_KEY": f" {KEY}\n"}, drawer)
    found = store.get("claude")
    assert found is not None
    assert found.get_secret_value() == KEY
    assert store.place("claude") == "environment"


def test_a_key_is_kept_in_the_credential_store_and_forgotten_from_it() -> None:
    drawer = Drawer()
    assert SecretStore({}, drawer).set("claude", KEY) == "credential store"
    again = SecretStore({}, drawer)
    found = again.get("claude")
    assert found is not None
    assert (found.get_secret_value(), again.place("claude")) == (KEY, "credential store")
    again.forget("claude")
    assert again.get("claude") is None
    assert not drawer.kept


def test_without_a_usable_credential_store_a_key_lives_for_the_session(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = SecretStore({}, LOCKED)
    assert store.get("claude") is None
    assert store.set("claude", KEY) == "session"
    assert store.place("claude") == "session"
    assert "this session only" in caplog.text
    assert KEY not in caplog.text
    assert SecretStore({}, LOCKED).get("claude") is None
    store.forget("claude")
    assert store.get("claude") is None


@pytest.mark.parametrize("text", ["", "  ", "two words", "line\nbreak", "schlüssel", "x" * 3000])
def test_a_text_that_cannot_be_a_key_is_refused_and_not_shown(text: str) -> None:
    store = SecretStore({}, Drawer())
    with pytest.raises(ConfigurationError) as refused:
        store.set("claude", text)
    assert not text.strip() or text not in str(refused.value)


def test_no_text_form_of_a_store_or_its_key_shows_the_key() -> None:
    store = SecretStore({"ANTHROPIC_API_KEY": KEY}, LOCKED)
    key = store.get("claude")
    for shown in (repr(store), str(store), repr(key), str(key), f"{key}"):
        assert KEY not in shown


def test_a_key_that_was_read_is_hidden_from_then_on() -> None:
    odd = "local.server/key+with=signs"
    assert odd in redact(f"before {odd}")
    SecretStore({"ANTHROPIC_API_KEY": odd}, LOCKED).get("claude")
    assert odd not in redact(f"after {odd}")
    assert "local.server%2Fkey%2Bwith%3Dsigns" not in redact("?k=local.server%2Fkey%2Bwith%3Dsigns")
