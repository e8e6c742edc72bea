"""Confidence bounds for the share of cases in which an event occurs, from the number of observed events."""

from scipy.stats import binomtest

CONFIDENCE = 0.95


def upper_bound(violations: int, chances: int) -> float | None:
    """The upper 95 % bound of the share of chances in which a violation occurs; None without chances.

    This is the exact (Clopper-Pearson) one-sided bound. It assumes that violations of different messages are
    independent. If no violation was observed in N chances, the bound is nearly 3/N, by the rule of three.
    Source: Clopper and Pearson, Biometrika 1934.
    """
    if not chances:
        return None
    test = binomtest(min(violations, chances), chances, alternative="less")
    return float(test.proportion_ci(CONFIDENCE).high)


def both_bounds(happened: int, chances: int) -> tuple[float, float]:
    """The two-sided 95 % confidence interval of the probability of an event.

    The interval is that of Clopper and Pearson.
    """
    interval = binomtest(happened, chances).proportion_ci(CONFIDENCE) if chances else None
    return (float(interval.low), float(interval.high)) if interval else (0.0, 1.0)
