"""The settings and the layers that they come from. Outside uses Settings, load_settings, save_user_settings.

Low to high: built-in values, the plugin's ini, the project's ini, the user's JSON file, the
environment, what the caller overrides. Keys of model services are no settings: see `secrets`.
"""

from __future__ import annotations

import json
import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from blueprint_assistant.conversation.settings import ConversationSettings, ToolMode
from blueprint_assistant.errors import ConfigurationError, nearest
from blueprint_assistant.files import write_whole
from blueprint_assistant.host.redaction import redact
from blueprint_assistant.host.user_folders import config_folder
from blueprint_assistant.providers.claude.claude_models import DEFAULT_CLAUDE_MODEL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "INI_NAME",
    "BadSettingError",
    "DamagedSettingsError",
    "Settings",
    "load_settings",
    "read_ini",
    "save_user_settings",
    "user_settings_file",
]

INI_NAME = "DefaultBlueprintAIAssistant.ini"
_SECTION = "BlueprintAIAssistant"
_PREFIX = "BLUEPRINT_AI_"
_OTHER_VARIABLES = {"BLUEPRINT_AI_DISABLED"}

_LIMITS = ConversationSettings()

_log = logging.getLogger(__name__)


class BadSettingError(ConfigurationError):
    """A setting has a value that it cannot have; says which one and where it stands."""

    code = "bad_setting"


class DamagedSettingsError(ConfigurationError):
    """A settings file cannot be read; it is left as it is."""

    code = "damaged_settings"


def _http_address(value: str) -> str:
    if value and not re.match(r"(?i)https?://[^/\s]+", value):
        raise ValueError("must begin with http:// or https://")
    return value.rstrip("/")


class Settings(BaseModel):
    """What the user, the team and the plugin decided. The descriptions are for people."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    provider: Literal["auto", "offline", "claude"] = Field(
        "auto",
        description="Who answers: auto takes Claude where a key is set, and offline recipes otherwise.",
    )
    claude_model: str = Field(DEFAULT_CLAUDE_MODEL, min_length=1, description="The Claude model's id.")
    claude_base_url: Annotated[str, AfterValidator(_http_address)] = Field(
        "", description="A server that speaks Claude's protocol; empty for the service itself."
    )
    request_timeout_s: float = Field(180.0, gt=0, le=3600, description="The longest silence of a service.")
    max_retries: int = Field(2, ge=0, le=10, description="How often a failed request is sent again.")
    context_window: int = Field(
        0, ge=0, description="The model's context window in tokens; 0 takes what is known of the model."
    )
    max_tokens: int = Field(_LIMITS.max_tokens, ge=1, description="The most tokens of one answer.")
    max_iterations: int = Field(_LIMITS.max_iterations, ge=1, description="The most requests of one turn.")
    hand_wait_s: float = Field(
        _LIMITS.hand_wait_s,
        ge=0,
        le=3600,
        description="How long a tool waits for what only the user's hands can do, such as Ctrl+V.",
    )
    tool_mode: ToolMode = Field(
        _LIMITS.tool_mode,
        description="How tool calls travel; auto is native where the model takes tools.",
    )
    bluecode_tools: bool = Field(
        _LIMITS.bluecode_tools,
        description="Show the tools of the BlueCode protocol (bluecode_apply, …) in place of the node tools.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="What the log file keeps."
    )

    def conversation(self) -> ConversationSettings:
        """What of these a conversation needs."""
        return ConversationSettings(
            max_iterations=self.max_iterations,
            max_tokens=self.max_tokens,
            tool_mode=self.tool_mode,
            bluecode_tools=self.bluecode_tools,
            hand_wait_s=self.hand_wait_s,
        )


@dataclass(frozen=True, slots=True)
class _Given:
    """A value as it was given, and where: `BLUEPRINT_AI_PROVIDER`, or a file."""

    key: str
    value: Any
    place: str


def load_settings(
    *,
    overrides: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    plugin_folder: Path | None = None,
    project_folder: Path | None = None,
    user_file: Path | None = None,
) -> Settings:
    """The settings in force. A value that is empty in a file or variable counts as not given.

    Raises BadSettingError naming key and place, DamagedSettingsError for a file that cannot
    be read. A key that is not known is logged and ignored: a newer version may know it.
    """
    plugin_folder = plugin_folder or Path(__file__).resolve().parents[3]
    environment = os.environ if environment is None else environment
    given = [*_from_ini(plugin_folder / "Config" / INI_NAME)]
    if project_folder is not None:
        given += _from_ini(project_folder / "Config" / INI_NAME)
    given += _from_user_file(user_file or user_settings_file(environment))
    given += _from_environment(environment)
    given += [_Given(key, value, "the command line") for key, value in (overrides or {}).items()]
    return _combine(given)


def user_settings_file(environment: Mapping[str, str] | None = None) -> Path:
    """The file with the user's own settings; it may not exist."""
    return config_folder(environment) / "settings.json"


def save_user_settings(changes: Mapping[str, Any], file: Path | None = None) -> Path:
    """Put these values into the user's file, which keeps its others; None removes a key.

    The file is replaced in one step. Raises BadSettingError before anything is written, and
    DamagedSettingsError when the present file cannot be read (it is not overwritten).
    """
    file = file or user_settings_file()
    present = _read_user_file(file)
    _combine([_Given(key, value, "a new value") for key, value in changes.items() if value is not None])
    values = {key: value for key, value in {**present, **changes}.items() if value is not None}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(values, indent=2, ensure_ascii=False).encode())
    except OSError as error:
        raise ConfigurationError(
            f"The settings cannot be saved to '{file}': {error.strerror or error}.",
            "Make the folder writable, or set BLUEPRINT_AI_ environment variables instead.",
        ) from error
    return file


def read_ini(text: str, section: str) -> Iterator[tuple[str, str]]:
    """The plain `Key=Value` lines of one section, in order, as Unreal writes them.

    Array lines (`+Key=`, `-Key=`, …), comments and lines without `=` are passed over; quotes
    around a whole value are taken off.
    """
    current = ""
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("[") and line.endswith("]"):
            current = line[1:-1].strip()
        elif current.lower() == section.lower() and "=" in line and line[0] not in "+-.!;#":
            key, value = (part.strip() for part in line.split("=", 1))
            is_quoted = len(value) > 1 and value[0] == value[-1] == '"'
            yield key, value[1:-1] if is_quoted else value


def _from_ini(file: Path) -> Iterator[_Given]:
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise DamagedSettingsError(f"'{file}' cannot be read: {error.strerror or error}.") from error
    # Unreal itself writes UTF-16 as soon as a value needs it.
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise DamagedSettingsError(f"'{file}' is no text: {error.reason}.", "Save it as UTF-8.") from error
    for key, value in read_ini(text, _SECTION):
        yield from _known(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower(), value, str(file))


def _from_user_file(file: Path) -> Iterator[_Given]:
    for key, value in _read_user_file(file).items():
        yield from _known(key, value, str(file))


def _read_user_file(file: Path) -> dict[str, Any]:
    try:
        values = json.loads(file.read_text(encoding="utf-8-sig"))  # Notepad puts a mark before the text
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise DamagedSettingsError(f"'{file}' cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise DamagedSettingsError(f"'{file}' is no JSON: {error}.", "Mend it, or move it away.") from error
    if not isinstance(values, dict):
        raise DamagedSettingsError(f"'{file}' holds no object with settings.", "Mend it, or move it away.")
    return values


def _from_environment(environment: Mapping[str, str]) -> Iterator[_Given]:
    # The name that Claude's own tools use counts too; ours says more and wins.
    yield from _known("claude_base_url", environment.get("ANTHROPIC_BASE_URL", ""), "ANTHROPIC_BASE_URL")
    for name, value in environment.items():
        if name.startswith(_PREFIX) and name not in _OTHER_VARIABLES:
            yield from _known(name.removeprefix(_PREFIX).lower(), value, name)


def _known(key: str, value: Any, place: str) -> Iterator[_Given]:
    if key not in Settings.model_fields:
        near = ", ".join(nearest(key, Settings.model_fields, limit=2)) or "none near it"
        _log.warning("%s: there is no setting '%s' (known: %s)", place, key, near)
    elif value not in ("", None):
        yield _Given(key, value, place)


def _combine(given: list[_Given]) -> Settings:
    """Later values win. The first wrong one is named with its place."""
    in_force = {item.key: item for item in given}
    try:
        return Settings.model_validate({key: item.value for key, item in in_force.items()})
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False)[0]
        key = str(problem["loc"][0])
        item = in_force[key]
        reason = problem["msg"].removeprefix("Value error, ")
        raise BadSettingError(
            f"The setting '{key}' cannot be {redact(repr(item.value))} ({item.place}): {reason}.",
            (Settings.model_fields[key].description or "") if key in Settings.model_fields else "Remove it.",
        ) from None
