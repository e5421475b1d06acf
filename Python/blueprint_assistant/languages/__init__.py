"""Blueprint graphs as programs: one structured tree over the graph model, and texts that print and read it.

Pure: no I/O, no threads, no editor. Knows `graph` and `errors` only. `control_flow` looks at a graph's
exec links, `structuring` makes statements of them, `syntax_tree` is what text forms see. A text form
stands above all else: what reads, builds and merges programs knows none.
"""
