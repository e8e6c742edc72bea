"""The variation between starts of the brokers, for comparisons of semantics in runs with a single start."""

from dataclasses import dataclass

from include.matrix.cluster_kinds.registry import ClusterKind
from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class BetweenStarts:
    """The standard deviation of the compared values between starts of the brokers at different hours.

    The deviation comes from earlier measurements. ``freedom`` is its number of degrees of freedom.
    """

    deviation: float
    freedom: int
    is_share: bool = False
    """Whether the deviation is a share of the estimate, and not in the unit of the compared values."""

    def added_to(self, estimate: float, error: float, freedom: float) -> tuple[float, float]:
        """The standard error of an estimate with this variation included, and its degrees of freedom.

        The variances are added. The degrees of freedom of the sum follow from both variances. Source:
        Satterthwaite, An approximate distribution of estimates of variance components, Biometrics Bulletin 2,
        1946.
        """
        deviation = self.deviation * (abs(estimate) if self.is_share else 1)
        within, between = error**2, deviation**2
        total = within + between
        if total == 0:
            return error, freedom
        return total**0.5, total**2 / (within**2 / freedom + between**2 / self.freedom)


LATENCY_DIFFERENCE = BetweenStarts(deviation=0.08, freedom=8, is_share=True)
"""The variation of the difference between the median latencies of two semantics, as a share of this
difference.

Nine runs of the default experiment without linger were made on three days. Each run had one start of the
brokers. For exactly-once with 100 ms transactions, the differences of these runs were 58 to 73.9 ms: a
standard deviation of 8 %. Six starts within three hours, with 5 ms of linger, differed by 0.7 %. The
variation of the cells within a start explains a difference of this size. docs/cost.md has the figures.
"""

BROKER_CPU_RATIO = BetweenStarts(deviation=0.017, freedom=5)
"""The variation of the ratio of two semantics, as a logarithm. The compared quantity is the CPU time of the
brokers for a message. The CPU time is without the compilers. The deviation was measured in six starts without
linger, with the compilers included. It is the largest deviation of four semantics. Four starts with 5 ms of
linger and without the compilers varied by no more than the cells of a start explain: the mean variance of the
ratios between these starts was 0.0026; 0.0037 was expected. The ratios of the four semantics share a
reference. So they have the degrees of freedom of six starts. docs/cost.md has the figures."""

MEASURED_RATE = 1_000
"""The messages per second at which the variation was measured. The variation is not claimed for any other
load."""


def starts_were_measured(kind: ClusterKind, settings: ScenarioSettings) -> bool:
    """Whether the variation between starts was measured with such a cluster and such a load."""
    return kind.has_measured_starts and settings.traits.messages_per_second == MEASURED_RATE
