"""What the hints of a call say of the program in one graph. Outside uses CodeHints.

Hints are found in the program as it was written; a program that is brought into canonical words keeps
what they say of its statements, and one whose calls or values they decide stays as it was written.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.value_statements import entry_key
from blueprint_assistant.languages.ast.paths import roots
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Do, Let, Program
from blueprint_assistant.languages.bluecode.hint_matching import found_evidence
from blueprint_assistant.languages.merge.call_hints import FoundHints
from blueprint_assistant.languages.merge.hinted_calls import chosen_specs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.merge.call_hints import HintMaps
    from blueprint_assistant.languages.merge.hinted_calls import KnownActions
    from blueprint_assistant.languages.merge.program_plan import PlanOptions

__all__ = ["CodeHints"]


class CodeHints:
    """Hints by the paths of one program. Without any, everything is as it was."""

    def __init__(self, program: Program = Program(()), found: FoundHints = FoundHints()) -> None:  # noqa: B008 - values
        """Use `of` to look for them."""
        self._program = program
        self._found = found
        self._choices: Mapping[str, AnyNodeSpec] = {}

    @classmethod
    def of(
        cls, program: Program, code: str, maps: HintMaps, actions: KnownActions, catalog: Catalog
    ) -> CodeHints:
        """What `maps` say of a program. Raises AmbiguousHintError, and ProgramError for a wrong handle."""
        made = cls(program, found_evidence(program, code, maps))
        made._choices = chosen_specs(program, made._found, actions, catalog)
        return made

    @property
    def unused(self) -> tuple[str, ...]:
        """The keys of hints that fit nothing in the program."""
        return self._found.unused

    def stays_as_written(self, entry: Entry) -> bool:
        """Whether what is said of calls and values inside an entry would be lost in other words."""
        root = self._root(self._program, entry)
        said = self._found.of
        paths = [*self._choices, *(path for path, one in said.items() if one.properties)]
        paths += [path for path, one in said.items() if "#" in path and one.is_target]
        return any(path.startswith(f"{root}/") or path == root for path in paths)

    def options(self, options: PlanOptions, told: Program) -> PlanOptions:
        """The options with all that is said. `told` is the written program, in other words perhaps."""
        if not self._found.of:
            return options
        moved = self._moved(told)
        of = {moved.get(path, path): one for path, one in self._found.of.items()}
        nodes = {path: one for path, one in of.items() if one.node}
        named = {path: one.node for path, one in nodes.items() if one.is_target}
        return replace(
            options,
            identities={**options.identities, **named},
            hinted={path: one.node for path, one in nodes.items() if path not in named and "#" not in path},
            semantic_keys={path: one.semantic_key for path, one in nodes.items()},
            choices={moved.get(path, path): spec for path, spec in self._choices.items()},
            properties={path: one.properties for path, one in of.items() if one.properties},
        )

    def names(self, told: Program) -> dict[str, str]:
        """The paths of the statements that have a name, by the name (BC-140)."""
        named = {
            path: statement.name
            for path, statement in statement_paths(self._program).items()
            if isinstance(statement, Do | Let) and statement.name
        }
        moved = self._moved(told)
        return {name: moved.get(path, path) for path, name in (named | dict(self._found.aliases)).items()}

    def _moved(self, told: Program) -> dict[str, str]:
        """Where the statements of the written program stand in the other, entry by entry, in order."""
        moved: dict[str, str] = {}
        there = {(entry.kind, *entry_key(entry)): entry for entry in told.entries}
        for root, entry in roots(self._program):
            other = there.get((entry.kind, *entry_key(entry)))
            if other is None:
                continue
            new_root = self._root(told, other)
            old, new = (_without_lets(Program((one,))) for one in (entry, other))
            if len(old) == len(new):
                moved |= {f"{root}{a}": f"{new_root}{b}" for a, b in zip(old, new, strict=True)}
        return moved

    @staticmethod
    def _root(program: Program, entry: Entry) -> str:
        return next((root for root, one in roots(program) if one is entry), "")


def _without_lets(program: Program) -> list[str]:
    """The paths of the statements, in order; a named value may stand elsewhere in other words."""
    return [path for path, one in statement_paths(program).items() if not isinstance(one, Let)]
