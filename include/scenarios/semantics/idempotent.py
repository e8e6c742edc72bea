"""Idempotent: at-least-once's producer on exactly-once's topic, without transactions.

A level between the two that the published experiment did not have.
"""

from include.load_runtime.job import Resend
from include.scenarios.semantics.delivery_config import DeliveryConfig
from include.scenarios.semantics.semantics import Semantics, everything_but

RECORD = Semantics(
    name="idempotent",
    rank=2,
    config=DeliveryConfig(
        acks="all",
        retries=2147483647,
        max_in_flight=5,
        idempotence=True,
        transactional=False,
        min_insync_replicas=2,
        isolation_level="read_uncommitted",
    ),
    excludes=everything_but({"aborted_seen"}),
    resend=Resend.NOT_ACKED,
    ends_with_producer=True,
)
