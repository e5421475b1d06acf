"""Function paths that several sandbox tests use."""

PRINT = "/Script/Engine.KismetSystemLibrary:PrintString"
DELAY = "/Script/Engine.KismetSystemLibrary:Delay"
