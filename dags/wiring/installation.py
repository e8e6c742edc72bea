"""The checks of an Airflow installation that the first task makes before a run begins."""

from pathlib import Path

from airflow.sdk import Connection, Context
from airflow.sdk.exceptions import AirflowFailException, AirflowNotFoundException

SPARK_CONNECTION = "spark"
"""The Airflow connection whose host is the Spark master that computes the results."""


def check_installation(context: Context) -> None:
    """Check what would otherwise be missing after hours of measuring, or be lost later.

    Raises:
        AirflowFailException: Something is missing. The message has the line that adds it.
    """
    bundle = Path(context["ti"].bundle_instance.path).resolve()  # type: ignore[attr-defined]
    _check_spark()
    _check_java()
    _check_code(bundle)
    _check_places(bundle)


def _check_spark() -> None:
    try:
        Connection.get(SPARK_CONNECTION)
    except AirflowNotFoundException:
        raise AirflowFailException(
            f"There is no Airflow connection {SPARK_CONNECTION}, which names the Spark master that computes "
            "the results. Add it under Admin, Connections, or set for all of Airflow's components "
            """AIRFLOW_CONN_SPARK='{"conn_type": "spark", "host": "local[2]"}'."""
        ) from None


def _check_java() -> None:
    """Check that there is Java. Spark and brokers that are processes need it."""
    from include.machine.releases.installed_java import JavaError, find_java

    try:
        find_java()
    except JavaError as error:
        raise AirflowFailException(str(error)) from None


def _check_code(bundle: Path) -> None:
    """Check that PYTHONPATH does not lead to another Kerran, if the DAG bundle has Kerran's code."""
    from include.machine import folders

    if (bundle / "include" / "folders.py").exists() and not folders.ROOT.is_relative_to(bundle):
        raise AirflowFailException(
            f"The DAG bundle {bundle} has Kerran's code, but Python imports that of {folders.ROOT}. Remove "
            "this folder from PYTHONPATH for all of Airflow's components, and install Kerran's wheel for its "
            "plugin."
        )


def _check_places(bundle: Path) -> None:
    """Check that runs are outside of the DAG bundle, which Airflow may replace at any time."""
    from include.machine import folders

    places = {"KERRAN_RUNS": folders.RUNS, "KERRAN_STATE": folders.STATE}
    inside = [
        name
        for name, place in places.items()
        if isinstance(place, Path) and place.resolve().is_relative_to(bundle)
    ]
    if inside:
        raise AirflowFailException(
            f"What this run writes would be kept inside the DAG bundle {bundle}. Set {' and '.join(inside)} "
            "to a folder outside of it (for runs, an object store will do), for all of Airflow's components."
        )
