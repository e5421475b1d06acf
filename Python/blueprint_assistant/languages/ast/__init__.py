"""A program as a tree of values, and the ways through it. Knows no graph and no text."""
