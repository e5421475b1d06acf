"""A sandbox editor, installed as `unreal` for one test, and what most tests start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Blueprint:
    """A Blueprint as a script holds it, with the short ways that tests need."""

    unreal: Any
    asset: Any

    @property
    def library(self) -> Any:
        return self.unreal.BlueprintEditorLibrary

    @property
    def graph(self) -> Any:
        return self.library.find_event_graph(self.asset)

    @property
    def nodes(self) -> Any:
        return self.unreal.BlueprintGraphEditor.get_graph_editor(self.graph)

    def call(self, path: str) -> Any:
        return self.nodes.add_call_function_node(path)

    def compile(self) -> bool:
        return bool(self.library.compile_blueprint(self.asset))

    def add_variable(self, name: str, kind: str = "real") -> bool:
        pin_type = self.library.get_basic_type_by_name(kind)
        return bool(self.library.add_member_variable(self.asset, name, pin_type))

    def component_names(self) -> list[str]:
        data = self.unreal.SubobjectDataBlueprintFunctionLibrary
        return [str(data.get_variable_name(data.get_data(handle))) for handle in self.handles()[1:]]

    @property
    def subsystem(self) -> Any:
        return self.unreal.get_engine_subsystem(self.unreal.SubobjectDataSubsystem)

    def handles(self) -> Any:
        return self.subsystem.k2_gather_subobject_data_for_blueprint(self.asset)

    def add_component(self, kind: Any, parent: Any = None) -> tuple[Any, Any]:
        params = self.unreal.AddNewSubobjectParams(
            parent_handle=parent or self.handles()[0], new_class=kind, blueprint_context=self.asset
        )
        handle, reason = self.subsystem.add_new_subobject(params)
        return handle, reason


@pytest.fixture
def editor() -> Iterator[SandboxEditor]:
    with SandboxEditor() as sandbox:
        yield sandbox


@pytest.fixture
def unreal(editor: SandboxEditor) -> Any:
    return editor.install()


@pytest.fixture
def door(unreal: Any) -> Blueprint:
    asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
    return Blueprint(unreal, asset)
