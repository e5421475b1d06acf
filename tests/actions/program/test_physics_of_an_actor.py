"""Physics that is asked of an actor is done to its root component, or refused with the component to name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from actions.conftest import Tools

CODE = """\
on Tick():
  AddForce((0, 0, 10))
  self.AddImpulse((0, 0, 1), bVelChange=true)
on ActorBeginOverlap(OtherActor):
  OtherActor.AddImpulse((0, 0, 5))
  if GetMass() > 3:
    PrintString("heavy")
"""


def test_physics_moves_the_root(tools: Tools) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=f"component Leaf: StaticMesh as root\n{CODE}")
    text = tools.do("read_graph", blueprint="BP_Door")
    assert "  Leaf.AddForce((0, 0, 10))\n  Leaf.AddImpulse((0, 0, 1), bVelChange=true)" in text
    assert "Leaf.GetMass()" in text
    assert "OtherActor.GetRootComponent() is PrimitiveComponent" in text
    tools.done_before("write_graph", blueprint="BP_Door", code=CODE)


def test_a_root_without_a_body_is_refused_with_the_components_that_have_one(tools: Tools) -> None:
    code = "on Tick():\n  AddForce((0, 0, 10))\n"
    assert "component Mesh: StaticMesh as root" in tools.refused(
        "write_graph", blueprint="BP_Door", code=code
    )
    members = "component Frame: Scene as root\ncomponent Leaf: StaticMesh under Frame\n"
    tools.do("write_graph", blueprint="BP_Door", code=members)
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "Line 2: AddForce moves the body of an actor's root, and the root Frame" in text
    assert "Leaf.AddForce" in text


def test_what_the_movement_of_a_character_does_as_well_is_asked_for(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Hero", parent_class="Character")
    text = tools.refused("write_graph", blueprint="BP_Hero", code="on Tick():\n  AddForce((0, 0, 10))\n")
    assert "CharacterMovement.AddForce or CapsuleComponent.AddForce" in text


def test_the_function_of_the_physics_thread_is_meant_by_its_class_alone(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", component_type="StaticMesh", component_name="Leaf")
    text = tools.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name="AddForce")
    assert "link a PrimitiveComponent to self (Leaf (the root))" in text
    thread = {"node_type": "CallFunction", "function_name": "PhysicsThreadLibrary.AddForce"}
    assert "Handle" in tools.do("add_node", blueprint="BP_Door", **thread)
    assert "PhysicsThreadLibrary.AddForce(" in tools.do("read_graph", blueprint="BP_Door")
