"""A timetable with a partition for every Kafka release of a list, on the day of its publication."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from airflow.exceptions import InvalidPartitionKeyError
from airflow.timetables.base import DagRunInfo, DataInterval, TimeRestriction, Timetable
from airflow.utils.types import DagRunType
from pendulum import DateTime, instance

from include.machine.releases.kafka_catalogue import CataloguedRelease, UnknownReleaseError, between, entry_of


class ReleaseTimetable(Timetable):
    """One DAG run for each release of a backfill, with the version as its partition key.

    The releases are part of the serialized timetable and therefore of the serialized DAG: the scheduler and
    the API server need no file and no registry.
    """

    partitioned = True
    description = "In a backfill, once per feature release of Kafka"
    run_ordering = ("partition_date", "run_after")

    def __init__(self, entries: list[CataloguedRelease]) -> None:
        self.entries = entries

    @property
    def summary(self) -> str:
        """The name of the timetable on Airflow's pages."""
        return f"Kafka {self.entries[0].version} to {self.entries[-1].version}"

    def serialize(self) -> dict[str, Any]:
        """The timetable as Airflow stores it."""
        return {"releases": {entry.version: entry.date.isoformat() for entry in self.entries}}

    @classmethod
    def deserialize(cls, data: dict[str, Any]) -> "ReleaseTimetable":
        """The timetable from what Airflow has stored."""
        days = data["releases"].items()
        return cls([CataloguedRelease(version, datetime.fromisoformat(day).date()) for version, day in days])

    def iter_partition_dagrun_infos(self, *, earliest: datetime, latest: datetime) -> Iterable[DagRunInfo]:
        """The releases of a backfill: all from the first to the last day, whatever the time of day."""
        return map(_run_of, between(self.entries, earliest.date(), latest.date()))

    def next_dagrun_info_v2(
        self, *, last_dagrun_info: DagRunInfo | None, restriction: TimeRestriction
    ) -> DagRunInfo | None:
        """None: releases run on request, or when a new release appears."""

    def next_dagrun_info(
        self,
        *,
        last_automated_data_interval: DataInterval | None,
        restriction: TimeRestriction,
    ) -> DagRunInfo | None:
        """None: partitions have no data intervals."""

    def _decode_partition_date(self, partition_key: str) -> datetime:
        """The day of a requested release. Without such a release, Airflow refuses the DAG run."""
        try:
            return entry_of(partition_key, self.entries).moment
        except UnknownReleaseError as error:
            raise InvalidPartitionKeyError(str(error)) from None

    def infer_manual_data_interval(self, *, run_after: DateTime) -> DataInterval:
        """An empty interval, for a DAG run that is triggered with a date. A release has no data interval."""
        return DataInterval.exact(run_after)

    def generate_run_id(
        self,
        *,
        run_type: DagRunType,
        run_after: DateTime,  # noqa: ARG002 - the day of the release, which all its DAG runs share
        data_interval: DataInterval | None,  # noqa: ARG002 - there is none
        partition_key: str | None = None,
        **_: object,
    ) -> str:
        """A name with the time, since a release may run again, and with the release, if Airflow gives it."""
        now = f"{DateTime.utcnow():%Y%m%dT%H%M%S.%f}"
        return run_type.generate_run_id(suffix=f"{partition_key}__{now}" if partition_key else now)


def _run_of(entry: CataloguedRelease) -> DagRunInfo:
    # At midnight, so that a release of today may run at once. The time of day only tells partitions apart.
    midnight = instance(entry.moment).start_of("day")
    return DagRunInfo(
        run_after=midnight,
        data_interval=None,
        partition_date=instance(entry.moment),
        partition_key=entry.version,
    )
