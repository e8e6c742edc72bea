from pathlib import Path

import pytest

from include.clients.java.job_files import properties_text, write_java_job
from include.load.consumer_jobs import ConsumerJob
from include.load.payload import Filler, pool_of
from include.load.producer_job import ProducerJob
from include.plan.judging.properties_file import java_entries
from tests.load.jobs import job_of


def read(file: Path) -> dict[str, str]:
    """What a Java program, which reads such a file in UTF-8, makes of it."""
    return {entry.name: entry.value for entry in java_entries(file.read_text(encoding="utf-8"))}


def fields_of(
    folder: Path, job_type: type[ProducerJob | ConsumerJob] = ProducerJob, **fields: object
) -> dict[str, str]:
    job = job_of(job_type, folder=folder, filler=Filler.RANDOM, filler_seed=7, **fields)
    file = write_java_job(job, folder / "program.job.json")
    return read(file)


def test_every_field_with_a_value_is_a_property(tmp_path: Path) -> None:
    fields = fields_of(tmp_path, client_settings={"acks": "all"}, partition_cycle=[0, 1], rate=None)
    assert fields["client_settings.acks"] == "all"
    assert fields["partition_cycle"] == "0,1"
    assert fields_of(tmp_path, ConsumerJob, transformed=True)["transformed"] == "true"
    assert "rate" not in fields


def test_the_fillers_of_a_job_are_slices_of_a_file(tmp_path: Path) -> None:
    assert Path(fields_of(tmp_path)["filler_file"]).read_bytes() == pool_of(Filler.RANDOM, 7)


@pytest.mark.parametrize("value", ["a b", "=:#!", r"C:\x", "two\nlines\tand a tab", "π"])
def test_a_value_is_read_back_as_it_was(tmp_path: Path, value: str) -> None:
    file = tmp_path / "settings.properties"
    file.write_text(properties_text({"name": value}), encoding="utf-8")
    assert read(file)["name"] == value
