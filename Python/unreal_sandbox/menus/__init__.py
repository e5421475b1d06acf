"""Tool menus and their entries."""
