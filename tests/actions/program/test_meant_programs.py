"""Programs that say nearly what is meant: read so where that is certain, else refused with the right line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

CRATE = """\
var Health: float = 50
var Score: int
var bOpen: bool
var Tints: array:LinearColor
component Zone: BoxCollision
component Sparks: ParticleSystem
component Hum: Audio
component Lamp: PointLight
"""


@pytest.fixture
def crate(tools: Tools) -> Tools:
    """BP_Door with a few variables."""
    tools.do("write_graph", blueprint="BP_Door", code=CRATE)
    return tools


def code_after(tools: Tools, code: str) -> str:
    """What is read of the event graph after a program was written."""
    tools.do("write_graph", blueprint="BP_Door", code=code)
    return tools.do("read_graph", blueprint="BP_Door")


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("on Hit(OtherActor)", "Other"),  # Hit begins with the component
        ("on Hit(Actor)", "Other"),
        ("on Hit(MyComp, OtherActor)", "Other"),
        ("on AnyDamage(Amount)", "Damage"),  # says nothing: by its place
        ("on AnyDamage(DamageTaken)", "Damage"),
        ("on ActorBeginOverlap(Other)", "OtherActor"),
    ],
)
def test_the_name_in_a_head_means_the_output_that_it_says(crate: Tools, head: str, meant: str) -> None:
    name = head.rpartition("(")[2].rpartition(", ")[2].removesuffix(")")
    code = code_after(crate, f"{head}:\n  PrintString(str({name}))\n")
    assert f"{meant})" in code.partition("on ")[2].splitlines()[1].replace("GetDisplayName(", "")


def test_a_name_in_a_head_that_says_several_outputs_is_asked_about(crate: Tools) -> None:
    text = crate.refused(
        "write_graph", blueprint="BP_Door", code="on Hit(Other, Normal):\n  PrintString(str(Normal))\n"
    )
    assert "'Normal' may be HitNormal or NormalImpulse." in text


def test_a_refused_program_that_comes_again_is_written_as_it_was_told(crate: Tools) -> None:
    code = "on BeginPlay():\n  Score = RandomInt(1, 6)\n"
    text = crate.refused("write_graph", blueprint="BP_Door", code=code)
    assert "Score = RandomIntegerInRange(1, 6)" in text
    assert "RandomInteger64InRange" not in text  # takes a conversion more
    assert text.endswith("Sent once more as it is, it is written so.")
    done = crate.do("write_graph", blueprint="BP_Door", code=f"\n{code}\n")
    assert "Written as it was told: `Score = RandomIntegerInRange(1, 6)`." in done
    assert "Score = RandomIntegerInRange(1, 6)" in crate.do("read_graph", blueprint="BP_Door")


def test_an_offer_is_forgotten_when_another_program_comes(crate: Tools) -> None:
    code = "on BeginPlay():\n  Score = RandomInt(1, 6)\n"
    crate.refused("write_graph", blueprint="BP_Door", code=code)
    crate.do("write_graph", blueprint="BP_Door", code="on Tick():\n  Score = 1\n")
    assert "Sent once more" in crate.refused("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize(
    "code",
    [
        "on BeginPlay():\n  Fly(Score)\n",  # nobody knows what is meant
        "on BeginPlay():\n  Fly(Score)\n  Score = RandomInt(1, 6)\n",
        "on BeginPlay():\n  PrintWarning('a', 3, 4)\n",  # what 3 and 4 were to say
    ],
)
def test_what_is_not_certain_is_never_offered(crate: Tools, code: str) -> None:
    for _ in range(2):
        assert "Sent once more" not in crate.refused("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("on Alarm():\n  PrintString('x')\n", "Write: event Alarm():"),
        (
            "on Tick(DeltaSeconds):\n  AddActorLocalTranslation(FVector(10, 0, 0))\n",
            "AddActorLocalOffset(FVector(10, 0, 0))",
        ),
        (
            "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Pawn as p:\n    Jump()\n    p.Destroy()\n",
            "Line 2: if OtherActor is Character as character:",
        ),
        (
            "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Pawn:\n    character.Jump()\n",
            "Line 2: if OtherActor is Character as character:",
        ),
        (
            "on ActorBeginOverlap(OtherActor):\n  if Health > 0:\n    Health = Health - Damage\n",
            "Line 1: on AnyDamage(Damage):",
        ),
        (
            "on ActorBeginOverlap(OtherActor):\n  OtherActor.Destroy()\n  Health = Health - Damage\n",
            "It comes from an event: on AnyDamage(Damage):",
        ),
        (
            "on ActorBeginOverlap(Zone):\n  Zone.Destroy()\n  Score = 1\n",
            "on Zone.OnComponentBeginOverlap(OtherActor):\n  Line 2: OtherActor.Destroy()",
        ),
        ("on BeginPlay():\n  Lamp.Color = LinearColor(1, 0, 0)\n", "Lamp.LightColor = LinearColor(1, 0, 0)"),
        (
            "on Hit(Other):\n  if Other is a Character or Other is Pawn:\n    Score = 1\n",
            "Write: if Other is Pawn:",
        ),
        (
            "on AnyDamage(Damage):\n  Take()\nfunc Take():\n  Health = Health - Damage\n",
            "Write:\n  Line 2: Take(Damage)\n  Line 3: func Take(Damage: float):",
        ),
        ("on BeginPlay():\n  Sparks.Play()\n", "Sparks.Activate()"),
        ("on BeginPlay():\n  Sparks.Stop()\n", "Sparks.Deactivate()"),
        ("on BeginPlay():\n  Hum()\n", "Write: Hum.Play()"),
        (
            "on BeginPlay():\n  SetActorLocation(ActorLocation + (0, 0, 9))\n",
            "SetActorLocation(GetActorLocation() +",
        ),
        ("on Tick(D):\n  MoveForward(10 * D)\n", "AddActorLocalOffset(MakeVector(10 * D, 0, 0))"),
        ("on BeginPlay():\n  MoveActorDown(5)\n", "AddActorLocalOffset((0, 0, -5))"),
        ("on BeginPlay():\n  ScaleActor(2)\n", "SetActorScale3D((2, 2, 2))"),
        ("on BeginPlay():\n  character.Jump()\n", "There is no Character on which 'Jump' could be called."),
        ("on BeginPlay():\n  Score = RandomInteger(1, 6)\n", "Score = RandomIntegerInRange(1, 6)"),
        ("on BeginPlay():\n  Fly(FVector(1, 0, 0) * 2.0)\n", "func Fly(TheVector: Vector):"),
    ],
)
def test_a_line_that_is_nearly_right_is_told_as_it_would_be(crate: Tools, code: str, told: str) -> None:
    assert told in crate.refused("write_graph", blueprint="BP_Door", code=code)


def test_a_direction_is_no_rotation_unless_it_says_so(crate: Tools) -> None:
    """The editor turns one into the other by itself: (0, 0, 90) would be a turn by 90 upwards."""
    code = "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeVector(0, 0, 7) * DeltaSeconds)\n"
    text = crate.refused("write_graph", blueprint="BP_Door", code=code)
    assert "A Vector is no Rotator." in text
    said = code.replace("(MakeVector(0, 0, 7) * DeltaSeconds)", "(Conv_VectorToRotator(MakeVector(0, 0, 7)))")
    assert "Conv_VectorToRotator(" in code_after(crate, said)
    crate.done_before("write_graph", blueprint="BP_Door", code=said)


def test_a_function_that_gives_what_is_read_as_a_property_is_called(crate: Tools) -> None:
    code = "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Pawn as pawn:\n    bOpen = pawn.{}\n"
    for member in ("bIsPlayerControlled", "IsPlayerControlled", "PlayerControlled"):
        assert ".IsPlayerControlled()" in code_after(crate, code.format(member))


def test_what_an_object_can_never_be_is_refused(crate: Tools) -> None:
    code = "on Hit(MyComp, Other):\n  if MyComp is Pawn:\n    Score = 1\n"
    text = crate.refused("write_graph", blueprint="BP_Door", code=code)
    assert "A PrimitiveComponent is never a Pawn." in text
    assert "What may be one: Other." in text
    crate.do("write_graph", blueprint="BP_Door", code=code.replace("if MyComp", "if Other"))


@pytest.mark.parametrize(
    ("body", "read"),
    [
        ("Part = Amount / 2", "return Amount / 2.0"),
        ("Health = 3\n  Part = Amount / 2", "return Amount / 2.0"),
        (
            "if Amount > 3:\n    Part = 1\n  else:\n    Part = 2",
            "return 1.0\n  else:\n    return 2.0",
        ),
    ],
)
def test_an_output_that_is_set_by_name_is_returned(crate: Tools, body: str, read: str) -> None:
    code = f"func Half(Amount: float) -> (Part: float):\n  {body}\n"
    crate.do("write_graph", blueprint="BP_Door", code=code)
    assert read in crate.do("read_graph", blueprint="BP_Door", graph_name="Half").replace("0.0", "0")
    crate.done_before("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize("body", ["Health = Amount / 2", "Part = 0\n  if Amount > 3:\n    Part = 1"])
def test_a_function_that_would_give_nothing_is_refused(crate: Tools, body: str) -> None:
    code = f"func Half(Amount: float) -> (Part: float):\n  {body}\n"
    text = crate.refused("write_graph", blueprint="BP_Door", code=code)
    assert "Half is to give Part, and no line returns it." in text


def test_a_function_that_gives_nothing_now_may_be_repeated_as_it_is(crate: Tools) -> None:
    code = "func Half(Amount: float) -> (Part: float):\n  Health = Amount / 2\n"
    crate.do("write_graph", blueprint="BP_Door", code=code, mode="union")
    assert "Not executed: N1 Return Node" in crate.do("read_graph", blueprint="BP_Door", graph_name="Half")
    crate.do("write_graph", blueprint="BP_Door", code=code.replace("/ 2", "/ 3"))


@pytest.mark.parametrize(
    "condition", ["DeltaSeconds >= 3", "3 < DeltaSeconds", "bOpen and DeltaSeconds > 1.5"]
)
def test_a_frame_never_takes_seconds(crate: Tools, condition: str) -> None:
    code = f"on Tick(DeltaSeconds):\n  if {condition}:\n    Score = 1\n"
    assert "To wait write Delay(" in crate.refused("write_graph", blueprint="BP_Door", code=code)
    for right in ("DeltaSeconds > 0.1", "DeltaSeconds < 3"):
        crate.do("write_graph", blueprint="BP_Door", code=code.replace(condition, right))


def test_code_whose_only_change_is_a_name_renames_the_member_when_it_comes_again(crate: Tools) -> None:
    there = "on BeginPlay():\n  Health = 100\non AnyDamage(Damage):\n  Health = Health - Damage\n"
    crate.do("write_graph", blueprint="BP_Door", code=there)
    code = there.replace("Health", "HitPoints")
    text = crate.refused("write_graph", blueprint="BP_Door", code=code)
    assert "HitPoints stands where Health is now" in text
    assert "rename_variable(blueprint=BP_Door, old_name=Health, new_name=HitPoints)" in text
    assert "Renamed variable" in crate.do("write_graph", blueprint="BP_Door", code=code)
    assert {item.name for item in crate.door.variables} >= {"HitPoints", "Score", "bOpen"}
    assert "Health" not in crate.do("read_graph", blueprint="BP_Door")


def test_another_name_beside_another_change_is_no_renaming(crate: Tools) -> None:
    crate.do("write_graph", blueprint="BP_Door", code="on BeginPlay():\n  Health = 100\n")
    code = "on BeginPlay():\n  HitPoints = 100\n  Score = 2\n"
    assert "stands where" not in crate.refused("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Hide(Lamp)", "Lamp.SetVisibility()"),
        ("Lamp.Show()", "Lamp.SetVisibility(true)"),
        ("Hide()", "SetActorHiddenInGame(true)"),
        ("self.Show()", "SetActorHiddenInGame()"),
        ('PrintString("a" + f"{Score} left")', 'PrintString(Concat_StrStr("a", f"{Score} left"))'),
        ('PrintString(f"{Score}" + "a")', 'PrintString(Concat_StrStr(f"{Score}", "a"))'),
        ("Score = Tints.Length - 1", "Score = Array_Length(Tints) - 1"),
        ("Score = Random(1, 6)", "Score = RandomIntegerInRange(1, 6)"),
        ("Health = RandomRange(0.5, 2)", "Health = RandomFloatInRange(0.5, 2"),
    ],
)
def test_what_people_call_so_is_the_function_that_does_it(crate: Tools, said: str, read: str) -> None:
    code = f"on BeginPlay():\n  {said}\n"
    assert read in code_after(crate, code)
    crate.done_before("write_graph", blueprint="BP_Door", code=code)


def test_who_has_a_function_of_that_name_calls_it(crate: Tools) -> None:
    code = "on BeginPlay():\n  Hide()\nfunc Hide():\n  Score = 1\n"
    assert "SetActorHiddenInGame" not in code_after(crate, code)
    crate.refused("write_graph", blueprint="BP_Door", code="on BeginPlay():\n  Hide(Score)\n")


@pytest.mark.parametrize("asked", ["Other.IsA(Pawn)", 'Other.IsOfClass("Pawn")', "Other.IsA(Pawn) and bOpen"])
def test_who_asks_an_object_for_its_class_means_a_cast(crate: Tools, asked: str) -> None:
    read = code_after(crate, f"var bOpen: bool\non Hit(Other):\n  if {asked}:\n    PrintString('x')\n")
    assert "if Other is Pawn" in read
    assert ("if bOpen:" in read) == asked.endswith("bOpen")


@pytest.mark.parametrize("word", ["call", "Run", "trigger"])
def test_a_word_for_calling_says_nothing_of_its_own(crate: Tools, word: str) -> None:
    assert "Hum.Play()" in code_after(crate, f"on BeginPlay():\n  {word} Hum.Play()\n")
    # As the name of something it is that.
    assert "'Nothing'" in crate.refused(
        "write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n  {word} Nothing()\n"
    )
