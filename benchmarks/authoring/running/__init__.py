"""The machine that runs graphs as the engine does, for judges and for comparisons of behaviour.

Outside uses `machine` for one actor in its world, `behaviour` for all that a Blueprint does, `values` and
`entries`.
"""
