from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.model.blueprint import PropertyFlag
from tiers import deep, thinned

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Variable


def variable(tools: Tools, name: str) -> Variable:
    found = tools.door.find_variable(name)
    assert found is not None
    return found


@pytest.fixture
def health(tools: Tools) -> Tools:
    """BP_Door with a variable Health that an event sets."""
    tools.do("add_variable", blueprint="BP_Door", name="Health", type="float", default_value=100)
    tools.do("add_node", blueprint="BP_Door", node_type="SetVariable", variable_name="Health")
    return tools


# --- rename_variable -----------------------------------------------------------------------------


def test_a_variable_is_renamed_with_its_nodes(health: Tools) -> None:
    text = health.do("rename_variable", blueprint="BP_Door", old_name="health", new_name="Life")
    assert text == "Renamed variable of /Game/BP_Door: Health is Life now, in 1 node."
    assert float(variable(health, "Life").default) == 100
    assert health.door.find_variable("Health") is None
    assert health.project.undo_history()[-1] == "AI: rename Health to Life"


def test_a_component_is_renamed_by_the_same_tool(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    assert "component" in tools.do("rename_variable", bp="BP_Door", old="Mesh", new="Panel")
    assert tools.door.find_component("Panel") is not None


def test_renaming_to_the_present_name_changes_nothing(health: Tools) -> None:
    health.done_before("rename_variable", blueprint="BP_Door", old_name="Health", new_name="Health")


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"old_name": "Healt", "new_name": "Life"}, "Health"),
        ({"old_name": "Health", "new_name": "Speed"}, "already has a variable"),
        ({"old_name": "Health", "new_name": "a.b"}, "cannot be in the name"),
        ({"old_name": "Seen", "new_name": "Known"}, "OnRep_Seen"),
        ({"old_name": "Health"}, "new_name"),
    ],
)
def test_a_rename_that_cannot_be_is_refused_and_nothing_changes(
    health: Tools, given: dict[str, Any], mentioned: str
) -> None:
    health.do("add_variable", blueprint="BP_Door", name="Speed", type="float")
    health.do("add_variable", blueprint="BP_Door", name="Seen", type="bool")
    health.do("set_variable_defaults", blueprint="BP_Door", name="Seen", replication="rep_notify")
    assert mentioned in health.refused("rename_variable", blueprint="BP_Door", **given)


# --- set_variable_defaults -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_text", "value", "held"),
    thinned(
        [
            ("float", "2.5", "2.500000"),
            ("int", 7, "7"),
            ("bool", True, "true"),
            ("string", "Hi", "Hi"),
            ("name", "Socket", "Socket"),
            ("vector", [1, 2, 3], "1.000000,2.000000,3.000000"),
            ("rotator", {"Pitch": 0, "Yaw": 90, "Roll": 0}, "0.000000,90.000000,0.000000"),
            ("linearcolor", "1,0,0,1", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
            ("ECollisionChannel", "ECC_Pawn", "ECC_Pawn"),
            ("EMovementMode", "Walking", "MOVE_Walking"),
            ("class:Actor", "Pawn", "/Script/Engine.Pawn"),
        ],
        4,
    ),
)
def test_a_default_is_set_and_read_back(tools: Tools, type_text: str, value: Any, held: str) -> None:
    tools.do("add_variable", blueprint="BP_Door", name="Value", type=type_text)
    tools.do("set_variable_defaults", blueprint="BP_Door", variable_name="Value", default_value=value)
    assert variable(tools, "Value").default == held
    tools.done_before("set_variable_defaults", blueprint="BP_Door", name="Value", default=value)


def test_flags_are_set_in_the_same_step(health: Tools) -> None:
    text = health.do(
        "set_variable_defaults",
        blueprint="BP_Door",
        variable_name="Health",
        default_value=50,
        expose_on_spawn="true",
        replication="replicated",
        category="Stats",
    )
    assert "Health (double = 50.000000" in text
    found = variable(health, "Health")
    assert found.is_exposed_on_spawn
    assert found.is_instance_editable
    assert found.category == "Stats"
    assert PropertyFlag.NET in found.flags
    assert health.project.undo_history()[-1] == "AI: set defaults of Health"


def test_read_only_is_told_to_be_out_of_reach(health: Tools) -> None:
    assert "Details panel" in health.refused(
        "set_variable_defaults", blueprint="BP_Door", variable_name="Health", read_only=True
    )
    text = health.do(
        "set_variable_defaults", blueprint="BP_Door", variable_name="Health", default=7, read_only=True
    )
    assert "read_only was not set" in text
    assert float(variable(health, "Health").default) == 7
    health.done_before("set_variable_defaults", blueprint="BP_Door", variable_name="Health", read_only=False)


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"variable_name": "Healt", "default_value": 1}, "Health"),
        ({"variable_name": "Health", "default_value": "much"}, "much"),
        ({"variable_name": "Health"}, "nothing to set"),
        ({"variable_name": "Health", "replication": "often"}, "rep_notify"),
        ({"variable_name": "Keys", "default_value": "(1,x)"}, "Array of Integers"),
    ],
)
def test_defaults_that_cannot_be_set_are_refused_and_nothing_changes(
    health: Tools, given: dict[str, Any], mentioned: str
) -> None:
    health.do("add_variable", blueprint="BP_Door", name="Keys", type="array:int")
    assert mentioned in health.refused("set_variable_defaults", blueprint="BP_Door", **given)


# --- what is inherited ---------------------------------------------------------------------------


@pytest.fixture(params=["en", pytest.param("zh", marks=deep)])
def family(health: Tools, request: pytest.FixtureRequest) -> Tools:
    """BP_Hero of Character, BP_Gate of BP_Door, in an editor of two languages."""
    health.project.sandbox.language = request.param
    health.do("create_blueprint", name="BP_Hero", parent_class="Character")
    health.do("create_blueprint", name="BP_Gate", parent_class="BP_Door")
    health.do("create_blueprint", name="BP_Mode", parent_class="GameModeBase")
    return health


def class_default(path: str, name: str) -> Any:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    asset = unreal.EditorAssetLibrary.load_asset(path)
    return unreal.get_default_object(asset.generated_class()).get_editor_property(name)


@pytest.mark.parametrize(
    ("place", "value", "held", "shown"),
    thinned(
        [
            ("BP_Hero.JumpMaxCount", 2, 2, "JumpMaxCount (int = 2, inherited from Character)"),
            ("BP_Hero.jump max count", "3", 3, "JumpMaxCount (int = 3"),
            ("BP_Hero.bReplicates", "true", True, "bReplicates (bool = true"),
            ("BP_Hero.replicates", True, True, "bReplicates (bool = true"),
            ("BP_Hero.InitialLifeSpan", "2.5", 2.5, "InitialLifeSpan (float = 2.500000"),
            ("BP_Hero.Tags", ["a", "b"], ["a", "b"], 'Tags (array of name = ("a","b")'),
            ("BP_Gate.Health", 500, 500.0, "Health (double = 500.000000, inherited from BP_Door)"),
        ],
        3,
    ),
)
def test_the_default_of_an_inherited_property_is_set_for_this_blueprint_alone(
    family: Tools, place: str, value: Any, held: Any, shown: str
) -> None:
    blueprint, _, name = place.partition(".")
    given = {"blueprint": blueprint, "variable_name": name, "default_value": value}
    assert shown in family.do("set_variable_defaults", **given)
    real = shown.partition(" ")[0]
    path = f"/Game/{blueprint}"
    assert class_default(path, real) == held
    family.done_before("set_variable_defaults", **given)
    assert "0 errors" in family.do("compile_blueprint", blueprint=blueprint)
    assert class_default(path, real) == held
    assert float(variable(family, "Health").default) == 100
    assert family.project.undo_history()[-1] == f"AI: set class default {real}"


def test_an_inherited_class_is_named_like_any_other(family: Tools) -> None:
    given = {"blueprint": "BP_Mode", "name": "DefaultPawnClass", "default": "BP_Hero"}
    assert "/Game/BP_Hero.BP_Hero_C" in family.do("set_variable_defaults", **given)
    family.done_before("set_variable_defaults", **given)


def test_a_grandchild_has_what_its_parent_says_until_it_says_otherwise(family: Tools) -> None:
    family.do("create_blueprint", name="BP_Portal", parent_class="BP_Gate")
    family.do("set_variable_defaults", blueprint="BP_Gate", name="Health", default=500)
    assert class_default("/Game/BP_Portal", "Health") == 500
    family.do("set_variable_defaults", blueprint="BP_Portal", name="Health", default=7)
    assert class_default("/Game/BP_Portal", "Health") == 7
    assert class_default("/Game/BP_Gate", "Health") == 500


def test_the_artist_takes_an_inherited_default_back_with_one_undo(family: Tools) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    before = class_default("/Game/BP_Hero", "JumpMaxCount")
    family.do("set_variable_defaults", blueprint="BP_Hero", name="JumpMaxCount", default=5)
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert class_default("/Game/BP_Hero", "JumpMaxCount") == before


@pytest.mark.parametrize(
    ("blueprint", "given", "said"),
    thinned(
        [
            ("BP_Hero", {"name": "JumpMaxCount", "default": "many"}, "whole number"),
            ("BP_Hero", {"name": "JumpMaxCount", "default": 2, "category": "A"}, "only its default"),
            ("BP_Hero", {"name": "JumpMaxCount"}, "Give default_value alone"),
            ("BP_Hero", {"name": "Nothing", "default": 2}, "use add_variable"),
            ("BP_Gate", {"name": "Health", "type": "int"}, "inherits Health from BP_Door"),
            ("BP_Mode", {"name": "DefaultPawnClass", "default": "BP_No"}, "BP_No"),
        ],
        3,
    ),
)
def test_what_an_inherited_default_cannot_be_is_refused(
    family: Tools, blueprint: str, given: dict[str, Any], said: str
) -> None:
    assert said in family.refused("set_variable_defaults", blueprint=blueprint, **given)
