"""Whether messages arrived at the rate at which they were due."""

import numpy as np

PARTS = 3
"""The first and the last of so many equal parts of the time are compared."""


def rate_held(due_ns: np.ndarray, done_ns: np.ndarray, partitions: np.ndarray, sent: int) -> float:
    """The rate at which messages arrived, in percent of the rate at which they were due; 100 at most.

    NaN where no partition has messages in the first and in the last part of the time.

    Args:
        due_ns: When each message that arrived was due, shape (arrived,).
        done_ns: When it was acknowledged, or first received.
        partitions: Its partition.
        sent: How many messages were sent, whether they arrived or not.
    """
    if not due_ns.size:
        return float("nan")
    part = (due_ns - due_ns.min()) * PARTS // (int(np.ptp(due_ns)) + 1)
    shares: list[tuple[float, int]] = []
    for partition in np.unique(partitions):
        own = partitions == partition
        early, late = (np.flatnonzero(own & (part == which)) for which in (0, PARTS - 1))
        if early.size and late.size:
            first, last = (which[np.argmin((done_ns - due_ns)[which])] for which in (early, late))
            share = (due_ns[last] - due_ns[first]) / max(int(done_ns[last] - done_ns[first]), 1)
            shares.append((min(1.0, float(share)), int(np.count_nonzero(own))))
    if not shares:
        return float("nan")
    held, weights = zip(*shares, strict=True)
    return 100 * float(np.average(held, weights=weights)) * due_ns.size / sent
