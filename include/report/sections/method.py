"""How the figures were measured: the definitions that a reader of the page needs."""

from include.rendering.blocks import Definitions
from include.rendering.wording import percent, significant
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always
from include.report.treatments.fault_variants import has_faults
from include.verdicts.guarantee import FEWEST_ACKED

DEFINITIONS = {
    "Cell": "One treatment in one block. No two cells share a topic, a queue or a consumer group. It waits "
    "until the producer and the consumers are ready (with a backlog, consumers start when all messages have "
    "been sent), sends the messages, and then waits until every expected "
    "message has been received or none has arrived for a while. Messages of a lead-in are counted, and left "
    "out of times and rates. Before the first cell the brokers are warmed up, until their throughput is "
    "steady and their JIT compilers have little left to do, or for a limited time.",
    "Order": "Cells run block by block. Each block contains every treatment once, in random order; the arms "
    "of a treatment follow one another. So a drift of the machine affects all treatments alike on average. "
    "Comparisons are made within a block.",
    "Producer-broker": "From the creation of a message to its acknowledgement, over the acknowledged "
    "messages. The load program records when its client reports the acknowledgement, which may be later "
    "than the broker's answer; with reliable ack, when the monitor confirmed the message. The throughput is "
    "the bytes of these messages, divided by the time from the first creation after the lead-in to the last "
    "acknowledgement.",
    "Producer-consumer": "From the creation of a message to its first receipt. The throughput is the bytes "
    "of first receipts, divided by the time from the first creation after the lead-in to the last first "
    "receipt.",
    "Creation": "The time at which a message is sent; at a fixed rate, the time at which it is due, so that "
    "a delay of the producer counts as latency.",
    "CPU time of the brokers": "Of all brokers that ran without a restart, from the end of the lead-in "
    "until the last message was sent (of the whole cell without a lead-in, or with a backlog), divided by "
    "the sends of messages. The JIT compilers are left out: what they compile in a cell depends on what the "
    "brokers did before it. Their time is in results/cells (`broker_compiler_time`).",
    "Validity": "A cell is left out of medians and ratios (except those of first attempts) where its "
    "environment was not fit for measuring: brokers whose code was still being compiled, too little CPU, "
    "memory or disk left by other processes or by the hypervisor, a clock that was set, a producer that was "
    "late, or did not take the reports of its client, or a consumer that was late. Of a cell with a fault "
    "only the machine is judged, and of a cell on a ladder of rates the machine and the brokers. A cell "
    "that is not valid is measured again at once, in at most {attempts} attempts, unless it has a "
    "fault, took more than ten minutes, or the reason would remain (a full disk, a warm-up that was too "
    "short). What the system under test did, such as a rate that it could not hold, a replica out of sync, "
    "a rebalance, a lost connection, or a client library that kept a core busy while brokers were slow, is "
    "an outcome: no cell is left out because of it. Messages and verdicts of invalid cells are counted, "
    "because a broken guarantee is broken whatever the machine did.",
}

STATISTICS = {
    "Percentiles": "Exact, over all latencies of a cell after its lead-in, with linear interpolation "
    "between order statistics.",
    "Medians": "Over the valid repetitions of a treatment. The 95% interval lies between two order "
    "statistics and assumes no distribution; it needs six valid repetitions or more.",
    "Comparisons": "Of pairs of valid cells of the same block, six or more: the mean of their differences, "
    "or the geometric mean of their ratios, without the lowest and the highest tenth from ten on. "
    "Where the brokers were started several times, the mean of each start takes the place of its pairs. The "
    "intervals are Student's. An interval after a figure is that of this comparison alone, unless it is "
    "called corrected; whether a difference is shown is decided by intervals that are corrected for all "
    "comparisons that are stated together (Bonferroni).",
    "Violations": "Lost: "
    "acknowledged, in a committed transaction if any, and not received when the cell ended. Duplicated: "
    "deliveries of a message after its first. Out of order: within a partition, among the messages of one "
    "producer.",
}

WITH_FAULTS = {
    "Faults": "Each fault begins when a share of the messages has been sent, or when the program at which "
    "it is aimed pauses at a certain point. It is verified that the program or the broker ended, paused or "
    "started; of a broken network, that packets met it, and of lost packets, how many were lost. Times are "
    "those of the cell's clock. After the fault the cell waits until all replicas are in sync, and until "
    "consumers have read the logs to their ends, or to a transaction that does not end.",
    "In the log": "After a cell with a fault or with processing, in which a share of the transactions is "
    "aborted on purpose, or in which a message is missing, and after a cell of reliable ack, a reader "
    "outside every consumer group reads the whole log of the topic, once as a reader of committed messages "
    "and once as a reader of all messages. Gone: acknowledged, and not found in the log.",
    "Guarantees": "A guarantee exists only where the producer's semantics and the order of the consumer's "
    "steps both give it. One violation breaks it. Without violations it is kept, if a violation could have "
    f"occurred and at least {percent(FEWEST_ACKED)} of the messages sent were acknowledged. The bounds say "
    "how often a violation may still occur: they are upper Clopper-Pearson bounds with 95% confidence, and "
    "a 95% interval where an episode broke the guarantee. The bound per message is the largest of all that "
    "is guaranteed; it assumes that messages are violated independently of one another.",
}


def _build(run: MeasuredRun) -> ReportSection:
    # The most by which the wall clock deviated from the cells' clock within one cell.
    deviation = max((abs(manifest.clock.step_ns) / 1e6 for manifest in run.manifests.values()), default=None)
    definitions = {
        **{name: text.format(attempts=run.plan.conditions.attempts) for name, text in DEFINITIONS.items()},
        "Clock": "All processes of a cell share one clock, in nanoseconds. Between the beginning and the "
        f"end of a cell the wall clock advanced by at most {significant(deviation)} ms more or less than "
        "this clock.",
        **STATISTICS,
        **(WITH_FAULTS if has_faults(run.plan) else {}),
    }
    block = Definitions(list(definitions.items()))
    return ReportSection("method", "How it was measured", [block], in_text=False)


RECORD = SectionRecord("method", always, _build)
