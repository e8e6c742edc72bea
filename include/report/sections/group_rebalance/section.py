"""Who owned what when consumers came and went: the section of the report."""

from include.report.run import Run
from include.report.section import Section
from include.report.sections.group_rebalance.cells import subjects
from include.report.sections.group_rebalance.charts import ownership_charts
from include.report.sections.group_rebalance.prose import (
    change_sentences,
    key_sentences,
    rule_sentences,
    sharing_sentences,
)
from include.report.sections.group_rebalance.tables import (
    change_table,
    rule_checks,
    rule_table,
    sharing_table,
    sharings,
)
from include.report.sections.guarantees.matrix import guarantee_sentences

HOW_TO_READ = (
    "What is owned is told by the consumers themselves, each time that they learn of it. With the "
    "assignors of the classic protocol that is at a heartbeat, and then they share out the partitions "
    "among themselves: with range and roundrobin everybody gives up everything first, with "
    "cooperative-sticky only what moves. With the consumer protocol the brokers tell each member what to "
    "give up and what to take."
)

NOT_REPRODUCED = (
    "Not tried: the sticky assignor in which everybody gives up everything, since the client library "
    "(librdkafka) hasn't it; cooperative-sticky shares out by the same rule. Of pauses and moves there "
    "are no published figures to stand beside these: published are the formula, and who was given a few "
    "messages."
)


def ownership_section(run: Run) -> Section | None:
    """What a run of the ownership scenario has to show; None for one of others, or before it is measured."""
    found = subjects(run)
    if not found:
        return None
    reproduced = [
        *rule_sentences(rule_checks(run)),
        *sharing_sentences(sharings(run)),
        *key_sentences(run, found),
    ]
    shown = [" ".join(reproduced)] if reproduced else []
    return Section(
        id="ownership",
        title="Who owned what",
        answer=[*change_sentences(run, found), *guarantee_sentences(run)[:1]],
        paragraphs=[HOW_TO_READ, *shown, NOT_REPRODUCED],
        tables=[change_table(run), rule_table(run), sharing_table(run)],
        charts=ownership_charts(run),
    )
