"""Where new nodes and comment boxes go."""
