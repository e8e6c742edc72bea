"""Reliable ack on a lossy network: can a producer that does not wait be made reliable?"""

from include.rendering.blocks import Charts, paragraphs, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario
from include.report.sections.reliable_ack.packet_loss_series import series_of
from include.report.sections.reliable_ack.rate_charts import rate_charts
from include.report.sections.reliable_ack.sentences import answer_sentences, detail_sentences
from include.report.sections.reliable_ack.tables import tables

DIFFERENCES = (
    "As in the paper, the monitor stands beside the brokers: copies cross the producer's lossy network too, "
    "and retransmissions do not. Unlike in the paper, the brokers are not patched: beside each broker a "
    "program reads the messages that the broker hands out, and reports them to the monitor. A broker hands "
    "out only messages that all in-sync replicas have, so that a receipt here says more than a receipt of "
    "the paper's leader. A receipt does not expire, while it was a ZooKeeper node of ten minutes in the "
    "paper, and its way to the monitor is not lossy."
)


def _build(run: MeasuredRun) -> ReportSection:
    series = series_of(run.plan)
    first, *further = rate_charts(run, series)
    return ReportSection(
        id="rack",
        title="Reliable ack on a lossy network",
        blocks=[
            *paragraphs([*detail_sentences(run, series), DIFFERENCES]),
            Charts(further),
            *with_rows(*tables(run, series)),
        ],
        answer=paragraphs(answer_sentences(run, series)),
        evidence=[Charts([first])],
    )


RECORD = SectionRecord("reliable_ack", of_scenario("reliable_ack"), _build, Question.SCENARIO)
