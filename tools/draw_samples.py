"""Draws ten real graphs into docs/images/graphs, and writes down where they come from.

    BLUEPRINT_CORPUS=folder python tools/draw_samples.py [FOLDER]

The texts are other people's and not part of the checkout; only those whose licence allows it are
drawn. Each picture gets the highest of a few scales at which its file stays small.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Python"))

SAMPLES: Final = {
    "timers": ("169-case2.t3d", "Events, branches, timers, an interface message"),
    "operators": ("433-commutative-associative-binary-operator-mult.t3d", "Compact operators"),
    "input-axes": ("386-input-axis-event.t3d", "Input axes, a reroute, vectors and rotators"),
    "comments": ("061-connect-wallets-with-qr-code.t3d", "Comments, spawning an actor, a widget"),
    "struct-and-delegate": (
        "428-connect-defi-wallet-with-uri.t3d",
        "A struct, a delegate, ends for development",
    ),
    "reroutes": ("320-input-output-knots.t3d", "Execution through reroutes"),
    "sine": ("185-corret-ue-bp-t3d.t3d", "Mathematics and a component"),
    "function": ("034-case3.t3d", "A function with its entry and return node"),
    "timeline": ("103-timeline.t3d", "A timeline"),
    "spawn": ("412-spawn-actor-point-light.t3d", "Spawning an actor, with advanced pins"),
}
SCALES: Final = (2.0, 1.5, 1.25, 1.0, 0.75)
MOST_BYTES: Final = 300_000
SMALLEST: Final = 0  # Qt's "quality" of a PNG is how little it is compressed
NOT_FREE: Final = "none stated"


def main() -> None:
    """Draw all samples and write the list of sources."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images" / "graphs")
    folder = parser.parse_args().folder
    corpus = Path(os.environ.get("BLUEPRINT_CORPUS", "")) / "t3d"
    if not (corpus / "index.json").is_file():
        raise SystemExit("BLUEPRINT_CORPUS names no folder with t3d/index.json.")
    entries = json.loads((corpus / "index.json").read_text(encoding="utf-8"))
    index = {entry["file"]: entry for entry in entries}
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, (file, about) in SAMPLES.items():
        entry = index[file]
        if entry["licence"] == NOT_FREE:
            raise SystemExit(f"{file} must not be published: no licence is stated.")
        scale = draw(corpus / file, folder / f"{name}.png")
        rows.append(f"| {about} | ![{name}]({name}.png) | {entry['source']} | {entry['licence']} |")
        print(f"{name}: {(folder / f'{name}.png').stat().st_size:,} bytes at scale {scale:g}")
    (folder / "README.md").write_text(readme(rows), encoding="utf-8")


def draw(text: Path, picture: Path) -> float:
    """Draw a text at the highest scale that keeps the file small; returns the scale."""
    # The package is found only once the path is set.
    from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_t3d  # noqa: PLC0415
    from blueprint_assistant.ui.picture import render_image  # noqa: PLC0415

    graph = parse_t3d(decode_t3d(text.read_bytes()))
    for scale in SCALES:
        image = render_image(graph, scale)
        image.setDevicePixelRatio(1.0)
        if not image.save(str(picture), "PNG", SMALLEST):
            raise SystemExit(f"{picture} cannot be written.")
        if picture.stat().st_size <= MOST_BYTES:
            return scale
    raise SystemExit(f"{picture} is larger than {MOST_BYTES:,} bytes at every scale.")


def readme(rows: list[str]) -> str:
    """The page that shows the pictures with their sources."""
    lines = [
        "# Graphs as this project draws them",
        "",
        "Real graphs that people copied from Unreal and published, drawn by",
        "`python -m blueprint_assistant t3d draw`. The texts are theirs, under the licences below; the",
        "pictures were made by `tools/draw_samples.py`.",
        "",
        "| what it shows | picture | source | licence |",
        "|---|---|---|---|",
        *rows,
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
