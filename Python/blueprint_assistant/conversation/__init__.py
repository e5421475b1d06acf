"""The agent loop. It knows actions and providers; windows and files only see its events."""
