"""Assets of the project: made, found, saved to the folder, loaded from it."""
