"""The scenarios of the tools for nodes, links, values and comments."""

from __future__ import annotations

from typing import Any

from tool_scenarios.scenario import Outcome, Scenario

__all__ = ["NODE_SCENARIOS"]


def _of(tool: str, name: str, outcome: Outcome, /, **parameters: Any) -> Scenario:
    return Scenario(tool, name, outcome, parameters)


def _add(name: str, outcome: Outcome, node_type: str, /, **parameters: Any) -> Scenario:
    return Scenario("add_node", name, outcome, {"blueprint": "BP_Door", "node_type": node_type, **parameters})


def _link(name: str, outcome: Outcome, source: tuple[str, str], target: tuple[str, str]) -> Scenario:
    return _of(
        "connect_nodes",
        name,
        outcome,
        source_node=source[0],
        source_pin=source[1],
        target_node=target[0],
        target_pin=target[1],
    )


_ADDING = (
    _add("call", "changed", "CallFunction", function_name="AddActorWorldOffset", x=1200, y=80),
    _add("call of another class", "changed", "CallFunction", function_name="Press", target_class="BP_Switch"),
    _add("event", "changed", "Event", event_name="Tick"),
    _add("custom event", "changed", "CustomEvent", event_name="Slam"),
    _add("component event", "changed", "ComponentEvent", component_name="Zone", event_name="OnComponentHit"),
    _add("get variable", "changed", "GetVariable", variable_name="Health", graph_name="EventGraph"),
    _add("set of another class", "changed", "SetVariable", variable_name="IsOn", target_class="BP_Switch"),
    _add("from the menu", "changed", "Sequence", count=4),
    _add("spawn", "changed", "SpawnActor", target_class="BP_Gate"),
    _add("cast", "changed", "Cast", target_class="BP_Gate"),
    _add("macro", "changed", "ForLoop"),
    _add("switch", "changed", "SwitchInt", count=3),
    _add("operator", "changed", "Add", count=3),
    _add("dispatcher", "changed", "CallDispatcher", event_name="OnOpened"),
    _add("in a function", "changed", "GetVariable", variable_name="Step", graph_name="Open"),
    _add("of a struct", "changed", "BreakStruct", type_name="HitResult", names=["Location", "HitActor"]),
    _add(
        "to be pasted",
        "not yet",
        "CustomEvent",
        event_name="Hurt",
        inputs=[{"name": "Damage", "type": "float"}],
        replicates="server",
        reliable=True,
        comment="Ouch",
    ),
    _add("event there already", "unchanged", "Event", event_name="BeginPlay"),
    _add("unknown function", "refused", "CallFunction", function_name="OpenSesame"),
    _add("latent in a function", "refused", "Delay", graph_name="Open"),
)

_WIRING = (
    _link("usual", "changed", ("@print", "then"), ("@idle", "execute")),
    _link("instead of another", "changed", ("@shut", "then"), ("@both", "execute")),
    _link("with a conversion", "changed", ("@is_open", "IsOpen"), ("@print", "InString")),
    _link("there already", "unchanged", ("@begin", "then"), ("@branch", "execute")),
    _link("of other types", "refused", ("@is_open", "IsOpen"), ("@spawn", "Class")),
    _of("set_pin_value", "usual", "changed", node_id="@print", pin_name="InString", value="Hello"),
    _of("set_pin_value", "class", "changed", node_id="@spawn", pin_name="Class", value="BP_Gate"),
    _of("set_pin_value", "same value", "unchanged", node_id="@print", pin_name="InString", value="Welcome"),
    _of("set_pin_value", "linked", "refused", node_id="@branch", pin_name="Condition", value="true"),
    _of("set_pin_value", "bad value", "refused", node_id="@set_health", pin_name="Health", value="much"),
    _of(
        "disconnect_nodes",
        "one link",
        "changed",
        source_node="@branch",
        source_pin="then",
        target_node="@print",
        target_pin="execute",
    ),
    _of("disconnect_nodes", "all of a pin", "changed", source_node="@spawn", source_pin="ReturnValue"),
    _of("disconnect_nodes", "not linked", "refused", source_node="@idle", source_pin="then"),
)

_REMOVING = (
    _of("delete_node", "usual", "changed", node_id="@idle"),
    _of("delete_node", "several with links", "changed", node_id="@spawn, @cast, @box"),
    _of("delete_node", "event", "changed", node_id="@hit"),
    _of("delete_node", "unknown", "refused", node_id="N999"),
)

_COMMENTS = (
    _of("set_node_comment", "usual", "changed", node_id="@box", comment="When it begins"),
    _of("set_node_comment", "same text", "unchanged", node_id="@box", comment="Start"),
    _of("set_node_comment", "unknown", "refused", node_id="N999", comment="Nothing"),
    _of("add_comment_box", "around nodes", "changed", blueprint="BP_Door", comment="Hit", node_ids=["@hit"]),
    _of(
        "add_comment_box",
        "with everything",
        "changed",
        blueprint="BP_Door",
        comment="Aside",
        x=2000,
        y=0,
        width=300,
        height=200,
        color="blue",
        font_size=24,
        group_movement=False,
        graph_name="EventGraph",
    ),
    _of("add_comment_box", "bad colour", "refused", blueprint="BP_Door", comment="Aside", color="loud"),
)

_BUILDING = (
    _of("arrange_graph", "usual", "changed", blueprint="BP_Door"),
    _of(
        "arrange_graph",
        "some nodes",
        "changed",
        node_ids=["@print", "@idle"],
        x=2000,
        y=400,
        graph_name="EventGraph",
    ),
    _of("arrange_graph", "unknown", "refused", blueprint="BP_Door", graph_name="Nothing"),
    _of(
        "build_graph",
        "usual",
        "changed",
        blueprint="BP_Door",
        nodes=[
            {"id": "slam", "node_type": "CustomEvent", "event_name": "Slam"},
            {"id": "hi", "node_type": "PrintString", "values": {"InString": "Slam"}},
        ],
        links=["slam.then -> hi.execute"],
    ),
    _of(
        "build_graph",
        "with everything",
        "changed",
        blueprint="BP_Door",
        graph_name="EventGraph",
        nodes=[
            {"id": "slam", "node_type": "CustomEvent", "event_name": "Slam", "x": 1600, "y": 0},
            {"id": "loop", "node_type": "ForLoop"},
            {"id": "again", "node_type": "CallFunction", "function_name": "Slam"},
            {"id": "text", "node_type": "FormatText", "names": ["Index"]},
            {"id": "say", "node_type": "PrintText"},
        ],
        links=[
            "slam.then -> loop.execute",
            "loop.LoopBody -> say.execute",
            "loop.Index -> text.Index",
            "text.Result -> say.InText",
            "@print.then -> again.execute",
        ],
        values={"loop.LastIndex": "3", "@idle.InString": "Idle"},
    ),
    _of(
        "build_graph",
        "only values there already",
        "unchanged",
        blueprint="BP_Door",
        values={"@print.InString": "Welcome"},
    ),
    _of(
        "build_graph",
        "bad link",
        "refused",
        blueprint="BP_Door",
        nodes=[{"id": "hi", "node_type": "PrintString"}],
        links=["@is_open.IsOpen -> hi.execute"],
    ),
)

_CODE = (
    _of("read_graph", "usual", "read", blueprint="BP_Door"),
    _of(
        "read_graph",
        "with everything",
        "read",
        blueprint="BP_Door",
        graph_name="EventGraph",
        entry="BeginPlay",
        first_line=2,
    ),
    _of("read_graph", "unknown event", "refused", blueprint="BP_Door", entry="Nothing"),
    _of(
        "write_graph", "usual", "changed", blueprint="BP_Door", code='event Slam():\n  PrintString("Slam")\n'
    ),
    _of(
        "write_graph",
        "with everything",
        "changed",
        blueprint="BP_Door",
        graph_name="EventGraph",
        mode="union",
        code=(
            "var Force: float = 2.0\n"
            "component Lamp: PointLight\n"
            "on Zone.OnComponentEndOverlap(OtherActor):\n  Push(Force)\n"
            "func Push(Amount: float):\n  Health = Health - Amount\n"
        ),
    ),
    _of(
        "write_graph",
        "there already",
        "unchanged",
        blueprint="BP_Door",
        code="on Tick(DeltaSeconds):\n  pass\n",
    ),
    _of(
        "write_graph",
        "to be pasted",
        "not yet",
        blueprint="BP_Door",
        code="event Hurt(Damage: float):\n  Health = Health - Damage\n",
    ),
    _of("write_graph", "unknown function", "refused", blueprint="BP_Door", code="on BeginPlay():\n  Fly()\n"),
)

NODE_SCENARIOS: tuple[Scenario, ...] = (*_CODE, *_ADDING, *_WIRING, *_REMOVING, *_COMMENTS, *_BUILDING)
