"""Graphs, nodes and pins: made, linked, reconstructed, copied, pasted, offered in the node menu."""
