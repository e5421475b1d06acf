"""A program worked into a graph that has one already: identity, alignment, plans, three-way merges."""
