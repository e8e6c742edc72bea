from datetime import UTC, date, datetime

import pytest
from airflow.exceptions import InvalidPartitionKeyError
from airflow.serialization.decoders import decode_timetable
from airflow.serialization.encoders import encode_timetable
from airflow.timetables.base import TimeRestriction
from airflow.utils.types import DagRunType
from pendulum import DateTime, instance

from include.machine.releases.kafka_catalogue import CataloguedRelease
from plugins.release_timetable import ReleaseTimetable
from tests.machine.releases.test_kafka_catalogue import THREE

TIMETABLE = ReleaseTimetable([*THREE, CataloguedRelease("4.4.0", date(2026, 11, 21))])
SINCE_2026 = TimeRestriction(DateTime(2026, 1, 1, tzinfo=UTC), None, catchup=True)


def test_a_backfill_has_a_run_per_release_of_its_whole_days() -> None:
    first, last = datetime(2017, 6, 28, 23, tzinfo=UTC), datetime(2019, 6, 25, tzinfo=UTC)
    for end, releases in ((last, ["0.11.0.0", "2.3.1"]), (first, ["0.11.0.0"])):
        runs = TIMETABLE.iter_partition_dagrun_infos(earliest=first, latest=end)
        assert [run.partition_key for run in runs] == releases


def test_no_release_runs_by_itself() -> None:
    assert TIMETABLE.next_dagrun_info_v2(last_dagrun_info=None, restriction=SINCE_2026) is None


def test_a_partition_asked_for_is_that_of_the_backfill_or_refused() -> None:
    (run,) = TIMETABLE.iter_partition_dagrun_infos(
        earliest=datetime(2019, 1, 1, tzinfo=UTC), latest=datetime(2020, 1, 1, tzinfo=UTC)
    )
    assert TIMETABLE.resolve_partition_date("2.3.1") == run.partition_date
    with pytest.raises(InvalidPartitionKeyError, match=r"'2.3.9' is not in the catalogue .* similar: 2.3.1"):
        TIMETABLE.resolve_partition_date("2.3.9")


def test_airflow_keeps_the_releases_with_the_dag_and_names_a_run_for_its_release() -> None:
    kept = decode_timetable(encode_timetable(TIMETABLE))
    assert isinstance(kept, ReleaseTimetable)
    assert kept.entries == TIMETABLE.entries
    now = instance(datetime(2026, 11, 21, tzinfo=UTC))
    named = TIMETABLE.generate_run_id(
        run_type=DagRunType.BACKFILL_JOB, run_after=now, data_interval=None, partition_key="2.3.1"
    )
    assert named.startswith("backfill__2.3.1__")
