"""The tools that a model calls, one file for each or for a few that belong together."""
