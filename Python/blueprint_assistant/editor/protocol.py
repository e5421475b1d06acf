"""`BlueprintEditor`: what the assistant needs from an editor, in our values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Generator

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.plan.simulate.component_properties import AskedProperties
    from blueprint_assistant.editor.prepared_plan import PreparedPlan
    from blueprint_assistant.editor.snapshots import RawBlueprint, Snapshots
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["Asset", "BlueprintEditor", "BlueprintsAtHand", "EditorStatus", "ThreadBoundEditor"]


@dataclass(frozen=True, slots=True)
class EditorStatus:
    """The editor's state. `busy` is empty, or the reason why it takes no changes now."""

    engine_version: str
    can_edit_graphs: bool
    busy: str = ""


@dataclass(frozen=True, slots=True)
class Asset:
    """One asset as the registry lists it: package path, class path, and the parent class of a Blueprint.

    `value_type` is what an Input Action's value is, `Boolean` or `Axis2D`, as its registry tag says.
    """

    path: str
    class_path: str
    parent_class: str = ""
    value_type: str = ""

    @property
    def name(self) -> str:
        """The asset name: `BP_Door` of `/Game/BP_Door`."""
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class BlueprintsAtHand:
    """What hints at the Blueprint that the artist works on, by path.

    No engine version tells scripts which editors are open: `opened` are those that
    `open_blueprint` opened, and the artist may have closed them since. `selected` is the
    Content Browser's selection, `unsaved` has changes that no file holds yet.
    """

    opened: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()
    unsaved: tuple[str, ...] = ()


class BlueprintEditor(Protocol):
    """An editor with Blueprints in it.

    Paths are package paths (`/Game/BP_Door`). Every method raises EditorError with a reason
    and a next step; after an error nothing is changed.
    """

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        ...

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted.

        Raises EditorError while some may be missing: the editor is still discovering assets.
        """
        ...

    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder (`/Game/Doors`), its sub-folders included, by path."""
        ...

    def list_folders(self, folder: str) -> tuple[str, ...]:
        """All folders under a folder, sorted."""
        ...

    def open_blueprint(self, path: str) -> None:
        """Open the Blueprint in its own editor window. Changes nothing in it."""
        ...

    def blueprints_at_hand(self) -> BlueprintsAtHand:
        """What hints at the Blueprint that the artist works on."""
        ...

    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now. Never dirties the asset."""
        ...

    def saved_users_of(self, path: str) -> tuple[str, ...]:
        """The assets whose files use an asset, sorted; what is unsaved in them is not looked at."""
        ...

    def assets_at(self, paths: tuple[str, ...]) -> tuple[Asset, ...]:
        """What the registry says of the assets at some paths, without loading them."""
        ...

    def menu_entries(self, path: str, graph: str) -> tuple[str, ...]:
        """The node menu of a graph: `Category|Title` names in the editor's language. Thousands."""
        ...

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Validate, apply in one transaction, verify by reading back; undo on failure."""
        ...

    def save(self, path: str) -> None:
        """Save one Blueprint that the user asked to save."""
        ...


class ThreadBoundEditor(BlueprintEditor, Protocol):
    """An editor that may only be used on one thread, and lets others do what does not need it."""

    @property
    def catalog(self) -> Catalog:
        """The rules that plans are validated by. Any thread."""
        ...

    @property
    def snapshots(self) -> Snapshots:
        """What it said of Blueprints last. Any thread."""
        ...

    def assets_in_parts(self, folder: str) -> Generator[None, None, tuple[Asset, ...]]:
        """As `list_assets`, in no order and a part at a time: a job for several ticks."""
        ...

    def look_at(self, path: str) -> RawBlueprint:
        """What there is to know of a Blueprint as it is now."""
        ...

    def look_before(self, plan: EditPlan, path: str, asked: AskedProperties) -> RawBlueprint | None:
        """The same for a plan, with what it asks for; None when there is none. Refuses as `apply` does."""
        ...

    def apply(
        self, plan: EditPlan, prepared: PreparedPlan | None = None, *, may_prepare_again: bool = False
    ) -> ApplyReport:
        """See `BlueprintEditor`.

        Raises OutdatedPlanError when the plan was prepared on something else and may not be again.
        """
        ...
