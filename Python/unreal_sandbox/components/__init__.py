"""Component trees of Blueprints and native classes."""
