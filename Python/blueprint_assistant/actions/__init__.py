"""The tools that the model can call: one class each, over the editor Protocol and plans."""
