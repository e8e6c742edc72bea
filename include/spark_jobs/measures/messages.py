"""Count the messages of a cell."""

import numpy as np

from include.rawlog.schemas import Outcome
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    return {
        "sent": messages_sent(cell),
        **{outcome.value: cell.count(outcome) for outcome in Outcome},
        "received": cell.deliveries.ids.size,
        "unreached": None if cell.unreached is None else int(np.count_nonzero(cell.unreached)),
    }


def messages_sent(cell: RawCell) -> int:
    """The number of messages that were sent. A message that was sent several times counts once."""
    return cell.sent.num_rows if cell.sends_once else np.unique(cell.sent_ids).size
