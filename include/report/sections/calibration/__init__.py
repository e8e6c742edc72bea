"""Which differences this machine can detect, from arms that are equal and arms that differ on purpose."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from include.rendering.blocks import paragraphs, with_rows
from include.rendering.number_format import DASH, interval, percent, significant
from include.rendering.table import Table
from include.report.arms.comparisons import ArmComparison, ArmPairs, compare_pairs
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    DIFFERENCE,
    equal_arms,
    equal_restarted_arms,
    planted_arms,
    planted_pairs,
    restarted_arms,
)
from include.report.sections.calibration.equal_comparisons import (
    GROUP_STARTS,
    EqualComparison,
    equal_comparisons,
)
from include.report.sections.calibration.needed_numbers import (
    NeededOfQuantity,
    interval_text,
    needed_numbers,
    needed_of,
    number_text,
    seconds_of_pair,
    seconds_of_start,
)
from include.report.sections.calibration.sentences import calibration_sentences
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.tables import ItemColumn, difference_columns, number, table_of, words
from include.verdicts.paired_differences import FEWEST_PAIRS
from include.verdicts.statistical_power import DRAWS, Needed, shares_found

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


def applies(run: MeasuredRun) -> bool:
    """Whether one arm equals the baseline, and another is planted or equals a restarted arm."""
    return bool(equal_arms(run)) and bool({*planted_arms(run), *equal_restarted_arms(run)})


def _build(run: MeasuredRun) -> ReportSection:
    return ReportSection(
        id="calibration",
        title="Calibration",
        blocks=with_rows(*calibration_tables(run)),
        answer=paragraphs(calibration_sentences(run)),
    )


def calibration_tables(run: MeasuredRun) -> list[Table]:
    """All tables of a calibration."""
    return [_equal_table(run), _needed_table(run), _planted_table(run)]


def _equal_table(run: MeasuredRun) -> Table:
    columns: list[ItemColumn[EqualComparison]] = [
        ARM,
        REFERENCE,
        QUANTITY,
        number("pairs", lambda item: str(item.difference.pairs)),
        number("starts", lambda item: str(item.difference.starts)),
        number("ratio", lambda item: significant(item.difference.estimate)),
        number(
            "95% interval",
            lambda item: (
                f"{interval(item.difference.low, item.difference.high)}{' *' if item.differs_alone else ''}"
            ),
        ),
        number(
            "corrected", lambda item: interval(item.difference.low_corrected, item.difference.high_corrected)
        ),
    ]
    notes = [EQUAL_NOTE, "* The interval excludes 1."]
    return table_of("calibration-equal", "Equal arms", columns, equal_comparisons(run), notes)


class OfPairs(Protocol):
    """What follows from pairs."""

    @property
    def of(self) -> ArmPairs:
        """The pairs."""


ARM: ItemColumn[OfPairs] = words("Arm", lambda item: item.of.treatment.arm)
REFERENCE: ItemColumn[OfPairs] = words("Beside", lambda item: item.of.reference)
QUANTITY: ItemColumn[OfPairs] = words("Quantity", lambda item: item.of.name)


def _needed_table(run: MeasuredRun) -> Table:
    numbers = f"Starts or pairs for {percent(DIFFERENCE - 1)}"
    columns: list[ItemColumn[NeededOfQuantity]] = [
        ARM,
        QUANTITY,
        number(
            "between starts",
            lambda item: percent(item.variation.between) if item.variation else DASH,
            "Standard deviation",
        ),
        number(
            "of pairs of a start",
            lambda item: percent(item.variation.within) if item.variation else DASH,
            "Standard deviation",
        ),
        number("pairs of a start", lambda item: significant(item.pairs_of_start)),
        number("number", lambda item: number_text(item.needed.number), numbers),
        number("95% interval", lambda item: interval_text(item.needed), numbers),
        number("best pairs of a start", lambda item: _best_pairs(run, item)),
    ]
    arms = [*equal_arms(run), *restarted_arms(run)]
    items = (needed_number for arm in arms for needed_number in needed_numbers(run, arm))
    return table_of("calibration-needed", "What it takes to detect a tenth", columns, items, [NEEDED_NOTE])


def _best_pairs(run: MeasuredRun, needed: NeededOfQuantity) -> str:
    seconds = seconds_of_start(run)
    best = (
        needed.variation.best_pairs(seconds, seconds_of_pair(run)) if needed.variation and seconds else None
    )
    return str(best) if best else DASH


@dataclass(frozen=True)
class PlantedDifference(ArmComparison):
    """A planted difference as it was measured, and what it takes to detect one as large."""

    needed: Needed
    share: float | None
    """The share of so many resampled runs that find it; None if no number of runs was found."""


PLANTED_COLUMNS: tuple[ItemColumn[PlantedDifference], ...] = (
    ARM,
    REFERENCE,
    QUANTITY,
    *difference_columns(),
    words("found", lambda item: "yes" if item.difference.differs else "no"),
    number("number for 9 in 10", lambda item: number_text(item.needed.number)),
    number("95% interval", lambda item: interval_text(item.needed)),
    number("share of resampled runs", lambda item: DASH if item.share is None else percent(item.share)),
)


def _planted_table(run: MeasuredRun) -> Table:
    items = [planted for arm in planted_arms(run) for planted in _planted(planted_pairs(run, arm))]
    return table_of("calibration-planted", "Planted differences", PLANTED_COLUMNS, items, [PLANTED_NOTE])


def _planted(all_pairs: list[ArmPairs]) -> Iterator[PlantedDifference]:
    independent_values = [pairs.pairs.independent for pairs in all_pairs]
    for place, comparison in enumerate(compare_pairs(all_pairs)):
        needed = needed_of(comparison.of.pairs, float(independent_values[place].mean()), len(all_pairs))
        share = float(shares_found(independent_values, needed.number)[place]) if needed.number else None
        yield PlantedDifference(comparison.of, comparison.difference, comparison.decision, needed, share)


RECORD = SectionRecord("calibration", applies, _build, Question.ARMS)
