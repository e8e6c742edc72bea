from datetime import UTC, datetime

import pytest

from include.machine.errors import UserError
from include.machine.releases import kafka_catalogue
from include.machine.releases import releases_in_maven as releases
from include.tasks.measured_release import add_new_releases, requested_release, run_id_of_release

pytestmark = pytest.mark.usefixtures("runs")


@pytest.mark.parametrize(
    ("partition_key", "parameter"), [("3.1.1", None), (None, "3.1.1"), ("3.1.1", "3.1"), ("3.1", None)]
)
def test_the_partition_says_it_or_the_form(partition_key: str | None, parameter: str | None) -> None:
    assert requested_release(partition_key, parameter) == "3.1.1"


@pytest.mark.parametrize(
    ("partition_key", "parameter", "message"),
    [
        (None, None, "The run has no release"),
        ("3.1.1", "2.3.1", "The partition key is 3.1.1, but the field Kafka release is 2.3.1"),
        ("3.1.9", None, "similar: 3.1.1"),
    ],
)
def test_anything_else_ends_the_task(partition_key: str | None, parameter: str | None, message: str) -> None:
    with pytest.raises(UserError, match=message):
        requested_release(partition_key, parameter)


def test_a_releases_run_has_the_same_name_every_time() -> None:
    assert run_id_of_release("releases", "3.1.1") == "kafka-releases-3.1.1"
    assert run_id_of_release("releases", "3.1.1", "trial") == "trial-3.1.1"


def test_what_the_registry_has_more_is_added_to_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "available_releases", lambda: ["4.3.2", "4.5.0"])
    assert add_new_releases() == ["4.5.0"]
    assert kafka_catalogue.added() == [kafka_catalogue.CataloguedRelease("4.5.0", datetime.now(UTC).date())]
    assert add_new_releases() == ["4.5.0"]  # whose DAG run Airflow does not begin again
