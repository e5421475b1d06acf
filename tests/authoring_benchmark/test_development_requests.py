"""The requests for tuning: programs that do each of them are taken, and doing nothing is no answer."""

from __future__ import annotations

import pytest

from authoring.development import WISHES, Wish, faults_of_wish
from authoring.setups import set_up
from sandbox_project import open_project
from tiers import deep

FEW = WISHES[::16]


def test_each_request_has_a_number_of_its_own() -> None:
    assert len({wish.number for wish in WISHES}) == len(WISHES)


@pytest.mark.parametrize(
    "wish",
    [pytest.param(wish, id=str(wish.number), marks=() if wish in FEW else deep) for wish in WISHES],
)
def test_doing_nothing_is_no_answer(wish: Wish) -> None:
    """All of its programs are written for this, so that one that is refused shows, too."""
    with open_project() as project:
        set_up(project, wish.on)
        assert faults_of_wish(wish, project.blueprint(wish.on.path))
