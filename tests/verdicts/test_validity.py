from typing import Any

import pytest

from include.verdicts.validity import RULES, broken_rules, causes, is_worth_repeating
from tests.verdicts.cells import manifest

PACED = {"rate": 100.0, "messages": 1000}
KILLED = {**PACED, "fault": "kill-leader"}
LATE = {"sending_ns": 6_000_000_000, "lateness_p50_ns": 9_000_000, "longest_poll_gap_ns": 500_000_000}


@pytest.mark.parametrize(
    "cell",
    [
        {"machine": {"cpu_others": 15.0, "cpu_steal": 9.0, "load_before": 40.0}},
        {"machine": {"cpu_compilers": 6.0}},
        {"settings": PACED, "warm_up": {"seconds": 61.0, "steady": False}},
        {"settings": PACED, "counts": LATE | {"receipt_lateness_p50_ns": 2_100_000}},
        {"settings": KILLED, "machine": {"cpu_others": 15.0}},
        {"settings": PACED, "machine": {"disk_free_bytes": None}, "warm_up": None},
    ],
    ids=["busy", "compiling", "cold", "late", "busy under a fault", "unknown"],
)
def test_noise_makes_no_cell_invalid(cell: dict[str, Any]) -> None:
    assert causes(manifest(**cell)) == []


MEMORY = "5.0% of the memory was available; 5% at least"
DISK = "1024 MiB were free on the disk; 1024 MiB at least"
CLOCK = "s beside the cell's clock (it was set, or the machine was suspended); 0.1 s at most"
FAR = f"the wall clock advanced +1000000.000 {CLOCK}"
FAST, SLOW = f"the wall clock advanced +0.100 {CLOCK}", f"the wall clock advanced -0.150 {CLOCK}"


@pytest.mark.parametrize(
    ("part", "fact", "allowed", "refused", "reason"),
    [
        ("machine", "memory_available_bytes", 429_496_730, 429_496_729, MEMORY),
        ("machine", "disk_free_bytes", 2**30, 2**30 - 1, DISK),
        ("clock", "ended_wall_ns", 100_000_010, 100_000_011, FAST),
        ("clock", "ended_wall_ns", 10, 10**15 + 10, FAR),
        ("clock", "ended_wall_ns", -99_999_990, -150_000_000, SLOW),
    ],
)
def test_a_limit_itself_is_allowed(part: str, fact: str, allowed: float, refused: float, reason: str) -> None:
    for value, reasons in ((allowed, []), (refused, [reason])):
        changed: dict[str, Any] = {part: {fact: value}}
        assert causes(manifest(**changed)) == reasons


def test_only_a_temporary_cause_in_a_cell_about_costs_is_worth_measuring_again() -> None:
    suspended: dict[str, Any] = {"clock": {"ended_wall_ns": 10**10}}
    assert is_worth_repeating(manifest(PACED, **suspended))
    assert not is_worth_repeating(manifest(KILLED, **suspended))
    assert not is_worth_repeating(manifest(machine={"disk_free_bytes": 0}, **suspended))
    assert not is_worth_repeating(manifest())


def test_each_rule_names_its_disturbance() -> None:
    bare = manifest(
        machine={"disk_free_bytes": 0, "memory_available_bytes": 0}, clock={"ended_wall_ns": 10**12}
    )
    assert [rule.name for rule, _ in broken_rules(bare)] == [rule.name for rule in RULES]
