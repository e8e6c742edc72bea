"""Every experiment comes to the same cells, jobs and client settings as when it was captured."""

import pytest

from include.matrix.load import names
from tests.golden.captured import captured
from tests.golden.differences import first_differences
from tests.golden.files import golden_names, read_golden


@pytest.mark.parametrize("name", golden_names())
def test_an_experiment_is_resolved_as_before(name: str) -> None:
    before, now = read_golden(name), captured(name)
    assert list(before["treatments"]) == list(now["treatments"])
    found = first_differences(name, before, now)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", golden_names())
def test_load_programs_are_started_in_the_same_order(name: str) -> None:
    before, now = read_golden(name)["treatments"], captured(name)["treatments"]
    assert [list(one["programs"]) for one in now.values()] == [
        list(one["programs"]) for one in before.values()
    ]


def test_every_experiment_has_a_golden_file() -> None:
    assert golden_names() == names()
