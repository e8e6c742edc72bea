"""A consumer whose brokers do not exist: it becomes ready and waits, which is enough to test the runners."""

from pathlib import Path

from include.clusters.cluster import Access
from include.load.consumer_jobs import ConsumerJob
from include.load.program_descriptions import Program
from tests.load.jobs import job_of

NOWHERE = Access("127.0.0.1:1", {"client.id": "hidden"})
"""An address at which no broker listens, with a setting that stands for a secret."""


def brokerless_consumer(folder: Path) -> Program:
    settings = {"bootstrap.servers": "127.0.0.1:1", "group.id": "g", "log_level": "0"}
    job = job_of(ConsumerJob, name="consumer-0", folder=folder, messages=1, client_settings=settings)
    return Program("include.consumers.delivery_consumer", job)
