from typing import Any

import pytest

from include.verdicts.validity import RULES, broken_rules, causes, is_worth_repeating
from tests.verdicts.cells import manifest

PACED = {"rate": 100.0, "messages": 1000}
KILLED = {**PACED, "fault": "kill-leader"}
ARM, LADDER = {"arm": "candidate"}, {"rate": 100}
COMPILING, UNSEEN = {"cpu_compilers": 6.0}, {"cpu_compilers": None}
COLD = "60% of the brokers' CPU time went into compiling them; 35% at most"
UNSTEADY = {"seconds": 61.0, "steady": False}
NOT_WARM = "the brokers were not seen to be warm after a warm-up of 61 s"
SHORT = {"seconds": 12.0, "steady": False, "longest": 12.0}
NOT_WARM_IN_SHORT = "the brokers were not seen to be warm after a warm-up of 12 s"
CROWDED = "others took 31% of the CPU; 25% at most"
LOADED = "the load before the cell was 18.1; 18 at most"
SENDING = {"sending_ns": 6_000_000_000}
LATE = SENDING | {"lateness_p50_ns": 9_000_000}
LATE_AND_SILENT = LATE | {"longest_poll_gap_ns": 500_000_000}
LOST_CONNECTION = {"reassigned": 2, "connections_lost": 1}
LATE_RECEIPT = {"receipt_lateness_p50_ns": 2_100_000}
BUSY = SENDING | {"sending_cpu_ns": 9_000_000_000, "sending_python_cpu_ns": 900_000_000}

OF_REDIS: dict[str, Any] = {
    "settings": {"scenario": "queue", "system": "redis-list"},
    "kind": "redis-server",
    "warm_up": None,
    "in_sync": None,
}


@pytest.mark.parametrize(
    ("cell", "reasons"),
    [
        ({"machine": COMPILING}, [COLD]),
        ({"settings": PACED, "machine": COMPILING}, []),
        ({"settings": PACED, "warm_up": UNSTEADY}, [NOT_WARM]),
        ({"settings": PACED, "warm_up": SHORT}, [NOT_WARM_IN_SHORT]),
        ({"machine": COMPILING, "warm_up": SHORT}, [COLD]),
        ({"kind": "compose", "machine": UNSEEN, "warm_up": UNSTEADY}, [NOT_WARM]),
        ({"kind": "external", "machine": UNSEEN, "warm_up": UNSTEADY}, []),
        ({"factors": ARM, "machine": COMPILING, "warm_up": SHORT}, [COLD]),
        ({"settings": PACED, "factors": ARM, "machine": COMPILING, "warm_up": SHORT}, [COLD]),
        ({"machine": {"cpu_brokers": 0.5, "cpu_compilers": 0.3, "cpu_others": 6.2}}, [COLD, CROWDED]),
        ({"machine": {"cpu_brokers": 0.5, "cpu_compilers": 0.0}}, []),
        ({"machine": {"load_before": 40.0}}, []),
        ({"kind": "external", "machine": {"cpu_brokers": 0.0, "cpu_others": 15.0}}, []),
        ({"kind": "external", "machine": {"cpu_brokers": 0.0, "load_before": 18.0}}, []),
        ({"kind": "external", "machine": {"cpu_brokers": 0.0, "load_before": 18.1}}, [LOADED]),
        ({"settings": KILLED, "machine": {"cpu_others": 15.0, "load_before": 18.1}}, [LOADED]),
        ({"settings": PACED, "factors": LADDER, "machine": {"cpu_others": 6.2}}, [CROWDED]),
        ({"machine": {"seconds": 0.0, "cpu_others": 5.0, "cpu_steal": 5.0}}, []),
        ({"settings": PACED, "machine": UNSEEN | {"disk_free_bytes": None}, "warm_up": None}, []),
        ({"settings": PACED, "in_sync": None, "counts": None}, []),
        (OF_REDIS | {"machine": {"cpu_compilers": 0.0}}, []),
        (OF_REDIS | {"machine": {"cpu_others": 6.2}}, [CROWDED]),
        ({"counts": SENDING | {"longest_poll_gap_ns": 500_000_000}}, []),
        ({"counts": LATE_RECEIPT}, []),
        ({"settings": {**PACED, "processing": "process-first"}, "counts": LATE_RECEIPT}, []),
        ({"settings": PACED, "counts": LOST_CONNECTION, "in_sync": {"fewest": 1}}, []),
        ({"settings": PACED, "counts": BUSY}, []),
        ({"settings": PACED, "factors": LADDER, "counts": LATE_AND_SILENT}, []),
        ({"settings": KILLED, "counts": LATE_AND_SILENT | LATE_RECEIPT, "warm_up": UNSTEADY}, []),
    ],
    ids=str,
)
def test_a_cell_is_invalid_for_these_reasons(cell: dict[str, Any], reasons: list[str]) -> None:
    assert causes(manifest(**cell)) == reasons


COMPILED = "35% of the brokers' CPU time went into compiling them; 35% at most"
OTHERS = "others took 25% of the CPU; 25% at most"
STOLEN = "the hypervisor took 1.0% of the CPU; 1% at most"
MEMORY = "5.0% of the memory was available; 5% at least"
DISK = "1024 MiB were free on the disk; 1024 MiB at least"
CLOCK = "s beside the cell's clock (it was set, or the machine was suspended); 0.1 s at most"
FAR = f"the wall clock advanced +1000000.000 {CLOCK}"
FAST, SLOW = f"the wall clock advanced +0.100 {CLOCK}", f"the wall clock advanced -0.150 {CLOCK}"
LATE_P50 = "a producer was late by 2.1 ms (p50); 2 ms at most"
LATE_P99 = "a producer was late by 50.1 ms (p99); 50 ms at most"
SILENT = "a producer took no delivery report for 366 ms, 6.1% of the time; 5% at most"
LATE_CONSUMER_P50 = "a consumer was late by up to 2.1 ms (p50); 2 ms at most"
LATE_CONSUMER_P99 = "a consumer was late by up to 51.0 ms (p99); 50 ms at most"


@pytest.mark.parametrize(
    ("part", "fact", "allowed", "refused", "reason"),
    [
        ("machine", "cpu_compilers", 3.5, 3.51, COMPILED),
        ("machine", "cpu_others", 5.0, 5.01, OTHERS),
        ("machine", "cpu_steal", 0.2, 0.21, STOLEN),
        ("machine", "memory_available_bytes", 429_496_730, 429_496_729, MEMORY),
        ("machine", "disk_free_bytes", 2**30, 2**30 - 1, DISK),
        ("clock", "ended_wall_ns", 100_000_010, 100_000_011, FAST),
        ("clock", "ended_wall_ns", 10, 10**15 + 10, FAR),
        ("clock", "ended_wall_ns", -99_999_990, -150_000_000, SLOW),
        ("counts", "lateness_p50_ns", 2_000_000, 2_100_000, LATE_P50),
        ("counts", "lateness_p99_ns", 50_000_000, 50_100_000, LATE_P99),
        ("counts", "longest_poll_gap_ns", 300_000_000, 366_000_000, SILENT),
        ("counts", "receipt_lateness_p50_ns", 2_000_000, 2_100_000, LATE_CONSUMER_P50),
        ("counts", "receipt_lateness_p99_ns", 50_000_000, 51_000_000, LATE_CONSUMER_P99),
    ],
)
def test_a_limit_itself_is_allowed(part: str, fact: str, allowed: float, refused: float, reason: str) -> None:
    others: dict[str, Any] = SENDING if part == "counts" else {}
    for value, reasons in ((allowed, []), (refused, [reason])):
        changed: dict[str, Any] = {part: {**others, fact: value}}
        assert causes(manifest(PACED if others else {}, **changed)) == reasons


def test_only_a_disturbance_of_a_cell_about_costs_is_worth_measuring_again() -> None:
    robbed: dict[str, Any] = {"cpu_steal": 3.0}
    assert is_worth_repeating(manifest(PACED, machine=robbed))
    assert is_worth_repeating(manifest(machine={"cpu_others": 9.0}))
    assert not is_worth_repeating(manifest(KILLED, machine=robbed))
    assert not is_worth_repeating(manifest(machine=robbed | {"disk_free_bytes": 0}))
    cold = {"cpu_compilers": None, "cpu_others": 9.0}
    assert not is_worth_repeating(manifest(machine=cold, warm_up={"steady": False}))
    assert not is_worth_repeating(manifest())


def test_several_producers_are_judged_one_by_one() -> None:
    late = {"lateness_p99_ns": 30_000_000, "longest_poll_gap_ns": 200_000_000}
    cell = manifest(PACED, counts=SENDING | late)
    [producer] = cell.programs
    others = [producer.model_copy(update={"name": f"producer-{number}"}) for number in (1, 2)]
    assert causes(cell.model_copy(update={"programs": [producer, *others]})) == []
    assert causes(cell.model_copy(update={"programs": []})) == []


def test_each_rule_says_whether_it_is_temporary_and_holds_under_a_fault_and_on_a_ladder() -> None:
    rules = {rule.name: (rule.is_temporary, rule.holds_under_fault, rule.holds_on_ladder) for rule in RULES}
    assert rules == {
        "brokers still compiling": (True, False, True),
        "warm-up too short": (False, False, True),
        "CPU time taken by others": (True, True, True),
        "CPU time taken by the hypervisor": (True, True, True),
        "too little memory": (True, True, True),
        "too little disk space": (False, True, True),
        "clock was set": (True, True, True),
        "producer late": (True, False, False),
        "producer took no reports": (True, False, False),
        "consumer late": (True, False, False),
    }
    crowded = manifest(PACED, machine={"cpu_others": 9.0, "cpu_steal": 3.0})
    assert [rule.name for rule, _ in broken_rules(crowded)] == [
        "CPU time taken by others",
        "CPU time taken by the hypervisor",
    ]
    assert len(causes(manifest(PACED, factors=LADDER | ARM, counts=LATE))) == 1
    assert len(causes(manifest(KILLED, clock={"ended_wall_ns": 10**12}))) == 1
