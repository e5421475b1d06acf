"""Behaviours of the editor that are unknown, disputed, or wanted worse by a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Switches"]


@dataclass
class Switches:
    """Behaviours on which reports about the real editor disagree, or which a test wants worse.

    The defaults are what the better-founded reports say. The kinder ones among them, which an
    adapter must not rely on: vectors take literals, undo covers graphs, undo with an open editor
    is safe.
    """

    bad_function_gives_ghost_node: bool = True
    """`add_call_function_node` with a bad path leaves a node without pins; else it gives None."""
    old_function_names_work: bool = False
    """`add_call_function_node` follows the engine's redirects (Add_FloatFloat is Add_DoubleDouble); else
    such a name is a bad one [FIELD_NOTES 3: sources disagree]."""
    members_are_known_before_compile: bool = False
    """Get and set nodes and the palette know a new member at once."""
    vector_pins_take_literals: bool = True
    """`set_pin_value` writes vectors and rotators; else it returns False and nothing changes."""
    vector_pins_take_struct_text: bool = False
    """Such a pin also takes `(X=1,Y=2,Z=3)`; else only `1,2,3`. The one report of the long form did not
    look whether it was taken [FIELD_NOTES 5]."""
    int64_is_a_basic_type: bool = False
    """`get_basic_type_by_name("int64")` gives int64; else int, as for any word that is not in the list
    [api.json; FIELD_NOTES: open question]."""
    float_literals_on_vector_operands: bool = False
    """B of a vector operator takes a plain number while it is not linked; else it wants a vector
    [FIELD_NOTES 6: sources disagree]."""
    pins_after_rebuild: Literal["invalid", "resolved", "elsewhere"] = "invalid"
    """What becomes of pins taken before their node was rebuilt: all are invalid; or they are found
    again where index and name are the same [api.json BlueprintGraphPin]; or the index alone counts,
    so that one may be another pin [FIELD_NOTES trap 9]."""
    create_widget_is_in_palette: bool = True
    """`UserInterface|CreateWidget` can be created [FIELD_NOTES 2: sources disagree]."""
    struct_text_keys_are_flagged: bool = True
    """The compiler complains about a key pin with a struct text; else it compiles and never matches
    [FIELD_NOTES 5]."""
    compile_claims_success: bool = False
    """`compile_blueprint` returns True whatever it found, as one tool reports [FIELD_NOTES 6]."""
    export_encoding: Literal["utf-16", "utf-8-sig"] = "utf-16"
    """What an export task writes; both start with a byte order mark."""
    records_graph_edits: bool = True
    """Transactions record graphs; else only variables, components and defaults are undone, and a
    transaction that changed nothing but graphs leaves no step."""
    exports_hold_compiler_leftovers: bool = True
    """A whole-asset export has a stub graph per event, which is in none of the asset's lists
    [EXPORTS 18]; false as for an asset that was never compiled."""
    pasted_one_sided_links_stay: bool = False
    """A pasted link that only one of its pins records is made [PASTE 13: sources disagree]."""
    pasted_absent_events_arrive: bool = False
    """A pasted engine event that the Blueprint lacks arrives as itself; else as a broken custom
    event, as one does that is there already [PASTE 37: open]."""
    pasted_unknown_functions_vanish: bool = True
    """A pasted call of a function that is not there is left out; else it has no pins [PASTE 2]."""
    pasted_calls_need_a_pin: bool = True
    """A pasted call without any pin line is left out [PASTE 21: sources disagree]."""
    undo_with_open_editor_crashes: bool = False
    """Undo, redo and the cancelling of a transaction end the process while the editor of an asset
    that they concern is open [FIELD_NOTES 8]."""
    compile_in_pie_crashes: bool = True
    """Compiling during play in editor ends the process; else it is refused with a log line."""
    saves_fail: bool = False
    """Every save returns False, as with a file that is read-only or checked out elsewhere."""
    read_only_packages: set[str] = field(default_factory=set)
    """Package paths whose files are read-only: saves, renames and deletions of them fail."""
    creating_over_asks: bool = False
    """Creating an asset at a taken path opens a modal dialog before it gives None; else it gives None
    at once. Both were reported [FIELD_NOTES 15]."""
    deleting_clears_undo: bool = False
    """Deleting an asset empties the undo history; else the steps of other assets stay (unknown)."""
    has_source_control: bool = False
    """A checkout takes a package out of `read_only_packages`; without source control it is refused."""
    checked_out_elsewhere: set[str] = field(default_factory=set)
    """Package paths that somebody else has checked out: a checkout of them is refused."""
    saves_in_pie_claim_success: bool = False
    """A save of packages during play in editor returns True and writes nothing; else it is refused.
    Both were reported [FIELD_NOTES 9]."""
    modal_dialogs_tick: bool = False
    """A modal dialog runs nested ticks of its own [HOSTING 4.1]; else ticks stop until it is
    answered [FIELD_NOTES 11]."""
    long_names_crash: bool = True
    """A name of more than 1,023 characters ends the process; else it becomes ERROR_NAME_SIZE_EXCEEDED
    (assumed)."""
    first_return_node_is_linked: bool = True
    """The return node that comes with a function's first output is linked to an entry that leads
    nowhere yet; else it stands alone. Nobody reported which (assumed)."""
    rename_onto_taken_name_crashes: bool = True
    """`rename_graph` to a name that another graph has ends the process, as renaming an object onto
    another one does [FIELD_NOTES 8]; else nothing happens but a log line."""
    comments_show_move_mode: bool = True
    """Scripts see `move_mode` of a comment box, as the reference says; the enum itself is in none of it."""
    slate_is_initialised: bool = True
    """False as in a commandlet: registering a Slate callback ends the process."""
