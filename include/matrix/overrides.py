"""The changes of an experiment that a user may make when planning a run.

Three things follow from the fields of ``Overrides``: the options of commands, the forms of the DAGs, and the
check that a run is completed as it was planned. A new override is a new field.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationError

from include import settings
from include.matrix.arms import ARM_SYNTAX, BASELINE, CANDIDATE, parse_arm
from include.matrix.cluster_kinds.registry import CLUSTER_KINDS, DEFAULT_KIND, RunnerKind
from include.matrix.cluster_placement import Placement
from include.matrix.conditions import Conditions, Count, Override, OverrideTarget
from include.matrix.experiment import Arm, Release
from include.matrix.plan import Plan
from include.matrix.validation_errors import ExperimentError, problems_of
from include.registry import did_you_mean

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

    Everything else stays as in the experiment's file.
    """

    repetitions: Annotated[Count | None, Override("Repetitions", 10, AS_THE_FILE, EXPERIMENT)] = None
    """The number of repetitions of each treatment."""
    starts: Annotated[Count | None, Override("Starts", 6, AS_THE_FILE, EXPERIMENT)] = None
    """The number of starts of the brokers. Each start has a share of the repetitions."""
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
        """Where the cells are to run."""
        return Placement(**self.of(OverrideTarget.PLACEMENT))

    @property
    def conditions(self) -> Conditions:
        """The conditions that all cells are to run under."""
        return Conditions(**self.of(OverrideTarget.CONDITION))


OVERRIDE_NAMES = (*sorted(Overrides.model_fields, key=lambda name: name in Conditions.model_fields),)
"""The names of all overrides, in the order in which users see them."""

NO_OVERRIDES = Overrides()


def override_of(name: str) -> Override:
    """The target and the texts of the override of this name."""
    return next(
        annotation for annotation in Overrides.model_fields[name].metadata if isinstance(annotation, Override)
    )


def read_overrides(values: Mapping[str, Any]) -> Overrides:
    """The overrides from a form or from options, by their names. An empty value sets nothing."""
    if unknown := [name for name in values if name not in OVERRIDE_NAMES]:
        hint = did_you_mean(unknown[0], OVERRIDE_NAMES)
        raise ExperimentError([f"parameters: {unknown[0]}: there is no such override{hint}"])
    try:
        return Overrides(**{name: value for name, value in values.items() if value not in (None, "")})
    except ValidationError as error:
        raise ExperimentError(f"parameters: {problem}" for problem in problems_of(error)) from None


def with_conditions_of_environment(overrides: Overrides) -> Overrides:
    """The overrides, together with the conditions that the environment sets (``KERRAN_ATTEMPTS``)."""
    missing = Conditions.model_fields.keys() - overrides.values.keys()
    texts = {name: text for name in missing if (text := settings.option_text(name))}
    values = {name: parse_value(name, text, settings.option_variable(name)) for name, text in texts.items()}
    return read_overrides({**values, **overrides.values})


def parse_value(name: str, text: str, source: str = "") -> Any:  # noqa: ANN401 - as its field is annotated
    """The value of an override, from its text. An ExperimentError names the source of the text."""
    try:
        return getattr(Overrides(**{name: text}), name)
    except ValidationError as error:
        (problem,) = problems_of(error)
        raise ExperimentError([f"{source}: {problem.text}" if source else problem.text]) from None


_whole_schema = cache(Overrides.model_json_schema)


def form_schema(name: str) -> dict[str, Any]:
    """The JSON schema of an override's values, with its title, description and examples.

    ``type`` is the type of a value. ``enum`` lists the values, if only some are allowed.
    """
    whole, override = _whole_schema(), override_of(name)
    field = whole["properties"][name]
    either = field.get("anyOf", [field])
    value_schema: dict[str, Any] = next((schema for schema in either if schema.get("type") != "null"), {})
    if reference := value_schema.get("$ref"):
        value_schema = whole["$defs"][reference.rpartition("/")[2]]
    limits = {key: part for key, part in value_schema.items() if key != "default"}
    description = " ".join(field["description"].split())
    examples = override.example if isinstance(override.example, list) else [override.example]
    return {**limits, "title": override.title, "description": description, "examples": examples}


def planned_value(plan: Plan, name: str) -> object:
    """The value in a plan that corresponds to an override; a list if cells differ."""
    match override_of(name).target:
        case OverrideTarget.EXPERIMENT:
            return getattr(plan.experiment, name)
        case OverrideTarget.CONSTANT:
            values = sorted({getattr(cell.settings, name) for cell in plan.cells})
            return values[0] if len(values) == 1 else values
        case OverrideTarget.ARM:
            return plan.experiment.arms.get(name)
        case OverrideTarget.PLACEMENT:
            return getattr(plan.placement, name)
        case OverrideTarget.CONDITION:
            return getattr(plan.conditions, name)


def requested_value(overrides: Overrides, name: str) -> object:
    """The value that an override requires of a plan, in the form of ``planned_value``."""
    value = overrides.values[name]
    return Arm.model_validate(parse_arm(name, value)) if name in (BASELINE, CANDIDATE) else value
