"""Where nodes lie and how large they are drawn."""
