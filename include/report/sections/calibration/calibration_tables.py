"""Equal arms, planted differences, and how many starts and pairs detect a tenth."""

from collections.abc import Iterator

from include.rendering.number_format import DASH, interval, percent, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.arm_comparisons import ArmPairs, compare_pairs
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    DIFFERENCE,
    equal_arms,
    planted_arms,
    planted_pairs,
    restarted_arms,
)
from include.report.sections.calibration.equal_comparisons import GROUP_STARTS, equal_comparisons
from include.report.sections.calibration.needed_numbers import (
    NeededOfQuantity,
    interval_text,
    needed_numbers,
    needed_of,
    number_text,
    seconds_of_pair,
    seconds_of_start,
)
from include.verdicts.paired_differences import FEWEST_PAIRS
from include.verdicts.statistical_power import DRAWS, shares_found

QUANTITY = Column("Quantity", numeric=False)
ARM = Column("Arm", numeric=False)
REFERENCE = Column("Beside", numeric=False)

EQUAL_NOTE = (
    "The pairs are divided into groups, each of which is compared as a run of its own would be. Of arms on "
    f"the same brokers a group has {FEWEST_PAIRS} pairs or a few more, of as many starts as possible; of "
    f"arms on two starts it has {GROUP_STARTS} successive starts or a few more. No pair is in two groups of "
    "the same arms, and nothing was fitted to the pairs. The quantities of a group are of the same cells: "
    "where one differs by chance, others often do, too. With a probability of at least 95% all corrected "
    "intervals of this table contain the true ratio."
)

NEEDED_NOTE = (
    f"A true difference of {percent(DIFFERENCE - 1)} is detected in nine of ten runs of so many starts, "
    "or, where the brokers were started once, of so many pairs, if all quantities of an arm are decided "
    "together. The interval of the number follows from the interval of the standard deviation, which is "
    "estimated from the same few starts (Bonett). It is the deviation of the starts' means: where their "
    "pairs alone explain more, the number is too small by chance. The standard deviations are those of "
    "logarithms of ratios."
)

PLANTED_NOTE = (
    "Found: the corrected interval of all starts excludes 1. The number is that for a true ratio as large "
    f"as the measured one. The share is of {DRAWS:,} runs of that many starts, or pairs, which are drawn "
    "from the measured ones for all quantities of the arm at once."
)


def calibration_tables(run: MeasuredRun) -> list[Table]:
    """All tables of a calibration."""
    return [_equal_table(run), _needed_table(run), _planted_table(run)]


def _equal_table(run: MeasuredRun) -> Table:
    columns = (
        ARM,
        REFERENCE,
        QUANTITY,
        Column("pairs"),
        Column("starts"),
        Column("ratio"),
        Column("95% interval"),
        Column("corrected"),
    )
    rows = (
        Row(
            (
                one.of.treatment.arm,
                one.of.reference,
                one.of.name,
                str(one.found.pairs),
                str(one.found.starts),
                significant(one.found.estimate),
                f"{interval(one.found.low, one.found.high)}{' *' if one.differs_alone else ''}",
                interval(one.found.low_corrected, one.found.high_corrected),
            )
        )
        for one in equal_comparisons(run)
    )
    notes = [EQUAL_NOTE, "* The interval excludes 1."]
    return plain_table("calibration-equal", "Equal arms", columns, rows, notes)


def _needed_table(run: MeasuredRun) -> Table:
    columns = (
        ARM,
        QUANTITY,
        Column("between starts", "Standard deviation"),
        Column("of pairs of a start", "Standard deviation"),
        Column("pairs of a start"),
        Column("number", f"Starts or pairs for {percent(DIFFERENCE - 1)}"),
        Column("95% interval", f"Starts or pairs for {percent(DIFFERENCE - 1)}"),
        Column("best pairs of a start"),
    )
    rows = (
        _needed_row(run, arm, one)
        for arm in [*equal_arms(run), *restarted_arms(run)]
        for one in needed_numbers(run, arm)
    )
    return plain_table("calibration-needed", "What it takes to detect a tenth", columns, rows, [NEEDED_NOTE])


def _needed_row(run: MeasuredRun, arm: str, one: NeededOfQuantity) -> Row:
    variation, start_seconds = one.variation, seconds_of_start(run)
    best = variation.best_pairs(start_seconds, seconds_of_pair(run)) if variation and start_seconds else None
    return Row(
        (
            arm,
            one.of.name,
            percent(variation.between) if variation else DASH,
            percent(variation.within) if variation else DASH,
            significant(one.pairs_of_start),
            number_text(one.needed.number),
            interval_text(one.needed),
            str(best) if best else DASH,
        )
    )


def _planted_table(run: MeasuredRun) -> Table:
    columns = (
        ARM,
        REFERENCE,
        QUANTITY,
        Column("ratio"),
        Column("95% interval"),
        Column("corrected"),
        Column("found", numeric=False),
        Column("number for 9 in 10"),
        Column("95% interval"),
        Column("share of resampled runs"),
    )
    rows = [row for arm in planted_arms(run) for row in _planted_rows(planted_pairs(run, arm))]
    return plain_table("calibration-planted", "Planted differences", columns, rows, [PLANTED_NOTE])


def _planted_rows(measured: list[ArmPairs]) -> Iterator[Row]:
    together = [one.pairs.independent for one in measured]
    for place, one in enumerate(compare_pairs(measured)):
        number = needed_of(one.of.pairs, float(together[place].mean()), len(measured))
        share = shares_found(together, number.number)[place] if number.number else None
        yield Row(
            (
                one.of.treatment.arm,
                one.of.reference,
                one.of.name,
                significant(one.found.estimate),
                interval(one.found.low, one.found.high),
                interval(one.found.low_corrected, one.found.high_corrected),
                "yes" if one.found.differs else "no",
                number_text(number.number),
                interval_text(number),
                percent(share) if share is not None else DASH,
            )
        )
