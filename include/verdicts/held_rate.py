"""Whether a cell held its rate, why it did not, and which treatments are compared."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

MIN_HELD_PERCENT = 99.0
"""The percentage of the requested rate that a cell must reach to hold its rate. Below this share, a queue
grows for as long as the load lasts."""

MAX_PYTHON_CPU = 0.9
"""The producer limits the rate if its Python threads use more than this share of a core between commits.
Python runs one thread at a time, so all threads together use at most one core."""

MAX_MEDIAN_LATENESS_MS = 2.0
"""The largest allowed median lateness with which the producer hands messages to its client. Waiting times
that brokers caused do not count. In 114 attempts at cells of the experiment *cost*, the median was 0.1 to 0.6
ms. These attempts ran on two cores, and the hypervisor took up to 14 % of their time."""

MAX_CORES_BUSY = 0.9
"""The host's cores limit the rate if they are busy for more than this share of their time."""

MAX_CONSUMER_CPU = 0.9
"""A consumer limits the rate if it uses more than this share of a core."""


class Limit(StrEnum):
    """The reason why a cell did not hold its rate."""

    GENERATOR = "generator"
    """The producer itself did not send messages at the requested rate. Therefore only cells with lower rates
    can show what the brokers can do."""
    CORES = "cores"
    """Brokers and load programs used all cores. Each program would be faster without the other programs."""
    BROKERS = "brokers"
    """Acknowledgements fell behind the rate."""
    CONSUMERS = "consumers"
    """Acknowledgements reached the rate, but receipts fell behind."""
    RECEIPTS = "brokers or consumers"
    """Receipts fell behind. Without acknowledgements from brokers, it is unknown whether brokers or consumers
    are too slow."""


@dataclass(frozen=True)
class CellRate:
    """The held rates of a cell with a fixed rate, and figures that show what limited the cell.

    A figure is None if it was not recorded. The held rates are percentages of the requested rate; CPU times
    are shares of a core.
    """

    acknowledged_percent: float | None
    received_percent: float | None
    python_cpu: float | None = None
    """The CPU time of the producer's threads that run Python."""
    lateness_ms: float | None = None
    """The median lateness with which the producer handed messages over."""
    cores_busy: float | None = None
    """The CPU time that the machine used, as a share of the time of all cores."""
    consumer_cpu: float | None = None
    commit_ms: float | None = None
    """The median time for which the producer waited for a commit; None without transactions."""
    transaction_ms: float | None = None
    """The median time from the beginning of a transaction to its commit call."""
    is_acknowledged_by_client: bool = False
    """Whether acknowledgements come from the client library, and not from a broker."""

    @property
    def is_held(self) -> bool | None:
        """Whether acknowledgements and receipts reached 99 % of the rate; None if neither is known."""
        percentages = [
            percent for percent in (self.acknowledged_percent, self.received_percent) if percent is not None
        ]
        return all(map(is_held, percentages)) if percentages else None

    @property
    def limit(self) -> Limit | None:
        """The reason why the cell did not hold its rate; None if it held the rate, or if this is unknown.

        A producer that is late, and not because it waited for a broker, did not offer the rate. Then the cell
        shows nothing about brokers and consumers. If all cores are busy, the producer may be late because it
        gets no core. Then the cores are the limit. With transactions, every producer is late, because after
        each commit it sends the messages that became due during the commit. Then its lateness is ignored, and
        only its CPU time counts.
        """
        if self.is_held is not False:
            return None
        if (self.python_cpu or 0) > MAX_PYTHON_CPU * self._share_without_commits:
            return Limit.GENERATOR
        if (self.cores_busy or 0) > MAX_CORES_BUSY:
            return Limit.CORES
        if self.commit_ms is None and (self.lateness_ms or 0) > MAX_MEDIAN_LATENESS_MS:
            return Limit.GENERATOR
        return self._limit_of_delivery

    @property
    def _share_without_commits(self) -> float:
        """The share of the time in which the producer did not wait for a commit."""
        if not self.commit_ms or not self.transaction_ms:
            return 1
        return self.transaction_ms / (self.transaction_ms + self.commit_ms)

    @property
    def _limit_of_delivery(self) -> Limit:
        """The limit, apart from producer and cores: ``BROKERS``, ``CONSUMERS`` or ``RECEIPTS``."""
        is_acknowledged = self.acknowledged_percent is None or is_held(self.acknowledged_percent)
        if not is_acknowledged and not self.is_acknowledged_by_client:
            return Limit.BROKERS
        if self.is_acknowledged_by_client and (self.consumer_cpu or 0) <= MAX_CONSUMER_CPU:
            return Limit.RECEIPTS
        return Limit.CONSUMERS


def is_held(percent: float) -> bool:
    """Whether a cell that reached this percentage of the requested rate has held the rate."""
    return percent >= MIN_HELD_PERCENT


def is_held_by_most(held_cells: int, cells: int) -> bool:
    """Whether a rate counts as held: more than half of its cells must have held it.

    A single cell may miss the rate by chance.
    """
    return 2 * held_cells > cells


def main_limit(limits: Iterable[Limit]) -> Limit | None:
    """The most frequent limit of the cells that missed their rate; None if there is no such cell.

    If several limits are equally frequent, the first of them in ``Limit`` is chosen. ``Limit`` begins with
    the limits that say nothing about brokers.
    """
    counts = Counter(limits)
    occurring = (limit for limit in Limit if counts[limit])
    return max(occurring, key=lambda limit: counts[limit], default=None)


MIN_TRANSACTION_SHARE = 0.9
"""The smallest allowed ratio of the achieved to the requested transaction time. If the load of a cell ends
within the first transaction, the cell's transactions are shorter than the name of the cell says."""


MOST_MISSED = 0.25
"""The largest share of cells that may miss their rate. With a larger share, queues affect the median too
much."""


def why_not_compared(requested_ms: float | None, achieved_ms: float | None) -> str:
    """The reason why a treatment is not compared, as a clause; empty if it is compared.

    Args:
        requested_ms: The requested transaction time; None without transactions.
        achieved_ms: The median over the cells of the achieved transaction time; None if no transaction was
            committed.
    """
    if requested_ms is None or (achieved_ms or 0) >= MIN_TRANSACTION_SHARE * requested_ms:
        return ""
    if achieved_ms is None:
        return "no transaction was committed"
    return f"its transactions lasted {achieved_ms:.3g} ms, and {requested_ms:g} ms were requested"


def rate_not_held(held_percents: Collection[float | None], whose: str) -> str:
    """A clause that says that a treatment did not hold its rate; empty if it held the rate.

    If a rate is not held, a queue grows, and the latency depends on how long the cell lasts: in a cell of
    three seconds that misses its rate by one percent, it grows by 18 ms; with transactions, by 60 to 120 ms.
    A single cell may miss the rate by chance. Therefore, a treatment counts as below saturation if at most a
    quarter of its cells missed their rate. All of its cells are compared, because leaving out the cells that
    missed the rate would select cells by their outcome.

    Args:
        held_percents: The percentage of the requested rate that each cell held; None where it is not known.
        whose: The words before ``rate`` in the clause, such as ``its``.
    """
    cells = len(held_percents)
    misses = sum(percent is not None and not is_held(percent) for percent in held_percents)
    is_saturated = misses > MOST_MISSED * cells
    return f"{whose} rate was not held in {misses} of {cells} cells" if is_saturated else ""
