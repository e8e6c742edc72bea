"""What an experiment file says, once it is known to be sound."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Level = Any
"""A factor's level: a scalar that the scenario's settings accept."""

DEFAULT_RELEASE = "4.3.1"
"""The newest Kafka release whose registry entry is complete and that was seen to work."""


class Experiment(BaseModel):
    """One question, and the cells that answer it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    title: str
    question: str
    scenario: str
    factors: dict[str, Annotated[list[Level], Field(min_length=1)]] = Field(default_factory=dict)
    constants: dict[str, Level] = Field(default_factory=dict)
    repetitions: Annotated[int, Field(ge=1)]
    seed: int
    release: str = DEFAULT_RELEASE
    published: str | None = None
    """Published figures to put beside the measured ones: a file's stem in include/report/published/."""
    most_cells: Annotated[int, Field(ge=1)] = 10_000
    """An experiment with more cells than this is refused, so that nobody plans a month by accident."""
