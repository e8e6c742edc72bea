from typing import Any

import pytest
from pydantic import ValidationError

from include.faults.parameters import NO_FAULT
from include.faults.registry import faults_in
from include.scenarios.registry import settings_of

ABORT: dict[str, Any] = {"request": "EndTxn", "where": {"outcome": "abort"}, "act": "drop", "client": "cut"}


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (
            {"fault": "lose-replicas", "replication": 3},
            "lose-replicas needs a replication of 2, not 3: it stops every replica, and one of the three "
            "brokers must keep running",
        ),
        (
            {"fault": "kill-leader-ahead", "replication": 1, "min_insync_replicas": 1},
            "kill-leader-ahead needs a replication of 2 or 3, not 1: it kills a leader that is ahead of its",
        ),
        ({"fault": "kill-coordinator"}, "kill-coordinator needs transactions, which at-least-once does not"),
        (
            {"fault": "stop-consumer", "processing": "process-first"},
            "stop-consumer removes a member of the group, which must have at least two members",
        ),
        (
            {"fault": "kill-consumer", "consumers": 2},
            "kill-consumer kills a consumer; a consumer that only receives loses its record of received",
        ),
        (
            {"fault": "freeze-consumer"},
            "freeze-consumer strikes between processing and commit, and a consumer that only receives has no",
        ),
        (
            {"fault": "kill-before-commit", "processing": "commit-first"},
            "kill-before-commit strikes between processing and commit, and here commit comes first",
        ),
        (
            {"fault": "rolling-upgrade"},
            "rolling-upgrade needs a fault_release, the Kafka release that the brokers get",
        ),
        ({"fault": "cut-off-producer"}, "cut-off-producer needs transaction_messages, so that it strikes"),
        ({"fault": "strike-request"}, "strike-request needs strike, the requests that are struck"),
        (
            {"fault": "strike-request", "strike": [{"request": "EndTxn", "act": "drop", "client": "cut"}]},
            "strike-request strikes EndTxn, which only a producer with transactions sends",
        ),
        (
            {"fault": "strike-request", "strike": [ABORT], "semantics": "exactly-once"},
            "strike-request strikes EndTxn (abort), and abort_percent is 0, so that no transaction is",
        ),
        ({"fault": "kill-monitor"}, "kill-monitor strikes the monitor, and the producer of this cell has no"),
    ],
)
def test_a_fault_refuses_a_cell_that_it_could_not_affect(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError) as refused:
        settings_of({"semantics": "at-least-once", "rate": 100, **settings})
    assert f"fault: {reason}" in str(refused.value)


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
