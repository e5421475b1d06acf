"""`python -m unreal_sandbox`: `coverage` tells what is modelled of the editor's API, `run` runs a script."""

from __future__ import annotations

import argparse
import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from unreal_sandbox.errors import ProjectFolderError
from unreal_sandbox.glue.api_coverage import measure
from unreal_sandbox.sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from unreal_sandbox.glue.api_coverage import ApiCoverage

__all__ = ["main"]

_WIDTH = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m unreal_sandbox")
    commands = parser.add_subparsers(dest="command", required=True)
    coverage = commands.add_parser("coverage", help="what is modelled of the API, by class")
    coverage.add_argument("classes", nargs="*", metavar="CLASS", help="these classes only")
    coverage.add_argument("--refused", action="store_true", help="list the members that are not modelled")
    run = commands.add_parser("run", help="run a Python script as the editor's console does")
    run.add_argument("script", type=Path, metavar="SCRIPT")
    run.add_argument("--project", type=Path, metavar="DIR", help="the project, instead of an empty one")
    for command in (coverage, run):
        command.add_argument("--version", default="5.8", choices=("5.6", "5.7", "5.8"), help="the engine")
    parsed = parser.parse_args(arguments)
    if parsed.command == "run":
        return _run(parser, parsed)
    found = measure(parsed.version)
    unknown = [name for name in parsed.classes if name not in found]
    if unknown:
        parser.error(f"no members of these are known in {parsed.version}: {', '.join(unknown)}")
    rows = [found[name] for name in parsed.classes] if parsed.classes else list(found.values())
    _print_table(rows, lists_refused=parsed.refused)
    return 0


def _run(parser: argparse.ArgumentParser, parsed: argparse.Namespace) -> int:
    if not parsed.script.is_file():
        parser.error(f"there is no script '{parsed.script}'")
    try:
        editor = SandboxEditor(parsed.project, parsed.version)
    except (ProjectFolderError, OSError) as error:
        parser.error(str(error))
    with editor:
        runpy.run_path(str(parsed.script), run_name="__main__")
    return 0


def _print_table(rows: Sequence[ApiCoverage], *, lists_refused: bool) -> None:
    print(f"{'class':42} {'known':>6} {'present':>8} {'modelled':>9} {'refused':>8} {'share':>6}")
    for row in rows:
        _print_row(row.owner, len(row.known), len(row.present), len(row.modelled))
        if lists_refused:
            _print_names(row.refused)
    _print_row(
        f"{len(rows)} classes",
        sum(len(row.known) for row in rows),
        sum(len(row.present) for row in rows),
        sum(len(row.modelled) for row in rows),
    )


def _print_row(owner: str, known: int, present: int, modelled: int) -> None:
    share = modelled / known if known else 1.0
    print(f"{owner:42} {known:6} {present:8} {modelled:9} {known - modelled:8} {share:6.0%}")


def _print_names(names: Iterable[str]) -> None:
    line = ""
    for name in names:
        if line and len(line) + len(name) > _WIDTH:
            print(f"    {line}")
            line = ""
        line += f"{name} "
    if line:
        print(f"    {line}")


if __name__ == "__main__":
    sys.exit(main())
