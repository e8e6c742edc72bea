"""Whether a fixed rate was held."""

MIN_HELD_PERCENT = 99.0
"""The least share of the asked rate, in percent, that counts as held: a load is sustained if its rate is held
within 1 %. Where less is held, the queue grows for as long as the load lasts."""


def is_held(percent: float) -> bool:
    """Whether this share of the asked rate, in percent, counts as held."""
    return percent >= MIN_HELD_PERCENT
