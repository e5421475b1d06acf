"""Builds what sets something: variables, members of structs, names without let. Part of `lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import VariableSetSpec
from blueprint_assistant.languages.ast.blocks import bare, entry_blocks, parts_of, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Assign,
    BooleanLiteral,
    Call,
    Collection,
    Do,
    Identifier,
    Let,
    Loop,
    Member,
    NumberLiteral,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.lower.invariance import is_invariant
from blueprint_assistant.languages.lower.missing_variables import declaration
from blueprint_assistant.languages.lower.return_lowering import ReturnLowering
from blueprint_assistant.languages.lower.scope import NoVariableError, Output, SetInputError, is_self

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import PinType
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement

__all__ = ["AssignmentLowering"]

_HELD: Final = "struct\n"
"""What the struct is called whose member is set: no program can name it so."""


class AssignmentLowering(ReturnLowering):
    """Builds sets; `_build_do` is what builds a call."""

    def _build_do(self, statement: Do) -> None:
        """Build a call behind what is open."""
        raise NotImplementedError

    def _build_set(self, statement: Assign) -> None:
        target, value = statement.target, statement.value
        if isinstance(target, Identifier) and self._is_new_name(target.name):
            self._build_new_name(statement, target.name)
            return
        if isinstance(value, Collection) and not value.items:
            # A container without items is no node; taking all items out is the same.
            clear = Call(Member(target, "Clear", place=target.place), place=statement.place)
            self._build_do(Do(clear, place=statement.place))
            return
        if isinstance(target, Member) and value is not None and not is_self(target.of):
            of, kind = self._struct_of(target.of)
            if of is not None and kind is not None:
                self._scope.name(_HELD, of)
                self._build_set(self._whole_struct(statement, target, kind))
                return
        else:
            of = None
        key, pin = self._setter(statement, of)
        if value is not None:
            self._feeder.feed(key, pin, value)
        self._enter(key, "execute")
        self._tails = [Output(key, "then")]
        self._scope.name(statement.name, Output(key, "Output_Get"))

    # --- names without let -------------------------------------------------------------------

    def _is_new_name(self, name: str) -> bool:
        """Whether a name means nothing yet and is like no variable, so that it is no slip of one."""
        scope = self._scope
        is_known = scope.find(name) or scope.local_variable(name) or scope.member(name)
        return not is_known and not scope.is_like_one(name)

    def _build_new_name(self, statement: Assign, name: str) -> None:
        """`player = GetPlayerPawn(0)` without let, where the name gives what the value is now.

        What nothing here reads, or what is set again, is no name for a value: a variable is missing.
        """
        value = statement.value
        if not self._is_read(name) or self._is_set_again(statement, name):
            raise NoVariableError(name, declaration(name, value, self._feeder))
        if isinstance(value, NumberLiteral | StringLiteral | BooleanLiteral | Tuple):
            self._scope.name(name, value)
        elif isinstance(value, Call):
            self._build_do(Do(value, name, place=statement.place))
        elif value is not None:
            self._scope.name(name, self._feeder.output(value))
        found = self._scope.find(name)
        if not isinstance(found, Output):
            return
        is_kept = self._is_kept(found) or (value is not None and is_invariant(value, self._feeder))
        if not is_kept and not self._is_used_at_once(name):
            raise NoVariableError(name, declaration(name, value, self._feeder), f"let {name} here")

    def _is_read(self, name: str) -> bool:
        """Whether a statement of the same entry, or of what floats with it, reads a name."""
        return any(_reads(bare(one), name) for one in self._beside())

    def _is_set_again(self, statement: Assign, name: str) -> bool:
        """Whether a name is worked out from itself, or another statement beside it sets it, too."""
        others = (one for one in self._beside() if one is not statement)
        return _mentions(statement.value, name) > 0 or any(_sets(one, name) for one in others)

    def _beside(self) -> Iterator[Statement]:
        blocks = (self._behind,) if self._entry is None else entry_blocks(self._entry)
        return walk_blocks(blocks)

    def _input_set(self, name: str) -> SetInputError:
        """The error for an input of the entry that is set."""
        kind = TypeNames(self._catalog).of(self._feeder.type_of(self._feeder.named(name)))
        return SetInputError(name, self._scope.function, kind, self._scope.fresh(name))

    def _is_kept(self, output: Output) -> bool:
        """Whether an output goes on giving the same: that of an executed node, or an object."""
        is_executed = any(pin.is_exec for pin in self._builder.node(output.node).pins)
        return is_executed or self._feeder.type_of(output).category in ("object", "interface", "class")

    def _is_used_at_once(self, name: str) -> bool:
        """Whether only the next executed statement uses a name, which gives the same value then as now."""
        if self._entry is None:
            return False
        uses = 0
        for statement in self._behind:
            uses += _mentions(bare(statement), name)
            is_name = isinstance(statement, Let) or (
                isinstance(statement, Assign)
                and isinstance(statement.target, Identifier)
                and self._is_new_name(statement.target.name)
            )
            if not is_name:
                break
        else:
            return True
        if isinstance(statement, Loop):
            return False
        # The name itself stands in its own statement as well.
        return uses + 1 >= _mentions(self._entry, name)

    # --- variables ---------------------------------------------------------------------------

    def _setter(self, statement: Assign, of: Output | None) -> tuple[str, str]:
        target = statement.target
        if isinstance(target, Member) and not is_self(target.of):
            return self._other_setter(target, of)
        name = target.name
        local = self._scope.local_variable(name)
        if local and isinstance(target, Identifier):
            return self._builder.add(kinds.LocalVariableSetSpec(self._scope.function, local)), local
        own = self._scope.member(name)
        given = "" if own else self._scope.parameter(name)
        if given:
            raise self._input_set(given)
        if not own and (self._scope.find(name) is not None or not self._scope.is_like_one(name)):
            raise NoVariableError(name, declaration(name, statement.value, self._feeder))
        if not own:
            raise self._scope.unknown(name)
        return self._builder.add(VariableSetSpec(own)), own

    def _other_setter(self, target: Member, output: Output | None) -> tuple[str, str]:
        """A variable of another object; of none, the class stands in its place."""
        if output is None:
            path, name = self._scope.class_path(target.of.name), target.name  # type: ignore[union-attr]
            key = self._builder.add(kinds.OtherVariableSetSpec(path, name))
        else:
            path = self._feeder.class_of(output)
            name = self._scope.member_of(path, target.name)
            key = self._builder.add(kinds.OtherVariableSetSpec(path, name))
            self._feeder.connect(output, (key, "self"))
        return key, self._feeder.pin(key, name).name

    # --- members of structs ------------------------------------------------------------------

    def _struct_of(self, of: Expression) -> tuple[Output | None, PinType | None]:
        """What stands before the dot: its output, and its type when it is a struct; neither for a class."""
        scope = self._scope
        if isinstance(of, Identifier) and not scope.means_value(of.name) and scope.class_path(of.name):
            return None, None
        output = self._feeder.output(of)
        kind = self._feeder.type_of(output)
        return output, kind if kind.category == "struct" and kind.container == "none" else None

    def _whole_struct(self, statement: Assign, target: Member, kind: PinType) -> Assign:
        """`Where.Z = 5` is `Where = Vector(Where.X, Where.Y, 5)`. Raises GraphError without such a node."""
        of = target.of
        ref = kind.subcategory_object
        info = None if ref is None else self._catalog.struct(ref.path)
        make = (
            self._catalog.find_function(info.native_make) if info is not None and info.native_make else None
        )
        if make is None or not isinstance(of, Identifier | Member):
            raise GraphError(f"A member of a {kind} cannot be set by itself.", "Set the whole of it.")
        names = [item.name for item in make.parameters if item.direction == "in"]
        if target.name.lower() not in [name.lower() for name in names]:
            raise GraphError(f"A {kind} has no member '{target.name}'.", f"Use one of: {', '.join(names)}.")
        values = [
            statement.value
            if name.lower() == target.name.lower()
            else Member(Identifier(_HELD), name, place=target.place)
            for name in names
        ]
        given = tuple(Argument(value, name) for value, name in zip(values, names, strict=True) if value)
        made = Call(Identifier(make.name), given, place=statement.place)
        return Assign(of, made, statement.name, place=statement.place)


def _reads(statement: Statement, name: str) -> bool:
    """Whether a statement without its blocks has a name in it, otherwise than to set it."""
    return _mentions(statement, name) > int(_sets(statement, name))


def _sets(statement: Statement, name: str) -> bool:
    target = statement.target if isinstance(statement, Assign) else None
    return isinstance(target, Identifier) and target.name.lower() == name.lower()


def _mentions(part: Statement | object, name: str) -> int:
    wanted = name.lower()
    return sum(isinstance(one, Identifier) and one.name.lower() == wanted for one in parts_of(part))
