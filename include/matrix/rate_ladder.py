"""A ladder of rates: the rate as a factor, of which it is an outcome which levels a treatment holds."""

from collections.abc import Mapping
from typing import Any

from include.scenarios.scenario_settings import ScenarioSettings

RATE_FACTOR = "rate"

ARM_FACTOR = "arm"
"""The factor that names the arm of a cell, where arms are compared."""


def is_on_ladder(factors: Mapping[str, Any], settings: ScenarioSettings) -> bool:
    """Whether a treatment with these factors has one rate of a ladder.

    A rate that is a constant, or the same for all arms, is a condition of what is compared: a cell that was
    not offered its rate is no measurement then. On a ladder it is a result.
    """
    return RATE_FACTOR in factors and ARM_FACTOR not in factors and settings.is_paced
