"""The folder that exports go through: one for the process, empty again after each look."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.editor.protocol import BlueprintEditor


def test_an_export_leaves_no_file_and_its_folder_is_made_anew_when_it_is_gone(
    editor: BlueprintEditor, door: str
) -> None:
    from blueprint_assistant.editor.unreal_editor.blueprint_reader import (  # noqa: PLC0415 - needs `unreal`
        _export_folder,
    )

    before = editor.read_blueprint(door)
    folder = _export_folder()
    assert list(folder.iterdir()) == []
    shutil.rmtree(folder)
    assert editor.read_blueprint(door) == before
    assert _export_folder() != folder
    assert list(_export_folder().iterdir()) == []
