"""The tuning set: the half of the requests by which prompts, examples and errors are tuned."""
