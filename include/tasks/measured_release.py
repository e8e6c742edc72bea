"""The Kafka release that a run measures, and new releases in Maven Central."""

from datetime import UTC, datetime

from include.machine.errors import UserError
from include.machine.releases import kafka_catalogue
from include.tasks.user_errors import log


def requested_release(partition_key: str | None, parameter: str | None) -> str:
    """The Kafka version that a run measures, from the partition key or the trigger form of the run.

    The task fails without a version, or with two different versions.
    """
    entries = kafka_catalogue.catalogue()
    versions = {
        kafka_catalogue.entry_of(name, entries).version for name in (partition_key, parameter) if name
    }
    match sorted(versions):
        case [version]:
            return version
        case []:
            raise UserError(
                "The run has no release. Give the version, such as 3.1.1, as the partition key of the "
                "run or in the field “Kafka release” of its form."
            )
        case _:
            raise UserError(
                f"The partition key is {partition_key}, but the field Kafka release is {parameter}. "
                "Leave the field empty, or make them the same."
            )


def run_id_of_release(experiment: str, version: str, series: str | None = None) -> str:
    """The name of the run that measures a release.

    The name for a release is always the same, so that a second measurement of the release completes its run.
    """
    return f"{series or f'kafka-{experiment}'}-{version}"


def add_new_releases() -> list[str]:
    """Look for releases in Maven Central, and add new ones to the catalogue.

    Returns:
        The versions of all releases that were ever added, except releases that the project itself lists.
    """
    from include.machine.releases.releases_in_maven import available_releases

    today = datetime.now(UTC).date()
    new = [entry.version for entry in kafka_catalogue.add(available_releases(), today)]
    log.info("New in the catalogue: %s", ", ".join(new) or "nothing")
    return [entry.version for entry in kafka_catalogue.added()]
