"""The message of each delivery, in the order of receipt.

Messages are given as row numbers of the sent log, which is in the order of sending. Deliveries are rows of
the received log.
"""

import numpy as np

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.array_types import Flags, Indices, Numbers


def order_of_receipt(received_ns: Numbers, consumers: Numbers) -> Indices | slice:
    """The indices that sort the rows of all consumers by their order of receipt.

    The rows of one consumer keep their order, even if their times do not ascend. The rows of several
    consumers are merged by time.
    """
    if not consumers.size or (consumers == consumers[0]).all():
        return slice(None)
    times = received_ns.copy()
    for consumer in np.unique(consumers):
        is_of_consumer = consumers == consumer
        times[is_of_consumer] = np.maximum.accumulate(times[is_of_consumer])
    return np.argsort(times, kind="stable")


def messages_of(delivered: Numbers, sent: Numbers) -> Indices:
    """For each delivery, the row of its message in the sent log; ``NEVER_SENT`` if it has no row.

    Args:
        delivered: Ids of the deliveries' messages.
        sent: Ids of the sent messages. For an id that was sent several times, the result is the first row
            with this id.
    """
    if np.array_equal(sent, np.arange(sent.size)):
        is_sent = (delivered >= 0) & (delivered < sent.size)
        return np.where(is_sent, delivered, NEVER_SENT)
    ids, rows = np.unique(sent, return_index=True)
    places = np.searchsorted(ids, delivered).clip(max=ids.size - 1)
    return np.where(np.isin(delivered, ids), rows[places], NEVER_SENT)


def earlier_receipts(messages: Indices, most: int) -> Indices:
    """For each delivery, the number of earlier deliveries of its message, ``most`` at most.

    ``messages`` contains the message of each delivery. All of these messages were sent.
    """
    earlier = np.zeros(messages.size, np.intp)
    left = np.arange(messages.size)
    for _ in range(most):
        left = left[~first_receipts(messages[left])]
        earlier[left] += 1
    return earlier


def first_receipts(messages: Indices) -> Flags:
    """For each delivery, whether it is the first delivery of its message.

    ``messages`` contains the message of each delivery. All of these messages were sent.
    """
    if not messages.size:
        return np.zeros(0, dtype=np.bool_)
    deliveries = np.arange(messages.size)
    first = np.zeros(messages.max() + 1, dtype=np.intp)
    first[messages[::-1]] = deliveries[::-1]  # where an index repeats, the last assignment stays
    return np.equal(first[messages], deliveries)
