"""The tools and parameters of a case in the product's words.

Outside uses call_of, our_tool and our_arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["call_of", "our_arguments", "our_tool"]

_OUR_TOOLS = {"compile": "compile_blueprint", "set_pin_default": "set_pin_value"}

# A node's id says where it is, and nothing is saved by compiling.
_NO_SUCH_PARAMETER = {
    "compile": ("save",),
    "connect_nodes": ("blueprint",),
    "disconnect_nodes": ("blueprint",),
    "delete_node": ("blueprint",),
    "set_pin_default": ("blueprint",),
}
# A whole path is a name to us.
_OUR_PARAMETERS = {"create_blueprint": {"path": "name"}}


def our_tool(tool: str) -> str:
    """The product's name of a tool."""
    return _OUR_TOOLS.get(tool, tool)


def call_of(tool: str, args: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The product's tool and its arguments for a call of a case."""
    return our_tool(tool), our_arguments(tool, args)


def our_arguments(tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call of a case, without those that the product has no use for."""
    left_out = _NO_SUCH_PARAMETER.get(tool, ())
    names = _OUR_PARAMETERS.get(tool, {}) if "name" not in args else {}
    return {names.get(key, key): value for key, value in args.items() if key not in left_out}
