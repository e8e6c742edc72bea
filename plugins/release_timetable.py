"""A partition for every Kafka release of the catalogue, on the day it came out."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from airflow.exceptions import InvalidPartitionKeyError
from airflow.timetables.base import DagRunInfo, DataInterval, TimeRestriction, Timetable
from airflow.utils.types import DagRunType
from pendulum import DateTime, instance

from include.releases.catalogue import Entry, UnknownReleaseError, between, entry_of, following


class ReleaseTimetable(Timetable):
    """One DAG run per release; its partition key is the version.

    The releases are part of the timetable, and so of the DAG as Airflow keeps it: the scheduler and the API
    server know them without a file or a registry, and a release that is found makes a new version of the DAG.
    """

    partitioned = True
    description = "Once per feature release of Kafka"
    run_ordering = ("partition_date", "run_after")

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries

    @property
    def summary(self) -> str:
        """What Airflow's pages call it."""
        return f"Kafka {self.entries[0].version} to {self.entries[-1].version}"

    def serialize(self) -> dict[str, Any]:
        """As Airflow keeps it."""
        return {"releases": {entry.version: entry.date.isoformat() for entry in self.entries}}

    @classmethod
    def deserialize(cls, data: dict[str, Any]) -> "ReleaseTimetable":
        """From what Airflow keeps."""
        days = data["releases"].items()
        return cls([Entry(version, datetime.fromisoformat(day).date()) for version, day in days])

    def iter_partition_dagrun_infos(self, *, earliest: datetime, latest: datetime) -> Iterable[DagRunInfo]:
        """The releases of a backfill: those of these days, both included, whatever the time of day."""
        return map(_run_of, between(self.entries, earliest.date(), latest.date()))

    def next_dagrun_info_v2(
        self, *, last_dagrun_info: DagRunInfo | None, restriction: TimeRestriction
    ) -> DagRunInfo | None:
        """The release that is scheduled next: the first after the latest that ran, from the start date on."""
        latest = last_dagrun_info.partition_date if last_dagrun_info else None
        entry = following(self.entries, latest, restriction.earliest)
        return _run_of(entry) if entry else None

    def next_dagrun_info(
        self,
        *,
        last_automated_data_interval: DataInterval | None,
        restriction: TimeRestriction,
    ) -> DagRunInfo | None:
        """Nothing by intervals: partitions have none."""

    def _decode_partition_date(self, partition_key: str) -> datetime:
        """When a release that somebody asks for came out; Airflow refuses the run when there is none."""
        try:
            return entry_of(partition_key, self.entries).moment
        except UnknownReleaseError as error:
            raise InvalidPartitionKeyError(str(error)) from None

    def infer_manual_data_interval(self, *, run_after: DateTime) -> DataInterval:
        """A release has no interval; that of a run for which somebody insists on a date is empty."""
        return DataInterval.exact(run_after)

    def generate_run_id(
        self,
        *,
        run_type: DagRunType,
        run_after: DateTime,  # noqa: ARG002 - the release's day, which is the same for all its runs
        data_interval: DataInterval | None,  # noqa: ARG002 - there is none
        partition_key: str | None = None,
        **_: object,
    ) -> str:
        """Named for the release, where Airflow says which; and for now, since a release may be run again."""
        now = f"{DateTime.utcnow():%Y%m%dT%H%M%S.%f}"
        return run_type.generate_run_id(suffix=f"{partition_key}__{now}" if partition_key else now)


def _run_of(entry: Entry) -> DagRunInfo:
    # Not after the time of day, which only tells partitions apart: a release of today may run at once.
    midnight = instance(entry.moment).start_of("day")
    return DagRunInfo(
        run_after=midnight,
        data_interval=None,
        partition_date=instance(entry.moment),
        partition_key=entry.version,
    )
