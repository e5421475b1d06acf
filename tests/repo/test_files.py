"""Files are written whole or not at all, and devices stay devices."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from blueprint_assistant.files import write_whole

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(os.name != "posix", reason="devices, links and pipes of POSIX")


def test_a_new_file_holds_the_content_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "Grüße 日本.txt", b"content")
    assert (tmp_path / "Grüße 日本.txt").read_bytes() == b"content"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_as_long_as_names_can_be_is_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("n" * 255), b"content")
    assert (tmp_path / ("n" * 255)).read_bytes() == b"content"


@posix
def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (real.read_bytes(), stat.S_IMODE(real.stat().st_mode)) == (b"new", 0o640)


@posix
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(
        [sys.executable, "-c", f"print(len(open({str(pipe)!r}, 'rb').read()))"], stdout=subprocess.PIPE
    )
    write_whole(pipe, b"content")
    assert reader.communicate(timeout=90)[0].strip() == b"7"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
def test_a_write_that_fails_leaves_the_old_file_and_no_rest(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_bytes(b"old")
    # Files of this process may not grow over eight bytes: what a full disk is to a writer.
    program = f"""
import resource
from pathlib import Path
from blueprint_assistant.files import write_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
try:
    write_whole(Path({str(file)!r}), b"much more than eight bytes")
except OSError as error:
    print(error.strerror)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "Python")},
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
    )
    assert done.stdout == "File too large\n"
    assert file.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["kept.txt"]
