"""Student's distribution: its quantiles, and the power of tests that use it."""

# The functions of scipy.special take a third of the time that importing scipy.stats takes.
from scipy.special import nctdtr, nctdtrinc, stdtrit


def t_quantile(probability: float, freedom: float) -> float:
    """The quantile of Student's distribution with so many degrees of freedom."""
    return float(stdtrit(freedom, probability))


def detectable_errors(alpha: float, power: float, freedom: float) -> float:
    """The size of a true difference, in standard errors, that a test finds.

    Args:
        alpha: The two-sided level of the test.
        power: The share of tests that find the difference.
        freedom: The degrees of freedom of the standard error.
    """
    return float(nctdtrinc(freedom, 1 - power, t_quantile(1 - alpha / 2, freedom)))


def power(errors: float, alpha: float, freedom: int) -> float:
    """The share of tests that find a true difference of so many standard errors with its direction."""
    return float(1 - nctdtr(freedom, abs(errors), t_quantile(1 - alpha / 2, freedom)))
