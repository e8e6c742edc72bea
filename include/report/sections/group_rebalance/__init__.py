"""Which consumer owned which partition while the members of a group changed."""

from include.rendering.blocks import Charts, paragraphs, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.change_table import change_table
from include.report.sections.group_rebalance.group_treatments import group_treatments
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


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    found, charts = group_treatments(run), ownership_charts(run)
    reproduced = [
        *rule_sentences(rule_checks(run)),
        *share_sentences(message_shares(run)),
        *key_sentences(run, found),
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
        answer=paragraphs([*change_sentences(run, found), *guarantee_sentences(run)[:1]]),
        evidence=[Charts(charts[:1])],
    )


RECORD = SectionRecord("group_rebalance", of_scenario("group_rebalance"), build, Question.SCENARIO)
