"""Count the messages that the producer program sent again."""

from include.spark_jobs.measures.messages import messages_sent
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    return {"sent_again": cell.sent.num_rows - messages_sent(cell)}
