from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.actions.names.asset_paths import (
    BadAssetPathError,
    UnknownBlueprintNameError,
    find_blueprint,
    find_class_path,
    new_asset_path,
    package_path,
    roots_of,
)
from blueprint_assistant.graph.catalog.engine_catalog import (
    AmbiguousNameError,
    UnknownClassError,
    default_catalog,
)

PROJECT = ("/Game/BP_Door", "/Game/Doors/BP_Gate", "/Game/Old/BP_Gate", "/Kit/BP_Tool")


@pytest.mark.parametrize(
    "text",
    [
        "/Game/Doors/BP_Gate",
        "Game/Doors/BP_Gate",
        "//Game//Doors/BP_Gate/",
        "/Game/Doors/BP_Gate.BP_Gate",
        "/Game/Doors/BP_Gate.BP_Gate_C",
        "Blueprint'/Game/Doors/BP_Gate.BP_Gate'",
        "  /game/Doors/BP_Gate ",
    ],
)
def test_every_spelling_of_a_path_means_the_package(text: str) -> None:
    assert package_path(text) == "/Game/Doors/BP_Gate"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/",
        "/Game",
        "/Game/",
        "/Nope/BP_X",
        "/Game/../BP_Door",
        "C:\\Proj\\Content\\BP_Door.uasset",
        "/Game/BP:Door",
        "/Game/BP*Door",
        "/Game/BP Door",
        "/Game/BP_Door.BP_Other",
        "/Game/" + "x" * 300,
    ],
)
def test_a_text_that_is_no_asset_path_is_refused(text: str) -> None:
    with pytest.raises(BadAssetPathError):
        package_path(text)


@given(st.text())
def test_any_text_gives_a_path_under_a_root_or_a_refusal(text: str) -> None:
    try:
        path = package_path(text)
    except BadAssetPathError:
        return
    assert path.startswith("/Game/")
    assert ".." not in path
    assert package_path(path) == path


@pytest.mark.parametrize(
    ("name", "folder", "path"),
    [
        ("BP_New", "", "/Game/BP_New"),
        ("BP_New", "/Game/Doors", "/Game/Doors/BP_New"),
        ("BP_New", "Game/Doors/", "/Game/Doors/BP_New"),
        ("BP_New", "/Game/Doors/BP_New", "/Game/Doors/BP_New"),
        ("/Game/Doors/BP_New", "", "/Game/Doors/BP_New"),
        ("/Game/Doors/BP_New", "/Game/Doors", "/Game/Doors/BP_New"),
        ("BP_门", "/Game/蓝图", "/Game/蓝图/BP_门"),
        ("BP_New", "/Kit", "/Kit/BP_New"),
    ],
)
def test_name_and_folder_give_the_path_of_a_new_asset(name: str, folder: str, path: str) -> None:
    assert new_asset_path(name, folder, roots_of(PROJECT)) == path


def test_a_path_in_the_name_that_contradicts_the_folder_is_refused() -> None:
    with pytest.raises(BadAssetPathError, match="contradict"):
        new_asset_path("/Game/A/BP_New", "/Game/B", ["/Game"])


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("BP_Door", "/Game/BP_Door"),
        ("bp_door", "/Game/BP_Door"),
        ("BP_Door_C", "/Game/BP_Door"),
        ("/Game/BP_Door.BP_Door_C", "/Game/BP_Door"),
        ("Old/BP_Gate", "/Game/Old/BP_Gate"),
        ("/Kit/BP_Tool", "/Kit/BP_Tool"),
    ],
)
def test_a_blueprint_is_found_by_name_or_path(text: str, path: str) -> None:
    assert find_blueprint(text, PROJECT) == path


def test_a_name_of_two_blueprints_is_refused_with_both() -> None:
    with pytest.raises(AmbiguousNameError, match="/Game/Doors/BP_Gate, /Game/Old/BP_Gate"):
        find_blueprint("BP_Gate", PROJECT)


def test_an_unknown_name_lists_the_nearest_or_says_that_there_are_none() -> None:
    with pytest.raises(UnknownBlueprintNameError, match="/Game/BP_Door"):
        find_blueprint("BP_Dor", PROJECT)
    with pytest.raises(UnknownBlueprintNameError, match="create_blueprint"):
        find_blueprint("BP_Door", [])
    with pytest.raises(UnknownBlueprintNameError):
        find_blueprint("", PROJECT)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Actor", "/Script/Engine.Actor"),
        ("ACharacter", "/Script/Engine.Character"),
        ("BP_Door", "/Game/BP_Door.BP_Door_C"),
        ("/Game/Old/BP_Gate", "/Game/Old/BP_Gate.BP_Gate_C"),
        ("/Script/Engine.Pawn", "/Script/Engine.Pawn"),
    ],
)
def test_classes_are_the_engines_and_the_projects(text: str, path: str) -> None:
    assert find_class_path(text, PROJECT, default_catalog()) == path


def test_an_unknown_or_ambiguous_class_is_refused_with_candidates() -> None:
    with pytest.raises(UnknownClassError, match="BP_Window"):
        find_class_path("BP_Window", PROJECT, default_catalog())
    with pytest.raises(AmbiguousNameError, match="/Game/Doors/BP_Gate"):
        find_class_path("BP_Gate", PROJECT, default_catalog())
