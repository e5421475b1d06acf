"""What may be written on the command line. Outside uses command_parser.

It knows the commands by their words only: `--help` is answered before any of them is loaded.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blueprint_assistant import __version__

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no other name

__all__ = ["command_parser"]

_DEFAULT_SCALE: Final = 2.0
_DETAILS: Final = ("semantic", "roundtrip", "debug")
"""The values of `Detail`, whose module takes long to load."""


def command_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line: `command` is `run`, `t3d` or `code`."""
    parser = argparse.ArgumentParser(prog="blueprint_assistant", description="Blueprints from plain English.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_run(commands)
    _add_t3d(commands)
    _add_code(commands)
    return parser


def _add_run(commands: _Commands) -> None:
    run = commands.add_parser(
        "run", help="run the assistant on the stand-in editor, with or without a window"
    )
    run.add_argument("--prompt", metavar="TEXT", help="do this one request without a window, then exit")
    run.add_argument(
        "--project", type=_path, metavar="DIR", help="open the project in this folder and save it there"
    )
    run.add_argument(
        "--events", type=_path, metavar="FILE", help="write every event to this file, a JSON line each"
    )
    run.add_argument(
        "--dry-run",
        action="store_true",
        help="with --prompt: take back at the end what the request changed, and keep nothing",
    )
    run.add_argument("--picture", type=_path, metavar="FILE", help="draw the graph into this PNG file")
    run.add_argument("--t3d", type=_path, metavar="FILE", help="write the graph as text to paste into Unreal")
    run.add_argument("--provider", choices=("auto", "offline", "claude"), help="who answers (default: auto)")
    run.add_argument("--model", metavar="ID", help="the model to ask")
    run.add_argument("--base-url", metavar="URL", help="the endpoint of the service, instead of its own")


def _path(text: str) -> Path:
    """A path of the command line. An empty one would mean this folder: a variable that is not set."""
    if not text.strip():
        raise argparse.ArgumentTypeError("an empty path")
    return Path(text)


def _add_t3d(commands: _Commands) -> None:
    t3d = commands.add_parser("t3d", help="check, draw and compare texts of copied or exported graphs")
    kinds = t3d.add_subparsers(dest="t3d_command", required=True, metavar="check|links|draw|diff")

    def add(name: str, about: str, files: str = "+") -> argparse.ArgumentParser:
        parser = kinds.add_parser(name, help=about, description=f"{about}. '-' stands for standard input.")
        parser.add_argument("files", nargs=files, metavar="FILE", help="T3D text, UTF-8 or UTF-16")
        parser.add_argument("--json", action="store_true", help="print a JSON object per line")
        return parser

    add("check", "read texts, count nodes and links, and see whether they print back byte for byte")
    add("links", "see which links the Blueprint editor would refuse, and why")
    draw = add("draw", "draw graphs into PNG files, beside the texts or where --out says")
    draw.add_argument("--out", metavar="DIR|FILE", help="a folder, or for one graph a file ending in .png")
    draw.add_argument(
        "--scale", type=float, default=_DEFAULT_SCALE, metavar="N", help="pixels per graph unit (default: 2)"
    )
    two = kinds.add_parser("diff", help="tell what makes the second text of the first")
    two.add_argument("files", nargs=2, metavar="FILE", help="T3D text; '-' stands for standard input")
    two.add_argument("--json", action="store_true", help="print one JSON object")


def _add_code(commands: _Commands) -> None:
    code = commands.add_parser("code", help="read graphs as BlueCode, check BlueCode and work it into graphs")
    kinds = code.add_subparsers(dest="code_command", required=True, metavar="read|check|apply")

    def add(name: str, about: str, what: str) -> argparse.ArgumentParser:
        parser = kinds.add_parser(name, help=about, description=f"{about}. '-' stands for standard input.")
        parser.add_argument("files", nargs="+", metavar="FILE", help=what)
        parser.add_argument("--json", action="store_true", help="print a JSON object per line")
        return parser

    reading = add(
        "read", "print the graphs of copied or exported texts as BlueCode", "T3D text, UTF-8 or UTF-16"
    )
    reading.add_argument(
        "--detail",
        choices=_DETAILS,
        default="semantic",
        help="semantic: what it does (default); roundtrip: each node is said once, and --json says where; "
        "debug: pins and links as well",
    )
    add("check", "see whether BlueCode can be read, and where not", "BlueCode, UTF-8")
    _add_apply(kinds)


def _add_apply(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = "work BlueCode into the graphs of a copied or exported text; nothing of it is taken out"
    apply = kinds.add_parser("apply", help=about, description=f"{about}. '-' stands for standard input.")
    apply.add_argument("files", nargs=1, metavar="FILE", help="BlueCode, UTF-8")
    apply.add_argument("--onto", required=True, metavar="FILE", help="T3D text that it is worked into")
    apply.add_argument("-o", "--out", metavar="FILE", help="where the new text goes; '-' prints it")
    apply.add_argument("--dry-run", action="store_true", help="only tell what would become of each statement")
    apply.add_argument("--graph", default="", metavar="NAME", help="where events and main() go")
    apply.add_argument(
        "--parent", default="", metavar="CLASS", help="parent class of copied nodes, instead of one that fits"
    )
    apply.add_argument("--json", action="store_true", help="print one JSON object")
