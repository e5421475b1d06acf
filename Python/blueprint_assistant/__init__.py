"""Blueprint AI Assistant: says what a Blueprint should do, and watches it being built.

Nothing is imported here: the editor starts this package, so it must stay light.
"""

__version__ = "0.1.0"
