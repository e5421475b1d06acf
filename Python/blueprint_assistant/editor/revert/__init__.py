"""Taking a turn back: what it changed, what the artist did since, and the plans that lead back."""
