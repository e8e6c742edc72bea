"""Which differences this machine can detect, and with how many repetitions."""

from collections.abc import Iterator

from include.rendering.number_format import NO_BREAK, percent
from include.report.arm_comparisons import PairedValues
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    GROUP,
    MOST_REPETITIONS,
    alarms_in_groups,
    equal_arms,
    measured_pairs,
    slowed_arms,
)
from include.verdicts.bounds import both_bounds
from include.verdicts.statistical_power import repetitions_needed


def calibration_sentences(run: MeasuredRun) -> Iterator[str]:
    """A sentence for each slowed arm, and one about equal arms."""
    for arm, slowed_percent in slowed_arms(run).items():
        yield _slowed_sentence(slowed_percent, measured_pairs(run, [arm]))
    alarms, groups = alarms_in_groups(measured_pairs(run, equal_arms(run)))
    low, high = both_bounds(alarms, groups)
    yield (
        f"Equal arms raised an alarm in {alarms} of {groups} comparisons of {GROUP} pairs "
        f"(95% interval {percent(low)} to {percent(high)})."
    )


def _slowed_sentence(slowed_percent: float, measured: list[PairedValues]) -> str:
    needed = {one.name: repetitions_needed(one.baseline, one.candidate) for one in measured}
    within = {name: n for name, n in needed.items() if n is not None and n <= MOST_REPETITIONS}
    what = f"Brokers that are paused for {slowed_percent:g}{NO_BREAK}% of the time"
    if not within:
        return (
            f"{what} are not detected in nine of ten runs of {MOST_REPETITIONS} repetitions by any quantity."
        )
    best = min(within, key=lambda name: within[name])
    return (
        f"{what} are detected in nine of ten runs of {within[best]} repetitions by {best}; {len(within)} of "
        f"{len(needed)} quantities detect them with at most {MOST_REPETITIONS} repetitions."
    )
