"""Student's distribution: its quantiles, and the power of tests that use it."""

# Importing scipy.special takes a third of the time of importing scipy.stats.
from scipy.special import nctdtr, nctdtrinc, stdtrit


def t_quantile(probability: float, freedom: float) -> float:
    """The quantile of Student's distribution with ``freedom`` degrees of freedom."""
    return float(stdtrit(freedom, probability))


def detectable_errors(alpha: float, power: float, freedom: float) -> float:
    """The true difference, in standard errors, that a test finds with the given power.

    Args:
        alpha: The two-sided level of the test.
        power: The share of tests that find the difference.
        freedom: The degrees of freedom of the standard error.
    """
    return float(nctdtrinc(freedom, 1 - power, t_quantile(1 - alpha / 2, freedom)))


def power(errors: float, alpha: float, freedom: int) -> float:
    """The share of tests that find a difference in the right direction.

    ``errors`` is the true difference in standard errors.
    """
    return float(1 - nctdtr(freedom, abs(errors), t_quantile(1 - alpha / 2, freedom)))
