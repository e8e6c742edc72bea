"""Which release a run is to measure, and which there are since yesterday."""

from datetime import UTC, datetime

from include.errors import PlatformError
from include.releases import catalogue
from include.releases.catalogue import UnknownReleaseError
from include.tasks.user_errors import log, plainly


class NoReleaseError(ValueError):
    """A run of a release that doesn't say of which, or says two things."""


def asked_for(partition_key: str | None, parameter: str | None) -> str:
    """The version that a run is to measure, by its partition key or by the form; ends the task if none is."""
    with plainly(NoReleaseError, UnknownReleaseError):
        entries = catalogue.catalogue()
        named = {catalogue.entry_of(name, entries).version for name in (partition_key, parameter) if name}
        match sorted(named):
            case [version]:
                return version
            case []:
                raise NoReleaseError(
                    "Which release? Give its version as the run's partition key, or in the form's field "
                    "Kafka release: 3.1.1 for instance"
                )
            case _:
                raise NoReleaseError(
                    f"The partition key says {partition_key}, the form's field Kafka release {parameter}: "
                    "leave the field empty, or make them the same"
                )


def run_of(experiment: str, version: str, series: str | None = None) -> str:
    """The name of a release's run: the same every time, so that running the release again completes it."""
    return f"{series or f'kafka-{experiment}'}-{version}"


def look_for_new() -> list[str]:
    """Ask the registry for releases, and add those that are new to the catalogue; their versions."""
    from include.releases.available import available_releases

    with plainly(PlatformError):
        today = datetime.now(UTC).date()
        new = [entry.version for entry in catalogue.add((one.version for one in available_releases()), today)]
    log.info("New in the catalogue: %s", ", ".join(new) or "nothing")
    return new
