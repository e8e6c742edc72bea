from pathlib import Path

import pytest

from include.load.consumer_jobs import ConsumerJob, ForwardingJob
from include.machine.errors import UserError
from tests.load.jobs import job_of

JOB = job_of(ConsumerJob)


def test_an_unknown_key_is_named_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "job.json").write_text(JOB.model_dump_json().replace("index", "indx"))
    with pytest.raises(UserError, match=r"job\.json: .*indx"):
        ConsumerJob.read(tmp_path / "job.json")


def test_both_clients_of_a_consumer_that_also_produces_get_the_secret_settings() -> None:
    job = ForwardingJob(**JOB.model_dump(), output="replies", producer_settings={"acks": "all"})
    assert job.secured({"sasl.password": "x"}).clients() == {
        "consumer.": {"sasl.password": "x"},
        "producer.": {"acks": "all", "sasl.password": "x"},
    }
