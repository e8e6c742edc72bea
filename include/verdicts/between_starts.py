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
    """Whether the deviation is a share of the estimate. If not, it has the unit of the compared values."""

    def added_to(self, estimate: float, error: float, freedom: float) -> tuple[float, float]:
        """An estimate's standard error with this deviation included, and the error's degrees of freedom.

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
"""How much a difference in median latency varies between starts, as a share of the difference.

Nine runs of the default experiment without linger were made on three days. Each run had one start of the
brokers. For exactly-once with 100 ms transactions, the differences were 58 to 73.9 ms, with a standard
deviation of 8 %. In six starts within three hours, with 5 ms of linger, the standard deviation was 0.7 %. The
variation between cells of the same start is enough to explain these 0.7 %. docs/cost.md has the figures.
"""

BROKER_CPU_RATIO = BetweenStarts(deviation=0.017, freedom=5)
"""The variation of the ratio of two semantics between starts, as the standard deviation of the ratio's
logarithm. The ratio compares the CPU time that the brokers use for a message, without the time of the
compilers. The deviation was measured in six starts without linger, with the compilers included. It is the
largest deviation of four semantics. All four ratios have the same reference and are not independent, so the
degrees of freedom are those of six starts. Four starts with 5 ms of linger and without the compilers showed
no variation between starts. Between these four starts, the variance of the ratios' logarithms was 0.0026 on
average. The variation between the cells of a single start would explain even a variance of 0.0037.
docs/cost.md has the figures."""

MEASURED_RATE = 1_000
"""The rate in messages/s at which the variation was measured. For other loads, the variation is not known."""


def starts_were_measured(kind: ClusterKind, settings: ScenarioSettings) -> bool:
    """Whether the variation between starts was measured with this kind of cluster and this load."""
    return kind.has_measured_starts and settings.traits.messages_per_second == MEASURED_RATE
