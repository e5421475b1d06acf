"""The VALIDATION SET: half of the requests, which nobody looks at while anything is being tuned.

Neither these requests and their Blueprints, nor what models answer to them, nor why an answer is wrong, is
looked at while prompts, examples, tool descriptions or errors are being worked on: they say how good the
product is with requests that it was not tuned by. Which set a request belongs to was settled when it was
written, before any model was run, with about as many of each sort in both; the Blueprints that are edited are
others. Reports show counts alone unless `--details` asks for more. A request that was looked at all the same
goes to the tuning set, and a new one takes its place here.
"""
