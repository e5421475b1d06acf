"""Does a model write the Blueprint that was asked for? Requests, a conversation, and a judge of what it left.

`talking` leads one whole turn of the agent loop on a sandbox project and keeps what happened in it;
`machine` runs the graphs that came of it, `judging` says whether they do what the request asks for.
`model_servers` starts real models. The script is `benchmarks/bluecode_authoring.py`.
"""
