"""Plain English in, tool calls out: phrases become intents, intents become steps.

`understanding.understand` and `script.perform` are the two ends; no I/O, no state.
"""
