"""From a graph to a program: flow, structure, what each node says."""
