"""A program written into a Blueprint: one plan of members, functions and statements, applied and told."""
