"""Right programs with one wrong line each, of every kind that models and people write.

Outside uses BLUEPRINT, WRONG, Wrong and misspelt. What the right line was is known, so that a remedy can be
judged.
"""

# ruff: noqa: E501 - a case reads best on one line of its table

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BLUEPRINT", "WRONG", "Wrong", "misspelt"]

BLUEPRINT = """\
var Health: float = 100
var MaxHealth: float = 100
var Score: int
var Title: string
var Names: string[]
var bIsDead: bool
var Hero: Character
var Home: Vector
dispatcher OnDied
component Body: StaticMesh
component Glow: PointLight
component Zone: BoxCollision
func Heal(Amount: float):
  Health = Health + Amount
func Half(Amount: float) -> (Part: float):
  return Amount / 2
event Die():
  bIsDead = true
"""
"""What stands in the Blueprint, an Actor, before a program is written."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A program with `wrong` in the place of `right`; `meant` is what a remedy has to say, where known."""

    kind: str
    right: str
    wrong: str
    meant: str = ""
    frame: str = "on BeginPlay():\n  {}\n"

    @property
    def code(self) -> str:
        """The wrong program."""
        return self.frame.format(self.wrong)

    @property
    def right_code(self) -> str:
        """The program as it was meant."""
        return self.frame.format(self.right)

    @property
    def line(self) -> int:
        """The line of the fault."""
        return self.frame.partition("{}")[0].count("\n") + 1


def misspelt(case: Wrong) -> Iterator[Wrong]:
    """The right line of a case with one name misspelt after the other: a letter left out, two swapped."""
    for found in re.finditer(r"(?<![\w\"])[A-Za-z]\w{4,}(?!\w|\s*\")", case.right):
        name, at = found[0], len(found[0]) // 2
        for slip in (name[:at] + name[at + 1 :], name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]):
            line = case.right[: found.start()] + slip + case.right[found.end() :]
            if slip != name:
                yield Wrong("slip", case.right, line, name, case.frame)


def _cases(kind: str, text: str, frame: str = "on BeginPlay():\n  {}\n") -> list[Wrong]:
    """Cases of a table: wrong line => right line, and behind a bar the name that a remedy has to have."""
    found = []
    for line in text.strip().splitlines():
        wrong, _, rest = line.rpartition(" => ")
        right, _, meant = rest.partition("|")
        found.append(Wrong(kind, right.strip(), wrong.strip(), meant.strip(), frame))
    return found


_TICK = "on Tick(DeltaSeconds):\n  {}\n"
_OVERLAP = "on ActorBeginOverlap(OtherActor):\n  {}\n"
_HEAD = '{}\n  PrintString("a")\n'
_BLOCK = 'on BeginPlay():\n  {}\n    PrintString("a")\n'
_FUNCTION = "func Spend(Amount: float):\n  {}\n"

WRONG: tuple[Wrong, ...] = (
    *_cases(
        "misspelt variable",
        """
Helth = 5.0 => Health = 5.0 | Health
Heatlh = MaxHealth => Health = MaxHealth | Health
Health = MaxHelth => Health = MaxHealth | MaxHealth
Health = Max_Helth - 1.0 => Health = MaxHealth - 1.0 | MaxHealth
PrintString(str(Scroe)) => PrintString(str(Score)) | Score
bIsDaed = true => bIsDead = true | bIsDead
isDed = true => bIsDead = true | bIsDead
Title = Titel + "a" => Title = Title + "a" | Title
Score += Scor => Score += Score | Score
Body.SetVisibility(bIsDad) => Body.SetVisibility(bIsDead) | bIsDead
if Helth < 5: PrintString("low") => if Health < 5: PrintString("low") | Health
Hom.X = 5.0 => Home.X = 5.0 | Home
SetActorLocation(Hoome) => SetActorLocation(Home) | Home
PrintString(f"{Helth}") => PrintString(f"{Health}") | Health
""",
    ),
    *_cases(
        "misspelt component",
        """
Bodi.SetVisibility(true) => Body.SetVisibility(true) | Body
Glov.SetIntensity(5.0) => Glow.SetIntensity(5.0) | Glow
Glowe.ToggleVisibility() => Glow.ToggleVisibility() | Glow
""",
    ),
    *_cases(
        "misspelt parameter",
        """
AddActorLocalRotation(MakeRotator(Yaw=45 * DeltaSecond)) => AddActorLocalRotation(MakeRotator(Yaw=45 * DeltaSeconds)) | DeltaSeconds
AddActorWorldOffset(MakeVector(Z=DeltaSecons)) => AddActorWorldOffset(MakeVector(Z=DeltaSeconds)) | DeltaSeconds
""",
        _TICK,
    ),
    *_cases(
        "misspelt function",
        """
PrintStrng("a") => PrintString("a") | PrintString
PrintSting("a") => PrintString("a") | PrintString
SetActorLocaton(Home) => SetActorLocation(Home) | SetActorLocation
SetActorHiddenInGaem(true) => SetActorHiddenInGame(true) | SetActorHiddenInGame
DestroyAcotr() => DestroyActor() | DestroyActor
Dlay(1.0) => Delay(1.0) | Delay
GetActorLocatoin() => GetActorLocation() | GetActorLocation
Glow.SetIntensty(5.0) => Glow.SetIntensity(5.0) | SetIntensity
Body.SetVisibilty(true) => Body.SetVisibility(true) | SetVisibility
Heel(5.0) => Heal(5.0) | Heal
Dei() => Die() | Die
Health = Hallf(10.0) => Health = Half(10.0) | Half
let p = GetPlayerPwn(0) => let p = GetPlayerPawn(0) | GetPlayerPawn
Names.Appnd(Names) => Names.Append(Names) | Append
Hero.Jmp() => Hero.Jump() | Jump
AddActorLocalRotatoin(MakeRotator(Yaw=5)) => AddActorLocalRotation(MakeRotator(Yaw=5)) | AddActorLocalRotation
Health = RandomFloatInRnge(1.0, 2.0) => Health = RandomFloatInRange(1.0, 2.0) | RandomFloatInRange
""",
    ),
    *_cases(
        "function by other words",
        """
RotateActor(MakeRotator(Yaw=5)) => AddActorLocalRotation(MakeRotator(Yaw=5)) | Rotation
MoveActor(Home) => SetActorLocation(Home) | SetActorLocation
HideActor() => SetActorHiddenInGame(true) | SetActorHiddenInGame
SetLocation(Home) => SetActorLocation(Home) | SetActorLocation
SetScale(Home) => SetActorScale3D(Home) | SetActorScale3D
GetPlayer() => GetPlayerPawn(0) | GetPlayer
PlaySound(None) => PlaySound2D(None) | PlaySound
SpawnSound(None) => SpawnSound2D(None) | SpawnSound
Glow.SetBrightness(5.0) => Glow.SetIntensity(5.0) | Glow.SetIntensity(5.0)
Glow.SetColor(MakeColor(R=1.0)) => Glow.SetLightColor(MakeColor(R=1.0)) | SetLightColor
Body.Hide() => Body.SetVisibility(false) | Hidden
Timer.Start(1.0) => SetTimer(event Die, 1.0) | SetTimer
ToggleVisibility() => Glow.ToggleVisibility() | Glow.ToggleVisibility
SetIntensity(5.0) => Glow.SetIntensity(5.0) | Glow.SetIntensity
Jump() => Hero.Jump() | Hero.Jump
LaunchCharacter(Home) => Hero.LaunchCharacter(Home) | Hero.LaunchCharacter
SetStaticMesh(None) => Body.SetStaticMesh(None) | Body.SetStaticMesh
""",
    ),
    *_cases(
        "function of nobody",
        """
Countdown(5) => PrintString("a") | func Countdown(
OpenDoor() => PrintString("a") | OpenDoor():
GiveReward(Score, "gold") => PrintString("a") | func GiveReward(
StartQuest("a", 5) => PrintString("a") | func StartQuest(
Health = ComputeArmour(Health) => Health = 5.0 | func ComputeArmour(
ShakeEverything(5.0) => PrintString("a") | func ShakeEverything(
Xyzzy() => PrintString("a") | Xyzzy():
""",
    ),
    *_cases(
        "words of the tool",
        """
RemoveNode("PrintString") => PrintString("a") | without
DeleteNode("PrintString") => PrintString("a") | without
RemoveStatement(PrintString) => PrintString("a") | without
Event("Die") => Die() | Die()
CallEvent(Die) => Die() | Die()
CallFunction("Heal", 5.0) => Heal(5.0) | Heal
AddNode("PrintString") => PrintString("a") | write the call
""",
    ),
    *_cases(
        "wrong pin",
        """
PrintString("a", Loudness=3) => PrintString("a") | InString
PrintString(Txt="a") => PrintString(InString="a") | InString
PrintString(Text="a") => PrintString(InString="a") | InString
PrintString("a", Duraton=3.0) => PrintString("a", Duration=3.0) | Duration
PrintString("a", Time=3.0) => PrintString("a", Duration=3.0) | Duration
Delay(Time=1.0) => Delay(Duration=1.0) | Duration
SetActorLocation(Location=Home) => SetActorLocation(NewLocation=Home) | NewLocation
SetActorLocation(NewLocatoin=Home) => SetActorLocation(NewLocation=Home) | NewLocation
Glow.SetIntensity(Intensity=5.0) => Glow.SetIntensity(NewIntensity=5.0) | NewIntensity
AddActorLocalRotation(MakeRotator(Yar=5)) => AddActorLocalRotation(MakeRotator(Yaw=5)) | Yaw
AddActorLocalRotation(Delta=MakeRotator(Yaw=5)) => AddActorLocalRotation(DeltaRotation=MakeRotator(Yaw=5)) | DeltaRotation
Heal(Amuont=5.0) => Heal(Amount=5.0) | Amount
Heal(Value=5.0) => Heal(Amount=5.0) | Amount
Heal(5.0, 6.0) => Heal(5.0) | Heal(5.0)
Die(5.0) => Die() | Die()
Delay(1.0, 2.0) => Delay(1.0) | Delay(1.0)
DestroyActor(5) => DestroyActor() | DestroyActor()
""",
    ),
    *_cases(
        "wrong type",
        """
Health = "full" => Health = 5.0 |
Score = "a" => Score = 5 |
bIsDead = 5 => bIsDead = true |
Names = 5 => Names = ["a"] |
Home = 5.0 => Home = MakeVector(X=5.0) |
SetActorLocation(5.0) => SetActorLocation(Home) | MakeVector
SetActorLocation(Body) => SetActorLocation(Home) |
Delay("a") => Delay(1.0) |
Body.SetVisibility(Home) => Body.SetVisibility(true) |
Glow.SetIntensity(Names) => Glow.SetIntensity(5.0) |
Health = Body => Health = 5.0 |
Hero = Body => Hero = None |
Health = Home => Health = 5.0 |
Heal(Names) => Heal(5.0) |
AddActorLocalRotation(45) => AddActorLocalRotation(MakeRotator(Yaw=45)) | MakeRotator
Health = Title * 2 => Health = Health * 2 |
Score = Body + 1 => Score = Score + 1 |
""",
    ),
    *_cases(
        "no condition",
        """
if Names: => if len(Names) > 0: | len(Names) > 0
if Home: => if Home == Home: |
""",
        _BLOCK,
    ),
    *_cases(
        "missing sign",
        """
PrintString("a" => PrintString("a") | PrintString("a")
PrintString("a => PrintString("a") | PrintString("a")
PrintString(str(Health) => PrintString(str(Health)) | PrintString(str(Health))
Health = Health + => Health = Health + 1.0 |
Health = (Health + 1.0 => Health = (Health + 1.0) | Health = (Health + 1.0)
Heal(5.0)) => Heal(5.0) | Heal(5.0)
Names[0 = "a" => Names[0] = "a" | Names[0] = "a"
PrintString(a b) => PrintString("a b") |
let x 5 => let x = 5 | let x = 5
Heal(5.0 6.0) => Heal(5.0) |
Health Health + 1.0 => Health = Health + 1.0 |
""",
    ),
    *_cases(
        "missing colon",
        """
if Health < 5 => if Health < 5: | if Health < 5:
for i in 0..3 => for i in 0..3: | for i in 0..3:
for name in Names => for name in Names: | for name in Names:
if Health < 5 then => if Health < 5: | if Health < 5:
if (Health < 5) { => if Health < 5: |
""",
        _BLOCK,
    ),
    *_cases(
        "endings",
        """
while Score < 5 => while Score < 5: | while Score < 5:
while Score =< 5: => while Score <= 5: | while Score <= 5:
wile Score < 5: => while Score < 5: | while Score < 5:
""",
        "on BeginPlay():\n  {}\n    Score = Score + 1\n",
    ),
    *_cases(
        "heads of loops and branches",
        """
for i in range(0, 10, 3): => for i in range(4): |
for i in 3: => for i in 0..2: | for i in
foreach name in Names: => for name in Names: | for name in Names:
for (int i = 5; i > 0; i--) { => for i in 0..4: |
unless bIsDead: => if not bIsDead: |
if Health = 5: => if Health == 5: | if Health == 5:
if Health => 5: => if Health >= 5: | if Health >= 5:
if Health =< 5: => if Health <= 5: | if Health <= 5:
if Health === 5: => if Health == 5: |
if Health is less than 5: => if Health < 5: |
if not Health < 5 and then bIsDead: => if not Health < 5 and bIsDead: |
else: => if bIsDead: |
elif bIsDead: => if bIsDead: |
if Hero is a Charcter: => if Hero is a Character: | Character
if Hero is Pawnn: => if Hero is Pawn: | Pawn
""",
        _BLOCK,
    ),
    *_cases(
        "words of other languages",
        """
Health: float => Health = 5.0 |
float Speed; => Health = 5.0 |
const x = 5; => let x = 5 |
Names[0:2] => Names[0] |
print(*Names) => PrintString("a") |
lambda x: x => PrintString("a") |
try: => PrintString("a") |
raise Exception("a") => PrintString("a") |
Health++ ++ => Health = Health + 1 |
5 = Health => Health = 5 | Health = 5
Heal(5.0) = Health => Health = Half(5.0) |
Health = 5 if bIsDead => Health = 5 |
assert Health > 5 => PrintString("a") |
with Health: => PrintString("a") |
global Health => PrintString("a") |
del Names[0] => Names.RemoveIndex(0) |
""",
    ),
    *_cases(
        "wrong event",
        """
on BeginPlai(): => on BeginPlay(): | BeginPlay
on OnBeginOverlap(OtherActor): => on ActorBeginOverlap(OtherActor): | ActorBeginOverlap
on Damaged(Damage): => on AnyDamage(Damage): | AnyDamage
on Click(): => on ActorOnClicked(): | Clicked
on Zone.OnComponentBeginOverlp(OtherActor): => on Zone.OnComponentBeginOverlap(OtherActor): | OnComponentBeginOverlap
on Zon.OnComponentBeginOverlap(OtherActor): => on Zone.OnComponentBeginOverlap(OtherActor): | Zone
on Glow.OnClicked2(): => on BeginPlay(): |
on Update(DeltaTime): => on Tick(DeltaTime): | Tick
on BeginPlay(Value): => on BeginPlay(): | BeginPlay()
on KeyPressed(): => on BeginPlay(): |
on BeginPlay() PrintString("b") => on BeginPlay(): |
func Spend(Amount): => func Spend(Amount: float): | func Spend(Amount: float)
func Spend(Amount: flaot): => func Spend(Amount: float): | float
func Spend(Amount: float => func Spend(Amount: float): | func Spend(Amount: float)
macro Twice(): => func Twice(): | func Twice()
""",
        _HEAD,
    ),
    *_cases(
        "statements without an event",
        """
if Health < 20: => on BeginPlay(): |
Health = 5.0 => on BeginPlay(): |
""",
        _HEAD,
    ),
    *_cases(
        "declarations",
        """
var Speed => var Speed: float |
var Speed: flot = 5 => var Speed: float = 5 | float
var Health: int = 5 => var Health: float = 5 |
var Speed = 5 => var Speed: int = 5 | var Speed: int = 5
var Label = "a" => var Label: string = "a" | var Label: string = "a"
component Lamp: PointLigt => component Lamp: PointLight | PointLight
component Lamp: => component Lamp: PointLight |
component Glow: SpotLight => component Glow: PointLight |
component Lamp: PointLight(Intensity) => component Lamp: PointLight(Intensity=5.0) |
dispatcher => dispatcher OnHit |
private component Lamp: PointLight => component Lamp: PointLight | component Lamp: PointLight
""",
        '{}\non BeginPlay():\n  PrintString("a")\n',
    ),
    *_cases(
        "an input is set",
        """
Amount = MaxHealth => let Rest = MaxHealth | Amount is an input
Amount = Amount - 1.0 => Health = Amount - 1.0 | Amount is an input
Amount += 1.0 => Health = Amount + 1.0 | Amount is an input
""",
        _FUNCTION,
    ),
    *_cases(
        "members",
        """
Glow.Intensty = 5.0 => Glow.Intensity = 5.0 | Intensity
let x = Home.W => let x = Home.X | X
Home.Q = 5.0 => Home.X = 5.0 | X
Health.X = 5.0 => Home.X = 5.0 |
Health.SetVisibility(true) => Body.SetVisibility(true) |
let x = Health.Length() => let x = Names.Length() |
let x = Names.First() => let x = Names[0] | Get
Glow.SetLightColour(None) => Glow.SetLightColor(MakeColor()) | SetLightColor
""",
    ),
    *_cases(
        "flow",
        """
break => PrintString("a") |
return 3 => return | return
goto nowhere => PrintString("a") |
continue => PrintString("a") |
""",
    ),
    *_cases(
        "dispatchers",
        """
broadcast OnDie() => broadcast OnDied() | OnDied
bind OnDied => bind OnDied += event Die | += event
bind OnDeid += event Die => bind OnDied += event Die | OnDied
bind OnDied += event Diie => bind OnDied += event Die | Die
broadcast 5 => broadcast OnDied() |
""",
    ),
)
