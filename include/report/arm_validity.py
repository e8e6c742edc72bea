"""How often the cells of an arm were invalid, compared with the baseline's."""

from collections.abc import Iterator

from include.rendering.number_format import significant
from include.report.arm_comparisons import baseline_arm
from include.report.measured_run import MeasuredRun
from include.verdicts.invalid_rates import InvalidRate, InvalidRates


def invalid_rates(run: MeasuredRun, arm: str) -> InvalidRates:
    """The rates of an arm and of the baseline, over all cells that ran."""
    return InvalidRates(_rate(run, arm), _rate(run, baseline_arm(run)))


def validity_sentences(run: MeasuredRun, arm: str) -> Iterator[str]:
    """Yield a sentence that compares both rates; none if the first attempt at every cell was valid."""
    rates = invalid_rates(run, arm)
    if not rates.arm.invalid + rates.baseline.invalid:
        return
    p = f"p = {significant(rates.p_value, 2)}, Fisher's exact test"
    meaning = (
        f"the rates differ ({p}), so that the valid cells are a selection, and the comparison may mislead"
        if rates.differ
        else f"the rates are not shown to differ ({p})"
    )
    yield (
        f"The first attempt was not valid in {_text(rates.arm)} of {arm} and in {_text(rates.baseline)} of "
        f"{baseline_arm(run)}: {meaning}."
    )


def _text(rate: InvalidRate) -> str:
    return f"{rate.invalid} of {rate.cells} cells"


def _rate(run: MeasuredRun, arm: str) -> InvalidRate:
    """The rate over the planned cells of the arm, without those that did not run."""
    missing = {*run.missing, *run.unmeasured}
    ran = [cell.id for cell in run.plan.cells if cell.arm == arm and cell.id not in missing]
    valid = set(_valid_at_first(run))
    return InvalidRate(sum(cell not in valid for cell in ran), len(ran))


def _valid_at_first(run: MeasuredRun) -> Iterator[str]:
    """Yield the cells whose first attempt was valid."""
    cells = run.valid_cells
    yield from map(str, cells[cells["attempt"] == 1]["cell"])
