"""Which consumer owned which partition while the members of a group changed."""

from functools import partial

from include.rendering.blocks import Charts, paragraphs, with_rows
from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, count
from include.rendering.table import Column, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import (
    GroupTreatment,
    group_treatments,
    treatments_by_change,
)
from include.report.sections.group_rebalance.message_shares import message_shares, share_table
from include.report.sections.group_rebalance.ownership_charts import ownership_charts
from include.report.sections.group_rebalance.range_rule import range_rule_table, rule_checks
from include.report.sections.group_rebalance.sentences import (
    change_sentences,
    key_sentences,
    rule_sentences,
    share_sentences,
)
from include.report.sections.guarantees.sentences import guarantee_sentences
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario
from include.report.tables import ItemColumn, grouped_table, number, words

HOW_TO_READ = (
    "The consumers themselves report what they own, each time that they learn of it. With the assignors of "
    "the classic protocol a consumer learns of a change at a heartbeat, and then the members share out the "
    "partitions among themselves: with range and roundrobin every member first gives up all its partitions, "
    "with cooperative-sticky a member gives up only those that move. With the consumer protocol the brokers "
    "tell each member which partitions to give up and which to take."
)

NOT_REPRODUCED = (
    "The sticky assignor with which every member gives up all its partitions was not tried, because the "
    "client library (librdkafka) does not have it; cooperative-sticky distributes partitions by the same "
    "rule. The publication that is reproduced here has the formula, and which members received a few "
    "messages; it has no figures of pauses and moves."
)

METRIC_COLUMNS = (
    ("ownership_pause", Column("longest", "Without an owner, s")),
    ("ownership_pause_mean", Column("mean", "Without an owner, s")),
    ("delivery_gap", Column("longest", "Without a delivery, s")),
    ("delivery_pause_mean", Column("mean", "Without a delivery, s")),
    ("regroup_time", Column("rebalance time, s")),
    ("moved", Column("moved", "Partitions")),
    ("moved_needlessly", Column("needlessly", "Partitions")),
    ("owned_spread", Column("most less fewest", "Partitions")),
    ("duplicated", Column("delivered again", "Messages")),
    ("fairness", Column("Jain's index", "Messages")),
)

NOTES = (
    "Medians over n valid repetitions. The time of a partition without an owner is the sum since the first "
    "message after the lead-in, according to the consumers. The time without a delivery is the longest from "
    "the change, or from a message of the partition after it, to the next message of the partition; a "
    "partition without a message after the change is left out. Longest and mean are over all partitions. The "
    "rebalance time is from the first moment at which some partition had no owner to the last such moment.",
    "Needlessly moved partitions could have stayed where they were, while each member owns as many as it "
    "does. Jain's index is 1 where all members receive equally many messages after the rebalance, and 1/m "
    "where one of m members receives all of them.",
)


def _build(run: MeasuredRun) -> ReportSection:
    treatments, charts = group_treatments(run), ownership_charts(run)
    reproduced = [
        *rule_sentences(rule_checks(run)),
        *share_sentences(message_shares(run)),
        *key_sentences(run, treatments),
    ]
    texts = [HOW_TO_READ, *([" ".join(reproduced)] if reproduced else []), NOT_REPRODUCED]
    return ReportSection(
        id="ownership",
        title="Who owned what",
        blocks=[
            *paragraphs(texts),
            Charts(charts[1:]),
            *with_rows(change_table(run), range_rule_table(run), share_table(run)),
        ],
        answer=paragraphs([*change_sentences(run, treatments), *guarantee_sentences(run)[:1]]),
        evidence=[Charts(charts[:1])],
    )


def change_table(run: MeasuredRun) -> Table:
    """A row for each assignor, below what happens to the group."""
    columns: list[ItemColumn[GroupTreatment]] = [
        words("Assignor", lambda treatment: treatment.name),
        number("n", lambda treatment: count(len(run.repetitions(treatment.id, "sent")))),
        *((column, partial(_median, run, metric)) for metric, column in METRIC_COLUMNS),
    ]
    groups = (
        (f"{change}: {size}", treatments)
        for (change, size), treatments in treatments_by_change(group_treatments(run)).items()
    )
    return grouped_table("ownership-changes", "The effects of each change", columns, groups, NOTES)


def _median(run: MeasuredRun, metric: str, treatment: GroupTreatment) -> str:
    estimate = run.estimate(treatment.id, metric)
    return with_interval(estimate) if estimate else DASH


RECORD = SectionRecord("group_rebalance", of_scenario("group_rebalance"), _build, Question.SCENARIO)
