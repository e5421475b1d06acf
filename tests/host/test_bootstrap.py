import importlib
from collections.abc import Iterator
from types import ModuleType

import pytest

from unreal_sandbox import SandboxEditor


@pytest.fixture
def bootstrap() -> Iterator[ModuleType]:
    with SandboxEditor():
        yield importlib.import_module("blueprint_assistant.host.bootstrap")


@pytest.mark.parametrize(
    ("command_line", "reason"),
    [
        ("UnrealEditor C:/X/X.uproject", ""),
        ("UnrealEditor X.uproject -run=pythonscript -script=a.py", "-run=pythonscript"),
        ("UnrealEditor X.uproject -RUN=Cook", "-RUN=Cook"),
        ("UnrealEditor X.uproject -game", "-game"),
        ("UnrealEditor X.uproject -unattended -log", "-unattended"),
        ("UnrealEditor X.uproject -gameoverride", ""),
        ('"C:/my -game folder/UnrealEditor.exe" X.uproject', ""),
        ('UnrealEditor X.uproject -ExecCmds="-run=x"', ""),
        ("", ""),
    ],
)
def test_only_an_editor_with_a_user_is_a_reason_to_start(
    bootstrap: ModuleType, command_line: str, reason: str
) -> None:
    found = bootstrap.reason_not_to_start(command_line, {})
    assert reason in found
    assert bool(found) is bool(reason)


def test_a_tick_that_fails_is_told_once_without_keys_and_the_ticks_go_on(bootstrap: ModuleType) -> None:
    with SandboxEditor() as editor:
        bootstrap.start(".")
        editor.menus.extend = None  # type: ignore[assignment,method-assign]
        for _ in range(3):
            editor.tick()
        bootstrap.stop()
        assert sum("Traceback" in line.text for line in editor.log) == 1
