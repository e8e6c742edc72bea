"""How much starts of the brokers differ, for comparisons that have a single start."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BetweenStarts:
    """The standard deviation between starts of what pairs compare, which was measured before.

    ``freedom`` is the number of its degrees of freedom.
    """

    deviation: float
    freedom: int

    def added_to(self, error: float, freedom: float) -> tuple[float, float]:
        """A standard error with this variation added, and its degrees of freedom.

        Both variances are added; the degrees of freedom of the sum follow from theirs. Source: Satterthwaite,
        An approximate distribution of estimates of variance components, Biometrics Bulletin 2, 1946.
        """
        own, added = error**2, self.deviation**2
        total = own + added
        return total**0.5, total**2 / (own**2 / freedom + added**2 / self.freedom)


BROKER_CPU_RATIO = BetweenStarts(deviation=0.02, freedom=20)
"""Of the logarithm of the ratio of two semantics' CPU time of the brokers for a message.

Over six starts with three pairs each, starts were not seen to differ: the variance of their means was 0.4
times what the variation within a start explains (of four semantics, with 20 and 48 degrees of freedom), and
the largest of the four estimates was 0.017. This is allowed for all the same. docs/cost.md has the figures.
"""
