"""Whether a program does what it says: what would be silently wrong is refused, or written as it is meant."""
