"""The end of the process. Outside uses leave."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from contextlib import suppress
from typing import NoReturn

__all__ = ["leave"]


def leave(code: int) -> NoReturn:
    """End as Python does at its end, but for taking apart all that is in memory.

    That takes longer than everything else when a window was open. And the thread that loads the
    assistant may still be at work, which the end of an interpreter would tear out of foreign code.
    """
    others = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
    if any(not thread.daemon for thread in others):
        sys.exit(code)  # Python waits for these first
    atexit._run_exitfuncs()  # noqa: SLF001 - the log is written, the clipboard goes to the system: all that is to be done
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it any more, or it is closed
            if stream is not None:
                stream.flush()
    os._exit(code)
