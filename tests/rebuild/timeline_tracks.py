"""The user's hands, which also add the tracks that a tool asks for: a timeline's own window has them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from blueprint_assistant.cli.stand_in_artist import do_step
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, make_node
from blueprint_assistant.graph.kinds.specs import TimelineSpec
from blueprint_assistant.graph.model.blueprint import Blueprint
from users_hands import UsersHands

if TYPE_CHECKING:
    from blueprint_assistant.actions.manual_steps import ManualStep
    from blueprint_assistant.graph.kinds.specs import TrackKind
    from unreal_sandbox import SandboxEditor

__all__ = ["hands_of"]

_TRACK = re.compile(r"a (float|vector|color|event) track (.+?) to (.+?)(?=,| and |$)")


def hands_of(sandbox: SandboxEditor) -> UsersHands:
    """A user who does all that is asked."""

    def do(step: ManualStep) -> None:
        if not do_step(sandbox, step):
            for kind, track, timeline in _TRACK.findall(step.sentence):
                _add_track(sandbox, step, timeline, (track, cast("TrackKind", kind)))

    return UsersHands(sandbox, do)


def _add_track(sandbox: SandboxEditor, step: ManualStep, timeline: str, track: tuple[str, TrackKind]) -> None:
    asset = next(item for item in sandbox.blueprints.values() if item.path == step.blueprint)
    draft = asset.graphs[step.graph]
    for node in draft.nodes_of_class("K2Node_Timeline"):
        spec = any_spec_of(node)
        if isinstance(spec, TimelineSpec) and spec.name == timeline:
            fresh = make_node(
                TimelineSpec(spec.name, (*spec.tracks, track)),
                owner=Blueprint(step.blueprint, "/Script/Engine.Actor"),
                catalog=default_catalog(),
                name=node.name,
                new_guid=iter(f"7{number:031X}" for number in range(1, 99)).__next__,
            )
            pin = fresh.find_pin(track[0], "output")
            assert pin is not None
            draft.replace(replace(node, pins=(*node.pins, pin)))
