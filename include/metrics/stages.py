"""The stages of a message's time, from its creation to its first receipt.

The time is divided at the moments that are known: the hand-over to the client, the acknowledgement, the
commit call and its return, the moment from which consumers can read the message, and the first receipt. A
stage begins at the latest of the earlier moments, and a moment after the first receipt counts as the first
receipt. So the stages of a message add up to its latency from producer to consumer. The means of the stages
add up, too; their medians do not. The metrics count messages at a fixed rate, after the lead-in, that were
sent once, acknowledged, committed (if in a transaction) and received. A stage is empty where it does not
exist, or where its moments were not recorded.
"""

from include.metrics.metric import Better, Metric, MetricFamily

STAGES = {
    "hand_over": "From the creation of a message (when it is due) to its hand-over to the client: the "
    "producer was late, its buffer was full, or it waited for a commit.",
    "acknowledgement": "From the hand-over to the acknowledgement.",
    "open_transaction": "From the acknowledgement to the commit call of the transaction: the transaction is "
    "not old enough to be committed, or has not all its messages (`transaction_messages`).",
    "commit": "From the commit call, or a later acknowledgement, to the return of the commit.",
    "visibility": "From the acknowledgement, or the return of the commit, until consumers can read the "
    "message. Known only where an observer was asked for (visibility_ms), to within about half of "
    "visibility_resolution.",
    "receipt": "From the latest known of the earlier moments to the first receipt.",
}
"""The definition of each stage, in the order in which a message passes through the stages."""

STATISTICS = {"mean": "Mean", "p50": "Median", "p95": "95th percentile"}
"""The statistics of a stage's times, by the end of the metric's name."""


def column_of(stage: str, statistic: str) -> str:
    """The name of a metric of a stage, which is also the name of the column: ``stage_commit_p95``."""
    return f"stage_{stage}_{statistic}"


RECORD = MetricFamily(
    "stages",
    (
        *(
            Metric(
                column_of(stage, statistic),
                "ms",
                f"{words} of the times: {definition[0].lower()}{definition[1:]}",
                better=Better.LOWER,
            )
            for stage, definition in STAGES.items()
            for statistic, words in STATISTICS.items()
        ),
        Metric(
            "visibility_resolution",
            "ms",
            "Median time between the question of the observer that found a message not yet readable and the "
            "answer that found it readable: the stage visibility is known to within about half of this time.",
        ),
    ),
)
