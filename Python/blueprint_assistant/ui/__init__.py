"""The PySide6 panel: chat, drawn Blueprint graphs, window, pictures.

It knows commands (`commands`), conversation events, graph values and view models; nothing of
providers or editors. Outside uses `window.AssistantWindow` and `picture.render_graph`.
Everything here lives on the GUI thread.
"""
