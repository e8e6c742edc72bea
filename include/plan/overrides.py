"""The changes that a user may make to an experiment when planning a run.

The fields of ``Overrides`` define the options of the commands and the forms of the DAGs. They also define the
values that are compared with the plan when a run is completed. To add an override, add a field.
"""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from include.kinds.cluster_kind import CLUSTER_KINDS, DEFAULT_KIND, RunnerKind
from include.kinds.registry import did_you_mean
from include.plan.arm_parsing import ARM_SYNTAX
from include.plan.cluster_and_runner import Placement
from include.plan.conditions import Conditions, Count, Override, OverrideTarget
from include.plan.experiment_values import Release

EXPERIMENT = OverrideTarget.EXPERIMENT

FORMS = [kind.form for kind in CLUSTER_KINDS.values()]

AS_THE_FILE = "as the experiment's file says"


def _existing_cluster(cluster: str) -> str:
    if any(kind.accepts(cluster) for kind in CLUSTER_KINDS.values()):
        return cluster
    hint = did_you_mean(cluster, FORMS)
    raise ValueError(f"{cluster!r} does not exist; choose from {', '.join(FORMS)}{hint}")


class Overrides(Conditions):
    """The changes that a user makes when planning a run.

    Everything without an override stays as in the experiment's file.
    """

    repetitions: Annotated[Count | None, Override("Repetitions", 10, AS_THE_FILE, EXPERIMENT)] = None
    """The number of repetitions of each treatment."""
    starts: Annotated[Count | None, Override("Starts", 6, AS_THE_FILE, EXPERIMENT)] = None
    """The number of times that the brokers are started. The repetitions are divided among the starts."""
    seed: Annotated[int | None, Override("Seed", 3, AS_THE_FILE, EXPERIMENT)] = None
    """Random seed for the order of the cells."""
    messages: Annotated[
        Count | None, Override("Messages", 50_000, AS_THE_FILE, OverrideTarget.CONSTANT, instead_of="seconds")
    ] = None
    """Number of messages in every cell."""
    release: Annotated[Release | None, Override("Kafka release", "3.9.1", AS_THE_FILE, EXPERIMENT)] = None
    """Kafka release of the brokers."""
    cluster: Annotated[
        Annotated[str, AfterValidator(_existing_cluster)] | None,
        Field(description=f"Kafka cluster to measure: {', '.join(FORMS[:-1])} or {FORMS[-1]}."),
        Override("Cluster", FORMS, DEFAULT_KIND, OverrideTarget.PLACEMENT),
    ] = None
    runner: Annotated[
        RunnerKind | None,
        Override("Load programs", "container", RunnerKind.PROCESS, OverrideTarget.PLACEMENT),
    ] = None
    """Run the load programs as processes or in containers."""
    baseline: Annotated[
        str | None,
        Field(description=f"Arm that the candidate is compared with: {ARM_SYNTAX}."),
        Override("Baseline", "3.9.2", AS_THE_FILE, OverrideTarget.ARM),
    ] = None
    candidate: Annotated[
        str | None,
        Field(description=f"Arm that is compared with the baseline: {ARM_SYNTAX}."),
        Override("Candidate", "num.io.threads=4,linger_ms=5", AS_THE_FILE, OverrideTarget.ARM),
    ] = None

    @property
    def values(self) -> dict[str, Any]:
        """The values of the overrides that are set, by their names."""
        values = {name: getattr(self, name) for name in OVERRIDE_NAMES if name in self.model_fields_set}
        return {name: value for name, value in values.items() if value is not None}

    def of(self, target: OverrideTarget) -> dict[str, Any]:
        """The values of the overrides that change this target."""
        return {name: value for name, value in self.values.items() if override_of(name).target is target}

    @property
    def placement(self) -> Placement:
        """The cluster and the runner of the cells."""
        return Placement(**self.of(OverrideTarget.PLACEMENT))

    @property
    def conditions(self) -> Conditions:
        """The conditions that all cells are to run under."""
        return Conditions(**self.of(OverrideTarget.CONDITION))


OVERRIDE_NAMES = (*sorted(Overrides.model_fields, key=lambda name: name in Conditions.model_fields),)
"""The names of all overrides, in the order in which users see them."""

NO_OVERRIDES = Overrides()


def override_of(name: str) -> Override:
    """The description and the target of the override with this name."""
    return next(
        annotation for annotation in Overrides.model_fields[name].metadata if isinstance(annotation, Override)
    )
