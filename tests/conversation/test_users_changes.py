"""Between two messages the user edits the Blueprint that the model has written and does not read again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import EditPlan, PinAt, SetPinDefaultStep
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from scripted_provider import ScriptedProvider, call_text
from unreal_sandbox import SandboxEditor

from .test_on_the_sandbox import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor

LAMP = "/Game/BP_Lamp"


@pytest.fixture
def sandbox() -> Iterator[SandboxEditor]:
    with SandboxEditor() as editor:
        yield editor
        assert not editor.violations


def written(*texts: str) -> str:
    lines = "".join(f'  PrintString("{text}")\n' for text in texts)
    return call_text("write_graph", blueprint="BP_Lamp", code=f"on BeginPlay():\n{lines}")


def users_editor() -> UnrealEditor:
    from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415 - needs `unreal`

    return UnrealEditor(default_catalog())


def user_changes(text: str, other: str) -> None:
    editor = users_editor()
    graph = editor.read_blueprint(LAMP).find_graph("EventGraph")
    assert graph is not None
    name = next(node.name for node in graph.nodes if any(pin.default_value == text for pin in node.pins))
    step = SetPinDefaultStep(graph.name, PinAt(name, "InString"), other)
    editor.apply(EditPlan(LAMP, "by the user", (step,)))


def test_the_model_writes_from_memory_and_what_the_user_changed_stays(sandbox: SandboxEditor) -> None:
    """1.20: through the conversation; a new conversation knows nothing of what was read before."""
    create = call_text("create_blueprint", name="BP_Lamp", parent_class="Actor")
    provider = ScriptedProvider([create, written("on", "off"), "Done.", written("on", "off", "end"), "Done."])
    provider.add(written("on", "off", "end"), "Done.")
    desk = Desk(sandbox, provider)
    desk.run("Print on and off.")
    user_changes("on", "shining")
    desk.run("Print end as well.")
    assert [result.text for result in desk.results() if not result.ok] == []
    receipt = desk.results()[-1].text
    assert "The user changed EventGraph since you read it; all of that is kept." in receipt
    assert prints() == ["shining", "off", "end"]
    desk.assistant.conversation.clear()
    desk.run("Print on, off and end.")
    assert "The user changed" not in desk.results()[-1].text
    desk.assistant.stop()


def prints() -> list[str]:
    """What the texts of the graph's nodes are, in the order of the flow."""
    graph = users_editor().read_blueprint(LAMP).find_graph("EventGraph")
    assert graph is not None
    onward = {link.source.node: link.target.node for link in graph.links}
    first = next(link.source.node for link in graph.links if "Event" in link.source.node)
    texts = []
    while first in onward:
        first = onward[first]
        texts += [pin.default_value for pin in graph.node(first).pins if pin.name == "InString"]
    assert all(re.fullmatch(r"\w+", text) for text in texts)
    return texts
