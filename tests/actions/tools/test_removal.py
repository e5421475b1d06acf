from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


@pytest.fixture
def nodes(tools: Tools) -> Tools:
    """N1 Event BeginPlay -> N2 Print String -> N3 Delay; N4 Branch."""
    door = {"blueprint": "BP_Door"}
    tools.do("add_node", **door, node_type="Event", event_name="BeginPlay")
    tools.do("add_node", **door, node_type="PrintString")
    tools.do("add_node", **door, node_type="Delay")
    tools.do("add_node", **door, node_type="Branch")
    for source, target in (("N1", "N2"), ("N2", "N3")):
        tools.do(
            "connect_nodes", source_node=source, source_pin="then", target_node=target, target_pin="execute"
        )
    return tools


@pytest.mark.parametrize(
    ("source", "target"), [("N1.then", "N2.execute"), ("n1.exec", "n2.Exec"), ("N2.execute", "N1.then")]
)
def test_one_link_is_broken_under_the_names_that_models_use(nodes: Tools, source: str, target: str) -> None:
    (source_node, source_pin), (target_node, target_pin) = source.split("."), target.split(".")
    text = nodes.do(
        "disconnect_nodes",
        source_node=source_node,
        source_pin=source_pin,
        target_node=target_node,
        target_pin=target_pin,
    )
    assert text == "Broke N1.then -> N2.execute."
    assert nodes.links() == {"N2.then -> N3.execute"}
    assert nodes.project.undo_history()[-1] == "AI: break N1.then -> N2.execute"


def test_all_links_of_a_pin_are_broken_at_once(nodes: Tools) -> None:
    nodes.do("connect_nodes", source_node="N4", source_pin="then", target_node="N3", target_pin="execute")
    text = nodes.do("disconnect_nodes", node="N3", pin="execute")
    assert text == "Broke N2.then -> N3.execute, N4.then -> N3.execute."
    assert nodes.links() == {"N1.then -> N2.execute"}


def test_a_link_that_is_not_there_is_refused_with_those_that_are(nodes: Tools) -> None:
    text = nodes.refused(
        "disconnect_nodes", source_node="N1", source_pin="then", target_node="N3", target_pin="execute"
    )
    assert "not_linked" in text
    assert "There is: N1.then -> N2.execute." in text
    assert "no links" in nodes.refused("disconnect_nodes", source_node="N4", source_pin="then")
    assert "two ends" in nodes.refused(
        "disconnect_nodes", source_node="N1", source_pin="then", target_node="N2"
    )


def test_a_node_is_deleted_with_its_links_which_are_told(nodes: Tools) -> None:
    text = nodes.do("delete_node", node_id="N2")
    assert text == ("Deleted N2 Print String with 2 links: N1.then -> N2.execute, N2.then -> N3.execute.")
    assert nodes.links() == set()
    assert "no longer in EventGraph" in nodes.refused("delete_node", node_id="N2")


@pytest.mark.parametrize("ids", ["N2, N4", ["N2", "N4"]])
def test_several_nodes_are_deleted_in_one_undo_step(nodes: Tools, ids: object) -> None:
    count, steps = len(nodes.event_graph.nodes), len(nodes.project.undo_history())
    assert "Deleted N2 Print String, N4 Branch" in nodes.do("delete_node", node_ids=ids)
    assert len(nodes.event_graph.nodes) == count - 2
    assert len(nodes.project.undo_history()) == steps + 1


def test_what_still_calls_a_deleted_event_is_told(nodes: Tools) -> None:
    nodes.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Opened")
    nodes.do("compile_blueprint", blueprint="BP_Door")
    nodes.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name="Opened")
    assert "N6 still call Opened" in nodes.do("delete_node", node_id="N5")


def test_the_entry_of_a_function_stays(nodes: Tools) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    asset = unreal.EditorAssetLibrary.load_asset("/Game/BP_Door")
    unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Open")
    graph = nodes.door.find_graph("Open")
    assert graph is not None
    entry = nodes.context.nodes.id_of("/Game/BP_Door", "Open", graph.nodes[0])
    assert "remove the function instead" in nodes.refused("delete_node", node_id=entry)


@pytest.mark.parametrize("call", ["remove_nodes", "break_pin_links"])
def test_a_removal_that_the_editor_fails_at_leaves_all_as_it_was(
    nodes: Tools, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from blueprint_assistant.editor.unreal_editor import node_writing  # noqa: PLC0415 - needs `unreal`

    def fail(*_: object) -> None:
        raise RuntimeError(f"{call} failed")

    before = nodes.project.blueprints()
    if call == "remove_nodes":
        original = node_writing.remove_nodes
        monkeypatch.setattr(node_writing, "remove_nodes", lambda *args: (original(*args), fail()))
        result = nodes.call("delete_node", node_id="N2")
    else:
        original_break = node_writing.disconnect_pins
        monkeypatch.setattr(node_writing, "disconnect_pins", lambda *args: (original_break(*args), fail()))
        result = nodes.call("disconnect_nodes", source_node="N1", source_pin="then")
    assert not result.ok
    after = nodes.project.blueprints()
    assert [item.graphs for item in after.values()] == [item.graphs for item in before.values()]
