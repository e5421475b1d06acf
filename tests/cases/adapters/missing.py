"""What an adapter raises when the product has no part that the case could be put to."""

__all__ = ["NoProductPartError"]


class NoProductPartError(Exception):
    """The product, or the stand-in under it, cannot be brought into the state of the case."""
