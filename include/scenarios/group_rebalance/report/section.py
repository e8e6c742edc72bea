"""The owner of each partition while the members of a group changed."""

from collections.abc import Callable, Iterator

from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.estimate_text import with_interval
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import NO_BREAK, count, enumerated, significant
from include.report.sections.guarantees.documented_cases import guarantee_sentences
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.scenarios.group_rebalance.report.charts import ownership_charts
from include.scenarios.group_rebalance.report.findings import finding_sentences, finding_tables
from include.scenarios.group_rebalance.report.group_treatments import GroupTreatment, treatments_by_change

HOW_TO_READ = (
    "Each consumer reports which partitions it owns whenever it learns of a change. With the assignors of "
    "the classic protocol, a consumer learns of a change from a heartbeat. Then the members divide the "
    "partitions among themselves: with range and roundrobin every member first gives up all its partitions, "
    "and with cooperative-sticky a member gives up only the partitions that move. With the consumer protocol "
    "the brokers tell each member which partitions to give up and which to take."
)

NOT_REPRODUCED = (
    "The sticky assignor, with which every member first gives up all its partitions, was not tried, because "
    "the client library (librdkafka) does not have it; cooperative-sticky distributes partitions by the same "
    "rule. The reproduced publication contains the formula, and says how many of a few messages each member "
    "received; it contains no figures of pauses and moves."
)

METRICS = (
    ("ownership_pause", "longest", "Without an owner, s"),
    ("ownership_pause_mean", "mean", "Without an owner, s"),
    ("delivery_gap", "longest", "Without a delivery, s"),
    ("delivery_pause_mean", "mean", "Without a delivery, s"),
    ("regroup_time", "rebalance time, s", ""),
    ("moved", "moved", "Partitions"),
    ("moved_needlessly", "needlessly", "Partitions"),
    ("owned_spread", "most less fewest", "Partitions"),
    ("duplicated", "delivered again", "Messages"),
    ("fairness", "Jain's index", "Messages"),
)

NOTES = (
    "Medians over n valid repetitions, with 95% intervals in brackets. The time without an owner is the "
    "total time for which a partition had no owner since the first message after the lead-in, according to "
    "the consumers. The time without a delivery is the longest time between two successive messages of a "
    "partition after the change; the time from the change to the first of them counts too. A partition "
    "without a message after the change is left out. Longest and mean are over all partitions. The rebalance "
    "time is from the first moment at which some partition had no owner to the last such moment.",
    "A partition moved needlessly if it could have stayed with its member without a change to the number of "
    "partitions that each member owns afterwards. Jain's index is 1 if all members receive equally many "
    "messages after the rebalance, and 1/m if one of m members receives all messages.",
)


def _build(run: MeasuredRun) -> ReportSection:
    charts = ownership_charts(run)
    return section(
        "ownership",
        "Who owned what",
        HOW_TO_READ,
        " ".join(finding_sentences(run)),
        NOT_REPRODUCED,
        Charts(charts[1:]),
        change_table(run),
        *finding_tables(run),
        answer=[*change_sentences(run), *guarantee_sentences(run)[:1]],
        evidence=[Charts(charts[:1])],
    )


def change_sentences(run: MeasuredRun) -> Iterator[str]:
    """Yield, for each change and group size, a comparison of ownership pauses and needless moves.

    There is no sentence if nothing changes, or if fewer than two treatments have estimates.
    """
    for treatments in treatments_by_change(run).values():
        estimates = [
            (treatment, pause.median, moves.median)
            for treatment in treatments
            if (pause := run.estimate(treatment.id, "ownership_pause_mean"))
            and (moves := run.estimate(treatment.id, "moved_needlessly"))
        ]
        has_faults = any(treatment.settings.traits.disturbance.faults for treatment in treatments)
        if len(estimates) < 2 or not has_faults:
            continue
        pauses = [
            f"{significant(pause)}{NO_BREAK}s with {treatment.name}" for treatment, pause, _ in estimates
        ]
        moved = [f"{significant(number)} with {treatment.name}" for treatment, _, number in estimates]
        first = treatments[0]
        yield (
            f"{first.change} ({first.size}): a partition was without an owner for a mean of "
            f"{enumerated(pauses)}; partitions that moved needlessly: {enumerated(moved)} (medians over the "
            "valid cells)."
        )


def change_table(run: MeasuredRun) -> Table:
    """A table with a row for each assignor. The rows are grouped by the change and the size of the group."""
    columns: list[ItemColumn[GroupTreatment]] = [
        words("Assignor", lambda treatment: treatment.name),
        number("n", lambda treatment: count(len(run.repetitions(treatment.id, "sent")))),
        *(number(title, _median(run, metric), shared_title) for metric, title, shared_title in METRICS),
    ]
    groups = treatments_by_change(run).items()
    return grouped_table("ownership-changes", "The effects of each change", columns, groups, NOTES)


def _median(run: MeasuredRun, metric: str) -> Callable[[GroupTreatment], str]:
    return lambda treatment: with_interval(run.estimate(treatment.id, metric))


SECTION = SectionRecord("group_rebalance", always, _build, Question.SCENARIO)
