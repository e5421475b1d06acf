"""What everyday requests need, as lines of BlueCode by the words that ask for them.

Outside uses EVERYDAY, EverydayLine and OF_PARTS. A table of the field: what artists do with actors,
components, time and values. A test writes each of its lines into a Blueprint and compiles it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["EVERYDAY", "OF_PARTS", "EverydayLine"]


@dataclass(frozen=True, slots=True)
class EverydayLine:
    """A line of BlueCode, what it is for, and who asks for it.

    `words` are ways to ask, parted by `|`: a request has all words of one, with few others between them, and
    `rotat*` is the beginning of a word. In the line `{part}` is a component of the class `part`, `{value}`,
    `{number}`, `{flag}` and `{array}` are variables, `{key}` is a key, `{text}` is what is to be printed, a
    line for each. `{seconds:2}`, `{degrees:45}`, `{units:50}`, `{colour:0, 1, 0}`, `{said:ring}` and
    `{name:Ring}` are what a request says of that kind, once; else what stands there. `owner` is the class
    that the Blueprint has to be of.
    """

    words: str
    line: str
    does: str
    part: str = ""
    owner: str = "Actor"


OF_PARTS: Final = {
    "on ActorBeginOverlap": "OnComponentBeginOverlap",
    "on ActorEndOverlap": "OnComponentEndOverlap",
    "SetActorHiddenInGame": "SetVisibility",
    "AddActorWorldOffset": "AddLocalOffset",
    "SetActorLocation": "SetRelativeLocation",
    "AddActorLocalRotation": "AddLocalRotation",
    "SetActorScale3D": "SetRelativeScale3D",
    "SetActorEnableCollision": "SetCollisionEnabled",
}
"""What does to a component of an actor what the other one does to the actor."""
_E = EverydayLine
_SCENE, _PRIMITIVE = "SceneComponent", "PrimitiveComponent"

EVERYDAY: Final = (
    # --- when ---
    _E(
        "start* | begin* play | game begin* | play begin* | spawn* | beginning",
        "on BeginPlay():",
        "when the game starts",
    ),
    _E(
        "every tick | every frame | each frame | each tick | constantly | always | per second | all the time"
        " | keep* mov* | keep* turn* | continuous* | endless* | slowly",
        "on Tick(DeltaSeconds):",
        "all the time, each frame",
    ),
    _E(
        "touch* | overlap* | walk* into | run* into | enter* | step* on | pick* up | collect*"
        " | come* near | walk* over",
        "on ActorBeginOverlap(OtherActor):",
        "when OtherActor touches this actor",
    ),
    _E(
        "touch* | overlap* | walk* into | run* into | enter* | step* on | come* | inside | is in | are in",
        "on {part}.OnComponentBeginOverlap(OtherActor):",
        "when OtherActor comes into it",
        "ShapeComponent",
    ),
    _E(
        "leave* | walk* out | walk* away | stop* overlap* | stop* touch* | exit* | no longer touch*"
        " | step* off | go* away",
        "on ActorEndOverlap(OtherActor):",
        "when OtherActor no longer touches this actor",
    ),
    _E(
        "leave* | walk* out | walk* away | stop* overlap* | exit* | step* off | go* away | goes away"
        " | while in",
        "on {part}.OnComponentEndOverlap(OtherActor):",
        "when OtherActor leaves it",
        "ShapeComponent",
    ),
    _E(
        "hit | hits | hitting | bump* | collid* | crash* | strik* | bounce*",
        "on Hit(OtherActor):",
        "when it bumps into OtherActor",
    ),
    _E("damage* | hurt* | shot | wound*", "on AnyDamage(Damage):", "when it takes damage"),
    _E(
        "game ends | play ends | is destroyed | removed | gone | game over | dies | end of game",
        "on EndPlay():",
        "when it is destroyed or the game ends",
    ),
    _E(
        "press* | key | keys | button | with {key} | hit* {key} | {key} {verb}",
        "on input {key}():",
        "when this key is pressed",
    ),
    _E(
        "release* key | releas* | let go of | hold* down | held | while pressed | as long as key",
        'on input {key}():\n  Pressed:\n    PrintString("down")\n  Released:\n    PrintString("up")',
        "pressed, and let go again",
    ),
    _E("click*", "on ActorOnClicked():", "when it is clicked"),
    _E("mouse over | hover* | cursor*", "on ActorBeginCursorOver():", "when the mouse comes over it"),
    _E("land | lands | landed | landing", "on OnLanded():", "when it lands after a jump", owner="Character"),
    _E(
        "custom event | event called | event named | new event | own event",
        'event {name:Ring}():\n  PrintString("{said:ring}")',
        "a custom event",
    ),
    _E(
        "make a function | new function | function that | function with | gives back | give back"
        " | returns | calculat* | a function",
        "func {name:Half}(Amount: float) -> (Result: float):\n  return Amount / 2",
        "a function with an input and an output",
    ),
    # --- time ---
    _E(
        "every second* | each second | every minute* | again and again | over and over | every half second",
        'on BeginPlay():\n  SetTimer(FunctionName="{name:Ring}", Time={seconds:2}, '
        "bLooping=true)\n"
        'event {name:Ring}():\n  PrintString("{said:ring}")',
        "again and again, with the seconds between",
    ),
    _E(
        "every second* | each second | repeat* | timer* | again and again | over and over | every minute*",
        'SetTimer(FunctionName="{name:Ring}", Time={seconds:2}, bLooping=true)',
        "do the function or event Ring again and again",
    ),
    _E(
        "stop* timer* | clear* timer* | stop* repeat* | no longer repeat* | cancel* | end* timer*",
        'ClearTimer(FunctionName="{name:Ring}")',
        "stop that timer",
    ),
    _E(
        "how long | game time | seconds since | time pass* | clock",
        "GetGameTimeInSeconds()",
        "seconds of play",
    ),
    _E(
        "only once | only the first | first time | only one time | just once",
        'DoOnce:\n  PrintString("once")',
        "only the first time",
    ),
    # --- this actor, other actors ---
    _E(
        "destroy* | remove* itself | delete* itself | vanish* | disappear* | dies | die | kill* | explod*",
        "DestroyActor()",
        "destroy this actor",
    ),
    _E(
        "destroy* other | destroy* any* | kill* | destroy* what* | destroy* who* | destroy* them"
        " | destroy* everything",
        "OtherActor.DestroyActor()",
        "destroy the other one",
    ),
    _E(
        "destroy* after | live* for | lifetime | life span",
        "SetLifeSpan({seconds:3})",
        "be destroyed so many seconds later",
    ),
    _E(
        "hide | hides | hidden | invisible | disappear* | vanish*",
        "SetActorHiddenInGame(true)",
        "hide this actor",
    ),
    _E(
        "visible | appear* | unhide* | show actor | show it again | shows again",
        "SetActorHiddenInGame(false)",
        "show this actor",
    ),
    _E(
        "collision* | walk through | pass through | solid | block*",
        "SetActorEnableCollision(false)",
        "let others through",
    ),
    _E(
        "move | moves | moving | rise* | raise* | sink* | lift | lifts | lower | lowers | float up | floats"
        " | push* up | climb* | slid*"
        " | drift* | descend* | ascend* | fly | flies | shift* | hover*",
        "AddActorWorldOffset((0, 0, {units:50}))",
        "move this actor: X, Y, Z",
    ),
    _E(
        "forward* | backward* | ahead | where it faces | facing",
        "AddActorLocalOffset(({units:100}, 0, 0))",
        "move it forwards",
    ),
    _E(
        "teleport* | put it at | put it to | move* it to | set location | set position | origin"
        " | bring* back | send* back",
        "SetActorLocation((0, 0, 100))",
        "put this actor to a place: X, Y, Z",
    ),
    _E(
        "put player | teleport* | send* back | send* player | move* player",
        "OtherActor.SetActorLocation((0, 0, 100))",
        "put the other one to a place",
    ),
    _E(
        "turn it | turn* around | turn* actor | rotat* | spin* | tilt* | yaw | swivel* | turns"
        " | turn by | turn degrees",
        "AddActorLocalRotation(MakeRotator(Yaw={degrees:45}))",
        "turn this actor by so many degrees",
    ),
    _E(
        "turn* per second | rotat* per second | spin* per second | degrees per second | keep* turning"
        " | keep* spinning | rotat* constantly | spin* constantly | turn* constantly | all the time",
        "{part}.AddLocalRotation(MakeRotator(Yaw={degrees:45} * DeltaSeconds))",
        "in Tick: turn it by so many degrees per second",
        _SCENE,
    ),
    _E(
        "turn* per second | rotat* per second | spin* per second | degrees per second | keep* turning"
        " | keep* spinning | rotat* constantly | spin* constantly | turn* constantly | all the time",
        "AddActorLocalRotation(MakeRotator(Yaw={degrees:45} * DeltaSeconds))",
        "in Tick: turn this actor by so many degrees per second",
    ),
    _E(
        "units per second | mov* per second | ris* per second | cm per second | mov* constantly"
        " | slowly mov* | slowly ris* | slowly sink* | rise* slowly | sink* slowly",
        "AddActorWorldOffset((0, 0, {units:50} * DeltaSeconds))",
        "in Tick: move it by so much per second",
    ),
    _E(
        "face* | set rotation | turn* to face | rotation to",
        "SetActorRotation(MakeRotator(Yaw={degrees:90}))",
        "turn this actor to this direction",
    ),
    _E(
        "look at | looks at | face player | faces player | turn* toward* | turn* to player | aim at"
        " | aims at",
        "SetActorRotation(FindLookAtRotation(GetActorLocation(), GetPlayerPawn().GetActorLocation()))",
        "look at the player",
    ),
    _E(
        "scale* | bigger | smaller | grow* | shrink* | size | twice as big | larger | tall*",
        "SetActorScale3D((2, 2, 2))",
        "make this actor twice as big",
    ),
    _E("where | location | position | how high", "GetActorLocation()", "where this actor is"),
    _E(
        "how high | coordinate* | actor height | its height | above ground",
        "GetActorLocation().Z",
        "its height alone",
    ),
    _E(
        "distance | near | nearer | close to | closer | far away | how far | within | away from",
        "GetDistanceTo(GetPlayerPawn())",
        "how far it is to the player",
    ),
    _E("player | players", "GetPlayerPawn()", "the player"),
    _E(
        "only player | when the player | if the player | the player",
        "if OtherActor == GetPlayerPawn():",
        "only when it is the player",
    ),
    _E("tag* | tagged", 'if OtherActor.ActorHasTag("Friend"):', "only what has this tag"),
    _E(
        "name of actor | name of other | name of who* | name of what* | which actor | its name | who it was",
        "GetDisplayName(OtherActor)",
        "the name of an actor",
    ),
    _E("attach* | stick* to | carr*", "AttachToActor(OtherActor)", "stick to the other one"),
    _E("detach* | drop* it", "DetachFromActor()", "come off again"),
    _E(
        "damage other | damage to | hurt* | deal* | apply* damage | does damage | do damage | harm*"
        " | damage who* | damage what*",
        "ApplyDamage(OtherActor, {units:10})",
        "damage the other one",
    ),
    _E("stop* tick* | tick off | disable* tick*", "SetActorTickEnabled(false)", "stop Tick"),
    _E(
        "velocity | how fast",
        "VectorLength(GetVelocity())",
        "how fast this actor is",
    ),
    # --- parts of it ---
    _E(
        "hide | hides | hidden | off | invisible | disappear* | dark",
        "{part}.SetVisibility(false)",
        "hide it",
        _SCENE,
    ),
    _E("show | shows | on | visible | appear* | lights up", "{part}.SetVisibility(true)", "show it", _SCENE),
    _E(
        "toggl* | switch* | on and off | flip* | flicker* | blink* | flash*",
        "{part}.ToggleVisibility()",
        "hide or show it in turn",
        _SCENE,
    ),
    _E(
        "mov* | rise* | raise* | lift* | lower* | sink* | up | down | slid* | shift* | push*",
        "{part}.AddLocalOffset((0, 0, {units:30}))",
        "move it: X, Y, Z",
        _SCENE,
    ),
    _E(
        "mov* to | put | place* | location | position",
        "{part}.SetRelativeLocation((0, 0, 30))",
        "put it to a place",
        _SCENE,
    ),
    _E(
        "turn* | rotat* | spin* | tilt* | swing* | swivel*",
        "{part}.AddLocalRotation(MakeRotator(Yaw={degrees:45}))",
        "turn it by so many degrees",
        _SCENE,
    ),
    _E(
        "open | opens | close | closes | swing* | turn* to | tilt* | rotation",
        "{part}.SetRelativeRotation((0, {degrees:45}, 0))",
        "turn it to: pitch, yaw, roll",
        _SCENE,
    ),
    _E(
        "scale* | big* | small* | grow* | shrink* | size | larger | twice as",
        "{part}.SetRelativeScale3D((2, 2, 2))",
        "make it twice as big",
        _SCENE,
    ),
    _E(
        "bright* | intens* | dim* | darker | glow* | stronger | weaker",
        "{part}.SetIntensity({units:500})",
        "how bright it is",
        "LightComponent",
    ),
    _E(
        "colo* | red | green | blue | yellow | white | orange | purple | pink",
        "{part}.SetLightColor(MakeColor({colour:0, 1, 0}))",
        "its colour: red, green, blue",
        "LightComponent",
    ),
    _E(
        "radius | reach* | wide* | range",
        "{part}.SetAttenuationRadius({units:900})",
        "how far it shines",
        "LocalLightComponent",
    ),
    _E(
        "material | look* like | colo* | paint*",
        '{part}.SetMaterial(0, "/Engine/BasicShapes/BasicShapeMaterial")',
        "another material",
        "MeshComponent",
    ),
    _E(
        "material parameter | parameter | fade* | glow* | colo*",
        '{part}.SetScalarParameterValueOnMaterials("Glow", 1.0)',
        "a number of its material",
        "MeshComponent",
    ),
    _E(
        "mesh | shape | replace* model | look* like",
        '{part}.SetStaticMesh("/Engine/BasicShapes/Cube")',
        "another mesh",
        "StaticMeshComponent",
    ),
    _E(
        "physic* | fall* | simulat* | drop* | loose",
        "{part}.SetSimulatePhysics(true)",
        "let it fall and roll",
        _PRIMITIVE,
    ),
    _E("gravity | weightless | float*", "{part}.SetEnableGravity(false)", "without gravity", _PRIMITIVE),
    _E(
        "impulse | push* | throw* | shoot* | kick* | blast* | knock* | fling*",
        "{part}.AddImpulse((0, 0, {units:500}), bVelChange=true)",
        "push it once",
        _PRIMITIVE,
    ),
    _E("force | thrust*", "{part}.AddForce((0, 0, {units:9000}))", "push it all the time", _PRIMITIVE),
    _E(
        "collision* | walk through | pass through | solid | block*",
        '{part}.SetCollisionEnabled("NoCollision")',
        "let others through",
        _PRIMITIVE,
    ),
    _E("play | plays | sound* | music | hear*", "{part}.Play()", "let it sound", "AudioComponent"),
    _E("stop* | silen* | quiet* | mute*", "{part}.Stop()", "stop it", "AudioComponent"),
    _E("volume | loud* | quiet*", "{part}.SetVolumeMultiplier(0.5)", "how loud it is", "AudioComponent"),
    _E(
        "text | say* | writ* | show* | display* | label",
        '{part}.SetText("Hello")',
        "the text that it shows",
        "TextRenderComponent",
    ),
    _E(
        "start* | play* | smoke | spark* | effect* | on | emit*",
        "{part}.Activate()",
        "let it run",
        "FXSystemComponent",
    ),
    _E("stop* | off | no longer", "{part}.Deactivate()", "stop it", "FXSystemComponent"),
    _E("zoom* | field of view | fov", "{part}.SetFieldOfView({units:60})", "zoom", "CameraComponent"),
    _E(
        "zoom* | camera | closer | distance | length",
        "{part}.TargetArmLength = {units:300}",
        "how far the camera is",
        "SpringArmComponent",
    ),
    # --- characters ---
    _E(
        "jump | jumps | jumping | hop | leap* | makes it jump | it jumps | lets it jump",
        "Jump()",
        "this character jumps",
        owner="Character",
    ),
    _E(
        "jump | jumps | hop | leap*",
        "if OtherActor is Character as hero:\n  hero.Jump()",
        "a character that touches it jumps",
    ),
    _E("crouch* | duck*", "Crouch()", "crouch", owner="Character"),
    _E("stand* up | uncrouch* | stop* crouch*", "UnCrouch()", "stand up again", owner="Character"),
    _E(
        "launch* | throw* | fling* | catapult* | into the air | push*",
        "LaunchCharacter((0, 0, {units:800}), bZOverride=true)",
        "throw this character up",
        owner="Character",
    ),
    _E(
        "launch* | throw* | fling* | catapult* | into the air | trampoline | bounce*",
        "if OtherActor is Character as hero:\n  hero.LaunchCharacter((0, 0, {units:800}), bZOverride=true)",
        "throw the character that touches it up",
    ),
    _E(
        "walk* | run | runs | running | sprint* | speed | faster | slower",
        "CharacterMovement.MaxWalkSpeed = {units:300}",
        "how fast it walks",
        owner="Character",
    ),
    _E(
        "jump* height | jump* high* | high*",
        "CharacterMovement.JumpZVelocity = {units:700}",
        "how high it jumps",
        owner="Character",
    ),
    _E("gravity | floaty", "CharacterMovement.GravityScale = 0.5", "how heavy it is", owner="Character"),
    _E(
        "freeze* | stop* mov* | cannot move | stand* still | not move | root*",
        "CharacterMovement.DisableMovement()",
        "it cannot walk any more",
        owner="Character",
    ),
    _E(
        "walk* forward | move forward | moves forward | run* forward",
        "AddMovementInput(GetActorForwardVector())",
        "walk on, each frame",
        owner="Pawn",
    ),
    # --- things of the world ---
    _E(
        "sound* | hear* | noise*",
        'PlaySoundAtLocation("/Game/Sounds/S_Ding", GetActorLocation())',
        "a sound, here",
    ),
    _E("music | sound* everywhere | ui sound", 'PlaySound2D("/Game/Sounds/S_Ding")', "a sound, everywhere"),
    _E(
        "particle* | explo* | effect* | spark* | smoke | emitter*",
        'SpawnEmitterAtLocation("/Game/FX/P_Burst", GetActorLocation())',
        "an effect, here",
    ),
    _E(
        "spawn* | create actor | create another | drop* actor | place* new | throw* out",
        "SpawnActor(PointLight, GetActorTransform())",
        "a new actor, here",
    ),
    _E("level | map | load* | restart* game", 'OpenLevel("Arena")', "go to another level"),
    _E("quit* | exit game | close* game | leave* game", "QuitGame()", "end the game"),
    _E("pause* | unpause*", "SetGamePaused(true)", "pause the game"),
    _E(
        "slow motion | time slow* | slow* time | slow* down time | speed of time",
        "SetGlobalTimeDilation(0.5)",
        "slow motion",
    ),
    # --- values ---
    _E(
        "print* | say | says | writ* | display* | show | shows",
        'PrintString("{text}")',
        "this text",
        owner="",
    ),
    _E(
        "how many | how much | print value | print number | show value | print the | prints the"
        " | print its | print it",
        "PrintString(str({value}))",
        "show a value",
        owner="",
    ),
    _E(
        "followed by | together with | joined | text and | before number | text with",
        'PrintString("Total: " + str({value}))',
        "a text with a value",
        owner="",
    ),
    _E(
        "toggl* | flip* | switch* between | opposite | invert*",
        "{flag} = not {flag}",
        "flip a boolean",
        owner="",
    ),
    _E(
        "never below | not below | at least | minimum | go below | go under | drop below | fall below"
        " | no less than",
        "{number} = Max({number} - {units:1}, 0)",
        "less, but never below 0",
        owner="",
    ),
    _E(
        "not above | never above | at most | maximum | no more than | not over | never over | go above"
        " | go over",
        "{number} = Min({number} + {units:1}, 100)",
        "more, but never above 100",
        owner="",
    ),
    _E("clamp* | between | limit*", "{number} = Clamp({number}, 0, 100)", "stay between two", owner=""),
    _E("random* | dice | die roll", "RandomIntegerInRange(1, 10)", "a random whole number", owner=""),
    _E("random*", "RandomFloatInRange(0.5, 2.0)", "a random number", owner=""),
    _E("chance | percent | coin flip | maybe | sometimes", "if RandomBool():", "one time in two", owner=""),
    _E("round* | whole", "Round(2.6)", "to a whole number", owner=""),
    _E("absolute | positive", "Abs({number})", "without its sign", owner=""),
    _E("even | odd | every other | divisible | remainder", "if {number} % 2 == 0:", "even", owner=""),
    _E(
        "times | numbers | each number | count* to | count* from",
        'for i in range({units:3}):\n  PrintString("{said:again}")',
        "so many times, from 0",
        owner="",
    ),
    _E("count* down | backward* | countdown", "for i in range(5, 0, -1):", "5, 4, 3, 2, 1", owner=""),
    _E(
        "all of | each of | every one | list | array | all the",
        "for item in {array}:",
        "each of an array",
        owner="",
    ),
    _E(
        "add word | append* | into the list | to the list | to array | insert* | add name | add to",
        '{array}.Add("Apple")',
        "add to an array",
        owner="",
    ),
    _E(
        "remov* from list | out of list | from array | remove from",
        '{array}.RemoveItem("Apple")',
        "take out of an array",
        owner="",
    ),
    _E("how many are | number of | length", "len({array})", "how many an array has", owner=""),
    _E(
        "contain* | in the list | in list | already in",
        'if {array}.Contains("Apple"):',
        "whether an array has it",
        owner="",
    ),
    _E(
        "clear list | clear* all | empty the | empties | clear array | clear the",
        "{array}.Clear()",
        "empty an array",
        owner="",
    ),
    _E("first of | first one | first item | first name", "{array}[0]", "the first of an array", owner=""),
    # --- between others ---
    _E(
        "wait* | after second* | second* later | delay* | for seconds | for second | seconds after",
        "Delay({seconds:2})",
        "go on so many seconds later",
    ),
)
