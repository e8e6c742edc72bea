"""The section on cells without a fault in which the system under test was not steady.

A cell that was not steady is not left out, because unsteadiness is a result of the measurement.
"""

from collections.abc import Iterator

import pandas as pd

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, number
from include.report.pages.wording import NO_BREAK, count, significant
from include.report.sections.section import ReportSection, SectionRecord, always, section
from include.report.treatment_table import treatment_table
from include.report.treatments.held_rates_of_treatment import held_rates
from include.report.treatments.names import full_name
from include.verdicts.held_rate import MIN_HELD_PERCENT, is_held

BUSY_CPU = 0.9
"""The share of a core above which a producer at a fixed rate counts as busy. The producer's own work takes
less; a higher share is due to the client library, which may poll without a pause while brokers are slow."""

NOTE = (
    "The table covers the valid cells without a fault. The rate held is the lower of two rates: that of the "
    f"acknowledgements and that of the first receipts; at {MIN_HELD_PERCENT:g}{NO_BREAK}% and more, a rate "
    "counts as held. CPU times are shown only at a fixed rate; the client library's part is from the cell "
    "whose producer used the most CPU time. librdkafka may keep a core busy while brokers are slow. Cells in "
    "which the system under test was not steady are included in all figures of the report."
)

STEADY = (
    "In every valid cell without a fault, the rate was held, all replicas were in sync at each check, no "
    "consumer was assigned other partitions, no connection was lost, and no producer at a fixed rate used "
    "more than 90% of a core, as far as this was recorded."
)

NO_CELL = "No valid cell without a fault was measured."


def _build(run: MeasuredRun) -> ReportSection:
    is_measured = any(run.cells_of(treatment.id) for treatment in _undisturbed(run))
    block = stability_table(run) or (STEADY if is_measured else NO_CELL)
    return section("stability", "Stability", block, answer=stability_sentences(run))


def stability_table(run: MeasuredRun) -> Table:
    """A table of the treatments that have a cell in which the system was not steady."""
    counts = {treatment.id: _counts(run, treatment) for treatment in _undisturbed(run)}

    def counted(name: str, title: str, shared_title: str = "") -> ItemColumn[Treatment]:
        return number(title, lambda treatment: count(counts[treatment.id][name]), shared_title)

    cpu = "CPU time of the producer, % of a core"
    columns: list[ItemColumn[Treatment]] = [
        number("Cells", lambda treatment: count(len(run.cells_of(treatment.id)))),
        number("lowest, %", lambda treatment: significant(held_rates(run, treatment).min()), "Rate held"),
        counted("missed", "cells that did not hold the rate", "Rate held"),
        counted("out of sync", "Cells with replicas out of sync"),
        counted("reassignments", "Reassignments"),
        counted("connections_lost", "Lost connections"),
        number("highest", lambda treatment: significant(100 * _producer_cpu(run, treatment).max()), cpu),
        number("client library's part", lambda treatment: significant(_library_cpu(run, treatment)), cpu),
        counted("busy", "cells with more than 90", cpu),
    ]
    unsteady = {identity for identity, numbers in counts.items() if any(numbers.values())}
    caption = "Treatments with cells in which the system under test was not steady"
    return treatment_table(
        run, "stability-table", caption, columns, [NOTE], lambda treatment: treatment.id in unsteady
    )


def stability_sentences(run: MeasuredRun) -> Iterator[str]:
    """A sentence for each treatment whose rate was not held, or whose replicas were out of sync.

    The section ``frontier`` says which rates of a ladder are held.
    """
    for treatment in _undisturbed(run):
        rates, cells = held_rates(run, treatment), len(run.cells_of(treatment.id))
        missed_rates = rates[~rates.map(is_held)]
        if len(missed_rates) and not treatment.is_on_ladder:
            yield (
                f"The rate of {full_name(treatment)} was not held in {len(missed_rates)} of {cells} cells; "
                f"in the median, these cells reached {significant(missed_rates.median())}{NO_BREAK}% of the "
                "rate. Within these cells, latency grew as in a growing queue, or messages did not arrive."
            )
        if behind := _counts(run, treatment)["out of sync"]:
            waits_for_all = treatment.traits.delivery.config.acks == "all"
            yield (
                f"In {behind} of {cells} cells of {full_name(treatment)} a replica was out of sync when the "
                "state of the replicas was "
                f"checked{': acknowledgements may have waited for fewer replicas' if waits_for_all else ''}."
            )


def _undisturbed(run: MeasuredRun) -> Iterator[Treatment]:
    return (treatment for treatment in run.plan.treatments if not treatment.traits.disturbance.is_injected)


def _counts(run: MeasuredRun, treatment: Treatment) -> dict[str, int]:
    """For each sign of an unsteady system, the number of its occurrences, or of cells that show it."""
    in_sync = run.repetitions(treatment.id, "fewest_in_sync")
    return {
        "missed": int((~held_rates(run, treatment).map(is_held)).sum()),
        "out of sync": int((in_sync < treatment.settings.replication).sum()),
        "reassignments": int(run.repetitions(treatment.id, "reassignments").sum()),
        "connections_lost": int(run.repetitions(treatment.id, "connections_lost").sum()),
        "busy": int((_producer_cpu(run, treatment) > BUSY_CPU).sum()),
    }


def _producer_cpu(run: MeasuredRun, treatment: Treatment) -> "pd.Series[float]":
    """The share of a core that the producer used, for each valid cell of the treatment, by block.

    The result is empty without a fixed rate.
    """
    cpu = run.repetitions(treatment.id, "generator_cpu")
    return cpu if treatment.traits.pace.is_fixed else cpu.iloc[:0]


def _library_cpu(run: MeasuredRun, treatment: Treatment) -> float | None:
    """The client library's CPU time in the cell with the busiest producer, in percent of a core."""
    cpu = _producer_cpu(run, treatment)
    library = cpu - run.repetitions(treatment.id, "generator_python_cpu")
    return None if cpu.empty else (100 * library).get(cpu.idxmax())


RECORD = SectionRecord("stability", always, _build)
