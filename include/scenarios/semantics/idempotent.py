"""The semantics *idempotent*: the producer of at-least-once on the topic of exactly-once.

The published experiment did not have this semantics, which is between the other two.
"""

from include.load_runtime.job import Resend
from include.scenarios.semantics.delivery_config import DeliveryConfig
from include.scenarios.semantics.semantics import Semantics, all_violations_except

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
    excludes=all_violations_except({"aborted_seen"}),
    resend=Resend.NOT_ACKED,
    ends_with_producer=True,
)
