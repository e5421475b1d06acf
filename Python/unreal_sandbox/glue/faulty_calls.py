"""Calls of the API that go wrong: they raise, give nothing, or claim what they did not do.

Which calls do so is a matter of `FaultInjection`; each manner has been seen of some call of the real
editor [FIELD_NOTES 3, 5, 10, 16], and any of them may have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, assert_never

from unreal_sandbox.desk.kept_state import KeptState

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["Fault", "faulty_call"]

Fault = Literal["raises", "raises_afterwards", "gives_nothing", "does_nothing"]
"""`raises` before anything is done or `raises_afterwards`; `gives_nothing`: False, None, an empty list,
and nothing is done; `does_nothing`: what it gives is as if it had been done, but nothing has changed."""


def faulty_call(
    editor: EditorState, name: str, fault: Fault, call: Callable[[], Any], nothing: Callable[[], Any]
) -> Any:
    """Go wrong in that manner. `call` does what the call does, `nothing` makes its empty result."""
    match fault:
        case "raises":
            raise RuntimeError(f"{name} failed.")
        case "raises_afterwards":
            call()
            raise RuntimeError(f"{name} failed.")
        case "gives_nothing":
            editor.write_log("LogScript", "Error", f"{name} failed.")
            return nothing()
        case "does_nothing":
            kept = KeptState(editor)
            try:
                return call()
            finally:
                kept.put_back()
        case _:
            assert_never(fault)
