"""What the engine and the project offer: classes, functions, events, types, and the search in their names."""
