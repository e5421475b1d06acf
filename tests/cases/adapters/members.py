"""Which members of an input an adapter understands. Outside uses require_known and as_list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = ["SetUpError", "UnknownMemberError", "as_list", "require_known"]


class UnknownMemberError(Exception):
    """A case says something that its adapter would ignore: it must not pass for what was left out."""


class SetUpError(Exception):
    """What only prepares a case was refused: the case itself was not put to the product."""


def require_known(given: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Raise UnknownMemberError when an input has members that nobody looks at."""
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise UnknownMemberError(f"{what} has {', '.join(unknown)}; the adapter knows {', '.join(known)}")


def as_list(value: Any) -> list[Any]:
    """A list as it is, nothing as none, and one value as a list of it."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]
