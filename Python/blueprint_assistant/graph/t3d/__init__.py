"""Text of copied nodes and exported Blueprints (T3D): read, written back byte for byte, made for pasting."""
