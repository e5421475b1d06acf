import json
import os
from pathlib import Path

import pytest

from blueprint_assistant.host.settings import (
    INI_NAME,
    BadSettingError,
    DamagedSettingsError,
    Settings,
    load_settings,
    read_ini,
    save_user_settings,
    user_settings_file,
)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    """A plugin, a project and a user file that exist only here."""
    for name in ("plugin", "project"):
        (tmp_path / name / "Config").mkdir(parents=True)
    return {
        "plugin_folder": tmp_path / "plugin",
        "project_folder": tmp_path / "project",
        "user_file": tmp_path / "user" / "settings.json",
    }


def write_ini(folder: Path, *lines: str) -> Path:
    file = folder / "Config" / INI_NAME
    file.write_text("\n".join(["[BlueprintAIAssistant]", *lines]), encoding="utf-8")
    return file


def test_each_layer_overrides_the_ones_below_it(places: dict[str, Path]) -> None:
    def tokens(environment: dict[str, str], **overrides: int) -> int:
        return load_settings(environment=environment, overrides=overrides, **places).max_tokens

    assert tokens({}) == Settings().max_tokens
    write_ini(places["plugin_folder"], "MaxTokens=1000")
    assert tokens({}) == 1000
    write_ini(places["project_folder"], "MaxTokens=2000")
    assert tokens({}) == 2000
    save_user_settings({"max_tokens": 3000}, places["user_file"])
    assert tokens({}) == 3000
    assert tokens({"BLUEPRINT_AI_MAX_TOKENS": "4000"}) == 4000
    assert tokens({"BLUEPRINT_AI_MAX_TOKENS": "4000"}, max_tokens=5000) == 5000


def test_the_ini_of_the_plugin_names_every_setting_with_its_built_in_value() -> None:
    text = (ROOT / "Config" / INI_NAME).read_text(encoding="utf-8")
    written = dict(read_ini(text, "BlueprintAIAssistant"))
    assert len(written) == len(Settings.model_fields)
    shipped = load_settings(environment={}, plugin_folder=ROOT, user_file=ROOT / "no such file")
    assert shipped == Settings()


def test_an_ini_is_read_as_unreal_writes_it() -> None:
    text = (
        "; comment=1\n[Other]\nA=other\n[BlueprintAIAssistant]\nA=one\n+A=array line\n.A=array\n!A=clear\n"
        'A=last wins\nB="quoted value"\nC = spaces around \nno equals sign\n[Another]\nA=another\n'
    )
    assert dict(read_ini(text, "blueprintaiassistant")) == {
        "A": "last wins",
        "B": "quoted value",
        "C": "spaces around",
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_ini_is_read_in_each_encoding_that_unreal_writes(places: dict[str, Path], encoding: str) -> None:
    text = "[BlueprintAIAssistant]\r\nClaudeModel=modèle-日本\r\n"
    (places["project_folder"] / "Config" / INI_NAME).write_bytes(text.encode(encoding))
    assert load_settings(environment={}, **places).claude_model == "modèle-日本"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("BLUEPRINT_AI_PROVIDER", "gpt"),
        ("BLUEPRINT_AI_MAX_TOKENS", "many"),
        ("BLUEPRINT_AI_MAX_TOKENS", "0"),
        ("BLUEPRINT_AI_REQUEST_TIMEOUT_S", "-1"),
        ("BLUEPRINT_AI_CLAUDE_BASE_URL", "localhost:8080"),
    ],
)
def test_a_wrong_value_is_refused_with_its_key_and_place(
    places: dict[str, Path], variable: str, value: str
) -> None:
    with pytest.raises(BadSettingError) as refused:
        load_settings(environment={variable: value}, **places)
    assert refused.value.code == "bad_setting"
    for part in (variable, value, variable.removeprefix("BLUEPRINT_AI_").lower()):
        assert part in str(refused.value)


def test_a_wrong_value_in_a_file_names_the_file(places: dict[str, Path]) -> None:
    file = write_ini(places["project_folder"], "MaxRetries=often")
    with pytest.raises(BadSettingError, match="max_retries") as refused:
        load_settings(environment={}, **places)
    assert str(file) in str(refused.value)


def test_an_empty_value_counts_as_not_given(places: dict[str, Path]) -> None:
    write_ini(places["plugin_folder"], "MaxTokens=1234")
    settings = load_settings(environment={"BLUEPRINT_AI_MAX_TOKENS": ""}, **places)
    assert settings.max_tokens == 1234


def test_an_unknown_key_is_told_with_the_nearest_name_and_ignored(
    places: dict[str, Path], caplog: pytest.LogCaptureFixture
) -> None:
    write_ini(places["project_folder"], "MaxToken=99")
    assert load_settings(environment={}, **places).max_tokens == Settings().max_tokens
    assert "max_token'" in caplog.text
    assert "max_tokens" in caplog.text


def test_the_address_variable_of_claudes_own_tools_counts_and_ours_wins(places: dict[str, Path]) -> None:
    environment = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1/"}
    assert load_settings(environment=environment, **places).claude_base_url == "http://127.0.0.1:1"
    environment = {"BLUEPRINT_AI_CLAUDE_BASE_URL": "https://two", **environment}
    assert load_settings(environment=environment, **places).claude_base_url == "https://two"


def test_saving_keeps_other_keys_also_unknown_ones_and_none_removes(places: dict[str, Path]) -> None:
    file = places["user_file"]
    file.parent.mkdir()
    file.write_text('{"max_tokens": 5, "of_a_newer_version": [1], "provider": "claude"}', encoding="utf-8")
    save_user_settings({"provider": None, "max_retries": 0}, file)
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "max_tokens": 5,
        "of_a_newer_version": [1],
        "max_retries": 0,
    }
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]


def test_a_wrong_value_is_not_saved(places: dict[str, Path]) -> None:
    with pytest.raises(BadSettingError, match="no_such_key"):
        save_user_settings({"no_such_key": 1}, places["user_file"])
    with pytest.raises(BadSettingError, match="provider"):
        save_user_settings({"provider": "gpt"}, places["user_file"])
    assert not places["user_file"].exists()


@pytest.mark.parametrize("content", [b'{"provider": "cla', b"[1]", b"\xff\xfe\x00", b""])
def test_a_damaged_user_file_is_named_and_never_overwritten(places: dict[str, Path], content: bytes) -> None:
    file = places["user_file"]
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(DamagedSettingsError) as refused:
        load_settings(environment={}, **places)
    assert str(file) in str(refused.value)
    with pytest.raises(DamagedSettingsError):
        save_user_settings({"provider": "claude"}, file)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Exception, match="cannot be") as refused:
        save_user_settings({"provider": "claude"}, tmp_path / "file" / "settings.json")
    assert str(tmp_path / "file") in str(refused.value)


@pytest.mark.skipif(os.name == "nt", reason="the XDG rules are those of Linux")
def test_the_user_file_lies_where_the_system_keeps_settings(tmp_path: Path) -> None:
    file = user_settings_file({"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/nowhere"})
    assert file == tmp_path / "BlueprintAIAssistant" / "settings.json"
    assert user_settings_file({"XDG_CONFIG_HOME": "relative", "HOME": str(tmp_path)}).is_relative_to(tmp_path)


def test_a_file_as_notepad_saves_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(b'\xef\xbb\xbf{\r\n"max_retries": 7\r\n}')
    assert load_settings(environment={}, user_file=file).max_retries == 7


def test_a_home_that_is_no_folder_holds_no_settings(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    file = tmp_path / "home" / ".config" / "settings.json"
    assert load_settings(environment={}, user_file=file) == load_settings(
        environment={}, user_file=tmp_path / "x"
    )


def test_settings_that_are_nested_without_end_are_damaged(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text("[" * 100_000)
    with pytest.raises(DamagedSettingsError, match="no JSON"):
        load_settings(environment={}, user_file=file)
