"""How often something may happen that was seen so often, or never."""

from scipy.stats import binomtest

CONFIDENCE = 0.95


def upper_bound(violations: int, chances: int) -> float | None:
    """The share of chances that 95 % confidence still allows, when messages fare independently.

    The exact (Clopper-Pearson) one-sided bound; where none of N was seen, nearly 3/N, the rule of three. None
    where nothing chanced a violation. Source: Clopper and Pearson, Biometrika 1934.
    """
    if not chances:
        return None
    test = binomtest(min(violations, chances), chances, alternative="less")
    return float(test.proportion_ci(CONFIDENCE, method="exact").high)


def both_bounds(happened: int, chances: int) -> tuple[float, float]:
    """The shares of chances between which the true one lies, at 95 % confidence (Clopper and Pearson)."""
    found = binomtest(happened, chances).proportion_ci(CONFIDENCE, method="exact") if chances else None
    return (float(found.low), float(found.high)) if found else (0.0, 1.0)
