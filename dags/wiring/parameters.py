"""What the forms of DAGs that run an experiment have in common."""

from typing import Any

from airflow.sdk import Param

from include.matrix.arms import FORM
from include.matrix.load import names


def optional(kind: str, title: str, description: str, default: Any = None, **schema: Any) -> Param:  # noqa: ANN401 - as Param has it
    """A field that may stay empty; ``kind`` is JSON Schema's name of what it holds otherwise."""
    return Param(default, type=["null", kind], title=title, description=description, **schema)


def experiment(default: str) -> Param:
    """Which experiment."""
    return Param(
        default,
        type="string",
        examples=names(),
        title="Experiment",
        description="A file in include/experiments, without its ending.",
    )


def arm(title: str, default: str | None = None) -> Param:
    """One of the two that are compared."""
    neither = "Where neither of the two is given, only what the experiment says is compared."
    return optional("string", title, f"Such as {FORM}. {neither}", default)


RELEASE = optional("string", "Kafka release", "Such as 4.3.1; empty: what the experiment says.")

SIZE = {
    "repetitions": optional(
        "integer", "Repetitions", "Of every treatment; empty: what the experiment says.", minimum=1
    ),
    "seed": optional("integer", "Seed", "Of the order of the cells; empty: what the experiment says."),
    "messages": optional("integer", "Messages", "In every cell; empty: what the experiment says.", minimum=1),
}
"""How much is measured."""

RUN = optional(
    "string", "Run", "The name of a new run, or of one to complete; empty: made of the DAG run's own id."
)

RUNNER = optional(
    "string",
    "Load programs",
    "Run as processes or as containers; empty: processes.",
    enum=[None, "process", "container"],
)

OWN_CLUSTER = optional(
    "string", "Cluster", "embedded or compose; empty: embedded.", enum=[None, "embedded", "compose"]
)
"""A cluster that is started for the run."""

ANY_CLUSTER = optional(
    "string",
    "Cluster",
    "embedded, compose, or external: and the name of an Airflow connection; empty: embedded.",
    examples=["embedded", "compose", "external:kafka_default"],
)
