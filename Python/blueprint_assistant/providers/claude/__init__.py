"""The Claude service: its SDK, its message form, its stream and its errors."""
