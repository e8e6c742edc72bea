"""How much starts of the brokers differ, for comparisons of semantics that have a single start."""

from dataclasses import dataclass

from include.matrix.cluster_kinds.registry import ClusterKind
from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class BetweenStarts:
    """The standard deviation between starts of the brokers, at different hours, of what pairs compare.

    It was measured before; ``freedom`` is the number of its degrees of freedom.
    """

    deviation: float
    freedom: int
    is_share: bool = False
    """Whether the deviation is a share of the estimate, and not in the unit of what is compared."""

    def added_to(self, estimate: float, error: float, freedom: float) -> tuple[float, float]:
        """The standard error of an estimate with this variation added, and its degrees of freedom.

        Both variances are added; the degrees of freedom of the sum follow from theirs. Source: Satterthwaite,
        An approximate distribution of estimates of variance components, Biometrics Bulletin 2, 1946.
        """
        deviation = self.deviation * (abs(estimate) if self.is_share else 1)
        within, between = error**2, deviation**2
        total = within + between
        if total == 0:
            return error, freedom
        return total**0.5, total**2 / (within**2 / freedom + between**2 / self.freedom)


LATENCY_DIFFERENCE = BetweenStarts(deviation=0.08, freedom=8, is_share=True)
"""Of the difference of two semantics' median latencies, as a share of the difference.

Nine runs of the default experiment on three days, a start of the brokers each, without linger, had 58 to
73.9 ms for exactly-once with 100 ms transactions: a standard deviation of 8 %. Six starts within three
hours, with 5 ms of linger, differed by 0.7 %, no more than the cells of a start explain. docs/cost.md has the
figures.
"""

BROKER_CPU_RATIO = BetweenStarts(deviation=0.017, freedom=5)
"""Of the logarithm of the ratio of two semantics' CPU time of the brokers for a message, without compilers.

The largest of four semantics in six starts without linger, whose compilers were not left out. Four starts
with 5 ms of linger and without the compilers varied by no more than the cells of a start explain: the mean
variance of their ratios between starts was 0.0026, of which 0.0037 was to be expected. The four ratios share
a reference, so that they have the degrees of freedom of six starts. docs/cost.md has the figures.
"""

MEASURED_RATE = 1_000
"""The messages per second at which the variation was measured. It is claimed of no other load."""


def starts_were_measured(kind: ClusterKind, settings: ScenarioSettings) -> bool:
    """Whether the variation between starts was measured with such a cluster and such a load."""
    return kind.has_measured_starts and settings.traits.messages_per_second == MEASURED_RATE
