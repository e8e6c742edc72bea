from typing import Any

import pytest

from include.rawlog.manifest import Manifest
from include.verdicts.validity import RULES, broken_rules, causes, is_worth_repeating
from tests.verdicts.cells import manifest

PACED = {"rate": 100.0, "messages": 1000}
KILLED = {**PACED, "fault": "kill-leader"}


def broken_names(of: Manifest) -> list[str]:
    return [rule.name for rule, _ in broken_rules(of)]


def test_brokers_are_cold_while_they_are_compiled_or_at_a_rate_after_a_warm_up_that_was_not_steady() -> None:
    assert causes(manifest(machine={"cpu_compilers": 6.0})) == [
        "60% of the brokers' CPU time went into compiling them; 35% at most"
    ]
    assert causes(manifest(PACED, machine={"cpu_compilers": 6.0})) == []
    warm_up = {"seconds": 61.0, "steady": False}
    assert causes(manifest(PACED, warm_up=warm_up)) == [
        "the brokers were not seen to be warm after a warm-up of 61 s"
    ]
    short = {"seconds": 12.0, "steady": False, "longest": 12.0}
    assert causes(manifest(machine={"cpu_compilers": 6.0}, warm_up=short)) == [
        "60% of the brokers' CPU time went into compiling them; 35% at most"
    ]
    assert causes(manifest(PACED, warm_up=short)) == [
        "the brokers were not seen to be warm after a warm-up of 12 s"
    ]


def test_only_a_disturbance_of_a_cell_about_costs_is_worth_measuring_again() -> None:
    robbed = {"cpu_steal": 3.0}
    assert is_worth_repeating(manifest(PACED, machine=robbed))
    assert not is_worth_repeating(manifest(KILLED, machine=robbed))
    cold = {"cpu_compilers": None, "cpu_others": 9.0}
    assert is_worth_repeating(manifest(machine={"cpu_others": 9.0}))
    assert not is_worth_repeating(manifest(machine=cold, warm_up={"steady": False}))
    assert not is_worth_repeating(manifest())


def test_where_compilers_cannot_be_seen_the_warm_up_counts_unless_the_cluster_was_there_before() -> None:
    warm_up = {"seconds": 61.0, "steady": False}
    assert causes(manifest(kind="compose", machine={"cpu_compilers": None}, warm_up=warm_up)) == [
        "the brokers were not seen to be warm after a warm-up of 61 s"
    ]
    unseen = {"cpu_compilers": None}
    assert causes(manifest(kind="external", machine=unseen, warm_up={"steady": False})) == []


def test_arms_are_not_compared_on_cold_brokers_however_short_the_run_is() -> None:
    short, arm = {"seconds": 12.0, "steady": False, "longest": 12.0}, {"arm": "candidate"}
    cold = ["50% of the brokers' CPU time went into compiling them; 35% at most"]
    for settings in ({}, PACED):
        assert causes(manifest(settings, factors=arm, machine={"cpu_compilers": 5.0}, warm_up=short)) == cold


def test_others_may_not_use_much_of_the_cpu_the_memory_and_the_disk_meanwhile() -> None:
    assert causes(manifest(machine={"cpu_others": 5.0})) == []
    assert causes(manifest(machine={"cpu_others": 6.2})) == ["others took 31% of the CPU; 25% at most"]
    assert causes(manifest(machine={"load_before": 40.0})) == []
    assert causes(manifest(machine={"cpu_steal": 1.2})) == ["the hypervisor took 6.0% of the CPU; 1% at most"]
    assert causes(manifest(machine={"memory_available_bytes": 2**28})) == [
        "3.1% of the memory was available; 5% at least"
    ]
    full = manifest(machine={"disk_free_bytes": 100 * 2**20})
    assert causes(full) == ["100 MiB were free on the disk; 1024 MiB at least"]
    assert not is_worth_repeating(full)


def test_brokers_that_used_little_cpu_time_are_visible() -> None:
    little = {"cpu_brokers": 0.5, "cpu_compilers": 0.2, "cpu_others": 6.2}
    assert causes(manifest(machine=little)) == [
        "40% of the brokers' CPU time went into compiling them; 35% at most",
        "others took 31% of the CPU; 25% at most",
    ]
    assert causes(manifest(machine={"cpu_brokers": 0.5, "cpu_compilers": 0.0})) == []


@pytest.mark.parametrize(
    ("used", "case"), [({"cpu_brokers": 0.0}, {"kind": "external"}), ({}, {"settings": KILLED})]
)
def test_where_other_processes_are_not_visible_the_load_before_counts(
    used: dict[str, float], case: dict[str, Any]
) -> None:
    machine = {**used, "cpu_others": 15.0}
    assert causes(manifest(machine={**machine, "load_before": 17.9}, **case)) == []
    assert causes(manifest(machine={**machine, "load_before": 18.1}, **case)) == [
        "the load before the cell was 18.1; 18 at most"
    ]


@pytest.mark.parametrize(("step", "told"), [(10**15, "+1000000.000"), (-150_000_000, "-0.150")])
def test_a_clock_that_is_set_during_a_cell_makes_it_invalid(step: int, told: str) -> None:
    assert causes(manifest(clock={"ended_wall_ns": 10 + step})) == [
        f"the wall clock advanced {told} s beside the cell's clock (it was set, or the machine was "
        "suspended); 0.1 s at most"
    ]


SENDING = {"sending_ns": 6_000_000_000}

LATE_CONSUMER = "a consumer was late by up to"


@pytest.mark.parametrize(
    ("counts", "limit", "reason"),
    [
        ({"lateness_p99_ns": 50_100_000}, 50_000_000, "a producer was late by 50.1 ms (p99); 50 ms at most"),
        ({"lateness_p50_ns": 2_100_000}, 2_000_000, "a producer was late by 2.1 ms (p50); 2 ms at most"),
        (
            {"longest_poll_gap_ns": 366_000_000},
            300_000_000,
            "a producer took no delivery report for 366 ms, 6.1% of the time; 5% at most",
        ),
        ({"receipt_lateness_p50_ns": 2_100_000}, 2_000_000, f"{LATE_CONSUMER} 2.1 ms (p50); 2 ms at most"),
        (
            {"receipt_lateness_p99_ns": 51_000_000},
            50_000_000,
            f"{LATE_CONSUMER} 51.0 ms (p99); 50 ms at most",
        ),
    ],
)
def test_a_late_load_program_makes_a_paced_cell_invalid(
    counts: dict[str, int], limit: int, reason: str
) -> None:
    assert causes(manifest(PACED, counts=SENDING | counts)) == [reason]
    assert causes(manifest(PACED, counts=SENDING | dict.fromkeys(counts, limit))) == []
    assert causes(manifest(KILLED, counts=SENDING | counts)) == []


def test_several_producers_are_judged_one_by_one() -> None:
    late = SENDING | {"lateness_p99_ns": 30_000_000, "longest_poll_gap_ns": 200_000_000}
    cell = manifest(PACED, counts=late)
    [producer] = cell.programs
    others = [producer.model_copy(update={"name": f"producer-{number}"}) for number in (1, 2)]
    assert causes(cell.model_copy(update={"programs": [producer, *others]})) == []


def test_on_a_ladder_of_rates_a_disturbed_machine_makes_a_cell_invalid_and_no_producer_does() -> None:
    failing = {"lateness_p50_ns": 9_000_000, "longest_poll_gap_ns": 500_000_000}
    counts = SENDING | failing
    assert len(causes(manifest(PACED, counts=counts))) == 2
    assert causes(manifest(PACED, factors={"rate": 100}, counts=counts)) == []
    disturbed = manifest(PACED, factors={"rate": 100}, machine={"cpu_others": 9.0})
    assert causes(disturbed) == ["others took 45% of the CPU; 25% at most"]
    counts = SENDING | {"lateness_p50_ns": 9_000_000}
    assert len(causes(manifest(PACED, factors={"rate": 100, "arm": "candidate"}, counts=counts))) == 1


def test_neither_a_full_load_nor_a_busy_client_nor_the_system_under_test_makes_a_cell_invalid() -> None:
    assert causes(manifest(counts=SENDING | {"longest_poll_gap_ns": 500_000_000})) == []
    late = {"receipt_lateness_p50_ns": 2_100_000}
    assert causes(manifest(counts=late)) == []
    assert causes(manifest({**PACED, "processing": "process-first"}, counts=late)) == []
    counts = {"reassigned": 2, "connections_lost": 1}
    assert causes(manifest(PACED, counts=counts, in_sync={"fewest": 1})) == []
    spinning = SENDING | {"sending_cpu_ns": 9_000_000_000, "sending_python_cpu_ns": 900_000_000}
    assert causes(manifest(PACED, counts=spinning)) == []
    late = spinning | {"lateness_p50_ns": 9_000_000}
    assert broken_names(manifest(PACED, counts=late)) == ["producer late"]


def test_a_fault_excuses_what_it_does_on_purpose_but_no_clock_that_was_set() -> None:
    broken: dict[str, Any] = {"counts": {"lateness_p99_ns": 10**10}, "warm_up": {"steady": False}}
    assert causes(manifest(KILLED, **broken)) == []
    assert len(causes(manifest(PACED, **broken))) == 2
    assert len(causes(manifest(KILLED, clock={"ended_wall_ns": 10**12}))) == 1


def test_a_cell_without_the_facts_is_not_judged_by_them_nor_is_a_queue_server_by_those_of_brokers() -> None:
    unseen = {"cpu_compilers": None, "disk_free_bytes": None}
    assert causes(manifest(PACED, machine=unseen, warm_up=None, in_sync=None, counts=None)) == []
    assert causes(manifest(PACED).model_copy(update={"programs": []})) == []
    unknown = {"seconds": 0.0, "cpu_others": 5.0, "cpu_steal": 5.0}
    assert causes(manifest(machine=unknown)) == []
    settings = {"scenario": "queue", "system": "redis-list"}
    no_brokers: dict[str, Any] = {"warm_up": None, "in_sync": None, "machine": {"cpu_compilers": 0.0}}
    assert causes(manifest(settings, kind="redis-server", **no_brokers)) == []
    crowded = manifest(settings, kind="redis-server", **{**no_brokers, "machine": {"cpu_others": 6.2}})
    assert causes(crowded) == ["others took 31% of the CPU; 25% at most"]


AT_THE_LIMIT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"machine": {"cpu_compilers": 3.5}}, {"machine": {"cpu_compilers": 3.51}}),
    ({"machine": {"cpu_others": 5.0}}, {"machine": {"cpu_others": 5.01}}),
    ({"machine": {"cpu_steal": 0.2}}, {"machine": {"cpu_steal": 0.21}}),
    (
        {"machine": {"cpu_brokers": 0.0, "load_before": 18.0}},
        {"machine": {"cpu_brokers": 0.0, "load_before": 18.01}},
    ),
    (
        {"machine": {"memory_available_bytes": 429_496_730}},
        {"machine": {"memory_available_bytes": 429_496_729}},
    ),
    ({"machine": {"disk_free_bytes": 2**30}}, {"machine": {"disk_free_bytes": 2**30 - 1}}),
    ({"clock": {"ended_wall_ns": 100_000_010}}, {"clock": {"ended_wall_ns": 100_000_011}}),
    ({"clock": {"ended_wall_ns": -99_999_990}}, {"clock": {"ended_wall_ns": -99_999_991}}),
]
"""Facts at a limit, and facts just beyond it."""


@pytest.mark.parametrize(("allowed", "refused"), AT_THE_LIMIT)
def test_a_limit_itself_is_allowed(allowed: dict[str, Any], refused: dict[str, Any]) -> None:
    assert causes(manifest(**allowed)) == []
    assert len(causes(manifest(**refused))) == 1


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
    assert broken_names(crowded) == ["CPU time taken by others", "CPU time taken by the hypervisor"]
    assert broken_names(manifest(PACED)) == causes(manifest(PACED)) == []
