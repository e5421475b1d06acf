"""From a program to a graph: statements become nodes and links through an emitter."""
