"""What the names, types and values of a model mean in this project. Nothing here makes a step of a plan."""
