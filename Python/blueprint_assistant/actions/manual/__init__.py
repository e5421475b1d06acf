"""What no call of the editor makes: plans that the artist finishes by hand, and their check."""
