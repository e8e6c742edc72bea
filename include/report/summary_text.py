"""The answer at the top of a report: what its sections found, and what became of the messages."""

from collections.abc import Iterable

from include.metrics import registry as metrics
from include.rendering.blocks import Paragraph, paragraphs
from include.rendering.number_format import count
from include.report.attempt_sentences import attempt_sentences
from include.report.measured_run import MeasuredRun
from include.report.violation_counts import COUNTED_VIOLATIONS


def findings(run: MeasuredRun, found: Iterable[Paragraph]) -> list[Paragraph]:
    """What was found: the paragraphs of the report's sections, and what became of the messages."""
    if not run.manifests:
        return [Paragraph("No cell of this run was sealed, so there is no answer yet.")]
    if run.cells.empty:
        return [Paragraph("The cells of this run have not been measured yet, so there is no answer yet.")]
    return [*found, Paragraph(violation_sentence(run))]


def completeness(run: MeasuredRun) -> list[Paragraph]:
    """Which attempts are counted, and how many cells are missing or invalid; nothing without an answer."""
    if run.cells.empty or not run.manifests:
        return []
    return paragraphs([*attempt_sentences(run), *_left_out(run)])


def violation_sentence(run: MeasuredRun) -> str:
    """How many messages had each violation, and among how many it was looked for whether they were lost."""
    lost, duplicated, out_of_order = (_total(run, name) for name in COUNTED_VIOLATIONS)
    examined = sum(run.examined(treatment.id, "lost", "acked") for treatment in run.plan.treatments)
    totals = {name: _total(run, name) for name in metrics.VIOLATIONS if name not in COUNTED_VIOLATIONS}
    others = "; ".join(
        f"{count(total)} {metrics.METRICS[name].in_words}" for name, total in totals.items() if total
    )
    return (
        f"Of {count(examined)} acknowledged messages {_number(lost, 'none')} were lost. "
        f"{_number(duplicated, 'No')} deliveries repeated a message, and {_number(out_of_order, 'no')} "
        f"messages were delivered out of order.{f' Also seen: {others}.' if others else ''}"
    )


def _number(number: int, none: str) -> str:
    return count(number) if number else none


def _total(run: MeasuredRun, metric: str) -> int:
    return sum(run.counted(treatment.id, metric) or 0 for treatment in run.plan.treatments)


def _left_out(run: MeasuredRun) -> Iterable[str]:
    """How many cells are missing or invalid; nothing where all cells count."""
    planned, measured, valid = len(run.plan.cells), len(run.cells), len(run.valid_cells)
    if measured < planned:
        yield f"This is based on {measured:,} of {planned:,} planned cells; the others are listed below."
    if valid < measured:
        yield (
            f"{measured - valid:,} of the {measured:,} measured cells are invalid, for the reasons listed "
            "below: their messages are counted, and their times and rates are left out."
        )
