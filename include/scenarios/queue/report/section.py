"""The speed of filling and emptying each queue system, compared with the published findings."""

from collections.abc import Iterator
from statistics import median

from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.wording import enumerated, percent
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.treatments.groups import levels_of
from include.report.treatments.names import size_text
from include.report.treatments.paired_comparisons import (
    TreatmentPair,
    compared,
    in_words,
    not_shown_clause,
)
from include.scenarios.queue.report.claims import (
    SIDES,
    Side,
    SystemSeries,
    claim_sentences,
    claim_table,
    claims_of,
    system_series,
)
from include.scenarios.queue.report.tables import rate_charts, system_tables, tenth_charts
from include.scenarios.queue.systems import Durability

CLIENT_BOUND_SHARE = 0.9
"""The smallest CPU time, as a share of one core, at which a program is considered to limit the rate. The
Python code of a program runs on only one core."""

REPRODUCIBILITY = (
    "A strict reproduction is not possible, because the published comparison names neither versions nor "
    "settings. Here Redis has the memory that its queue needs, and appends to a file that is not rewritten "
    "within a cell. Redis makes no snapshots, because a snapshot could delay Redis by a time that depends on "
    "the size of the data. The clients are Python libraries: if a program uses nearly a whole core, the "
    "program probably limits the rate, and the system is called client-bound. Rates are ranked only among "
    "systems with the same durability of an enqueued message; the published findings rank other systems, too."
)


RankedSystem = tuple[Side, int, SystemSeries, SystemSeries]
"""A side, a message size, and two systems with the same durability; the first system is the reference."""


def rate_sentences(run: MeasuredRun, series: list[SystemSeries]) -> Iterator[str]:
    """Yield sentences that compare the rates of systems with the same durability.

    They cover both sides of the queue, each with the smallest and the largest message size of the run.
    """
    differences = compared(run, _ranked_systems(series), _ranked_pair)
    known_differences = [
        (system, difference) for system, difference in differences if difference.estimate is not None
    ]
    for of_reference in grouped(known_differences, lambda item: (*item[0][:2], item[0][2].name)).values():
        side, size, reference, _ = of_reference[0][0]
        texts = [
            f"{_named(run, line, side, size)} {in_words(difference)}{not_shown_clause(difference)}"
            for (*_, line), difference in of_reference
        ]
        yield (
            f"Rates at which messages of {size_text(size)} are {side.verb}, as multiples of the rate of "
            f"{_named(run, reference, side, size)}: {'; '.join(texts)}. In all of these systems a message is "
            f"{reference.settings.durability.value} when it counts as enqueued."
        )


def _ranked_systems(series: list[SystemSeries]) -> Iterator[RankedSystem]:
    sizes = levels_of(series)
    for side in SIDES:
        for size in dict.fromkeys((sizes[0], sizes[-1])):
            of_size = [line for line in series if size in line.by_level]
            for durability in Durability:
                lines = [line for line in of_size if line.settings.durability is durability]
                yield from ((side, int(size), lines[0], line) for line in lines[1:])


def _ranked_pair(system: RankedSystem) -> TreatmentPair:
    side, size, reference, series = system
    return series.by_level[size], reference.by_level[size], side.rate


def _named(run: MeasuredRun, series: SystemSeries, side: Side, size: int) -> str:
    is_bound = _is_client_bound(run, series.by_level[size], side)
    return f"{series.name} (client-bound)" if is_bound else series.name


def _is_client_bound(run: MeasuredRun, treatment: Treatment, side: Side) -> bool:
    share = run.median(treatment.id, side.cpu)
    return share is not None and share >= CLIENT_BOUND_SHARE


def client_bound_sentences(run: MeasuredRun, series: list[SystemSeries]) -> Iterator[str]:
    """Yield, for each side with client-bound systems, a sentence that names the systems and the sizes."""
    for side in SIDES:
        bound_sizes = {
            line.name: [
                size_text(int(size))
                for size, treatment in line.by_level.items()
                if _is_client_bound(run, treatment, side)
            ]
            for line in series
        }
        names = [f"{name} with {enumerated(sizes)}" for name, sizes in bound_sizes.items() if sizes]
        if names:
            yield (
                f"The program, which used at least {CLIENT_BOUND_SHARE:.0%} of a core, probably limits how "
                f"fast messages are {side.verb} (client-bound): {'; '.join(names)}. The servers may be "
                "faster."
            )


def _build(run: MeasuredRun) -> ReportSection:
    series = system_series(run.plan)
    claims = claims_of(run, series)
    sentences = claim_sentences(claims)
    *rates, course, cpu = system_tables(run, series)
    return section(
        "queue",
        "Queues",
        REPRODUCIBILITY if sentences else "",
        _circumstances(run),
        Charts(tenth_charts(run, series)),
        *rates,
        claim_table(claims),
        course,
        cpu,
        answer=[*rate_sentences(run, series), *client_bound_sentences(run, series), *sentences],
        evidence=[Charts(rate_charts(run, series))],
    )


def _circumstances(run: MeasuredRun) -> str:
    """Sentences on how the cells ran, and on the CPU time that the idle servers used."""
    machines = [(manifest.machine, manifest.host.cores) for manifest in run.manifests.values()]
    idle = [
        machine.cpu_idle_brokers / (machine.seconds * cores) if machine.seconds * cores else 0.0
        for machine, cores in machines
    ]
    return (
        "All servers run during the whole run, and are measured one at a time. While one server was "
        f"measured, the other servers took {percent(median(idle)) if idle else 'none'} of the CPU time of "
        "all cores (median over the cells). The queue of each cell is filled first and emptied afterwards, "
        "so that neither side delays the other. The rate of emptying is from the first receipt to the last."
    )


SECTION = SectionRecord("queue", always, _build, Question.SCENARIO)
