"""Life inside the editor: start and stop, menus, settings, secrets, logging, the Qt application.

The composition root: it may use every room, and no room but `cli` uses it. `bootstrap` and
`menus` run while the editor starts, so they import the standard library and `unreal` only.
"""
