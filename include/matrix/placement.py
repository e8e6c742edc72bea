"""Where a run's cells run: against which cluster, and as what their load programs."""

import re
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from include.faults.specification import Means
from include.matrix.validation_errors import ExperimentError
from include.registry import did_you_mean

EMBEDDED, COMPOSE, EXTERNAL = "embedded", "compose", "external"


class RunnerKind(StrEnum):
    """As what load programs run."""

    PROCESS = "process"
    CONTAINER = "container"


MEANS: dict[tuple[str, RunnerKind], set[Means]] = {
    (EMBEDDED, RunnerKind.PROCESS): set(Means),
    (EMBEDDED, RunnerKind.CONTAINER): {Means.PROGRAM, Means.BROKER, Means.NETWORK},
    (COMPOSE, RunnerKind.PROCESS): {Means.PROGRAM, Means.BROKER, Means.NETWORK},
    (COMPOSE, RunnerKind.CONTAINER): set(Means),
    (EXTERNAL, RunnerKind.PROCESS): {Means.PROGRAM},
    (EXTERNAL, RunnerKind.CONTAINER): {Means.PROGRAM},
}
"""What can be broken on purpose, by the kind of cluster and of load programs."""

WITH = {
    Means.PROGRAM: "any cluster",
    Means.BROKER: "CLUSTER=embedded or CLUSTER=compose",
    Means.NETWORK: "CLUSTER=embedded (for root) or CLUSTER=compose",
    Means.PROGRAM_NETWORK: (
        "CLUSTER=embedded with RUNNER=process (for root) or CLUSTER=compose with RUNNER=container"
    ),
}
"""What a person chooses to have the means."""


class Where(BaseModel):
    """Part of a run's plan: cells that ran elsewhere couldn't be compared.

    ``cluster`` is ``embedded``, ``compose``, or ``external:`` and the name of an Airflow connection.
    """

    model_config = ConfigDict(frozen=True)

    cluster: str = EMBEDDED
    runner: RunnerKind = RunnerKind.PROCESS

    @property
    def connection(self) -> str | None:
        """The Airflow connection of an external cluster; None for the project's own clusters."""
        kind, _, name = self.cluster.partition(":")
        return name if kind == EXTERNAL else None

    @property
    def means(self) -> set[Means]:
        """What can be broken on purpose there."""
        return MEANS[self.cluster.partition(":")[0], self.runner]

    def __str__(self) -> str:
        """In a few words, for a person."""
        return f"{self.cluster} cluster, load programs as {self.runner.value}"


def chosen(cluster: str | None, runner: str | None) -> Where:
    """Where a person wants a run, with the defaults for what isn't said.

    Raises:
        ExperimentError: there is no such place; it says which there are.
    """
    cluster, runner = cluster or EMBEDDED, runner or RunnerKind.PROCESS.value
    problems = []
    if cluster not in (EMBEDDED, COMPOSE) and not re.fullmatch(rf"{EXTERNAL}:[\w.-]+", cluster):
        hint = did_you_mean(cluster, [EMBEDDED, COMPOSE])
        problems.append(
            f"parameters: cluster: there is no {cluster!r}; there are {EMBEDDED}, {COMPOSE}, and "
            f"{EXTERNAL}:<Airflow connection>{hint}"
        )
    if runner not in list(RunnerKind):
        known, hint = ", ".join(RunnerKind), did_you_mean(runner, list(RunnerKind))
        problems.append(f"parameters: runner: there is no {runner!r}; there are {known}{hint}")
    if problems:
        raise ExperimentError(problems)
    return Where(cluster=cluster, runner=RunnerKind(runner))
