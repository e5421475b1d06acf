"""Writes docs/bluecode-requirements.md: which tests show which requirement of BlueCode.

    python tools/build_bluecode_table.py [--run [NUMBER …]]

A test shows a requirement when its name or docstring names it (`BC-020`, `test_bc_020_…`; laws: `I4`).
Tests that are expected to fail or always skipped do not count, ranges count with their ends only. With
`--run` the tests are run first: it is said of each requirement whether they pass, and those that do not
are left out of the page. With numbers only their tests are run, and nothing is written. A test compares
the page with what this writes.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

ROOT: Final = Path(__file__).resolve().parents[1]
TESTS: Final = ROOT / "tests"
PAGE: Final = ROOT / "docs" / "bluecode-requirements.md"

REQUIREMENTS: Final = {
    "BC-001": "made for UE 5.8; node tools are a layer below",
    "BC-002": "three details of reading: semantic, roundtrip, debug",
    "BC-003": "flat Branch lines are never said to be structured",
    "BC-004": "the eleven default tools; node tools are not shown",
    "BC-010": "targets: asset, then component, then function or graph",
    "BC-011": "spellings of a target",
    "BC-012": "without a path the active asset; a component's events first",
    "BC-013": "several matches are refused with all candidates",
    "BC-014": "main, end, return; stable labels",
    "BC-015": "setting a target changes nothing",
    "BC-020": "a statement per line; comments, fences and `;` are skipped",
    "BC-021": "main(), end and return are no calls",
    "BC-022": "calls by name, with values by pin or place; Class.Name",
    "BC-023": 'node("…") for any node with exec pins',
    "BC-024": 'value("…") for any node without',
    "BC-025": "Name = value sets a variable; = elsewhere does not",
    "BC-026": "if is a Branch",
    "BC-027": "operators, nested and with precedence",
    "BC-028": "alias= names a node and is no pin",
    "BC-029": "texts in either quotes, one lexer for all",
    "BC-040": "reading is semantic unless asked; an unknown detail is refused",
    "BC-041": "what a semantic answer holds",
    "BC-042": "roundtrip adds source map and hints",
    "BC-043": "debug adds connections and nodes",
    "BC-044": "what a connection holds",
    "BC-045": "order by flow and meaning, never by place",
    "BC-046": "values are said where they are used",
    "BC-047": "moving nodes changes neither code nor revision",
    "BC-048": "variables and events are read",
    "BC-049": "order of entries and roots",
    "BC-050": "how defaults are printed",
    "BC-060": "bcrev: revisions, without layout",
    "BC-061": "what a revision covers",
    "BC-062": "what a revision leaves out",
    "BC-063": "a hash of the shape, without GUIDs",
    "BC-070": "source map by path of the statement",
    "BC-071": "semantic keys",
    "BC-072": "hints are taken back as they were given",
    "BC-073": "a hint with a node updates it",
    "BC-074": "hints of expressions",
    "BC-075": "ordinals are trusted for as many statements only",
    "BC-076": "paths of structured statements and expressions",
    "BC-080": "apply: union, append",
    "BC-081": "what is left out is never deleted",
    "BC-082": "alignment by longest common subsequence",
    "BC-083": "new statements before the next common one",
    "BC-084": "the two examples of the protocol",
    "BC-085": "statements are compared by tokens; literals keep their case",
    "BC-086": "the tie-break",
    "BC-087": "where is the end; an ambiguous one is refused",
    "BC-088": "merge_report",
    "BC-089": "alignment block by block",
    "BC-100": "what identifies a node, in order",
    "BC-101": "order of the evidence",
    "BC-102": "keys of hints",
    "BC-103": "forms of a hint",
    "BC-104": "a dead handle is never guessed",
    "BC-105": "equal names without evidence are refused",
    "BC-106": "search_nodes",
    "BC-107": "handles survive a change of language",
    "BC-120": "only pins that are named change",
    "BC-121": "another link on a pin is refused",
    "BC-122": "an equal link is success; null skips a pin",
    "BC-123": "a failed pin fails its statement",
    "BC-130": "pin names in any spelling",
    "BC-131": "forms of a value",
    "BC-132": "values that are expressions",
    "BC-133": "texts and calls on text pins",
    "BC-134": "hints for inner nodes",
    "BC-135": "no or two fitting outputs",
    "BC-136": "a node with exec pins as a value",
    "BC-137": "values that cannot be linked",
    "BC-140": "aliases",
    "BC-141": "node_properties",
    "BC-142": "order of properties, pins and values",
    "BC-143": "nodes grow pins",
    "BC-144": "Format Text",
    "BC-145": "pins are never faked",
    "BC-150": "a dry run changes nothing and tells operations, revision, hash",
    "BC-151": "kinds of operation; bcplan: hashes",
    "BC-152": "a plan that differs is refused",
    "BC-153": "a dry run finds all errors",
    "BC-160": "a failure restores the graph",
    "BC-161": "the restore is verified",
    "BC-162": "GUIDs and pin ids survive a restore",
    "BC-170": "results of operations",
    "BC-171": "skipped, unsupported, failures, new revision",
    "BC-180": "connect",
    "BC-181": "a missing pin is found when there is one",
    "BC-182": "connect never breaks a link",
    "BC-190": "delete wants confirm_delete",
    "BC-191": "deleting one connection",
    "BC-192": "ambiguous deletions are refused",
    "BC-200": "apply_variables never removes",
    "BC-201": "compile, with messages by statement",
}
LAWS: Final = {
    "I1": "applying what was read plans nothing",
    "I2": "what was applied is read back",
    "I3": "read, then built in an empty graph, is the same graph",
    "I4": "printed, then parsed, is the same program",
    "I5": "moving, resizing, rerouting change neither code nor revision",
    "I6": "a dry run changes nothing and is what an apply does",
    "I7": "a failure anywhere leaves every byte",
    "I8": "a stale revision is refused",
    "I9": "union takes no node and no link",
    "I10": "no link is replaced",
    "I11": "the structure runs as the graph does",
    "I12": "every node and link is covered once",
    "I13": "the same in every run and language",
    "I14": "the known weaknesses of others, as negative tests",
}
_NAMED: Final = re.compile(r"\bBC-(\d{3})\b|(?:^|_)bc_?(\d{3})(?=_|$)", re.IGNORECASE)
_LAW: Final = re.compile(r"\bI(1[0-4]|[1-9])\b|(?<=test_)i(1[0-4]|[1-9])(?=_)")
_HEAD: Final = """\
# What shows the requirements of BlueCode

This page is written by `python tools/build_bluecode_table.py`; do not edit it. A requirement is open as
long as no test names it. The tests are those of the repository: a change is taken only if all pass.
"""


def named_in(text: str) -> set[str]:
    """The requirements and laws that a name or docstring names."""
    found = {f"BC-{match[1] or match[2]}" for match in _NAMED.finditer(text)}
    return found | {f"I{match[1] or match[2]}" for match in _LAW.finditer(text)}


def marked_tests() -> dict[str, set[str]]:
    """What each test names, by its pytest id."""
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if not named_in(text):
            continue
        place = path.relative_to(ROOT).as_posix()
        for test in _tests_of(ast.parse(text)):
            named = named_in(f"{test.name}\n{ast.get_docstring(test) or ''}")
            if named:
                found[f"{place}::{test.name}"] = named
    return found


def _tests_of(module: ast.Module) -> Iterator[ast.FunctionDef]:
    """The tests of a module that can pass."""
    for item in module.body:
        if isinstance(item, ast.FunctionDef) and item.name.startswith("test_"):
            marks = " ".join(ast.unparse(decorator) for decorator in item.decorator_list)
            if not re.search(r"mark\.(xfail|skip)\b", marks):
                yield item


def page_text(tests: Mapping[str, Container[str]]) -> str:
    """The whole page."""
    tables = [
        f"{_HEAD.strip()}\n\n{_tally('requirements', REQUIREMENTS, tests)}\n\n{_table(REQUIREMENTS, tests)}",
        f"## Laws\n\n{_tally('laws', LAWS, tests)}\n\n{_table(LAWS, tests)}",
    ]
    return "\n\n".join(tables) + "\n"


def _tally(what: str, known: Mapping[str, str], tests: Mapping[str, Container[str]]) -> str:
    shown = sum(any(number in named for named in tests.values()) for number in known)
    return f"{shown} of {len(known)} {what} are shown by tests, {len(known) - shown} are open."


def _table(known: Mapping[str, str], tests: Mapping[str, Container[str]]) -> str:
    rows = ["| | what | shown by |", "|---|---|---|"]
    for number, about in known.items():
        ids = [f"`{test.removeprefix('tests/')}`" for test, named in tests.items() if number in named]
        rows.append(f"| {number} | {about} | {'<br>'.join(ids) or '**open**'} |")
    return "\n".join(rows)


def outcomes(tests: Iterable[str]) -> dict[str, str]:
    """Run the tests: `passed`, `failed`, or `skipped` when none of its cases ran, by pytest id."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        quiet = ["-q", "-p", "no:xdist", "--tb=no", "-o", "junit_family=xunit1", f"--junitxml={report}"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *quiet, *tests],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1):
            sys.exit(f"pytest did not run the tests:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        # The report is pytest's own, of this run.
        return read_outcomes(ET.parse(report).getroot())  # noqa: S314


def read_outcomes(report: ET.Element) -> dict[str, str]:
    """The outcome of each test by its id, all its cases taken together."""
    found: dict[str, set[str]] = {}
    for case in report.iter("testcase"):
        test = f"{case.get('file')}::{str(case.get('name')).partition('[')[0]}"
        parts = {part.tag for part in case}
        bad = parts & {"failure", "error"}
        found.setdefault(test, set()).add("failed" if bad else "skipped" if "skipped" in parts else "passed")
    order = ("failed", "passed", "skipped")
    return {test: next(kind for kind in order if kind in kinds) for test, kinds in found.items()}


def told(number: str, tests: Mapping[str, Container[str]], outcome: Mapping[str, str]) -> str:
    """One line on a requirement: whether it is shown, and by how many tests."""
    kinds = Counter(outcome.get(test, "skipped") for test, named in tests.items() if number in named)
    state = "shown" if kinds["passed"] and not kinds["failed"] else "NOT SHOWN" if kinds else "open"
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in ("passed", "failed", "skipped") if kinds[kind])
    return f"{number:6} {state:9} {counts}".rstrip()


def main() -> int:
    """Write the page; 1 when a test that should show something does not pass."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", action="store_true", help="run the tests, and leave out what does not pass")
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="only run the tests of these: BC-080 I9")
    parsed = parser.parse_args()
    tests = marked_tests()
    if parsed.run:
        numbers = parsed.numbers or [*REQUIREMENTS, *LAWS]
        chosen = [test for test, named in tests.items() if named & {*numbers}]
        outcome = outcomes(chosen)
        lines = [told(number, tests, outcome) for number in numbers]
        print("\n".join(lines))
        failed = sorted(test for test, kind in outcome.items() if kind == "failed")
        print("\n".join(f"does not pass: {test}" for test in failed))
        if parsed.numbers:
            return int(not all(" shown" in line for line in lines))
        tests = {test: named for test, named in tests.items() if test not in failed}
        PAGE.write_text(page_text(tests), encoding="utf-8")
        return int(bool(failed))
    PAGE.write_text(page_text(tests), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(tests)} tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
