"""What a result says: nodes, functions, members and counts in words."""
