# Starts Blueprint AI Assistant; the editor executes this file once while it starts.
#
# The globals here are shared with the console and with every other plugin, and `__file__` exists
# only while this file runs. So all of it is one function that is gone afterwards, and nothing
# escapes from it. Everything real lives in the plugin's Python folder.
# ruff: noqa: D100 - a docstring would stay behind in everybody's globals, as `__doc__`


def _start_blueprint_ai_assistant() -> None:
    import os  # noqa: PLC0415 - a name at the top would stay behind in everybody's globals
    import sys  # noqa: PLC0415

    try:
        import unreal  # noqa: PLC0415

        base = unreal.PluginBlueprintLibrary.get_plugin_base_dir("BlueprintAIAssistant")
        root = unreal.Paths.convert_relative_path_to_full(base) if base else ""
        if not root or not os.path.isdir(os.path.join(root, "Python")):  # noqa: PTH112, PTH118 - see below
            root = os.path.abspath(os.path.join(__file__, "..", "..", ".."))  # noqa: PTH100, PTH118
        folder = os.path.join(root, "Python")  # noqa: PTH118 - pathlib takes a third of our time to import
        if folder in sys.path:
            sys.path.remove(folder)
        sys.path.insert(0, folder)
        from blueprint_assistant.host import bootstrap  # noqa: PLC0415

        bootstrap.start(root)
    except BaseException:  # noqa: BLE001 - whatever it is, the editor goes on starting
        import traceback  # noqa: PLC0415

        report = f"Blueprint AI Assistant could not start.\n{traceback.format_exc()}"
        try:
            import unreal  # noqa: PLC0415

            unreal.log_error(report)
            folder = unreal.Paths.convert_relative_path_to_full(unreal.Paths.project_log_dir())
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
            file = os.path.join(folder, "BlueprintAIAssistant-start.log")  # noqa: PTH118
            with open(file, "w", encoding="utf-8") as stream:  # noqa: PTH123
                stream.write(report)
        except BaseException:  # noqa: BLE001 - there is nowhere left to tell it but here
            print(report)  # noqa: T201


_start_blueprint_ai_assistant()
del _start_blueprint_ai_assistant
