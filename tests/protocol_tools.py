"""The tools of the BlueCode protocol as tests call them: their answers are JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actions.conftest import Tools

__all__ = ["asked"]


def asked(tools: Tools, tool: str, **parameters: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(tools.call(tool, **parameters).text)
    return answer
