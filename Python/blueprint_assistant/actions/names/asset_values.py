"""The asset that a model names as the value of a pin. Outside uses asset_text.

Takes a name, a package path or an object path. What is not in the project is refused with the
nearest: the editor would leave the pin empty without a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.folders import root_of
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError, object_path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.protocol import Asset

__all__ = ["UnknownAssetError", "WrongAssetError", "asset_text"]

_OF_THE_ENGINE = ("/script/", "/engine/")
_SHOWN = 8


class UnknownAssetError(ToolError):
    """The project has no such asset."""

    code = "unknown_asset"


class WrongAssetError(UnknownAssetError):
    """The asset of that name is of a class that does not fit."""


def asset_text(text: str, base: str, context: ActionContext) -> str:
    """The object path of the asset that a text means, of class `base` where one is given.

    The engine's own content and objects inside of assets are taken as they are. Raises
    UnknownAssetError, or AmbiguousNameError with all that fit.
    """
    path = object_path(text.strip()).strip()
    if not path or path.lower() == "none" or path.lower().startswith(_OF_THE_ENGINE) or ":" in path:
        return text
    package = path.partition(".")[0]
    wanted = package.strip("/").lower()
    assets = context.editor.list_assets(root_of(package))
    exact = [item for item in assets if item.path.strip("/").lower() == wanted]
    named = [item for item in assets if f"/{item.path.strip('/').lower()}".endswith(f"/{wanted}")]
    fitting = [item for item in named if _fits(item, base, context)]
    found = exact or fitting or named
    if len(found) > 1:
        raise AmbiguousNameError(text, [item.path for item in found])
    if found:
        _refuse_other_class(found[0], base, context)
        return f"{found[0].path}.{found[0].name}"
    raise UnknownAssetError(
        f"There is no asset '{text}' in the project.", _hint(wanted, assets, base, context)
    )


def _refuse_other_class(asset: Asset, base: str, context: ActionContext) -> None:
    """Raise WrongAssetError for an asset of a wrong class; one that the project made is not judged."""
    if base and not _fits(asset, base, context) and context.catalog.class_info(asset.class_path) is not None:
        kind, wanted = (path.rsplit(".", 1)[-1] for path in (asset.class_path, base))
        raise WrongAssetError(f"'{asset.path}' is a {kind}, no {wanted}.", "Name one of that class.")


def _fits(asset: Asset, base: str, context: ActionContext) -> bool:
    return base in ("", asset.class_path) or context.catalog.is_child_of(asset.class_path, base)


def _hint(wanted: str, assets: Iterable[Asset], base: str, context: ActionContext) -> str:
    paths = {item.name: item.path for item in assets if _fits(item, base, context)}
    near = nearest(wanted.rsplit("/", 1)[-1], paths) or list(paths)[:_SHOWN]
    if not near:
        return "There is none of that kind: the user has to make or import it first."
    return f"Nearest: {', '.join(paths[name] for name in near)}."
