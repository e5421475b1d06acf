"""`python -m blueprint_assistant`: the assistant without Unreal."""

import sys

from blueprint_assistant.cli import main

if __name__ == "__main__":
    sys.exit(main())
