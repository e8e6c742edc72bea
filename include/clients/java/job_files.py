"""Jobs and settings as Java properties."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from include.load.consumer_jobs import ConsumerJob
from include.load.job import Job
from include.load.payload import pool_of
from include.load.producer_job import ProducerJob

ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def write_java_job(job: Job, file: Path) -> Path:
    """Write a job and its pool of fillers as files for a Java program; return the properties file.

    The name of a client's setting has a prefix, as in ``client_settings.acks``. The elements of a list are
    separated by commas. A field without a value is left out.
    """
    fields = dict(_flat("", job.model_dump(mode="json")))
    if isinstance(job, ProducerJob | ConsumerJob):
        pool = file.with_name(f"{job.filler}-{job.filler_seed}.filler")
        if not pool.exists():  # another program of the cell may have written it
            pool.write_bytes(pool_of(job.filler, job.filler_seed))
        fields["filler_file"] = str(pool)
    properties = file.with_suffix(".properties")
    properties.write_text(properties_text(fields), encoding="utf-8")
    return properties


def properties_text(settings: Mapping[str, str]) -> str:
    """Settings as the text of a properties file.

    Source: https://docs.oracle.com/javase/8/docs/api/java/util/Properties.html#load-java.io.Reader-.
    """
    return "".join(f"{_escaped(name)}={_escaped(value)}\n" for name, value in settings.items())


def _escaped(text: str) -> str:
    return re.sub(r"[\\=:#!\s]", lambda match: ESCAPES.get(match[0], f"\\{match[0]}"), text)


def _flat(name: str, value: object) -> Iterator[tuple[str, str]]:
    match value:
        case None:
            return
        case dict():
            for key, inner in value.items():
                yield from _flat(f"{name}.{key}" if name else key, inner)
        case list():
            yield name, ",".join(map(str, value))
        case bool():
            yield name, str(value).lower()
        case _:
            yield name, str(value)
