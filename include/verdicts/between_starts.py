"""The difference between starts of the brokers, for comparisons of semantics with a single start."""

from dataclasses import dataclass

from include.matrix.cluster_kinds.registry import ClusterKind
from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class BetweenStarts:
    """The standard deviation between starts of the brokers at different hours, for the compared values.

    The deviation was measured before; ``freedom`` is the number of its degrees of freedom.
    """

    deviation: float
    freedom: int
    is_share: bool = False
    """Whether the deviation is a share of the estimate, and not in the unit of the compared values."""

    def added_to(self, estimate: float, error: float, freedom: float) -> tuple[float, float]:
        """The standard error of an estimate including this variation, and the error's degrees of freedom.

        The variances are added; the degrees of freedom of their sum follow from both. Source: Satterthwaite,
        An approximate distribution of estimates of variance components, Biometrics Bulletin 2, 1946.
        """
        deviation = self.deviation * (abs(estimate) if self.is_share else 1)
        within, between = error**2, deviation**2
        total = within + between
        if total == 0:
            return error, freedom
        return total**0.5, total**2 / (within**2 / freedom + between**2 / self.freedom)


LATENCY_DIFFERENCE = BetweenStarts(deviation=0.08, freedom=8, is_share=True)
"""For the difference of two semantics' median latencies, as a share of the difference.

Nine runs of the default experiment without linger were made on three days, each with one start of the
brokers. Their differences were 58 to 73.9 ms for exactly-once with 100 ms transactions: a standard deviation
of 8 %. Six starts within three hours, with 5 ms of linger, differed by 0.7 %. The cells of a start explain as
much. docs/cost.md has the figures.
"""

BROKER_CPU_RATIO = BetweenStarts(deviation=0.017, freedom=5)
"""For the logarithm of the ratio of two semantics' CPU time of the brokers for a message, without compilers.

The deviation is the largest of four semantics in six starts without linger, with the compilers included. Four
starts with 5 ms of linger and without the compilers varied by no more than the cells of a start explain: the
mean variance of their ratios between starts was 0.0026, where 0.0037 was expected. The four ratios share a
reference, so that they have the degrees of freedom of six starts. docs/cost.md has the figures.
"""

MEASURED_RATE = 1_000
"""The messages per second at which the variation was measured. It is not claimed for any other load."""


def starts_were_measured(kind: ClusterKind, settings: ScenarioSettings) -> bool:
    """Whether the variation between starts was measured with such a cluster and such a load."""
    return kind.has_measured_starts and settings.traits.messages_per_second == MEASURED_RATE
