"""What the assistant needs from an editor: a Protocol, plans, the game-thread queue.

`unreal_editor` is the one implementation and the only importer of `unreal` here.
"""
