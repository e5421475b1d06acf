"""Blueprint graphs as plain values: model, T3D text, K2 rules, node catalogue, layout.

Pure: no I/O but the packaged catalogue data, no threads, no `unreal`.
"""
