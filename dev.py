"""Sets the checkout up and runs its tasks: `python3 dev.py` alone lists them.

Standard library only, Python 3.11 or newer (older ones are told so). The first call makes
`.venv` beside this file and installs requirements.txt into it; later calls only compare a
stamp. What it has to say about set-up goes to stderr, so a task's own output stays clean.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "blueprint-dev-stamp.json"
REQUIREMENTS = ROOT / "requirements.txt"
OLDEST_PYTHON = (3, 11)

HELP = """\
usage: python3 dev.py TASK [arguments]

  run …                     start Blueprint AI Assistant without Unreal (`run --help` lists its options)
  t3d …                     check, draw and compare texts of Blueprint graphs (`t3d --help`)
  code …                    read such texts as BlueCode, check and apply BlueCode (`code --help`)
  test                      run the first tier of the tests, on all cores: what everybody runs, in minutes
  test --deep [--shard K/N] run all tests, or part K of N of them, on all cores
  test [pytest arguments]   run the tests that pytest chooses by them, such as a file or -k WORD
  lint                      ruff check, ruff format --check, mypy, lint-imports
  cases FILE [--area a,b]   run a file of cases, print what fails and `N of M pass`
  bench [--short]           run the benchmarks
  package [--out DIR] [--engine 5.8]
                            zip the plugin as Unreal wants it
  peers install [names]     install the servers and the small model that the peer tests talk to
  setup                     only make .venv and install the requirements

Every task makes or repairs .venv first when that is needed; package needs none."""

SYSTEM_LIBRARIES = {
    # What the Qt wheels load from the system, and the Debian package that holds it.
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
}
FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")

NETWORK_SIGNS = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "NameResolutionError",
    "Temporary failure in name resolution",
    "Network is unreachable",
    "Connection refused",
    "ProxyError",
    "SSLError",
    "Max retries exceeded",
)


class SetupError(Exception):
    """The checkout cannot be set up; the text says why and what to do."""


def say(text: str) -> None:
    """Tell the user something about set-up, apart from the task's own output."""
    print(text, file=sys.stderr, flush=True)


# --- the virtual environment -------------------------------------------------------------------


def venv_python() -> Path:
    """The interpreter inside .venv, whether or not it is there yet."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def site_packages() -> Path:
    """Where .venv keeps its packages."""
    places = {"base": str(VENV), "platbase": str(VENV)}
    return Path(sysconfig.get_path("purelib", scheme="venv", vars=places))


def stamp_key() -> str:
    """What .venv depends on: the requirements, the interpreter and the place of the checkout."""
    parts = (REQUIREMENTS.read_bytes(), sys.version.encode(), os.fsencode(ROOT))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def read_stamp() -> dict[str, object]:
    """What the last complete set-up wrote; empty when there was none or it cannot be read."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def installed_names() -> list[str]:
    """The entries of .venv's site-packages, without caches."""
    folder = site_packages()
    if not folder.is_dir():
        return []
    return sorted(entry for entry in os.listdir(folder) if entry != "__pycache__")  # noqa: PTH208 - 3x faster


def has_lost_packages(stamp: dict[str, object]) -> bool:
    """Whether something that the last set-up left in .venv is gone."""
    recorded = stamp.get("installed")
    return isinstance(recorded, list) and not set(recorded) <= set(installed_names())


def is_ready(stamp: dict[str, object]) -> bool:
    """Whether .venv is as the last set-up left it, and that set-up was for these requirements."""
    return stamp.get("key") == stamp_key() and venv_python().exists() and not has_lost_packages(stamp)


def works() -> bool:
    """Whether the interpreter in .venv starts, is this Python, and has pip."""
    if not venv_python().exists():
        return False
    question = "import sys, pip; print(sys.version_info[:2])"
    answer = subprocess.run([venv_python(), "-c", question], capture_output=True, text=True, check=False)
    return answer.returncode == 0 and answer.stdout.strip() == str(sys.version_info[:2])


def ensure_venv() -> None:
    """Make .venv what requirements.txt asks for. Fast when it is; raises SetupError when it cannot be."""
    stamp = read_stamp()
    if is_ready(stamp):
        if stamp.get("missing_libraries"):
            tell_missing_libraries()
        return
    started = time.monotonic()
    is_damaged = has_lost_packages(stamp)
    STAMP.unlink(missing_ok=True)
    missing = provide_system_packages()
    if is_damaged or not works():
        create_venv()
    install_requirements()
    (site_packages() / "blueprint_assistant.pth").write_text(path_line(), encoding="ascii")
    record = {"key": stamp_key(), "installed": installed_names(), "missing_libraries": missing}
    STAMP.write_text(json.dumps(record, indent=1), encoding="utf-8")
    say(f"Ready after {time.monotonic() - started:.0f} s: {VENV}")


def path_line() -> str:
    """What tells .venv's Python where our packages are, in ASCII: on Windows it is not read as UTF-8."""
    return f"import os, sys; sys.path.append(os.fsdecode({os.fsencode(ROOT / 'Python')!r}))\n"


def create_venv() -> None:
    """Make a new .venv; an unusable one makes room for it."""
    say(f"{'Repairing' if VENV.exists() else 'Making'} {VENV} (Python {sys.version.split()[0]})")
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python cannot make virtual environments: its ensurepip module is missing.\n"
            "On Debian and Ubuntu: sudo apt-get update && sudo apt-get install -y python3-venv"
        )
    # A call from inside .venv must not build the new environment on the one that it replaces.
    base = getattr(sys, "_base_executable", None) or sys.executable
    made = subprocess.run(
        [base, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise SetupError(f"Making {VENV} failed:\n{(made.stdout + made.stderr).strip()}")


def install_requirements() -> None:
    """Let pip install requirements.txt, telling what it does. Needs no network when all is there."""
    say(f"Installing {REQUIREMENTS.name}")
    pip = [str(venv_python()), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    options = ["--progress-bar", "off", "--retries", "3", "-r", str(REQUIREMENTS)]
    process = subprocess.Popen(
        pip + options,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore", "PYTHONUNBUFFERED": "1"},
    )
    lines = []
    found = 0
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for; this tells the type checker
    for line in process.stdout:
        lines.append(line.rstrip())
        found += line.startswith(("Collecting ", "Processing "))
        shown = condensed(line, found)
        if shown:
            say(shown)
    if process.wait():
        raise SetupError(pip_failure(lines))


def condensed(line: str, found: int) -> str:
    """One line of pip as progress to show; empty for what nobody needs to see."""
    line = line.strip()
    collecting = re.match(r"(?:Collecting|Processing) (?:\S*[/\\])?([A-Za-z0-9._-]+)", line)
    if collecting:
        return f"  {found:3} {collecting[1]}"
    fetching = re.match(r"(?:Downloading|Using cached) (\S+\.(?:whl|gz)) \((.+)\)", line)
    if fetching:
        return f"      {Path(fetching[1]).name} ({fetching[2]})"
    if line.startswith("Installing collected packages:"):
        return f"  unpacking {line.count(',') + 1} packages"
    if line.startswith("WARNING: Retrying"):
        return "      no answer from the package index, trying again"
    return f"  {line}" if line.startswith("ERROR") else ""


def pip_failure(lines: list[str]) -> str:
    """Why pip failed, from its own words, and what to do."""
    text = "\n".join(lines)
    told = [line for line in lines if not line.startswith("WARNING")]
    tail = "\n".join(f"    {line}" for line in told[-8:])
    if any(sign in text for sign in NETWORK_SIGNS):
        advice = (
            "The package index cannot be reached, and not everything of requirements.txt is in .venv yet.\n"
            "Connect to the network (behind a proxy: set HTTPS_PROXY), or set PIP_FIND_LINKS to a folder of\n"
            "wheels and PIP_NO_INDEX=1, and call dev.py again. What is installed already is kept."
        )
    elif "No space left" in text:
        advice = "The disk is full: about 700 MB are needed."
    else:
        advice = "Mend what pip says, and call dev.py again. What is installed already is kept."
    return f"pip could not install {REQUIREMENTS.name}:\n{tail}\n{advice}"


# --- system libraries --------------------------------------------------------------------------


def missing_packages() -> list[str]:
    """The Debian packages of what Qt would not find on this system; none but on Linux."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for library, package in SYSTEM_LIBRARIES.items() if not loads(library)]
    if not has_fonts():
        missing.append(FONT_PACKAGE)
    return missing


def loads(library: str) -> bool:
    """Whether the system's loader finds a library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_fonts() -> bool:
    """Whether there is any font; without one Qt draws a box for every letter."""
    folders = (Path(folder).expanduser() for folder in FONT_FOLDERS)
    return any(next(folder.rglob("*.[to]tf"), None) for folder in folders if folder.is_dir())


def provide_system_packages() -> list[str]:
    """Install what Qt needs where we may, otherwise say how; what is still missing comes back."""
    missing = missing_packages()
    wanted = list(missing)
    if importlib.util.find_spec("ensurepip") is None:
        wanted.append("python3-venv")
    if not wanted:
        return []
    if shutil.which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        say(f"Installing system packages: {' '.join(wanted)}")
        apt_install(wanted)
        missing = missing_packages()
    if missing:
        tell_missing_libraries()
    return missing


def apt_install(packages: list[str]) -> None:
    """Install Debian packages as root; a failure is told, and left to the checks that follow."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    for command in (["apt-get", "update"], install):
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode:
            say(f"  {' '.join(command[:2])} failed: {(done.stderr or done.stdout).strip()[-500:]}")


def tell_missing_libraries() -> None:
    """Say which system libraries Qt lacks and the command that brings them."""
    missing = missing_packages()
    if not missing:
        return
    say("The window and the pictures need system libraries that are not here. On Debian and Ubuntu:")
    say("  sudo apt-get update && sudo apt-get install -y --no-install-recommends " + " ".join(missing))
    if not shutil.which("apt-get"):
        names = [library for library, package in SYSTEM_LIBRARIES.items() if package in missing]
        say(f"  On other systems: install what holds {', '.join(names) or 'a TrueType font'}.")


# --- tasks -------------------------------------------------------------------------------------


def hand_over(command: list[str]) -> int:
    """Become that command where the system can (signals and exit code then are its own)."""
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)  # noqa: S606 - the point is that nothing stands between
    return subprocess.run(command, check=False).returncode


def python(*arguments: str) -> list[str]:
    """A command of .venv's interpreter."""
    return [str(venv_python()), *arguments]


def absolute_paths(arguments: list[str]) -> list[str]:
    """The arguments with paths that exist from here made absolute, before the folder changes."""
    shown = []
    for argument in arguments:
        path, separator, test = argument.partition("::")
        is_path = not path.startswith("-") and Path(path).exists()
        shown.append(f"{Path(path).resolve()}{separator}{test}" if is_path else argument)
    return shown


def run(arguments: list[str]) -> int:
    """Start the assistant."""
    ensure_venv()
    return hand_over(python("-m", "blueprint_assistant", "run", *arguments))


def t3d(arguments: list[str]) -> int:
    """Look at texts of graphs."""
    ensure_venv()
    return hand_over(python("-m", "blueprint_assistant", "t3d", *arguments))


def code(arguments: list[str]) -> int:
    """Read and write graphs as BlueCode."""
    ensure_venv()
    return hand_over(python("-m", "blueprint_assistant", "code", *arguments))


def test(arguments: list[str]) -> int:
    """Run pytest; a whole tier or a shard of the deep one on all cores."""
    ensure_venv()
    arguments = absolute_paths(arguments)
    os.chdir(ROOT)
    return hand_over(python("-m", "pytest", *on_cores(arguments), *arguments))


def on_cores(arguments: list[str]) -> list[str]:
    """What spreads a run over all cores; nothing where the arguments choose tests or say how to run them."""
    names = {argument.partition("=")[0] for argument in arguments}
    chooses = any(Path(argument.partition("::")[0]).exists() for argument in arguments)
    chooses = chooses or any(argument.startswith(("-k", "-m")) for argument in arguments)
    says_how = "--numprocesses" in names or any(argument.startswith("-n") for argument in arguments)
    if arguments and (not names & {"--deep", "--shard"} or chooses or says_how):
        return []
    return ["--numprocesses=auto", "--dist=worksteal"]


def lint(_arguments: list[str]) -> int:
    """Run every linter and tell which ones found something."""
    ensure_venv()
    checks = {
        "ruff check": python("-m", "ruff", "check", "."),
        "ruff format --check": python("-m", "ruff", "format", "--check", "."),
        "mypy": python("-m", "mypy"),
        "lint-imports": python("-c", "from importlinter.cli import lint_imports_command as c; c()"),
    }
    failed = [name for name, command in checks.items() if not passes(name, command)]
    print(f"Failed: {', '.join(failed)}" if failed else "All linters pass.", flush=True)
    return 1 if failed else 0


def passes(name: str, command: list[str]) -> bool:
    """Run one check in the checkout; whether it found nothing."""
    print(f"--- {name}", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def cases(arguments: list[str]) -> int:
    """Run a file of cases against the product."""
    ensure_venv()
    return hand_over(python(str(ROOT / "tests" / "cases" / "run_cases.py"), *arguments))


def bench(arguments: list[str]) -> int:
    """Run every benchmark, one after the other."""
    scripts = sorted((ROOT / "benchmarks").glob("[!_]*.py"))
    if not scripts:
        print("There are no benchmarks: the folder benchmarks/ holds no script.")
        return 0
    ensure_venv()
    failed = [script.name for script in scripts if not passes(script.name, python(str(script), *arguments))]
    if failed:
        print(f"Failed: {', '.join(failed)}")
    return 1 if failed else 0


def package(arguments: list[str]) -> int:
    """Zip the plugin; needs no .venv."""
    return hand_over([sys.executable, str(ROOT / "tools" / "package.py"), *arguments])


def peers(arguments: list[str]) -> int:
    """Install the peers of the tests."""
    ensure_venv()
    return hand_over(python(str(ROOT / "tools" / "peers.py"), *arguments))


def setup(_arguments: list[str]) -> int:
    """Only set up."""
    ensure_venv()
    print(f"Ready: {venv_python()}")
    return 0


TASKS = {
    "run": run,
    "t3d": t3d,
    "code": code,
    "test": test,
    "lint": lint,
    "cases": cases,
    "bench": bench,
    "package": package,
    "peers": peers,
    "setup": setup,
}


def main(arguments: list[str]) -> int:
    """Run one task; the exit code is the task's, 2 for an unknown task and 3 when set-up fails."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(HELP)
        return 0
    task = TASKS.get(arguments[0])
    if task is None:
        say(f"There is no task '{arguments[0]}'. Use one of: {', '.join(TASKS)}.")
        return 2
    try:
        return task(arguments[1:])
    except SetupError as error:
        say(f"Set-up failed. {error}")
        return 3
    except KeyboardInterrupt:
        say("Stopped. The next call goes on from here.")
        return 130


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        say(f"dev.py needs Python {oldest} or newer; this is {sys.version.split()[0]} ({sys.executable}).")
        raise SystemExit(3)
    raise SystemExit(main(sys.argv[1:]))
