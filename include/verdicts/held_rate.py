"""Whether a cell held its rate, what limited one that did not, and which treatments are compared at all."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

MIN_HELD_PERCENT = 99.0
"""The least share of the requested rate, in percent, that counts as held. Where less is held, a queue grows
for as long as the load lasts."""

MAX_PYTHON_CPU = 0.9
"""The largest share of a core that the producer's Python threads may use, while no commit holds them up,
before they are the limit. Python runs one thread at a time, so that they cannot use more than one core."""

MAX_MEDIAN_LATENESS_MS = 2.0
"""The largest median of how late the producer handed messages over, without what the brokers made it wait
for. In 114 attempts at cells of *cost*, on two cores of which the hypervisor took up to 14 %, it was 0.1 to
0.6 ms."""

MAX_CORES_BUSY = 0.9
"""The largest share of the time of all cores that may be used before the cores are the limit."""

MAX_CONSUMER_CPU = 0.9
"""The largest share of a core that a consumer may use before it is the limit."""


class Limit(StrEnum):
    """What kept a cell from holding its rate."""

    GENERATOR = "generator"
    """The load program that sends: what the brokers can do is only known from the rates below."""
    CORES = "cores"
    """The cores that brokers and load programs share: each would be faster without the others."""
    BROKERS = "brokers"
    """Acknowledgements fell behind."""
    CONSUMERS = "consumers"
    """Acknowledgements kept up, and receipts fell behind."""
    RECEIPTS = "brokers or consumers"
    """Receipts fell behind, and no broker acknowledges, so that it is not known which of both is slower."""


@dataclass(frozen=True)
class CellRate:
    """How a cell at a fixed rate was offered its messages, and delivered them; None: not recorded.

    The held rates are percents of the asked rate, CPU times are shares of a core.
    """

    acknowledged_percent: float | None
    received_percent: float | None
    python_cpu: float | None = None
    """The CPU time of the producer's threads that run Python."""
    lateness_ms: float | None = None
    """The median of how late the producer handed messages over."""
    cores_busy: float | None = None
    """The share of the time of all cores that anything used."""
    consumer_cpu: float | None = None
    commit_ms: float | None = None
    """The median time that a commit held the producer up; None without transactions."""
    transaction_ms: float | None = None
    """The median time of a transaction until its commit was called."""
    is_acknowledged_by_client: bool = False
    """Whether acknowledgements come from the client library, and not from a broker."""

    @property
    def is_held(self) -> bool | None:
        """Whether brokers acknowledged, and consumers received, within 1 % of the rate; None: not known."""
        percentages = [
            percent for percent in (self.acknowledged_percent, self.received_percent) if percent is not None
        ]
        return all(map(is_held, percentages)) if percentages else None

    @property
    def limit(self) -> Limit | None:
        """What kept the cell from holding its rate; None if it was held, or if that is not known.

        A generator that is late although no broker held it up has not offered the rate, so that nothing is
        said of what comes after it. Where all cores are busy it may be late for want of a core, as everything
        else may be: then it is not the generator that is too slow. With transactions it is late however fast
        it is, because it sends after each commit what became due meanwhile: only its CPU time counts.
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
        """The share of the time in which no commit held the producer up."""
        if not self.commit_ms or not self.transaction_ms:
            return 1
        return self.transaction_ms / (self.transaction_ms + self.commit_ms)

    @property
    def _limit_of_delivery(self) -> Limit:
        """What is too slow after the generator, which offered the rate."""
        is_acknowledged = self.acknowledged_percent is None or is_held(self.acknowledged_percent)
        if not is_acknowledged and not self.is_acknowledged_by_client:
            return Limit.BROKERS
        if self.is_acknowledged_by_client and (self.consumer_cpu or 0) <= MAX_CONSUMER_CPU:
            return Limit.RECEIPTS
        return Limit.CONSUMERS


def is_held(percent: float) -> bool:
    """Whether this share of the requested rate, in percent, counts as held."""
    return percent >= MIN_HELD_PERCENT


def is_held_by_most(held_cells: int, cells: int) -> bool:
    """Whether a rate is held that so many of its cells held: a single cell may miss it by chance."""
    return 2 * held_cells > cells


def main_limit(limits: Iterable[Limit]) -> tuple[Limit, int] | None:
    """What limited most of the cells that did not hold their rate, and their number; None without any.

    Of equally frequent limits the first one of ``Limit`` counts: the one that says least of the brokers.
    """
    counts = Counter(limits)
    order = list(Limit)
    return max(counts.items(), key=lambda item: (item[1], -order.index(item[0])), default=None)


MIN_TRANSACTION_SHARE = 0.9
"""The smallest share of the requested transaction time that the achieved one may be. A cell whose load ends
within its first transaction has measured shorter transactions than it is named for."""


MOST_MISSED = 0.25
"""The largest share of cells that may miss their rate. Above it, too much of the median is a queue."""


def why_not_compared(requested_ms: float | None, achieved_ms: float | None) -> str:
    """Why a treatment takes part in no comparison, as a clause; empty where it does.

    Args:
        requested_ms: The transaction time that was asked for; None without transactions.
        achieved_ms: The median over its cells of the achieved time; None where no transaction was committed.
    """
    if requested_ms is None or (achieved_ms or 0) >= MIN_TRANSACTION_SHARE * requested_ms:
        return ""
    if achieved_ms is None:
        return "no transaction was committed"
    return f"its transactions lasted {achieved_ms:.3g} ms, and {requested_ms:g} ms were requested"


def why_latency_not_compared(held_percents: Collection[float | None], whose: str) -> str:
    """Why a latency is not compared, as a clause; empty where it is.

    Where a rate is not held, a queue grows, and the latency depends on how long the cell lasts. A treatment
    is below saturation if at most a quarter of its cells missed their rate; then all of its cells are
    compared, since those that held it would be a selection by their outcome. A single cell may miss it by
    chance: in a cell of three seconds a percent is a growth of the latency by 18 ms, of 60 to 120 ms with
    transactions.

    Args:
        held_percents: How much of its rate each cell held, in percent; None where it is not known.
        whose: Whose rate this is, for the clause: ``its``.
    """
    cells = len(held_percents)
    misses = sum(percent is not None and not is_held(percent) for percent in held_percents)
    is_saturated = misses > MOST_MISSED * cells
    return f"{whose} rate was not held in {misses} of {cells} cells" if is_saturated else ""
