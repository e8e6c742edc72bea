"""What the forms of DAGs that run an experiment have in common."""

from airflow.sdk import Param

from include.matrix.load import names


def experiment(default: str) -> Param:
    """Which experiment."""
    return Param(
        default,
        type="string",
        examples=names(),
        title="Experiment",
        description="A file in include/experiments, without its ending.",
    )


RELEASE = Param(
    None,
    type=["null", "string"],
    title="Kafka release",
    description="Such as 4.3.1; empty: what the experiment says.",
)

SIZE = {
    "repetitions": Param(
        None,
        type=["null", "integer"],
        minimum=1,
        title="Repetitions",
        description="Of every treatment; empty: what the experiment says.",
    ),
    "seed": Param(
        None,
        type=["null", "integer"],
        title="Seed",
        description="Of the order of the cells; empty: what the experiment says.",
    ),
    "messages": Param(
        None,
        type=["null", "integer"],
        minimum=1,
        title="Messages",
        description="In every cell; empty: what the experiment says.",
    ),
}
"""How much is measured."""


def arm(title: str, default: str | None = None) -> Param:
    """One of the two that are compared, each on brokers of its own."""
    return Param(
        default,
        type=["null", "string"],
        title=title,
        description="A release, settings (linger_ms=5) or settings of the brokers (num.io.threads=4), "
        "separated by commas. Where neither of the two is given, only what the experiment says is compared.",
    )


RUN = Param(
    None,
    type=["null", "string"],
    title="Run",
    description="The name of a new run, or of one to complete; empty: made of the DAG run's own id.",
)

RUNNER = Param(
    None,
    type=["null", "string"],
    enum=[None, "process", "container"],
    title="Load programs",
    description="Run as processes or as containers; empty: processes.",
)
