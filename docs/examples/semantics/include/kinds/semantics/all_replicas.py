"""All replicas: exactly-once on a topic that accepts a message only when each of its replicas is in sync.

An acknowledged message is then on every broker that has the partition; while one of them is down, the topic
accepts nothing.
"""

from include.kinds.semantics.registry import DeliveryConfig, Semantics, all_violations_except
from include.load.producer_job import Resend

RECORD = Semantics(
    name="all-replicas",
    rank=4,
    config=DeliveryConfig(
        idempotence=True, transactional=True, min_insync_replicas=3, isolation_level="read_committed"
    ),
    excludes=all_violations_except(),
    resend=Resend.NOT_COMMITTED,
)
