"""A consumer whose brokers do not exist: it becomes ready and waits, which is enough to test the runners."""

from pathlib import Path

from include.clusters.cluster import Access
from include.load_runtime.job import ConsumerJob
from include.load_runtime.program import Program

NOWHERE = Access("127.0.0.1:1", {"client.id": "hidden"})
"""An address at which no broker listens, with a setting that stands for a secret."""


def brokerless_consumer(folder: Path) -> Program:
    job = ConsumerJob(
        name="consumer-0",
        folder=folder,
        topic="t",
        cell=1,
        messages=1,
        client_settings={"bootstrap.servers": "127.0.0.1:1", "group.id": "g", "log_level": "0"},
        index=0,
    )
    return Program("include.consumers.delivery", job)
