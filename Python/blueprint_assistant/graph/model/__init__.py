"""Blueprints and graphs as frozen values, a draft to change one, and the texts inside them."""
