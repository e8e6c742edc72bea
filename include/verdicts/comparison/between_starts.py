"""How much a comparison varies between starts of the brokers, learned from earlier runs."""

from dataclasses import dataclass

from include.verdicts.comparison.student_distribution import t_quantile


@dataclass(frozen=True)
class BetweenStarts:
    """The standard deviation of a comparison between starts of the brokers.

    ``deviation`` has the unit of the compared values: that of the metric for a difference, and that of a
    logarithm for a ratio. ``freedom`` is its number of degrees of freedom.
    """

    deviation: float
    freedom: int

    def widened(self, margin: float, alpha: float) -> float:
        """A margin of an interval with the two-sided level 1 - ``alpha``, with this deviation included.

        Margins of independent sources of variation are added as squares. Source: Zou and Donner, Construction
        of confidence limits about effect measures, Statistics in Medicine 27, 2008.
        """
        return float((margin**2 + (t_quantile(1 - alpha / 2, self.freedom) * self.deviation) ** 2) ** 0.5)
