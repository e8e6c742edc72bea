"""Form fields of DAGs that run an experiment.

The fields of overrides follow from ``include.plan.overrides``.
"""

from typing import Any

from airflow.sdk import Param

from include.kinds.cluster_kind import CLUSTER_KINDS
from include.machine import settings
from include.machine.environment_variable import MOST_HOURS
from include.machine.releases.kafka_catalogue import listed
from include.plan.conditions import OverrideTarget
from include.plan.load import names, titles
from include.plan.override_values import form_schema
from include.plan.overrides import OVERRIDE_NAMES, override_of

EXPERIMENT_FILE = r".*\.ya?ml"
"""The pattern that stands for a user's own experiment: the path of its file."""

SECTIONS = {
    OverrideTarget.PLACEMENT: "Where it runs",
    OverrideTarget.ARM: "Comparison of a candidate with a baseline",
    OverrideTarget.CONDITION: "Limits and conditions",
}
"""The sections of a form that few runs need. All other fields come first."""


def optional(kind: str, title: str, description: str, default: Any = None, **schema: Any) -> Param:  # noqa: ANN401 - as Param has it
    """A field that may stay empty. ``kind`` is JSON Schema's name for the type of its values."""
    return Param(default, type=["null", kind], title=title, description=description, **schema)


def experiment(default: str) -> Param:
    """The field for the experiment. An unknown name is refused before the DAG run exists."""
    files = [EXPERIMENT_FILE] if settings.OPEN_FORMS.read() else []
    return Param(
        default,
        type="string",
        pattern=f"^({'|'.join([*names(), *files])})$",
        examples=names(),
        values_display={name: f"{name}: {title}" for name, title in titles().items()},
        title="Experiment",
        description="Name of an experiment." + (" Or the path of your own file." if files else ""),
    )


ACCEPT_WITHIN_HOURS = "accept_within_hours"
"""The name of the field for the hours in which a person may accept a regression."""


def accept_within_hours() -> Param:
    """The field for the hours in which a person may accept a regression. If it is empty, nobody is asked."""
    return optional(
        "number",
        "Hours to accept a regression",
        "If the candidate is worse: how long a person may accept that, with a reason, before the DAG run "
        "fails. Empty: it fails at once.",
        settings.ACCEPT_WITHIN_HOURS.read(),
        exclusiveMinimum=0,
        maximum=MOST_HOURS,
        section=SECTIONS[OverrideTarget.ARM],
    )


RUN = optional(
    "string",
    "Run",
    "Name of a new run, or of a run to complete. Empty: a name is made of the id of the DAG run.",
)


def overrides(*but: str) -> dict[str, Param]:
    """A field for each override, except for overrides with these names."""
    return {name: override(name) for name in OVERRIDE_NAMES if name not in but}


def override(name: str, default: str | None = None) -> Param:
    """The field of one override."""
    schema = dict(form_schema(name))
    kind, title, description = (schema.pop(key) for key in ("type", "title", "description"))
    if kind != "string":
        del schema["examples"]  # the form would treat them as texts
    if name == "release":
        schema["examples"] = [entry.version for entry in reversed(listed())]
    if section := SECTIONS.get(override_of(name).target):
        schema["section"] = section
    if "enum" in schema:
        schema["enum"] = [None, *schema["enum"]]
    empty = override_of(name).default
    if override_of(name).target is OverrideTarget.CONDITION:
        empty = f"{settings.option_variable(name)} of Airflow's environment, or {empty}"
    return optional(kind, title, f"{description} Empty: {empty}.", default, **schema)


def connected_cluster(connection: str) -> Param:
    """A field with only one value: the cluster behind an Airflow connection."""
    (kind,) = (kind for kind in CLUSTER_KINDS.values() if kind.needs_connection)
    cluster = f"{kind.name}:{connection}"
    return Param(cluster, const=cluster, title="Cluster", description="Kafka cluster that this DAG measures.")


def own_cluster() -> Param:
    """A cluster that is started for the run."""
    kinds = [kind.name for kind in CLUSTER_KINDS.values() if kind.manages_brokers]
    default = override_of("cluster").default
    description = f"Kafka cluster that is started for the run. Empty: {default}."
    return optional("string", "Cluster", description, enum=[None, *kinds])
