"""The semantics *exactly once*: an idempotent producer with transactions, and read_committed consumers."""

from include.kinds.semantics.registry import DeliveryConfig, Semantics, all_violations_except
from include.load.producer_job import Resend

RECORD = Semantics(
    name="exactly-once",
    rank=3,
    config=DeliveryConfig(
        idempotence=True, transactional=True, min_insync_replicas=2, isolation_level="read_committed"
    ),
    excludes=all_violations_except(),
    resend=Resend.NOT_COMMITTED,
)
