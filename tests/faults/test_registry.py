import pytest

from include.faults.registry import faults_in
from include.faults.struck_settings import NO_FAULT


def test_a_level_stands_for_all_faults_that_it_names_which_must_exist_and_not_exclude_each_other() -> None:
    assert [fault.name for fault in faults_in("kill-leader+kill-consumer")] == [
        "kill-leader",
        "kill-consumer",
    ]
    assert faults_in(NO_FAULT) == ()
    with pytest.raises(ValueError, match=r"'kill-leeder' should be 'no-fault', 'kill-leader', .* with \+"):
        faults_in("kill-leeder")
    with pytest.raises(ValueError, match="kill-leader and stop-leader exclude each other: both strike"):
        faults_in("kill-leader+stop-leader")
