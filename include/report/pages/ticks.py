"""The ticks of axes: their positions and their texts."""

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10

import numpy as np
from matplotlib.ticker import FuncFormatter, Locator, MaxNLocator

FEWEST_TICKS = 3
"""The minimum number of ticks with which a scale can be read."""

DIGITS = ((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 5), (1, 3), (1,))
"""Sets of leading digits for the ticks of a logarithmic axis, the largest set first."""

NICE_STEPS = (1, 2, 2.5, 5, 10)

TICK_TEXT = FuncFormatter(lambda value, _: tick_text(value))


def tick_text(value: float) -> str:
    """A tick as text, never in exponential form."""
    return f"{value + 0.0:,.7g}".replace("-", "−")  # noqa: RUF001 - the typographic minus


def linear_ticks(most: int) -> Locator:
    """Ticks at round values, with at most ``most`` intervals between them."""
    return MaxNLocator(nbins=most, steps=list(NICE_STEPS))


class LogarithmicTicks(Locator):
    """The ticks of a logarithmic axis: at most ``most`` ticks, at round values."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __call__(self) -> Sequence[float]:
        return self.tick_values(*self.axis.get_view_interval()) if self.axis else []

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        return logarithmic_ticks(vmin, vmax, self._most)


def logarithmic_ticks(low: float, high: float, most: int) -> list[float]:
    """At most ``most`` ticks between two values above zero.

    The ticks have the leading digits of the largest set in ``DIGITS`` that does not give too many ticks. If
    this set gives fewer than three ticks, the ticks are equidistant instead.
    """
    if not (0 < low < high and isfinite(high)):
        return []
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    for digits in DIGITS:
        ticks = [
            tick
            for decade in decades
            for digit in digits
            if low <= (tick := float(f"{digit}e{decade}")) <= high
        ]
        if len(ticks) < FEWEST_TICKS:
            break
        if len(ticks) <= most:
            return ticks
    if len(ticks) >= FEWEST_TICKS:
        return ticks[:: ceil(len(ticks) / most)]
    candidates = np.asarray(linear_ticks(most).tick_values(low, high))
    return [float(tick) for tick in candidates if low <= tick <= high]
