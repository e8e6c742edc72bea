import pytest

from include.kinds.fault import FAULTS, NO_FAULT, faults_in
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.reliable_ack.settings import ReliableAckSettings
from include.settings.fault_parameters import AllFaultParameters


def test_a_level_stands_for_all_faults_that_it_names_which_must_exist_and_not_exclude_each_other() -> None:
    names = ["kill-leader", "kill-consumer"]
    assert [fault.name for fault in faults_in("+".join(names))] == names
    assert faults_in(NO_FAULT) == ()
    reason = r"'kill-leeder' should be 'no-fault', 'kill-leader', .* joined by \+"
    with pytest.raises(ValueError, match=reason):
        faults_in("kill-leeder")
    with pytest.raises(ValueError, match="kill-leader and stop-leader exclude each other: both strike"):
        faults_in("kill-leader+stop-leader")


def test_every_parameter_is_named_by_a_fault_and_every_name_is_a_parameter() -> None:
    named = {name for fault in FAULTS.values() for name in fault.parameters}
    assert named == AllFaultParameters.model_fields.keys()


def test_a_parameter_applies_only_with_a_fault_that_names_it_also_if_faults_share_a_window() -> None:
    condition = DeliverySettings.applies_when("fault_delay_ms")
    assert condition
    levels = ("no-fault", "kill-leader", "delay-packets", "kill-consumer+delay-producer-packets")
    assert [condition.holds({"fault": level}) for level in levels] == [False, False, True, True]


def test_packets_of_a_reliable_ack_cell_are_lost_in_a_direction_without_a_fault() -> None:
    assert ReliableAckSettings.applies_when("loss_direction") is None
