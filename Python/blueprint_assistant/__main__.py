"""`python -m blueprint_assistant`: the assistant without Unreal."""

import sys

if __name__ == "__main__":
    try:
        from blueprint_assistant.cli import main
        from blueprint_assistant.cli.process_end import leave
    except KeyboardInterrupt:
        # Loading takes a moment, and nothing listens for Ctrl+C yet.
        sys.exit("Stopped before anything was done.")
    leave(main())
