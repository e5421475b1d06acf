"""The one implementation of `BlueprintEditor`: Unreal 5.8, through the `unreal` module.

Import `UnrealEditor` from `.editor` once `unreal` can be imported. Game thread only.
Unreal's objects stay inside one call: they go stale on the next compile.
"""
